package mcp

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/google/uuid"
)

// The audit's events. Both records of a call carry the same sequence number.
const (
	eventCallEntered = "call.entered"
	eventCallLeft    = "call.left"
	auditSchema      = 1
)

// AuditStreamPrefix starts the names of the audit streams, one per running server.
const AuditStreamPrefix = "audit."

// callEntered is written when a call arrives, before anything is decided about it.
type callEntered struct {
	Seq         uint64    `json:"seq"`
	Tool        string    `json:"tool"`
	Caller      caller    `json:"caller"`
	Reasoning   *string   `json:"reasoning"`
	InputSHA256 string    `json:"input_sha256"`
	CommandID   string    `json:"command_id"`
	At          time.Time `json:"at"`
	TraceID     string    `json:"trace_id"`
	SpanID      string    `json:"span_id"`
	ParentSpan  string    `json:"parent_span_id,omitempty"`
}

type caller struct {
	ID         string `json:"id"`
	Kind       Kind   `json:"kind"`
	OnBehalfOf string `json:"on_behalf_of,omitempty"`
}

// callLeft is written when a call ends. For a mutation it is written in the same append as the events, so its duration
// ends before that append.
type callLeft struct {
	Seq          uint64    `json:"seq"`
	Tool         string    `json:"tool"`
	Outcome      string    `json:"outcome"`
	Error        string    `json:"error,omitempty"`
	DryRun       bool      `json:"dry_run,omitempty"`
	Affected     int       `json:"affected,omitempty"`
	EventID      string    `json:"event_id,omitempty"`
	ResultSHA256 string    `json:"result_sha256"`
	ResultBytes  int       `json:"result_bytes,omitempty"` // of the envelope; 0 in old records without it
	DurationUS   int64     `json:"duration_us"`
	At           time.Time `json:"at"`
	TraceID      string    `json:"trace_id"`
	SpanID       string    `json:"span_id"`
	// Stored lists the events that were stored together with this record; see Recording.
	Stored []storedEvents `json:"stored,omitempty"`
}

// The outcomes of a call.
const (
	outcomeSuccess   = "success"
	outcomeFailure   = "failure"
	outcomeCancelled = "cancelled" // by the client, or because the server was stopping; nothing was written
	outcomeReplayed  = "replayed"  // an earlier result, by its idempotency key
	outcomeElicits   = "asked"     // the client has to ask its user and call again
)

// The times and sizes of the audit's buffer.
const (
	flushInterval = 100 * time.Millisecond
	retryInterval = time.Second // after a failed flush
	flushTimeout  = 10 * time.Second
	// flushBatch bounds one append. A record has about 500 bytes.
	flushBatch = 256
	// maxBuffered bounds the waiting records. Beyond it, calls wait too, and they are refused if the store accepts no
	// records, so that no call goes unrecorded.
	maxBuffered = 8192
)

// recorder writes the audit of one server. It writes nothing until there is a call to record.
type recorder struct {
	store    eventstore.Store
	stream   string
	instance uuid.UUID
	log      *slog.Logger

	writing chan struct{} // holds a token while a batch is being written, so that batches are stored in order

	mu       sync.Mutex
	seq      uint64
	pending  []waitingRecord
	armed    bool
	closed   bool
	doubts   doubts
	refusals refusals
	withdraw func() // returns the current batch to the buffer; nil if no batch is being written
}

// waitingRecord is a record in the buffer.
type waitingRecord struct {
	eventstore.Event
	// held is true if the record must be written with the append of its own call and not with that of another call. A
	// change must never be stored before the record of its call, and the order of the two appends is not known.
	held bool
	due  time.Time // when the record is to be written without its call's append
}

// plainEvents returns the events of records.
func plainEvents(records []waitingRecord) []eventstore.Event {
	out := make([]eventstore.Event, len(records))
	for i, r := range records {
		out[i] = r.Event
	}
	return out
}

func newRecorder(store eventstore.Store, instance uuid.UUID, log *slog.Logger) *recorder {
	return &recorder{store: store, instance: instance, stream: AuditStreamPrefix + instance.String(), log: log,
		writing: make(chan struct{}, 1)}
}

// next returns a new sequence number.
func (r *recorder) next() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seq++
	return r.seq
}

// event returns a record. Its id is derived from the server, the number and the type.
func (r *recorder) event(kind string, seq uint64, data any) eventstore.Event {
	text, err := json.Marshal(data)
	if err != nil { // the data types of the audit always encode
		text = []byte("{}")
	}
	id := uuid.NewSHA1(r.instance, []byte(kind+":"+strconv.FormatUint(seq, 10)))
	return eventstore.Event{ID: id.String(), Type: kind, Schema: auditSchema, Data: text}
}

// enter buffers the first record of a call for the next flush, or for the append of the call if commits is set. If too
// many records wait, the call waits until they are written. It is refused if the store does not accept them.
func (r *recorder) enter(ctx context.Context, e eventstore.Event, commits bool) error {
	r.mu.Lock()
	full := len(r.pending) >= maxBuffered
	r.mu.Unlock()
	if full && !r.drain(ctx) {
		return state.Errorf(state.StoreUnavailable,
			"the event store does not take the record of calls, so no call can be made; try again later")
	}
	r.add(waitingRecord{Event: e, held: commits})
	return nil
}

// drain writes the buffer and reports whether everything was written. Concurrent calls wait for each other.
func (r *recorder) drain(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
	defer cancel()
	return r.flush(ctx)
}

