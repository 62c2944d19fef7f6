package clashes

import "testing"

// A test stops when it has found more conflicts than it can report, and not before.
func TestConflictsAreBounded(t *testing.T) {
	x := &examination{progress: func(int, int) {}}
	x.report(&examination{found: make([]verdict, mostConflicts)})
	if x.over.Load() {
		t.Error("stops although all can be told")
	}
	x.report(&examination{found: make([]verdict, 1)})
	if !x.over.Load() {
		t.Error("goes on although not all can be told")
	}
	x.pairs = nil
	if x.work(t.Context()); x.done != 0 {
		t.Errorf("%d pairs are looked at after that", x.done)
	}
}
