package main

import (
	"sync"
	"sync/atomic"
	"testing"
)

// TestLimitsHoldOverAllProcesses lets four processes and their successors use up the operations of one principal.
// Exactly as many operations as the limit must succeed, whichever processes are killed.
func TestLimitsHoldOverAllProcesses(t *testing.T) {
	t.Parallel()
	const limit, processes, each = 30, 4, 12
	data := t.TempDir()
	ann := serveAll(t, data, principal(t, "ann", "human", "", nil))
	model := ann.do("create_model", arguments{"name": "Limits"}).ModelID
	free := arguments{"per_minute": -1, "burst": 0}
	who := principal(t, "bot", "agent", "ann", arguments{"dry_run_default": false, "limits": arguments{
		"max_operations_per_session": limit, "rates": arguments{"read": free, "mutation": free, "execution": free}}})
	var done, refused atomic.Int64
	work := func(s *server, process, calls int) {
		for i := range calls {
			a, err := s.try("define_material", arguments{"model_id": model,
				"name": revision64(uint64(1000*process + i)), "reasoning": "r"})
			switch {
			case err != nil:
				t.Error(err)
			case a.Success:
				done.Add(1)
			case a.code() == 1204:
				refused.Add(1)
			default:
				t.Errorf("%s", a.Text)
			}
		}
	}
	var wg sync.WaitGroup
	for p := range processes {
		wg.Go(func() {
			s := serveAll(t, data, who)
			work(s, 2*p, each/2)
			s.kill()
			work(serveAll(t, data, who), 2*p+1, each/2)
		})
	}
	wg.Wait()
	if done.Load() != limit || refused.Load() != processes*each-limit {
		t.Errorf("%d operations passed and %d were refused, the limit is %d", done.Load(), refused.Load(), limit)
	}
}
