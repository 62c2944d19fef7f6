package change

import (
	"cmp"
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateStair adds a stair. Risers and treads that are not given have usual values or, with a standard, values that it
// allows in the space.
type CreateStair struct {
	LevelID state.ID `json:"base_level"`
	stairshape.Stair
	Width      geometry.Length        `json:"width,omitempty" rule:"positive" jsonschema:"default, with a standard: its least"`
	Risers     int                    `json:"risers,omitempty" zero:"refused" jsonschema:"number of steps up; default as many as make each 175 mm or less"`
	Tread      geometry.Length        `json:"tread,omitempty" zero:"refused" jsonschema:"depth of a step; default 280. The flight is (risers - 1) x tread long"`
	Along      geometry.Length        `json:"length,omitempty" zero:"refused" jsonschema:"length of the flight in plan, in place of tread"`
	Standard   stairs.Standard        `json:"standard,omitempty" jsonschema:"finds risers, treads, flights and landings that it allows, of shape or of the simplest one that fits"`
	Space      *geometry.Point2       `json:"space,omitempty" jsonschema:"with standard: [along, across] that the stair may take; 0: any"`
	Material   string                 `json:"material,omitempty" jsonschema:"id or name"`
	Name       string                 `json:"name,omitempty"`
	Properties bodyshape.PropertySets `json:"properties,omitempty"`
}

func (c CreateStair) Decide(t *Transaction) error {
	stair := c.Stair
	stair.Width = cmp.Or(c.Width, stair.Width)
	if stair.Waist == 0 {
		stair.Waist = defaultWaist
	}
	stair.Justification = stairshape.StairSide(bodyshape.OrElse(string(stair.Justification), "center"))
	stair.FloorOpening = stairshape.StairOpening(bodyshape.OrElse(string(stair.FloorOpening), "cut"))
	if stair.Shape == stairs.StraightRun {
		stair.Shape = ""
	}
	for _, level := range []state.ID{c.LevelID, stair.TopLevel} {
		if _, err := t.Model.FindOf(level, state.CategoryLevel); err != nil {
			return err
		}
	}
	rise := bodyshape.ElevationOf(t.Model, stair.TopLevel) - bodyshape.ElevationOf(t.Model, c.LevelID)
	if c.Standard != "" {
		if err := c.solve(t, &stair, rise); err != nil {
			return err
		}
	} else if c.Space != nil {
		return state.Errorf(state.InvalidInput,
			"space is what a stair of a standard must fit into: give standard as well").With(
			"parameter", "space")
	} else if err := c.setSteps(&stair, rise); err != nil {
		return err
	}
	if err := t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryStair, Name: c.Name,
		LevelID: c.LevelID, Params: &stair}, c.Material, c.Properties); err != nil {
		return err
	}
	stairWarnSteep(&stair, t, rise)
	return nil
}

// setSteps sets the requested risers and treads of a flight, and usual values for those that were not given.
func (c CreateStair) setSteps(stair *stairshape.Stair, rise geometry.Length) error {
	usual, tread := stairshape.Comfortable(rise)
	stair.Risers = cmp.Or(c.Risers, stair.Risers, min(usual, stairshape.MaxRisers))
	if spec := stair.Spec(rise); c.Risers == 0 && c.Stair.Risers == 0 && len(stair.FlightRisers) > 0 {
		stair.Risers = spec.Total()
	}
	given := cmp.Or(c.Tread, stair.Tread)
	if c.Along == 0 {
		stair.Tread = cmp.Or(given, tread)
		return nil
	}
	if given != 0 {
		return state.Errorf(state.InvalidInput,
			"length and tread both say how long the flight is: give one of them").With(
			"parameter", "length")
	}
	if stair.Form() != stairs.StraightRun {
		return state.Errorf(state.InvalidInput, "length is that of one straight flight: give tread to a stair as %s",
			stair.Form()).With("parameter", "length")
	}
	if stair.Tread = c.Along / geometry.Length(max(1, stair.Risers-1)); stair.Tread <= 0 {
		return state.Errorf(state.OutOfRange, "a length of %s mm is too short for %d risers: %s mm would do", c.Along,
			stair.Risers,
			geometry.Length(stair.Risers-1)*tread).With("parameter", "length")
	}
	return nil
}

// solve finds a stair that a standard allows in the space, in the requested form or in the simplest form that fits. The
// error CONSTRAINT_VIOLATED gives the reason why each form does not fit.
func (c CreateStair) solve(t *Transaction, stair *stairshape.Stair, rise geometry.Length) error {
	code, ok := stairs.CodeOf(c.Standard)
	switch {
	case !ok:
		return state.Errorf(state.OutOfRange, "no standard %q: give one of %s", c.Standard,
			strings.Join(c.Standard.Enum(), ", ")).With("parameter", "standard").With("allowed", c.Standard.Enum())
	case c.Risers != 0 || c.Stair.Risers != 0 || c.Tread != 0 || c.Stair.Tread != 0 || c.Along != 0 ||
		len(c.FlightRisers) > 0 || c.Winders != 0 || c.Landing != 0:
		return state.Errorf(state.InvalidInput,
			"standard finds risers, tread, flight_risers, winders and landing: leave them "+
				"out, or leave standard out").With("parameter", "standard")
	case rise <= 0:
		return state.Errorf(state.DegenerateGeometry,
			"the stair's top level is not above its level: choose a higher top_level").With("parameter", "top_level")
	case stair.Width < 0 || stair.Well < 0 || stair.Waist < 0:
		return state.Errorf(state.OutOfRange, "width, well and waist are not negative").With("parameter", "width")
	}
	ask := stairs.Request{Code: code, Rise: rise, Width: stair.Width, Well: stair.Well, Waist: stair.Waist}
	if c.Space != nil {
		if ask.Along, ask.Across = c.Space.X, c.Space.Y; ask.Along < 0 || ask.Across < 0 {
			return state.Errorf(state.OutOfRange, "space is [along, across], not negative").With("parameter", "space")
		}
		if err := t.Model.CheckBounds("space", c.Space.At(0)); err != nil {
			return err
		}
	}
	found, missing := stairs.Solve(ask)
	for _, p := range found {
		if c.Shape == "" || p.Spec.Form == c.Shape {
			stair.Take(p.Spec)
			t.tellForms(p, found, missing)
			return nil
		}
	}
	return stairshape.NoStair(code, c.Shape, found, missing)
}

// tellForms warns which other forms fit too, and gives the reasons why the remaining forms do not fit.
func (t *Transaction) tellForms(taken stairs.Proposal, found []stairs.Proposal, missing []stairs.Missing) {
	var also, not []string
	for _, p := range found {
		if p.Spec.Form != taken.Spec.Form {
			also = append(also, stairshape.Told(p))
		}
	}
	for _, m := range missing {
		not = append(not, m.Reason)
	}
	message := "taken: " + stairshape.Told(taken)
	if len(also) > 0 {
		message += "; these fit as well: " + strings.Join(also, "; ")
	}
	t.Warn("STAIR_FORMS", map[string]any{"shape": taken.Spec.Form, "also": also, "not": not}, "%s", message)
}
