package tower

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The dimensions of a flat, from its corner at the outer wall and the party wall to the west.
const (
	livingDepth  = 3300 * geometry.Millimetre
	bathWidth    = 3600 * geometry.Millimetre
	entryOffset  = 4500 * geometry.Millimetre
	windowOffset = 900 * geometry.Millimetre
	windowPitch  = 2000 * geometry.Millimetre
	windowsEach  = 3
)

// side is the row that a flat is in. The north row mirrors the south row.
type side struct{ south bool }

// y returns a distance from the outer wall as a coordinate of the wing.
func (d side) y(fromOuter geometry.Length) geometry.Length {
	if d.south {
		return fromOuter
	}
	return wingDepth - fromOuter
}

// unit creates a flat: two inner walls, three doors, three windows, three rooms.
func (b *builder) unit(s *storey, d side, i int) {
	facade, corridor, parties := s.north, s.northCorridor, s.northParty
	if d.south {
		facade, corridor, parties = s.south, s.southCorridor, s.southParty
	}
	x := bay * geometry.Length(i)
	across := b.wall(s, inner, x, d.y(livingDepth), x+bay, d.y(livingDepth))
	along := b.wall(s, inner, x+bathWidth, d.y(livingDepth), x+bathWidth, d.y(flatDepth))
	b.join(across, parties[i], parties[i+1])
	b.join(along, across, corridor)
	b.door(corridor, x+entryOffset, 900*geometry.Millimetre)
	b.door(across, 5000*geometry.Millimetre, b.random.mm(750, 850, 50))
	b.door(along, 900*geometry.Millimetre, 700*geometry.Millimetre)
	for n := range windowsEach {
		b.window(facade, x+windowOffset+windowPitch*geometry.Length(n))
	}
	number := fmt.Sprintf("%d%02d", map[bool]int{true: 1, false: 2}[d.south], i)
	b.room(s, "Living room", number+".1", x+bay/2, d.y(livingDepth/2))
	b.room(s, "Bath", number+".2", x+bathWidth/2, d.y((livingDepth+flatDepth)/2))
	b.room(s, "Hall", number+".3", x+(bathWidth+bay)/2, d.y((livingDepth+flatDepth)/2))
}

func (b *builder) door(wall state.ID, offset, width geometry.Length) {
	b.make(change.PlaceDoor{
		WallID: wall, TypeID: b.types[doorType],
		Door: fabric.Door{Offset: offset, Width: width, Height: 2100 * geometry.Millimetre,
			Swing: choose[fabric.Swing](&b.random, "left", "right")},
		Properties: shape.PropertySets{"Pset_DoorCommon": {"FireRating": shape.PropertyOf(choose(&b.random,
			"EI 30", "EI 60", "none"))}},
	})
}

func (b *builder) window(wall state.ID, offset geometry.Length) {
	b.make(change.PlaceWindow{
		WallID: wall, TypeID: b.types[windowType],
		Window: fabric.Window{Offset: offset, Width: b.random.mm(1100, 1500, 100), Height: b.random.mm(1300, 1500, 100),
			SillHeight: 900 * geometry.Millimetre},
		Properties: shape.PropertySets{"Pset_WindowCommon": {
			"IsExternal": shape.PropertyOf(true), "ThermalTransmittance": shape.PropertyOf(choose(&b.random, 0.8, 0.9,
				1.1))}},
	})
}
