package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func square(side int64) *geometry.Profile {
	return &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(side), Depth: geometry.MM(side)}
}

func TestAColumnIsRefused(t *testing.T) {
	p := newPlot(t)
	top := p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	good := member.Column{Location: mm(0, 0), Height: geometry.MM(3000), Profile: square(300)}
	for _, c := range []struct {
		when string
		edit func(*change.CreateColumn)
		want state.Code
	}{
		{"it has neither height nor top", func(c *change.CreateColumn) { c.Height = 0 }, state.DegenerateGeometry},
		{"it has both", func(c *change.CreateColumn) { c.TopLevel = top }, state.OutOfRange},
		{"its height is negative", func(c *change.CreateColumn) { c.Height = -1 }, state.OutOfRange},
		{"its height is beyond any length", func(c *change.CreateColumn) { c.Height = huge }, state.OutOfRange},
		{"its top is its foot", func(c *change.CreateColumn) { c.Height, c.TopLevel = 0, p.level },
			state.DegenerateGeometry},
		{"its top does not exist", func(c *change.CreateColumn) { c.Height, c.TopLevel = 0, "nothing" },
			state.NotFound},
		{"it has no profile", func(c *change.CreateColumn) { c.Profile = nil }, state.DegenerateGeometry},
		{"its profile has no shape", func(c *change.CreateColumn) { c.Profile = &geometry.Profile{} },
			state.OutOfRange},
		{"its profile lacks a dimension",
			func(c *change.CreateColumn) { c.Profile = &geometry.Profile{Shape: "circle"} },
			state.DegenerateGeometry},
		{"its profile is negative", func(c *change.CreateColumn) { c.Profile = square(-1) }, state.OutOfRange},
		{"its profile is beyond any length", func(c *change.CreateColumn) {
			c.Profile = &geometry.Profile{Shape: "circle",
				Diameter: huge}
		}, state.OutOfRange},
		{"its profile is wider than the model", func(c *change.CreateColumn) {
			c.Profile = &geometry.Profile{Shape: "circle", Diameter: 2*state.DefaultHalfExtent + 1}
		}, state.OutOfRange},
		{"it turns more than once", func(c *change.CreateColumn) { c.Rotation = geometry.FullTurn + 1 },
			state.OutOfRange},
		{"its location is out of bounds", func(c *change.CreateColumn) { c.Location.X = huge }, state.OutOfModelBounds},
		{"its top is out of bounds", func(c *change.CreateColumn) { c.BaseOffset = state.DefaultHalfExtent },
			state.OutOfModelBounds},
		{"its material does not exist", func(c *change.CreateColumn) { c.Material = "cheese" }, state.NotFound},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := change.CreateColumn{BaseLevel: p.level, Column: good}
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
}

func TestABeamIsRefused(t *testing.T) {
	p := newPlot(t)
	good := member.Beam{Start: shift(0, 0, 3000), End: shift(5000, 0, 3000), Profile: square(200)}
	for _, c := range []struct {
		when string
		edit func(*member.Beam)
		want state.Code
	}{
		{"it starts where it ends", func(b *member.Beam) { b.End = b.Start }, state.DegenerateGeometry},
		{"it has no profile", func(b *member.Beam) { b.Profile = nil }, state.DegenerateGeometry},
		{"its end is out of bounds", func(b *member.Beam) { b.End.Z = huge }, state.OutOfModelBounds},
		{"its justification does not exist", func(b *member.Beam) { b.Justification = "side" }, state.OutOfRange},
		{"it turns more than once", func(b *member.Beam) { b.Rotation = -geometry.FullTurn - 1 }, state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			beam := good
			c.edit(&beam)
			p.refused(change.CreateBeam{LevelID: p.level, Beam: beam}, c.want)
		})
	}
	high := p.do(change.CreateLevel{Name: "High", Elevation: state.DefaultHalfExtent})
	p.refused(change.CreateBeam{LevelID: high, Beam: good}, state.OutOfModelBounds)
}

func TestABeamHasABodyInEveryDirection(t *testing.T) {
	for _, end := range []geometry.Point3{shift(5000, 0, 0), shift(0, 0, 5000), shift(0, 0, -5000),
		shift(3000, 4000, 1000), shift(-1, 0, 5000)} {
		p := newPlot(t)
		checkBody(t, p.model, p.do(change.CreateBeam{LevelID: p.level,
			Beam: member.Beam{End: end, Profile: square(200), Rotation: 30 * geometry.Degree}}))
	}
}
