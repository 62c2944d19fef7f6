package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// AuditLine is a recorded call in the export format: one line of JSON for each call, for a SIEM. Fields may be added,
// but are never renamed; docs/security.md describes them.
type AuditLine struct {
	Form            int        `json:"form"` // 1
	Time            time.Time  `json:"time"` // of the end of the call, or of its beginning if no end is recorded
	Tool            string     `json:"tool"`
	Caller          LineCaller `json:"caller"`
	Outcome         string     `json:"outcome"`
	Error           string     `json:"error,omitempty"`
	DryRun          bool       `json:"dry_run,omitempty"`
	Calls           int        `json:"calls,omitempty"` // number of refused calls, if this records a flood
	Reasoning       string     `json:"reasoning,omitempty"`
	ArgumentsSHA256 string     `json:"arguments_sha256,omitempty"`
	ResultSHA256    string     `json:"result_sha256,omitempty"`
	CommandID       string     `json:"command_id,omitempty"`
	EventID         string     `json:"event_id,omitempty"`
	Affected        int        `json:"affected,omitempty"`
	DurationUS      int64      `json:"duration_us"`
	TraceID         string     `json:"trace_id,omitempty"`
	SpanID          string     `json:"span_id,omitempty"`
	Stream          string     `json:"stream"` // of the records of one process
	Seq             uint64     `json:"seq"`    // number of the call in the stream
	Position        uint64     `json:"position"`
	Hash            string     `json:"hash"` // of the record of the call's end, in the chain of its stream
}

// LineCaller is the caller in an AuditLine.
type LineCaller struct {
	ID         string `json:"id"`
	Kind       Kind   `json:"kind"`
	OnBehalfOf string `json:"on_behalf_of,omitempty"`
}

// auditLineForm is the version of the line format.
const auditLineForm = 1

// AuditLines yields the recorded calls in the order in which their ends were stored. A later call of Next continues
// with new ones. A call without an end is not yielded until it has one.
type AuditLines struct {
	store eventstore.Store
	after uint64
	open  map[string]callEntered // by stream and number
}

// NewAuditLines returns lines from the first recorded call on.
func NewAuditLines(store eventstore.Store) *AuditLines {
	return &AuditLines{store: store, open: map[string]callEntered{}}
}

// Next calls emit for each call that was recorded since the previous call of Next.
func (a *AuditLines) Next(ctx context.Context, emit func(AuditLine) error) error {
	for r, err := range a.store.ReadAll(ctx, a.after) {
		if err != nil {
			return fmt.Errorf("read the records of calls: %w", err)
		}
		a.after = r.Position
		if !strings.HasPrefix(r.Stream, AuditStreamPrefix) {
			continue
		}
		line, ended, err := a.line(r)
		if err != nil {
			return fmt.Errorf("%w: %s, revision %d: %w", eventstore.ErrCorrupt, r.Stream, r.Revision, err)
		}
		if !ended {
			continue
		}
		if err := emit(line); err != nil {
			return err
		}
	}
	return nil
}

// Wait returns when there may be more calls.
func (a *AuditLines) Wait(ctx context.Context) error { return a.store.Wait(ctx, a.after) }

func (a *AuditLines) line(r eventstore.Recorded) (line AuditLine, ended bool, err error) {
	l := AuditLine{Form: auditLineForm, Stream: r.Stream, Position: r.Position, Hash: hexHash(r.Hash)}
	key := func(seq uint64) string { return fmt.Sprint(r.Stream, " ", seq) }
	switch r.Type {
	case eventCallEntered:
		var e callEntered
		err = json.Unmarshal(r.Data, &e)
		a.open[key(e.Seq)] = e
		return l, false, err
	case eventCallsRefused:
		var e callsRefused
		err = json.Unmarshal(r.Data, &e)
		l.Time, l.Tool, l.Caller = e.At, e.Tool, LineCaller(e.Caller)
		l.Outcome, l.Error, l.Calls, l.Seq = outcomeFailure, e.Error, e.Calls, e.Seq
		return l, true, err
	case eventCallLeft:
		var e callLeft
		if err := json.Unmarshal(r.Data, &e); err != nil {
			return l, false, err
		}
		began, known := a.open[key(e.Seq)]
		if !known {
			return l, false, errors.New("the end of a call of which no beginning is on record")
		}
		delete(a.open, key(e.Seq))
		l.Time, l.Tool, l.Caller, l.Outcome, l.Error = e.At, e.Tool, LineCaller(began.Caller), e.Outcome, e.Error
		l.DryRun, l.ArgumentsSHA256, l.ResultSHA256 = e.DryRun, began.InputSHA256, e.ResultSHA256
		l.CommandID, l.EventID, l.Affected, l.DurationUS = began.CommandID, e.EventID, e.Affected, e.DurationUS
		l.TraceID, l.SpanID, l.Seq = e.TraceID, e.SpanID, e.Seq
		if began.Reasoning != nil {
			l.Reasoning = *began.Reasoning
		}
		return l, true, nil
	}
	return l, false, nil
}
