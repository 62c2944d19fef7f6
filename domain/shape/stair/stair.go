package stair

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// HeightRange returns the heights of the level and of the top level, between which the underside and the steps of the
// stair lie.
func (s *Stair) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	low = bodyshape.ElevationOf(m, e.LevelID)
	return low, low + s.rise(m, e), true
}

// StairSide is the position of a stair's start point across the flight, looking up the stair.
type StairSide string

// Enum lists the sides.
func (StairSide) Enum() []string { return []string{"center", "left", "right"} }

// Stair leads from its level to a top level. It has one straight flight, several flights with landings or winders
// between them, or tapered treads about an eye. Landings are parts of the stair, not levels.
type Stair struct {
	Start         geometry.Point2   `json:"start" jsonschema:"at the first riser"`
	Toward        geometry.Point2   `json:"toward" jsonschema:"a point in the direction of ascent"`
	TopLevel      state.ID          `json:"top_level"`
	Width         geometry.Length   `json:"width" rule:"positive"`
	Risers        int               `json:"risers"`
	Tread         geometry.Length   `json:"tread" rule:"positive"`
	Waist         geometry.Length   `json:"waist,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"slab below the steps; default 150"`
	Justification StairSide         `json:"justification,omitempty" jsonschema:"side of the flight the start is on; default center"`
	Shape         stairs.Form       `json:"shape,omitempty" jsonschema:"default straight_run"`
	Turn          stairs.Side       `json:"turn,omitempty" jsonschema:"side it turns to; default left"`
	FlightRisers  []int             `json:"flight_risers,omitempty" jsonschema:"of each flight, the one onto a landing included; default two equal flights"`
	Landing       geometry.Length   `json:"landing,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"depth; default the width"`
	Well          geometry.Length   `json:"well,omitempty" rule:"nonnegative" jsonschema:"between flights, or diameter of the eye"`
	Winders       int               `json:"winders,omitempty" jsonschema:"of one turn; default 3 a quarter"`
	FloorOpening  StairOpening      `json:"floor_opening,omitempty" jsonschema:"cut: it keeps openings in the floors over it"`
	Railings      StairRailings     `json:"railings,omitempty" jsonschema:"that it keeps along; default none"`
	Fixed         *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // replaces the others
}

// StairOpening states whether a stair cuts openings into the floors over it. By default it cuts none.
type StairOpening string

// Enum lists the values.
func (StairOpening) Enum() []string { return []string{"cut", "none"} }

// StairRailings names the sides on which a stair maintains railings.
type StairRailings string

// Enum lists the sides.
func (StairRailings) Enum() []string { return []string{"none", "left", "right", "both"} }

// MaxRisers bounds the risers of a stair. It is far above any flight: building codes limit a flight to 16 or 18 risers,
// and a whole stair rarely has 40.
const MaxRisers = 200

// Adjusted gives the parameter that was set last precedence. If the risers of the flights were set, their sum becomes
// the number of risers. If the number of risers was set, it is divided equally among the flights.
func (s *Stair) Adjusted(parameter string) state.Params {
	c := *s
	switch parameter {
	case "risers", "shape":
		c.FlightRisers = nil
		if c.Shape == stairs.StraightRun {
			c.Shape = ""
		}
	case "flight_risers", "winders":
		if form := c.Form(); len(c.FlightRisers) > 0 && form != stairs.StraightRun && !form.Round() {
			spec := c.Spec(0)
			c.Risers = spec.Total()
		}
	}
	return &c
}

func (s *Stair) Mentions() state.ID { return s.TopLevel }

func (s *Stair) Check(m *state.Model, e *state.Element) error {
	if s.Risers < 2 || s.Risers > MaxRisers {
		return state.Errorf(state.OutOfRange, "risers is %d, the number of steps up: give 2 to %d", s.Risers,
			MaxRisers).With("parameter", "risers")
	}
	if geometry.Distance(s.Start, s.Toward) < bodyshape.MinimumExtent {
		return state.Errorf(state.DegenerateGeometry,
			"toward must differ from start: it gives the direction of ascent").With(
			"parameter", "toward")
	}
	if _, err := m.FindOf(s.TopLevel, state.CategoryLevel); err != nil {
		return err
	}
	rise := s.rise(m, e)
	if rise <= 0 {
		return state.Errorf(state.DegenerateGeometry,
			"the stair's top level is not above its level: choose a higher top_level").With("parameter", "top_level")
	}
	if err := s.checkForm(); err != nil {
		return err
	}
	return s.checkParts(rise) // lays the stair out, which costs time for each winder and riser
}

