package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/ways"
)

// TestAHallOfADwellingIsNoAssemblyHall checks a hall of 76 m2: it is for 118 persons, and its door has to open
// outwards. No persons are counted in the hall or on the landing of a house; bedrooms show that a building is a house.
func TestAHallOfADwellingIsNoAssemblyHall(t *testing.T) {
	for _, c := range []struct {
		beside, hall string
		found        []string
	}{
		{"classroom", "hall", []string{"IBC-1010.1.2.1 0: D Hall"}},
		{"bedroom", "hall", nil},
		{"bedroom", "assembly hall", []string{"IBC-1010.1.2.1 0: D Hall"}},
		{"classroom", "landing", nil},
	} {
		s := newSketch(t)
		s.level("L0", 0)
		s.ring("O", "L0", 0, 0, 30000, 8000)
		s.wall("P", "L0", 10000, 0, 10000, 8000)
		s.do("", joinAll(s, "L0"))
		s.door("D", "OS", 4000, 1000)
		s.door("E", "OS", 20000, 1000)
		s.room("Hall", "L0", c.hall, 5000, 4000)
		s.room("Other", "L0", c.beside, 20000, 4000)
		found, _ := s.check(of("", "IBC-1010.1.2.1"))
		found = slices.DeleteFunc(found, func(f string) bool { return !strings.HasSuffix(f, "Hall") })
		if !slices.Equal(found, c.found) {
			t.Errorf("%s beside a %s: %q, want %q", c.hall, c.beside, found, c.found)
		}
	}
}

// TestUsesThatAreKnownAreTold checks that the report lists the words that name a use if the use of a room is missing,
// and that each word works. Otherwise the list is empty.
func TestUsesThatAreKnownAreTold(t *testing.T) {
	uses := func(usage string) []string {
		s := newSketch(t)
		s.level("L0", 0)
		s.ring("O", "L0", 0, 0, 10000, 8000)
		s.room("R1", "L0", usage, 5000, 4000)
		report, err := rules.Check(t.Context(), s.view, ways.NewIndex(), rules.Table(), rules.Options{
			Checks: []string{"code_compliance"}, Rules: []string{"IBC-1208.1"}})
		if err != nil {
			t.Fatal(err)
		}
		return report.KnownUses
	}
	known := uses("tepidarium")
	if !slices.Contains(known, "office") || !slices.Contains(known, "corridor") || !slices.IsSorted(known) {
		t.Fatalf("%q", known)
	}
	for _, use := range known {
		if again := uses(use); len(again) > 0 {
			t.Errorf("%s is told, and not known", use)
		}
	}
}
