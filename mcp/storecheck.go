package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/signing"
	"github.com/bimstream/bimstream/projections"
)

// VerifyStore recomputes the chain of every stream of a store, and compares the streams: what one stream states about
// another must exist. The reports are in the order of the stream names. Others may write meanwhile: streams are
// compared up to the position of the store at the start.
//
// The chain of a stream reveals what was changed, removed or inserted in it, unless everything after it was rewritten.
// References between streams reveal more. The audit, tags, approvals, sessions and runs name a change whose end was cut
// off, and the remaining streams name a deleted stream. Signed heads reveal what was cut or rewritten consistently in
// all streams, up to the last signed head; heads is nil if nothing is signed.
func VerifyStore(ctx context.Context, store eventstore.Store, heads SignedHeads) ([]projections.StreamReport, error) {
	return verify(ctx, store, heads, "")
}

// SignedHeads compares a store with its signed heads.
type SignedHeads func(context.Context) (*signing.Report, error)

// VerifyModel is VerifyStore for one model. It covers the model's streams and, as far as they concern the model, the
// common ones: the records of calls, stored replies and plans, and signed heads.
func VerifyModel(ctx context.Context, store eventstore.Store, model string,
	heads SignedHeads) ([]projections.StreamReport, error) {
	if _, err := projections.NewLive(store).StreamsOf(ctx, model); err != nil {
		return nil, err
	}
	return verify(ctx, store, heads, model)
}

// verify verifies a store, or its part that concerns a model.
func verify(ctx context.Context, store eventstore.Store, heads SignedHeads,
	model string) ([]projections.StreamReport, error) {
	until, err := store.Position(ctx)
	if err != nil {
		return nil, fmt.Errorf("find the end of the store: %w", err)
	}
	ends, err := store.Streams(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("list the streams of the store: %w", err)
	}
	live := projections.NewLive(store)
	x := newCrossCheck(store, until)
	x.model = model
	var out []projections.StreamReport
	for _, h := range ends {
		if x.about(h.Stream) {
			report, err := live.VerifyStream(ctx, h.Stream)
			if err != nil {
				return nil, err
			}
			out = append(out, report)
		}
		if err := x.collect(ctx, h.Stream); err != nil {
			return nil, err
		}
	}
	if err := x.judge(ctx); err != nil {
		return nil, err
	}
	if err := x.judgeHeads(ctx, heads); err != nil {
		return nil, err
	}
	return x.addTo(out), nil
}

// addTo adds the faults to the reports. A missing stream gets a report of its own.
func (x *crossCheck) addTo(out []projections.StreamReport) []projections.StreamReport {
	for i := range out {
		out[i].Faults = append(out[i].Faults, x.faults[out[i].Stream]...)
		delete(x.faults, out[i].Stream)
	}
	for _, stream := range slices.Sorted(maps.Keys(x.faults)) {
		if x.about(stream) {
			out = append(out, projections.StreamReport{Stream: stream, Faults: x.faults[stream]})
		}
	}
	slices.SortStableFunc(out, func(a, b projections.StreamReport) int { return cmp.Compare(a.Stream, b.Stream) })
	return slices.DeleteFunc(out, func(r projections.StreamReport) bool {
		return x.model != "" && len(r.Faults) == 0 && !projections.IsOfModel(r.Stream, x.model)
	})
}

// about reports whether the check covers a stream. If it is for one model, it leaves out the streams of other models.
func (x *crossCheck) about(stream string) bool {
	return x.model == "" || projections.IsOfModel(stream, x.model) || !strings.HasPrefix(stream, "model.")
}

// judgeHeads compares the streams with the signed heads.
func (x *crossCheck) judgeHeads(ctx context.Context, heads SignedHeads) error {
	if heads == nil {
		return nil
	}
	report, err := heads(ctx)
	if err != nil {
		return fmt.Errorf("hold the store against its signed heads: %w", err)
	}
	for _, f := range report.Faults {
		if x.about(f.Stream) {
			x.fault(at{f.Stream, f.Revision, f.EventID, 0}, projections.FaultKind(f.Kind), "%s", f.Reason)
		}
	}
	return nil
}

