package domain

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// randomRoof returns a roof or a floor of 12 m by 9 m, in a form that is drawn at random.
func randomRoof(r *rand.Rand, level state.ID) change.Operation {
	boundary, thick := rectangle(0, 0, 12000, 9000), geometry.MM(120+r.Int64N(480))
	kind := []string{"floor", "falls", "flat", "shed", "gable", "hip"}[r.IntN(6)]
	switch kind {
	case "floor":
		return change.CreateFloor{LevelID: level, Floor: fabric.Floor{Boundary: boundary, Thickness: thick}}
	case "falls":
		return change.CreateFloor{LevelID: level, Floor: fabric.Floor{Boundary: boundary, Thickness: thick,
			Falls: []fabric.FloorFall{{To: []geometry.Point2{mm(6000, 4500)}, Slope: 0.5}}}}
	}
	c := change.CreateRoof{LevelID: level, Roof: fabric.Roof{Boundary: boundary, RoofType: fabric.RoofType(kind),
		Thickness: thick}}
	if kind != "flat" {
		c.Slope = geometry.Angle(5+r.Int64N(55)) * geometry.Degree
	}
	if kind == "shed" {
		c.RidgeDirection = "x"
	}
	return c
}

// randomSkylight returns a skylight over [randomRoof].
func randomSkylight(r *rand.Rand) fabric.Skylight {
	return fabric.Skylight{Location: mm(1500+r.Int64N(9000), 1000+r.Int64N(7000)),
		Width: geometry.MM(300 + r.Int64N(900)), Height: geometry.MM(300 + r.Int64N(900)),
		Rotation:  geometry.Angle(r.Int64N(180)) * geometry.Degree,
		Cut:       []fabric.SkylightCut{fabric.CutSquare, fabric.CutPlumb}[r.IntN(2)],
		Operation: []fabric.SkylightOperation{fabric.SkylightFixed, fabric.SkylightPivot}[r.IntN(2)],
		Upstand:   geometry.MM(r.Int64N(300))}
}

// TestSkylightsAreUndoneAndMerged checks that random skylights in roofs and floors of every form are taken back by an
// undo and kept by a merge: placed, moved and changed, and deleted with their openings. A parameter that both sides
// change is a conflict, and so is a change of a skylight that the other side deletes.
func TestSkylightsAreUndoneAndMerged(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 54))
	f := newFork(t)
	for made := 0; made < manyOf(200); {
		s := newSide(t, &builder{t: t, model: f.base, n: 100}, 1)
		host := s.do(randomRoof(r, f.level))
		hosted := s.model
		s = newSide(t, s.builder, 1000)
		place := change.PlaceSkylight{RoofID: host, Skylight: randomSkylight(r)}
		if _, err := s.try(place); state.CodeOf(err) == state.OpeningOutsideHost {
			continue
		}
		made++
		s.do(place)
		checkTakenBack(t, hosted, s)
		placed := s.model
		id := placed.OfCategory(state.CategorySkylight)[0]
		s = newSide(t, s.builder, 2000)
		s.do(setting(id, "upstand", 310))
		move := change.MoveElement{ElementIDs: []state.ID{id}, Delta: shift(20-r.Int64N(40), 20-r.Int64N(40), 0)}
		if _, err := s.try(move); err == nil {
			s.do(move)
		}
		checkTakenBack(t, placed, s)
		s = newSide(t, &builder{t: t, model: placed, n: 9000}, 1)
		s.do(change.DeleteElement{ElementIDs: []state.ID{id}})
		if left := s.model.HostedBy(host); len(left) > 0 {
			t.Fatalf("a deleted skylight leaves %v", left)
		}
		checkTakenBack(t, placed, s)
		s = newSide(t, &builder{t: t, model: placed, n: 9000}, 1)
		s.do(change.DeleteElement{ElementIDs: []state.ID{host}})
		checkTakenBack(t, placed, s)
		checkSkylightConflicts(t, placed, id, s.builder.n)
	}
}

// checkSkylightConflicts changes a skylight on two branches and expects one conflict, which either side may settle.
func checkSkylightConflicts(t *testing.T, base *state.Model, id state.ID, n int) {
	t.Helper()
	for _, c := range []struct {
		theirs change.Operation
		class  merge.ConflictClass
	}{{setting(id, "upstand", 320), merge.ConflictValue},
		{change.DeleteElement{ElementIDs: []state.ID{id}}, merge.ConflictDeleted}} {
		b := &builder{t: t, model: base, n: n}
		f := &fork{t: t, name: "option", base: base, ours: newSide(t, b, 1000), theirs: newSide(t, b, 2000)}
		f.ours.do(setting(id, "upstand", 330))
		f.theirs.do(c.theirs)
		found := f.conflict(c.class)
		if found.ElementID != id {
			t.Errorf("the conflict is about %s, not the skylight %s", found.ElementID, id)
		}
		for _, choice := range []state.Choice{merge.TakeOurs, merge.TakeTheirs} {
			f.take(found, choice)
		}
	}
}

// TestTheOpeningOfASkylightSaysWhatFillsIt checks that refusals to delete, copy and modify the opening of a skylight
// name the skylight and speak of no door or window.
func TestTheOpeningOfASkylightSaysWhatFillsIt(t *testing.T) {
	p := newPlot(t)
	roof := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 12000, 9000),
		Thickness: geometry.MM(200)}})
	p.do(change.PlaceSkylight{RoofID: roof, Skylight: fabric.Skylight{Location: mm(6000, 4500),
		Width: geometry.MM(1000), Height: geometry.MM(1000)}})
	e, _ := p.model.Element(skylightIn(p, roof))
	aside := shift(2000, 0, 0)
	for _, op := range []change.Operation{
		change.DeleteElement{ElementIDs: []state.ID{e.FillsID}},
		change.CopyElement{ElementIDs: []state.ID{e.FillsID}, Delta: &aside},
		change.MoveElement{ElementIDs: []state.ID{e.FillsID}, Delta: aside},
		setting(e.FillsID, "sill_height", 100),
	} {
		told := p.refused(op, state.IllegalState).Error()
		if !strings.Contains(told, string(e.ID)) || strings.Contains(told, "door") {
			t.Errorf("%T: %q", op, told)
		}
	}
}

// TestHugeSkylightsAreRefusedInBoundedSteps checks that a skylight of any size in a roof of 400 corners is refused with
// a size that fits, and that this size is then accepted.
func TestHugeSkylightsAreRefusedInBoundedSteps(t *testing.T) {
	p := newPlot(t)
	ring := make([]geometry.Point2, 400)
	for i := range ring {
		turn := geometry.Angle(int64(geometry.FullTurn) * int64(i) / int64(len(ring)))
		ring[i] = mm(int64(20_000*turn.Cos()), int64(20_000*turn.Sin()))
	}
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: ring, RoofType: fabric.RoofFlat,
		Thickness: geometry.MM(200)}})
	for _, size := range []int64{60_000, 1_000_000, 19_000_000} {
		told := p.refused(change.PlaceSkylight{RoofID: roof, Skylight: fabric.Skylight{Location: mm(0, 0),
			Width: geometry.MM(size), Height: geometry.MM(size)}}, state.OpeningOutsideHost)
		if !strings.Contains(told.Error(), "up to 28") { // the square in a circle of 20 m has 28,284 mm
			t.Errorf("%d mm: %q", size, told)
		}
	}
}
