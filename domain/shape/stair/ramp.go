package stair

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/ramps"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Ramp leads from a height above its level to a top level, or up a rise. It consists of straight runs of one slope with
// landings between them. The landings are parts of the ramp, not levels.
type Ramp struct {
	Start         geometry.Point2   `json:"start" jsonschema:"at the foot"`
	Toward        geometry.Point2   `json:"toward" jsonschema:"a point in the direction of ascent"`
	TopLevel      state.ID          `json:"top_level,omitempty" jsonschema:"or rise"`
	Rise          geometry.Length   `json:"rise,omitempty" rule:"positive" jsonschema:"of the whole ramp, in place of top_level"`
	Offset        geometry.Length   `json:"offset,omitempty" jsonschema:"of the foot from the level"`
	Width         geometry.Length   `json:"width" rule:"positive" jsonschema:"kerbs included"`
	Slope         float64           `json:"slope,omitempty" jsonschema:"the n of 1:n, 12 for 1:12: all runs alike; default 12"`
	Lengths       []geometry.Length `json:"lengths,omitempty" jsonschema:"of each run in plan, in place of slope"`
	Bends         []ramps.Bend      `json:"bends,omitempty" jsonschema:"of each landing between two runs: straight, left, right, half_left, half_right (back beside the run); none: one run"`
	Landing       geometry.Length   `json:"landing,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"depth; default 1500, at least the width where it turns by a quarter"`
	Well          geometry.Length   `json:"well,omitempty" rule:"nonnegative" jsonschema:"between the runs of a half turn"`
	Thickness     geometry.Length   `json:"thickness,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"of the slab across its slope; default 200"`
	Solid         bool              `json:"solid,omitempty" jsonschema:"down to the foot, in place of a slab"`
	Kerb          geometry.Length   `json:"kerb,omitempty" rule:"nonnegative" jsonschema:"height of kerbs along both sides; default none"`
	KerbWidth     geometry.Length   `json:"kerb_width,omitempty" rule:"nonnegative" zero:"refused" jsonschema:"default 100"`
	Justification StairSide         `json:"justification,omitempty" jsonschema:"side of the run the start is on; default center"`
	FloorOpening  StairOpening      `json:"floor_opening,omitempty" jsonschema:"cut: it keeps openings in the floors over it"`
	Railings      StairRailings     `json:"railings,omitempty" jsonschema:"that it keeps along; default none"`
}

// The defaults of the sizes of a ramp. The slope follows IBC 1012.2 and ADA 405.2; the landing follows DIN 18040 and
// Approved Document M.
const (
	UsualSlope     = 12
	usualLanding   = 1500 * geometry.Millimetre
	UsualRampSlab  = 200 * geometry.Millimetre
	usualKerbWidth = 100 * geometry.Millimetre
)

// The slopes that a ramp may have. Cars can go up 1:5. People have to climb a slope beyond 1:2, and a slope flatter
// than 1:1000 is a floor.
const (
	steepestSlope = 2
	flattestSlope = 1000
)

// maxRuns bounds the runs of a ramp, far above the number between two storeys.
const maxRuns = 60

// Adjusted gives the parameter that was set last precedence. If the lengths of runs were set it clears the slope, and
// vice versa. The same applies to the rise and the top level.
func (r *Ramp) Adjusted(parameter string) state.Params {
	c := *r
	switch parameter {
	case "slope":
		c.Lengths = nil
	case "lengths":
		if len(c.Lengths) > 0 {
			c.Slope = 0
		}
	case "bends":
		if len(c.Lengths) != len(c.Bends)+1 {
			c.Lengths = nil
		}
	case "rise":
		if c.Rise > 0 {
			c.TopLevel = ""
		}
	case "top_level":
		if c.TopLevel != "" {
			c.Rise = 0
		}
	}
	return &c
}

func (r *Ramp) Mentions() state.ID { return r.TopLevel }

// Foot returns the height of the foot of a ramp above the model's origin.
func (r *Ramp) Foot(m *state.Model, e *state.Element) geometry.Length {
	return bodyshape.ElevationOf(m, e.LevelID) + r.Offset
}

// RiseOf returns the height from foot to head.
func (r *Ramp) RiseOf(m *state.Model, e *state.Element) geometry.Length {
	if r.TopLevel == "" {
		return r.Rise
	}
	return bodyshape.ElevationOf(m, r.TopLevel) - r.Foot(m, e)
}