// checkForm checks the parameters that the form of a stair requires.
func (s *Stair) checkForm() error {
	refuse := func(parameter, format string, args ...any) error {
		return state.Errorf(state.OutOfRange, format, args...).With("parameter", parameter)
	}
	form := s.Form()
	switch flights := len(s.FlightRisers); {
	case flights > 0 && (form == stairs.StraightRun || form.Round()):
		return refuse("flight_risers", "a stair as %s is one flight: leave flight_risers out", form)
	case flights == 1 || flights > maxStairFlights:
		return refuse("flight_risers", "flight_risers has %d flights: give 2 to %d", flights, maxStairFlights)
	case s.Winders < 0 || s.Winders > maxWinders:
		return refuse("winders", "winders is %d: give 1 to %d", s.Winders, maxWinders)
	case form.Round() && s.Well < bodyshape.MinimumExtent:
		return refuse("well", "a stair as %s turns about an eye: give well, its diameter", form)
	}
	if slices.ContainsFunc(s.FlightRisers, func(n int) bool { return n < 1 || n > MaxRisers }) {
		return refuse("flight_risers", "each flight has 1 to %d risers", MaxRisers)
	}
	if form == stairs.StraightRun || form.Round() {
		return nil
	}
	spec := s.Spec(0)
	if total := spec.Total(); total != s.Risers || slices.Min(spec.Flights) < 1 {
		return refuse("flight_risers", "flights of %v risers, and those between winders, are %d risers, and risers is "+
			"%d: change one of them", spec.Flights, total, s.Risers)
	}
	return nil
}

const (
	// maxStairFlights bounds the flights of a stair, far above the number between two storeys.
	maxStairFlights = 20

	// maxWinders is twice the largest number of winders in a half turn with usual goings.
	maxWinders = 24
)

// checkParts refuses parts without a body, and a round stair that meets itself.
func (s *Stair) checkParts(rise geometry.Length) error {
	spec := s.Spec(rise)
	l := spec.Lay()
	for _, p := range append(slices.Clone(l.Landings), l.Winders...) {
		if err := bodyshape.CheckOutline("well", p.Outline); err != nil {
			return err
		}
	}
	for _, f := range l.Flights {
		if f.Side == nil && len(l.Flights) > 1 {
			continue // a single riser between plates
		}
		if _, err := geometry.NewPolygon(f.Side); err != nil {
			risers, tread := Comfortable(rise)
			return state.Errorf(state.DegenerateGeometry,
				"%d risers up %s mm, with treads of %s mm, make no flight: %w. %d risers of %.1f "+
					"mm with treads of %s mm do, %s mm long in plan", s.Risers, rise, s.Tread, err, risers,
				Each(rise, risers), tread, geometry.Length(risers-1)*tread).With("parameter", "risers")
		}
	}
	if turns := float64(spec.Sweep()) / float64(geometry.FullTurn); s.Form().Round() && turns > 1 &&
		rise.M()/turns < 2*(Each(rise, s.Risers)/1000+s.Waist.M()) {
		return state.Errorf(state.DegenerateGeometry,
			"the stair turns %.1f times and meets itself: give a wider well, or fewer risers", turns).With(
			"parameter", "well")
	}
	return nil
}

// Form returns the form of a stair, which by default is straight.
func (s *Stair) Form() stairs.Form {
	return stairs.Form(bodyshape.OrElse(string(s.Shape), string(stairs.StraightRun)))
}

