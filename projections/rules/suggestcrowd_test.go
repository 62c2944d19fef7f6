package rules

import (
	"errors"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// heap is a building of walls at one place, each a little beside the previous one.
func heap(t *testing.T, n int, apart geometry.Length) *building {
	b := newBuilding(t)
	for i := range n {
		by := geometry.Point2{X: apart * geometry.Length(i)}
		b.wall("", by, mm(5000, 0).Add(by), nil)
	}
	return b
}

// If many elements lie at one place, no remedies are tried, because each trial would compare all pairs.
func TestNothingIsTriedInAHeap(t *testing.T) {
	options := Options{Checks: []string{"model_quality"}}
	calls := func(n int) (found, suggested int) {
		keys := map[string]bool{}
		for _, f := range heap(t, n, 0).check(options).Findings {
			if keys[f.Key] || len(f.Key) > 5000 {
				t.Errorf("a finding of %d walls is told again, or its key has %d bytes", n, len(f.Key))
			}
			keys[f.Key] = true
			if found++; f.Call != nil {
				suggested++
			}
		}
		return found, suggested
	}
	if found, suggested := calls(3); found == 0 || suggested == 0 {
		t.Fatalf("of three copies there are %d findings, %d with a suggestion", found, suggested)
	}
	if found, suggested := calls(remedyNear + 1); found == 0 || suggested > 0 {
		t.Errorf("of a heap there are %d findings, %d with a suggestion", found, suggested)
	}
}

// More measurements than can be recorded are refused while they are made, not when all are in memory.
func TestMeasuresAreBounded(t *testing.T) {
	b := heap(t, 3, 0)
	s := &subjects{ctx: t.Context(), view: b.view}
	for each, refused := range map[int]bool{1: false, mostPairs / 2: true} {
		_, err := s.each(state.CategoryWall, func(e *state.Element) []Measurement { return make([]Measurement, each) })
		if e := (*state.Error)(nil); errors.As(err, &e) != refused || refused && e.Code != state.OperationTooLarge {
			t.Errorf("%d measures of each of three walls: %v", each, err)
		}
	}
}
