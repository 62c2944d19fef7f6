package domain

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// decideJoin joins walls and returns the warnings.
func (p *plot) decideJoin(do change.JoinElements) []change.Warning {
	p.t.Helper()
	d, err := Decide(p.model, change.Command{ID: "join", Do: do})
	if err != nil {
		p.t.Fatal(err)
	}
	p.model = d.After
	return d.Warnings
}

// joinedPairs counts the joins between some walls.
func (p *plot) joinedPairs(walls ...state.ID) int {
	var joins []state.ID
	for _, id := range walls {
		for _, j := range p.model.JoinsOf(id) {
			joins = append(joins, j.ID)
		}
	}
	slices.Sort(joins)
	return len(slices.Compact(joins))
}

// When many walls are joined, all possible pairs are joined. A pair that cannot be joined is named with the reason, and
// the other pairs are joined anyway. If the call requires a certain type and one pair cannot have it, the whole call is
// refused. A call that would join nothing is refused too.
func TestWhatCannotBeJoinedIsLeftAndNamed(t *testing.T) {
	for _, c := range []struct {
		name  string
		stray [2]geometry.Point2
		want  string
		other int // index among the walls of the room: the one that it is not joined to
	}{
		{"it passes a corner", [2]geometry.Point2{mm(6100, -200), mm(9000, -200)}, "by 40 mm", 1},
		{"it is too oblique", [2]geometry.Point2{mm(0, 5000), polar(mm(0, 5000), 358, 3000)}, "too obliquely", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlot(t)
			room := []state.ID{p.wall(mm(0, 0), mm(6000, 0), 200), p.wall(mm(6000, 0), mm(6000, 5000), 200),
				p.wall(mm(6000, 5000), mm(0, 5000), 200), p.wall(mm(-3000, 0), mm(0, 0), 200)}
			stray := p.wall(c.stray[0], c.stray[1], 120)
			walls := append(slices.Clone(room), stray)
			warnings := p.decideJoin(change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
			left := slices.DeleteFunc(slices.Clone(warnings),
				func(w change.Warning) bool { return w.Code != "JOIN_LEFT_OUT" })
			if len(left) != 1 || !strings.Contains(left[0].Message, c.want) ||
				!slices.Contains(left[0].Data["element_ids"].([]state.ID), stray) ||
				!slices.Contains(left[0].Data["element_ids"].([]state.ID), room[c.other]) {
				t.Fatalf("left: %+v; %s", warnings, p.joinsSaid(walls))
			}
			if p.joinedPairs(room...) < 3 {
				t.Errorf("joined: %s", p.joinsSaid(walls))
			}
			p.sane(walls...)
			before := p.model.Hash()
			if again := p.decideJoin(change.JoinElements{LevelID: p.level}); len(again) != len(warnings) ||
				p.model.Hash() != before {
				t.Errorf("joined again: %+v, before %+v", again, warnings)
			}
			p.refused(change.JoinElements{ElementIDs: []state.ID{stray, room[c.other]}}, state.DegenerateGeometry)
			p.refused(change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinMitre}, state.DegenerateGeometry)
		})
	}
}

// Two straight walls can meet only once: a second join would silently replace the first.
func TestASecondJoinOfTwoWallsIsNotImported(t *testing.T) {
	p := newPlot(t)
	a, b := p.wall(mm(0, 0), mm(5000, 0), 200), p.wall(mm(0, 0), mm(0, 4000), 200)
	p.join(fabric.JoinAuto, a, b)
	again := *p.model.JoinsOf(a)[0]
	again.ID, again.APart, again.BPart = "again", fabric.PartEnd, fabric.PartEnd
	p.refused(change.Import{Joins: []state.Join{again}}, state.AlreadyExists)
}
