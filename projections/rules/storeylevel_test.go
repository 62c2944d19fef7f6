package rules_test

import "testing"

// TestLevelsThatAreNoStoreysBoundNothing checks that an element above a landing of the same storey is in its storey,
// and that an element on a landing belongs to no storey that it could be outside of. An element entirely in the storey
// above is still found.
func TestLevelsThatAreNoStoreysBoundNothing(t *testing.T) {
	s := newSketch(t)
	s.level("Ground", 0)
	s.level("First", 3000)
	s.datum("Landing", 1500)
	s.ring("a", "Ground", 0, 0, 8000, 6000)
	s.thing("hung", "Ground", 2000, 2000, 2000, 500, 500, 500)
	s.thing("post", "Landing", 4000, 2000, 4000, 500, 500, 500)
	s.expect("two sound things", quality("MQ-9"), nil, nil)
	s.thing("lost", "Ground", 6000, 2000, 3500, 500, 500, 500)
	s.expect("a thing in the storey above", quality("MQ-9"), []string{"MQ-9 500: lost"}, nil)
}
