package sessions

import (
	"strings"

	"github.com/bimstream/bimstream/domain/approvals"
	modelstate "github.com/bimstream/bimstream/domain/state"
)

// Bounds of the trail.
const (
	// LifetimeMS is the time in milliseconds for which a session accepts records. It is a day, as for the limits of
	// operations.
	LifetimeMS = 24 * 60 * 60 * 1000
	// maxLive bounds the live sessions of one principal on a model, because a principal at work has only a few.
	maxLive = 20
	// MaxRecords bounds the records of a session, so that its tree is built in milliseconds.
	MaxRecords = 10_000
)

// Start decides on a new session.
func (b *Book) Start(s SessionStarted) (*SessionStarted, error) {
	if strings.TrimSpace(s.Purpose) == "" {
		return nil, modelstate.Errorf(modelstate.InvalidInput, "say what the session is for").With("parameter",
			"purpose")
	}
	live := 0
	for _, known := range b.sessions {
		if known.By == s.By && known.StateAt(s.At) == Live {
			live++
		}
	}
	if live >= maxLive {
		return nil, modelstate.Errorf(modelstate.SessionLimitExceeded,
			"%d sessions of yours are live: finalise one with merkle_finalize", live).
			With("limit", maxLive).With("used", live)
	}
	return &s, nil
}

// Think decides on a thought of a party.
func (b *Book) Think(by approvals.Party, t ThoughtRecorded) (*ThoughtRecorded, error) {
	s, ok := b.sessions[t.SessionID]
	switch {
	case !ok || s.By != by:
		return nil, missing(t.SessionID)
	case strings.TrimSpace(t.Text) == "":
		return nil, modelstate.Errorf(modelstate.InvalidInput, "a thought has words").With("parameter", "thought")
	case !t.Kind.Known():
		return nil, modelstate.Errorf(modelstate.InvalidInput, "a thought is one of %s",
			strings.Join(t.Kind.Enum(), ", ")).With("parameter", "kind")
	}
	if state := s.StateAt(t.At); state != Live {
		return nil, modelstate.Errorf(modelstate.IllegalState,
			"session %s is %s and takes no more: begin another one with audit_session_start", s.SessionID, state).
			With("session_id", s.SessionID).With("state", state).With("allowed", []string{string(Live)})
	}
	if s.Records >= MaxRecords {
		return nil, modelstate.Errorf(modelstate.SessionLimitExceeded,
			"the session has %d records: finalise it and begin another one", s.Records).
			With("limit", MaxRecords).With("used", s.Records)
	}
	return &t, nil
}

// Change decides on the record of a change. The change belongs to the live session of its party that was started last.
// Change returns nil if the party has no live session or the session is full.
func (b *Book) Change(by approvals.Party, c ChangeRecorded) *ChangeRecorded {
	s := b.Live(by, c.At)
	if s == nil || s.Records >= MaxRecords {
		return nil
	}
	c.SessionID = s.SessionID
	return &c
}

// Finalise decides on the end of a session and records the root of its tree. Only its principal or a person may
// finalise a session.
func (b *Book) Finalise(f SessionFinalised) (*SessionFinalised, error) {
	s, ok := b.sessions[f.SessionID]
	if !ok || s.By != f.By && f.By.Kind != approvals.KindHuman {
		return nil, missing(f.SessionID)
	}
	if s.Final != nil {
		return nil, modelstate.Errorf(modelstate.IllegalState, "session %s was finalised at %s under the root %s",
			s.SessionID, s.Final.At, s.Final.Root).
			With("session_id", s.SessionID).With("state", Finalised).With("allowed",
			[]string{string(Live), string(Expired)}).With("root", s.Final.Root)
	}
	f.Records = s.Records
	return &f, nil
}
