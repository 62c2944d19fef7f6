package member

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Justification is the point of the profile that runs along a beam's line.
type Justification string

// Enum lists the justifications of a beam.
func (Justification) Enum() []string { return []string{"center", "top", "bottom"} }

// Beam is a straight member. The heights of its ends are above its level.
type Beam struct {
	Start         geometry.Point3   `json:"start" jsonschema:"z above the level"`
	End           geometry.Point3   `json:"end"`
	Justification Justification     `json:"justification,omitempty" jsonschema:"which point of the profile runs start to end; default center"`
	Profile       *geometry.Profile `json:"profile,omitempty" jsonschema:"unless the type has one"`
	Rotation      geometry.Angle    `json:"rotation,omitempty" jsonschema:"about the axis"`
	Fixed         *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // replaces the others
}

func (b *Beam) Check(m *state.Model, e *state.Element) error {
	if geometry.Distance3(b.Start, b.End) < bodyshape.MinimumExtent {
		return state.Errorf(state.DegenerateGeometry, "the beam starts where it ends: start and end must differ").With(
			"parameter", "end")
	}
	z := bodyshape.ElevationOf(m, e.LevelID)
	if err := m.CheckHeights("start", z+b.Start.Z, z+b.End.Z); err != nil {
		return err
	}
	return m.CheckOwnProfile(e, b.Profile)
}

func (b *Beam) Moved(t state.Transform) state.Params {
	c := *b
	c.Start, c.End = t.Space(b.Start), t.Space(b.End)
	return &c
}

func (b *Beam) Anchor(*state.Model, *state.Element) geometry.Point3 { return b.Start }

func (b *Beam) Centre() geometry.Point2 { return bodyshape.Middle(b.Start.XY(), b.End.XY()) }

func (b *Beam) FixedField() **state.FixedShape { return &b.Fixed }

// Shape returns the extrusion of the beam: Z along the beam, the profile's width horizontal (X), its depth upwards (Y).
func (b *Beam) Shape(m *state.Model, e *state.Element) (bodyshape.MemberShape, error) {
	profile, err := m.OwnOrTypeProfile(e, b.Profile)
	if err != nil {
		return bodyshape.MemberShape{}, err
	}
	up := geometry.Point3{Z: bodyshape.ElevationOf(m, e.LevelID)}
	start, end := b.Start.Add(up), b.End.Add(up)
	frame := bodyshape.MemberFrame(start, end)
	frame.X = bodyshape.Turned(frame.X, frame.Y(), b.Rotation)
	region, err := profile.Region()
	if err != nil {
		return bodyshape.MemberShape{}, bodyshape.GeometryError(err)
	}
	low, high := region.Bounds()
	var shift geometry.Length
	switch b.Justification {
	case "top":
		shift = -high.Y
	case "bottom":
		shift = -low.Y
	}
	frame.Origin = frame.Point(geometry.Point3{Y: shift})
	return bodyshape.MemberShape{Frame: frame, Profile: profile, Length: geometry.Distance3(start, end)}, nil
}

func (b *Beam) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	s, err := b.Shape(m, e)
	if err != nil {
		return nil, err
	}
	return s.Body()
}

func (b *Beam) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	s, err := b.Shape(m, e)
	if err != nil {
		return nil, err
	}
	return s.Quantities()
}

func (c *Column) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	low, high = c.span(m, e)
	return low, high, len(c.AttachedTop) == 0 && len(c.AttachedBase) == 0
}

func (b *Beam) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	profile, err := m.OwnOrTypeProfile(e, b.Profile)
	low, high = bodyshape.RangeAround(m, e, bodyshape.AroundLine(profile), b.Start, b.End)
	return low, high, err == nil
}
