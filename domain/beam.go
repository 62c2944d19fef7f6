package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// Justification is the point of the profile that runs along a beam's line, or the side of a stair that its start point
// is on.
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
	Fixed         *FixedShape       `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

func (b *Beam) check(m *Model, e *Element) error {
	if geometry.Distance3(b.Start, b.End) < minimumExtent {
		return Errorf(DegenerateGeometry, "the beam starts where it ends: start and end must differ").With(
			"parameter", "end")
	}
	z := m.elevation(e.LevelID)
	if err := m.checkHeights("start", z+b.Start.Z, z+b.End.Z); err != nil {
		return err
	}
	return m.checkOwnProfile(e, b.Profile)
}

func (b *Beam) moved(t Transform) Params {
	c := *b
	c.Start, c.End = t.space(b.Start), t.space(b.End)
	return &c
}

func (b *Beam) anchor(*Model, *Element) geometry.Point3 { return b.Start }

func (b *Beam) centre() geometry.Point2 { return middle(b.Start.XY(), b.End.XY()) }

func (b *Beam) fixedField() **FixedShape { return &b.Fixed }

// CreateBeam adds a beam.
type CreateBeam struct {
	LevelID ID `json:"level_id"`
	Beam
	TypeID     ID           `json:"type_id,omitempty"`
	Material   string       `json:"material,omitempty" jsonschema:"id or name"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateBeam) decide(t *transaction) error {
	beam := c.Beam
	beam.Justification = Justification(orElse(string(beam.Justification), "center"))
	return t.createMember(&Element{ID: t.newID(), Category: CategoryBeam, Name: c.Name, LevelID: c.LevelID,
		TypeID: c.TypeID, Params: &beam}, c.Material, c.Properties)
}

// shape returns the extrusion: Z along the beam, the profile's width horizontal (X), its depth upwards (Y).
func (b *Beam) shape(m *Model, e *Element) (MemberShape, error) {
	profile, err := m.profileOf(e, b.Profile)
	if err != nil {
		return MemberShape{}, err
	}
	up := geometry.Point3{Z: m.elevation(e.LevelID)}
	start, end := b.Start.Add(up), b.End.Add(up)
	frame := memberFrame(start, end)
	frame.X = turned(frame.X, frame.Y(), b.Rotation)
	region, err := profile.Region()
	if err != nil {
		return MemberShape{}, geometryError(err)
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
	return MemberShape{frame, profile, geometry.Distance3(start, end)}, nil
}

func (b *Beam) body(m *Model, e *Element) (geometry.Body, error) {
	s, err := b.shape(m, e)
	if err != nil {
		return nil, err
	}
	return s.body()
}

func (b *Beam) quantities(m *Model, e *Element) ([]Quantity, error) {
	s, err := b.shape(m, e)
	if err != nil {
		return nil, err
	}
	return s.quantities()
}
