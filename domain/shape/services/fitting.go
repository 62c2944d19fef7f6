package services

import (
	"fmt"
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// FittingType is the function of a fitting.
type FittingType string

// The types of fittings.
const (
	FittingBend       FittingType = "bend"
	FittingTee        FittingType = "tee"
	FittingCross      FittingType = "cross"
	FittingTransition FittingType = "transition" // between two profiles
)

// Enum lists the types.
func (FittingType) Enum() []string { return []string{"bend", "tee", "cross", "transition"} }

// FittingPort is one end of a fitting. It has a place, with its height above the level, and a profile that may be
// rotated about the line from the fitting's location to the port.
type FittingPort struct {
	At       geometry.Point3  `json:"at"`
	Profile  geometry.Profile `json:"profile"`
	Rotation geometry.Angle   `json:"rotation,omitempty"`
}

// Fitting joins segments where they turn, branch or change their profile; create_segment creates it. Its shape follows
// from its ports and from its location, which is the point at which the lines through its ports meet. A bend is an arc
// that touches both lines at its ports. A tee or cross consists of straight arms, and a transition of two straight
// pieces.
type Fitting struct {
	FittingType FittingType       `json:"fitting_type" rule:"fixed"`
	Location    geometry.Point3   `json:"location" rule:"fixed"`
	Ports       []FittingPort     `json:"ports" rule:"fixed"`
	SystemID    state.ID          `json:"system_id,omitempty"`
	Fixed       *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // replaces the others
}

func (f *Fitting) Mentions() state.ID { return f.SystemID }

// MaxFittingPorts is the number of ports of a cross.
const MaxFittingPorts = 4

func (f *Fitting) Check(m *state.Model, e *state.Element) error {
	z := bodyshape.ElevationOf(m, e.LevelID)
	if n := len(f.Ports); n < 2 || n > MaxFittingPorts {
		return state.Errorf(state.OutOfRange, "a fitting has 2 to %d ports, not %d", MaxFittingPorts,
			n).With("parameter", "ports")
	}
	for i, p := range f.Ports {
		if geometry.Distance3(f.Location, p.At) < bodyshape.MinimumExtent {
			return state.Errorf(state.DegenerateGeometry, "port %d lies on the fitting's location: they must differ",
				i+1).With("parameter", "ports")
		}
		name := fmt.Sprintf("ports[%d]", i)
		if err := m.CheckBounds(name, p.At); err != nil {
			return err
		}
		if err := m.CheckHeights(name, z+p.At.Z); err != nil {
			return err
		}
		if err := bodyshape.CheckProfile(m, p.Profile); err != nil {
			return err
		}
		if err := CheckServiceProfile(SegmentKind(e.Category), p.Profile); err != nil {
			return err
		}
	}
	if f.FittingType == FittingBend {
		bend, err := f.bend(geometry.Point3{Z: z})
		if err != nil {
			return err
		}
		if _, err := bend.solid(); err != nil { // too small for the grid
			return bodyshape.GeometryError(err)
		}
	}
	return checkSystem(m, e, f.SystemID)
}

func (f *Fitting) Moved(t state.Transform) state.Params {
	c := *f
	c.Location = t.Space(f.Location)
	c.Ports = make([]FittingPort, len(f.Ports))
	for i, p := range f.Ports {
		c.Ports[i] = FittingPort{t.Space(p.At), p.Profile, t.SectionRotation(f.Location, p.At, p.Rotation)}
	}
	return &c
}

func (f *Fitting) Anchor(*state.Model, *state.Element) geometry.Point3 { return f.Location }

// Centre returns the middle of the box around the ports.
func (f *Fitting) Centre() geometry.Point2 {
	at := make([]geometry.Point2, len(f.Ports))
	for i, p := range f.Ports {
		at[i] = p.At.XY()
	}
	return bodyshape.Middle(at...)
}

func (f *Fitting) FixedField() **state.FixedShape { return &f.Fixed }

func (f *Fitting) system() state.ID { return f.SystemID }

func (f *Fitting) ports(m *state.Model, e *state.Element) ([]Port, error) {
	if f.Fixed != nil {
		return f.fixedPorts(m, e), nil
	}
	up := geometry.Point3{Z: bodyshape.ElevationOf(m, e.LevelID)}
	out := make([]Port, len(f.Ports))
	for i, p := range f.Ports {
		frame := f.Frame(i, up)
		out[i] = Port{NumberedPort(i), p.At.Add(up), frame.Z, frame.X, p.Profile, FlowBoth}
	}
	return out, nil
}

// Frame returns the section frame of a port at the fitting's location, shifted. Z runs out through the port.
func (f *Fitting) Frame(i int, shift geometry.Point3) geometry.Placement {
	p := f.Ports[i]
	return SectionFrame(f.Location.Add(shift), p.At.Add(shift), p.Profile, p.Rotation)
}

// Direction returns the direction out through a port.
func (f *Fitting) Direction(i int) r3.Vector { return DirectionTo(f.Location, f.Ports[i].At) }

// reach returns the distance of a port from the location.
func (f *Fitting) reach(i int) geometry.Length {
	return geometry.Distance3(f.Location, f.Ports[i].At)
}

// WithPort returns the fitting with one more port, and the type that follows from the number of ports.
func (f *Fitting) WithPort(p FittingPort) *Fitting {
	c := *f
	c.Ports = append(slices.Clone(f.Ports), p)
	c.FittingType = FittingTee
	if len(c.Ports) == MaxFittingPorts {
		c.FittingType = FittingCross
	}
	return &c
}

func (f *Fitting) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	shape, err := f.shape(m, e)
	if err != nil {
		return nil, err
	}
	return shape.body()
}

