package settings

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/approvals"
)

// Event is a fact about what governs a store. eventTypes is the table of them.
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

// Schema is the version of the shapes of all events.
const Schema = 1

var eventTypes = []struct {
	name string
	make func() Event
}{
	{"config.changed", func() Event { return new(Changed) }},
	{"principal.changed", func() Event { return new(PrincipalChanged) }},
}

// Encode returns the type of an event and its data as JSON.
func Encode(e Event) (name string, data []byte) {
	for _, row := range eventTypes {
		if reflect.TypeOf(row.make()) == reflect.TypeOf(e) {
			data, err := json.Marshal(e)
			if err != nil {
				panic(fmt.Sprintf("settings: %s does not encode: %v", row.name, err)) // texts
			}
			return row.name, data
		}
	}
	panic(fmt.Sprintf("settings: %T is not in the table of events", e))
}

// Decode reads an event; STORE_CORRUPT for what is none.
func Decode(name string, schema int, data []byte) (Event, error) {
	for _, row := range eventTypes {
		if row.name != name || schema != Schema {
			continue
		}
		e := row.make()
		if err := json.Unmarshal(data, e); err != nil {
			return nil, domain.Errorf(domain.StoreCorrupt, "an event %s does not decode: %w", name, err)
		}
		return e, nil
	}
	return nil, domain.Errorf(domain.StoreCorrupt, "this program does not know events %s of version %d: take a newer one", name, schema)
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
