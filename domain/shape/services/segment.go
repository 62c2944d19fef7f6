package services

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

func (s *Segment) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	profile, err := m.OwnOrTypeProfile(e, s.Profile)
	low, high = bodyshape.RangeAround(m, e, bodyshape.AroundLine(profile), s.Start, s.End)
	return low, high, err == nil
}

// HeightRange returns the heights between which the lines from the location to the ports lie, including the profiles
// along them. A bend lies between these heights too.
func (f *Fitting) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	at, around := []geometry.Point3{f.Location}, geometry.Length(0)
	for _, p := range f.Ports {
		at, around = append(at, p.At), max(around, bodyshape.AroundLine(p.Profile))
	}
	low, high = bodyshape.RangeAround(m, e, around, at...)
	return low, high, true
}

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
	SystemID state.ID          `json:"system_id,omitempty"`
}

func (s *Segment) Mentions() state.ID { return s.SystemID }

func (s *Segment) Check(m *state.Model, e *state.Element) error {
	if geometry.Distance3(s.Start, s.End) < bodyshape.MinimumExtent {
		return state.Errorf(state.DegenerateGeometry, "the %s starts where it ends: start and end must differ",
			e.Category).With("parameter", "end")
	}
	z := bodyshape.ElevationOf(m, e.LevelID)
	if err := m.CheckHeights("start", z+s.Start.Z, z+s.End.Z); err != nil {
		return err
	}
	if err := m.CheckOwnProfile(e, s.Profile); err != nil {
		return err
	}
	profile, err := m.OwnOrTypeProfile(e, s.Profile)
	if err != nil {
		return err
	}
	if err := CheckServiceProfile(e.Category, profile); err != nil {
		return err
	}
	return checkSystem(m, e, s.SystemID)
}

func (s *Segment) Moved(t state.Transform) state.Params {
	c := *s
	c.Start, c.End = t.Space(s.Start), t.Space(s.End)
	c.Rotation = t.SectionRotation(s.Start, s.End, s.Rotation)
	return &c
}

func (s *Segment) Anchor(*state.Model, *state.Element) geometry.Point3 { return s.Start }

func (s *Segment) Centre() geometry.Point2 { return bodyshape.Middle(s.Start.XY(), s.End.XY()) }

func (*Segment) FixedField() **state.FixedShape { return nil }

func (s *Segment) system() state.ID { return s.SystemID }

// flowAt returns the flow through an end.
func (s *Segment) flowAt(p state.PortName) Flow {
	switch {
	case s.Flow == FlowEither:
		return FlowBoth
	case (p == PortStart) == (s.Flow != FlowReverse):
		return FlowIn
	}
	return FlowOut
}

// At returns the end of the segment at a port.
func (s *Segment) At(p state.PortName) geometry.Point3 {
	if p == PortStart {
		return s.Start
	}
	return s.End
}

// WithEnd returns the segment with one end moved. The rotation of its profile is unchanged.
func (s *Segment) WithEnd(p state.PortName, at geometry.Point3) *Segment {
	c := *s
	if p == PortStart {
		c.Start = at
	} else {
		c.End = at
	}
	return &c
}

func (s *Segment) ports(m *state.Model, e *state.Element) ([]Port, error) {
	shape, err := s.Shape(m, e)
	if err != nil {
		return nil, err
	}
	up := geometry.Point3{Z: bodyshape.ElevationOf(m, e.LevelID)}
	out := []Port{{Name: PortStart, At: s.Start.Add(up), Direction: geometry.Times(shape.Frame.Z, -1)},
		{Name: PortEnd, At: s.End.Add(up), Direction: shape.Frame.Z}}
	for i := range out {
		out[i].X, out[i].Profile, out[i].Flow = shape.Frame.X, shape.Profile, s.flowAt(out[i].Name)
	}
	return out, nil
}

// Shape returns the extrusion of the segment: see SectionFrame.
func (s *Segment) Shape(m *state.Model, e *state.Element) (bodyshape.MemberShape, error) {
	profile, err := m.OwnOrTypeProfile(e, s.Profile)
	if err != nil {
		return bodyshape.MemberShape{}, err
	}
	up := geometry.Point3{Z: bodyshape.ElevationOf(m, e.LevelID)}
	frame := SectionFrame(s.Start.Add(up), s.End.Add(up), profile, s.Rotation)
	return bodyshape.MemberShape{Frame: frame, Profile: profile, Length: geometry.Distance3(s.Start, s.End)}, nil
}

func (s *Segment) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	shape, err := s.Shape(m, e)
	if err != nil {
		return nil, err
	}
	return shape.Body()
}

// Collar is the length by which the arms of a tee or cross extend beyond the surface of the run. For ducts and trays it
// is 50 mm, a usual flange. For pipes it is half the diameter, close to the centre-to-end dimension of ASME B16.9.
func Collar(kind state.Category, p geometry.Profile) geometry.Length {
	if kind == state.CategoryPipe {
		return p.Diameter / 2
	}
	return 50 * geometry.Millimetre
}

