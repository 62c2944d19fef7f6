package approvals

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/bimstream/bimstream/domain"
)

// Schema is the version of the shapes of all events.
const Schema = 1

// eventTypes is the table of events and their names.
var eventTypes = []struct {
	name string
	make func() Event
}{
	{"approval.requested", func() Event { return new(Requested) }},
	{"approval.granted", func() Event { return new(Granted) }},
	{"approval.rejected", func() Event { return new(Rejected) }},
	{"approval.consumed", func() Event { return new(Consumed) }},
	{"approval.expired", func() Event { return new(Expired) }},
	{"approval.void", func() Event { return new(Voided) }},
	{"standing.granted", func() Event { return new(StandingGranted) }},
	{"standing.used", func() Event { return new(StandingUsed) }},
	{"standing.revoked", func() Event { return new(StandingRevoked) }},
}

// Encode returns the type of an event and its data as JSON.
func Encode(e Event) (name string, data []byte) {
	for _, row := range eventTypes {
		if reflect.TypeOf(row.make()) == reflect.TypeOf(e) {
			data, err := json.Marshal(e)
			if err != nil {
				panic(fmt.Sprintf("approvals: %s does not encode: %v", row.name, err)) // texts, numbers and lists of them
			}
			return row.name, data
		}
	}
	panic(fmt.Sprintf("approvals: %T is not in the table of events", e))
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
