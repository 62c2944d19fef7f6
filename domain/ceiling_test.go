package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func TestACeilingIsRefused(t *testing.T) {
	p := newPlot(t)
	for _, c := range []struct {
		when string
		edit func(*fabric.Ceiling)
		want state.Code
	}{
		{"its boundary is a line", func(c *fabric.Ceiling) { c.Boundary = c.Boundary[:2] }, state.DegenerateGeometry},
		{"its hole is outside", func(c *fabric.Ceiling) { c.Holes = []geometry.Ring{rectangle(9000, 0, 9900, 900)} },
			state.DegenerateGeometry},
		{"it has no thickness", func(c *fabric.Ceiling) { c.Thickness = 0 }, state.DegenerateGeometry},
		{"it lies on the level", func(c *fabric.Ceiling) { c.Height = 0 }, state.DegenerateGeometry},
		{"it is out of bounds", func(c *fabric.Ceiling) { c.Height = state.DefaultHalfExtent }, state.OutOfModelBounds},
	} {
		t.Run(c.when, func(t *testing.T) {
			ceiling := fabric.Ceiling{Boundary: rectangle(0, 0, 4000, 3000),
				Height: geometry.MM(2500), Thickness: geometry.MM(20)}
			c.edit(&ceiling)
			p.refused(change.CreateCeiling{LevelID: p.level, Ceiling: ceiling}, c.want)
		})
	}
}

// The thickness of a ceiling is the sum of its layers. An element that hangs in it follows it.
func TestACeilingOfLayersCarriesALamp(t *testing.T) {
	p := newPlot(t)
	p.do(change.DefineMaterial{Name: "Board"})
	kind := p.do(change.DefineType{Category: state.CategoryCeiling, Name: "Boards",
		Layers: []shape.LayerInput{{Material: "Board", Thickness: geometry.MM(10), Function: "", Record: ""},
			{Material: "Board", Thickness: geometry.MM(15), Function: "", Record: ""}}})
	id := p.do(change.CreateCeiling{LevelID: p.level, TypeID: kind,
		Ceiling: fabric.Ceiling{Boundary: rectangle(0, 0, 4000, 3000),
			Holes: []geometry.Ring{rectangle(1000, 1000, 2000, 2000)}, Height: geometry.MM(2500)}})
	checkBody(t, p.model, id)
	p.measure(id, "NetArea", 11)
	p.measure(id, "GrossArea", 12)
	p.measure(id, "NetVolume", 11*0.025)
	lamp := p.do(change.PlaceComponent{Category: "terminal", HostID: id,
		Component: component.Component{Use: "light_fixture", Location: shift(3000, 500, 2450), Width: geometry.MM(200),
			Depth: geometry.MM(200), Height: geometry.MM(50)}})
	p.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: shift(0, 0, 100)})
	if e, _ := p.model.Element(lamp); e.Params.(*component.Component).Location != shift(3000, 500, 2550) {
		t.Errorf("the lamp is at %v", e.Params.(*component.Component).Location)
	}
}

func TestAFootingIsRefused(t *testing.T) {
	p := newPlot(t)
	at := mm(0, 0)
	for _, c := range []struct {
		when string
		f    fabric.Footing
		want state.Code
	}{
		{"it is nowhere", fabric.Footing{Width: 1, Height: 1}, state.OutOfRange},
		{"it is pad and strip", fabric.Footing{Location: &at, Start: &at, Width: 1, Height: 1}, state.OutOfRange},
		{"the strip has no end", fabric.Footing{Start: &at, Width: 1, Height: 1}, state.OutOfRange},
		{"the strip has no length", fabric.Footing{Start: &at, End: &at, Width: 1, Height: 1},
			state.DegenerateGeometry},
		{"the strip is turned", fabric.Footing{Start: &at, End: &at, Rotation: 1, Width: 1, Height: 1},
			state.OutOfRange},
		{"the pad has no length", fabric.Footing{Location: &at, Width: 1, Height: 1}, state.DegenerateGeometry},
		{"the pad has no height", fabric.Footing{Location: &at, Length: 1, Width: 1}, state.DegenerateGeometry},
		{"the pad is out of bounds", fabric.Footing{Location: &at, Length: 1, Width: 1, Height: 1,
			Offset: -state.DefaultHalfExtent},
			state.OutOfModelBounds},
	} {
		t.Run(c.when, func(t *testing.T) { p.refused(change.CreateFooting{LevelID: p.level, Footing: c.f}, c.want) })
	}
}

func TestFootingFigures(t *testing.T) {
	p := newPlot(t)
	at, start, end := mm(1000, 1000), mm(0, 0), mm(3000, 4000)
	pad := p.do(change.CreateFooting{LevelID: p.level, Footing: fabric.Footing{Location: &at, Length: geometry.MM(1200),
		Width: geometry.MM(800), Height: geometry.MM(400), Rotation: 90 * geometry.Degree, Offset: geometry.MM(-300)}})
	strip := p.do(change.CreateFooting{LevelID: p.level, Footing: fabric.Footing{Start: &start, End: &end,
		Width: geometry.MM(600), Height: geometry.MM(300)}})
	for id, volume := range map[state.ID]float64{pad: 1.2 * 0.8 * 0.4, strip: 5 * 0.6 * 0.3} {
		checkBody(t, p.model, id)
		p.measure(id, "NetVolume", volume)
	}
	body, err := shape.Body(p.model, pad)
	if want := (geometry.Box{Min: shift(600, 400, -700), Max: shift(1400, 1600, -300)}); err != nil ||
		body.Bounds() != want {
		t.Errorf("the pad is in %v, want %v: %v", body.Bounds(), want, err)
	}
	p.do(change.MoveElement{ElementIDs: []state.ID{pad, strip}, Delta: shift(0, 0, -100),
		Rotation: 90 * geometry.Degree})
	if body, _ = shape.Body(p.model, pad); body.Bounds() != (geometry.Box{Min: shift(400, 600, -800),
		Max: shift(1600, 1400, -400)}) {
		t.Errorf("turned, the pad is in %v", body.Bounds())
	}
}
