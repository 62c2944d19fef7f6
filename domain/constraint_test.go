package domain

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// fenced builds three parallel walls and a column, 3 m from each other.
func fenced(t tester) (*builder, []state.ID) {
	b := newBuilder(t)
	level := b.do(change.CreateLevel{Name: "Ground"})
	b.do(change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	var ids []state.ID
	for i := range int64(3) {
		ids = append(ids, b.do(wallOf(level, 0, i*3000, 8000, i*3000)))
	}
	ids = append(ids, b.do(change.CreateColumn{BaseLevel: level,
		Column: member.Column{Location: geometry.Point2{X: geometry.MM(2000), Y: geometry.MM(9000)},
			Height: geometry.MM(3000),
			Profile: &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(300),
				Depth: geometry.MM(300)}}}))
	return b, ids
}

func (b *builder) y(id state.ID) geometry.Length {
	return change.PlaceOf(b.model, change.Element(b.model, id)).Y
}

func moving(id state.ID, x, y int64) change.MoveElement {
	return change.MoveElement{ElementIDs: []state.ID{id}, Delta: geometry.Point3{X: geometry.MM(x), Y: geometry.MM(y)}}
}

// A command also makes the changes that follow from it: the second wall follows the first, the third the second.
func TestElementsFollowTheirConstraints(t *testing.T) {
	b, ids := fenced(t)
	b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], ids[1]}})
	b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[1], ids[2]}})
	b.do(change.AddConstraint{Kind: change.ConstraintAttachedToElement, ElementIDs: []state.ID{ids[2], ids[3]}})
	b.do(moving(ids[0], 0, 500))
	for i, want := range []int64{500, 3500, 6500, 9500} {
		if y := b.y(ids[i]); y != geometry.MM(want) {
			t.Errorf("element %d is at y %v, expected %d", i, y, want)
		}
	}
	b.refused(moving(ids[2], 0, -500), state.ConstraintViolated) // an element that follows moves none that leads
	if y := b.y(ids[0]); y != geometry.MM(500) {
		t.Errorf("the first wall is at %v", y)
	}
}

// A constraint is added by its own event, also in a merge or an undo. Logs of earlier versions have another event,
// which leads to the same state.
func TestConstraintsAreAdded(t *testing.T) {
	added := func(events []state.Event, id state.ID) {
		t.Helper()
		for _, e := range events {
			if made, ok := state.CreatedBy(e); ok && made.ID == id {
				if name, schema := state.EventType(e); name != "constraint.added" || schema != 1 {
					t.Errorf("a constraint comes by %s of version %d", name, schema)
				}
				return
			}
		}
		t.Errorf("no event brings the constraint: %v", events)
	}
	b, ids := fenced(t)
	f := forked(t, b)
	id := f.theirs.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], ids[1]}})
	added(f.theirs.log, id)
	out, err := f.merge("")
	if err != nil || len(out.Conflicts) > 0 {
		t.Fatalf("%v, %v", err, out.Conflicts)
	}
	added(out.Decision.Events, id)

	with := f.theirs.model
	gone, err := Decide(with, change.Command{ID: "gone", Do: change.RemoveConstraint{ConstraintIDs: []state.ID{id}}})
	if err != nil {
		t.Fatal(err)
	}
	undone := merge.NewTouches()
	for _, e := range gone.Events {
		undone.Note(e)
	}
	back, err := merge.Undo{ID: "u", Before: with, After: gone.After, Now: gone.After, Undone: undone,
		Later: merge.NewTouches()}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	added(back.Decision.Events, id)

	now := &state.ConstraintAdded{ElementCreated: state.ElementCreated{Element: change.Element(with, id)}}
	old, err := state.DecodeEvent("element.created", 1, state.EncodeEvent(now))
	if err != nil {
		t.Fatal(err)
	}
	before, as := b.model.Clone().Evolve(old).Hash(), b.model.Clone().Evolve(now).Hash()
	if before != as || before == b.model.Hash() {
		t.Error("a log of an earlier version leads to another state")
	}
}

