package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// FlowDirection is the direction of flow through a segment.
type FlowDirection string

// The directions.
const (
	FlowForward FlowDirection = "forward" // from start to end
	FlowReverse FlowDirection = "reverse"
	FlowEither  FlowDirection = "both"
)

// Enum lists the directions.
func (FlowDirection) Enum() []string { return []string{"forward", "reverse", "both"} }

// Segment is a straight piece of duct, pipe or cable carrier. The heights of its ends are above its level; its line is
// the middle of its profile. It has a port at each end.
type Segment struct {
	Start    geometry.Point3   `json:"start" jsonschema:"z above the level"`
	End      geometry.Point3   `json:"end"`
	Profile  *geometry.Profile `json:"profile,omitempty" jsonschema:"unless the type has one"`
	Rotation geometry.Angle    `json:"rotation,omitempty" jsonschema:"of the profile about the line"`
	Flow     FlowDirection     `json:"flow,omitempty"`
	SystemID ID                `json:"system_id,omitempty"`
}

func (s *Segment) mentions() ID { return s.SystemID }

func (s *Segment) check(m *Model, e *Element) error {
	if geometry.Distance3(s.Start, s.End) < minimumExtent {
		return Errorf(DegenerateGeometry, "the %s starts where it ends: start and end must differ",
			e.Category).With("parameter", "end")
	}
	z := m.elevation(e.LevelID)
	if err := m.checkHeights("start", z+s.Start.Z, z+s.End.Z); err != nil {
		return err
	}
	if err := m.checkOwnProfile(e, s.Profile); err != nil {
		return err
	}
	profile, err := m.profileOf(e, s.Profile)
	if err != nil {
		return err
	}
	if err := checkServiceProfile(e.Category, profile); err != nil {
		return err
	}
	return m.checkSystem(e, s.SystemID)
}

func (s *Segment) moved(t Transform) Params {
	c := *s
	c.Start, c.End = t.space(s.Start), t.space(s.End)
	c.Rotation = t.rotation(s.Start, s.End, s.Rotation)
	return &c
}

func (s *Segment) anchor(*Model, *Element) geometry.Point3 { return s.Start }

func (s *Segment) centre() geometry.Point2 { return middle(s.Start.XY(), s.End.XY()) }

func (*Segment) fixedField() **FixedShape { return nil }

func (s *Segment) system() ID { return s.SystemID }

// rotation returns the rotation of a section after a move in plan. The frame of a section that is not upright turns
// with the section, so its rotation stays.
func (t Transform) rotation(from, to geometry.Point3, r geometry.Angle) geometry.Angle {
	switch {
	case t.Rotation == 0 || from.XY() != to.XY():
		return r
	case to.Z > from.Z:
		return (r + t.Rotation) % geometry.FullTurn
	}
	return (r - t.Rotation) % geometry.FullTurn
}

// flowAt returns the flow through an end.
func (s *Segment) flowAt(p PortName) Flow {
	switch {
	case s.Flow == FlowEither:
		return FlowBoth
	case (p == PortStart) == (s.Flow != FlowReverse):
		return FlowIn
	}
	return FlowOut
}

// at returns the end that a port is at.
func (s *Segment) at(p PortName) geometry.Point3 {
	if p == PortStart {
		return s.Start
	}
	return s.End
}

// withEnd returns the segment with one end moved. The orientation of its profile stays.
func (s *Segment) withEnd(p PortName, at geometry.Point3) *Segment {
	c := *s
	if p == PortStart {
		c.Start = at
	} else {
		c.End = at
	}
	return &c
}

func (s *Segment) ports(m *Model, e *Element) ([]Port, error) {
	shape, err := s.shape(m, e)
	if err != nil {
		return nil, err
	}
	up := geometry.Point3{Z: m.elevation(e.LevelID)}
	out := []Port{{Name: PortStart, At: s.Start.Add(up), Direction: geometry.Times(shape.Frame.Z, -1)},
		{Name: PortEnd, At: s.End.Add(up), Direction: shape.Frame.Z}}
	for i := range out {
		out[i].X, out[i].Profile, out[i].Flow = shape.Frame.X, shape.Profile, s.flowAt(out[i].Name)
	}
	return out, nil
}

// shape returns the extrusion: see sectionFrame.
func (s *Segment) shape(m *Model, e *Element) (MemberShape, error) {
	profile, err := m.profileOf(e, s.Profile)
	if err != nil {
		return MemberShape{}, err
	}
	up := geometry.Point3{Z: m.elevation(e.LevelID)}
	frame := sectionFrame(s.Start.Add(up), s.End.Add(up), profile, s.Rotation)
	return MemberShape{frame, profile, geometry.Distance3(s.Start, s.End)}, nil
}

func (s *Segment) body(m *Model, e *Element) (geometry.Body, error) {
	shape, err := s.shape(m, e)
	if err != nil {
		return nil, err
	}
	return shape.body()
}
