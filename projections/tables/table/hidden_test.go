package table

import "testing"

// TestCellsHoldNothingHidden checks that characters that control a terminal or change the writing direction are
// replaced by a mark in every format.
func TestCellsHoldNothingHidden(t *testing.T) {
	if got := Text("a\x1b[2J\u202eb\nc").Any(); got != "a⟨U+001B⟩[2J⟨U+202E⟩b\nc" {
		t.Errorf("%q", got)
	}
}
