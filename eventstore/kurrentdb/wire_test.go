package kurrentdb

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

func record(meta string) eventstore.Recorded {
	r := eventstore.Recorded{
		Event: storetest.NewEvent("wall"), Stream: "Geschoß 1/türen", Revision: 7, Position: 42, PrevHash: eventstore.Hash{1, 2},
		RecordedAt: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC),
	}
	r.Meta = nil
	if meta != "" {
		r.Meta = []byte(meta)
	}
	r.Hash = eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event)
	return r
}

// stored is what the server answers for an event that it was sent.
func stored(sent esdb.EventData, r eventstore.Recorded) *esdb.RecordedEvent {
	return &esdb.RecordedEvent{
		EventID: sent.EventID, EventType: sent.EventType, EventNumber: r.Position - 1, CreatedDate: r.RecordedAt,
		Data: sent.Data, UserMetadata: sent.Metadata,
	}
}

func TestARecordComesBackByteForByte(t *testing.T) {
	for _, meta := range []string{
		"", `{}`, `{"actor":"a"}`, "{ \"a\" : 1.10 ,\n\t\"b\":\"<&>\u2028 \\u0000 🚪\"}", "\n {\"a\":1}", "{\"a\":1} \r\n",
		`{"a":1,"a":2,"hash":"x","$correlationId":"y"}`, `{"correlation_id":5}`,
	} {
		r := record(meta)
		sent, err := encode(&r, 3, nonce{1})
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(sent.Metadata) {
			t.Errorf("metadata %q is no JSON", sent.Metadata)
		}
		got, more, err := decode(stored(sent, r))
		if err != nil || more != 3 || !storetest.SameRecord(got, r) {
			t.Errorf("meta %q came back as %+v, more %d, %v", meta, got, more, err)
		}
	}
}

func TestTheServersNamesOfLinks(t *testing.T) {
	r := record(`{"correlation_id":"c-1","causation_id":"c-2","actor":"x"}`)
	sent, err := encode(&r, 0, nonce{1})
	var names map[string]any
	if err != nil || json.Unmarshal(sent.Metadata, &names) != nil {
		t.Fatalf("metadata %q, %v", sent.Metadata, err)
	}
	if names["$correlationId"] != "c-1" || names["$causationId"] != "c-2" {
		t.Errorf("metadata %s", sent.Metadata)
	}
}

func TestTheLogsIDsTellCommitsApart(t *testing.T) {
	r, changed, moved := record(""), record(`{"a":1}`), record("")
	moved.Position++
	ids := map[string]bool{}
	for _, id := range []string{
		logID(&r, nonce{}).String(), logID(&r, nonce{1}).String(), logID(&changed, nonce{}).String(), logID(&moved, nonce{}).String(),
	} {
		if ids[id] || id[14] != '8' {
			t.Errorf("id %s", id)
		}
		ids[id] = true
	}
}

func TestWhatIsNotOursIsCorrupt(t *testing.T) {
	r := record(`{"actor":"a"}`)
	sent, err := encode(&r, 0, nonce{1})
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(e *esdb.RecordedEvent){
		"no metadata":      func(e *esdb.RecordedEvent) { e.UserMetadata = nil },
		"other metadata":   func(e *esdb.RecordedEvent) { e.UserMetadata = []byte(`{"a":1}`) },
		"changed data":     func(e *esdb.RecordedEvent) { e.Data = []byte(`{}`) },
		"changed type":     func(e *esdb.RecordedEvent) { e.EventType = "x" },
		"changed metadata": replacing(`"actor":"a"`, `"actor":"b"`),
		"another stream":   replacing(`Geschoß 1`, `Geschoß 2`),
		"a short hash":     replacing(`"hash":"`, `"hash":"0`),
	} {
		e := stored(sent, r)
		e.UserMetadata = append([]byte{}, e.UserMetadata...)
		change(e)
		if _, _, err := decode(e); !errors.Is(err, eventstore.ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func replacing(from, to string) func(e *esdb.RecordedEvent) {
	return func(e *esdb.RecordedEvent) {
		e.UserMetadata = []byte(strings.Replace(string(e.UserMetadata), from, to, 1))
	}
}