// A leading element may move past its follower. The follower keeps its side, and the next follower keeps its side too.
func TestFollowersStayOnTheirSide(t *testing.T) {
	for _, by := range []int64{4000, 3000, -4000, 7000} {
		b, ids := fenced(t)
		b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], ids[1]}})
		b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[1], ids[2]}})
		b.do(change.AddConstraint{Kind: change.ConstraintDistance,
			ElementIDs: []state.ID{ids[2], ids[3]}}) // a wall and a column
		b.do(moving(ids[0], 0, by))
		for i := range int64(4) {
			if y := b.y(ids[i]); y != geometry.MM(3000*i+by) {
				t.Errorf("by %d: element %d is at %v", by, i, y)
			}
		}
		b.do(moving(ids[0], 0, -by-7000)) // in the other direction
		for i := range int64(4) {
			if y := b.y(ids[i]); y != geometry.MM(3000*i-7000) {
				t.Errorf("back from %d: element %d is at %v", by, i, y)
			}
		}
	}
}

// A following place stays on the same side of the leading place as before the command.
func TestPlacesStayOnTheirSide(t *testing.T) {
	for _, by := range []int64{5000, 2000, 3000, -1000} {
		b, ids := fenced(t)
		level := shape.LevelNamed(b.model, "Ground").ID
		near := b.do(change.CreateColumn{BaseLevel: level,
			Column: member.Column{Location: geometry.Point2{X: geometry.MM(2000), Y: geometry.MM(12000)},
				Height: geometry.MM(3000), Profile: change.Element(b.model, ids[3]).Params.(*member.Column).Profile}})
		b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[3], near}})
		b.do(moving(ids[3], 0, by))
		if y := b.y(near); y != geometry.MM(12000+by) {
			t.Errorf("by %d: the column is at %v", by, y)
		}
	}
}

// A change that leads to a contradiction is refused, and the error names the chain of constraints.
func TestAContradictionNamesTheChain(t *testing.T) {
	b, ids := fenced(t)
	b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], ids[1]}, Name: "first"})
	b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[1], ids[2]}, Name: "second"})
	b.do(change.AddConstraint{Kind: change.ConstraintFixed, ElementIDs: []state.ID{ids[2]}, Name: "third"})
	before := b.model
	_, err := b.try(moving(ids[0], 0, 500))
	if state.CodeOf(err) != state.ConstraintViolated {
		t.Fatalf("moved although the third wall is fixed: %v", err)
	}
	if text := err.Error(); !strings.Contains(text, `"first", then "second", then "third"`) {
		t.Errorf("the chain is not named: %s", text)
	}
	if b.model != before {
		t.Error("the refusal changed the model")
	}
	if _, err := b.try(moving(ids[2], 0, 1)); state.CodeOf(err) != state.ConstraintViolated {
		t.Errorf("a fixed wall moved: %v", err)
	}
}

// Each kind of constraint holds after later edits, in its own way.
func TestKindsOfConstraints(t *testing.T) {
	b, ids := fenced(t)
	upper := shape.LevelNamed(b.model, "Upper").ID
	b.do(change.AddConstraint{Kind: change.ConstraintAttachedToLevel, ElementIDs: []state.ID{ids[0]}, LevelID: upper})
	b.do(change.AddConstraint{Kind: change.ConstraintEqual, ElementIDs: []state.ID{ids[0], ids[1]},
		Parameter: "height"})
	before := change.Element(b.model, ids[0]).Params.(*fabric.Wall).Height
	b.do(setting(upper, "elevation", 3400))
	for _, id := range ids[:2] {
		if h := change.Element(b.model, id).Params.(*fabric.Wall).Height; h != before+geometry.MM(400) {
			t.Errorf("a wall is %v high after its level rose", h)
		}
	}
	value := geometry.MM(2000)
	b.do(change.AddConstraint{Kind: change.ConstraintClearance, ElementIDs: []state.ID{ids[1], ids[2]}, Value: &value})
	if _, err := b.try(moving(ids[2], 0, -1000)); state.CodeOf(err) != state.ConstraintViolated {
		t.Errorf("the clearance is given up: %v", err)
	}
	b.do(moving(ids[2], 0, -500))
	b.do(change.AddConstraint{Kind: change.ConstraintAligned, ElementIDs: []state.ID{ids[2], ids[3]}})
	if b.y(ids[3]) != b.y(ids[2]) {
		t.Errorf("the column is at %v, the wall at %v", b.y(ids[3]), b.y(ids[2]))
	}
}

