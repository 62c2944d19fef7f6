package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/geometry"
)

// twoFlights builds three storeys with a flight from each to the next one through an opening in the floor above.
func twoFlights(t *testing.T) *sketch {
	s := newSketch(t)
	for i, name := range []string{"L0", "L1", "L2"} {
		s.level(name, int64(3000*i))
		s.ring(name, name, 0, 0, 10000, 8000)
		s.floor("F"+name, name, rectangle(0, 0, 10000, 8000))
	}
	s.stair("S01", "L0", "L1", 2500, 2750)
	s.stair("S12", "L1", "L2", 2500, 5750)
	for floor, y := range map[string]int64{"FL1": 2000, "FL2": 5000} {
		s.do("O"+floor, change.CreateOpening{HostID: s.ids[floor], Name: "O" + floor,
			Polygon: rectangle(2000, y, 7400, y+1500)})
	}
	return s
}

// TestAnOpeningAboveAFlightIsNoObstacle checks that the opening above a flight does not reduce its headroom, while a
// beam does.
func TestAnOpeningAboveAFlightIsNoObstacle(t *testing.T) {
	s := twoFlights(t)
	headroom := of("B", "IBC-1011.3")
	s.expect("through openings", headroom, nil, nil)
	s.thing("lamp", "L1", 6000, 2750, 1000, 1000, 1000, 200)
	if found, _ := s.check(headroom); len(found) != 1 {
		t.Errorf("with a lamp in the opening: %v", found)
	}
}

// rail adds a railing along a side of a flight of 17 treads, at a height above its own level.
func (s *sketch) rail(name, level string, x, y, z int64) {
	s.t.Helper()
	from, to := at(x, y), at(x+17*280, y)
	s.do(name, change.CreateRailing{LevelID: s.ids[level], Name: name, Railing: stair.Railing{RailingType: "handrail",
		Height: geometry.MM(900), Path: []geometry.Point3{from.At(geometry.MM(z)), to.At(geometry.MM(z + 2833))}}})
}

// TestRailsCountAtTheirOwnHeight checks that a railing belongs to the flight that it follows, regardless of the level
// on which it stands: the same storey, the storey below, or a level that is no storey.
func TestRailsCountAtTheirOwnHeight(t *testing.T) {
	s := twoFlights(t)
	s.datum("Landing", 1500)
	rails := of("B", "IBC-1011.11")
	s.expect("without rails", rails, []string{"IBC-1011.11 0: S01", "IBC-1011.11 0: S12"}, nil)
	s.rail("a", "L0", 2500, 2050, 167)
	s.rail("b", "Landing", 2500, 3450, 167-1500)
	s.expect("rails along the lower flight", rails, []string{"IBC-1011.11 0: S12"}, nil)
	s.rail("c", "L1", 2500, 5050, 167)
	s.rail("d", "L0", 2500, 6450, 167+3000)
	s.expect("rails along both", rails, nil, nil)
}
