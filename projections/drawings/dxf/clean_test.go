package dxf

import "testing"

// TestTextsHaveOneLineAndNothingHidden checks that line ends become blanks, percent signs are escaped, and each
// invisible character becomes a mark.
func TestTextsHaveOneLineAndNothingHidden(t *testing.T) {
	if got := clean("a\nb\r\nc\t%%d\x1b[2J\u202e"); got != "a b c %%%%%%d⟨U+001B⟩[2J⟨U+202E⟩" {
		t.Errorf("%q", got)
	}
}
