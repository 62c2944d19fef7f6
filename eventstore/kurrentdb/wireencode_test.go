package kurrentdb

import (
	"encoding/hex"
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/eventstore"
)

// TestAnEnvelopeIsWrittenAsEncodingJSONDoes writes envelopes of any texts and numbers, with and without the members
// that not all have.
func TestAnEnvelopeIsWrittenAsEncodingJSONDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			"", "model.1.branch.main", `a"b\c`, "<&>\u2028\x7f", "Geschoß", "\xff\x00", "🚪"}))
		number := rapid.OneOf(rapid.Uint64(), rapid.Just(uint64(0)))
		r := eventstore.Recorded{Stream: text.Draw(t, "stream"), Revision: number.Draw(t, "revision"),
			RecordedAt: time.UnixMicro(rapid.Int64Range(0, 1<<50).Draw(t, "at"))}
		r.ID, r.Schema = text.Draw(t, "id"), rapid.IntRange(1, 9).Draw(t, "schema")
		copy(r.Hash[:], text.Draw(t, "hash"))
		e := envelope{More: rapid.IntRange(0, 1<<31-1).Draw(t, "more"), Commit: text.Draw(t, "commit"),
			Known: number.Draw(t, "known")}
		if n := number.Draw(t, "begun"); rapid.Bool().Draw(t, "has begun") {
			e.Begun = &n
		}
		if n := rapid.IntRange(0, 1<<20).Draw(t, "cut"); rapid.Bool().Draw(t, "is cut") {
			e.Cut = &n
		}
		links := map[string]string{"command_id": "c", "correlation_id": text.Draw(t, "correlation"),
			"causation_id": text.Draw(t, "causation")}
		var err error
		if r.Meta, err = json.Marshal(links); err != nil {
			t.Fatal(err)
		}
		got, err := encodeEnvelope(&r, e)
		if err != nil {
			t.Fatal(err)
		}
		e.ID, e.Stream, e.Revision, e.Schema = r.ID, r.Stream, r.Revision, r.Schema
		e.PrevHash, e.Hash = hex.EncodeToString(r.PrevHash[:]), hex.EncodeToString(r.Hash[:])
		e.At = r.RecordedAt.UnixMicro()
		var l struct {
			CorrelationID string `json:"correlation_id"`
			CausationID   string `json:"causation_id"`
		}
		if err := json.Unmarshal(r.Meta, &l); err != nil {
			t.Fatal(err)
		}
		e.CorrelationID, e.CausationID = l.CorrelationID, l.CausationID
		if e.Cut == nil {
			e.Meta = r.Meta
		}
		want, err := json.Marshal(e)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s\nencoding/json: %s, %v", got, want, err)
		}
	})
}

// TestLinksAreThoseThatEncodingJSONFinds reads the links of metadata in the form in which they are mostly written, and
// in others.
func TestLinksAreThoseThatEncodingJSONFinds(t *testing.T) {
	for _, meta := range []string{
		"", "{}", "[", `{"correlation_id":"a"}`, `{"causation_id":"b","correlation_id":"a"}`,
		`{"command_id":"c","correlation_id":"a","causation_id":"b"}`,
		`{"command_id":"c","correlation_id":"a","causation_id":"b","tool":"x","touched":[{"element_id":"e"}]}`,
		`{"command_id":"c","correlation_id":"a","causation_id":"b","correlation_id":"z"}`,
		`{"command_id":"c","correlation_id":"a\n","causation_id":"b"}`,
		`{"command_id":"c","correlation_id":"a","causation_id":"b","x":{"causation_id":"deeper"}}`,
		`{"command_id":5,"correlation_id":"a","causation_id":"b"}`, `{"correlation_id":5,"causation_id":"b"}`,
	} {
		var l links
		if json.Unmarshal([]byte(meta), &l) != nil {
			l = links{}
		}
		correlation, causation := linksOf([]byte(meta))
		if correlation != l.CorrelationID || causation != l.CausationID {
			t.Errorf("%s: %q, %q, want %+v", meta, correlation, causation, l)
		}
	}
}
