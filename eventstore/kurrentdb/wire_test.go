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
		Event: storetest.NewEvent("wall"), Stream: "Geschoß 1/türen", Revision: 7, Position: 42,
		PrevHash:   eventstore.Hash{1, 2},
		RecordedAt: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC),
	}
	r.Meta = nil
	if meta != "" {
		r.Meta = []byte(meta)
	}
	r.Hash = eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event)
	return r
}

// encode returns the server's event for a record, with the number of records that follow in the same append.
func encode(r *eventstore.Recorded, more int, commit string) (esdb.EventData, error) {
	o := outgoing{commit: commit, limit: DefaultMaxAppendBytes}
	return o.encode(&item{record: r, more: more}, nil)
}

// stored returns the server's answer for an event that was sent to it.
func stored(sent esdb.EventData, r eventstore.Recorded) *esdb.RecordedEvent {
	return &esdb.RecordedEvent{
		EventID: sent.EventID, EventType: sent.EventType, EventNumber: r.Position - 1, CreatedDate: r.RecordedAt,
		Data: sent.Data, UserMetadata: sent.Metadata,
	}
}

func TestARecordComesBackByteForByte(t *testing.T) {
	for _, meta := range []string{
		"", `{}`, `{"actor":"a"}`, "{ \"a\" : 1.10 ,\n\t\"b\":\"<&>\u2028 \\u0000 🚪\"}",
		"\n {\"a\":1}", "{\"a\":1} \r\n",
		`{"a":1,"a":2,"hash":"x","$correlationId":"y"}`, `{"correlation_id":5}`,
	} {
		r := record(meta)
		sent, err := encode(&r, 3, "w.1")
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(sent.Metadata) {
			t.Errorf("metadata %q is no JSON", sent.Metadata)
		}
		got, err := decode(stored(sent, r))
		got.record.Position = r.Position
		if err != nil || got.more != 3 || got.kind != recordPiece || !storetest.SameRecord(got.record, r) {
			t.Errorf("meta %q came back as %+v, %v", meta, got, err)
		}
	}
}

func TestTheServersNamesOfLinks(t *testing.T) {
	r := record(`{"correlation_id":"c-1","causation_id":"c-2","actor":"x"}`)
	sent, err := encode(&r, 0, "w.1")
	var names map[string]any
	if err != nil || json.Unmarshal(sent.Metadata, &names) != nil {
		t.Fatalf("metadata %q, %v", sent.Metadata, err)
	}
	if names["$correlationId"] != "c-1" || names["$causationId"] != "c-2" {
		t.Errorf("metadata %s", sent.Metadata)
	}
}

func TestTheLogsIDsTellCommitsApart(t *testing.T) {
	ids := map[string]bool{}
	for _, id := range []string{logID("w.1", 0).String(), logID("w.1", 1).String(),
		logID("w.2", 0).String(), logID("v.1", 0).String()} {
		if ids[id] || id[14] != '8' {
			t.Errorf("id %s", id)
		}
		ids[id] = true
	}
}

func TestWhatIsNotOursIsCorruptOrAStranger(t *testing.T) {
	r := record(`{"actor":"a"}`)
	sent, err := encode(&r, 0, "w.1")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change   func(e *esdb.RecordedEvent)
		stranger bool
	}{
		"no metadata":      {func(e *esdb.RecordedEvent) { e.UserMetadata = nil }, true},
		"other metadata":   {func(e *esdb.RecordedEvent) { e.UserMetadata = []byte(`{"a":1}`) }, true},
		"a short hash":     {replacing(`"hash":"`, `"hash":"0`), true},
		"changed data":     {func(e *esdb.RecordedEvent) { e.Data = []byte(`{}`) }, false},
		"changed type":     {func(e *esdb.RecordedEvent) { e.EventType = "x" }, false},
		"changed metadata": {replacing(`"actor":"a"`, `"actor":"b"`), false},
		"another stream":   {replacing(`Geschoß 1`, `Geschoß 2`), false},
	} {
		e := stored(sent, r)
		e.UserMetadata = append([]byte{}, e.UserMetadata...)
		c.change(e)
		if p, err := decode(e); c.stranger != (err == nil && p.kind == strangerPiece) ||
			errors.Is(err, eventstore.ErrCorrupt) == c.stranger {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func replacing(from, to string) func(e *esdb.RecordedEvent) {
	return func(e *esdb.RecordedEvent) {
		e.UserMetadata = []byte(strings.Replace(string(e.UserMetadata), from, to, 1))
	}
}

// FuzzDecode changes the metadata of an event. An accepted event must still have the hash with which it was recorded.
// Any other event must count as foreign or corrupt.
func FuzzDecode(f *testing.F) {
	for _, meta := range []string{"", `{}`, `{"actor":"a"}`, ` {"a":1}`, `{"correlation_id":"c"}`} {
		r := record(meta)
		b, err := encodeEnvelope(&r, envelope{More: 2, Commit: "w.1"})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, []byte(`{"name":"wall"}`))
		f.Add(append(b[:len(b)-1:len(b)-1], `,"id":"x"}`...), []byte(`{"name":"wall"}`))
	}
	f.Fuzz(func(t *testing.T, metadata, data []byte) {
		r := record("")
		r.Data = data
		sent, err := encode(&r, 0, "w.1")
		if err != nil {
			t.Skip()
		}
		e := stored(sent, r)
		e.UserMetadata = metadata
		p, err := decode(e)
		if err != nil && !errors.Is(err, eventstore.ErrCorrupt) {
			t.Errorf("error %v", err)
		}
		if err == nil && p.kind == recordPiece && p.cut == nil && checkHash(&p.record) != nil {
			t.Errorf("taken without its hash: %+v", p)
		}
	})
}
