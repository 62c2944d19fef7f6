package domain

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// createMember creates an element that is of one material.
func (t *transaction) createMember(e *Element, material string, properties PropertySets) error {
	if err := properties.check(); err != nil {
		return err
	}
	e.Psets = properties.sorted()
	if err := t.model.takeMaterial(&e.MaterialID, material); err != nil {
		return err
	}
	return t.create(e)
}

// MemberShape is a column, a beam or a segment as an extrusion: a profile along the Z axis of a frame.
type MemberShape struct {
	Frame   geometry.Placement
	Profile geometry.Profile
	Length  geometry.Length
}

// extruded is a category whose body is a profile along a line: columns, beams and segments.
type extruded interface {
	shape(m *Model, e *Element) (MemberShape, error)
}

// MemberShape returns the extrusion of a column, a beam or a segment.
func (m *Model) MemberShape(e *Element) (MemberShape, error) {
	if FixedOf(e) != nil {
		return MemberShape{}, fixedOnly(e)
	}
	if p, ok := e.Params.(extruded); ok {
		return p.shape(m, e)
	}
	return MemberShape{}, Errorf(IllegalState, "a %s is not a member with a profile", e.Category)
}

func (s MemberShape) body() (geometry.Body, error) {
	region, err := s.Profile.Region()
	if err != nil {
		return nil, geometryError(err)
	}
	return oneSolid(geometry.Extrude(s.Frame, region, 0, s.Length))
}

func (s MemberShape) quantities() ([]Quantity, error) {
	section, err := s.Profile.Area()
	if err != nil {
		return nil, geometryError(err)
	}
	around, err := perimeter(s.Profile)
	if err != nil {
		return nil, err
	}
	outer := float64(around * s.Length.M())
	all := float64(section * s.Length.M())
	return []Quantity{
		length("Length", s.Length.M()), area("CrossSectionArea", section), area("OuterSurfaceArea", outer),
		volume("GrossVolume", all), volume("NetVolume", all),
	}, nil
}

// memberFrame returns a frame whose Z runs from start to end, whose X is horizontal, and whose Y points upwards; for a
// vertical member X is the world's.
func memberFrame(start, end geometry.Point3) geometry.Placement {
	d := end.Sub(start)
	if d.X == 0 && d.Y == 0 {
		z := 1.0
		if d.Z < 0 {
			z = -1
		}
		return geometry.Placement{Origin: start, X: r3.Vector{X: 1}, Z: r3.Vector{Z: z}}
	}
	along := geometry.Direction(start.XY(), end.XY())
	x := r3.Vector{X: -along.Y, Y: along.X}
	if d.Z == 0 {
		return geometry.Placement{Origin: start, X: x, Z: along}
	}
	return geometry.Placement{Origin: start, X: x, Z: unit(d.Vector())}
}

func unit(v r3.Vector) r3.Vector {
	n := math.Sqrt(float64(v.X*v.X) + float64(v.Y*v.Y) + float64(v.Z*v.Z))
	return r3.Vector{X: v.X / n, Y: v.Y / n, Z: v.Z / n}
}

// turned returns x turned towards y by an angle; x and y are perpendicular unit vectors.
func turned(x, y r3.Vector, a geometry.Angle) r3.Vector {
	if a == 0 {
		return x
	}
	c, s := a.Cos(), a.Sin()
	return r3.Vector{
		X: float64(c*x.X) + float64(s*y.X),
		Y: float64(c*x.Y) + float64(s*y.Y),
		Z: float64(c*x.Z) + float64(s*y.Z),
	}
}
