package mcp

import (
	"fmt"
	"sync"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// openProcess starts a server on a data directory with its own store, like a separate process.
func openProcess(t *testing.T, dir string, n byte) *setup {
	t.Helper()
	store, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return start(t, store, func(c *Config) { c.NewID = countedIDs(n) })
}

// TestKeysHoldOverProcessesAndRestarts lets two servers on one data directory compete for every key, then asks a third
// one.
func TestKeysHoldOverProcessesAndRestarts(t *testing.T) {
	dir := t.TempDir()
	servers := []*setup{openProcess(t, dir, 1), openProcess(t, dir, 2)}
	const keys = 10
	var ids [keys][2]string
	var wg sync.WaitGroup
	for k := range keys {
		for p, s := range servers {
			wg.Go(func() {
				e := s.call("add_thing", fmt.Sprintf(`{"name":"n%d","idempotency_key":"k%d"}`, k, k))
				if !e.Success {
					t.Errorf("key %d, process %d: %+v", k, p, e.Error)
					return
				}
				ids[k][p] = *e.EventID
			})
		}
	}
	wg.Wait()
	for _, s := range servers {
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	third := openProcess(t, dir, 3)
	for k := range keys {
		again := third.must(t, "add_thing", fmt.Sprintf(`{"name":"n%d","idempotency_key":"k%d"}`, k, k))
		if ids[k][0] != ids[k][1] || *again.EventID != ids[k][0] {
			t.Errorf("key %d: %v, later %s", k, ids[k], *again.EventID)
		}
		third.refused(t, state.IdempotencyMismatch, "add_thing",
			fmt.Sprintf(`{"name":"other","idempotency_key":"k%d"}`, k))
	}
	if n := length(t, third.store, "model.m.branch.main"); n != keys {
		t.Errorf("%d model events", n)
	}
	if err := third.Close(t.Context()); err != nil { // writes the rest of its audit
		t.Error(err)
	}
	if heads, err := third.store.Streams(t.Context(), AuditStreamPrefix); err != nil || len(heads) != len(servers)+1 {
		t.Errorf("%d audit streams: %v", len(heads), err)
	}
}
