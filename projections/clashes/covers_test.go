package clashes

import (
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// A test covers another one only for kinds that it looks for itself, and only if it is at least as strict.
func TestATestCoversWhatItIsStricterAbout(t *testing.T) {
	of := func(mode Mode, tolerance, clearance int64) Test {
		return Test{Mode: mode, Tolerance: geometry.MM(tolerance), Clearance: geometry.MM(clearance)}
	}
	for name, c := range map[string]struct {
		mine  Test
		kind  Kind
		other Test
		want  bool
	}{
		"the same tolerance":                  {of(ModeHard, 1, 0), Hard, of(ModeHard, 1, 0), true},
		"a larger tolerance":                  {of(ModeHard, 1, 0), Hard, of(ModeHard, 10, 0), true},
		"a smaller tolerance":                 {of(ModeHard, 10, 0), Hard, of(ModeHard, 1, 0), false},
		"copies do not speak for overlaps":    {of(ModeDuplicate, 1, 0), Hard, of(ModeHard, 10, 0), false},
		"gaps do not speak for overlaps":      {of(ModeClearance, 0, 50), Contained, of(ModeHard, 10, 0), false},
		"overlaps do not speak for gaps":      {of(ModeHard, 1, 0), Clearance, of(ModeClearance, 0, 0), false},
		"a smaller clearance":                 {of(ModeAll, 1, 50), Clearance, of(ModeAll, 1, 30), true},
		"a larger clearance":                  {of(ModeAll, 1, 50), Clearance, of(ModeAll, 1, 80), false},
		"a clearance of another tolerance":    {of(ModeAll, 1, 50), Clearance, of(ModeAll, 2, 30), false},
		"copies by a test of overlaps":        {of(ModeHard, 1, 0), Duplicate, of(ModeDuplicate, 1, 0), true},
		"copies by a test of gaps":            {of(ModeClearance, 0, 50), Duplicate, of(ModeClearance, 0, 50), false},
		"copies of another tolerance":         {of(ModeHard, 1, 0), Duplicate, of(ModeDuplicate, 2, 0), false},
		"all speaks for overlaps":             {of(ModeAll, 1, 50), Hard, of(ModeHard, 1, 0), true},
		"all without a clearance has no gaps": {of(ModeAll, 1, 0), Clearance, of(ModeClearance, 1, 0), false},
	} {
		if got := c.mine.Covers(c.kind, c.other); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