// Deleting an element deletes its constraints.
func TestConstraintsGoWithTheirElements(t *testing.T) {
	b, ids := fenced(t)
	c := b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], ids[1]}})
	b.do(change.DeleteElement{ElementIDs: []state.ID{ids[1]}})
	if change.Has(b.model, c) || len(change.ConstraintsOf(b.model, ids[0])) > 0 {
		t.Error("the constraint is still there")
	}
	for _, wrong := range []change.AddConstraint{
		{Kind: change.ConstraintDistance, ElementIDs: ids[:1]},
		{Kind: change.ConstraintEqual, ElementIDs: []state.ID{ids[0], ids[2]}, Parameter: "colour"},
		{Kind: change.ConstraintAttachedToLevel, ElementIDs: ids[:1]},
		{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], ids[0]}}, {Kind: change.ConstraintFixed},
	} {
		if _, err := b.try(wrong); err == nil {
			t.Errorf("accepted %+v", wrong)
		}
	}
}

// After any accepted commands every constraint holds. A refused command leaves the model unchanged. Folding the events
// again gives the same state.
func TestConstraintsHoldAfterAnyCommands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ids := estate(t)
		var walls []state.ID
		for _, id := range ids {
			if c := change.Element(b.model, id).Category; c == state.CategoryWall || c == state.CategoryProxy {
				walls = append(walls, id)
			}
		}
		replayed := b.model.Clone()
		for range rapid.IntRange(5, 25).Draw(t, "commands") {
			op := constrainedOperation(t, b, ids, walls)
			before := b.model.Hash()
			d, err := b.try(op)
			if err != nil {
				if b.model.Hash() != before {
					t.Fatalf("the refusal of %T changed the model", op)
				}
				continue
			}
			b.model = d.After
			for _, e := range d.Events {
				name, schema := state.EventType(e)
				stored, err := state.DecodeEvent(name, schema, state.EncodeEvent(e))
				if err != nil {
					t.Fatal(err)
				}
				replayed.Evolve(stored)
			}
			holdAll(t, b.model)
		}
		if !bytes.Equal([]byte(replayed.Hash()), []byte(b.model.Hash())) {
			t.Error("the replay is another state")
		}
	})
}

func holdAll(t *rapid.T, m *state.Model) {
	for _, id := range m.OfCategory(state.CategoryConstraint) {
		c := change.Element(m, id).Params.(*change.Constraint)
		if s, err := change.MeasureConstraint(m, c); err != nil || !s.Holds {
			t.Fatalf("%s: %s (%v)", change.DescribeConstraint(m, c), s.Words, err)
		}
	}
}

// constrainedOperation draws a command: one that adds or removes a constraint, or one that changes elements.
func constrainedOperation(t *rapid.T, b *builder, ids, walls []state.ID) change.Operation {
	there := slices.DeleteFunc(slices.Clone(walls), func(id state.ID) bool { return !change.Has(b.model, id) })
	if len(there) < 2 {
		return change.CreateLevel{Name: "Another"}
	}
	one := rapid.SampledFrom(there).Draw(t, "one")
	other := rapid.SampledFrom(there).Draw(t, "other")
	shift := func(name string) int64 { return rapid.Int64Range(-4, 4).Draw(t, name) * 250 }
	upper := shape.LevelNamed(b.model, "Upper").ID
	value := geometry.MM(rapid.Int64Range(0, 8).Draw(t, "value") * 500)
	ops := []change.Operation{
		moving(one, shift("x"), shift("y")), moving(one, shift("x"), shift("y")),
		setting(one, "height", rapid.SampledFrom([]int{2600, 3000, 3400}).Draw(t, "height")),
		change.MoveElement{ElementIDs: []state.ID{one}, Rotation: geometry.Angle(rapid.Int64Range(-2, 2).Draw(t,
			"turn")) * 15 * geometry.Degree},
		setting(upper, "elevation", rapid.SampledFrom([]int{2800, 3000, 3200}).Draw(t, "elevation")),
		change.DeleteElement{ElementIDs: []state.ID{one}},
		change.MoveElement{ElementIDs: []state.ID{one, other}, Delta: geometry.Point3{X: geometry.MM(shift("x")),
			Y: geometry.MM(shift("y"))}, Rotation: 30 * geometry.Degree},
	}
	for _, kind := range change.ConstraintDistance.Enum() {
		c := change.AddConstraint{Kind: change.ConstraintKind(kind), ElementIDs: []state.ID{one, other},
			LevelID: upper, Parameter: "height"}
		if c.Kind == change.ConstraintFixed || c.Kind == change.ConstraintAttachedToLevel {
			c.ElementIDs = c.ElementIDs[:1]
		}
		if rapid.Bool().Draw(t, "given") {
			c.Value = &value
		}
		ops = append(ops, c)
	}
	if all := b.model.OfCategory(state.CategoryConstraint); len(all) > 0 {
		ops = append(ops, change.RemoveConstraint{ConstraintIDs: []state.ID{rapid.SampledFrom(all).Draw(t,
			"constraint")}})
	}
	return rapid.SampledFrom(ops).Draw(t, "operation")
}

