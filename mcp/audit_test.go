package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/google/uuid"
)

func TestEveryCallIsOnRecordTwice(t *testing.T) {
	s := start(t, memory.New(), agent(nil))
	calls := []struct{ tool, arguments, outcome, failure string }{
		{"list_things", `{}`, outcomeSuccess, ""},
		{"add_thing", `{"name":"a","reasoning":"needed","dry_run":false}`, outcomeSuccess, ""},
		{"add_thing", `{}`, outcomeFailure, "INVALID_INPUT"},
		{"remove_thing", `{"name":"a","reasoning":"old","dry_run":false}`, outcomeFailure, "PERMISSION_DENIED"},
		{"panic_now", `{}`, outcomeFailure, "INTERNAL"},
		{"add_thing", `{"name":"b","reasoning":"needed","dry_run":false,"idempotency_key":"k"}`, outcomeSuccess, ""},
		{"add_thing", `{"name":"b","reasoning":"needed","dry_run":false,"idempotency_key":"k"}`, outcomeReplayed, ""},
	}
	var answers []Envelope
	for _, c := range calls {
		answers = append(answers, s.call(c.tool, c.arguments))
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	entered, left := auditOf(t, s.store)
	if len(entered) != len(calls) || len(left) != len(calls) {
		t.Fatalf("%d entered, %d left", len(entered), len(left))
	}
	for i, c := range calls {
		e, l := entered[uint64(i+1)], left[uint64(i+1)]
		if e.Tool != c.tool || l.Tool != c.tool || l.Outcome != c.outcome || l.Error != c.failure {
			t.Errorf("call %d: %+v %+v", i, e, l)
		}
		if e.Caller.ID != "bot" || e.Caller.OnBehalfOf != "ann" || e.InputSHA256 != hashArguments([]byte(c.arguments)) {
			t.Errorf("call %d: %+v", i, e)
		}
		text, _ := answers[i].encode()
		if l.ResultSHA256 != hashBytes(text) {
			t.Errorf("call %d: the hash is not that of the answer", i)
		}
		if e.TraceID != l.TraceID || e.SpanID != l.SpanID || len(e.TraceID) != traceIDLength {
			t.Errorf("call %d: trace %q %q", i, e.TraceID, l.TraceID)
		}
	}
	if *entered[2].Reasoning != "needed" || entered[1].Reasoning != nil {
		t.Error("reasoning")
	}
	if left[2].EventID != *answers[1].EventID {
		t.Error("the record does not name the event")
	}
}

// watched is a store that reports each append.
type watched struct {
	eventstore.Store
	appends chan []eventstore.Append
}

func (w *watched) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	w.appends <- parts
	return w.Store.Append(ctx, parts...)
}

func TestTheRecordOfAMutationIsInItsAppend(t *testing.T) {
	w := &watched{memory.New(), make(chan []eventstore.Append, 10)}
	s := start(t, w, nil)
	s.must(t, "list_things", `{}`)
	s.must(t, "add_thing", `{"name":"a","idempotency_key":"k"}`)
	parts := <-w.appends
	var streams, types []string
	for _, p := range parts {
		streams = append(streams, strings.SplitAfter(p.Stream, ".")[0])
		for _, e := range p.Events {
			types = append(types, e.Type)
		}
	}
	if got, want := fmt.Sprint(streams, types),
		"[model. audit. idempotency.] "+
			"[thing.added call.entered call.left call.entered call.left call.completed]"; got != want {
		t.Errorf("the append holds\n%s, want\n%s", got, want)
	}
}

func TestReadsAreFlushedSoon(t *testing.T) {
	s := startToy(t)
	s.must(t, "list_things", `{}`)
	if p, _ := s.store.Position(t.Context()); p != 0 {
		t.Fatal("a read waits for the store")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*flushInterval)
	defer cancel()
	if err := s.store.Wait(ctx, 0); err != nil {
		t.Fatal(err)
	}
	if entered, left := auditOf(t, s.store); len(entered) != 1 || len(left) != 1 {
		t.Errorf("%v %v", entered, left)
	}
}

