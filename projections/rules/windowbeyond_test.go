package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// TestAWindowToAClosedPartIsInside: a window to a part that walls close and a floor covers lets in neither light nor
// air, and nobody escapes through it. One to a court lets in light; whether one gets away from there is not known.
func TestAWindowToAClosedPartIsInside(t *testing.T) {
	o := of("R-3", "IBC-1031.3.1", "MBO-47w")
	s := newSketch(t)
	s.level("L0", 0)
	s.level("L1", 3000)
	s.ring("", "L0", 0, 0, 12000, 8000)
	s.wall("M", "L0", 6000, 0, 6000, 8000)
	s.do("", joinAll(s, "L0"))
	s.room("Bedroom", "L0", "bedroom", 3000, 3000)
	s.window("WI", "M")
	const cover = ": what covers the room, and the part that walls close before its window " +
		"(no floor, roof or ceiling): Bedroom"
	s.expect("nothing above", o, nil, []string{"IBC-1031.3.1" + cover, "MBO-47w" + cover})
	s.floor("F1", "L1", rectangle(0, 0, 6000, 8000))
	s.expect("a court", o, nil,
		[]string{"IBC-1031.3.1: whether the court before the window opens to a public way: Bedroom"})
	s.floor("F2", "L1", rectangle(6000, 0, 12000, 8000))
	s.expect("a covered part", o, []string{"IBC-1031.3.1 0: Bedroom", "MBO-47w 0: Bedroom"}, nil)
	s.window("WO", "S")
	s.expect("and a window to the outside", o, nil, nil)
}

// window places a window of 3 x 2 m, 1 m from the start of a wall.
func (s *sketch) window(name, wall string) {
	s.t.Helper()
	s.do(name, domain.PlaceWindow{WallID: s.ids[wall], Name: name, Window: domain.Window{Offset: geometry.MM(1000),
		Width: geometry.MM(3000), Height: geometry.MM(2000), SillHeight: geometry.MM(500),
		WindowType: "single_panel"}})
}