// An element of another program is placed by its fixed shape. A fixed constraint holds it in place, and it can be the
// leading element of a constraint.
func TestConstraintsHoldWhatHasAFixedShape(t *testing.T) {
	p := newPlot(t)
	slab := &state.Element{ID: state.DeriveID("foreign roof", 1), Category: state.CategoryRoof, Name: "Foreign",
		LevelID: p.level,
		Params:  &fabric.Roof{Fixed: &state.FixedShape{FixedPiece: state.FixedPiece{Location: shift(500, 0, 100)}}}}
	p.do(change.Import{Elements: []*state.Element{slab},
		Bodies: map[state.ID]geometry.Body{slab.ID: {cubeSolid(1000).Solid()}}})
	stair := p.foreignStair(p.level)
	p.do(change.AddConstraint{Kind: change.ConstraintAttachedToElement, ElementIDs: []state.ID{slab.ID, stair}})
	p.do(change.MoveElement{ElementIDs: []state.ID{slab.ID}, Delta: shift(1000, 0, 0)})
	if e, _ := p.model.Element(stair); state.FixedOf(e).Location != shift(1000, 0, 100) {
		t.Errorf("the stair is at %v and does not follow", state.FixedOf(e).Location)
	}
	p.do(change.AddConstraint{Kind: change.ConstraintFixed, ElementIDs: []state.ID{slab.ID}})
	p.refused(change.MoveElement{ElementIDs: []state.ID{slab.ID}, Delta: shift(1000, 0, 0)}, state.ConstraintViolated)
}

// A curved wall has no straight axis, so it cannot have a distance, but it can have other constraints. A straight wall
// with a distance cannot be curved.
func TestDistancesOfCurvedWallsAreRefused(t *testing.T) {
	p := newPlot(t)
	straight, other := p.wall(mm(0, 0), mm(5000, 0), 200), p.wall(mm(0, 3000), mm(5000, 3000), 200)
	curved := p.arc(mm(0, 5000), mm(2500, 6000), mm(5000, 5000), 200)
	for _, kind := range []change.ConstraintKind{change.ConstraintDistance, change.ConstraintAligned} {
		p.refused(change.AddConstraint{Kind: kind, ElementIDs: []state.ID{straight, curved}}, state.OutOfRange)
	}
	p.do(change.AddConstraint{Kind: change.ConstraintFixed, ElementIDs: []state.ID{curved}})
	p.refused(change.MoveElement{ElementIDs: []state.ID{curved}, Delta: geometry.Point3{X: 1000}},
		state.ConstraintViolated)
	p.refused(change.ModifyParameter{ElementID: curved, ParameterName: "mid", Value: json.RawMessage("[2500,7000]")},
		state.ConstraintViolated)
	p.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{straight, other}})
	p.refused(change.ModifyParameter{ElementID: other, ParameterName: "mid", Value: json.RawMessage("[2500,4000]")},
		state.ConstraintViolated)
}

