package stair

import (
	"math"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// FlightShape is a straight flight of a stair as its side view, extruded across the flight. The frame's origin is at
// the foot of the first riser, X along the ascent, Y up, Z to the right across the flight.
type FlightShape struct {
	Frame   geometry.Placement
	Profile geometry.Polygon // empty for a single riser between landings
	Z0, Z1  geometry.Length  // across the flight
	Riser   float64          // metres
	Risers  int              // including the riser onto the floor or landing above
	Treads  int
	Run     geometry.Length // from the first riser to the last one in plan
	Rise    geometry.Length
}

// StairShape holds the parts of a stair.
type StairShape struct {
	Frame   geometry.Placement // at the foot of the first riser, X along the first flight, Z up
	Spec    stairs.Spec
	Layout  stairs.Layout // in the frame
	Flights []FlightShape
	Riser   float64 // metres
}

// StairShapeOf returns the parts of a stair.
func StairShapeOf(m *state.Model, e *state.Element) (StairShape, error) {
	s := e.Params.(*Stair)
	if s.Fixed != nil {
		return StairShape{}, bodyshape.FixedOnly(e)
	}
	rise := s.rise(m, e)
	spec := s.Spec(rise)
	out := StairShape{Frame: geometry.PlacementInPlan(s.Start.At(bodyshape.ElevationOf(m, e.LevelID)), s.Toward),
		Spec:   spec,
		Layout: spec.Lay(), Riser: rise.M() / float64(s.Risers)}
	for _, f := range out.Layout.Flights {
		shape := FlightShape{Z0: f.Z0, Z1: f.Z1, Riser: out.Riser, Risers: f.Risers, Treads: f.Risers - 1,
			Run: f.Run, Rise: f.Rise}
		shape.Frame = geometry.Placement{Origin: out.Frame.Point(f.Origin.At(f.From)),
			X: quarterTurned(out.Frame.X, f.Heading), Z: out.Frame.Z}
		shape.Frame.Z = geometry.Times(shape.Frame.Y(), -1)
		if f.Side != nil {
			profile, err := geometry.NewPolygon(f.Side)
			if err != nil {
				return StairShape{}, bodyshape.GeometryError(err)
			}
			shape.Profile = profile
		}
		out.Flights = append(out.Flights, shape)
	}
	return out, nil
}

// FlightShapes returns the straight flights of a stair, from the lowest up.
func FlightShapes(m *state.Model, e *state.Element) ([]FlightShape, error) {
	shape, err := StairShapeOf(m, e)
	return shape.Flights, err
}

// quarterTurned returns a horizontal direction turned to the left by quarter turns, without rounding.
func quarterTurned(v r3.Vector, quarters int) r3.Vector {
	for range quarters & 3 {
		v.X, v.Y = -v.Y, v.X
	}
	return r3.Vector{X: v.X + 0, Y: v.Y + 0, Z: v.Z} // no negative zeros
}

// Treads returns the number of treads of a stair. Landings and the floor above do not count.
func (s *StairShape) Treads() int { return s.Spec.Risers - 1 - len(s.Layout.Landings) }

// Plates returns the landings and then the winders of a stair. Outlines and heights of tops and undersides are in the
// stair's frame.
func (s *StairShape) Plates() []stairs.Plate {
	return append(append([]stairs.Plate{}, s.Layout.Landings...), s.Layout.Winders...)
}

// Walk returns the walking line in world coordinates: in the middle of the width, from the first riser to the last one.
func (s *StairShape) Walk() []geometry.Point3 {
	out := make([]geometry.Point3, len(s.Layout.Walk))
	for i, p := range s.Layout.Walk {
		out[i] = s.Frame.Point(p)
	}
	return out
}

func (s *Stair) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	shape, err := StairShapeOf(m, e)
	if err != nil {
		return nil, err
	}
	var out geometry.Body
	for _, f := range shape.Flights {
		if len(f.Profile.Outer) == 0 {
			continue
		}
		solid, err := m.Stop.Extrude(f.Frame, geometry.Region{f.Profile}, f.Z0, f.Z1)
		if err != nil {
			return nil, bodyshape.GeometryError(err)
		}
		out = append(out, solid)
	}
	for _, p := range shape.Plates() {
		outline, err := geometry.NewPolygon(p.Outline)
		if err != nil {
			return nil, bodyshape.GeometryError(err)
		}
		solid, err := m.Stop.Extrude(shape.Frame, geometry.Region{outline}, p.Bottom, p.Top)
		if err != nil {
			return nil, bodyshape.GeometryError(err)
		}
		out = append(out, solid)
	}
	return out, nil
}

