package eventstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"
)

// Expected is the state in which a writer claims a stream to be.
type Expected int64

const (
	// Any appends whatever the state of the stream is.
	Any Expected = -1
	// NoStream appends only as the first event of a stream.
	NoStream Expected = -2
	// StreamExists appends only to a stream that has at least one event.
	StreamExists Expected = -3
)

// invalidExpected is what a revision beyond the range of Expected becomes, so that it is refused and never read as one
// of the negative states above.
const invalidExpected Expected = math.MinInt64

// At expects the last event of the stream to be at this revision. A revision above 2^63-1 (an underflow of "head minus
// one") gives an Expected that every engine refuses with ErrInvalidEvent.
func At(revision uint64) Expected {
	if revision > math.MaxInt64 {
		return invalidExpected
	}
	return Expected(revision)
}

// Append is one stream's part of an atomic write.
type Append struct {
	Stream   string
	Expected Expected
	// PrevHash, unless zero, is the hash of the event at Expected: a revision alone does not say which event it is,
	// when the writer was told of it before it was stored. Where the head has this revision and another hash, the
	// append is refused with ErrWrongExpected.
	PrevHash Hash
	Events   []Event
	// RecordedAt is when each of the events was recorded, for a copy of another store; nil is now.
	RecordedAt []time.Time
}

// Result says where an Append landed.
type Result struct {
	FirstRevision uint64
	LastRevision  uint64
	Position      uint64 // of the last event
	Replayed      bool   // the very same events were there already; nothing was written
}

// Head is the last event of a stream.
type Head struct {
	Stream   string
	Revision uint64
	Position uint64
	Hash     Hash
}

// Store is the contract of every engine. All methods are safe for concurrent use. A returned error is one of the errors
// below (errors.Is), the context's error, or an error that wraps ErrUnavailable or ErrRefused.
type Store interface {
	// Append writes all parts or none, durably, in the order given. A stream occurs at most once. Idempotent for an
	// explicit revision (At, NoStream): when the events from that place on are the same by id, the first result is
	// returned again and nothing is written; when the first one is and a later one is not, ErrIdempotencyCorrupt; when
	// the first one is not, ErrWrongExpected (the rules of KurrentDB). At a revision that is the head no ids are
	// compared.
	//
	// A retry of an append with several parts is a replay as a whole: when an explicit part is found to be there
	// already, a part with Any or StreamExists must be there too, next to it in position; an append of which a part is
	// there and another is not is ErrIdempotencyCorrupt. Without an explicit part there is no protection against
	// writing twice.
	//
	// When the context ends before the write has begun, nothing is written and the context's error is returned; once it
	// has begun, Append waits for its outcome. ErrUnavailable may hide a write that landed: retry with the same ids.
	Append(ctx context.Context, parts ...Append) ([]Result, error)
	// Enqueue is the first half of Append: when it returns, the append comes after those that this process has enqueued
	// before, and before those to come, so that a caller may build on it without waiting for the disk. wait, which must
	// be called once, is the other half. An append that builds on one that may be refused says so by PrevHash.
	Enqueue(ctx context.Context, parts ...Append) (wait func() ([]Result, error))
	// LockWrites is for a writer of a stream that would lose a race: until release, which must be called, or one append
	// with the context that it returns, no other process writes, as far as the engine can see to it, and for some
	// seconds at most. lost says that it has lost one just now; without that, an engine that would keep others out for
	// nothing does nothing. A stream "" is that of the last change of this process.
	LockWrites(ctx context.Context, stream string, lost bool) (held context.Context, release func(), err error)
	// Awaited reports whether other processes wait for LockWrites at a stream and would not come to write while this
	// one builds each append on one that is still on its way. It asks nobody. An engine that lets them in between
	// answers false.
	Awaited(stream string) bool
	// Read yields a stream's events from a revision on, ascending. A missing stream yields ErrStreamNotFound.
	// The sequence is a consistent prefix of the stream: it may end before events appended while it runs.
	Read(ctx context.Context, stream string, from uint64) iter.Seq2[Recorded, error]
	// ReadBackward yields a stream's events from its last one down to the first.
	ReadBackward(ctx context.Context, stream string) iter.Seq2[Recorded, error]
	// ReadAll yields the events of all streams with a position greater than after, ascending.
	ReadAll(ctx context.Context, after uint64) iter.Seq2[Recorded, error]
	// Head returns the last event of a stream, ErrStreamNotFound when there is none. It costs microseconds.
	Head(ctx context.Context, stream string) (Head, error)
	// Position returns the position of the last event of the store, 0 when it is empty. It costs microseconds.
	Position(ctx context.Context) (uint64, error)
	// Streams returns the heads of the streams whose names start with prefix, sorted by name.
	Streams(ctx context.Context, prefix string) ([]Head, error)
	// Wait returns when the store has an event with a position greater than after, or with the context's error.
	Wait(ctx context.Context, after uint64) error
	// Close releases everything. Appends under way finish first.
	Close() error
}

// The errors that a caller can act on.
var (
	ErrStreamNotFound     = errors.New("stream not found")
	ErrWrongExpected      = errors.New("wrong expected revision")
	ErrIdempotencyCorrupt = errors.New("some of the events exist already, others do not")
	ErrInvalidEvent       = errors.New("invalid event")
	ErrTooLarge           = errors.New("append exceeds the size limit")
	ErrUnavailable        = errors.New("store unavailable")
	ErrRefused            = errors.New("the store refuses this client")
	ErrFull               = errors.New("no room left on the storage")
	ErrCorrupt            = errors.New("a record fails its checksum or hash")
	ErrClosed             = errors.New("store is closed")
)

// WrongExpectedError says what was expected and what is there. It is ErrWrongExpected under errors.Is.
type WrongExpectedError struct {
	Stream   string
	Expected Expected
	Actual   Expected // the revision, or NoStream
}

// Error names the stream, what it is at and what was expected.
func (e *WrongExpectedError) Error() string {
	return fmt.Sprintf("%s: stream %q is at %d, expected %d", ErrWrongExpected, e.Stream, e.Actual, e.Expected)
}

// Unwrap makes errors.Is(err, ErrWrongExpected) hold.
func (e *WrongExpectedError) Unwrap() error { return ErrWrongExpected }

// Refused returns the second half of an append that failed before it had its place.
func Refused(err error) func() ([]Result, error) {
	return func() ([]Result, error) { return nil, err }
}

// FollowsHead reports whether the part has the predecessor that it was made for, when Expected is the head's revision.
func (a Append) FollowsHead(hash Hash) bool { return a.PrevHash == Hash{} || a.PrevHash == hash }