// crossCheck compares streams with each other. For sets that may have a million members it keeps only 64-bit hashes. A
// missing member is not found if its hash collides, which happens once in some million million cases.
type crossCheck struct {
	store    eventstore.Store
	model    string // the only model to verify; "" for all
	until    uint64 // the position up to which streams are read
	seed     maphash.Seed
	ids      map[uint64]bool             // of all events
	commands map[uint64]bool             // of all recorded calls
	results  map[string]bool             // hashes of all recorded replies
	named    []reference                 // events that other events name
	points   []statedPoint               // states of branches that other events name
	asked    map[string][]approvals.Plan // plans of requests for approval, by the ids of the requests
	plans    []plannedAt                 // stored plans
	changes  []changed                   // changes of models by calls
	claims   map[uint64]claim            // what calls state that they stored, by the first stored event
	claimed  map[claimKey]bool           // calls that state what they stored in a stream
	// unfinished holds, by stream, a claim whose events are not all read yet.
	unfinished map[string]claim
	called     map[uint64]uint64 // commands of the calls in the current audit stream, by number
	faults     map[string][]projections.Fault
}

func newCrossCheck(store eventstore.Store, until uint64) *crossCheck {
	return &crossCheck{store: store, until: until, seed: maphash.MakeSeed(), ids: map[uint64]bool{},
		commands: map[uint64]bool{}, results: map[string]bool{}, faults: map[string][]projections.Fault{},
		asked: map[string][]approvals.Plan{}, claims: map[uint64]claim{}, claimed: map[claimKey]bool{},
		called: map[uint64]uint64{}, unfinished: map[string]claim{}}
}

// at is a place in a stream.
type at struct {
	stream   string
	revision uint64
	id       string
	position uint64
}

type reference struct {
	at
	event string // that must exist
	what  string
}

// statedPoint is a state of a branch that an event names.
type statedPoint struct {
	at
	stream   string
	revision uint64
	hash     string // in hexadecimal
	what     string
}

// changed is a change of a model by a call.
type changed struct {
	at
	command uint64
}

func (x *crossCheck) key(text string) uint64 { return maphash.String(x.seed, text) }

func (x *crossCheck) fault(a at, kind projections.FaultKind, reason string, args ...any) {
	x.faults[a.stream] = append(x.faults[a.stream], projections.Fault{Kind: kind, Revision: a.revision, EventID: a.id,
		Reason: fmt.Sprintf(reason, args...)})
}

// collect reads a stream as far as it is readable.
func (x *crossCheck) collect(ctx context.Context, stream string) error {
	notes := x.notesOf(stream)
	for r, err := range x.store.Read(ctx, stream, 0) {
		if errors.Is(err, eventstore.ErrCorrupt) || errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil // the report on the stream itself describes the fault
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		if r.Position > x.until {
			return nil
		}
		x.ids[x.key(r.ID)] = true
		if notes != nil {
			notes(at{stream, r.Revision, r.ID, r.Position}, r)
		}
	}
	return nil
}

// notesOf returns the function that evaluates the events of a stream, depending on the kind of stream.
func (x *crossCheck) notesOf(stream string) func(at, eventstore.Recorded) {
	switch rest, isModel := strings.CutPrefix(stream, "model."); {
	case strings.HasPrefix(stream, AuditStreamPrefix):
		clear(x.called)
		return x.audited(stream)
	case strings.HasPrefix(stream, idempotencyPrefix):
		return x.kept
	case strings.HasPrefix(stream, projections.PlanPrefix):
		return x.planned
	case !isModel:
		return nil
	case strings.Contains(rest, ".branch."):
		return x.changed(stream)
	case strings.HasSuffix(rest, ".approvals"):
		return x.approved(strings.TrimSuffix(rest, ".approvals"))
	case strings.HasSuffix(rest, ".register"):
		return x.tagged(strings.TrimSuffix(rest, ".register"))
	case strings.HasSuffix(rest, ".sessions"):
		return x.attended(strings.TrimSuffix(rest, ".sessions"))
	}
	return x.ran
}

