package domain

import (
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

func square(side int64) *geometry.Profile {
	return &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(side), Depth: geometry.MM(side)}
}

func TestAColumnIsRefused(t *testing.T) {
	p := newPlot(t)
	top := p.do(CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	good := Column{Location: mm(0, 0), Height: geometry.MM(3000), Profile: square(300)}
	for _, c := range []struct {
		when string
		edit func(*CreateColumn)
		want Code
	}{
		{"it has neither height nor top", func(c *CreateColumn) { c.Height = 0 }, DegenerateGeometry},
		{"it has both", func(c *CreateColumn) { c.TopLevel = top }, OutOfRange},
		{"its height is negative", func(c *CreateColumn) { c.Height = -1 }, OutOfRange},
		{"its height is beyond any length", func(c *CreateColumn) { c.Height = huge }, OutOfRange},
		{"its top is its foot", func(c *CreateColumn) { c.Height, c.TopLevel = 0, p.level }, DegenerateGeometry},
		{"its top does not exist", func(c *CreateColumn) { c.Height, c.TopLevel = 0, "nothing" }, NotFound},
		{"it has no profile", func(c *CreateColumn) { c.Profile = nil }, DegenerateGeometry},
		{"its profile has no shape", func(c *CreateColumn) { c.Profile = &geometry.Profile{} }, OutOfRange},
		{"its profile lacks a dimension", func(c *CreateColumn) { c.Profile = &geometry.Profile{Shape: "circle"} },
			DegenerateGeometry},
		{"its profile is negative", func(c *CreateColumn) { c.Profile = square(-1) }, OutOfRange},
		{"its profile is beyond any length", func(c *CreateColumn) {
			c.Profile = &geometry.Profile{Shape: "circle",
				Diameter: huge}
		}, OutOfRange},
		{"its profile is wider than the model", func(c *CreateColumn) {
			c.Profile = &geometry.Profile{Shape: "circle", Diameter: 2*DefaultHalfExtent + 1}
		}, OutOfRange},
		{"it turns more than once", func(c *CreateColumn) { c.Rotation = geometry.FullTurn + 1 }, OutOfRange},
		{"its location is out of bounds", func(c *CreateColumn) { c.Location.X = huge }, OutOfModelBounds},
		{"its top is out of bounds", func(c *CreateColumn) { c.BaseOffset = DefaultHalfExtent }, OutOfModelBounds},
		{"its material does not exist", func(c *CreateColumn) { c.Material = "cheese" }, NotFound},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := CreateColumn{BaseLevel: p.level, Column: good}
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
}

func TestABeamIsRefused(t *testing.T) {
	p := newPlot(t)
	good := Beam{Start: shift(0, 0, 3000), End: shift(5000, 0, 3000), Profile: square(200)}
	for _, c := range []struct {
		when string
		edit func(*Beam)
		want Code
	}{
		{"it starts where it ends", func(b *Beam) { b.End = b.Start }, DegenerateGeometry},
		{"it has no profile", func(b *Beam) { b.Profile = nil }, DegenerateGeometry},
		{"its end is out of bounds", func(b *Beam) { b.End.Z = huge }, OutOfModelBounds},
		{"its justification does not exist", func(b *Beam) { b.Justification = "side" }, OutOfRange},
		{"it turns more than once", func(b *Beam) { b.Rotation = -geometry.FullTurn - 1 }, OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			beam := good
			c.edit(&beam)
			p.refused(CreateBeam{LevelID: p.level, Beam: beam}, c.want)
		})
	}
	high := p.do(CreateLevel{Name: "High", Elevation: DefaultHalfExtent})
	p.refused(CreateBeam{LevelID: high, Beam: good}, OutOfModelBounds)
}

func TestABeamHasABodyInEveryDirection(t *testing.T) {
	for _, end := range []geometry.Point3{shift(5000, 0, 0), shift(0, 0, 5000), shift(0, 0, -5000),
		shift(3000, 4000, 1000), shift(-1, 0, 5000)} {
		p := newPlot(t)
		checkBody(t, p.model, p.do(CreateBeam{LevelID: p.level,
			Beam: Beam{End: end, Profile: square(200), Rotation: 30 * geometry.Degree}}))
	}
}
