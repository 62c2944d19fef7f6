package importer

import (
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestTypesOfOneNameGetNumbers checks that types with the same name get numbers. A name with a number that the file
// itself uses is skipped. The search must take constant time per name, however many types have it.
func TestTypesOfOneNameGetNumbers(t *testing.T) {
	names := typeNames{}
	for _, c := range [][2]string{{"A", "A"}, {"A", "A (2)"}, {"A (2)", "A (2) (2)"}, {"A", "A (3)"}, {"B", "B"},
		{"A", "A (4)"}} {
		if got := names.free(state.CategoryBeam, c[0]); got != c[1] {
			t.Errorf("a type of the name %q is called %q, want %q", c[0], got, c[1])
		}
	}
	if got := names.free(state.CategoryColumn, "A"); got != "A" {
		t.Errorf("a type of another category is called %q", got)
	}
	seen := map[string]bool{}
	for range 100_000 { // a search from the first number would take hours
		seen[names.free(state.CategoryPipe, "Same")] = true
	}
	if len(seen) != 100_000 {
		t.Errorf("%d names", len(seen))
	}
}
