package dxf

import "testing"

// TestTextsHaveOneLineAndNothingHidden holds that line ends become blanks, percent signs are doubled, and a mark stands
// for each character that nobody sees.
func TestTextsHaveOneLineAndNothingHidden(t *testing.T) {
	if got := clean("a\nb\r\nc\t%%d\x1b[2J\u202e"); got != "a b c %%%%%%d⟨U+001B⟩[2J⟨U+202E⟩" {
		t.Errorf("%q", got)
	}
}
