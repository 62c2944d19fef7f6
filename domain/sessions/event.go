package sessions

import (
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/eventtable"
	"github.com/bimstream/bimstream/domain/state"
)

// Event is a fact about a session. eventTable is the table of events.
type Event interface {
	// evolve applies the event. It never fails: an event without a session, or for a finalised session, has no effect.
	evolve(b *Book)
	// Session returns the id of the event's session.
	Session() string
}

// The events.
type (
	// SessionStarted begins a session of work.
	SessionStarted struct {
		SessionID string            `json:"session_id"`
		By        approvals.Party   `json:"by"`
		Purpose   string            `json:"purpose"`
		At        approvals.Instant `json:"at"`
		Expires   approvals.Instant `json:"expires"`
	}
	// ThoughtRecorded records a thought of the principal of a session, in its own words.
	ThoughtRecorded struct {
		SessionID string            `json:"session_id"`
		ThoughtID string            `json:"thought_id"`
		Kind      ThoughtKind       `json:"kind"`
		Text      string            `json:"thought"`
		Elements  []state.ID        `json:"elements,omitempty"` // elements that the thought is about
		At        approvals.Instant `json:"at"`
	}
	// ChangeRecorded records that the principal of a session changed the model. It is in the same append as the change.
	ChangeRecorded struct {
		SessionID string            `json:"session_id"`
		CommandID string            `json:"command_id"`
		Tool      string            `json:"tool"`
		Branch    string            `json:"branch"`
		Revision  uint64            `json:"revision"` // of the first event
		EventID   string            `json:"event_id"` // of the first event
		Events    int               `json:"events"`
		SHA256    string            `json:"sha256"` // of the events: types, versions and data
		At        approvals.Instant `json:"at"`
	}
	// SessionFinalised closes a session with the root of its tree.
	SessionFinalised struct {
		SessionID string            `json:"session_id"`
		By        approvals.Party   `json:"by"`
		Records   int               `json:"records"`
		Root      string            `json:"root"` // RFC 6962 over the records, in hexadecimal
		At        approvals.Instant `json:"at"`
	}
)

// eventTable is the table of events: the stored name, the version of its shape, and a function that returns an empty
// event.
var eventTable = eventtable.Table[Event]{
	{Name: "session.started", Schema: 1, Empty: func() Event { return new(SessionStarted) }},
	{Name: "thought.recorded", Schema: 1, Empty: func() Event { return new(ThoughtRecorded) }},
	{Name: "session.changed", Schema: 1, Empty: func() Event { return new(ChangeRecorded) }},
	{Name: "session.finalised", Schema: 1, Empty: func() Event { return new(SessionFinalised) }},
}

// Encode returns the stored form of an event: its name, the version of its shape and its data as JSON.
func Encode(e Event) (name string, schema int, data []byte) { return eventTable.Encode(e) }

// Decode returns the event of a stored form. The error STORE_CORRUPT reports an event that this build does not know.
func Decode(name string, schema int, data []byte) (Event, error) {
	return eventTable.Decode(name, schema, data)
}

// Session returns the id of the session.
func (e *SessionStarted) Session() string { return e.SessionID }

// Session returns the id of the session.
func (e *ThoughtRecorded) Session() string { return e.SessionID }

// Session returns the id of the session.
func (e *ChangeRecorded) Session() string { return e.SessionID }

// Session returns the id of the session.
func (e *SessionFinalised) Session() string { return e.SessionID }

func (e *SessionStarted) evolve(b *Book) {
	if _, known := b.sessions[e.SessionID]; !known {
		b.sessions[e.SessionID] = &Session{SessionStarted: *e, Records: 1}
		b.order = append(b.order, e.SessionID)
	}
}

func (e *ThoughtRecorded) evolve(b *Book) {
	b.change(e.SessionID, func(s *Session) {
		s.Thoughts = append(slices.Clip(s.Thoughts), Thought{*e, s.Records})
		s.Records++
	})
}

func (e *ChangeRecorded) evolve(b *Book) {
	b.change(e.SessionID, func(s *Session) {
		b.changes[e.CommandID] = changedIn{s.SessionID, len(s.Changes)}
		s.Changes = append(slices.Clip(s.Changes), Change{*e, s.Records, len(s.Thoughts)})
		s.Records++
	})
}

func (e *SessionFinalised) evolve(b *Book) {
	b.change(e.SessionID, func(s *Session) { s.Final = e })
}

// change changes a copy of a session that is not finalised, so that books with the original session do not change.
func (b *Book) change(id string, do func(*Session)) {
	if s, ok := b.sessions[id]; ok && s.Final == nil {
		c := *s
		do(&c)
		b.sessions[id] = &c
	}
}

// Takes reports whether an event would have an effect: it begins a new session, or its session exists and is not
// finalised.
func (b *Book) Takes(e Event) bool {
	s, known := b.sessions[e.Session()]
	if _, starts := e.(*SessionStarted); starts {
		return !known
	}
	return known && s.Final == nil
}

// Fold applies events to b itself and returns it.
func (b *Book) Fold(events ...Event) *Book {
	for _, e := range events {
		e.evolve(b)
	}
	return b
}

// Clone returns a copy of the book. Folding events into the copy does not change b.
func (b *Book) Clone() *Book {
	return &Book{sessions: maps.Clone(b.sessions), order: slices.Clone(b.order), changes: maps.Clone(b.changes)}
}
