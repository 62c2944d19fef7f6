package projections

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

var revisionOfMeta = uint64(7)

// metas lists metadata as commands have them.
var metas = []Meta{
	{CommandID: "c", OccurredAt: time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.UTC)},
	{CommandID: "c", CorrelationID: "k", CausationID: "e", Tool: "move_element", UserID: "anna", AgentID: "bot",
		Reasoning:  "näher an die Tür",
		OccurredAt: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), TraceID: "t", SpanID: "s",
		BaseRevision: &revisionOfMeta,
		Touched: []state.Touch{{ElementID: "a", Facets: []state.Facet{"existence"}},
			{ElementID: "b", Facets: []state.Facet{"level", "placement"}}}},
}

// Written metadata are parsed without encoding/json, with the same result as by encoding/json.
func TestMetadataIsReadAsWritten(t *testing.T) {
	for _, m := range metas {
		text := EncodeMeta(m)
		got, ok := quickMeta(text)
		if !ok || !reflect.DeepEqual(got, m) {
			t.Errorf("%s is read as %+v (%v)", text, got, ok)
		}
	}
}

// Whatever is parsed without encoding/json means the same to encoding/json.
func FuzzMetadata(f *testing.F) {
	for _, m := range metas {
		f.Add(EncodeMeta(m))
	}
	f.Add([]byte(`{"command_id":"a\u0041","occurred_at":"2026-03-01T12:00:00Z"}`))
	f.Add([]byte(`{"command_id":"a","occurred_at":"2026-03-01T12:00:00Z","base_revision":01,"touched":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, ok := quickMeta(text)
		if !ok {
			return
		}
		var want Meta
		if err := json.Unmarshal(text, &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %+v, by encoding/json as %+v (%v)", text, got, want, err)
		}
	})
}
