package approvals

import "github.com/bimstream/bimstream/domain/eventtable"

// eventTable is the table of events: the stored name, the version of the data's shape, and a function that makes an
// empty event.
var eventTable = eventtable.Table[Event]{
	{Name: "approval.requested", Schema: 2, Empty: func() Event { return new(Requested) },
		Upcasts: []func([]byte) ([]byte, error){keptNothing}},
	{Name: "approval.planned", Schema: 1, Empty: func() Event { return new(Planned) }},
	{Name: "approval.granted", Schema: 1, Empty: func() Event { return new(Granted) }},
	{Name: "approval.rejected", Schema: 1, Empty: func() Event { return new(Rejected) }},
	{Name: "approval.consumed", Schema: 1, Empty: func() Event { return new(Consumed) }},
	{Name: "approval.expired", Schema: 1, Empty: func() Event { return new(Expired) }},
	{Name: "approval.void", Schema: 1, Empty: func() Event { return new(Voided) }},
	{Name: "approval.revised", Schema: 1, Empty: func() Event { return new(Revised) }},
	{Name: "standing.granted", Schema: 1, Empty: func() Event { return new(StandingGranted) }},
	{Name: "standing.used", Schema: 1, Empty: func() Event { return new(StandingUsed) }},
	{Name: "standing.revoked", Schema: 1, Empty: func() Event { return new(StandingRevoked) }},
}

// Encode returns the stored form of an event: its name, the version of its shape and its data as JSON.
func Encode(e Event) (name string, schema int, data []byte) { return eventTable.Encode(e) }

// Decode reads a stored event. It returns STORE_CORRUPT for an event that this build does not know.
func Decode(name string, schema int, data []byte) (Event, error) {
	return eventTable.Decode(name, schema, data)
}

// keptNothing upcasts a request from version 1 to 2. Version 2 can record which events are stored beside the request;
// in version 1 no events were stored.
func keptNothing(data []byte) ([]byte, error) { return data, nil }
