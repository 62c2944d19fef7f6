package importer

import (
	"math"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// settleWalls finds a form for each wall in which the model gives it the footprint of the file. It tries the axis with
// its joins as butts or mitres, then the footprint alone, without joins. It does not try walls of our own files.
func (t *trial) settleWalls() {
	if t.Own {
		return
	}
	walls := map[state.ID]*Draft{}
	for _, d := range t.Products {
		if d.wall != nil {
			walls[d.Element.ID] = d
		}
	}
	for round := range settleRounds {
		off := t.misfits(walls)
		if len(off) == 0 {
			return
		}
		if round == settleRounds-1 {
			for id := range off {
				walls[id].Misfit = true
				delete(t.reader.drafts, walls[id].Product)
			}
			return
		}
		t.vary(walls, off, round)
	}
}

// settleRounds is the number of rounds that try forms: the joins of the file, the other wall running through, mitres,
// and no joins.
const settleRounds = 6

// misfits returns the walls whose footprint differs from the footprint in the file.
func (t *trial) misfits(walls map[state.ID]*Draft) map[state.ID]bool {
	i := change.Import{}
	for _, d := range t.Products {
		if d.wall != nil {
			i.Elements = append(i.Elements, d.Element)
		}
	}
	m := t.model
	for _, e := range i.Elements {
		if decision, err := domain.Decide(m, change.Command{ID: "settle " + string(e.ID),
			Do: change.Import{Elements: []*state.Element{e}}}); err == nil {
			m = decision.After
		}
	}
	for _, j := range t.Joins {
		if decision, err := domain.Decide(m, change.Command{ID: "settle " + string(j.ID),
			Do: change.Import{Joins: []state.Join{*j}}}); err == nil {
			m = decision.After
		}
	}
	off := map[state.ID]bool{}
	for id, d := range walls {
		plan, err := fabric.WallPlanOf(m, id)
		if err == nil && !sameArea(plan.World(), d.wall.footprint) {
			off[id] = true
		}
	}
	return off
}

// footprintTolerance is the accepted difference between the footprints in the model and in the file, relative to the
// area.
const footprintTolerance = 2e-3

func sameArea(a, b geometry.Region) bool {
	size := b.Area()
	if math.Abs(a.Area()-size) > footprintTolerance*size {
		return false
	}
	return geometry.Subtract(a, b).Area() <= footprintTolerance*size
}

// vary gives the misfit walls and their joins their next form.
func (t *trial) vary(walls map[state.ID]*Draft, off map[state.ID]bool, round int) {
	kept := t.Joins[:0:0]
	for _, j := range t.Joins {
		if !off[j.A] && !off[j.B] {
			kept = append(kept, j)
			continue
		}
		varied := *j
		switch {
		case round == 0 && j.Kind == fabric.JoinL && j.Through != "":
			varied.Through = other(j)
		case round <= 1 && j.Kind == fabric.JoinL:
			varied.Type, varied.Through = fabric.JoinMitre, ""
		case round <= 1 && j.Kind == fabric.JoinX && j.Through != "":
			varied.Through = other(j)
		default:
			t.Report.leftInstance("IfcRelConnectsPathElements", t.reader.relations[j.ID],
				"with it the walls would not have the footprints of the file")
			continue
		}
		kept = append(kept, &varied)
	}
	t.Joins = kept
	if round < 2 {
		return
	}
	for id := range off {
		if d := walls[id]; d.wall.straight != nil {
			d.useStraight(t.reader)
		}
	}
}

func other(j *state.Join) state.ID {
	if j.Through == j.A {
		return j.B
	}
	return j.A
}

// useStraight changes a wall to the form that its footprint alone gives.
func (d *Draft) useStraight(r *reader) {
	w := *d.wall.straight
	d.wall.line = nil
	thickness := w.Thickness
	w.Thickness = 0
	e := *d.Element
	e.Params = &w
	r.ownThickness(&e, thickness, &w.Thickness)
	*d.Element = e
}
