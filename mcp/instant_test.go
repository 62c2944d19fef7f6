package mcp

import (
	"testing"
	"time"
)

// TestInstantsOfRFC3339 checks what section 5.6 allows and what it does not.
func TestInstantsOfRFC3339(t *testing.T) {
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"2026-05-04T12:00:00Z": noon, "2026-05-04t12:00:00z": noon, "2026-05-04T12:00:00z": noon,
		"2026-05-04t14:00:00+02:00": noon, "2026-05-04t12:00:00.25z": noon.Add(250 * time.Millisecond),
	} {
		if got, err := ParseInstant(text); err != nil || !got.Equal(want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "2026-05-04", "2026-05-04 12:00:00Z", "2026-05-04T12:00:00",
		"2026-05-04x12:00:00z", "2026-02-30t12:00:00z", "2026-05-04t25:00:00z"} {
		if got, err := ParseInstant(text); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
	if day, err := ParseDayOrInstant("2026-05-04"); err != nil || !day.Equal(noon.Add(-12*time.Hour)) {
		t.Errorf("a day: %v, %v", day, err)
	}
	if at, err := ParseDayOrInstant("2026-05-04t12:00:00z"); err != nil || !at.Equal(noon) {
		t.Errorf("a time: %v, %v", at, err)
	}
}
