package domain

import (
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// A window in a gable lies above its wall's own height: the roof does not go before it, but with it.
func TestTheRoofOverAWindowInAGableStays(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	window := h.do(PlaceWindow{WallID: h.id["W6"], Window: Window{Offset: geometry.MM(3200), Width: geometry.MM(1300),
		Height: geometry.MM(900), SillHeight: geometry.MM(3000)}})
	h.refused(DeleteElement{ElementIDs: []ID{h.id["R1"]}}, OpeningOutsideHost)
	h.refused(BooleanOperation{ElementA: h.id["R1"], ElementB: h.id["S1"], Operation: CombineUnion}, OpeningOutsideHost)
	h.do(BooleanOperation{ElementA: h.id["R1"], ElementB: h.id["S1"], Operation: CombineUnion, KeepOperands: true})
	h.do(DeleteElement{ElementIDs: []ID{h.id["R1"], window}})
	h.measure(h.id["W6"], "GrossVolume", 6.468)
}

// Between a base on a level and a top that follows a slab there is a wall and a column; below their own heights there
// would be nothing: the slab goes with the wall or when it has its own base.
func TestTheSlabOverWhatStandsHigherThanItsOwnTopStays(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	column := p.do(CreateColumn{BaseLevel: p.level, Column: Column{Location: mm(2000, 3000), Height: geometry.MM(2500),
		Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(300)}}})
	mid := p.do(CreateLevel{Name: "Mid", Elevation: geometry.MM(3100)})
	slab := p.do(CreateFloor{LevelID: p.level, Floor: Floor{Boundary: rectangle(-1000, -1000, 9000, 9000),
		Thickness: geometry.MM(300), Offset: geometry.MM(5500)}})
	both := []ID{wall, column}
	p.do(Attach{ElementIDs: both, To: []ID{slab}})
	p.do(Attach{ElementIDs: both, To: []ID{mid}, End: AttachBase})
	p.refused(DeleteElement{ElementIDs: []ID{slab}}, EmptyResult)
	p.refused(DeleteElement{ElementIDs: []ID{slab, wall}}, EmptyResult)
	p.do(Detach{ElementIDs: []ID{column}, From: []ID{mid}})
	p.do(DeleteElement{ElementIDs: []ID{slab, wall}})
	p.measure2(column, "Length", 2.5)
}
