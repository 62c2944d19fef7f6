package projections

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// FaultKind is the kind of a fault in a stream.
type FaultKind string

// These are the kinds of faults.
const (
	FaultChanged   FaultKind = "changed"
	FaultRemoved   FaultKind = "removed"
	FaultInserted  FaultKind = "inserted"
	FaultReordered FaultKind = "reordered"
	FaultParent    FaultKind = "parent" // a fork or a merge names a state that the other branch does not have
	// FaultMissing and FaultForged are found by comparing streams with each other.
	FaultMissing FaultKind = "missing" // an event refers to something that is not in the store
	FaultForged  FaultKind = "forged"  // an event has content that no call can have written
)

// Enum lists the kinds.
func (FaultKind) Enum() []string {
	return []string{"changed", "removed", "inserted", "reordered", "parent", "missing", "forged", "cut"}
}

// Fault is a place at which a stream differs from what was written.
type Fault struct {
	Kind     FaultKind
	Revision uint64
	EventID  string // id of the event at the place, "" for none
	Reason   string
}

// StreamReport is the result of the verification of one stream. A chain cannot show that the newest events of a stream
// were cut off together with its head; a fork or a merge that refers to one of these events can.
type StreamReport struct {
	Stream string
	Events uint64
	Head   eventstore.Hash
	Faults []Fault
}

// VerifyModel recomputes the chains of all streams of a model, and the hashes with which forks and merges refer to
// states of other branches. The reports are in the order of the streams' names.
func (l *Live) VerifyModel(ctx context.Context, modelID string) ([]StreamReport, error) {
	streams, err := l.StreamsOf(ctx, modelID)
	if err != nil {
		return nil, err
	}
	out := make([]StreamReport, 0, len(streams))
	for _, stream := range streams {
		report, err := l.VerifyStream(ctx, stream)
		if err != nil {
			return nil, err
		}
		out = append(out, report)
	}
	return out, nil
}

// StreamsOf returns the sorted names of all streams of a model. The error is NOT_FOUND if there is none.
func (l *Live) StreamsOf(ctx context.Context, modelID string) ([]string, error) {
	var out []string
	for _, prefix := range prefixesOf(modelID) {
		heads, err := l.store.Streams(ctx, prefix)
		if err != nil {
			return nil, fmt.Errorf("list the streams of model %s: %w", modelID, err)
		}
		for _, head := range heads {
			out = append(out, head.Stream)
		}
	}
	if len(out) == 0 {
		return nil, state.Errorf(state.NotFound, "there is no model %q: list them with list_models",
			modelID).With("model_id", modelID)
	}
	return out, nil
}

// VerifyStream recomputes the chain of one stream. The error is an error of reading; faults of the stream are in the
// report.
func (l *Live) VerifyStream(ctx context.Context, stream string) (StreamReport, error) {
	head, err := l.store.Head(ctx, stream)
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		return StreamReport{}, state.Errorf(state.NotFound, "there is no stream %q", stream).With("stream", stream)
	}
	if err != nil {
		return StreamReport{}, fmt.Errorf("read the head of %s: %w", stream, err)
	}
	v := verification{report: StreamReport{Stream: stream}}
	for r, err := range l.store.Read(ctx, stream, 0) {
		if bad, ok := errors.AsType[*eventstore.CorruptError](err); ok {
			return l.autopsy(ctx, stream, bad)
		}
		if err != nil {
			return v.report, fmt.Errorf("read %s: %w", stream, err)
		}
		if r.Hash != eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event) {
			v.fault(FaultChanged, r, "its content does not have the hash it was recorded with")
		}
		if r.Revision == head.Revision && r.Hash != head.Hash {
			v.fault(FaultChanged, r, "the stream's head is recorded with another hash than its last event has")
		}
		v.count(r)
		if err := l.verifyLinks(ctx, &v, r); err != nil {
			return v.report, err
		}
	}
	return v.report, nil
}

// verification is a running verification of one stream.
type verification struct {
	report StreamReport
}

func (v *verification) fault(kind FaultKind, r eventstore.Recorded, reason string, args ...any) {
	v.report.Faults = append(v.report.Faults, Fault{kind, r.Revision, r.ID, fmt.Sprintf(reason, args...)})
}

func (v *verification) count(r eventstore.Recorded) {
	v.report.Events++
	v.report.Head = r.Hash
}

// autopsy examines the rest of a stream that the store itself refuses to read.
func (l *Live) autopsy(ctx context.Context, stream string, bad *eventstore.CorruptError) (StreamReport, error) {
	var left []eventstore.Recorded
	for r, err := range l.store.ReadAll(ctx, 0) {
		if errors.Is(err, eventstore.ErrCorrupt) {
			break
		}
		if err != nil {
			return StreamReport{}, fmt.Errorf("read %s: %w", stream, err)
		}
		if r.Stream == stream {
			left = append(left, r)
		}
	}
	slices.SortStableFunc(left, func(a, b eventstore.Recorded) int { return cmp.Compare(a.Revision, b.Revision) })
	v := verification{report: StreamReport{Stream: stream}}
	newDamagedStream(left).examine(&v)
	for _, r := range left {
		v.count(r)
		if err := l.verifyLinks(ctx, &v, r); err != nil {
			return v.report, err
		}
	}
	if len(v.report.Faults) == 0 {
		v.unreadable(bad)
	}
	return v.report, nil
}

// unreadable adds the fault at which the store itself stops reading.
func (v *verification) unreadable(bad *eventstore.CorruptError) {
	kind := FaultChanged
	if bad.ID == "" {
		kind = FaultRemoved
	}
	v.report.Faults = append(v.report.Faults, Fault{kind, bad.Revision, bad.ID, bad.Reason})
}

// verifyLinks compares the states to which a fork or a merge refers with the branches of these states.
func (l *Live) verifyLinks(ctx context.Context, v *verification, r eventstore.Recorded) error {
	if r.Type != forkType && r.Type != mergeType {
		return nil
	}
	modelID, _, ok := ParseStreamName(r.Stream)
	if !ok {
		return nil
	}
	e, err := decodeEvent(&r)
	if err != nil {
		v.fault(FaultChanged, r, "it does not decode")
		return nil
	}
	for _, p := range statesNamedBy(e) {
		found, err := l.hashAt(ctx, modelID, p)
		if err != nil {
			return err
		}
		if found != p.Hash {
			v.fault(FaultParent, r, "it names branch %q at revision %d, which has another hash there or is not there",
				p.Branch, p.Revision)
		}
	}
	return nil
}

func statesNamedBy(e state.Event) []state.Point {
	switch e := e.(type) {
	case *state.BranchCreated:
		return []state.Point{{Branch: e.Parent, Revision: e.ForkRevision, Hash: e.ParentHash}}
	case *state.BranchMerged:
		return []state.Point{e.Source, e.Target, e.Base}
	}
	return nil
}

// hashAt returns the hash of the event at a point, computed from its content, or "" if there is none.
func (l *Live) hashAt(ctx context.Context, modelID string, p state.Point) (string, error) {
	for r, err := range l.store.Read(ctx, StreamName(modelID, p.Branch), uint64(p.Revision)) {
		if errors.Is(err, eventstore.ErrStreamNotFound) || errors.Is(err, eventstore.ErrCorrupt) {
			return "", nil
		}
		if err != nil {
			return "", fmt.Errorf("read %s: %w", StreamName(modelID, p.Branch), err)
		}
		hash := eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event)
		return hex.EncodeToString(hash[:]), nil
	}
	return "", nil
}