// TestRecordsWaitForTheirMutation checks that a record is written with its mutation although a flush was scheduled for
// earlier records. Without a mutation it is written in time.
func TestRecordsWaitForTheirMutation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		r := newRecorder(store, uuid.New(), slog.New(slog.DiscardHandler))
		position := func() uint64 {
			synctest.Wait()
			p, err := store.Position(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		for i := range 5 {
			r.add(waitingRecord{Event: r.event(eventCallEntered, uint64(i), callEntered{})})
			time.Sleep(flushInterval * 3 / 4)
			if taken, err := r.take(t.Context(), ""); err != nil || len(taken) != 1 || position() != 0 {
				t.Fatalf("round %d: %d records left for the mutation, %d written before it: %v", i,
					len(taken), position(), err)
			}
		}
		r.add(waitingRecord{Event: r.event(eventCallEntered, 5, callEntered{})})
		time.Sleep(flushInterval)
		if p := position(); p != 1 {
			t.Errorf("%d records written in time, want 1", p)
		}
		time.Sleep(flushInterval)
	})
}

func TestNothingIsWrittenAtStart(t *testing.T) {
	s := startToy(t)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p, _ := s.store.Position(t.Context()); p != 0 {
		t.Errorf("%d events", p)
	}
}

// down is a store that accepts nothing.
type down struct{ eventstore.Store }

func (down) Append(context.Context, ...eventstore.Append) ([]eventstore.Result, error) {
	return nil, fmt.Errorf("dial: %w", eventstore.ErrUnavailable)
}

func TestNoCallGoesUnrecorded(t *testing.T) {
	s := start(t, down{memory.New()}, unhurried)
	for range maxBuffered / 2 {
		s.must(t, "list_things", `{}`)
	}
	f := s.refused(t, state.StoreUnavailable, "list_things", `{}`)
	if !f.Retryable {
		t.Error("must be retryable")
	}
	if err := s.Close(t.Context()); err == nil {
		t.Error("closing says nothing of the lost records")
	}
}

func TestAuditIsWrittenAfterTheStoreCameBack(t *testing.T) {
	f := &failing{Store: memory.New(), err: eventstore.ErrUnavailable}
	s := start(t, f, nil)
	s.call("add_thing", `{"name":"a"}`)
	f.left = 100
	s.must(t, "add_thing", `{"name":"a"}`)
	if entered, left := auditOf(t, s.store); len(entered) != 2 || len(left) != 2 || left[1].Outcome != outcomeFailure {
		t.Errorf("%v %v", entered, left)
	}
}

func TestTrace(t *testing.T) {
	const trace, span = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	tests := []struct {
		parent    string
		continued bool
		sampled   bool
	}{
		{"00-" + trace + "-" + span + "-01", true, true},
		{"00-" + trace + "-" + span + "-00", true, false},
		{"00-" + trace + "-" + span + "-0b", true, true},
		{"01-" + trace + "-" + span + "-01-more", true, true}, // a later version
		{"00-" + trace + "-" + span + "-01-more", false, false},
		{"ff-" + trace + "-" + span + "-01", false, false},
		{"00-" + noTrace + "-" + span + "-01", false, false},
		{"00-" + trace + "-" + noSpan + "-01", false, false},
		{"00-" + strings.ToUpper(trace) + "-" + span + "-01", false, false},
		{"00-" + trace + "-" + span, false, false},
		{"", false, false},
	}
	for _, tt := range tests {
		got := newTrace(tt.parent, "a=b", "seed")
		if (got.TraceID == trace) != tt.continued || (got.ParentID == span) != tt.continued ||
			got.Sampled != tt.sampled || (got.State == "a=b") != tt.continued {
			t.Errorf("%q: %+v", tt.parent, got)
		}
		if len(got.TraceID) != traceIDLength || len(got.SpanID) != spanIDLength || got.SpanID == span {
			t.Errorf("%q: %+v", tt.parent, got)
		}
		if again := newTrace(got.Traceparent(), "", "next"); again.TraceID != got.TraceID ||
			again.ParentID != got.SpanID {
			t.Errorf("%q does not continue: %+v", got.Traceparent(), again)
		}
	}
	if newTrace("", "", "a").TraceID == newTrace("", "", "b").TraceID {
		t.Error("two calls share a trace")
	}
}

