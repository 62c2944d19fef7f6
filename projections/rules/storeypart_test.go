package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// restaurant is a building of 15 by 10 m with a room of 14.8 by 9.8 m, for 105 persons at 15 ft2 each. A door of 1.5 m
// stands in its southern wall.
func (s *sketch) restaurant(name string, x int64) {
	s.t.Helper()
	s.ring(name, "L0", x, 0, x+15000, 10000)
	s.room(name, "L0", "restaurant", x+5000, 5000)
	s.door(name+"1", name+"S", 1000, 1500)
}

// TestBuildingsOnAStoreyHaveTheirOwnExits checks two buildings on one storey, each for 105 persons and with one door:
// both lack an exit, because a door counts only for its own building. If a hall joins them, or if only a movement joint
// of 50 mm separates them, they are one building with two exits.
func TestBuildingsOnAStoreyHaveTheirOwnExits(t *testing.T) {
	rules := of("A-2", "IBC-1006.3.3-2", "IBC-1007.1.1")
	s := newSketch(t)
	s.level("L0", 0)
	s.restaurant("A", 0)
	s.restaurant("B", 40000)
	s.expect("two buildings", rules, []string{"IBC-1006.3.3-2 1: L0 A", "IBC-1006.3.3-2 1: L0 B"}, nil)
	s.door("A2", "AS", 12000, 1500)
	s.expect("one with two doors, 11 m apart of 17.8 m", rules, []string{"IBC-1006.3.3-2 1: L0 B"}, nil)
	s.floor("Yard", "L0", rectangle(-2000, -5000, 60000, 12000))
	s.expect("a yard about both", rules, []string{"IBC-1006.3.3-2 1: L0 B"}, nil)
	s.wall("H1", "L0", 15000, 2000, 40000, 2000)
	s.wall("H2", "L0", 15000, 8000, 40000, 8000)
	s.do("", joinAll(s, "L0"))
	s.expect("joined by a hall", rules, nil, nil)

	s = newSketch(t)
	s.level("L0", 0)
	s.restaurant("A", 0)
	s.restaurant("B", 15250)
	s.expect("a joint", of("A-2", "IBC-1006.3.3-2"), nil, nil)
}

// TestAGalleryJoinsBuildings checks two towers above the ground: with a bridge they count as one building on the
// storey, without it as two.
func TestAGalleryJoinsBuildings(t *testing.T) {
	rules := of("A-2", "IBC-1006.3.3-2")
	s := newSketch(t)
	s.level("L0", 0)
	s.level("L1", 3000)
	s.restaurant("A", 0)
	s.door("A2", "AS", 12000, 1500)
	for i, x := range []int64{0, 40000} {
		name := []string{"T", "U"}[i]
		s.ring(name, "L1", x, 0, x+15000, 10000)
		s.room(name, "L1", "restaurant", x+5000, 5000)
	}
	s.expect("two towers", rules, []string{"IBC-1006.3.3-2 0: L1 T", "IBC-1006.3.3-2 0: L1 U"}, nil)
	s.floor("Bridge", "L1", rectangle(14000, 4000, 41000, 6000))
	s.expect("a bridge", rules, []string{"IBC-1006.3.3-2 0: L1"}, nil)
}

// TestACorridorServesItsOwnBuilding checks that a corridor of 1 m is wide enough in a house with fewer than 50 persons,
// regardless of the number of persons in other buildings on its storey.
func TestACorridorServesItsOwnBuilding(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("H", "L0", 0, 20000, 10000, 28000)
	s.wall("HM", "L0", 1200, 20000, 1200, 28000)
	s.do("", joinAll(s, "L0"))
	s.room("Office", "L0", "office", 5000, 24000)
	s.room("Corridor", "L0", "corridor", 600, 24000)
	s.door("H1", "HM", 3000, 1000)
	s.door("H2", "HS", 100, 1000)
	s.restaurant("A", 0)
	rules := of("B", "IBC-1020.3-50", "IBC-1020.3")
	s.expect("beside a restaurant", rules, nil, nil)
	s.wall("J1", "L0", 10000, 10000, 10000, 20000)
	s.do("", joinAll(s, "L0"))
	s.expect("joined to it", rules, []string{"IBC-1020.3 1000: Corridor"}, nil)
}

// TestABuildingOnASlopeHasItsStairs checks a storey with the doors of one building: the other building, whose doors are
// a storey below, has its stairs as exits.
func TestABuildingOnASlopeHasItsStairs(t *testing.T) {
	s := newSketch(t)
	s.level("Low", -3000)
	s.level("L0", 0)
	s.restaurant("A", 0)
	s.door("A2", "AS", 12000, 1500)
	s.ring("C", "Low", 40000, 0, 55000, 10000)
	s.room("Cellar", "Low", "store", 45000, 5000)
	s.ring("B", "L0", 40000, 0, 55000, 10000)
	s.room("B", "L0", "restaurant", 45000, 5000)
	s.door("cellar", "CS", 1000, 1000)
	s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids["cellar"]}, Psets: shape.PropertySets{
		"Pset_DoorCommon": {"FireExit": shape.PropertyOf(true)}}})
	rules := of("A-2", "IBC-1006.3.3-2")
	s.expect("no stair", rules, []string{"IBC-1006.3.3-2 0: L0 B"}, nil)
	for i, y := range []int64{2000, 8000} {
		s.do([]string{"T1", "T2"}[i], change.CreateStair{LevelID: s.ids["Low"], Stair: stair.Stair{
			Start: at(42000, y), Toward: at(50000, y), TopLevel: s.ids["L0"], Width: geometry.MM(1200),
			Risers: 18, Tread: geometry.MM(280)}})
	}
	s.expect("two stairs", rules, nil, nil)
}
