package mcp

import (
	"encoding/json"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// TestSameKeySameNumberHoweverWritten checks that calls are the same if they write the same number in different forms.
func TestSameKeySameNumberHoweverWritten(t *testing.T) {
	s := startToy(t)
	first := s.must(t, "add_thing", `{"name":"a","size":2800.5,"idempotency_key":"k1"}`)
	for _, number := range []string{"2800.50", "28005e-1", "2.8005E+3", "280050.0e-2"} {
		again := s.must(t, "add_thing", `{"size":`+number+`,"name":"a","idempotency_key":"k1"}`)
		if *again.EventID != *first.EventID {
			t.Errorf("%s is another call", number)
		}
	}
	s.refused(t, state.IdempotencyMismatch, "add_thing", `{"name":"a","size":2800.51,"idempotency_key":"k1"}`)
	s.refused(t, state.IdempotencyMismatch, "add_thing", `{"name":"a","size":-2800.5,"idempotency_key":"k1"}`)
}

// TestAKeyOfBeforeNumbersWereWrittenInOneWay checks that an identical repetition is still recognized if an older build
// stored the numbers as they were written.
func TestAKeyOfBeforeNumbersWereWrittenInOneWay(t *testing.T) {
	s := startToy(t)
	kept := s.must(t, "add_thing", `{"name":"a"}`)
	envelope, err := json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	written := hashBytes([]byte(`{"idempotency_key":"old","name":"a","size":2800.0}`))
	data, err := json.Marshal(completed{Tool: "add_thing", InputSHA256: written, Envelope: envelope})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.store.Append(t.Context(), eventstore.Append{
		Stream:   idempotencyStream(s.Server.config.Principal.identity(), "add_thing", "old"),
		Expected: eventstore.NoStream,
		Events: []eventstore.Event{{ID: "00000000-0000-4000-8000-000000000001", Type: eventCallCompleted,
			Schema: completedSchema, Data: data}}})
	if err != nil {
		t.Fatal(err)
	}
	again := s.must(t, "add_thing", `{"size":2800.0,"name":"a","idempotency_key":"old"}`)
	if *again.EventID != *kept.EventID {
		t.Error("it is another call")
	}
	s.refused(t, state.IdempotencyMismatch, "add_thing", `{"size":2801,"name":"a","idempotency_key":"old"}`)
}
