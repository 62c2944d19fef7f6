package eventstore

import "fmt"

// CorruptError names a record that differs from the appended event. It matches ErrCorrupt under errors.Is.
type CorruptError struct {
	Stream   string
	Revision uint64
	ID       string // of the event found there; empty if there is none
	Reason   string
}

// Error names the place and the reason.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("%s: stream %q, revision %d, event %q: %s", ErrCorrupt, e.Stream, e.Revision, e.ID, e.Reason)
}

// Unwrap makes errors.Is(err, ErrCorrupt) hold.
func (e *CorruptError) Unwrap() error { return ErrCorrupt }

// Verifier recomputes the hash chain of one stream. Pass it the events of the stream in ascending order, from revision
// 0. The zero value is ready to use. It costs one SHA-256 over each event.
type Verifier struct {
	next     uint64
	position uint64
	hash     Hash
}

// Verify checks the next event and returns a *CorruptError if it was changed, moved, removed or inserted.
func (v *Verifier) Verify(r Recorded) error {
	reason := ""
	switch {
	case r.Revision != v.next:
		reason = fmt.Sprintf("revision %d is missing", v.next)
	case r.Position <= v.position:
		reason = fmt.Sprintf("position %d does not come after %d", r.Position, v.position)
	case r.PrevHash != v.hash:
		reason = "the hash of the event before it is not the one it was chained to"
	case r.Hash != ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event):
		reason = "its content does not have the hash it was recorded with"
	}
	if reason != "" {
		return &CorruptError{Stream: r.Stream, Revision: r.Revision, ID: r.ID, Reason: reason}
	}
	v.next, v.position, v.hash = r.Revision+1, r.Position, r.Hash
	return nil
}

// Count returns the number of events verified so far, which is also the next revision.
func (v *Verifier) Count() uint64 { return v.next }

// Hash returns the hash of the last verified event, or the zero hash before the first.
func (v *Verifier) Hash() Hash { return v.hash }

// Position returns the position of the last verified event, or 0 before the first.
func (v *Verifier) Position() uint64 { return v.position }