// audited evaluates the records of calls: a call that succeeded names the event that it stored.
func (x *crossCheck) audited(string) func(at, eventstore.Recorded) {
	return func(a at, r eventstore.Recorded) {
		switch r.Type {
		case eventCallEntered:
			var e callEntered
			if json.Unmarshal(r.Data, &e) == nil {
				x.commands[x.key(e.CommandID)] = true
				x.called[e.Seq] = x.key(e.CommandID)
			}
		case eventCallLeft:
			var e callLeft
			if json.Unmarshal(r.Data, &e) != nil {
				return
			}
			x.results[e.ResultSHA256] = true
			x.stored(a, e)
			if e.EventID != "" {
				x.named = append(x.named, reference{a, e.EventID, "the record of a call of " + e.Tool})
			}
		}
	}
}

// kept evaluates a stored reply under an idempotency key, which must be the reply of a recorded call.
func (x *crossCheck) kept(a at, r eventstore.Recorded) {
	var c completed
	var e struct {
		EventID string `json:"event_id"`
	}
	if json.Unmarshal(r.Data, &c) != nil || json.Unmarshal(c.Envelope, &e) != nil {
		x.fault(a, projections.FaultForged, "the record of an idempotency key does not decode")
		return
	}
	if e.EventID != "" {
		x.named = append(x.named, reference{a, e.EventID, "the reply under an idempotency key"})
	}
	x.named = append(x.named, reference{a, replyMark + hashBytes(c.Envelope), "the reply under an idempotency key"})
}

// replyMark distinguishes the hash of a reply from the id of an event.
const replyMark = "reply:"

// ran collects the changes that steps of runs name.
func (x *crossCheck) ran(a at, r eventstore.Recorded) {
	var e struct {
		EventID string `json:"event_id"`
	}
	if strings.HasPrefix(r.Type, "run.") && json.Unmarshal(r.Data, &e) == nil && e.EventID != "" {
		x.named = append(x.named, reference{a, e.EventID, "a step of a run"})
	}
}

// judge checks that everything that was collected exists.
func (x *crossCheck) judge(ctx context.Context) error {
	for _, n := range x.named {
		if c, known := x.claims[x.key(n.event)]; known && x.model != "" && !x.about(c.Stream) {
			continue // belongs to another model
		}
		digest, isReply := strings.CutPrefix(n.event, replyMark)
		switch {
		case isReply && !x.results[digest]:
			x.fault(n.at, projections.FaultForged,
				"no call on record had this reply: it was changed or put in, or the record of the call was taken away")
		case !isReply && !x.ids[x.key(n.event)]:
			x.fault(n.at, projections.FaultMissing,
				"%s names event %s, which is not in the store: the end of its stream was cut off, or the "+
					"stream deleted", n.what, n.event)
		}
	}
	x.judgeClaims()
	x.judgeChanges()
	x.judgePlans()
	for _, p := range x.points {
		if err := x.judgePoint(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// judgeChanges finds changes whose call is not recorded. A model that was copied from elsewhere has such changes before
// the first one that was made here.
func (x *crossCheck) judgeChanges() {
	slices.SortFunc(x.changes, func(a, b changed) int { return int(int64(a.position) - int64(b.position)) })
	recorded := map[string]bool{}
	for _, c := range x.changes {
		model, _, _ := projections.ParseStreamName(c.stream)
		switch {
		case x.commands[c.command]:
			recorded[model] = true
		case recorded[model]:
			x.fault(c.at, projections.FaultMissing,
				"the call that made it is not on record: an audit stream was deleted or cut off, or the event "+
					"was put in")
		}
	}
}

func (x *crossCheck) judgePoint(ctx context.Context, p statedPoint) error {
	for r, err := range x.store.Read(ctx, p.stream, p.revision) {
		switch {
		case errors.Is(err, eventstore.ErrStreamNotFound), errors.Is(err, eventstore.ErrCorrupt):
		case err != nil:
			return fmt.Errorf("read %s: %w", p.stream, err)
		case hexHash(r.Hash) == p.hash:
			return nil
		default:
			x.fault(p.at, projections.FaultChanged,
				"%s names revision %d of %s with another hash than it has: that stream was rewritten",
				p.what, p.revision, p.stream)
			return nil
		}
		break
	}
	x.fault(p.at, projections.FaultMissing,
		"%s names revision %d of %s, which is not there: the end of the stream was cut off, or the stream deleted",
		p.what, p.revision, p.stream)
	return nil
}
