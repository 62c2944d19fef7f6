package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A window in a gable lies above its wall's own height, so the roof can only be deleted together with it.
func TestTheRoofOverAWindowInAGableStays(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	window := h.do(change.PlaceWindow{WallID: h.id["W6"], Window: fabric.Window{Offset: geometry.MM(3200),
		Width:  geometry.MM(1300),
		Height: geometry.MM(900), SillHeight: geometry.MM(3000)}})
	h.refused(change.DeleteElement{ElementIDs: []state.ID{h.id["R1"]}}, state.OpeningOutsideHost)
	h.refused(change.BooleanOperation{ElementA: h.id["R1"], ElementB: h.id["S1"], Operation: component.CombineUnion},
		state.OpeningOutsideHost)
	h.do(change.BooleanOperation{ElementA: h.id["R1"], ElementB: h.id["S1"], Operation: component.CombineUnion,
		KeepOperands: true})
	h.do(change.DeleteElement{ElementIDs: []state.ID{h.id["R1"], window}})
	h.measure(h.id["W6"], "GrossVolume", 6.468)
}

// A wall and a column stand on a level, and their tops follow a slab. Their own heights end below that level. So the
// slab can be deleted only together with the wall, or after the wall has been given its own base.
func TestTheSlabOverWhatStandsHigherThanItsOwnTopStays(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	column := p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(2000, 3000),
		Height:  geometry.MM(2500),
		Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(300)}}})
	mid := p.do(change.CreateLevel{Name: "Mid", Elevation: geometry.MM(3100)})
	slab := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(-1000, -1000, 9000, 9000),
		Thickness: geometry.MM(300), Offset: geometry.MM(5500)}})
	both := []state.ID{wall, column}
	p.do(change.Attach{ElementIDs: both, To: []state.ID{slab}})
	p.do(change.Attach{ElementIDs: both, To: []state.ID{mid}, End: fabric.AttachBase})
	p.refused(change.DeleteElement{ElementIDs: []state.ID{slab}}, state.EmptyResult)
	p.refused(change.DeleteElement{ElementIDs: []state.ID{slab, wall}}, state.EmptyResult)
	p.do(change.Detach{ElementIDs: []state.ID{column}, From: []state.ID{mid}})
	p.do(change.DeleteElement{ElementIDs: []state.ID{slab, wall}})
	p.measure2(column, "Length", 2.5)
}
