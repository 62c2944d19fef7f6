package rules_test

import (
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/ways"
)

// TestARoundRoomHasItsDoorsAndWindows checks a round room of 5.9 m radius: as a hall of 109 m2 for 169 persons with one
// door, and as a bedroom with one window.
func TestARoundRoomHasItsDoorsAndWindows(t *testing.T) {
	s := roundOf(t, 6000)
	s.room("Hall", "L0", "assembly hall", 0, 0)
	s.door("D", "W", 4000, 1000)
	s.expect("one door", of("A-3", "IBC-1006.2.1-49"), []string{"IBC-1006.2.1-49 169: Hall D"}, nil)
	s.door("D2", "E", 4000, 1000)
	s.expect("and another one", of("A-3", "IBC-1006.2.1-49"), nil, nil)

	s = round(t)
	s.level("L1", 3000)
	s.floor("F", "L1", geometry.RegularRing(at(0, 0), geometry.MM(3000), 36))
	s.room("Bedroom", "L0", "bedroom", 0, 0)
	s.expect("no window", of("R-3", "IBC-1204.2"), []string{"IBC-1204.2 0: Bedroom"}, nil)
	s.do("V", change.PlaceWindow{WallID: s.ids["W"], Name: "V", Window: fabric.Window{Offset: geometry.MM(1000),
		Width: geometry.MM(2000), Height: geometry.MM(2000), SillHeight: geometry.MM(500), WindowType: "single_panel"}})
	s.expect("a window", of("R-3", "IBC-1204.2"), nil, nil)
}

// TestAnArcIsMovedAcrossItsEnds checks that a bedroom in a half disc is enlarged by moving the arc away from the
// straight wall.
func TestAnArcIsMovedAcrossItsEnds(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("", "L0", -6000, 0, 6000, 6000)
	s.arc("A", "L0", at(2250, 0), at(0, 2250), at(-2250, 0))
	s.do("", joinAll(s, "L0"))
	s.room("Bedroom", "L0", "bedroom", 0, 1000)
	s.room("Around", "L0", "living room", 5000, 5000)
	o := of("R-3", "NDSS-10c")
	o.Checks = []string{"code_compliance"}
	report, err := rules.Check(t.Context(), s.view, ways.NewIndex(), rules.Table(), o)
	if err != nil || len(report.Findings) != 1 || report.Findings[0].Call == nil {
		t.Fatalf("%v, %+v", err, report.Findings)
	}
	call := report.Findings[0].Call
	delta, ok := call.Arguments["delta"].(geometry.Point3)
	if !ok || call.Tool != "move_element" || delta.X != 0 || delta.Y < geometry.MM(100) || delta.Y > geometry.MM(200) {
		t.Errorf("%s %+v, expected the arc moved north", call.Tool, call.Arguments)
	}
}

// TestFindingsOfAnArcAreOnIt checks that a finding about an arc lies on the arc, because the middle of its box is far
// away.
func TestFindingsOfAnArcAreOnIt(t *testing.T) {
	s := round(t)
	s.room("Round", "L0", "office", 0, 0)
	s.external("E", false)
	report, err := rules.Check(t.Context(), s.view, ways.NewIndex(), rules.Table(),
		rules.Options{Rules: []string{"MQ-8"}, Checks: []string{"model_quality"}})
	if err != nil || len(report.Findings) != 1 {
		t.Fatalf("%v, %+v", err, report)
	}
	at := report.Findings[0].At
	if off := math.Hypot(at.X.MM()-3000, at.Y.MM()); off > 0.01 || !strings.Contains(report.Findings[0].How, "beside") {
		t.Errorf("at %v, expected the middle of the arc", at)
	}
}
