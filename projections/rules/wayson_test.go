package rules_test

import (
	"fmt"
	"testing"
)

// hall is an assembly hall of 12.8 x 9.8 m for 193 persons, with another room beside it behind the wall M.
func hall(t *testing.T, beside, usage string) *sketch {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("", "L0", 0, 0, 16000, 10000)
	s.wall("M", "L0", 13000, 0, 13000, 10000)
	s.do("", joinAll(s, "L0"))
	s.room("Hall", "L0", "assembly hall", 1000, 1000)
	if beside != "" {
		s.room(beside, "L0", usage, 15000, 1000)
	}
	return s
}

// TestADeadEndIsNoWayOut checks that a door to a store, a shaft or an enclosed part is no way out, so that a room with
// one other door has one way out. An opening without a door counts like a door.
func TestADeadEndIsNoWayOut(t *testing.T) {
	one := of("A-3", "IBC-1006.2.1-49")
	byDoor, byOpening := []string{"IBC-1006.2.1-49 193: Hall D1"}, []string{"IBC-1006.2.1-49 193: Hall O1"}
	s := hall(t, "Store", "storage")
	s.door("D1", "S", 5000, 2400)
	s.expect("one door", one, byDoor, nil)
	s.door("DM", "M", 8000, 1000)
	s.expect("and a door to a store", one, byDoor, nil)
	s.door("D2", "E", 1000, 1000)
	s.expect("and a store with a door out", one, nil, nil)

	s = hall(t, "", "")
	s.door("D1", "S", 5000, 2400)
	s.door("DM", "M", 8000, 1000)
	s.expect("and a door to a part without a room", one, byDoor, nil)

	s = hall(t, "Store", "storage")
	s.opening("O1", "S", 5000, 2400)
	s.expect("one opening", one, byOpening, nil)
	s.door("DM", "M", 8000, 1000)
	s.expect("and a door to a store", one, byOpening, nil)
	s.door("D1", "S", 9000, 2400)
	s.expect("and a door", one, nil, nil)

	s = hall(t, "Foyer", "lobby")
	s.door("DM", "M", 1000, 1000)
	s.door("DM2", "M", 8000, 1000)
	s.expect("two doors to a foyer without a way out", one, nil,
		[]string{"IBC-1006.2.1-49: a way out of the building behind the doors of the room: Hall"})
}

// TestOpeningsHaveWidth checks the width of the ways out: an opening of 4 m and a door of 847 mm clear are 4847 mm for
// 193 persons. A door to a store adds no width.
func TestOpeningsHaveWidth(t *testing.T) {
	width := of("A-3", "IBC-1005.3.2")
	s := hall(t, "Foyer", "lobby")
	s.door("D1", "S", 5000, 1000)
	s.door("DF", "E", 1000, 1000)
	s.expect("a door", width, []string{"IBC-1005.3.2 4.3886: Hall D1"}, nil)
	s.opening("O1", "M", 3000, 4000)
	s.expect("and an opening", width, nil, nil)

	s = hall(t, "Store", "storage")
	s.door("D1", "S", 5000, 1000)
	s.opening("O1", "M", 3000, 4000)
	s.expect("an opening to a store", width, []string{"IBC-1005.3.2 4.3886: Hall D1"}, nil)
}

// TestAShareOfAWidthHasNoHalfMillimetre checks that a width per person has no slack. 897 mm clear for 193 persons are
// 4.65 mm each, 0.45 mm less than IBC 1005.3.2 requires, and 87 mm less in total. 985 mm for 193 persons comply, 984 mm
// do not.
func TestAShareOfAWidthHasNoHalfMillimetre(t *testing.T) {
	width := of("A-3", "IBC-1005.3.2")
	for _, c := range []struct {
		door  int64
		found []string
	}{
		{1050, []string{"IBC-1005.3.2 4.64767: Hall D1"}}, {1137, []string{"IBC-1005.3.2 5.09845: Hall D1"}},
		{1138, nil},
	} {
		s := hall(t, "Foyer", "lobby")
		s.door("D1", "S", 5000, c.door)
		s.door("DF", "E", 1000, 1000)
		s.expect(fmt.Sprintf("a door of %d mm", c.door), width, c.found, nil)
	}
}
