package drawings

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// shownRooms returns the rooms of the level that the plan shows. A roof plan shows only open rooms, such as a terrace
// on a roof, because roofs and floors hide the other rooms.
func (p *plan) shownRooms() []projections.RoomFacts {
	if !p.spec.Roof {
		return p.roomFacts()
	}
	var out []projections.RoomFacts
	for _, facts := range p.roomFacts() {
		p.goOn()
		if !p.isCovered(facts) {
			out = append(out, facts)
		}
	}
	return out
}

// isCovered reports whether roofs and floors cover more than half of a room.
func (p *plan) isCovered(facts projections.RoomFacts) bool {
	var over []geometry.Region
	for _, b := range p.solids {
		closes := b.element.Category == state.CategoryRoof || b.element.Category == state.CategoryFloor
		if _, top := b.shape.Bounds(); closes && top.Z > float64(facts.Base+usualCut) {
			over = append(over, p.shadow(b.shape))
		}
	}
	covered := geometry.Interrupt(p.stop).Intersect(facts.Region, geometry.Interrupt(p.stop).Union(over...))
	return covered.Area() > facts.Region.Area()/2
}
