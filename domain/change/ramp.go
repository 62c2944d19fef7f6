package change

import (
	"cmp"
	"strings"

	"github.com/bimstream/bimstream/domain/ramps"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateRamp adds a ramp. Slope, landings and bends that are not given have usual values or, with a standard, values
// that it allows in the space.
type CreateRamp struct {
	LevelID state.ID `json:"level_id"`
	stairshape.Ramp
	Width      geometry.Length        `json:"width,omitempty" rule:"positive" jsonschema:"kerbs included; default, with a standard: its least"`
	Shape      ramps.Form             `json:"shape,omitempty" jsonschema:"in place of bends; with a standard default the simplest one that fits"`
	Turn       stairs.Side            `json:"turn,omitempty" jsonschema:"side that shape turns to; default left"`
	Standard   ramps.Standard         `json:"standard,omitempty" jsonschema:"finds slope, runs, landings, kerbs and handrails that it allows"`
	Space      *geometry.Point2       `json:"space,omitempty" jsonschema:"with standard: [along, across] that the ramp may take, level landings at both ends apart; 0: any"`
	Material   string                 `json:"material,omitempty" jsonschema:"id or name"`
	Name       string                 `json:"name,omitempty"`
	Properties bodyshape.PropertySets `json:"properties,omitempty"`
}

// usualRampWidth is the clear width that most codes require so that two people can pass (Approved Document M, 1500 mm).
const usualRampWidth = 1500 * geometry.Millimetre

func (c CreateRamp) Decide(t *Transaction) error {
	ramp := c.Ramp
	ramp.Width = cmp.Or(c.Width, ramp.Width)
	ramp.Justification = stairshape.StairSide(bodyshape.OrElse(string(ramp.Justification), "center"))
	ramp.FloorOpening = stairshape.StairOpening(bodyshape.OrElse(string(ramp.FloorOpening), "cut"))
	if c.Turn != "" {
		p, _ := state.CategoryStair.Parameter("turn")
		if err := p.CheckEnum(string(c.Turn), c.Turn.Enum()); err != nil {
			return err
		}
	}
	for _, level := range []state.ID{c.LevelID, ramp.TopLevel} {
		if level == "" && level != c.LevelID {
			continue
		}
		if _, err := t.Model.FindOf(level, state.CategoryLevel); err != nil {
			return err
		}
	}
	e := &state.Element{ID: t.newID(), Category: state.CategoryRamp, Name: c.Name, LevelID: c.LevelID, Params: &ramp}
	switch {
	case c.Standard != "":
		if err := c.solve(t, e, &ramp); err != nil {
			return err
		}
	case c.Space != nil:
		return state.Errorf(state.InvalidInput,
			"space is what a ramp of a standard must fit into: give standard as well").With("parameter", "space")
	default:
		if err := c.shaped(&ramp); err != nil {
			return err
		}
		ramp.Width = cmp.Or(ramp.Width, usualRampWidth)
		if len(ramp.Lengths) == 0 {
			ramp.Slope = cmp.Or(ramp.Slope, stairshape.UsualSlope)
		}
	}
	if err := t.createMember(e, c.Material, c.Properties); err != nil {
		return err
	}
	rampWarnSteep(t, e)
	return nil
}

// shaped gives a ramp the bends of the requested form.
func (c CreateRamp) shaped(ramp *stairshape.Ramp) error {
	if c.Shape == "" {
		return nil
	}
	if len(ramp.Bends) > 0 {
		return state.Errorf(state.InvalidInput, "shape and bends both say how the ramp turns: give one of them").With(
			"parameter", "shape")
	}
	quarter, half := ramps.Left, ramps.HalfLeft
	if c.Turn == stairs.Right {
		quarter, half = ramps.Right, ramps.HalfRight
	}
	switch c.Shape {
	case ramps.StraightRun:
	case ramps.TwoStraight:
		ramp.Bends = []ramps.Bend{ramps.Straight}
	case ramps.QuarterTurn:
		ramp.Bends = []ramps.Bend{quarter}
	case ramps.HalfTurn:
		ramp.Bends = []ramps.Bend{half}
	default:
		return state.Errorf(state.OutOfRange, "shape %q is not supported: give one of %s, or bends", c.Shape,
			strings.Join(c.Shape.Enum(), ", ")).With("parameter", "shape").With("allowed", c.Shape.Enum())
	}
	return nil
}

// solve finds a ramp that a standard allows in the space, in the requested form or in the simplest form that fits. The
// error CONSTRAINT_VIOLATED gives the reason why each form does not fit.
func (c CreateRamp) solve(t *Transaction, e *state.Element, ramp *stairshape.Ramp) error {
	code, ok := ramps.CodeOf(c.Standard)
	switch {
	case !ok:
		return state.Errorf(state.OutOfRange, "no standard %q: give one of %s", c.Standard,
			strings.Join(c.Standard.Enum(), ", ")).With("parameter", "standard").With("allowed", c.Standard.Enum())
	case ramp.Slope != 0 || len(ramp.Lengths) > 0 || len(ramp.Bends) > 0 || ramp.Landing != 0:
		return state.Errorf(state.InvalidInput, "standard finds slope, lengths, bends and landing: leave them out, or "+
			"leave standard out").With("parameter", "standard")
	case c.Shape != "" && c.Shape.Place() < 0:
		return c.shaped(ramp)
	case ramp.Width < 0 || ramp.Well < 0 || ramp.Thickness < 0 || ramp.Kerb < 0 || ramp.KerbWidth < 0:
		return state.Errorf(state.OutOfRange, "width, well, thickness and kerbs are not negative").With("parameter",
			"width")
	}
	rise := ramp.RiseOf(t.Model, e)
	if rise <= 0 {
		return state.Errorf(state.DegenerateGeometry, "the head of the ramp is not above its foot: give rise, or a "+
			"higher top_level").With("parameter", "top_level")
	}
	if err := t.Model.CheckHeights("rise", ramp.Foot(t.Model, e), ramp.Foot(t.Model, e)+rise); err != nil {
		return err
	}
	ramp.Kerb = cmp.Or(ramp.Kerb, code.Kerb)
	if ramp.Railings == "" && rise > code.Rails {
		ramp.Railings = "both"
	}
	ask := ramps.Request{Code: code, Rise: rise, Width: ramp.Width, Well: ramp.Well,
		Thickness: cmp.Or(ramp.Thickness, stairshape.UsualRampSlab), ToRight: c.Turn == stairs.Right,
		Edges: stairshape.RampEdges(ramp.Kerb, ramp.KerbWidth, ramp.Railings)}
	if c.Space != nil {
		if ask.Along, ask.Across = c.Space.X, c.Space.Y; ask.Along < 0 || ask.Across < 0 {
			return state.Errorf(state.OutOfRange, "space is [along, across], not negative").With("parameter", "space")
		}
		if err := t.Model.CheckBounds("space", c.Space.At(0)); err != nil {
			return err
		}
	}
	found, missing := ramps.Solve(ask)
	for _, p := range found {
		if c.Shape == "" || p.Form == c.Shape {
			ramp.Take(p)
			t.tellRamps(code, p, found, missing)
			return nil
		}
	}
	return stairshape.NoRamp(code, c.Shape, found, missing)
}

// tellRamps warns which other forms fit too, and gives the reasons why the remaining forms do not fit.
func (t *Transaction) tellRamps(code ramps.Code, taken ramps.Proposal, found []ramps.Proposal,
	missing []ramps.Missing) {
	var also, not []string
	for _, p := range found {
		if p.Form != taken.Form {
			also = append(also, stairshape.ToldRamp(p))
		}
	}
	for _, m := range missing {
		not = append(not, m.Reason)
	}
	message := "taken: " + stairshape.ToldRamp(taken) + ", with level landings of " + code.End.String() +
		" mm before its foot and behind its head, which are no part of it"
	if len(also) > 0 {
		message += "; these fit as well: " + strings.Join(also, "; ")
	}
	t.Warn("RAMP_FORMS", map[string]any{"shape": taken.Form, "slope": taken.PerRise, "also": also, "not": not}, "%s",
		message)
}

// sameRatio is the tolerance for ratios. It is less than a millimetre in the going of a run that rises 762 mm, the
// limit between landings.
const sameRatio = 0.001

// rampWarnSteep warns about a ramp that is steeper than codes allow for wheelchairs, or whose runs rise more than most
// codes allow. The warning names values that would fit.
func rampWarnSteep(t *Transaction, e *state.Element) {
	shape, err := stairshape.RampShapeOf(t.Model, e)
	if err != nil {
		return
	}
	per := shape.Spec.GoingPerRise()
	if per < stairshape.UsualSlope-sameRatio {
		going := ramps.GoingFor(shape.Spec.Rise, stairshape.UsualSlope, 1)
		t.Warn("STEEP_RAMP", map[string]any{"slope": per, "length": going},
			"the ramp has a slope of 1:%s, steeper than 1:12, which codes allow: runs of %s mm in all would do",
			ramps.Ratio(per), going)
	}
	for i, r := range shape.Runs {
		if r.Rise > mostRunRise {
			t.Warn("HIGH_RUN", map[string]any{"run": i + 1, "rise": r.Rise},
				"run %d rises %s mm without a landing, and codes allow %s mm at most: give more bends, or standard",
				i+1, r.Rise, mostRunRise)
			return
		}
	}
}

// mostRunRise is the maximum rise of a run between landings: IBC 1012.4, 30 in.
const mostRunRise = 762 * geometry.Millimetre

// checkMoveOfRamp refuses a vertical move of a ramp whose head is at a level.
func checkMoveOfRamp(m *state.Model, e *state.Element, c MoveElement) error {
	if e.Params.(*stairshape.Ramp).TopLevel == "" {
		return nil
	}
	return checkOnLevel(m, e, c)
}
