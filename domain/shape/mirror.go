package shape

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Mirrorable is a category whose elements have a mirror image of the same category about a vertical plane over a line
// in plan. Elements that are measured along a wall are mirrored with the wall instead.
type Mirrorable interface {
	// Mirrored returns the parameters of the mirror image. It returns an error for an element without a mirror image,
	// such as a column whose section has no axis of symmetry.
	Mirrored(m *state.Model, e *state.Element, by geometry.Mirror) (state.Params, error)
}

// Mirrored returns the parameters of the mirror image of an element, or an error with the reason why it has none.
func Mirrored(m *state.Model, e *state.Element, by geometry.Mirror) (state.Params, error) {
	if state.FixedOf(e) != nil {
		return nil, state.Errorf(state.IllegalState, "%s %q has a fixed body, which is not mirrored: leave it out, "+
			"or make it anew by parameters first", e.Category, e.Name).With("element_id", e.ID)
	}
	p, ok := e.Params.(Mirrorable)
	if !ok {
		return nil, state.Errorf(state.IllegalState, "%s %q has no mirror image: leave it out", e.Category,
			e.Name).With("element_id", e.ID)
	}
	return p.Mirrored(m, e, by)
}

// MirroredSection returns the rotation at which a cross section is the mirror image of the same section at a given
// rotation. The mirror line runs through the middle of the section, at an angle in its plane. It returns false if the
// section has no axis of symmetry, because then no rotation gives the image. If the axis is at the angle s and the line
// at l, the image of the section rotated by r is the section rotated by 2 l - 2 s - r.
func MirroredSection(p geometry.Profile, rotation, line geometry.Angle) (geometry.Angle, bool) {
	if Round(p) {
		return rotation, true
	}
	region, err := p.Region()
	if err != nil {
		return 0, false
	}
	for _, axis := range sectionAxes {
		if symmetric(region, axis.image) {
			a := (2*line - 2*axis.angle - rotation) % geometry.FullTurn
			if a < 0 {
				a += geometry.FullTurn
			}
			return a, true
		}
	}
	return 0, false
}

// sectionAxes are the axes of symmetry that profiles have: vertical, horizontal, and the diagonals of an angle with
// equal legs.
var sectionAxes = []struct {
	angle geometry.Angle
	image func(p geometry.Point2) geometry.Point2
}{
	{geometry.QuarterTurn, func(p geometry.Point2) geometry.Point2 { return geometry.Point2{X: -p.X, Y: p.Y} }},
	{0, func(p geometry.Point2) geometry.Point2 { return geometry.Point2{X: p.X, Y: -p.Y} }},
	{geometry.QuarterTurn / 2, func(p geometry.Point2) geometry.Point2 { return geometry.Point2{X: p.Y, Y: p.X} }},
	{-geometry.QuarterTurn / 2, func(p geometry.Point2) geometry.Point2 { return geometry.Point2{X: -p.Y, Y: -p.X} }},
}

// symmetricSlack is the largest distance between the edges of a section and the edges of its image. Halves of odd sizes
// are rounded to a micrometre in both.
const symmetricSlack = 2 * geometry.Micrometre

// symmetric reports whether a region is equal to its image.
func symmetric(region geometry.Region, image func(geometry.Point2) geometry.Point2) bool {
	ring := func(r geometry.Ring) geometry.Ring {
		out := make(geometry.Ring, len(r))
		for i, p := range r {
			out[len(r)-1-i] = image(p)
		}
		return out
	}
	var other geometry.Region
	for _, polygon := range region {
		holes := make([]geometry.Ring, len(polygon.Holes))
		for i, h := range polygon.Holes {
			holes[i] = ring(h)
		}
		p, err := geometry.NewPolygon(ring(polygon.Outer), holes...)
		if err != nil {
			return false
		}
		other = append(other, p)
	}
	most := float64(region.Perimeter().M() * symmetricSlack.M())
	return geometry.Subtract(region, other).Area() <= most && geometry.Subtract(other, region).Area() <= most
}

// MirroredAlong returns the rotation of the mirror image, about a line in plan, of a section that is swept from one
// point to another; see [MemberFrame]. own is an angle by which the profile is turned before it is rotated.
func MirroredAlong(p geometry.Profile, from, to geometry.Point3, own, rotation geometry.Angle,
	by geometry.Mirror) (geometry.Angle, bool) {
	line := geometry.Angle(geometry.QuarterTurn) // the frame of the image is the image of the frame with X reversed
	if from.XY() == to.XY() {
		line = by.Angle()
		if to.Z < from.Z {
			line = -line
		}
	}
	a, ok := MirroredSection(p, own+rotation, line)
	if Round(p) {
		return rotation, true
	}
	if a = (a - own) % geometry.FullTurn; a < 0 {
		a += geometry.FullTurn
	}
	return a, ok
}

// WithoutImage returns the error for an element whose section has no axis of symmetry.
func WithoutImage(e *state.Element) error {
	return state.Errorf(state.IllegalState, "the section of %s %q has no axis of symmetry, so its mirror image is "+
		"another section: leave it out, and place one with that section", e.Category, e.Name).With("element_id", e.ID)
}

// MirroredPoint returns the mirror image of a point in space.
func MirroredPoint(p geometry.Point3, by geometry.Mirror) geometry.Point3 {
	return by.Point(p.XY()).At(p.Z)
}

// Mirrored returns the grid with its axes mirrored.
func (g *Grid) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	out := &Grid{make([]GridAxis, len(g.Axes))}
	for i, a := range g.Axes {
		out.Axes[i] = GridAxis{a.Tag, by.Point(a.Start), by.Point(a.End)}
	}
	return out, nil
}
