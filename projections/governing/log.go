package governing

import (
	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ledger"
)

// Stream is the stream of the settings of a store.
const Stream = "governance"

// State is the settings with the events that led to them.
type State struct {
	*settings.Settings
	Events []settings.Event
}

// Log reads the settings of a store.
type Log = ledger.Log[*State]

// New returns the log of the settings of a store.
func New(store eventstore.Store) *Log {
	return ledger.New(store, ledger.Kind[*State]{
		New:   func() *State { return &State{Settings: settings.Default()} },
		Clone: func(s *State) *State { c := *s; return &c },
		Note: func(s *State, r eventstore.Recorded, _ projections.Meta) error {
			e, err := settings.Decode(r.Type, r.Schema, r.Data)
			if err == nil {
				s.Settings, s.Events = s.Fold(e), append(s.Events[:len(s.Events):len(s.Events)], e)
			}
			return err
		},
	})
}

// Events returns the stored form of the events of one command.
func Events(meta projections.Meta, events ...settings.Event) []eventstore.Event {
	meta.BaseRevision = nil
	return ledger.Events(meta, settings.Encode, events)
}
