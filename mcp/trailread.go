package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// AuditQuery selects calls. An empty field sets no condition.
type AuditQuery struct {
	Caller       string // id of the principal
	User         string // user on whose behalf it called
	Tool         string
	Outcome      string // success, failure, cancelled, replayed, asked or open
	Error        string // name in the error table
	Since, Until time.Time
	Commands     map[string]bool // if not nil, only calls with one of these commands
	// Sees reports whether calls of a principal may be shown; nil means all.
	Sees func(id string, kind Kind, user string) bool
	Most int // maximum number of calls, newest first
}

// AuditedCall is one call in the form of the audit.
type AuditedCall struct {
	At         time.Time `json:"at"`
	Tool       string    `json:"tool"`
	Caller     string    `json:"caller"`
	Kind       Kind      `json:"kind"`
	User       string    `json:"user_id"`
	Outcome    string    `json:"outcome"`
	Error      string    `json:"error,omitempty"`
	DryRun     bool      `json:"dry_run,omitempty"`
	Affected   int       `json:"affected,omitempty"`
	Reasoning  string    `json:"reasoning,omitempty"`
	EventID    string    `json:"event_id,omitempty"`
	CommandID  string    `json:"command_id"`
	TraceID    string    `json:"trace_id"`
	DurationUS int64     `json:"duration_us"`
	Stream     string    `json:"stream"`
	Calls      int       `json:"calls,omitempty"` // number of calls in a sum of refused calls; 0 means one call
	Seq        uint64    `json:"seq"`
}

// outcomeOpen is the outcome of a call without a recorded end: it is still running, or its process was killed.
const outcomeOpen = "open"

// AuditOutcomes lists the outcomes of calls.
func AuditOutcomes() []string {
	return []string{outcomeSuccess, outcomeFailure, outcomeCancelled, outcomeReplayed, outcomeElicits, outcomeOpen}
}

// ReadAudit returns the calls that a query selects, newest first, and whether there are more. It reads each stream
// backward, and no further than the query needs.
func ReadAudit(ctx context.Context, store eventstore.Store, q AuditQuery) (calls []AuditedCall, more bool, err error) {
	heads, err := store.Streams(ctx, AuditStreamPrefix)
	if err != nil {
		return nil, false, fmt.Errorf("list the audit streams: %w", err)
	}
	// The most recently written stream comes first, because older streams contain only older calls.
	slices.SortFunc(heads, func(a, b eventstore.Head) int { return cmp.Compare(b.Position, a.Position) })
	for _, h := range heads {
		found, err := readAuditStream(ctx, store, h.Stream, &q)
		if err != nil {
			return nil, false, err
		}
		calls = append(calls, found...)
	}
	slices.SortStableFunc(calls, func(a, b AuditedCall) int { return b.At.Compare(a.At) })
	if more = len(calls) > q.Most; more {
		calls = calls[:q.Most]
	}
	return calls, more, nil
}

// reordering is how many further records are read beyond the selected calls, because the records of one call may be
// apart when calls overlap.
const reordering = 4 * maxBuffered

// readAuditStream returns the selected calls of one stream, at most one more than the query asks for.
func readAuditStream(ctx context.Context, store eventstore.Store, stream string, q *AuditQuery) ([]AuditedCall, error) {
	var out []AuditedCall
	left := map[uint64]callLeft{}
	late, early := 0, false
	for r, err := range store.ReadBackward(ctx, stream) {
		if early {
			break
		}
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", stream, err)
		}
		if late > reordering {
			break
		}
		if len(out) > q.Most {
			late++
			continue
		}
		switch r.Type {
		case eventCallLeft:
			var l callLeft
			if err := json.Unmarshal(r.Data, &l); err != nil {
				return nil, fmt.Errorf("%w: %s, revision %d: %w", eventstore.ErrCorrupt, stream, r.Revision, err)
			}
			left[l.Seq] = l
		case eventCallsRefused:
			var e callsRefused
			if err := json.Unmarshal(r.Data, &e); err != nil {
				return nil, fmt.Errorf("%w: %s, revision %d: %w", eventstore.ErrCorrupt, stream, r.Revision, err)
			}
			call := auditedCall(stream, callEntered{Seq: e.Seq, Tool: e.Tool, Caller: e.Caller, At: e.At},
				callLeft{Outcome: outcomeFailure, Error: e.Error}, true)
			if call.Calls = e.Calls; q.wants(call) {
				out = append(out, call)
			}
			early = q.before(e.At)
		case eventCallEntered:
			var e callEntered
			if err := json.Unmarshal(r.Data, &e); err != nil {
				return nil, fmt.Errorf("%w: %s, revision %d: %w", eventstore.ErrCorrupt, stream, r.Revision, err)
			}
			l, ended := left[e.Seq]
			delete(left, e.Seq)
			if call := auditedCall(stream, e, l, ended); q.wants(call) {
				out = append(out, call)
			}
			early = q.before(e.At)
		}
	}
	return out, nil
}

// before reports whether all calls that entered before a time are older than the query's range. Records are in the
// order in which the calls ended, and a call takes less than an hour. The time comes from the record, because the
// store's own time is not protected by the hash chain.
func (q *AuditQuery) before(at time.Time) bool {
	return !q.Since.IsZero() && at.Before(q.Since.Add(-time.Hour))
}

func auditedCall(stream string, e callEntered, l callLeft, ended bool) AuditedCall {
	user := e.Caller.OnBehalfOf
	if user == "" {
		user = e.Caller.ID
	}
	c := AuditedCall{At: e.At, Tool: e.Tool, Caller: e.Caller.ID, Kind: e.Caller.Kind, User: user, Outcome: outcomeOpen,
		CommandID: e.CommandID, TraceID: e.TraceID, Stream: stream, Seq: e.Seq}
	if e.Reasoning != nil {
		c.Reasoning = *e.Reasoning
	}
	if ended {
		c.Outcome, c.Error, c.DryRun, c.Affected, c.EventID, c.DurationUS = l.Outcome, l.Error, l.DryRun,
			l.Affected, l.EventID, l.DurationUS
	}
	return c
}

func (q *AuditQuery) wants(c AuditedCall) bool {
	is := func(asked, is string) bool { return asked == "" || asked == is }
	return is(q.Caller, c.Caller) && is(q.User, c.User) && is(q.Tool, c.Tool) &&
		is(q.Outcome, c.Outcome) && is(q.Error, c.Error) &&
		(q.Since.IsZero() || !c.At.Before(q.Since)) && (q.Until.IsZero() || c.At.Before(q.Until)) &&
		(q.Commands == nil || q.Commands[c.CommandID]) && (q.Sees == nil || q.Sees(c.Caller, c.Kind, c.User))
}

// CommandsOf returns the commands that touched an element, from its history on a branch.
func CommandsOf(ctx context.Context, store eventstore.Store, v *projections.View,
	mentions []projections.EventRef) (map[string]bool, error) {
	out := map[string]bool{}
	for _, m := range mentions {
		for r, err := range store.Read(ctx, projections.StreamName(v.ModelID, m.Branch), m.Revision) {
			if err != nil {
				return nil, err
			}
			meta, err := projections.DecodeMeta(r.Meta)
			if err != nil {
				return nil, err
			}
			out[meta.CommandID] = true
			break
		}
	}
	return out, nil
}