func TestErrorsOfOtherPackages(t *testing.T) {
	tests := []struct {
		err  error
		want state.Code
	}{
		{context.Canceled, state.Cancelled},
		{fmt.Errorf("x: %w", context.DeadlineExceeded), state.Timeout},
		{eventstore.ErrClosed, state.StoreUnavailable},
		{&eventstore.WrongExpectedError{}, state.RevisionConflict},
		{fmt.Errorf("x: %w", state.Errorf(state.OutOfRange, "y")), state.OutOfRange},
		{state.Errorf(state.Internal, "open /etc/x"), state.Internal},
		{errors.New("z"), state.Internal},
		{fmt.Errorf("make the limits: %w", &fs.PathError{Op: "write", Path: "/etc/x", Err: syscall.ENOSPC}),
			state.StorageFull},
		{&fs.PathError{Op: "write", Path: "/etc/x", Err: syscall.EDQUOT}, state.StorageFull},
	}
	for _, tt := range tests {
		if got := failureOf(tt.err); got.Code != tt.want || strings.Contains(got.Message, "/etc") {
			t.Errorf("%v: %+v", tt.err, got)
		}
	}
}

// TestNoAppendTakesTheRecordOfAnotherMutation checks that the first record of a call that may change something is
// written with its own append. Another call's append may be stored later, or never.
func TestNoAppendTakesTheRecordOfAnotherMutation(t *testing.T) {
	r := newRecorder(memory.New(), uuid.New(), slog.New(slog.DiscardHandler))
	var ids []string
	for seq := range uint64(3) {
		e := r.event(eventCallEntered, seq, callEntered{})
		ids = append(ids, e.ID)
		if err := r.enter(t.Context(), e, seq < 2); err != nil {
			t.Fatal(err)
		}
	}
	wantTaken := func(of int, want ...string) []waitingRecord {
		t.Helper()
		taken, err := r.take(t.Context(), ids[of])
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range taken {
			got = append(got, w.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("call %d takes %v, want %v of %v", of, got, want, ids)
		}
		return taken
	}
	again := wantTaken(1, ids[1], ids[2])
	r.restore(again, flushInterval) // the call lost its race
	wantTaken(0, ids[2], ids[0])
	left := r.event(eventCallLeft, 1, callLeft{})
	r.leave(ids[1], left) // and the call was refused
	wantTaken(0, ids[1], left.ID)
}

// TestACallWaitsForItsRecordOnTheWay checks that a call waits for a flush that is writing its first record, and takes
// the record back if it was not stored.
func TestACallWaitsForItsRecordOnTheWay(t *testing.T) {
	for _, stored := range []bool{true, false} {
		gate := &gatedAppend{Store: memory.New(), stored: stored, began: make(chan bool), end: make(chan bool)}
		r := newRecorder(gate, uuid.New(), slog.New(slog.DiscardHandler))
		e := r.event(eventCallEntered, 1, callEntered{})
		if err := r.enter(t.Context(), e, true); err != nil {
			t.Fatal(err)
		}
		<-gate.began
		var ended atomic.Bool
		time.AfterFunc(20*time.Millisecond, func() {
			ended.Store(true)
			close(gate.end)
		})
		taken, err := r.take(t.Context(), e.ID)
		if err != nil || !ended.Load() || (len(taken) == 1) == stored {
			t.Errorf("stored %v: after the flush %v it takes %d: %v", stored, ended.Load(), len(taken), err)
		}
	}
}

// gatedAppend is a store whose first append waits and may fail.
type gatedAppend struct {
	eventstore.Store
	stored     bool
	began, end chan bool
}

func (g *gatedAppend) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	close(g.began)
	<-g.end
	if !g.stored {
		return nil, fmt.Errorf("dial: %w", eventstore.ErrUnavailable)
	}
	return g.Store.Append(ctx, parts...)
}