// Spec returns the risers, treads and landings of a stair with a given rise. Parameters that are not set have their
// defaults.
func (s *Stair) Spec(rise geometry.Length) stairs.Spec {
	spec := stairs.Spec{Form: s.Form(), Turn: stairs.Side(bodyshape.OrElse(string(s.Turn), string(stairs.Left))),
		Rise:   rise,
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

// usualRiser and usualTread satisfy all the standards of docs/rules.md, in dwellings and elsewhere (IBC 1011.5.2: 102
// to 178 and 279 at least; AD K table 1.1: 150 to 170 of general access, 220 of private stairs).
const usualRiser = 175 * geometry.Millimetre

const usualTread = 280 * geometry.Millimetre

// Comfortable returns the least number of risers for a height at which no riser exceeds usualRiser, and the usual
// tread.
func Comfortable(rise geometry.Length) (risers int, tread geometry.Length) {
	return int(max(2, (rise+usualRiser-1)/usualRiser)), usualTread
}

// Each returns the height of a riser in millimetres if a rise is divided into equal risers.
func Each(rise geometry.Length, risers int) float64 { return rise.MM() / float64(risers) }

// rise returns the height from level to top level.
func (s *Stair) rise(m *state.Model, e *state.Element) geometry.Length {
	return bodyshape.ElevationOf(m, s.TopLevel) - bodyshape.ElevationOf(m, e.LevelID)
}

func (s *Stair) Moved(t state.Transform) state.Params {
	c := *s
	c.Start, c.Toward = t.Plan(s.Start), t.Plan(s.Toward)
	return &c
}

func (s *Stair) Anchor(*state.Model, *state.Element) geometry.Point3 { return s.Start.At(0) }

// Centre returns the middle of the stair in plan.
func (s *Stair) Centre() geometry.Point2 {
	if s.Form() != stairs.StraightRun {
		spec := s.Spec(geometry.Length(s.Risers) * usualRiser)
		l := spec.Lay()
		low, high := l.Bounds()
		at := geometry.Point2{X: low.X + (high.X-low.X)/2, Y: low.Y + (high.Y-low.Y)/2}
		return geometry.PlacementInPlan(s.Start.At(0), s.Toward).Point(at.At(0)).XY()
	}
	z0, z1 := s.across()
	half := geometry.Point2{X: geometry.Length(s.Risers-1) * s.Tread / 2, Y: -(z0 + z1) / 2}
	return geometry.PlacementInPlan(s.Start.At(0), s.Toward).Point(half.At(0)).XY()
}

func (s *Stair) FixedField() **state.FixedShape { return &s.Fixed }

// across returns the extent of the flight across, measured to the right of its start.
func (s *Stair) across() (z0, z1 geometry.Length) { return acrossFrom(s.Justification, s.Width) }

// Take sets the parameters of a stair to the values of a proposal.
func (s *Stair) Take(p stairs.Spec) {
	s.Width, s.Risers, s.Tread, s.Well = p.Width(), p.Risers, p.Tread, p.Well
	if p.Form == stairs.StraightRun {
		s.Shape, s.Well = "", 0
		return
	}
	s.Shape = p.Form
	switch {
	case p.Form == stairs.TwoStraight:
		s.FlightRisers, s.Landing, s.Well = p.Flights, p.Landing, 0
	case p.Form == stairs.HalfTurn:
		s.FlightRisers, s.Landing = p.Flights, p.Landing
	case !p.Form.Round():
		s.FlightRisers = p.Flights
	}
	if p.Form == stairs.QuarterWinding || p.Form == stairs.HalfWinding {
		s.Winders = p.Winders
	}
}

// Told returns the text of a proposal.
func Told(p stairs.Proposal) string {
	return fmt.Sprintf("%s: %d risers of %.1f mm, treads of %s mm, %s x %s mm", p.Spec.Form, p.Spec.Risers,
		Each(p.Spec.Rise, p.Spec.Risers), p.Spec.Tread, p.Along, p.Across)
}

// NoStair returns the error for the case that a code allows no stair, or no stair of the requested form. It names the
// reason for each form, and the stairs that fit.
func NoStair(code stairs.Code, form stairs.Form, found []stairs.Proposal, missing []stairs.Missing) error {
	var lacks, fits []string
	for _, m := range missing {
		if form == "" || m.Form == form {
			lacks = append(lacks, m.Reason)
		}
	}
	for _, p := range found {
		fits = append(fits, Told(p))
	}
	message := strings.Join(lacks, "; ")
	if len(fits) > 0 {
		message += "; these fit: " + strings.Join(fits, "; ")
	} else {
		message += ": give more space, another standard, or another height between the levels"
	}
	return state.Errorf(state.ConstraintViolated, "%s allows no such stair: %s", code.Title, message).With("parameter",
		"standard").
		With("lacks", lacks).With("fits", fits)
}

// meetingStairs lists the categories whose elements a stair is compared with when it is created or changed.
var meetingStairs = []state.Category{state.CategoryWall, state.CategoryColumn, state.CategoryBeam, state.CategoryFloor,
	state.CategoryRoof}

// AboutStair returns the elements of the categories meetingStairs on the levels between two heights, in the order of
// levels, categories and ids.
func AboutStair(m *state.Model, low, high geometry.Length) []*state.Element {
	var out []*state.Element
	for _, level := range bodyshape.Levels(m) {
		if z := bodyshape.ElevationOf(m, level.ID); z < low || z > high {
			continue
		}
		for _, c := range meetingStairs {
			for _, id := range m.OfCategoryOn(level.ID, c) {
				if e, ok := m.Element(id); ok {
					out = append(out, e)
				}
			}
		}
	}
	return out
}
