package rules_test

import (
	"encoding/json"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/ways"
)

// quarter is the point on the circle of 3 m at 45 degrees.
var quarter = geometry.Point2{X: 2121320, Y: 2121320}

func quality(ids ...string) rules.Options { return rules.Options{Rules: ids} }

func (s *sketch) external(wall string, is bool) {
	s.t.Helper()
	s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids[wall]}, Psets: shape.PropertySets{
		"Pset_WallCommon": {"IsExternal": shape.PropertyOf(is)}}})
}

// TestArcsAreExternalBySides checks that an arc between two rooms is internal. Half of a round room is external, and so
// is an arc of a shell without rooms.
func TestArcsAreExternalBySides(t *testing.T) {
	s := apse(t, 3000, "", fabric.FacingInterior, 1000)
	s.external("A", true)
	s.expect("between rooms", quality("MQ-8"), []string{"MQ-8 0: A"}, nil)
	s.external("A", false)
	s.expect("between rooms", quality("MQ-8"), nil, nil)
	for _, roomed := range []bool{true, false} {
		s = round(t)
		if roomed {
			s.room("Round", "L0", "office", 0, 0)
		}
		s.external("E", false)
		s.external("W", true)
		s.expect("a round room", quality("MQ-8"), []string{"MQ-8 0: E"}, nil)
	}
}

// round makes a circular room of 3 m radius from two half circles, E and W.
func round(t *testing.T) *sketch { return roundOf(t, 3000) }

func roundOf(t *testing.T, radius int64) *sketch {
	t.Helper()
	s := newSketch(t)
	s.level("L0", 0)
	s.arc("E", "L0", at(0, -radius), at(radius, 0), at(0, radius))
	s.arc("W", "L0", at(0, radius), at(-radius, 0), at(0, -radius))
	s.do("", joinAll(s, "L0"))
	return s
}

// TestEndsOfArcsAreWhereTheyLead checks that the gap at the end of an arc lies in the direction of the arc there. An
// arc that comes round to its own start may leave a gap to itself.
func TestEndsOfArcsAreWhereTheyLead(t *testing.T) {
	for name, c := range map[string]struct {
		build func(s *sketch)
		found []string
	}{
		"a gap of 100 mm at the end": {func(s *sketch) {
			s.arc("A", "L0", at(3000, 0), quarter, at(0, 3000))
			s.wall("W", "L0", -200, 1000, -200, 5000)
		}, []string{"MQ-7 100: A W"}},
		"a gap of 100 mm at the start, to the right": {func(s *sketch) {
			s.arc("A", "L0", at(0, 3000), quarter, at(3000, 0))
			s.wall("W", "L0", -200, 1000, -200, 5000)
		}, []string{"MQ-7 100: A W"}},
		"a wall that the tangent at the start meets": {func(s *sketch) {
			s.arc("A", "L0", at(3000, 0), quarter, at(0, 3000))
			s.wall("W", "L0", 1000, 9550, 5000, 9550)
		}, nil},
		"met": {func(s *sketch) {
			s.arc("A", "L0", at(3000, 0), quarter, at(0, 3000))
			s.wall("W", "L0", -100, 1000, -100, 5000)
		}, nil},
		// The radius is 2 m. The ends are 4 degrees apart, with 133 mm between them at the inner face.
		"a ring with a gap": {func(s *sketch) {
			s.arc("A", "L0", at(2000, 0), at(-2000, 0), at(1995, -140))
		}, []string{"MQ-7 133.7: A"}},
	} {
		s := newSketch(t)
		s.level("L0", 0)
		c.build(s)
		s.expect(name, quality("MQ-7"), c.found, nil)
	}
}

// TestAGapBeforeAnArcIsClosedAlongIt checks that the proposed remedy moves the end of the arc farther along the same
// arc.
func TestAGapBeforeAnArcIsClosedAlongIt(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.arc("A", "L0", at(3000, 0), quarter, at(0, 3000))
	s.wall("W", "L0", -300, 1000, -300, 5000)
	report, err := rules.Check(t.Context(), s.view, ways.NewIndex(), rules.Table(),
		rules.Options{Rules: []string{"MQ-7"}, Checks: []string{"model_quality"}})
	if err != nil || len(report.Findings) != 1 || report.Findings[0].Call == nil {
		t.Fatalf("%v, %+v", err, report.Findings)
	}
	args := report.Findings[0].Call.Arguments
	var to geometry.Point2
	if err := json.Unmarshal(args["value"].(json.RawMessage), &to); err != nil || args["parameter_name"] != "end" {
		t.Fatalf("%v, %v", err, args)
	}
	if off := geometry.Distance(geometry.Point2{}, to) - geometry.MM(3000); off.Abs() > 3 || to.X > geometry.MM(-199) {
		t.Errorf("to %v, which is %v off the circle", to, off)
	}
}

