package projections

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

func TestStreamNames(t *testing.T) {
	for _, c := range []struct{ model, branch string }{{testModel, MainBranch},
		{testModel, "option.branch.b"}, {"m", "variant/1"}} {
		model, branch, ok := ParseStreamName(StreamName(c.model, c.branch))
		if !ok || model != c.model || branch != c.branch {
			t.Errorf("%v: got %q, %q, %v", c, model, branch, ok)
		}
	}
	for _, stream := range []string{"", "audit.1", "model.", "model.a", "model.a.branch.",
		"model..branch.main", "xmodel.a.branch.main"} {
		if _, _, ok := ParseStreamName(stream); ok {
			t.Errorf("%q is taken for a branch of a model", stream)
		}
	}
}

func TestMetaSurvivesStorage(t *testing.T) {
	base := uint64(7)
	meta := Meta{CommandID: "c", CorrelationID: "r", CausationID: "k", Tool: "create_wall", UserID: "ada",
		AgentID: "bot", Reasoning: "why",
		OccurredAt: time.Date(2026, 3, 1, 10, 0, 0, 123456789, time.FixedZone("CET", 3600)), TraceID: "t",
		SpanID: "s", BaseRevision: &base}
	raw := EncodeMeta(meta)
	if want := `"occurred_at":"2026-03-01T09:00:00.123456789Z"`; !strings.Contains(string(raw), want) {
		t.Errorf("%s lacks %s", raw, want)
	}
	back, err := DecodeMeta(raw)
	if err != nil || *back.BaseRevision != 7 || !back.OccurredAt.Equal(meta.OccurredAt) {
		t.Errorf("read back: %+v, %v", back, err)
	}
	if again := EncodeMeta(back); string(again) != string(raw) {
		t.Errorf("written again: %s, first %s", again, raw)
	}
	if _, err := DecodeMeta([]byte(`{"occurred_at":"yesterday"}`)); state.CodeOf(err) != state.StoreCorrupt {
		t.Errorf("unreadable metadata: %v", err)
	}
}

// The stored form is fixed, because logs are kept for ever.
func TestStoredFormOfAnEvent(t *testing.T) {
	renaming := []state.Change{{Facet: state.FacetName, From: json.RawMessage(`"a"`), To: json.RawMessage(`"b"`)}}
	events := []state.Event{
		&state.ElementModified{ElementID: "door", Changes: renaming},
		&state.ElementModified{ElementID: "window", Changes: renaming},
	}
	stored := EncodeEvents(events, Meta{CommandID: "00000000-0000-4000-8000-000000000001", OccurredAt: begin})
	want := eventstore.Event{
		ID: EventID("00000000-0000-4000-8000-000000000001", 0), Type: "element.modified", Schema: 1,
		Data: []byte(`{"element_id":"door","changes":[{"facet":"name","from":"a","to":"b"}]}`),
		Meta: []byte(
			`{"command_id":"00000000-0000-4000-8000-000000000001","occurred_at":"2026-03-01T08:00:00Z","touched":[{"element_id":"door","facets":["name"]}]}`,
		),
	}
	if got := stored[0]; got.ID != want.ID || got.Type != want.Type || got.Schema != want.Schema ||
		string(got.Data) != string(want.Data) || string(got.Meta) != string(want.Meta) {
		t.Errorf("got  %s %s %s\nwant %s %s %s", got.ID, got.Data, got.Meta, want.ID, want.Data, want.Meta)
	}
	if !strings.Contains(string(stored[1].Meta), `"window"`) {
		t.Errorf("the second event's metadata speaks of another element: %s", stored[1].Meta)
	}
	if err := eventstore.Validate([]eventstore.Append{{Stream: "s", Expected: eventstore.Any,
		Events: stored}}); err != nil {
		t.Error(err)
	}
}

func TestEventIDsAreDistinctFromElementIDs(t *testing.T) {
	seen := map[string]bool{}
	for n := range 4 {
		for _, id := range []string{EventID("c", n), EventID("d", n), string(state.DeriveID("c", n))} {
			if seen[id] {
				t.Errorf("%s comes twice", id)
			}
			seen[id] = true
		}
	}
}

// FuzzDecodeMeta checks that decoding does not panic, and that decoded metadata survive encoding and decoding
// unchanged.
func FuzzDecodeMeta(f *testing.F) {
	f.Add([]byte(
		`{"command_id":"c","occurred_at":"2026-03-01T08:00:00Z","base_revision":3,"touched":[{"element_id":"e","facets":["name"]}]}`,
	))
	f.Add([]byte(`{}`))
	f.Add([]byte(``))
	f.Fuzz(func(t *testing.T, raw []byte) {
		meta, err := DecodeMeta(raw)
		if err != nil || !json.Valid(EncodeMeta(meta)) {
			return
		}
		again, err := DecodeMeta(EncodeMeta(meta))
		if err != nil || string(EncodeMeta(again)) != string(EncodeMeta(meta)) {
			t.Errorf("%q is read as %+v and then as %+v, %v", raw, meta, again, err)
		}
	})
}
