package export

import (
	"runtime"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// The file does not depend on how many processors worked it out.
func TestProcessorsDoNotMatter(t *testing.T) {
	m := variety(t).model
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	alone := lines(t, m)
	runtime.GOMAXPROCS(4)
	if !slices.Equal(alone, lines(t, m)) {
		t.Error("four processors write another file than one")
	}
}

// What was not worked out ahead is worked out when it is asked for.
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
