package domain

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// partitioned builds a level with a partition between two ceilings and a third ceiling above, out of reach of the
// partition. The right ceiling has a skewed end.
func partitioned(t tester) (b *builder, wall, left, right, above state.ID) {
	b = newBuilder(t)
	ground := b.do(change.CreateLevel{Name: "Ground"})
	wall = b.do(change.CreateWall{LevelID: ground, Wall: fabric.Wall{Start: mm(6000, 0), End: mm(6000, 8000),
		Height: geometry.MM(3000), Thickness: geometry.MM(100)}})
	ceiling := func(height int64, outline ...geometry.Point2) state.ID {
		return b.do(change.CreateCeiling{LevelID: ground, Ceiling: fabric.Ceiling{Boundary: outline,
			Height: geometry.MM(height), Thickness: geometry.MM(20)}})
	}
	left = ceiling(2700, mm(0, 0), mm(5950, 0), mm(5950, 8000), mm(0, 8000))
	right = ceiling(2700, mm(6050, 0), mm(12000, 0), mm(12000, 9190), mm(6050, 8000))
	above = ceiling(3100, mm(0, 0), mm(5950, 0), mm(5950, 8000), mm(0, 8000))
	return b, wall, left, right, above
}

func (b *builder) outline(id state.ID) []geometry.Point2 {
	return change.Element(b.model, id).Params.(*fabric.Ceiling).Boundary
}

// A ceiling follows the face of the wall that it is drawn to when the face moves or turns, or the wall becomes thicker.
// A skewed side is extended to where it meets the face. Ceilings beyond the wall stay unchanged. Ceilings that the
// command itself moves do not follow either.
func TestCeilingsFollowTheFacesOfWalls(t *testing.T) {
	b, wall, left, right, above := partitioned(t)
	check := func(what string, id state.ID, want ...geometry.Point2) {
		t.Helper()
		if got := b.outline(id); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	b.do(change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(500, 300, 0)})
	check("left, moved", left, mm(0, 0), mm(6450, 0), mm(6450, 8000), mm(0, 8000))
	check("right, moved", right, mm(6550, 0), mm(12000, 0), mm(12000, 9190), mm(6550, 8100))
	check("above", above, mm(0, 0), mm(5950, 0), mm(5950, 8000), mm(0, 8000))
	b.do(change.ModifyParameter{ElementID: wall, ParameterName: "thickness", Value: []byte("300")})
	check("left, thicker", left, mm(0, 0), mm(6350, 0), mm(6350, 8000), mm(0, 8000))
	b.do(change.MoveElement{ElementIDs: []state.ID{wall, left}, Delta: shift(100, 0, 0)})
	check("left, moved itself", left, mm(100, 0), mm(6450, 0), mm(6450, 8000), mm(100, 8000))
	check("right, alone", right, mm(6750, 0), mm(12000, 0), mm(12000, 9190), mm(6750, 8140))
	b.do(change.ModifyParameter{ElementID: wall, ParameterName: "end", Value: []byte("[7100, 8300]")})
	if p := b.outline(left)[2]; (p.X-geometry.MM(6934)).Abs() > geometry.MM(10) || p.Y != geometry.MM(8000) {
		t.Errorf("left, turned: %v", p)
	}
}

// A ceiling that would lose its outline stays, with a warning.
func TestACeilingThatCannotFollowIsTold(t *testing.T) {
	b, wall, left, _, _ := partitioned(t)
	before := slices.Clone(b.outline(left))
	d, err := Decide(b.model, change.Command{ID: "00000000-0000-4000-8000-00000000f010",
		Do: change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(-7000, 0, 0)}})
	if err != nil {
		t.Fatal(err)
	}
	after := change.Element(d.After, left).Params.(*fabric.Ceiling).Boundary
	if !slices.Equal(before, after) || !slices.ContainsFunc(d.Warnings, func(w change.Warning) bool {
		return w.Code == "CEILING_LEFT"
	}) {
		t.Errorf("%v, warnings %v", after, d.Warnings)
	}
}

// A terminal follows the duct that it hangs on, or the second part of the duct if a tee divides the duct before it. It
// follows only its host.
func TestATerminalGoesWithItsDuct(t *testing.T) {
	b, ground, _ := plant(t)
	duct := b.run(ductOf(ground, point(0, 0, 2500), point(9000, 0, 2500)), state.CategoryDuct)[0].ID
	diffuser := func(x int64) state.ID {
		return b.do(change.PlaceComponent{Category: "terminal", HostID: duct, Component: component.Component{
			Use: "air_terminal", Location: point(x, 0, 2300), Width: geometry.MM(300), Depth: geometry.MM(300),
			Height: geometry.MM(100)}})
	}
	near, far := diffuser(1000), diffuser(8000)
	at := func(id state.ID) geometry.Point3 {
		return change.Element(b.model, id).Params.(*component.Component).Location
	}
	b.do(change.MoveElement{ElementIDs: []state.ID{duct}, Delta: shift(0, 700, 100)})
	if at(near) != point(1000, 700, 2400) || at(far) != point(8000, 700, 2400) {
		t.Errorf("moved to %v and %v", at(near), at(far))
	}
	parts := b.run(ductOf(ground, point(4000, 700, 2600), point(4000, 5000, 2600)), state.CategoryDuct)
	second := change.Element(b.model, far).HostID
	if change.Element(b.model, near).HostID != duct || second == duct || !slices.ContainsFunc(parts,
		func(e *state.Element) bool { return e.ID == second }) {
		t.Errorf("after a tee the hosts are %s and %s, the duct is %s", change.Element(b.model, near).HostID, second,
			duct)
	}
	if _, err := Decide(b.model, change.Command{ID: "00000000-0000-4000-8000-00000000f011", Do: change.PlaceComponent{
		Category: "furniture", HostID: duct, Component: component.Component{Location: point(0, 0, 0),
			Width: geometry.MM(300), Depth: geometry.MM(300), Height: geometry.MM(100)}}}); err == nil {
		t.Error("a duct hosts furniture")
	}
}

// A ceiling also follows a wall that a constraint moves.
func TestCeilingsFollowWallsThatFollow(t *testing.T) {
	b, wall, left, _, _ := partitioned(t)
	lead := b.do(change.CreateWall{LevelID: change.Element(b.model, wall).LevelID, Wall: fabric.Wall{
		Start: mm(15000, 0), End: mm(15000, 8000), Height: geometry.MM(3000), Thickness: geometry.MM(100)}})
	b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{lead, wall}})
	b.do(change.MoveElement{ElementIDs: []state.ID{lead}, Delta: shift(500, 0, 0)})
	want := []geometry.Point2{mm(0, 0), mm(6450, 0), mm(6450, 8000), mm(0, 8000)}
	if !slices.Equal(b.outline(left), want) {
		t.Errorf("the ceiling has %v, want %v", b.outline(left), want)
	}
}