// HeightRange returns the heights of the foot and of the head.
func (r *Ramp) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	low = r.Foot(m, e)
	return low, low + r.RiseOf(m, e), true
}

func (r *Ramp) Check(m *state.Model, e *state.Element) error {
	refuse := func(parameter, format string, args ...any) error {
		return state.Errorf(state.OutOfRange, format, args...).With("parameter", parameter)
	}
	if geometry.Distance(r.Start, r.Toward) < bodyshape.MinimumExtent {
		return state.Errorf(state.DegenerateGeometry,
			"toward must differ from start: it gives the direction of ascent").With("parameter", "toward")
	}
	switch {
	case r.TopLevel == "" && r.Rise == 0:
		return refuse("rise", "how high the ramp leads is not said: give top_level or rise")
	case r.TopLevel != "" && r.Rise != 0:
		return refuse("rise", "top_level and rise both say how high the ramp leads: give one of them")
	case r.TopLevel != "":
		if _, err := m.FindOf(r.TopLevel, state.CategoryLevel); err != nil {
			return err
		}
	}
	rise := r.RiseOf(m, e)
	if rise < bodyshape.MinimumExtent {
		return state.Errorf(state.DegenerateGeometry, "the head of the ramp is not above its foot: give a higher "+
			"top_level, or a lower offset").With("parameter", "top_level")
	}
	foot := r.Foot(m, e)
	if err := m.CheckHeights("rise", foot, foot+rise); err != nil {
		return err
	}
	if err := r.checkRuns(refuse); err != nil {
		return err
	}
	return r.checkSizes(rise, refuse)
}

// checkRuns checks slope, lengths and bends against each other.
func (r *Ramp) checkRuns(refuse func(parameter, format string, args ...any) error) error {
	switch runs := len(r.Lengths); {
	case runs > 0 && r.Slope != 0:
		return refuse("slope", "slope and lengths both say how steep the ramp is: give one of them")
	case runs > 0 && runs != len(r.Bends)+1:
		return refuse("lengths", "lengths has %d runs, and %d bends lie between %d: give each run its length", runs,
			len(r.Bends), len(r.Bends)+1)
	case len(r.Bends) >= maxRuns:
		return refuse("bends", "the ramp has %d runs: give at most %d", len(r.Bends)+1, maxRuns)
	case runs == 0 && r.Slope != 0 && (r.Slope < steepestSlope || r.Slope > flattestSlope):
		return refuse("slope", "slope is %v, the n of 1:n: give %d to %d, 12 for a slope of 1:12", r.Slope,
			steepestSlope, flattestSlope)
	}
	for _, b := range r.Bends {
		if !slices.Contains(b.Enum(), string(b)) {
			return refuse("bends", "%q is no bend: give %s", b, strings.Join(b.Enum(), ", ")).(*state.Error).With(
				"allowed", b.Enum())
		}
	}
	for _, l := range r.Lengths {
		if l < bodyshape.MinimumExtent {
			return refuse("lengths", "a run is %s mm long: give each run a length", l)
		}
	}
	return nil
}

// checkSizes refuses parts without a body, and parts that overlap.
func (r *Ramp) checkSizes(rise geometry.Length, refuse func(parameter, format string, args ...any) error) error {
	spec := r.Spec(rise)
	if per := spec.GoingPerRise(); per < steepestSlope-0.01 || per > flattestSlope {
		return refuse("lengths", "runs of %s mm in all make a slope of 1:%s up %s mm: give 1:%d to 1:%d", spec.Going(),
			ramps.Ratio(per), rise, steepestSlope, flattestSlope)
	}
	if spec.Kerb > 0 {
		if 2*spec.KerbWidth+bodyshape.MinimumExtent > min(spec.Width(), spec.Landing) {
			return refuse("kerb_width", "kerbs of %s mm on both sides leave nothing of a width of %s mm",
				spec.KerbWidth, min(spec.Width(), spec.Landing))
		}
	}
	l := spec.Lay()
	for i := range l.Runs {
		if _, err := geometry.NewPolygon(l.Runs[i].Side); err != nil {
			return state.Errorf(state.DegenerateGeometry, "run %d of %s mm up %s mm is no body: %w", i+1,
				l.Runs[i].Going, l.Runs[i].Rise, err).With("parameter", "lengths")
		}
	}
	if a, b, crosses := l.Crossing(); crosses {
		return state.Errorf(state.DegenerateGeometry, "%s and %s of the ramp share space: let it turn to another "+
			"side, or change the lengths of its runs", partOfRamp(a), partOfRamp(b)).With("parameter", "bends")
	}
	return nil
}

