package shape

import (
	"math"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// MemberShape is a column, a beam or a segment as an extrusion: a profile along the Z axis of a frame.
type MemberShape struct {
	Frame   geometry.Placement
	Profile geometry.Profile
	Length  geometry.Length
}

// Extruded is a category whose body is a profile along a line: columns, beams and segments.
type Extruded interface {
	Shape(m *state.Model, e *state.Element) (MemberShape, error)
}

// MemberShapeOf returns the extrusion of a column, a beam or a segment.
func MemberShapeOf(m *state.Model, e *state.Element) (MemberShape, error) {
	if state.FixedOf(e) != nil {
		return MemberShape{}, FixedOnly(e)
	}
	if p, ok := e.Params.(Extruded); ok {
		return p.Shape(m, e)
	}
	return MemberShape{}, state.Errorf(state.IllegalState, "a %s is not a member with a profile", e.Category)
}

func (s MemberShape) Body() (geometry.Body, error) {
	region, err := s.Profile.Region()
	if err != nil {
		return nil, GeometryError(err)
	}
	return OneSolid(geometry.Extrude(s.Frame, region, 0, s.Length))
}

func (s MemberShape) Quantities() ([]state.Quantity, error) {
	section, err := s.Profile.Area()
	if err != nil {
		return nil, GeometryError(err)
	}
	around, err := Perimeter(s.Profile)
	if err != nil {
		return nil, err
	}
	outer := float64(around * s.Length.M())
	all := float64(section * s.Length.M())
	return []state.Quantity{
		Length("Length", s.Length.M()), Area("CrossSectionArea", section), Area("OuterSurfaceArea", outer),
		Volume("GrossVolume", all), Volume("NetVolume", all),
	}, nil
}

// MemberFrame returns a frame whose Z runs from start to end, whose X is horizontal, and whose Y points upwards; for a
// vertical member X is the X axis of the world.
func MemberFrame(start, end geometry.Point3) geometry.Placement {
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
	return geometry.Placement{Origin: start, X: x, Z: Unit(d.Vector())}
}

func Unit(v r3.Vector) r3.Vector {
	n := math.Sqrt(float64(v.X*v.X) + float64(v.Y*v.Y) + float64(v.Z*v.Z))
	return r3.Vector{X: v.X / n, Y: v.Y / n, Z: v.Z / n}
}

// Turned returns x turned towards y by an angle. x and y must be perpendicular unit vectors.
func Turned(x, y r3.Vector, a geometry.Angle) r3.Vector {
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

// Roundness holds measures of a body with round sections. The corners of its facets lie on the true curves.
type Roundness struct {
	FacetsOff geometry.Length // how far the facets lie inside the curves at most
	Volume    float64         // m3, of the round body; 0 if only the volume of the facets is known
	Area      float64         // m2, of its surface; 0 if only the area of the facets is known
}

// Sagitta returns how far the middle of a facet lies inside a circle, rounded up.
func Sagitta(diameter geometry.Length) geometry.Length {
	n := geometry.CircleSides(diameter/2, geometry.ChordTolerance)
	return geometry.Length(math.Ceil(float64(diameter) / 2 * (1 - math.Cos(math.Pi/float64(n)))))
}

func Round(p geometry.Profile) bool { return p.Diameter != 0 }

// OutlineOf returns for a hollow profile the solid profile with the same outline, and returns other profiles unchanged.
func OutlineOf(p geometry.Profile) (geometry.Profile, error) {
	switch p.Shape {
	case geometry.ProfileCircleHollow:
		return geometry.Profile{Shape: geometry.ProfileCircle, Diameter: p.Diameter}, nil
	case geometry.ProfileRectangleHollow:
		return geometry.Profile{Shape: geometry.ProfileRectangle, Width: p.Width, Depth: p.Depth}, nil
	}
	return p, p.Validate()
}

// Perimeter returns the length around a profile in m.
func Perimeter(p geometry.Profile) (float64, error) {
	if Round(p) {
		return float64(math.Pi * p.Diameter.M()), nil
	}
	region, err := p.Region()
	if err != nil {
		return 0, GeometryError(err)
	}
	return region.Perimeter().M(), nil
}
