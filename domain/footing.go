package domain

import "github.com/bimstream/bimstream/geometry"

// Footing is a pad under a column, given by its middle, or a strip under a wall, given by its line. Its top lies on the
// level plus offset.
type Footing struct {
	Location *geometry.Point2 `json:"location,omitempty" jsonschema:"middle of a pad"`
	Length   geometry.Length  `json:"length,omitempty" rule:"nonnegative" jsonschema:"of a pad"`
	Rotation geometry.Angle   `json:"rotation,omitempty" jsonschema:"of a pad"`
	Start    *geometry.Point2 `json:"start,omitempty" jsonschema:"of the middle line of a strip"`
	End      *geometry.Point2 `json:"end,omitempty"`
	Width    geometry.Length  `json:"width" rule:"positive"`
	Height   geometry.Length  `json:"height" rule:"positive" jsonschema:"from the top down"`
	Offset   geometry.Length  `json:"offset,omitempty" jsonschema:"of the top from the level"`
	Fixed    *FixedShape      `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

// Strip reports whether the footing is a strip and no pad.
func (f *Footing) Strip() bool { return f.Start != nil || f.End != nil }

func (f *Footing) check(m *Model, e *Element) error {
	switch {
	case f.Strip() == (f.Location != nil):
		return Errorf(OutOfRange, "a footing is a pad with location, length and width, or a strip with start, end "+
			"and width: give one of them").With("parameter", "location")
	case f.Strip() && (f.Start == nil || f.End == nil):
		return Errorf(OutOfRange, "a strip footing needs a start and an end").With("parameter", "end")
	case f.Strip() && (f.Length != 0 || f.Rotation != 0):
		return Errorf(OutOfRange, "length and rotation are for pads: a strip runs from start to end").With("parameter",
			"length")
	case f.Strip() && geometry.Distance(*f.Start, *f.End) < minimumExtent:
		return Errorf(DegenerateGeometry, "the footing starts where it ends: start and end must differ").With(
			"parameter", "end")
	}
	if !f.Strip() {
		if err := positive("length", f.Length); err != nil {
			return err
		}
	}
	top := m.elevation(e.LevelID) + f.Offset
	return m.checkHeights("offset", top, top-f.Height)
}

func (f *Footing) moved(t Transform) Params {
	c := *f
	move := func(p *geometry.Point2) *geometry.Point2 {
		if p == nil {
			return nil
		}
		q := t.plan(*p)
		return &q
	}
	c.Location, c.Start, c.End = move(f.Location), move(f.Start), move(f.End)
	if !f.Strip() {
		c.Rotation = (f.Rotation + t.Rotation) % geometry.FullTurn
	}
	c.Offset += t.Delta.Z
	return &c
}

func (f *Footing) anchor(*Model, *Element) geometry.Point3 {
	if f.Location != nil {
		return f.Location.At(f.Offset)
	}
	return f.Start.At(f.Offset)
}

func (f *Footing) centre() geometry.Point2 {
	if f.Location != nil {
		return *f.Location
	}
	return middle(*f.Start, *f.End)
}

func (f *Footing) fixedField() **FixedShape { return &f.Fixed }

// CreateFooting adds a footing.
type CreateFooting struct {
	LevelID ID `json:"level_id"`
	Footing
	Material   string       `json:"material,omitempty" jsonschema:"id or name"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateFooting) decide(t *transaction) error {
	footing := c.Footing
	return t.createMember(&Element{ID: t.newID(), Category: CategoryFooting, Name: c.Name, LevelID: c.LevelID,
		Params: &footing}, c.Material, c.Properties)
}

// FootingShape is a footing as a block that hangs from its top: X along it, the origin of a pad in its middle, of a
// strip at its start.
type FootingShape struct {
	Frame  geometry.Placement
	Plan   geometry.Polygon
	Length geometry.Length
}

// FootingShape returns the shape of a footing.
func (m *Model) FootingShape(e *Element) FootingShape {
	f := e.Params.(*Footing)
	top := m.elevation(e.LevelID) + f.Offset
	low, high := -f.Width/2, f.Width-f.Width/2
	if f.Strip() {
		run := geometry.Distance(*f.Start, *f.End)
		return FootingShape{geometry.PlacementInPlan(f.Start.At(top), *f.End),
			geometry.Rectangle(geometry.Point2{Y: low}, geometry.Point2{X: run, Y: high}), run}
	}
	frame := horizontal(top)
	frame.Origin = f.Location.At(top)
	frame.X.X, frame.X.Y = f.Rotation.Cos(), f.Rotation.Sin()
	near := -f.Length / 2
	return FootingShape{frame, geometry.Rectangle(geometry.Point2{X: near, Y: low},
		geometry.Point2{X: near + f.Length, Y: high}), f.Length}
}

func (f *Footing) body(m *Model, e *Element) (geometry.Body, error) {
	shape := m.FootingShape(e)
	return oneSolid(m.stop.Extrude(shape.Frame, geometry.Region{shape.Plan}, -f.Height, 0))
}

func (f *Footing) quantities(m *Model, e *Element) ([]Quantity, error) {
	l, w, h := m.FootingShape(e).Length.M(), f.Width.M(), f.Height.M()
	all := float64(float64(l*w) * h)
	sides := 2 * (float64(l*h) + float64(w*h))
	return []Quantity{
		length("Length", l), length("Width", w), length("Height", h), area("CrossSectionArea", float64(w*h)),
		area("OuterSurfaceArea", sides),
		area("GrossSurfaceArea", sides+float64(2*l*w)), volume("GrossVolume", all), volume("NetVolume", all),
	}, nil
}