// Quantities returns the quantities that IFC defines for fittings. The length is measured along the lines through the
// fitting.
func (f *Fitting) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	shape, err := f.shape(m, e)
	if err != nil {
		return nil, err
	}
	surface, content, err := shape.measures()
	if err != nil {
		return nil, err
	}
	return []state.Quantity{bodyshape.Length("Length", shape.Length()), bodyshape.Area("OuterSurfaceArea", surface),
		bodyshape.Volume("NetVolume", content)}, nil
}

const maxFixedPorts = 100

// CheckFixed checks the ports of a fitting with a fixed shape.
func (f *Fitting) CheckFixed(m *state.Model, e *state.Element) error {
	if n := len(f.Fixed.Ports); n > maxFixedPorts {
		return state.Errorf(state.OutOfRange, "the fitting has %d ports, more than %d", n,
			maxFixedPorts).With("parameter", bodyshape.FixedParameter)
	}
	for _, p := range f.Fixed.Ports {
		if geometry.Distance3(p.At, p.Toward) < bodyshape.MinimumExtent {
			return state.Errorf(state.DegenerateGeometry,
				"a port has no direction: toward must differ from at").With("parameter",
				bodyshape.FixedParameter)
		}
		for _, at := range []geometry.Point3{p.At, p.At.Add(geometry.Point3{Z: bodyshape.ElevationOf(m, e.LevelID)})} {
			if err := m.CheckBounds("port", at); err != nil {
				return err
			}
		}
	}
	return checkSystem(m, e, f.SystemID)
}

// fixedPorts returns the ports of a fitting with a fixed shape.
func (f *Fitting) fixedPorts(m *state.Model, e *state.Element) []Port {
	up := geometry.Point3{Z: bodyshape.ElevationOf(m, e.LevelID)}
	out := make([]Port, len(f.Fixed.Ports))
	for i, p := range f.Fixed.Ports {
		profile := profileOpposite(m, state.PortRef{ElementID: e.ID, Port: NumberedPort(i)})
		frame := SectionFrame(p.At, p.Toward, profile, 0)
		out[i] = Port{NumberedPort(i), p.At.Add(up), frame.Z, frame.X, profile, FlowBoth}
	}
	return out
}

// profileOpposite returns the profile of the port that a port is connected to, or no profile if it is not known.
func profileOpposite(m *state.Model, own state.PortRef) geometry.Profile {
	c, ok := m.ConnectionAt(own)
	if !ok {
		return geometry.Profile{}
	}
	opposite := c.Opposite(own)
	e, ok := m.Element(opposite.ElementID)
	if !ok || state.FixedOf(e) != nil {
		return geometry.Profile{}
	}
	port, _ := PortOf(m, opposite)
	return port.Profile
}
