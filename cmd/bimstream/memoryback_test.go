package main

import "testing"

// TestIdleServersGiveMemoryBack checks that an idle server gives memory back only once, and only if it has some to give
// back.
func TestIdleServersGiveMemoryBack(t *testing.T) {
	before := memoryState{allocated: 900 << 20, objects: 180 << 20, live: 90 << 20, free: 10 << 20}
	for name, c := range map[string]struct {
		now  memoryState
		want bool
	}{
		"left alone, with garbage":     {before, true},
		"left alone, with free memory": {memoryState{900 << 20, 90 << 20, 90 << 20, 50 << 20}, true},
		"at work":                      {memoryState{905 << 20, 185 << 20, 90 << 20, 10 << 20}, false},
		"nothing to give back":         {memoryState{900 << 20, 91 << 20, 90 << 20, 1 << 20}, false},
		"less than was live":           {memoryState{900 << 20, 80 << 20, 90 << 20, 1 << 20}, false},
	} {
		if got := c.now.idle(before); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if now := memoryNow(); now.allocated == 0 || now.objects == 0 {
		t.Errorf("the runtime says nothing of its memory: %+v", now)
	}
}