// partOfRamp returns the name of a part of a ramp. Parts are counted from its foot, with runs and landings in turn.
func partOfRamp(i int) string {
	if i%2 == 0 {
		return fmt.Sprintf("run %d", i/2+1)
	}
	return fmt.Sprintf("landing %d", i/2+1)
}

// Spec returns the runs and landings of a ramp with a given rise. Parameters that are not set have their defaults.
func (r *Ramp) Spec(rise geometry.Length) ramps.Spec {
	spec := ramps.Spec{Bends: r.Bends, Rise: rise, Goings: r.Lengths, Solid: r.Solid, Well: r.Well, Kerb: r.Kerb,
		Thickness: cmp.Or(r.Thickness, UsualRampSlab), Landing: cmp.Or(r.Landing, usualLanding),
		KerbWidth: cmp.Or(r.KerbWidth, usualKerbWidth)}
	spec.Z0, spec.Z1 = acrossFrom(r.Justification, r.Width)
	if len(spec.Goings) == 0 {
		runs := len(r.Bends) + 1
		spec.Goings = slices.Repeat([]geometry.Length{ramps.GoingFor(rise, cmp.Or(r.Slope, UsualSlope), runs)}, runs)
	}
	return spec
}

// Take sets the parameters of a ramp to the values of a proposal.
func (r *Ramp) Take(p ramps.Proposal) {
	r.Slope, r.Lengths, r.Bends, r.Landing, r.Width = p.PerRise, nil, p.Spec.Bends, p.Spec.Landing, p.Spec.Width()
}

func (r *Ramp) Moved(t state.Transform) state.Params {
	c := *r
	c.Start, c.Toward = t.Plan(r.Start), t.Plan(r.Toward)
	c.Offset += t.Delta.Z
	return &c
}

func (r *Ramp) Anchor(*state.Model, *state.Element) geometry.Point3 { return r.Start.At(r.Offset) }

// Centre returns the middle of the ramp in plan. For a ramp to a level it assumes a rise of one metre, so that a turn
// about the middle is the same before and after the level moves.
func (r *Ramp) Centre() geometry.Point2 {
	spec := r.Spec(cmp.Or(r.Rise, geometry.Metre))
	l := spec.Lay()
	low, high := l.Bounds()
	at := geometry.Point2{X: low.X + (high.X-low.X)/2, Y: low.Y + (high.Y-low.Y)/2}
	return geometry.PlacementInPlan(r.Start.At(0), r.Toward).Point(at.At(0)).XY()
}

// FixedField returns nil, because ramps of other programs are bodies of class IfcRamp.
func (*Ramp) FixedField() **state.FixedShape { return nil }

// acrossFrom returns the extent of a flight or run across, measured to the right of its start.
func acrossFrom(side StairSide, width geometry.Length) (z0, z1 geometry.Length) {
	switch side {
	case "left": // the start is on the left edge, the flight lies to its right
		return 0, width
	case "right":
		return -width, 0
	}
	return -width / 2, width - width/2
}

// ToldRamp returns the text of a proposal.
func ToldRamp(p ramps.Proposal) string {
	return fmt.Sprintf("%s: %d runs of %s mm at 1:%s, %s mm wide, %s x %s mm", p.Form, len(p.Spec.Goings),
		p.Spec.Goings[0], ramps.Ratio(p.PerRise), p.Spec.Width(), p.Along, p.Across)
}

// NoRamp returns the error for the case that a code allows no ramp, or no ramp of the requested form. It names the
// reason for each form, and the ramps that fit.
func NoRamp(code ramps.Code, form ramps.Form, found []ramps.Proposal, missing []ramps.Missing) error {
	var lacks, fits []string
	for _, m := range missing {
		if form == "" || m.Form == form {
			lacks = append(lacks, m.Reason)
		}
	}
	for _, p := range found {
		fits = append(fits, ToldRamp(p))
	}
	message := strings.Join(lacks, "; ")
	if len(fits) > 0 {
		message += "; these fit: " + strings.Join(fits, "; ")
	} else {
		message += ": give more space, another standard, or a lower rise"
	}
	return state.Errorf(state.ConstraintViolated, "%s allows no such ramp: %s", code.Title, message).With("parameter",
		"standard").With("lacks", lacks).With("fits", fits)
}
