package table

import "testing"

// TestCellsHoldNothingHidden holds that what steers a terminal or turns the direction is a mark in every format.
func TestCellsHoldNothingHidden(t *testing.T) {
	if got := Text("a\x1b[2J\u202eb\nc").Any(); got != "a⟨U+001B⟩[2J⟨U+202E⟩b\nc" {
		t.Errorf("%q", got)
	}
}