// TestWallsThatMeetArcsAreJoined checks walls that end at any point of an arc, and arcs that end at a wall.
func TestWallsThatMeetArcsAreJoined(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.arc("A", "L0", at(3000, 0), at(0, 3000), at(-3000, 0))
	s.wall("P", "L0", 0, 1000, 0, 2900)
	s.wall("Q", "L0", -5000, -100, -1000, -100)
	s.wall("R", "L0", 3000, 2000, 3000, 3000) // on the tangent at the start of the arc, apart from the arc
	s.expect("unjoined", quality("MQ-11"), []string{"MQ-11 1: A Q", "MQ-11 1: P A"}, nil)
	s.do("", joinAll(s, "L0"))
	s.expect("joined", quality("MQ-11"), nil, nil)
}

// TestAnArcThatMeetsAWallAtBothEndsIsJoinedThere checks that an arc and another wall may have two joins.
func TestAnArcThatMeetsAWallAtBothEndsIsJoinedThere(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.arc("A", "L0", at(3000, 0), at(0, 3000), at(-3000, 0))
	s.wall("P", "L0", -6000, 0, 6000, 0)
	s.arc("B", "L0", at(3000, 9000), at(0, 12000), at(-3000, 9000))
	s.arc("C", "L0", at(-3000, 9000), at(0, 6000), at(3000, 9000))
	s.expect("unjoined", quality("MQ-11"), []string{"MQ-11 1: A P", "MQ-11 1: B C"}, nil)
	s.do("", joinAll(s, "L0"))
	s.expect("joined", quality("MQ-11"), nil, nil)
}

// TestOpeningsBeyondAnArc checks openings along an arc after its joins. The round face then begins at y 150, 145.2 mm
// from the start of the line. The opening begins at the hollow face, 3000 asin(500 / 2900) = 519.8 mm before its middle
// at 550.
func TestOpeningsBeyondAnArc(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.arc("A", "L0", at(3000, 0), at(0, 3000), at(-3000, 0))
	s.opening("O", "A", 8000, 1000)
	s.opening("P", "A", 50, 1000)
	s.expect("before joins", quality("MQ-5"), nil, nil)
	s.do("S", change.CreateWall{LevelID: s.ids["L0"], Name: "S", Wall: fabric.Wall{Start: at(-5000, 0),
		End: at(5000, 0), Height: geometry.MM(2800), Thickness: geometry.MM(300)}})
	s.do("", joinAll(s, "L0"))
	s.expect("after joins", quality("MQ-5"), []string{"MQ-5 115.061: A P"}, nil)
}

// TestPartitionsBeforeWindowsInArcs checks a partition of 200 mm that ends at an arc before a window of 2 m, beside the
// middle of the window. There the hollow face is 120 mm before the tangent, and the round face is 120 mm behind it.
func TestPartitionsBeforeWindowsInArcs(t *testing.T) {
	for name, from := range map[string]int64{"hollow": 1000, "round": 6000} {
		width := map[string]string{"hollow": "207", "round": "208.9"}[name] // along the faces
		for x, found := range map[int64][]string{900: {"MQ-1 " + width + ": W P"}, 1400: nil} {
			s := newSketch(t)
			s.level("L0", 0)
			s.arc("A", "L0", at(3000, 0), at(0, 3000), at(-3000, 0))
			s.wall("P", "L0", x, from, x, 2800)
			s.do("", joinAll(s, "L0"))
			s.do("W", change.PlaceWindow{WallID: s.ids["A"], Name: "W", Window: fabric.Window{Offset: geometry.MM(3712),
				Width: geometry.MM(2000), Height: geometry.MM(1200), SillHeight: geometry.MM(900)}})
			s.expect(name, quality("MQ-1"), found, nil)
		}
	}
}

// TestCopiesOfArcs checks that an arc in the place of another is a duplicate. The opposite arc with the same ends, and
// the straight wall between them, are not duplicates.
func TestCopiesOfArcs(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.arc("A", "L0", at(3000, 0), at(0, 1000), at(-3000, 0))
	s.arc("B", "L0", at(3000, 0), at(0, -1000), at(-3000, 0))
	s.wall("C", "L0", 3000, 0, -3000, 0)
	s.expect("three", quality("MQ-12"), nil, nil)
	s.arc("D", "L0", at(-3000, 0), at(0, 1000), at(3000, 0))
	s.expect("and a copy the other way round", quality("MQ-12"), []string{"MQ-12 1: A D"}, nil)
}

// TestAShellOfArcsIsClosed checks that two half circles close a shell, and that a half circle and a shorter arc do not.
func TestAShellOfArcsIsClosed(t *testing.T) {
	s := round(t)
	s.room("Round", "L0", "office", 0, 0)
	s.expect("closed", quality("MQ-13"), nil, nil)
	s = newSketch(t)
	s.level("L0", 0)
	s.arc("E", "L0", at(0, -3000), at(3000, 0), at(0, 3000))
	s.arc("W", "L0", at(0, 3000), at(-3000, 0), at(-300, -2985))
	s.do("", joinAll(s, "L0"))
	s.do("Round", change.CreateRoom{LevelID: s.ids["L0"], Name: "Round", Room: room.Room{
		Boundary: rectangle(-1000, -1000, 1000, 1000), Height: geometry.MM(2500)}})
	s.expect("open", quality("MQ-13"), []string{"MQ-13 289.361: Round"}, nil) // of 290.4 between inner corners
}
