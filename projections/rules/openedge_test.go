package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/geometry"
)

var guard = of("B", "IBC-1015.2")

// twoFloors has a floor on the ground and a floor above it with a hole of 2 x 2 m. between builds the elements between
// the two floors.
func twoFloors(t *testing.T, between func(s *sketch)) *sketch {
	s := newSketch(t)
	s.level("L0", 0)
	between(s)
	s.level("L1", 3000)
	s.floor("F0", "L0", rectangle(0, 0, 8000, 6000))
	s.floor("F1", "L1", rectangle(0, 0, 8000, 6000), rectangle(4000, 2000, 6000, 4000))
	s.ring("A", "L0", 0, 0, 8000, 6000)
	s.ring("B", "L1", 0, 0, 8000, 6000)
	s.room("Office 1", "L0", "office", 1000, 1000)
	s.room("Office 2", "L1", "office", 1000, 1000)
	s.door("D", "AS", 1000, 1000)
	return s
}

// TestADropIsMeasuredToTheFloorBelow checks that a level without a floor does not change the depth of the drop. A hole
// of 2 x 2 m has edges of 8 m.
func TestADropIsMeasuredToTheFloorBelow(t *testing.T) {
	hole := []string{"IBC-1015.2 8000: F1"}
	twoFloors(t, func(*sketch) {}).expect("a hole", guard, hole, nil)
	twoFloors(t, func(s *sketch) { s.datum("TOS", 2600) }).expect("a level of reference", guard, hole, nil)
	twoFloors(t, func(s *sketch) { s.level("Mezzanine", 2600) }).expect("a level without floor", guard, hole, nil)
	s := twoFloors(t, func(*sketch) {})
	s.level("Pit", 2500)
	s.floor("Table", "Pit", rectangle(3900, 1900, 6100, 4100))
	s.expect("a floor 500 mm below the hole", guard, nil, nil)
	s = twoFloors(t, func(*sketch) {})
	s.level("Pit", 2500)
	s.floor("Half", "Pit", rectangle(3900, 1900, 6100, 2900))
	s.expect("a floor 500 mm below a part of the hole", guard,
		[]string{"IBC-1015.2 1700: Half", "IBC-1015.2 6200: F1"}, nil)
}

// TestNobodyWalksOnARoof checks that the slab of a flat roof is not walked on: its level is no storey, and nothing
// leads there. A terrace on such a level is walked on.
func TestNobodyWalksOnARoof(t *testing.T) {
	s := twoFloors(t, func(*sketch) {})
	s.floor("F1b", "L1", rectangle(4000, 2000, 6000, 4000)) // closes the hole
	s.datum("Roof", 6000)
	s.floor("Slab", "Roof", rectangle(-500, -500, 8500, 6500))
	s.expect("a flat roof", guard, nil, nil)
	top := twoFloors(t, func(*sketch) {})
	top.floor("F1b", "L1", rectangle(4000, 2000, 6000, 4000))
	top.level("L2", 6000)
	top.floor("Slab", "L2", rectangle(-500, -500, 8500, 6500))
	top.expect("a flat roof on a storey", guard, nil, []string{"IBC-1015.2: what leads to the top floor: a room, " +
		"a door, a stair or a railing on its level: Slab"})
	s.do("", change.CreateRoom{LevelID: s.ids["Roof"], Name: "Terrace", Room: room.Room{Usage: "terrace",
		Boundary: rectangle(0, 0, 8000, 6000), Height: geometry.MM(2500)}})
	s.expect("a terrace", guard, []string{"IBC-1015.2 32000: Slab"}, nil)
}

const noGround = "IBC-1015.2: what lies below the open edge of the floor " +
	"(no floor there, and the ground is not modelled): "

// TestTheGroundIsNotKnown checks a floor on the ground: the depth of the ground beside it is not known.
func TestTheGroundIsNotKnown(t *testing.T) {
	lacks := []string{noGround + "Patio"}
	s := twoFloors(t, func(s *sketch) { s.datum("T/FDN", -1250) })
	s.floor("F1b", "L1", rectangle(4000, 2000, 6000, 4000)) // closes the hole
	s.expect("no open edge", guard, nil, nil)
	s.floor("Patio", "L0", rectangle(0, -4000, 8000, -100))
	s.expect("a patio on the ground", guard, nil, lacks)
	s.level("Basement", -3000)
	s.floor("FB", "Basement", rectangle(0, 0, 8000, 6000))
	s.ring("C", "Basement", 0, 0, 8000, 6000)
	s.expect("a patio beside a basement", guard, nil, lacks)
	s.level("Garden", -300)
	s.floor("Lawn", "Garden", rectangle(-2000, -6000, 10000, -100))
	s.expect("a lawn below the patio", guard, nil, []string{noGround + "Lawn"})
}

// TestABalconyIsOverTheGround checks that the edges of a balcony are open although no floor lies below. The wall behind
// it guards 150 mm of its sides.
func TestABalconyIsOverTheGround(t *testing.T) {
	s := twoFloors(t, func(*sketch) {})
	s.floor("F1b", "L1", rectangle(4000, 2000, 6000, 4000))
	s.floor("Balcony", "L1", rectangle(2000, -1500, 5000, -100))
	s.expect("a balcony", guard, []string{"IBC-1015.2 5500: Balcony"}, nil)
}