// leave buffers the last record of a call that writes nothing more. The call's first record may then go with the append
// of any call.
func (r *recorder) leave(entered string, e eventstore.Event) {
	r.mu.Lock()
	for i := len(r.pending) - 1; i >= 0; i-- { // most calls are short, so the record is near the end
		if r.pending[i].ID == entered {
			r.pending[i].held = false
			break
		}
	}
	r.mu.Unlock()
	r.add(waitingRecord{Event: e})
}

// add buffers a record for the next flush.
func (r *recorder) add(w waitingRecord) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.isStored(w) {
		return
	}
	w.due = time.Now().Add(flushInterval)
	r.pending = append(r.pending, w)
	r.arm(flushInterval)
}

// arm schedules a flush unless one is scheduled. The caller holds the lock.
func (r *recorder) arm(after time.Duration) {
	if r.armed || r.closed {
		return
	}
	r.armed = true
	time.AfterFunc(after, r.wake)
}

// wake flushes the records that are due. Newer records wait for their own time, because most of them are written with
// their mutation's append, and an append of their own would delay it.
func (r *recorder) wake() {
	r.mu.Lock()
	r.armed = false
	r.settleSums(false, time.Now())
	early := time.Until(r.firstDue())
	idle := len(r.pending) == 0
	switch {
	case !idle && early > 0:
		r.arm(early)
	case idle && len(r.refusals.sums) > 0:
		r.arm(flushInterval)
	}
	r.mu.Unlock()
	if idle || early > 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	r.flush(ctx)
}

// firstDue returns when the first record is due. The caller holds the lock.
func (r *recorder) firstDue() time.Time {
	var first time.Time
	for i, w := range r.pending {
		if i == 0 || w.due.Before(first) {
			first = w.due
		}
	}
	return first
}

// take removes records from the buffer, to be written together with the mutation whose first record has this id. It
// takes that record and, if few records wait, all that are not held for other calls. If a flush is writing the first
// record, take waits for the flush, unless the flush itself waits for the turn of this call. The error means that the
// store did not report which records it has.
func (r *recorder) take(ctx context.Context, entered string) ([]waitingRecord, error) {
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	out, found := r.taken(entered)
	if found {
		return out, nil
	}
	r.interrupt() // a failed flush has returned the record to the buffer before it ends
	defer func() { <-r.writing }()
	if err := r.settle(ctx); err != nil {
		r.restore(out, flushInterval)
		return nil, err
	}
	late, _ := r.taken(entered)
	return append(out, late...), nil
}

func (r *recorder) taken(entered string) (out []waitingRecord, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	few := len(r.pending) <= flushBatch
	r.pending = slices.DeleteFunc(r.pending, func(w waitingRecord) bool {
		own := w.ID == entered
		if !own && (w.held || !few) {
			return false
		}
		out, found = append(out, w), found || own
		return true
	})
	return out, found
}

// restore returns records that could not be written to the buffer.
func (r *recorder) restore(events []waitingRecord, after time.Duration) {
	if len(events) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range events {
		events[i].due = time.Now().Add(after)
	}
	r.pending = slices.DeleteFunc(slices.Concat(events, r.pending), r.isStored)
	r.arm(after)
}

// retry schedules the next flush after a failed one.
func (r *recorder) retry() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.pending {
		r.pending[i].due = time.Now().Add(retryInterval)
	}
	if len(r.pending) > 0 {
		r.arm(retryInterval)
	}
}

// flush writes the buffer, batch by batch, and reports whether everything was written. If a call needs a record from
// the current batch, flush gives that batch back and continues.
func (r *recorder) flush(ctx context.Context) bool {
	for {
		if all, withdrawn := r.flushOnce(ctx); !withdrawn {
			return all
		}
	}
}

func (r *recorder) flushOnce(ctx context.Context) (all, withdrawn bool) {
	r.writing <- struct{}{}
	defer func() { <-r.writing }()
	for {
		if err := r.settle(ctx); err != nil {
			r.log.Error("the audit could not be read; it will be tried again", "error", err)
			r.retry()
			return false, false
		}
		r.mu.Lock()
		n := min(len(r.pending), flushBatch)
		batch := slices.Clone(r.pending[:n])
		r.pending = slices.Delete(r.pending, 0, n)
		r.mu.Unlock()
		if n == 0 {
			return true, false
		}
		switch withdrawn, err := r.append(ctx, batch); {
		case withdrawn:
			r.restore(batch, flushInterval)
			return false, true
		case err != nil:
			r.log.Error("the audit could not be written; it will be tried again", "records", n, "error", err)
			if !neverWritten(err) {
				r.doubt(plainEvents(batch))
			}
			r.restore(batch, retryInterval)
			return false, false
		}
	}
}

// part returns an append of records. The records may be stored in any order, because they are numbered.
func (r *recorder) part(events []eventstore.Event) eventstore.Append {
	return eventstore.Append{Stream: r.stream, Expected: eventstore.Any, Events: events}
}

// close writes the remaining records.
func (r *recorder) close(ctx context.Context) error {
	r.mu.Lock()
	r.settleSums(true, time.Now())
	r.mu.Unlock()
	if r.flush(ctx) {
		r.mu.Lock()
		r.closed = true
		r.mu.Unlock()
		return nil
	}
	return state.Errorf(state.StoreUnavailable, "the last records of the audit could not be written")
}
