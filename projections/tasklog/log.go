package tasklog

import (
	"time"

	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ledger"
)

// Stream returns the stream of the tasks of a model.
func Stream(modelID string) string { return "model." + modelID + ".tasks" }

// New returns the log of the tasks of a store.
func New(store eventstore.Store) *ledger.Log[*tasks.Board] {
	return ledger.New(store, ledger.Kind[*tasks.Board]{New: tasks.NewBoard, Clone: (*tasks.Board).Clone, Note: note})
}

func note(b *tasks.Board, r eventstore.Recorded, meta projections.Meta) error {
	e, err := tasks.Decode(r.Type, r.Schema, r.Data)
	if err == nil {
		b.Evolve(e, StampOf(meta))
	}
	return err
}

// StampOf returns the author and the time of a change.
func StampOf(meta projections.Meta) tasks.Stamp {
	return tasks.Stamp{User: meta.UserID, Agent: meta.AgentID, At: meta.OccurredAt.UTC().Format(time.RFC3339Nano)}
}

// Events returns the stored form of events of one command.
func Events(events []tasks.Event, meta projections.Meta) []eventstore.Event {
	out := make([]eventstore.Event, len(events))
	for i, e := range events {
		name, schema, data := tasks.Encode(e)
		out[i] = eventstore.Event{ID: projections.EventID(meta.CommandID, i), Type: name, Schema: schema, Data: data,
			Meta: projections.EncodeMeta(meta)}
	}
	return out
}
