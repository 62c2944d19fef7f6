package tower

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The dimensions of a wing: two rows of flats along a corridor. A flight of 18 risers climbs a storey of 3 m in steps
// of 167 by 270 mm, within the usual 2R+T of 600 to 640 mm.
const (
	minBays      = 2
	maxBays      = 10
	bay          = 7200 * geometry.Millimetre
	flatDepth    = 6000 * geometry.Millimetre
	corridor     = 2000 * geometry.Millimetre
	wingDepth    = 2*flatDepth + corridor
	wingDistance = 30 * geometry.Metre
	storeyHeight = 3000 * geometry.Millimetre
	wallHeight   = 2800 * geometry.Millimetre
	risers       = 18
	tread        = 270 * geometry.Millimetre
	stairWidth   = 1200 * geometry.Millimetre
	stairStart   = 1500 * geometry.Millimetre
	stairInset   = 1500 * geometry.Millimetre // from the outer wall to the middle of the flight
	slack        = 100 * geometry.Millimetre  // between the flight and the edge of the stair hole
)

// wing is a bar of a building with bays on both sides of a corridor. The first bay on the north side holds the stair.
type wing struct {
	bays   int
	origin geometry.Point2
}

func (w wing) length() geometry.Length { return bay * geometry.Length(w.bays) }

func (w wing) at(x, y geometry.Length) geometry.Point2 {
	return w.origin.Add(geometry.Point2{X: x, Y: y})
}

// elements returns the number of elements of a wing on a storey. It counts the elements that the methods wing, unit and
// services create.
func (w wing) elements() int {
	units, partyWalls := 2*w.bays-1, 2*(w.bays-1)
	walls := 6 + partyWalls + 2*units
	doors, windows := 2*(3*units+1), 2*(3*units+1) // each with its opening
	rooms := 3*units + 2
	frame := 2*w.bays + 2*(w.bays-1)
	return walls + doors + windows + rooms + frame + 2 + w.serviceElements() // 2: a slab and a stair
}

// storey is a wing on one storey.
type storey struct {
	wing
	level, above                               state.ID
	number                                     int    // from 0
	label                                      string // the prefix of room numbers
	south, north, southCorridor, northCorridor state.ID
	west, east                                 state.ID
	southParty, northParty                     []state.ID // including the gables at both ends
}

func (b *builder) wing(w wing, number, place int) {
	s := &storey{wing: w, level: b.levels[number], above: b.levels[number+1], number: number,
		label: fmt.Sprintf("%c%02d", 'A'+place%26, number)}
	if place >= 26 {
		s.label = fmt.Sprintf("%c%s", 'A'+place/26-1, s.label)
	}
	b.slab(w, number)
	b.shell(s)
	b.frame(s)
	for i := range w.bays {
		b.unit(s, side{south: true}, i)
		if i > 0 {
			b.unit(s, side{}, i)
		}
	}
	b.core(s)
	b.services(s, number == b.spec.Storeys-1)
	b.room(s, "Corridor", "00", w.length()/2, flatDepth+corridor/2)
}

// slab creates the slab of a storey, with a hole over the stair below and holes for the risers.
func (b *builder) slab(w wing, number int) {
	floor := fabric.Floor{Boundary: w.rectangle(0, 0, w.length(), wingDepth)}
	if number > 0 && number < b.spec.Storeys {
		y := wingDepth - stairInset
		end := stairStart + tread*(risers-1)
		floor.Holes = append(w.shafts(), w.rectangle(stairStart-slack, y-stairWidth/2-slack,
			end+slack, y+stairWidth/2+slack))
	}
	b.make(change.CreateFloor{LevelID: b.levels[number], Floor: floor, TypeID: b.types[slabType],
		Properties: shape.PropertySets{"Pset_SlabCommon": {"LoadBearing": shape.PropertyOf(true),
			"FireRating": shape.PropertyOf("REI 90")}}})
}

func (w wing) rectangle(x0, y0, x1, y1 geometry.Length) []geometry.Point2 {
	return []geometry.Point2{w.at(x0, y0), w.at(x1, y0), w.at(x1, y1), w.at(x0, y1)}
}

