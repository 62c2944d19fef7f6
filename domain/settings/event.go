package settings

import (
	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/eventtable"
)

// Event is a fact about what governs a store. eventTable is the table of them.
type Event interface{ evolve(s *Settings) }

// Changed says that a setting has another value.
type Changed struct {
	Key   string            `json:"key"`
	Value string            `json:"value"`
	Was   string            `json:"was"`
	By    approvals.Party   `json:"by"`
	At    approvals.Instant `json:"at"`
}

// PrincipalChanged puts on record that the file of principals says something else of a principal. The file is what
// counts; secrets are in neither.
type PrincipalChanged struct {
	Principal approvals.Party   `json:"principal"`
	What      string            `json:"what"` // added, granted, revoked or token
	Detail    string            `json:"detail"`
	File      string            `json:"file"` // SHA-256 of it afterwards
	By        approvals.Party   `json:"by"`
	At        approvals.Instant `json:"at"`
}

// eventTable is the table of events: the stored name, the version of its shape, and how to make an empty one.
var eventTable = eventtable.Table[Event]{
	{Name: "config.changed", Schema: 1, Empty: func() Event { return new(Changed) }},
	{Name: "principal.changed", Schema: 1, Empty: func() Event { return new(PrincipalChanged) }},
}

// Encode returns the stored form of an event: its name, the version of its shape and its data as JSON.
func Encode(e Event) (name string, schema int, data []byte) { return eventTable.Encode(e) }

// Decode reads a stored event. STORE_CORRUPT for one that this build does not know.
func Decode(name string, schema int, data []byte) (Event, error) {
	return eventTable.Decode(name, schema, data)
}

func (e *Changed) evolve(s *Settings) {
	s.Revision++
	if k, ok := find(e.Key); ok {
		_ = k.set(s, e.Value) // a value that is out of range today stays without effect
	}
}

func (e *PrincipalChanged) evolve(s *Settings) { s.Revision++ }

// Fold returns the settings after events; those before stay as they are.
func (s *Settings) Fold(events ...Event) *Settings {
	out := s.clone()
	for _, e := range events {
		e.evolve(out)
	}
	return out
}
