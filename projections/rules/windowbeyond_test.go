package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// TestAWindowToAClosedPartIsInside checks a window to a part that walls enclose and a floor covers: it gives neither
// light nor air nor escape. A window to a court gives light; whether people can escape from the court is not known.
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
	s.do(name, change.PlaceWindow{WallID: s.ids[wall], Name: name, Window: fabric.Window{Offset: geometry.MM(1000),
		Width: geometry.MM(3000), Height: geometry.MM(2000), SillHeight: geometry.MM(500),
		WindowType: "single_panel"}})
}

// TestGlassBeforeAClosedPartIsInside checks that a curtain wall is treated like a window, stretch by stretch: it may
// stand partly before a shaft and partly before the open air.
func TestGlassBeforeAClosedPartIsInside(t *testing.T) {
	o := of("R-3", "IBC-1031.3.1", "MBO-47w")
	s := newSketch(t)
	s.level("L0", 0)
	s.level("L1", 3000)
	s.ring("", "L0", 0, 0, 12000, 8000)
	s.glass("G", 6000, 0, 6000, 8000)
	s.do("", joinAll(s, "L0"))
	s.room("Bedroom", "L0", "bedroom", 3000, 3000)
	const cover = ": what covers the room, and the part that walls close before its window " +
		"(no floor, roof or ceiling): Bedroom"
	const panels = "IBC-1031.3.1: which panels of the curtain wall open: Bedroom"
	s.expect("nothing above", o, nil, []string{"IBC-1031.3.1" + cover, "MBO-47w" + cover})
	s.floor("F1", "L1", rectangle(0, 0, 6000, 8000))
	s.expect("a court", o, nil,
		[]string{"IBC-1031.3.1: whether the court before the window opens to a public way: Bedroom"})
	s.floor("F2", "L1", rectangle(6000, 0, 12000, 8000))
	s.expect("a covered part", o, []string{"IBC-1031.3.1 0: Bedroom", "MBO-47w 0: Bedroom"}, nil)
	// the room is 5.825 by 7.8 m, and MBO requires openings of 12.5 % of it: 5.68 m2, or 2.03 m at a height of 2.8 m
	s.do("", change.DeleteElement{ElementIDs: []state.ID{s.ids["S"], s.ids["E"]}})
	s.wall("S", "L0", 0, 0, 6000, 0)
	s.wall("T", "L0", 6000, 2500, 12000, 2500)
	s.wall("E", "L0", 12000, 2500, 12000, 8000)
	s.do("", joinAll(s, "L0"))
	s.expect("2.3 m of it before the open air", o, nil, []string{panels})
	s.do("", change.DeleteElement{ElementIDs: []state.ID{s.ids["T"], s.ids["E"]}})
	s.wall("T", "L0", 6000, 2000, 12000, 2000)
	s.wall("E", "L0", 12000, 2000, 12000, 8000)
	s.do("", joinAll(s, "L0"))
	s.expect("1.8 m of it before the open air", o, []string{"MBO-47w 11.0928: Bedroom G"}, []string{panels})
}

// TestLightThroughAGlazedPartIsNotKnown checks an undrawn winter garden and the gap of a double facade: how much light
// and air they let through is not known. A room whose other windows are sufficient passes.
func TestLightThroughAGlazedPartIsNotKnown(t *testing.T) {
	const lack = ": how much light and air comes through the part before the window, which has glass to the outside: " +
		"Bedroom"
	for name, build := range map[string]func(s *sketch){
		"a winter garden": func(s *sketch) {
			s.wall("M", "L0", 6000, 0, 6000, 8000)
			s.window("WI", "M")
			s.window("WE", "E")
		},
		"a double facade": func(s *sketch) {
			s.do("", change.DeleteElement{ElementIDs: []state.ID{s.ids["E"]}})
			s.glass("M", 11600, 0, 11600, 8000)
			s.glass("E", 12000, 0, 12000, 8000)
		},
	} {
		s := newSketch(t)
		s.level("L0", 0)
		s.level("L1", 3000)
		s.ring("", "L0", 0, 0, 12000, 8000)
		build(s)
		s.do("", joinAll(s, "L0"))
		s.room("Bedroom", "L0", "bedroom", 3000, 3000)
		s.floor("F", "L1", rectangle(0, 0, 12000, 8000))
		o := of("R-3", "MBO-47w")
		s.expect(name, o, nil, []string{"MBO-47w" + lack})
		s.window("WO", "S")
		s.window("WP", "N")
		s.expect(name+" and windows to the outside", o, nil, nil)
	}
}

// TestAGlassScreenInARoomIsInside checks that a curtain wall that stands free in a room has the room on both sides.
func TestAGlassScreenInARoomIsInside(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("", "L0", 0, 0, 12000, 8000)
	s.glass("G", 6000, 1000, 6000, 7000)
	s.room("Bedroom", "L0", "bedroom", 3000, 3000)
	s.expect("a screen", of("R-3", "MBO-47w"), []string{"MBO-47w 0: Bedroom"}, nil)
}

// TestGlassAboveALowerPartIsOutside checks that light comes in over the roof of a shaft that is lower than the room.
func TestGlassAboveALowerPartIsOutside(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.level("L1", 3000)
	s.level("L2", 6000)
	for i, line := range [][4]int64{{0, 0, 6000, 0}, {6000, 8000, 0, 8000}, {0, 8000, 0, 0}} {
		s.do(string(rune('a'+i)), change.CreateWall{LevelID: s.ids["L0"], Wall: fabric.Wall{Start: at(line[0], line[1]),
			End: at(line[2], line[3]), Height: geometry.MM(5800), Thickness: geometry.MM(200)}})
	}
	s.wall("S", "L0", 6000, 0, 12000, 0)
	s.wall("E", "L0", 12000, 0, 12000, 8000)
	s.wall("N", "L0", 12000, 8000, 6000, 8000)
	s.do("G", change.CreateCurtainWall{LevelID: s.ids["L0"], Name: "G", CurtainWall: fabric.CurtainWall{
		Start: at(6000, 0), End: at(6000, 8000), Height: geometry.MM(5800),
		USpacing: geometry.MM(2000), VSpacing: geometry.MM(1400)}})
	s.do("", joinAll(s, "L0"))
	s.floor("F2", "L1", rectangle(6000, 0, 12000, 8000))
	s.floor("F1", "L2", rectangle(0, 0, 6000, 8000))
	seed := at(3000, 3000)
	s.do("Hall", change.CreateRoom{LevelID: s.ids["L0"], Name: "Hall", Room: room.Room{Seed: &seed,
		Usage: "living room", Height: geometry.MM(5800)}})
	s.expect("7.8 by 2.8 m over the shaft", of("R-3", "MBO-47w"), nil, nil)
}

// glass places a curtain wall of 2.8 m on L0.
func (s *sketch) glass(name string, x0, y0, x1, y1 int64) {
	s.t.Helper()
	s.do(name, change.CreateCurtainWall{LevelID: s.ids["L0"], Name: name, CurtainWall: fabric.CurtainWall{
		Start: at(x0, y0), End: at(x1, y1), Height: geometry.MM(2800),
		USpacing: geometry.MM(2000), VSpacing: geometry.MM(1400)}})
}
