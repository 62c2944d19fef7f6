package rules_test

import (
	"slices"
	"strings"
	"testing"
)

// A restaurant of 71.8 x 7.8 m has 402 persons, 15 ft2 for each (IBC table 1004.5), and two doors of 847 mm clear:
// 4.2139 mm for each. That is less than the 5.1 mm (0.2 in) of IBC 1005.3.2 and more than the 3.8 mm (0.15 in) of its
// exception 1. The exception requires sprinklers and an emergency voice alarm and excludes groups H and I-2.
func TestTheWidthForEachPersonDependsOnSprinklersAndVoiceAlarm(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("", "L0", 0, 0, 72000, 8000)
	s.room("Restaurant", "L0", "restaurant", 2000, 2000)
	s.door("D1", "W", 3000, 1000)
	s.door("D2", "W", 5000, 1000)
	yes, no := true, false
	for _, c := range []struct {
		about, occupancy  string
		sprinklers, voice *bool
		found, lacking    string
	}{
		{"without sprinklers", "A-2", &no, nil, "IBC-1005.3.2", ""},
		{"of an alarm nothing is known", "A-2", &yes, nil, "", "IBC-1005.3.2n IBC-1005.3.2s"},
		{"sprinklers without a voice alarm", "A-2", &yes, &no, "IBC-1005.3.2n", ""},
		{"sprinklers and a voice alarm", "A-2", &yes, &yes, "", ""},
		{"a hospital with both", "I-2", &yes, &yes, "IBC-1005.3.2h", ""},
		{"of sprinklers nothing is known", "A-2", nil, &yes, "",
			"IBC-1005.3.2 IBC-1005.3.2s"},
	} {
		o := of(c.occupancy, "IBC-1005.3.2", "IBC-1005.3.2h", "IBC-1005.3.2n", "IBC-1005.3.2s")
		o.Sprinklered, o.VoiceAlarm = c.sprinklers, c.voice
		found, lacking := s.check(o)
		var rules []string
		for _, f := range found {
			rules = append(rules, strings.Fields(f)[0])
			if !strings.Contains(f, " 4.2139") {
				t.Errorf("%s: %s, want 4.2139 mm for each person", c.about, f)
			}
		}
		missing, _, _ := strings.Cut(strings.Join(lacking, "; "), ":")
		if got := strings.Join(slices.Compact(rules), " "); got != c.found || missing != c.lacking {
			t.Errorf("%s: found %q, lacking %q, want %q and %q", c.about, found, lacking, c.found, c.lacking)
		}
	}
}
