package rules_test

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/ways"
)

// TestADoorIsShiftedWithinItsRoom checks a door of 900 mm whose jamb lies before a partition of 200 mm, at 4900 to 5100
// mm along the door's wall. It is shifted by the least sufficient distance to the side where most of it lies, so it
// stays in its room.
func TestADoorIsShiftedWithinItsRoom(t *testing.T) {
	for _, c := range []struct {
		name   string
		offset int64
		to     any // nil: no suggestion
	}{
		{"most of it is beyond the partition", 4800, "5100"},
		{"most of it is before the partition", 4200, "4000"},
		{"just beyond the middle", 4560, "5100"},
		{"just before the middle", 4540, "4000"},
		{"its middle is before that of the partition", 4550, "4000"},
	} {
		s := newSketch(t)
		s.level("L0", 0)
		s.ring("O", "L0", 0, 0, 10000, 8000)
		s.wall("P", "L0", 5000, 0, 5000, 8000)
		s.do("", joinAll(s, "L0"))
		s.door("D", "OS", c.offset, 900)
		if got := s.suggestedOffset("MQ-1"); got != c.to {
			t.Errorf("%s: %v, want %v", c.name, got, c.to)
		}
	}
}

// TestADoorIsNotShiftedIntoAnotherRoom checks that nothing is suggested if the room that contains most of the door has
// no place for it.
func TestADoorIsNotShiftedIntoAnotherRoom(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("O", "L0", 0, 0, 10000, 8000)
	s.wall("P", "L0", 5000, 0, 5000, 8000)
	s.wall("Q", "L0", 6050, 0, 6050, 8000)
	s.do("", joinAll(s, "L0"))
	s.door("D", "OS", 4800, 900)
	if got := s.suggestedOffset("MQ-1"); got != nil {
		t.Errorf("shifted to %v", got)
	}
}

// suggestedOffset returns the offset in mm that the only finding of a rule suggests, or nil if it suggests none.
func (s *sketch) suggestedOffset(rule string) any {
	s.t.Helper()
	report, err := rules.Check(s.t.Context(), s.view, ways.NewIndex(), rules.Table(),
		rules.Options{Checks: []string{"model_quality"}, Rules: []string{rule}})
	if err != nil {
		s.t.Fatal(err)
	}
	if len(report.Findings) != 1 {
		s.t.Fatalf("%d findings", len(report.Findings))
	}
	call := report.Findings[0].Call
	if call == nil {
		return nil
	}
	if call.Arguments["parameter_name"] != "offset" {
		s.t.Fatalf("suggests %v", call)
	}
	return fmt.Sprintf("%s", call.Arguments["value"])
}
