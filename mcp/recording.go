package mcp

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/eventstore"
)

// storedEvents describes the events of one stream that were stored in one append with the record of their call.
type storedEvents struct {
	Stream string `json:"stream"`
	First  string `json:"first"` // id of the first of them
	Events int    `json:"events"`
	SHA256 string `json:"sha256"` // see foldEvent
}

// foldEvent adds an event of a stream to a digest, which starts as zero.
func foldEvent(digest eventstore.Hash, stream string, e eventstore.Event) eventstore.Hash {
	return eventstore.ChainHash(digest, stream, 0, e)
}

// Recording returns a store that adds to the record of a call which events it stored, with their hash, if both are in
// one append. An event that is changed, or inserted under the call's command, then does not match the record.
func Recording(store eventstore.Store) eventstore.Store { return recording{store} }

type recording struct{ eventstore.Store }

// Append implements eventstore.Store.
func (r recording) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	return r.Store.Append(ctx, withStored(parts)...)
}

// Enqueue implements eventstore.Store.
func (r recording) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	return r.Store.Enqueue(ctx, withStored(parts)...)
}

// withStored adds to the record of a call what the other parts of an append store. The call's own record is the last
// one in its part; the others belong to calls that stored nothing.
func withStored(parts []eventstore.Append) []eventstore.Append {
	at := slices.IndexFunc(parts, func(p eventstore.Append) bool {
		return strings.HasPrefix(p.Stream, AuditStreamPrefix)
	})
	if at < 0 || len(parts) < 2 {
		return parts
	}
	record := parts[at].Events
	last := len(record) - 1
	if last < 0 || record[last].Type != eventCallLeft {
		return parts
	}
	var stored []storedEvents
	for i, p := range parts {
		if i == at || len(p.Events) == 0 {
			continue
		}
		var digest eventstore.Hash
		for _, e := range p.Events {
			digest = foldEvent(digest, p.Stream, e)
		}
		stored = append(stored, storedEvents{p.Stream, p.Events[0].ID, len(p.Events), hex.EncodeToString(digest[:])})
	}
	text, err := json.Marshal(stored)
	data, whole := strings.CutSuffix(string(record[last].Data), "}")
	if err != nil || !whole || stored == nil {
		return parts
	}
	out := slices.Clone(parts)
	out[at].Events = slices.Clone(record)
	out[at].Events[last].Data = []byte(data + `,"stored":` + string(text) + "}")
	return out
}