func (s *Stair) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	shape, err := StairShapeOf(m, e)
	if err != nil {
		return nil, err
	}
	body, err := s.Body(m, e)
	if err != nil {
		return nil, err
	}
	out := []state.Quantity{
		bodyshape.Length("Length", shape.walked()), bodyshape.Count("NumberOfRiser", s.Risers),
		bodyshape.Count("NumberOfTreads", shape.Treads()),
		bodyshape.Length("RiserHeight", shape.Riser), bodyshape.Length("TreadLength", s.Tread.M()),
		bodyshape.Volume("GrossVolume", body.Volume()), bodyshape.Volume("NetVolume", body.Volume()),
	}
	if landings := shape.landingArea(); landings > 0 {
		out = append(out, bodyshape.Area("LandingArea", landings))
	}
	return out, nil
}

// walked returns the length of a stair in metres, along the pitch of its flights and over landings and winders.
func (s *StairShape) walked() float64 {
	tread := s.Spec.Tread.M()
	slope := math.Sqrt(float64(s.Riser*s.Riser)+float64(tread*tread)) / tread
	all := 0.0
	if len(s.Layout.Flights) == 1 {
		return float64(s.Layout.Flights[0].Run.M() * slope)
	}
	for i := 1; i < len(s.Layout.Walk); i++ {
		all += geometry.Distance3(s.Layout.Walk[i-1], s.Layout.Walk[i]).M()
	}
	return all
}

func (s *StairShape) landingArea() float64 {
	all := 0.0
	for _, l := range s.Layout.Landings {
		all += l.Outline.Area()
	}
	return all
}

// Foot returns the first flight. For a round stair it returns a flight without length at its first riser.
func (s *StairShape) Foot() FlightShape {
	if len(s.Flights) > 0 {
		return s.Flights[0]
	}
	return s.endAt(0, s.Frame.Origin.Z)
}

// Head returns the last flight. For a round stair it returns a flight without length at its last riser.
func (s *StairShape) Head() FlightShape {
	if n := len(s.Flights); n > 0 {
		return s.Flights[n-1]
	}
	return s.endAt(s.Spec.Sweep(), s.Frame.Origin.Z+s.Spec.Rise)
}

// endAt returns a flight without length at the place where a round stair has turned by an angle, at a height in world
// coordinates.
func (s *StairShape) endAt(turned geometry.Angle, z geometry.Length) FlightShape {
	centre := s.Layout.Turns[0].Centre
	sin, cos := turned.Sin(), turned.Cos()
	radius := float64(centre.Y)
	at := geometry.Point2{X: fabric.RoundLength(float64(radius * sin)),
		Y: centre.Y - fabric.RoundLength(float64(radius*cos))}
	ahead := r3.Vector{X: cos, Y: sin}
	if s.Spec.Turn == stairs.Right {
		at.X, ahead.Y = -at.X, -ahead.Y
	}
	y := s.Frame.Y()
	frame := geometry.Placement{Origin: s.Frame.Point(at.At(0)), Z: s.Frame.Z, X: r3.Vector{
		X: float64(s.Frame.X.X*ahead.X) + float64(y.X*ahead.Y),
		Y: float64(s.Frame.X.Y*ahead.X) + float64(y.Y*ahead.Y)}}
	frame.Origin.Z = z
	frame.Z = geometry.Times(frame.Y(), -1)
	return FlightShape{Frame: frame, Z0: s.Spec.Z0, Z1: s.Spec.Z1, Riser: s.Riser}
}

// TurnDepth returns the least depth of the landings, or 0 for a stair without landings.
func (s *StairShape) TurnDepth() geometry.Length {
	switch {
	case len(s.Layout.Landings) == 0:
		return 0
	case s.Spec.Form == stairs.QuarterTurn:
		return s.Spec.Width() + s.Spec.Well/2
	}
	return s.Spec.Landing
}

// Quantities returns the quantities of one of several flights.
func (f *FlightShape) Quantities() []state.Quantity {
	run, rise := f.Run.M(), f.Riser*float64(f.Treads)
	all := float64(f.Profile.Area() * (f.Z1 - f.Z0).M())
	return []state.Quantity{bodyshape.Length("Length", math.Sqrt(float64(run*run)+float64(rise*rise))),
		bodyshape.Volume("GrossVolume", all), bodyshape.Volume("NetVolume", all)}
}

// PlateQuantities returns the quantities of a landing, or of several winders together.
func PlateQuantities(plates ...stairs.Plate) []state.Quantity {
	plan, all := 0.0, 0.0
	for _, p := range plates {
		plan += p.Outline.Area()
		all += float64(p.Outline.Area() * (p.Top - p.Bottom).M())
	}
	out := []state.Quantity{bodyshape.Volume("GrossVolume", all), bodyshape.Volume("NetVolume", all)}
	if len(plates) == 1 {
		out = append([]state.Quantity{bodyshape.Length("Width", (plates[0].Top - plates[0].Bottom).M()),
			bodyshape.Area("GrossArea", plan),
			bodyshape.Area("NetArea", plan)}, out...)
	}
	return out
}
