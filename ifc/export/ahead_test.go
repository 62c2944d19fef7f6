package export

import (
	"runtime"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestProcessorsDoNotMatter checks that the file does not depend on the number of processors.
func TestProcessorsDoNotMatter(t *testing.T) {
	m := variety(t).model
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	alone := lines(t, m)
	runtime.GOMAXPROCS(4)
	if !slices.Equal(alone, lines(t, m)) {
		t.Error("four processors write another file than one")
	}
}

// TestUnforeseenElement checks that an element outside the current batch is worked out on demand.
func TestUnforeseenElement(t *testing.T) {
	s := house(t)
	x := newExporter(t.Context(), s.model, defaults())
	quantities, err := x.quantities(s.ids["W1"])
	if err != nil || grossVolume(quantities) != 9.828 {
		t.Errorf("W1 has %v (%v)", quantities, err)
	}
	if _, err := x.wallPlan("nowhere"); state.CodeOf(err) != state.NotFound {
		t.Errorf("an element that is not there: %v", err)
	}
}
