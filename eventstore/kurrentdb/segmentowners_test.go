package kurrentdb

import (
	"sync"
	"testing"

	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// TestSegmentsThatEndWhileOneOpens has processes end, each with its empty segment, while another one opens the mirror
// beside them: a segment that it has seen may be gone when it looks into it.
func TestSegmentsThatEndWhileOneOpens(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mirror, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = mirror.Close() }()
	const rounds = 500
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range rounds {
				g := segment{dir: dir}
				if err := g.open(); err != nil {
					t.Error("open:", err)
					return
				}
				if err := g.close(); err != nil {
					t.Error("close:", err)
					return
				}
			}
		})
	}
	for range rounds {
		if err := fileSegments(t.Context(), mirror, false); err != nil {
			t.Error(err)
			break
		}
	}
	group.Wait()
}