// Distances are refused for elements with neither an axis nor a single place, and equal is refused with a value. An
// element without a parameter for its height is attached to a level by its body.
func TestConstraintsThatMeanNothingAreRefused(t *testing.T) {
	b, ids := fenced(t)
	ground, upper := shape.Levels(b.model)[0].ID, shape.Levels(b.model)[1].ID
	slab := b.do(change.CreateFloor{LevelID: ground, Floor: fabric.Floor{Boundary: rectangle(0, 0, 8000, 6000),
		Thickness: geometry.MM(200)}})
	ceiling := b.do(change.CreateCeiling{LevelID: ground, Ceiling: fabric.Ceiling{Boundary: rectangle(0, 0, 8000, 6000),
		Height: geometry.MM(2500), Thickness: geometry.MM(20)}})
	value := geometry.MM(3000)
	b.refused(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{slab, ceiling}},
		state.OutOfRange)
	b.refused(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], ceiling}},
		state.OutOfRange)
	b.refused(change.AddConstraint{Kind: change.ConstraintAligned, ElementIDs: []state.ID{slab, ids[0]}},
		state.OutOfRange)
	b.refused(change.AddConstraint{Kind: change.ConstraintEqual, ElementIDs: []state.ID{ids[0], ids[1]},
		Parameter: "height",
		Value:     &value}, state.OutOfRange)
	b.do(change.AddConstraint{Kind: change.ConstraintAttachedToLevel, ElementIDs: []state.ID{ceiling}, LevelID: upper,
		End: "base"})
	b.do(change.ModifyParameter{ElementID: upper, ParameterName: "elevation", Value: []byte("3200")})
	if h := change.Element(b.model, ceiling).Params.(*fabric.Ceiling).Height; h != geometry.MM(2700) {
		t.Errorf("the ceiling is %v high, expected 2700", h)
	}
}

// The second part of a segment that a branch divides gets the constraints of the segment.
func TestPartsOfASegmentKeepItsConstraints(t *testing.T) {
	b, ids := fenced(t)
	ground := shape.Levels(b.model)[0].ID
	duct := func(x0, y0, x1, y1 int64) change.CreateSegment {
		return change.CreateSegment{LevelID: ground, System: "duct", Path: []geometry.Point3{
			mm(x0, y0).At(geometry.MM(2500)), mm(x1, y1).At(geometry.MM(2500))},
			Profile: &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(200),
				Depth: geometry.MM(200)}}
	}
	b.do(duct(0, 1500, 6000, 1500))
	main := b.model.OfCategory(state.CategoryDuct)[0]
	b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], main}})
	b.do(duct(3000, 1500, 3000, 2800))
	for _, id := range b.model.OfCategory(state.CategoryDuct) {
		if e := change.Element(b.model,
			id); e.Params.(*services.Segment).Start.Y == e.Params.(*services.Segment).End.Y {
			b.refused(moving(id, 0, 500), state.ConstraintViolated)
		}
	}
}

// A hole that touches the edge of a floor or ceiling is a notch, like an opening there.
func TestHolesMayTouchTheEdge(t *testing.T) {
	b, _ := fenced(t)
	ground := shape.Levels(b.model)[0].ID
	for _, c := range []struct {
		holes []geometry.Ring
		area  float64
	}{
		{[]geometry.Ring{rectangle(0, 1000, 1000, 2000)}, 47},
		{[]geometry.Ring{rectangle(0, 0, 1000, 1000)}, 47},
		{[]geometry.Ring{rectangle(2000, 2000, 3000, 3000), rectangle(3000, 2000, 4000, 3000)}, 46},
		{[]geometry.Ring{rectangle(2000, 2000, 3000, 3000), rectangle(0, 1000, 1000, 2000)}, 46},
	} {
		slab := b.do(change.CreateFloor{LevelID: ground, Floor: fabric.Floor{Boundary: rectangle(0, 0, 8000, 6000),
			Holes:     c.holes,
			Thickness: geometry.MM(200)}})
		list, err := elements.Quantities(b.model, slab)
		net, _ := shape.QuantityNamed(list, "NetArea")
		if err != nil || math.Abs(net-c.area) > 1e-9 {
			t.Errorf("%v: %v m2, %v; expected %v", c.holes, net, err, c.area)
		}
	}
	b.refused(change.CreateFloor{LevelID: ground, Floor: fabric.Floor{Boundary: rectangle(0, 0, 8000, 6000),
		Holes: []geometry.Ring{rectangle(-500, 1000, 1000, 2000)}, Thickness: geometry.MM(200)}},
		state.DegenerateGeometry)
	b.refused(change.CreateFloor{LevelID: ground, Floor: fabric.Floor{Boundary: rectangle(0, 0, 8000, 6000),
		Holes: []geometry.Ring{rectangle(3000, 0, 4000, 6000)}, Thickness: geometry.MM(200)}}, state.DegenerateGeometry)
}
