package domain

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// meetTwice draws an arc and a wall that meets it at two places. The wall connects the ends of the arc, or crosses the
// arc between two points along it.
func (p *plot) meetTwice(rt *rapid.T) (wall, arc state.ID) {
	half := rapid.Int64Range(1500, 6000).Draw(rt, "half of the chord")
	rise := half * rapid.Int64Range(25, 140).Draw(rt, "rise in hundredths") / 100
	thick := 2 * rapid.Int64Range(40, 120).Draw(rt, "half of the wall")
	left, right, top := mm(-half, 0), mm(half, 0), mm(0, rise)
	if rapid.Bool().Draw(rt, "drawn backwards") {
		left, right = right, left
	}
	arc = p.arc(right, top, left, 2*rapid.Int64Range(40, 150).Draw(rt, "half of the arc"))
	switch rapid.IntRange(0, 2).Draw(rt, "over") {
	case 0: // the chord
		return p.wall(left, right, thick), arc
	case 1: // a longer wall
		return p.wall(mm(-half-2000, 0), mm(half+2000, 0), thick), arc
	}
	return p.arc(left, mm(0, -half/2), right, thick), arc
}

// An arc and another wall that meet at two places are joined at both. They do not overlap, and joining them again
// changes nothing. Replaying the stored events, or importing the joins in either order, leads to the same state.
func TestWallsThatMeetTwiceAreJoinedTwice(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(rt)
		wall, arc := p.meetTwice(rt)
		apart := p.model
		d, err := p.try(change.JoinElements{ElementIDs: []state.ID{wall, arc}, JoinType: fabric.JoinAuto})
		if state.CodeOf(err) == state.DegenerateGeometry && strings.Contains(err.Error(), "too obliquely") {
			rt.Skip("a mitre of a thick wall and a shallow arc is longer than a face")
		}
		if err != nil {
			rt.Fatal(err)
		}
		p.model = d.After
		joins := p.model.JoinsOf(wall)
		if len(joins) != 2 || len(d.Warnings) > 0 {
			rt.Fatalf("%s; warned: %v", p.joinsSaid([]state.ID{wall}), d.Warnings)
		}
		parts, _, _ := p.footprints([]state.ID{wall, arc})
		if common := geometry.Intersect(parts[0], parts[1]).Area(); common > sliver {
			rt.Errorf("they have %v m2 in common", common)
		}
		for _, j := range joins {
			if !fabric.JoinHolds(p.model, j) {
				rt.Errorf("join %+v does not hold", *j)
			}
		}
		again, err := p.try(change.JoinElements{ElementIDs: []state.ID{wall, arc}, JoinType: fabric.JoinAuto})
		if err != nil || len(again.Events) > 0 {
			rt.Errorf("joined again: %d events, %v", len(again.Events), err)
		}
		folded := apart.Clone()
		for _, e := range d.Events {
			stored, _, _ := state.AsStored(e)
			folded.Evolve(stored)
		}
		if folded.Hash() != p.model.Hash() {
			rt.Error("the stored events lead to another state")
		}
		for _, order := range [][]state.Join{{*joins[0], *joins[1]}, {*joins[1], *joins[0]}} {
			d, err := Decide(apart, change.Command{ID: "import", Do: change.Import{Joins: order}})
			if err != nil || d.After.Hash() != p.model.Hash() {
				rt.Errorf("imported: %v, or another state", err)
			}
		}
		r := state.NewRewinding()
		for _, e := range d.Events {
			r.Note(e)
		}
		back := p.model.Clone()
		if unknown := r.Apply(back, apart); len(unknown) > 0 || back.Hash() != apart.Hash() {
			rt.Errorf("taken back: another state, %v unknown", unknown)
		}
	})
}

// An import is refused if it has a join at an end that already has a join of the same walls.
func TestAThirdJoinOfTwoWallsIsNotImported(t *testing.T) {
	p := newPlot(t)
	wall, arc := p.wall(mm(-3000, 0), mm(3000, 0), 200), p.arc(mm(3000, 0), mm(0, 3000), mm(-3000, 0), 300)
	p.join(fabric.JoinAuto, wall, arc)
	third := *p.model.JoinsOf(wall)[0]
	third.ID, third.Kind, third.Type, third.BPart, third.Through = "third", fabric.JoinT, fabric.JoinButt,
		state.PartSpan, third.B
	p.refused(change.Import{Joins: []state.Join{third}}, state.AlreadyExists)
}

// If the butt joins at both ends of a shallow arc leave an overlap, one warning reports it and names the type of join
// that leaves no overlap.
func TestAnOverlapOfWallsThatMeetTwiceIsTold(t *testing.T) {
	p := newPlot(t)
	wall, arc := p.wall(mm(-3000, 0), mm(3000, 0), 200), p.arc(mm(3000, 0), mm(0, 600), mm(-3000, 0), 300)
	told := p.decideJoin(change.JoinElements{ElementIDs: []state.ID{wall, arc}, JoinType: fabric.JoinButt})
	if len(told) != 1 || !strings.Contains(told[0].Message, "joined at two places") {
		t.Errorf("warned: %v", told)
	}
	for _, w := range p.decideJoin(change.JoinElements{ElementIDs: []state.ID{wall, arc}, JoinType: fabric.JoinMitre}) {
		if w.Code == "JOIN_LEFT_OUT" {
			t.Errorf("mitred: %v", w)
		}
	}
}

