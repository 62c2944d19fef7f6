package domain

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/geometry"
)

// StairSide is the position of a stair's start point across the flight, looking up the stair.
type StairSide string

// Enum lists the sides.
func (StairSide) Enum() []string { return []string{"center", "left", "right"} }

// Stair leads from its level to a top level: by one straight flight, by several with landings or winders between them,
// or by tapered treads about an eye. Landings are parts of it, and no levels.
type Stair struct {
	Start         geometry.Point2 `json:"start" jsonschema:"at the first riser"`
	Toward        geometry.Point2 `json:"toward" jsonschema:"a point in the direction of ascent"`
	TopLevel      ID              `json:"top_level"`
	Width         geometry.Length `json:"width" rule:"positive"`
	Risers        int             `json:"risers"`
	Tread         geometry.Length `json:"tread" rule:"positive"`
	Waist         geometry.Length `json:"waist,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"slab below the steps; default 150"`
	Justification StairSide       `json:"justification,omitempty" jsonschema:"side of the flight the start is on; default center"`
	Shape         stairs.Form     `json:"shape,omitempty" jsonschema:"default straight_run"`
	Turn          stairs.Side     `json:"turn,omitempty" jsonschema:"side it turns to; default left"`
	FlightRisers  []int           `json:"flight_risers,omitempty" jsonschema:"of each flight, the one onto a landing included; default two equal flights"`
	Landing       geometry.Length `json:"landing,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"depth; default the width"`
	Well          geometry.Length `json:"well,omitempty" rule:"nonnegative" jsonschema:"between flights, or diameter of the eye"`
	Winders       int             `json:"winders,omitempty" jsonschema:"of one turn; default 3 a quarter"`
	FloorOpening  StairOpening    `json:"floor_opening,omitempty" jsonschema:"cut: it keeps openings in the floors over it"`
	Railings      StairRailings   `json:"railings,omitempty" jsonschema:"that it keeps along; default none"`
	Fixed         *FixedShape     `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

// StairOpening says whether a stair cuts openings into the floors over it. One that does not say so cuts none.
type StairOpening string

// Enum lists what a stair does to floors.
func (StairOpening) Enum() []string { return []string{"cut", "none"} }

// StairRailings says on which sides a stair keeps railings.
type StairRailings string

// Enum lists the sides.
func (StairRailings) Enum() []string { return []string{"none", "left", "right", "both"} }

// defaultWaist is a usual thickness of a concrete flight.
const defaultWaist = 150 * geometry.Millimetre

// maxRisers is far above any flight: building codes limit a flight to 16 or 18 risers, and a whole stair rarely has 40.
const maxRisers = 200

// adjusted makes the risers those of the flights, or the flights equal ones of the risers: what is set last decides.
func (s *Stair) adjusted(parameter string) Params {
	c := *s
	switch parameter {
	case "risers", "shape":
		c.FlightRisers = nil
		if c.Shape == stairs.StraightRun {
			c.Shape = ""
		}
	case "flight_risers", "winders":
		if form := c.form(); len(c.FlightRisers) > 0 && form != stairs.StraightRun && !form.Round() {
			spec := c.spec(0)
			c.Risers = spec.Total()
		}
	}
	return &c
}

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
	return cmp.Or(s.checkForm(), s.checkParts(rise))
}

// checkForm checks what the form of a stair asks of its parameters.
func (s *Stair) checkForm() error {
	refuse := func(parameter, format string, args ...any) error {
		return Errorf(OutOfRange, format, args...).With("parameter", parameter)
	}
	form := s.form()
	switch flights := len(s.FlightRisers); {
	case flights > 0 && (form == stairs.StraightRun || form.Round()):
		return refuse("flight_risers", "a stair as %s is one flight: leave flight_risers out", form)
	case flights == 1 || flights > maxStairFlights:
		return refuse("flight_risers", "flight_risers has %d flights: give 2 to %d", flights, maxStairFlights)
	case s.Winders < 0 || s.Winders > maxWinders:
		return refuse("winders", "winders is %d: give 1 to %d", s.Winders, maxWinders)
	case form.Round() && s.Well < minimumExtent:
		return refuse("well", "a stair as %s turns about an eye: give well, its diameter", form)
	}
	if slices.ContainsFunc(s.FlightRisers, func(n int) bool { return n < 1 || n > maxRisers }) {
		return refuse("flight_risers", "each flight has 1 to %d risers", maxRisers)
	}
	if form == stairs.StraightRun || form.Round() {
		return nil
	}
	spec := s.spec(0)
	if total := spec.Total(); total != s.Risers || slices.Min(spec.Flights) < 1 {
		return refuse("flight_risers", "flights of %v risers, and those between winders, are %d risers, and risers is "+
			"%d: change one of them", spec.Flights, total, s.Risers)
	}
	return nil
}

const (
	// maxStairFlights is far above the flights between two storeys.
	maxStairFlights = 20

	// maxWinders is twice the most that a half turn of usual goings takes.
	maxWinders = 24
)

// checkParts refuses parts that are no bodies.
func (s *Stair) checkParts(rise geometry.Length) error {
	spec := s.spec(rise)
	l := spec.Lay()
	for _, p := range append(slices.Clone(l.Landings), l.Winders...) {
		if err := checkOutline("well", p.Outline); err != nil {
			return err
		}
	}
	for _, f := range l.Flights {
		if f.Side == nil && len(l.Flights) > 1 {
			continue // one riser between plates
		}
		if _, err := geometry.NewPolygon(f.Side); err != nil {
			risers, tread := comfortable(rise)
			return Errorf(DegenerateGeometry,
				"%d risers up %s mm, with treads of %s mm, make no flight: %w. %d risers of %.1f "+
					"mm with treads of %s mm do, %s mm long in plan", s.Risers, rise, s.Tread, err, risers,
				each(rise, risers), tread, geometry.Length(risers-1)*tread).With("parameter", "risers")
		}
	}
	if turns := float64(spec.Sweep()) / float64(geometry.FullTurn); s.form().Round() && turns > 1 &&
		rise.M()/turns < 2*(each(rise, s.Risers)/1000+s.Waist.M()) {
		return Errorf(DegenerateGeometry,
			"the stair turns %.1f times and meets itself: give a wider well, or fewer risers", turns).With(
			"parameter", "well")
	}
	return nil
}

// form returns the form of a stair; one that says none is straight.
func (s *Stair) form() stairs.Form {
	return stairs.Form(orElse(string(s.Shape), string(stairs.StraightRun)))
}

// spec returns what a stair is made of, with the usual in place of what is not said.
func (s *Stair) spec(rise geometry.Length) stairs.Spec {
	spec := stairs.Spec{Form: s.form(), Turn: stairs.Side(orElse(string(s.Turn), string(stairs.Left))), Rise: rise,
		Risers: s.Risers, Flights: s.FlightRisers, Tread: s.Tread, Waist: s.Waist, Well: s.Well,
		Landing: cmp.Or(s.Landing, s.Width), Winders: s.Winders}
	spec.Z0, spec.Z1 = s.across()
	if spec.Winders == 0 {
		spec.Winders = 3
		if spec.Form == stairs.HalfWinding {
			spec.Winders = 6
		}
	}
	switch {
	case spec.Form == stairs.StraightRun:
		spec.Flights = []int{s.Risers}
	case len(spec.Flights) == 0 && !spec.Form.Round():
		spec.Flights = spec.Split(2)
	}
	return spec
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

// centre returns the middle of the stair in plan.
func (s *Stair) centre() geometry.Point2 {
	if s.form() != stairs.StraightRun {
		spec := s.spec(geometry.Length(s.Risers) * usualRiser)
		l := spec.Lay()
		low, high := l.Bounds()
		at := geometry.Point2{X: low.X + (high.X-low.X)/2, Y: low.Y + (high.Y-low.Y)/2}
		return geometry.PlacementInPlan(s.Start.At(0), s.Toward).Point(at.At(0)).XY()
	}
	z0, z1 := s.across()
	half := geometry.Point2{X: geometry.Length(s.Risers-1) * s.Tread / 2, Y: -(z0 + z1) / 2}
	return geometry.PlacementInPlan(s.Start.At(0), s.Toward).Point(half.At(0)).XY()
}

func (s *Stair) fixedField() **FixedShape { return &s.Fixed }

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
