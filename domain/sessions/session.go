package sessions

import (
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
)

// ThoughtKind is the kind of a thought.
type ThoughtKind string

// The kinds of thoughts.
const (
	Observation ThoughtKind = "observation" // something seen in the model
	Question    ThoughtKind = "question"
	Plan        ThoughtKind = "plan"
	Choice      ThoughtKind = "decision"
	Result      ThoughtKind = "result"
)

// Enum lists the kinds.
func (ThoughtKind) Enum() []string {
	return []string{string(Observation), string(Question), string(Plan), string(Choice), string(Result)}
}

// Known reports whether the kind is one of the kinds of thoughts.
func (k ThoughtKind) Known() bool { return slices.Contains(k.Enum(), string(k)) }

// State is the state of a session.
type State string

// The states of a session.
const (
	Live      State = "live"
	Expired   State = "expired" // accepts no more records, but can still be finalised
	Finalised State = "finalised"
)

// Enum lists the states.
func (State) Enum() []string { return []string{string(Live), string(Expired), string(Finalised)} }

// Thought is a thought that the principal of a session recorded before it acted.
type Thought struct {
	ThoughtRecorded
	Index int // number of its record in the session, from 0
}

// Change is a change of the model that the principal of a session made while it was live.
type Change struct {
	ChangeRecorded
	Index    int // number of its record in the session, from 0
	Thoughts int // number of thoughts that the session had by then
}

// Session is a piece of work of one principal.
type Session struct {
	SessionStarted
	Records  int // number before the finalisation; the leaves of the tree
	Thoughts []Thought
	Changes  []Change
	Final    *SessionFinalised
}

// StateAt returns the state at a time.
func (s *Session) StateAt(now approvals.Instant) State {
	switch {
	case s.Final != nil:
		return Finalised
	case now >= s.Expires:
		return Expired
	}
	return Live
}

// Before returns the thoughts that were recorded between the previous change of the session and this one.
func (s *Session) Before(c Change) []Thought {
	from := 0
	for _, earlier := range s.Changes {
		if earlier.Index < c.Index {
			from = max(from, earlier.Thoughts)
		}
	}
	return s.Thoughts[from:c.Thoughts]
}

// Book holds all sessions of a model.
type Book struct {
	sessions map[string]*Session
	order    []string             // in the order in which they were started
	changes  map[string]changedIn // by the command that made the change
}

type changedIn struct {
	session string
	number  int
}

// NewBook returns an empty book.
func NewBook() *Book {
	return &Book{sessions: map[string]*Session{}, changes: map[string]changedIn{}}
}

// Session returns a session by its id.
func (b *Book) Session(id string) (*Session, bool) {
	s, ok := b.sessions[id]
	return s, ok
}

// All returns the sessions, the session that was started last first.
func (b *Book) All() []*Session {
	out := make([]*Session, 0, len(b.order))
	for _, id := range slices.Backward(b.order) {
		out = append(out, b.sessions[id])
	}
	return out
}

// Live returns the live session of a party that was started last, or nil if the party has none.
func (b *Book) Live(by approvals.Party, now approvals.Instant) *Session {
	for _, s := range b.All() {
		if s.By == by && s.StateAt(now) == Live {
			return s
		}
	}
	return nil
}

// ChangeOf returns the change that a command made in a session, and the session. ok is false if the command made no
// change in a session.
func (b *Book) ChangeOf(commandID string) (*Session, Change, bool) {
	at, ok := b.changes[commandID]
	if !ok {
		return nil, Change{}, false
	}
	s := b.sessions[at.session]
	return s, s.Changes[at.number], true
}

// missing returns the error for a session that does not exist or is not the caller's.
func missing(id string) error {
	return state.Errorf(state.NotFound,
		"there is no session %q of yours: audit_session_start begins one, thought_record_list names them",
		id).With("session_id", id)
}
