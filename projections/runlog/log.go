package runlog

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ledger"
)

func prefix(modelID string) string { return "model." + modelID + ".run." }

// Stream returns the stream of a run.
func Stream(modelID, runID string) string { return prefix(modelID) + runID }

// Is reports whether a stream is the stream of a run of a model.
func Is(modelID, stream string) bool { return strings.HasPrefix(stream, prefix(modelID)) }

// New returns the log of the runs of a store.
func New(store eventstore.Store) *ledger.Log[*runs.Run] {
	return ledger.New(store, ledger.Kind[*runs.Run]{New: runs.New, Clone: (*runs.Run).Clone, Note: note})
}

func note(r *runs.Run, e eventstore.Recorded, meta projections.Meta) error {
	decoded, err := runs.Decode(e.Type, e.Schema, e.Data)
	if err == nil {
		r.Evolve(decoded, Time(meta))
	}
	return err
}

// Time returns the time of an event in the form that runs use.
func Time(meta projections.Meta) string { return meta.OccurredAt.UTC().Format(time.RFC3339Nano) }

// IDs returns the ids of the runs of a model, sorted.
func IDs(ctx context.Context, store eventstore.Store, modelID string) ([]string, error) {
	heads, err := store.Streams(ctx, prefix(modelID))
	if err != nil {
		return nil, fmt.Errorf("list the runs: %w", err)
	}
	out := make([]string, len(heads))
	for i, h := range heads {
		out[i] = strings.TrimPrefix(h.Stream, prefix(modelID))
	}
	return out, nil
}

// Events returns the stored form of a run's decisions about an item or a move. The ids follow from the run, the subject
// and the kinds of the events, so that a repeated call stores the same events.
func Events(r *runs.Run, about string, events []runs.Event, meta projections.Meta) []eventstore.Event {
	out := make([]eventstore.Event, len(events))
	for i, e := range events {
		name, schema, data := runs.Encode(e)
		out[i] = eventstore.Event{ID: r.EventID(about, name), Type: name, Schema: schema, Data: data,
			Meta: projections.EncodeMeta(meta)}
	}
	return out
}
