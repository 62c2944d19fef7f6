package mcp

import (
	"testing"

	"github.com/bimstream/bimstream/eventstore/memory"
)

// TestAFloodOfRefusedCallsIsASum makes many calls that are refused. The first ones are recorded individually, the
// others are counted, and none is lost.
func TestAFloodOfRefusedCallsIsASum(t *testing.T) {
	const calls = 3 * refusedAlone
	store := memory.New()
	s := start(t, store, unhurried)
	for range calls {
		if e := s.Call(t.Context(), "list_things", []byte(`{"no":1}`)); e.Success {
			t.Fatal("it passes")
		}
	}
	s.must(t, "list_things", `{}`)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	position, err := store.Position(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if position > 3*refusedAlone+refusedAlone/2 {
		t.Errorf("%d records of %d refused calls", position, calls)
	}
	all, more, err := ReadAudit(t.Context(), store, AuditQuery{Most: 10 * calls})
	if err != nil || more {
		t.Fatal(err, more)
	}
	counted := 0
	for _, c := range all {
		counted += max(1, c.Calls)
	}
	if counted != calls+1 {
		t.Errorf("%d calls are on record, %d were made", counted, calls+1)
	}
}
