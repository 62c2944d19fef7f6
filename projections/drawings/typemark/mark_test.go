package typemark

import (
	"maps"
	"testing"
)

// TestMarksAreReadOffNamesOrNumbered checks that a type whose name begins with a mark gets that mark, and that a short
// name is its own mark. The other types must be numbered in order, without marks that are already used.
func TestMarksAreReadOffNamesOrNumbered(t *testing.T) {
	got := Marks([]string{"Timber stud partition", "EW1 Cavity wall", "W1", "EW1 Cavity wall", "Brick wall, 240",
		"EW1 Cavity wall with render", "IW-02: metal stud", "  ", "200 mm concrete"}, "W")
	delete(got, "  ")
	if blank := Marks([]string{"  "}, "W")["  "]; blank != "W1" {
		t.Errorf("a blank name has the mark %q", blank)
	}
	// The blank name takes W2, because it sorts first.
	want := map[string]string{"EW1 Cavity wall": "EW1", "W1": "W1", "200 mm concrete": "W3", "Brick wall, 240": "W4",
		"EW1 Cavity wall with render": "W5", "IW-02: metal stud": "IW-02", "Timber stud partition": "W6"}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for name, meaning := range map[string]string{"EW1 Cavity wall": "Cavity wall", "W1": "",
		"IW-02: metal stud": "metal stud", "Brick wall, 240": "Brick wall, 240"} {
		if m := Meaning(name, want[name]); m != meaning {
			t.Errorf("%q means %q, want %q", want[name], m, meaning)
		}
	}
}
