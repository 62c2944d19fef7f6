package domain

import (
	"cmp"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// StairSide is the position of a stair's start point across the flight, looking up the stair.
type StairSide string

// Enum lists the sides.
func (StairSide) Enum() []string { return []string{"center", "left", "right"} }

// Stair is a straight flight from its level to a top level.
type Stair struct {
	Start         geometry.Point2 `json:"start" jsonschema:"at the first riser"`
	Toward        geometry.Point2 `json:"toward" jsonschema:"a point in the direction of ascent"`
	TopLevel      ID              `json:"top_level"`
	Width         geometry.Length `json:"width" rule:"positive"`
	Risers        int             `json:"risers"`
	Tread         geometry.Length `json:"tread" rule:"positive"`
	Waist         geometry.Length `json:"waist,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"slab below the steps; default 150"`
	Justification StairSide       `json:"justification,omitempty" jsonschema:"side of the flight the start is on; default center"`
	Fixed         *FixedShape     `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

// defaultWaist is a usual thickness of a concrete flight.
const defaultWaist = 150 * geometry.Millimetre

// maxRisers is far above any flight: building codes limit a flight to 16 or 18 risers, and a whole stair rarely has 40.
const maxRisers = 200

func (s *Stair) mentions() ID { return s.TopLevel }

func (s *Stair) check(m *Model, e *Element) error {
	if s.Risers < 2 || s.Risers > maxRisers {
		return Errorf(OutOfRange, "risers is %d, the number of steps up: give 2 to %d", s.Risers,
			maxRisers).With("parameter", "risers")
	}
	if geometry.Distance(s.Start, s.Toward) < minimumExtent {
		return Errorf(DegenerateGeometry, "toward must differ from start: it gives the direction of ascent").With(
			"parameter", "toward")
	}
	if _, err := m.findOf(s.TopLevel, CategoryLevel); err != nil {
		return err
	}
	rise := s.rise(m, e)
	if rise <= 0 {
		return Errorf(DegenerateGeometry,
			"the stair's top level is not above its level: choose a higher top_level").With("parameter", "top_level")
	}
	if _, err := geometry.NewPolygon(s.steps(rise)); err != nil {
		risers, tread := comfortable(rise)
		return Errorf(DegenerateGeometry,
			"%d risers up %s mm, with treads of %s mm, make no flight: %w. %d risers of %.1f "+
				"mm with treads of %s mm do, %s mm long in plan", s.Risers, rise, s.Tread, err, risers,
			each(rise, risers), tread, geometry.Length(risers-1)*tread).With("parameter", "risers")
	}
	return nil
}

const (
	// usualRiser and usualTread are within what all the standards of docs/rules.md take, in dwellings and elsewhere
	// (IBC 1011.5.2: 102 to 178 and 279 at least; AD K table 1.1: 150 to 170 of general access, 220 of private stairs).
	usualRiser = 175 * geometry.Millimetre
	usualTread = 280 * geometry.Millimetre

	// highestRiser and leastTread are the greatest riser and the least tread of any stair there: AD K table 1.1,
	// private.
	highestRiser = 220 * geometry.Millimetre
	leastTread   = 220 * geometry.Millimetre
)

// comfortable returns the least number of risers up to a height that are no higher than usual, and the usual tread.
func comfortable(rise geometry.Length) (risers int, tread geometry.Length) {
	return int(max(2, (rise+usualRiser-1)/usualRiser)), usualTread
}

// each returns the height of one of so many risers, in millimetres.
func each(rise geometry.Length, risers int) float64 { return rise.MM() / float64(risers) }

// warnSteep says of a flight that is steeper than any standard takes what would fit.
func (s *Stair) warnSteep(t *transaction, rise geometry.Length) {
	riser := rise / geometry.Length(max(1, s.Risers))
	if riser <= highestRiser && s.Tread >= leastTread {
		return
	}
	risers, tread := comfortable(rise)
	t.warn("STEEP_STAIR", map[string]any{"risers": risers, "tread": tread, "length": geometry.Length(risers-1) * tread},
		"the flight is steeper than any standard takes: %d risers of %.1f mm, treads of %s mm; %d risers of %.1f mm "+
			"with treads of %s mm would do, %s mm long in plan",
		s.Risers, each(rise, s.Risers), s.Tread, risers, each(rise, risers), tread, geometry.Length(risers-1)*tread)
}

// rise returns the height from level to top level.
func (s *Stair) rise(m *Model, e *Element) geometry.Length {
	return m.elevation(s.TopLevel) - m.elevation(e.LevelID)
}

func (s *Stair) moved(t Transform) Params {
	c := *s
	c.Start, c.Toward = t.plan(s.Start), t.plan(s.Toward)
	return &c
}

func (s *Stair) anchor(*Model, *Element) geometry.Point3 { return s.Start.At(0) }

// centre returns the middle of the flight in plan.
func (s *Stair) centre() geometry.Point2 {
	z0, z1 := s.across()
	half := geometry.Point2{X: geometry.Length(s.Risers-1) * s.Tread / 2, Y: -(z0 + z1) / 2}
	return geometry.PlacementInPlan(s.Start.At(0), s.Toward).Point(half.At(0)).XY()
}

func (*Stair) checkMove(_ *Model, e *Element, c MoveElement) error { return checkOnLevel(e, c) }

func (*Stair) checkCopy(*Element) error { return nil }

func (s *Stair) fixed() **FixedShape { return &s.Fixed }

// CreateStair adds a straight stair. Risers and treads that are not given are as usual.
type CreateStair struct {
	LevelID ID `json:"base_level"`
	Stair
	Risers     int             `json:"risers,omitempty" zero:"refused" jsonschema:"number of steps up; default as many as make each 175 mm or less"`
	Tread      geometry.Length `json:"tread,omitempty" zero:"refused" jsonschema:"depth of a step; default 280. The flight is (risers - 1) x tread long"`
	Along      geometry.Length `json:"length,omitempty" zero:"refused" jsonschema:"length of the flight in plan, in place of tread"`
	Name       string          `json:"name,omitempty"`
	Properties PropertySets    `json:"properties,omitempty"`
}

func (c CreateStair) decide(t *transaction) error {
	stair := c.Stair
	if stair.Waist == 0 {
		stair.Waist = defaultWaist
	}
	stair.Justification = StairSide(orElse(string(stair.Justification), "center"))
	rise := t.model.elevation(stair.TopLevel) - t.model.elevation(c.LevelID)
	if err := c.setSteps(&stair, rise); err != nil {
		return err
	}
	if err := c.Properties.check(); err != nil {
		return err
	}
	if err := t.create(&Element{ID: t.newID(), Category: CategoryStair, Name: c.Name, LevelID: c.LevelID,
		Params: &stair, Psets: c.Properties.sorted()}); err != nil {
		return err
	}
	stair.warnSteep(t, rise)
	return nil
}

// setSteps gives a flight the risers and treads that are asked for, and usual ones in place of those that are not.
func (c CreateStair) setSteps(stair *Stair, rise geometry.Length) error {
	usual, tread := comfortable(rise)
	stair.Risers = cmp.Or(c.Risers, stair.Risers, min(usual, maxRisers))
	given := cmp.Or(c.Tread, stair.Tread)
	if c.Along == 0 {
		stair.Tread = cmp.Or(given, tread)
		return nil
	}
	if given != 0 {
		return Errorf(InvalidInput, "length and tread both say how long the flight is: give one of them").With(
			"parameter", "length")
	}
	if stair.Tread = c.Along / geometry.Length(max(1, stair.Risers-1)); stair.Tread <= 0 {
		return Errorf(OutOfRange, "a length of %s mm is too short for %d risers: %s mm would do", c.Along, stair.Risers,
			geometry.Length(stair.Risers-1)*tread).With("parameter", "length")
	}
	return nil
}

// FlightShape is the flight of a stair as its side view, extruded across the flight. The frame's origin is at the foot
// of the first riser, X along the ascent, Y up, Z to the right across the flight.
type FlightShape struct {
	Frame   geometry.Placement
	Profile geometry.Polygon
	Z0, Z1  geometry.Length // across the flight
	Riser   float64         // metres
	Treads  int
}

// FlightShape returns the shape of a stair.
func (m *Model) FlightShape(e *Element) (FlightShape, error) {
	s := e.Params.(*Stair)
	if s.Fixed != nil {
		return FlightShape{}, fixedOnly(e)
	}
	frame := geometry.PlacementInPlan(s.Start.At(m.elevation(e.LevelID)), s.Toward)
	frame.Z = geometry.Times(frame.Y(), -1)
	shape := FlightShape{Frame: frame, Treads: s.Risers - 1, Riser: s.rise(m, e).M() / float64(s.Risers)}
	shape.Z0, shape.Z1 = s.across()
	profile, err := geometry.NewPolygon(s.steps(s.rise(m, e)))
	shape.Profile = profile
	return shape, geometryError(err)
}

// across returns from where to where the flight lies to the right of its start.
func (s *Stair) across() (z0, z1 geometry.Length) {
	switch s.Justification {
	case "left": // the start is on the left edge, the flight lies to its right
		return 0, s.Width
	case "right":
		return -s.Width, 0
	}
	return -s.Width / 2, s.Width - s.Width/2
}

// steps returns the side view: up the risers and along the treads, then back along the underside.
func (s *Stair) steps(rise geometry.Length) geometry.Ring {
	height := func(i int) geometry.Length {
		return roundLength(float64(rise) * float64(i) / float64(s.Risers))
	}
	ring := geometry.Ring{{}}
	for i := range s.Risers - 1 {
		x := geometry.Length(i) * s.Tread
		ring = append(ring, geometry.Point2{X: x, Y: height(i + 1)}, geometry.Point2{X: x + s.Tread, Y: height(i + 1)})
	}
	// The underside runs parallel to the line through the inner corners, the waist away from it across the slope.
	riser, tread := float64(rise)/float64(s.Risers), float64(s.Tread)
	drop := float64(s.Waist) * math.Sqrt(float64(riser*riser)+float64(tread*tread)) / tread
	top := ring[len(ring)-1]
	under := float64(top.X)*riser/tread - drop
	if under <= 0 {
		return append(ring, geometry.Point2{X: top.X, Y: 0})
	}
	return append(ring, geometry.Point2{X: top.X, Y: roundLength(under)},
		geometry.Point2{X: roundLength(drop * tread / riser), Y: 0})
}

func (s *Stair) body(m *Model, e *Element) (geometry.Body, error) {
	shape, err := m.FlightShape(e)
	if err != nil {
		return nil, err
	}
	return oneSolid(m.stop.Extrude(shape.Frame, geometry.Region{shape.Profile}, shape.Z0, shape.Z1))
}

func (s *Stair) quantities(m *Model, e *Element) ([]Quantity, error) {
	body, err := s.body(m, e)
	if err != nil {
		return nil, err
	}
	run := geometry.Length(s.Risers-1) * s.Tread
	riser, tread := s.rise(m, e).M()/float64(s.Risers), s.Tread.M()
	slope := math.Sqrt(float64(riser*riser)+float64(tread*tread)) / tread
	return []Quantity{
		length("Length", float64(run.M()*slope)), count("NumberOfRiser", s.Risers), count("NumberOfTreads", s.Risers-1),
		length("RiserHeight", riser), length("TreadLength", tread),
		volume("GrossVolume", body.Volume()), volume("NetVolume", body.Volume()),
	}, nil
}