func TooSharp(e *state.Element) error {
	return state.Errorf(state.DegenerateGeometry,
		"the run leaves %s %q at less than 30 degrees: branch off at a larger angle, or go on from its end", e.Category,
		e.Name).With("element_id", e.ID)
}

// NearestOnCourse returns the location of the fitting. Nothing branches off a fixed fitting except at its ports.
func (f *Fitting) NearestOnCourse(geometry.Point3) (geometry.Point3, bool) {
	return f.Location, f.Fixed == nil
}

func (f *Fitting) Box() (geometry.Box, bool) {
	box := geometry.EmptyBox().Extend(f.Location)
	for _, port := range f.Ports {
		box = box.Extend(port.At)
	}
	return box, f.Fixed == nil
}

// Arm is an end of a fitting to be created. It has a point in world coordinates, a profile with the profile's X axis,
// and the port that it is connected to.
type Arm struct {
	At      geometry.Point3
	Profile geometry.Profile
	X       r3.Vector
	To      state.PortRef
}

// Port returns the parameters of this end of a fitting at a location. up is the height of the level.
func (a Arm) Port(location, up geometry.Point3) FittingPort {
	return FittingPort{a.At.Sub(up), a.Profile, RotationTo(location, a.At, a.Profile, a.X)}
}

// ServiceKind is a category of segments, as an argument of create_segment.
type ServiceKind string

// Enum lists the kinds.
func (ServiceKind) Enum() []string {
	return []string{string(state.CategoryDuct), string(state.CategoryPipe), string(state.CategoryCableTray)}
}

func (s *Segment) Box() (geometry.Box, bool) {
	return geometry.EmptyBox().Extend(s.Start).Extend(s.End), true
}

// NearestOnCourse returns the point of the line nearest to a given point. ok is false if that point is an end of the
// line.
func (s *Segment) NearestOnCourse(at geometry.Point3) (geometry.Point3, bool) {
	d := DirectionTo(s.Start, s.End)
	along := fabric.RoundLength(d.Dot(at.Sub(s.Start).Vector()))
	if along <= PortTolerance || along >= geometry.Distance3(s.Start, s.End)-PortTolerance {
		return geometry.Point3{}, false
	}
	return Along3(s.Start, d, along), true
}

// CheckServiceProfile refuses cross sections that a category of segments cannot have.
func CheckServiceProfile(c state.Category, p geometry.Profile) error {
	if allowed := state.Rows[c].Sections; !slices.Contains(allowed, p.Shape) {
		return state.Errorf(state.OutOfRange, "a %s has no profile of shape %s: give one of %v", c, p.Shape,
			allowed).With("parameter", "profile").With("allowed", allowed)
	}
	return nil
}

// FittingOf returns the category of the fittings that belong to a category of segments, or "" for other categories.
func FittingOf(c state.Category) state.Category {
	for _, row := range state.CategoryRows {
		if c != "" && row.Service == c && row.Category != c {
			return row.Category
		}
	}
	return ""
}

// SegmentKind returns the category of segments that a segment or fitting belongs to, or "" for other categories.
func SegmentKind(c state.Category) state.Category {
	if !c.Known() {
		return ""
	}
	return state.Rows[c].Service
}

// Quantities returns the quantities of segments. The gross section is the area within the outline, and the net section
// is the area of the wall.
func (s *Segment) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	shape, err := s.Shape(m, e)
	if err != nil {
		return nil, err
	}
	net, err := shape.Profile.Area()
	if err != nil {
		return nil, bodyshape.GeometryError(err)
	}
	outline, err := bodyshape.OutlineOf(shape.Profile)
	if err != nil {
		return nil, err
	}
	gross, err := outline.Area()
	if err != nil {
		return nil, bodyshape.GeometryError(err)
	}
	around, err := bodyshape.Perimeter(outline)
	if err != nil {
		return nil, err
	}
	l := shape.Length.M()
	return []state.Quantity{
		bodyshape.Length("Length", l), bodyshape.Area("CrossSectionArea", net),
		bodyshape.Area("GrossCrossSectionArea", gross),
		bodyshape.Area("NetCrossSectionArea", net),
		bodyshape.Area("OuterSurfaceArea", float64(around*l)), bodyshape.Volume("GrossVolume", float64(gross*l)),
		bodyshape.Volume("NetVolume", float64(net*l)),
	}, nil
}

// TransitionLength returns the length of a transition between two profiles, or 0 for equal ones. It is twice the larger
// difference of their widths or depths, so that the sides of concentric profiles slope by at most 1 in 4 (SMACNA allows
// up to 45 degrees). It is at least leastTransition.
func TransitionLength(a, b geometry.Profile) geometry.Length {
	if a == b {
		return 0
	}
	wa, da := sides(a)
	wb, db := sides(b)
	return max(leastTransition, 2*(wa-wb).Abs(), 2*(da-db).Abs())
}

// leastTransition is the least length of a transition, even between profiles that differ only in shape or wall
// thickness.
const leastTransition = 100 * geometry.Millimetre

// sides returns the width and the depth of the box around a profile.
func sides(p geometry.Profile) (width, depth geometry.Length) {
	if bodyshape.Round(p) {
		return p.Diameter, p.Diameter
	}
	return p.Width, p.Depth
}
