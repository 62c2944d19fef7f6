package main

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

// TestManyCallersOfOneProcessLeaveRoomToOthers lets eight callers of one process write to a branch without a pause,
// while one caller of another process writes too. The other process must write its walls during the work of the eight,
// not after it.
func TestManyCallersOfOneProcessLeaveRoomToOthers(t *testing.T) {
	t.Parallel()
	d := startDouble(t, double.Options{Delay: 2 * time.Millisecond})
	crowded, other := serveStore(t, d.URL(), t.TempDir()), serveStore(t, d.URL(), t.TempDir())
	crowded.do("create_model", arguments{"name": "Shared"})
	w := &writing{level: crowded.make("create_level", arguments{"name": "Ground", "elevation": 0})}
	const callers, most, wanted = 8, 8000, 20
	var written, failed atomic.Int64
	var done atomic.Bool
	write := func(s *server, process, n int) {
		if a, err := s.try("create_wall", w.wall(process, n)); err != nil || !a.Success {
			t.Errorf("process %d: %v, %s", process, err, a.Text)
			failed.Add(1)
		}
	}
	var busy sync.WaitGroup
	for range callers {
		busy.Go(func() {
			for n := written.Add(1); n <= most && !done.Load() && failed.Load() == 0; n = written.Add(1) {
				write(crowded, 0, int(n))
			}
		})
	}
	count := 0
	for ; count < wanted && written.Load() < most && failed.Load() == 0; count++ {
		write(other, 1, count)
	}
	done.Store(true)
	busy.Wait()
	if count < wanted && failed.Load() == 0 {
		t.Errorf("the one has written %d walls, the eight %d", count, written.Load())
	}
}
