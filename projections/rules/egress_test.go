package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// longOffice is an office of 90 m with two doors at its western end that lead outside. Its remotest place is the corner
// (89900, 7900). It lies hypot(89.9, 3.387) m from (0, 4513), the middle of the clear opening of the nearest door.
func longOffice(t *testing.T) *sketch {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("", "L0", 0, 0, 90000, 8000)
	s.room("Office", "L0", "office", 2000, 2000)
	s.door("D1", "W", 3000, 1000)
	s.door("D2", "W", 5000, 1000)
	return s
}

var wayRules = []string{"EG-1", "IBC-1017.2-B", "IBC-1007.1.1"}

var longWays = []string{"IBC-1007.1.1 0.0221882: L0 D1 D2", "IBC-1017.2-B 89.9638: Office"}

// TestADoorToAShaftIsNoExit checks that the door of a shaft in the room does not shorten the way out. A door to an
// undrawn part with another door may shorten it, so the way is then not checked.
func TestADoorToAShaftIsNoExit(t *testing.T) {
	s := longOffice(t)
	s.expect("two doors", of("B", wayRules...), longWays, nil)
	s.ring("S", "L0", 80000, 3000, 82500, 5500)
	s.door("lift", "SW", 700, 1000)
	s.expect("a shaft", of("B", wayRules...), []string{longWays[0], "IBC-1017.2-B 90.0268: Office"}, nil) // round it

	s = longOffice(t)
	s.wall("CS", "L0", 90000, 0, 94000, 0)
	s.wall("CE", "L0", 94000, 0, 94000, 8000)
	s.wall("CN", "L0", 94000, 8000, 90000, 8000)
	s.do("", joinAll(s, "L0"))
	s.door("inner", "E", 700, 1000)
	s.expect("a part with one door", of("B", wayRules...), longWays, nil)
	s.door("outer", "CE", 700, 1000)
	const unknown = "where a door leads, behind which walls close a part that has neither a room nor a floor: "
	s.expect("a part from which a door leads on", of("B", wayRules...), nil,
		[]string{"IBC-1017.2-B: " + unknown + "Office", "IBC-1007.1.1: " + unknown + "L0"})
}

// TestNothingIsSaidWhereNoDoorLeadsOut checks a room whose only door leads to an enclosed part: it has no exit.
func TestNothingIsSaidWhereNoDoorLeadsOut(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("", "L0", 0, 0, 12000, 8000)
	s.wall("M", "L0", 9000, 0, 9000, 8000)
	s.do("", joinAll(s, "L0"))
	s.room("Office", "L0", "office", 3000, 3000)
	s.door("DM", "M", 3000, 1000)
	s.expect("an inner door", of("B", wayRules...), nil, []string{
		"IBC-1017.2-B EG-1 IBC-1007.1.1: exits (no door is marked or found as one): "})
}

// TestDoorsInACurtainWallAreExits checks that the office has the same ways out if a curtain wall of the same depth
// replaces its western wall.
func TestDoorsInACurtainWallAreExits(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.wall("S", "L0", 0, 0, 90000, 0)
	s.wall("E", "L0", 90000, 0, 90000, 8000)
	s.wall("N", "L0", 90000, 8000, 0, 8000)
	s.do("", joinAll(s, "L0"))
	s.do("W", change.CreateCurtainWall{LevelID: s.ids["L0"], Name: "W", CurtainWall: fabric.CurtainWall{
		Start: at(0, 8100), End: at(0, -100), Height: geometry.MM(2800), USpacing: geometry.MM(1000),
		VSpacing: geometry.MM(2800), Mullion: &geometry.Profile{Shape: geometry.ProfileRectangle,
			Width: geometry.MM(50), Depth: geometry.MM(200)}}})
	s.room("Office", "L0", "office", 2000, 2000)
	s.expect("no doors", of("B", wayRules...), nil, []string{
		"IBC-1017.2-B EG-1 IBC-1007.1.1: exits (no door is marked or found as one): "})
	s.door("D1", "W", 3100, 1000)
	s.door("D2", "W", 5100, 1000)
	s.expect("two doors", of("B", wayRules...), longWays, nil)
}
