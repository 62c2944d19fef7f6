package settings

import (
	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/eventtable"
)

// Event is a fact about the settings of a store. eventTable is the table of events.
type Event interface{ evolve(s *Settings) }

// Changed records that a setting has another value.
type Changed struct {
	Key   string            `json:"key"`
	Value string            `json:"value"`
	Was   string            `json:"was"`
	By    approvals.Party   `json:"by"`
	At    approvals.Instant `json:"at"`
}

// PrincipalChanged records that the file of principals changed for a principal. The file is authoritative. Neither the
// file nor the event contains secrets.
type PrincipalChanged struct {
	Principal approvals.Party   `json:"principal"`
	What      string            `json:"what"` // added, granted, revoked or token
	Detail    string            `json:"detail"`
	File      string            `json:"file"` // SHA-256 of the file after the change
	By        approvals.Party   `json:"by"`
	At        approvals.Instant `json:"at"`
}

// eventTable is the table of events: the stored name, the version of its shape, and a function that returns an empty
// event.
var eventTable = eventtable.Table[Event]{
	{Name: "config.changed", Schema: 1, Empty: func() Event { return new(Changed) }},
	{Name: "principal.changed", Schema: 1, Empty: func() Event { return new(PrincipalChanged) }},
}

// Encode returns the stored form of an event: its name, the version of its shape and its data as JSON.
func Encode(e Event) (name string, schema int, data []byte) { return eventTable.Encode(e) }

// Decode returns the event of a stored form. The error STORE_CORRUPT reports an event that this build does not know.
func Decode(name string, schema int, data []byte) (Event, error) {
	return eventTable.Decode(name, schema, data)
}

func (e *Changed) evolve(s *Settings) {
	s.Revision++
	if k, ok := find(e.Key); ok {
		_ = k.set(s, e.Value) // a value that is out of range today has no effect
	}
}

func (e *PrincipalChanged) evolve(s *Settings) { s.Revision++ }

// Fold returns the settings after events. It does not change s.
func (s *Settings) Fold(events ...Event) *Settings {
	out := s.clone()
	for _, e := range events {
		e.evolve(out)
	}
	return out
}
