package domain

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// twoSystems builds a storey with a duct of one system, and a pipe of another system half a metre to its left.
func twoSystems(t tester) (b *builder, level, air, water, duct, pipe state.ID) {
	b = newBuilder(t)
	level = b.do(change.CreateLevel{Name: "Ground"})
	air = b.do(change.CreateSystem{Name: "Air", System: services.System{Use: "supply_air"}})
	water = b.do(change.CreateSystem{Name: "Water", System: services.System{Use: "domestic_cold_water"}})
	return b, level, air, water, b.do(straight("duct", level, air, 0)), b.do(straight("pipe", level, water, 1000))
}

// straight returns the command for a straight run of 8 m along x.
func straight(system string, level, in state.ID, y int64) change.CreateSegment {
	profile := &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(200)}
	return change.CreateSegment{System: services.ServiceKind(system), LevelID: level, SystemID: in, Profile: profile,
		Path: []geometry.Point3{{Y: geometry.MM(y)}, {X: geometry.MM(8000), Y: geometry.MM(y)}}}
}

func millimetres(n int64) *geometry.Length {
	l := geometry.MM(n)
	return &l
}

// A clearance between systems also applies to elements that are made later, and to moved elements of either system.
func TestClearanceHoldsBetweenSystems(t *testing.T) {
	b, level, air, water, duct, pipe := twoSystems(t)
	c := b.do(change.AddConstraint{Kind: change.ConstraintClearance, Value: millimetres(300),
		Query: &change.ConstraintQuery{SystemID: air}, OtherQuery: &change.ConstraintQuery{SystemID: water}})
	b.refused(straight("pipe", level, water, 300), state.ConstraintViolated) // 100 mm clear
	b.refused(moving(duct, 0, 600), state.ConstraintViolated)
	b.refused(moving(pipe, 0, -600), state.ConstraintViolated)
	b.do(moving(duct, 0, 400))
	b.do(straight("pipe", level, water, 2000))
	later := b.do(straight("duct", level, air, 5000))
	b.refused(moving(later, 0, -2700), state.ConstraintViolated)
	if _, holds, words, err := change.ConstraintState(b.model, c); err != nil || !holds ||
		words != "2 elements and 2 others, 0 not as declared" {
		t.Errorf("%v %s %v", holds, words, err)
	}
	b.do(change.DeleteElement{ElementIDs: []state.ID{duct, later}})
	b.do(change.DeleteElement{ElementIDs: []state.ID{air}})
	if change.Has(b.model, c) {
		t.Error("the constraint stays without its system")
	}
}

// A fixed constraint by query also holds for elements that are made later. Such an element is placed freely, and cannot
// be moved afterwards.
func TestQueriesFixWhatIsMadeLater(t *testing.T) {
	b, level, _, water, duct, pipe := twoSystems(t)
	b.do(change.AddConstraint{Kind: change.ConstraintFixed,
		Query: &change.ConstraintQuery{Categories: []string{"pipe"}}})
	b.refused(moving(pipe, 0, 100), state.ConstraintViolated)
	later := b.do(straight("pipe", level, water, 4000))
	b.refused(moving(later, 0, 100), state.ConstraintViolated)
	b.do(moving(duct, 0, 100))
}

// Elements of a query follow their level, and take the parameter of the leading element.
func TestElementsOfAQueryFollow(t *testing.T) {
	b, ids := fenced(t)
	level := change.Element(b.model, ids[0]).LevelID
	b.do(change.AddConstraint{Kind: change.ConstraintEqual, ElementIDs: []state.ID{ids[0]}, Parameter: "thickness",
		Query: &change.ConstraintQuery{Categories: []string{"wall"}, LevelID: level}})
	b.do(change.ModifyParameter{ElementID: ids[0], ParameterName: "thickness", Value: []byte("240")})
	for _, id := range ids[1:3] {
		if text := string(state.MustJSON(change.Element(b.model, id).Params)); !strings.Contains(text, `"thickness":240`) {
			t.Errorf("%s", text)
		}
	}
	b.refused(change.ModifyParameter{ElementID: ids[1], ParameterName: "thickness", Value: []byte("300")},
		state.ConstraintViolated)
	b.refused(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: ids[:1],
		Query: &change.ConstraintQuery{Categories: []string{"wall"}}}, state.OutOfRange) // no value
	b.refused(change.AddConstraint{Kind: change.ConstraintFixed, Query: &change.ConstraintQuery{}}, state.OutOfRange)
	b.refused(change.AddConstraint{Kind: change.ConstraintAttachedToElement, ElementIDs: ids[:1],
		Value: millimetres(0), Query: &change.ConstraintQuery{Categories: []string{"wall"}}}, state.OutOfRange)
}

// clear_distance is measured between the faces that look at each other. It still holds when a wall becomes thicker, and
// the follower stays on its side.
func TestClearDistanceIsFromFaceToFace(t *testing.T) {
	b, ids := fenced(t)
	c := b.do(change.AddConstraint{Kind: change.ConstraintClearDistance, ElementIDs: []state.ID{ids[0], ids[1]},
		Value: millimetres(2000)})
	gap := func() geometry.Length {
		boxes := b.boxesOf(ids[0], ids[1])
		return boxes[1].Min.Y - boxes[0].Max.Y
	}
	if gap() != geometry.MM(2000) {
		t.Errorf("%v mm", gap())
	}
	b.do(change.ModifyParameter{ElementID: ids[0], ParameterName: "thickness", Value: []byte("500")})
	b.do(moving(ids[0], 0, 1234))
	if _, holds, words, err := change.ConstraintState(b.model, c); err != nil || !holds || gap() != geometry.MM(2000) {
		t.Errorf("%v mm, %v %s %v", gap(), holds, words, err)
	}
	b.refused(moving(ids[1], 0, 50), state.ConstraintViolated)
	b.refused(change.AddConstraint{Kind: change.ConstraintClearDistance,
		ElementIDs: []state.ID{ids[3], ids[3]}}, state.OutOfRange)
}
