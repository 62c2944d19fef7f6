package domain

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// railing adds a railing 1 m high along a path on a host.
func (p *plot) railing(host state.ID, path ...geometry.Point3) state.ID {
	p.t.Helper()
	return p.do(change.CreateRailing{HostID: host, Railing: stair.Railing{Path: path, Height: geometry.MM(1000)}})
}

// runs fails unless a railing runs along the given path.
func (p *plot) runs(id state.ID, want ...geometry.Point3) {
	p.t.Helper()
	if got := change.Element(p.model, id).Params.(*stair.Railing).Path; !slices.Equal(got, want) {
		p.t.Errorf("the railing runs along %v, want %v", got, want)
	}
}

// stands fails unless a component is at the given height above its level.
func (p *plot) stands(id state.ID, z int64) {
	p.t.Helper()
	if got := change.Element(p.model, id).Params.(*component.Component).Location.Z; got != geometry.MM(z) {
		p.t.Errorf("%s stands at %s, want %d", shape.NameOf(p.model, id), got, z)
	}
}

// Elements on a slab move with its top, and elements in a ceiling with its underside. A floor becomes thicker below its
// top, a ceiling above its underside. Elements that stand on the level, and not on the slab, stay.
func TestWhatAPlateCarriesGoesAlongWithItsFace(t *testing.T) {
	p := newPlot(t)
	slab := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 6000, 4000),
		Thickness: geometry.MM(200)}})
	ceiling := p.do(change.CreateCeiling{LevelID: p.level, Ceiling: fabric.Ceiling{Boundary: rectangle(0, 0, 6000,
		4000),
		Thickness: geometry.MM(20), Height: geometry.MM(2500)}})
	lamp := crate(3000, 2000)
	lamp.Location.Z = geometry.MM(1800)
	bed := p.do(change.PlaceComponent{Category: "furniture", HostID: slab, Component: crate(1000, 1000)})
	alone := p.do(change.PlaceComponent{Category: "furniture", LevelID: p.level, Component: crate(5000, 1000)})
	hung := p.do(change.PlaceComponent{Category: "equipment", HostID: ceiling, Component: lamp})
	rail := p.railing(slab, shift(0, 0, 0), shift(6000, 0, 0))
	before := p.model
	p.do(modify(slab, "offset", 150))
	p.do(modify(slab, "thickness", 300))
	p.do(modify(ceiling, "height", 2600))
	p.do(modify(ceiling, "thickness", 40))
	p.stands(bed, 150)
	p.stands(alone, 0)
	p.stands(hung, 1900)
	p.runs(rail, shift(0, 0, 150), shift(6000, 0, 150))
	p.do(modify(p.level, "elevation", 500))
	p.stands(bed, 150)
	p.do(modify(slab, "offset", 0))
	p.stands(bed, 0)
	if got := change.Element(before, bed).Params.(*component.Component).Location.Z; got != 0 {
		t.Errorf("the state before has it at %s", got)
	}
}

// A flat roof grows upwards when it becomes thicker, also by its type. If a roof becomes steeper, the shift differs
// from place to place, so elements on it stay.
func TestARailingOnARoofGoesAlongWithItsTop(t *testing.T) {
	p := newPlot(t)
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 6000, 4000),
		RoofType:  fabric.RoofFlat,
		Thickness: geometry.MM(300), Offset: geometry.MM(3000)}})
	rail := p.railing(roof, shift(0, 0, 3300), shift(6000, 0, 3300))
	p.do(modify(roof, "thickness", 400))
	p.runs(rail, shift(0, 0, 3400), shift(6000, 0, 3400))
	p.do(change.DefineMaterial{Name: "Gravel"})
	roofs := p.do(change.DefineType{Category: state.CategoryRoof, Name: "Roof",
		Layers: []shape.LayerInput{{Material: "Gravel",
			Thickness: geometry.MM(250)}}})
	p.do(change.SetProperties{ElementIDs: []state.ID{roof}, TypeID: roofs})
	p.runs(rail, shift(0, 0, 3250), shift(6000, 0, 3250))
	p.do(change.ModifyType{TypeID: roofs, Thickness: geometry.MM(350)})
	p.runs(rail, shift(0, 0, 3350), shift(6000, 0, 3350))

	steep := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, 9000, 6000, 13000),
		RoofType: fabric.RoofShed, Slope: 10 * geometry.Degree, Thickness: geometry.MM(300), RidgeDirection: "x"}})
	on := p.railing(steep, shift(0, 9000, 305), shift(6000, 9000, 305))
	p.do(modify(steep, "slope", 20))
	p.runs(on, shift(0, 9000, 305), shift(6000, 9000, 305))
}

// The flight has 10 treads of 280 mm along X, is 1 m wide and rises 3 m. The railing along its left edge continues for
// 500 mm over the upper floor.
func TestARailingGoesAlongWithItsStair(t *testing.T) {
	p := newPlot(t)
	upper := p.do(change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	stair := p.do(change.CreateStair{LevelID: p.level, Stair: stair.Stair{Start: mm(0, 0), Toward: mm(1000, 0),
		TopLevel: upper,
		Width:    geometry.MM(1000), Risers: 11, Tread: geometry.MM(280)}})
	rail := p.railing(stair, shift(0, 450, 0), shift(1400, 450, 1500), shift(2800, 450, 3000), shift(3300, 450, 3000))
	p.do(modify(upper, "elevation", 3300))
	p.runs(rail, shift(0, 450, 0), shift(1400, 450, 1650), shift(2800, 450, 3300), shift(3300, 450, 3300))
	p.do(change.MoveElement{ElementIDs: []state.ID{upper}, Delta: shift(0, 0, -300)})
	p.runs(rail, shift(0, 450, 0), shift(1400, 450, 1500), shift(2800, 450, 3000), shift(3300, 450, 3000))
	p.do(modify(stair, "tread", 300))
	p.runs(rail, shift(0, 450, 0), shift(1500, 450, 1500), shift(3000, 450, 3000), shift(3500, 450, 3000))
	p.do(modify(stair, "width", 1200))
	p.runs(rail, shift(0, 550, 0), shift(1500, 550, 1500), shift(3000, 550, 3000), shift(3500, 550, 3000))
	p.do(change.MoveElement{ElementIDs: []state.ID{p.level}, Delta: shift(0, 0, 500)})
	p.runs(rail, shift(0, 550, 0), shift(1500, 550, 1250), shift(3000, 550, 2500), shift(3500, 550, 2500))
	p.do(modify(stair, "toward", []float64{0, 1000}))
	p.runs(rail, shift(-550, 0, 0), shift(-550, 1500, 1250), shift(-550, 3000, 2500), shift(-550, 3500, 2500))
}
