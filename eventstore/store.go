package eventstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"
)

// Expected is the state in which a writer expects a stream.
type Expected int64

const (
	// Any appends in any state of the stream.
	Any Expected = -1
	// NoStream appends only as the first event of a stream.
	NoStream Expected = -2
	// StreamExists appends only to a stream that has at least one event.
	StreamExists Expected = -3
)

// invalidExpected is the result of At for a revision beyond the range of Expected. Engines refuse it, and it differs
// from the three negative states above.
const invalidExpected Expected = math.MinInt64

// At returns the expectation that the last event of the stream is at this revision. A revision above 2^63-1, such as
// the underflow of "head minus one", gives an Expected that every engine refuses with ErrInvalidEvent.
func At(revision uint64) Expected {
	if revision > math.MaxInt64 {
		return invalidExpected
	}
	return Expected(revision)
}

// Append is the part of an atomic write that goes to one stream.
type Append struct {
	Stream   string
	Expected Expected
	// PrevHash, unless zero, is the hash of the event at Expected. A writer that learned of this event before it was
	// stored needs it, because another event may then be stored at the same revision. If the head has this revision but
	// another hash, the append is refused with ErrWrongExpected.
	PrevHash Hash
	Events   []Event
	// RecordedAt holds the time of each event, for a copy of another store; nil means now.
	RecordedAt []time.Time
}

// Result is the place of a stored Append.
type Result struct {
	FirstRevision uint64
	LastRevision  uint64
	Position      uint64 // of the last event
	Replayed      bool   // the same events were already stored; nothing was written
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
	// Append writes all parts or none, durably, in the given order. A stream occurs at most once. A part with an
	// explicit revision (At, NoStream) is idempotent, by the rules of KurrentDB. If the events from that place on have
	// the same ids, nothing is written, and Append returns the first result again. If the first id is the same but a
	// later one differs, the error is ErrIdempotencyCorrupt. If the first id differs, it is ErrWrongExpected. If the
	// expected revision is the head, no ids are compared.
	//
	// An append with several parts is retried as a whole. If an explicit part is already stored, each part with Any or
	// StreamExists must be stored too, next to it in position. If only some parts are stored, the append is refused
	// with ErrIdempotencyCorrupt. An append without an explicit part is not protected against being written twice.
	//
	// If the context ends before the write has begun, nothing is written and the context's error is returned. After
	// that, Append waits for the outcome. After ErrUnavailable the events may still have been stored: retry with the
	// same ids.
	Append(ctx context.Context, parts ...Append) ([]Result, error)
	// Enqueue is the first half of Append. When it returns, the append has its place after the earlier appends of this
	// process and before the later ones. A caller may therefore build on the append without waiting for the disk. wait
	// is the second half of Append and must be called once. An append that builds on one that may still be refused sets
	// PrevHash.
	Enqueue(ctx context.Context, parts ...Append) (wait func() ([]Result, error))
	// LockWrites is for a writer that would otherwise lose a race for a stream. No other process writes until release
	// is called, or until one append with the returned context. release must always be called. The engine keeps others
	// out as far as it can, and for some seconds at most. lost means that the writer has just lost a race. If it
	// is false, an engine that would have to keep out more writers than necessary does nothing. An empty stream means
	// the stream of the last change of this process.
	LockWrites(ctx context.Context, stream string, lost bool) (held context.Context, release func(), err error)
	// Awaited reports whether other processes wait to write to a stream. If so, this process must not build further
	// appends on pending ones. Awaited makes no query. It returns false in an engine that always lets other processes
	// write in between.
	Awaited(stream string) bool
	// Read yields a stream's events from a revision on, ascending. A missing stream yields ErrStreamNotFound.
	// The sequence is a consistent prefix of the stream: it may end before events appended while it runs.
	Read(ctx context.Context, stream string, from uint64) iter.Seq2[Recorded, error]
	// ReadBackward yields a stream's events from its last one down to the first.
	ReadBackward(ctx context.Context, stream string) iter.Seq2[Recorded, error]
	// ReadAll yields the events of all streams with a position greater than after, ascending.
	ReadAll(ctx context.Context, after uint64) iter.Seq2[Recorded, error]
	// Head returns the last event of a stream, or ErrStreamNotFound if there is none. It costs microseconds.
	Head(ctx context.Context, stream string) (Head, error)
	// Position returns the position of the last event of the store, or 0 if it is empty. It costs microseconds.
	Position(ctx context.Context) (uint64, error)
	// Streams returns the heads of the streams whose names start with prefix, sorted by name.
	Streams(ctx context.Context, prefix string) ([]Head, error)
	// Wait returns when the store has an event with a position greater than after, or with the context's error.
	Wait(ctx context.Context, after uint64) error
	// Close releases everything. It waits for the appends in progress.
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

// WrongExpectedError holds the expected and the actual state of a stream. It matches ErrWrongExpected under errors.Is.
type WrongExpectedError struct {
	Stream   string
	Expected Expected
	Actual   Expected // the revision, or NoStream
}

// Error names the stream, its revision and the expected one.
func (e *WrongExpectedError) Error() string {
	return fmt.Sprintf("%s: stream %q is at %d, expected %d", ErrWrongExpected, e.Stream, e.Actual, e.Expected)
}

// Unwrap makes errors.Is(err, ErrWrongExpected) hold.
func (e *WrongExpectedError) Unwrap() error { return ErrWrongExpected }

// Refused returns the wait function of an append that failed before it was queued.
func Refused(err error) func() ([]Result, error) {
	return func() ([]Result, error) { return nil, err }
}

// FollowsHead reports whether the part may follow an event with the given hash. It is meant for a part whose Expected
// is the revision of the head.
func (a Append) FollowsHead(hash Hash) bool { return a.PrevHash == Hash{} || a.PrevHash == hash }