// shell creates the outer walls, the walls of the corridor and the party walls, and joins them.
func (b *builder) shell(s *storey) {
	l := s.length()
	s.south, s.north = b.wall(s, outer, 0, 0, l, 0), b.wall(s, outer, 0, wingDepth, l, wingDepth)
	s.west, s.east = b.wall(s, outer, 0, 0, 0, wingDepth), b.wall(s, outer, l, 0, l, wingDepth)
	s.southCorridor, s.northCorridor = b.wall(s, party, 0, flatDepth, l, flatDepth),
		b.wall(s, party, 0, flatDepth+corridor, l, flatDepth+corridor)
	s.southParty, s.northParty = []state.ID{s.west}, []state.ID{s.west}
	for i := 1; i < s.bays; i++ {
		x := bay * geometry.Length(i)
		s.southParty = append(s.southParty, b.wall(s, party, x, 0, x, flatDepth))
		s.northParty = append(s.northParty, b.wall(s, party, x, flatDepth+corridor, x, wingDepth))
	}
	s.southParty, s.northParty = append(s.southParty, s.east), append(s.northParty, s.east)
	b.join(s.south, s.north, s.west, s.east, s.southCorridor, s.northCorridor)
	for i := 1; i < s.bays; i++ {
		b.join(s.southParty[i], s.south, s.southCorridor)
		b.join(s.northParty[i], s.north, s.northCorridor)
	}
}

func (b *builder) wall(s *storey, wallType string, x0, y0, x1, y1 geometry.Length) state.ID {
	common := map[string]state.PropertyValue{"IsExternal": shape.PropertyOf(wallType == outer),
		"LoadBearing": shape.PropertyOf(wallType != inner)}
	if wallType != inner {
		common["FireRating"] = shape.PropertyOf(choose(&b.random, "REI 60", "REI 90"))
	}
	return b.make(change.CreateWall{
		LevelID: s.level, TypeID: b.types[wallType], Wall: fabric.Wall{Start: s.at(x0, y0),
			End: s.at(x1, y1), Height: wallHeight},
		Properties: shape.PropertySets{"Pset_WallCommon": common},
	})
}

func (b *builder) join(walls ...state.ID) {
	b.make(change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
}

// frame creates the columns along the corridor and the beams between them.
func (b *builder) frame(s *storey) {
	const inset, top = 350 * geometry.Millimetre, 2600 * geometry.Millimetre
	for _, y := range []geometry.Length{flatDepth + inset, flatDepth + corridor - inset} {
		for i := range s.bays {
			x := bay*geometry.Length(i) + bay/2
			b.make(change.CreateColumn{BaseLevel: s.level, TypeID: b.types[columnType],
				Column: member.Column{Location: s.at(x, y), Height: wallHeight}})
			if i > 0 {
				b.make(change.CreateBeam{LevelID: s.level, TypeID: b.types[beamType],
					Beam: member.Beam{Start: s.at(x-bay, y).At(top), End: s.at(x, y).At(top), Justification: "top"}})
			}
		}
	}
}

// core creates the stair and its room.
func (b *builder) core(s *storey) {
	y := wingDepth - stairInset
	b.make(change.CreateStair{LevelID: s.level, Stair: stair.Stair{
		Start: s.at(stairStart, y), Toward: s.at(bay, y), TopLevel: s.above, Width: stairWidth,
		Risers: risers, Tread: tread, FloorOpening: "none"}}) // the slabs already have holes
	b.door(s.northCorridor, entryOffset, 1000*geometry.Millimetre)
	b.window(s.north, windowOffset)
	b.room(s, "Stair", "01", bay/2, wingDepth-flatDepth/2)
}

func (b *builder) room(s *storey, name, number string, x, y geometry.Length) {
	seed := s.at(x, y)
	b.make(change.CreateRoom{LevelID: s.level, Name: name,
		Room: room.Room{Seed: &seed, Number: s.label + "." + number, Usage: name}})
}
