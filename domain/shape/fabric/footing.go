package fabric

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Footing is a pad under a column, given by its middle, or a strip under a wall, given by its line. Its top lies on the
// level plus offset.
type Footing struct {
	Location *geometry.Point2  `json:"location,omitempty" jsonschema:"middle of a pad"`
	Length   geometry.Length   `json:"length,omitempty" rule:"nonnegative" jsonschema:"of a pad"`
	Rotation geometry.Angle    `json:"rotation,omitempty" jsonschema:"of a pad"`
	Start    *geometry.Point2  `json:"start,omitempty" jsonschema:"of the middle line of a strip"`
	End      *geometry.Point2  `json:"end,omitempty"`
	Width    geometry.Length   `json:"width" rule:"positive"`
	Height   geometry.Length   `json:"height" rule:"positive" jsonschema:"from the top down"`
	Offset   geometry.Length   `json:"offset,omitempty" jsonschema:"of the top from the level"`
	Fixed    *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // replaces the other parameters
}

// Strip reports whether the footing is a strip rather than a pad.
func (f *Footing) Strip() bool { return f.Start != nil || f.End != nil }

func (f *Footing) Check(m *state.Model, e *state.Element) error {
	switch {
	case f.Strip() == (f.Location != nil):
		return state.Errorf(state.OutOfRange,
			"a footing is a pad with location, length and width, or a strip with start, end "+
				"and width: give one of them").With("parameter", "location")
	case f.Strip() && (f.Start == nil || f.End == nil):
		return state.Errorf(state.OutOfRange, "a strip footing needs a start and an end").With("parameter", "end")
	case f.Strip() && (f.Length != 0 || f.Rotation != 0):
		return state.Errorf(state.OutOfRange,
			"length and rotation are for pads: a strip runs from start to end").With("parameter",
			"length")
	case f.Strip() && geometry.Distance(*f.Start, *f.End) < bodyshape.MinimumExtent:
		return state.Errorf(state.DegenerateGeometry,
			"the footing starts where it ends: start and end must differ").With(
			"parameter", "end")
	}
	if !f.Strip() {
		if err := bodyshape.Positive("length", f.Length); err != nil {
			return err
		}
	}
	top := bodyshape.ElevationOf(m, e.LevelID) + f.Offset
	return m.CheckHeights("offset", top, top-f.Height)
}

func (f *Footing) Moved(t state.Transform) state.Params {
	c := *f
	move := func(p *geometry.Point2) *geometry.Point2 {
		if p == nil {
			return nil
		}
		q := t.Plan(*p)
		return &q
	}
	c.Location, c.Start, c.End = move(f.Location), move(f.Start), move(f.End)
	if !f.Strip() {
		c.Rotation = (f.Rotation + t.Rotation) % geometry.FullTurn
	}
	c.Offset += t.Delta.Z
	return &c
}

func (f *Footing) Anchor(*state.Model, *state.Element) geometry.Point3 {
	if f.Location != nil {
		return f.Location.At(f.Offset)
	}
	return f.Start.At(f.Offset)
}

func (f *Footing) Centre() geometry.Point2 {
	if f.Location != nil {
		return *f.Location
	}
	return bodyshape.Middle(*f.Start, *f.End)
}

func (f *Footing) FixedField() **state.FixedShape { return &f.Fixed }

// FootingShape is the block of a footing. The origin of its frame lies on the top, in the middle of a pad or at the
// start of a strip; X runs along the footing.
type FootingShape struct {
	Frame  geometry.Placement
	Plan   geometry.Polygon
	Length geometry.Length
}

// FootingShapeOf returns the shape of a footing.
func FootingShapeOf(m *state.Model, e *state.Element) FootingShape {
	f := e.Params.(*Footing)
	top := bodyshape.ElevationOf(m, e.LevelID) + f.Offset
	low, high := -f.Width/2, f.Width-f.Width/2
	if f.Strip() {
		run := geometry.Distance(*f.Start, *f.End)
		return FootingShape{geometry.PlacementInPlan(f.Start.At(top), *f.End),
			geometry.Rectangle(geometry.Point2{Y: low}, geometry.Point2{X: run, Y: high}), run}
	}
	frame := bodyshape.Horizontal(top)
	frame.Origin = f.Location.At(top)
	frame.X.X, frame.X.Y = f.Rotation.Cos(), f.Rotation.Sin()
	near := -f.Length / 2
	return FootingShape{frame, geometry.Rectangle(geometry.Point2{X: near, Y: low},
		geometry.Point2{X: near + f.Length, Y: high}), f.Length}
}

func (f *Footing) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	shape := FootingShapeOf(m, e)
	return bodyshape.OneSolid(m.Stop.Extrude(shape.Frame, geometry.Region{shape.Plan}, -f.Height, 0))
}

func (f *Footing) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	l, w, h := FootingShapeOf(m, e).Length.M(), f.Width.M(), f.Height.M()
	all := float64(float64(l*w) * h)
	sides := 2 * (float64(l*h) + float64(w*h))
	return []state.Quantity{
		bodyshape.Length("Length", l), bodyshape.Length("Width", w), bodyshape.Length("Height", h),
		bodyshape.Area("CrossSectionArea", float64(w*h)),
		bodyshape.Area("OuterSurfaceArea", sides),
		bodyshape.Area("GrossSurfaceArea", sides+float64(2*l*w)), bodyshape.Volume("GrossVolume", all),
		bodyshape.Volume("NetVolume", all),
	}, nil
}
