package rules_test

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// stair builds a flight of 18 risers and 1400 mm along the X axis, from one level to the next.
func (s *sketch) stair(name, from, to string, x, y int64) {
	s.t.Helper()
	s.do(name, change.CreateStair{LevelID: s.ids[from], Name: name, Stair: stair.Stair{Start: at(x, y),
		Toward: at(x+5000, y), TopLevel: s.ids[to], Width: geometry.MM(1400), Risers: 18, Tread: geometry.MM(280),
		FloorOpening: "none"}}) // the floors have openings of their own
}

// restaurants builds three storeys of 20 x 20 m, with a flight between successive storeys and with the named exits.
func restaurants(t *testing.T, exits ...string) *sketch {
	s := newSketch(t)
	for i := range 3 {
		s.level(fmt.Sprint("L", i), int64(3000*i))
	}
	for i, holes := range [][]geometry.Ring{nil, {rectangle(2000, 2000, 7260, 3500)},
		{rectangle(2000, 15000, 7260, 16500)}} {
		level := fmt.Sprint("L", i)
		s.ring(level, level, 0, 0, 20000, 20000)
		s.floor("F"+level, level, rectangle(0, 0, 20000, 20000), holes...)
		s.room("Restaurant "+level, level, "restaurant", 10000, 10000)
	}
	s.stair("S01", "L0", "L1", 2500, 2750)
	s.stair("S12", "L1", "L2", 2500, 15750)
	for _, wall := range exits {
		s.door("D"+wall, wall, 1000, 1800)
		s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids["D"+wall]}, Psets: shape.PropertySets{
			"Pset_DoorCommon": {"FireExit": shape.PropertyOf(true)}}})
	}
	return s
}

// TestStairsLeadToExitsAboveAndBelow checks a building on a slope with exits on the lowest and the highest storey: the
// storey between has two exits, a stair down and a stair up. If all exits are below, a stair up is no exit.
func TestStairsLeadToExitsAboveAndBelow(t *testing.T) {
	exits := of("A-2", "IBC-1006.3.3-2")
	restaurants(t, "L0S", "L0N", "L2S", "L2N").expect("exits above and below", exits, nil, nil)
	restaurants(t, "L0S", "L0N").expect("exits below", exits,
		[]string{"IBC-1006.3.3-2 1: L1", "IBC-1006.3.3-2 1: L2"}, nil)
	restaurants(t, "L2S", "L2N").expect("exits above", exits,
		[]string{"IBC-1006.3.3-2 1: L0", "IBC-1006.3.3-2 1: L1"}, nil)
}
