package csg

import (
	"errors"
	"math"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// TestMeasures compares centre, boxes and parts of a body of two blocks, one hollow, with their dimensions.
func TestMeasures(t *testing.T) {
	e := Union(Subtract(boxOf(0, 0, 0, 4, 2, 1), boxOf(1, 0.5, 0.25, 2, 1, 0.75)), boxOf(10, 0, 0, 11, 1, 1))
	for seed := range uint64(20) {
		place := Identity()
		if seed > 0 {
			place = pose(seeded(seed))
		}
		s := must(Evaluate(e.moved(place)))
		parts := s.Parts()
		if len(parts) != 3 || math.Abs(parts[0]-8) > 1e-9 ||
			math.Abs(parts[1]+0.25) > 1e-9 && math.Abs(parts[2]+0.25) > 1e-9 {
			t.Fatalf("seed %d: parts %v", seed, parts)
		}
		split := s.Split()
		for i, p := range split {
			if math.Abs(p.Volume()-parts[i]) > 1e-9 {
				t.Errorf("seed %d: part %d has %v m3, alone %v", seed, i, parts[i], p.Volume())
			}
		}
		want := place.Point(xyz((8*2-0.25*1.5+10.5)/8.75, (8*1-0.25*0.75+0.5)/8.75, 0.5))
		if d := s.Centroid().Sub(want).Norm(); d > 1e-3 {
			t.Errorf("seed %d: centre is off by %v um", seed, d)
		}
		b := s.PrincipalBox()
		if b.Size.Sub(xyz(11, 2, 1)).Norm() > 1e-2 || b.Centre.Sub(place.Point(xyz(5.5, 1, 0.5))).Norm() > 1e-2 {
			t.Errorf("seed %d: principal box %v", seed, b)
		}
	}
}

// TestRefusals checks that expressions that cannot be evaluated are refused with a reason.
func TestRefusals(t *testing.T) {
	box := boxOf(0, 0, 0, 1, 1, 1)
	far := box.moved(Translation(r3.Vector{X: 1e13}))
	for name, c := range map[string]struct {
		err  error
		want error
	}{
		"flat box":          {second(Box(xyz(0, 0, 0), xyz(1, 0, 1))), ErrDegenerateOperand},
		"flat prism":        {second(Prism([]r3.Vector{{}, {X: m}, {X: 2 * m}}, nil, 0, m)), ErrDegenerateOperand},
		"prism upside down": {second(Prism([]r3.Vector{{}, {X: m}, {Y: m}}, nil, m, 0)), ErrDegenerateOperand},
		"two segments":      {second(Cylinder(r3.Vector{}, m, 2, 0, m)), ErrDegenerateOperand},
		"open polyhedron": {second(Polyhedron([]r3.Vector{{}, {X: m}, {Y: m}, {Z: m}},
			[][]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}})), ErrOpenOperand},
		"missing vertex": {second(Polyhedron([]r3.Vector{{}, {X: m}, {Y: m}}, [][]int32{{0, 2, 7}})),
			ErrDegenerateOperand},
		"nothing":            {second(Evaluate(Expr{})), ErrNoOperand},
		"union of nothing":   {second(Evaluate(Union())), ErrNoOperand},
		"too far":            {second(Evaluate(Union(box, far))), ErrOutOfRange},
		"not a number":       {second(Evaluate(box.moved(Translation(r3.Vector{X: math.NaN()})))), ErrOutOfRange},
		"tolerance too wide": {second(EvaluateWithin(box, 1000)), ErrOutOfRange},
		"flat by its motion": {second(Evaluate(box.moved(Scaling(r3.Vector{X: 1, Y: 1})))), ErrDegenerateOperand},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, expected %v", name, c.err, c.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestRoundTrips checks that solids and meshes of package geometry keep their volume and topology.
func TestRoundTrips(t *testing.T) {
	frame := geometry.PlacementInPlan(geometry.Point3{X: 5_000_000, Y: 7_000_000, Z: 3_000},
		geometry.Point2{X: 9_000_000, Y: 8_500_000})
	hole := geometry.Rectangle(geometry.Point2{X: 500_000, Y: 500_000}, geometry.Point2{X: 900_000, Y: 700_000}).Outer
	plan := geometry.Rectangle(geometry.Point2{}, geometry.Point2{X: 4_000_000, Y: 1_000_000})
	base := must(geometry.NewPolygon(plan.Outer, hole))
	solid := must(geometry.Extrude(frame, geometry.Region{base}, 0, 3_000_000))
	s := must(Evaluate(Of(must(FromSolid(solid)))))
	back := must(s.Solid())
	if back.Volume() != solid.Volume() || back.Euler() != solid.Euler() {
		t.Errorf("volume %v, euler %d; it was %v and %d", back.Volume(), back.Euler(), solid.Volume(), solid.Euler())
	}
	mesh := must(Evaluate(Of(must(FromMesh(solid.Mesh())))))
	if math.Abs(mesh.Volume()-solid.Volume()) > 1e-5 || mesh.Euler() != solid.Euler() {
		t.Errorf("mesh: volume %v, euler %d", mesh.Volume(), mesh.Euler())
	}
}