// forkOfTwoMeetings adds a chord and its arc, joined at both ends, to the common starting point of both sides.
func forkOfTwoMeetings(t *testing.T) (f *fork, wall, arc state.ID) {
	f = newFork(t)
	b := f.ours.builder
	wall = b.do(wallOf(f.level, 20000, 0, 26000, 0))
	top := mm2(23000, 3000)
	arc = b.do(change.CreateWall{LevelID: f.level, Wall: fabric.Wall{Start: mm2(26000, 0), Mid: &top,
		End:    mm2(20000, 0),
		Height: geometry.MM(2800), Thickness: geometry.MM(300)}})
	b.do(change.JoinElements{ElementIDs: []state.ID{wall, arc}, JoinType: fabric.JoinAuto})
	f.base = b.model
	f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
	return f, wall, arc
}

// Each meeting of two walls is merged separately. Changes that only theirs made are taken over without a conflict. If
// both sides changed the same meeting in different ways, each meeting is a conflict of its own.
func TestMergingWallsThatMeetTwice(t *testing.T) {
	f, wall, arc := forkOfTwoMeetings(t)
	f.theirs.do(change.JoinElements{ElementIDs: []state.ID{wall, arc}, JoinType: fabric.JoinButt, Priority: wall})
	for _, j := range f.must("").Decision.After.JoinsOf(wall) {
		if j.Type != fabric.JoinButt || j.Through != wall {
			t.Errorf("taken: %+v", *j)
		}
	}
	f.ours.do(change.JoinElements{ElementIDs: []state.ID{wall, arc}, JoinType: fabric.JoinButt, Priority: arc})
	if open := f.must("").Undecided(); len(open) != 2 {
		t.Errorf("%d conflicts, want one for each meeting: %s", len(open), listed(open))
	}
	for policy, through := range map[state.MergePolicy]state.ID{merge.PolicyOurs: arc, merge.PolicyTheirs: wall} {
		joins := f.must(policy).Decision.After.JoinsOf(wall)
		if len(joins) != 2 || joins[0].Through != through || joins[1].Through != through {
			t.Errorf("%s: %d joins, %+v", policy, len(joins), *joins[0])
		}
	}
}

// If only theirs joined the walls at both meetings, the merge adds two joins. If theirs deleted the arc, both joins are
// deleted.
func TestMergingBothMeetingsOfTwoWalls(t *testing.T) {
	f := newFork(t)
	top := mm2(3000, -3000)
	arc := f.theirs.do(change.CreateWall{LevelID: f.level, Wall: fabric.Wall{Start: mm2(500, 0), Mid: &top,
		End:    mm2(5500, 0),
		Height: geometry.MM(2800), Thickness: geometry.MM(300)}})
	f.theirs.do(change.JoinElements{ElementIDs: []state.ID{f.w, arc}, JoinType: fabric.JoinAuto})
	if n := len(f.must("").Decision.After.JoinsOf(arc)); n != 2 {
		t.Errorf("%d joins came, want 2", n)
	}
	f, wall, arc := forkOfTwoMeetings(t)
	f.theirs.do(change.DeleteElement{ElementIDs: []state.ID{arc}})
	if n := len(f.must("").Decision.After.JoinsOf(wall)); n != 0 {
		t.Errorf("%d joins stay", n)
	}
}

// If two walls are joined at two meetings, their copies are joined at two meetings too.
func TestCopiesOfWallsThatMeetTwiceAreJoinedTwice(t *testing.T) {
	p := newPlot(t)
	wall, arc := p.wall(mm(-3000, 0), mm(3000, 0), 200), p.arc(mm(3000, 0), mm(0, 3000), mm(-3000, 0), 300)
	p.join(fabric.JoinAuto, wall, arc)
	far := mm(0, 9000).At(0)
	d, err := p.try(change.CopyElement{ElementIDs: []state.ID{wall, arc}, Delta: &far})
	if err != nil {
		t.Fatal(err)
	}
	copies := 0
	for _, e := range d.Events {
		if made, ok := e.(*state.ElementCreated); ok {
			copies++
			if joins := d.After.JoinsOf(made.Element.ID); len(joins) != 2 {
				t.Errorf("%s has %d joins", made.Element.Name, len(joins))
			}
		}
	}
	if copies != 2 || len(d.After.JoinsOf(wall)) != 2 {
		t.Errorf("%d copies; the wall that was copied has %d joins", copies, len(d.After.JoinsOf(wall)))
	}
}
