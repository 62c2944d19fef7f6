package domain

import (
	"fmt"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// FittingType is what a fitting does.
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

// FittingPort is one end of a fitting: where it is, above the level, and the profile there, turned about the line from
// the fitting's location.
type FittingPort struct {
	At       geometry.Point3  `json:"at"`
	Profile  geometry.Profile `json:"profile"`
	Rotation geometry.Angle   `json:"rotation,omitempty"`
}

// Fitting joins segments where they turn, branch or change their profile. create_segment makes it. Its shape follows
// from its location, where the lines of its ends meet, and from its ports. A bend is an arc that touches both lines at
// its ports; a tee or cross consists of straight arms, a transition of two straight pieces.
type Fitting struct {
	FittingType FittingType     `json:"fitting_type" rule:"fixed"`
	Location    geometry.Point3 `json:"location" rule:"fixed"`
	Ports       []FittingPort   `json:"ports" rule:"fixed"`
	SystemID    ID              `json:"system_id,omitempty"`
	Fixed       *FixedShape     `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

func (f *Fitting) mentions() ID { return f.SystemID }

// maxFittingPorts is the number of ports of a cross.
const maxFittingPorts = 4

func (f *Fitting) check(m *Model, e *Element) error {
	z := m.elevation(e.LevelID)
	if n := len(f.Ports); n < 2 || n > maxFittingPorts {
		return Errorf(OutOfRange, "a fitting has 2 to %d ports, not %d", maxFittingPorts, n).With("parameter", "ports")
	}
	for i, p := range f.Ports {
		if geometry.Distance3(f.Location, p.At) < minimumExtent {
			return Errorf(DegenerateGeometry, "port %d lies on the fitting's location: they must differ",
				i+1).With("parameter", "ports")
		}
		name := fmt.Sprintf("ports[%d]", i)
		if err := m.checkBounds(name, p.At); err != nil {
			return err
		}
		if err := m.checkHeights(name, z+p.At.Z); err != nil {
			return err
		}
		if err := m.checkProfile(p.Profile); err != nil {
			return err
		}
		if err := checkServiceProfile(segmentKind(e.Category), p.Profile); err != nil {
			return err
		}
	}
	if f.FittingType == FittingBend {
		bend, err := f.bend(geometry.Point3{Z: z})
		if err != nil {
			return err
		}
		if _, err := bend.solid(); err != nil { // too small for the grid
			return geometryError(err)
		}
	}
	return m.checkSystem(e, f.SystemID)
}

func (f *Fitting) moved(t Transform) Params {
	c := *f
	c.Location = t.space(f.Location)
	c.Ports = make([]FittingPort, len(f.Ports))
	for i, p := range f.Ports {
		c.Ports[i] = FittingPort{t.space(p.At), p.Profile, t.rotation(f.Location, p.At, p.Rotation)}
	}
	return &c
}

func (f *Fitting) anchor(*Model, *Element) geometry.Point3 { return f.Location }

// centre returns the middle of the ports.
func (f *Fitting) centre() geometry.Point2 {
	at := make([]geometry.Point2, len(f.Ports))
	for i, p := range f.Ports {
		at[i] = p.At.XY()
	}
	return middle(at...)
}

func (f *Fitting) fixedField() **FixedShape { return &f.Fixed }

func (f *Fitting) system() ID { return f.SystemID }

func (f *Fitting) ports(m *Model, e *Element) ([]Port, error) {
	if f.Fixed != nil {
		return f.fixedPorts(m, e), nil
	}
	up := geometry.Point3{Z: m.elevation(e.LevelID)}
	out := make([]Port, len(f.Ports))
	for i, p := range f.Ports {
		frame := f.frame(i, up)
		out[i] = Port{numberedPort(i), p.At.Add(up), frame.Z, frame.X, p.Profile, FlowBoth}
	}
	return out, nil
}

// frame returns the section of a port at the fitting's location, shifted: Z runs out through the port.
func (f *Fitting) frame(i int, shift geometry.Point3) geometry.Placement {
	p := f.Ports[i]
	return sectionFrame(f.Location.Add(shift), p.At.Add(shift), p.Profile, p.Rotation)
}

// direction returns the way out through a port.
func (f *Fitting) direction(i int) r3.Vector { return directionTo(f.Location, f.Ports[i].At) }

// reach returns the distance of a port from the location.
func (f *Fitting) reach(i int) geometry.Length {
	return geometry.Distance3(f.Location, f.Ports[i].At)
}

// withPort returns the fitting with one more port, and the type that follows from the number of ports.
func (f *Fitting) withPort(p FittingPort) *Fitting {
	c := *f
	c.Ports = append(slices.Clone(f.Ports), p)
	c.FittingType = FittingTee
	if len(c.Ports) == maxFittingPorts {
		c.FittingType = FittingCross
	}
	return &c
}

func (f *Fitting) body(m *Model, e *Element) (geometry.Body, error) {
	shape, err := f.shape(m, e)
	if err != nil {
		return nil, err
	}
	return shape.body()
}

// quantities are those of the sets of fittings: the length is that of the lines through the fitting.
func (f *Fitting) quantities(m *Model, e *Element) ([]Quantity, error) {
	shape, err := f.shape(m, e)
	if err != nil {
		return nil, err
	}
	surface, content, err := shape.measures()
	if err != nil {
		return nil, err
	}
	return []Quantity{length("Length", shape.length()), area("OuterSurfaceArea", surface),
		volume("NetVolume", content)}, nil
}
