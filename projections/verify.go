package projections

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
)

// FaultKind says what was done to a stream.
type FaultKind string

// The kinds of faults.
const (
	FaultChanged   FaultKind = "changed"
	FaultRemoved   FaultKind = "removed"
	FaultInserted  FaultKind = "inserted"
	FaultReordered FaultKind = "reordered"
	FaultParent    FaultKind = "parent" // a fork or a merge names a state that the other branch does not have
)

// Enum lists the kinds.
func (FaultKind) Enum() []string {
	return []string{"changed", "removed", "inserted", "reordered", "parent"}
}

// Fault is a place at which a stream is not what was written.
type Fault struct {
	Kind     FaultKind
	Revision uint64
	EventID  string // of the event found there, "" for none
	Reason   string
}

// StreamReport is what the verification of one stream found. A chain cannot show that the newest events of a stream were
// cut off together with its head; a fork or a merge that names one of them does.
type StreamReport struct {
	Stream string
	Events uint64
	Head   eventstore.Hash
	Faults []Fault
}

// VerifyModel recomputes the chains of all streams of a model, and the hashes by which forks and merges name states of
// other branches. The streams are in the order of their names.
func (l *Live) VerifyModel(ctx context.Context, modelID string) ([]StreamReport, error) {
	heads, err := l.store.Streams(ctx, streamPrefix+modelID+".")
	if err != nil {
		return nil, fmt.Errorf("list the streams of model %s: %w", modelID, err)
	}
	if len(heads) == 0 {
		return nil, domain.Errorf(domain.NotFound, "there is no model %q: list them with list_models", modelID).With("model_id", modelID)
	}
	out := make([]StreamReport, 0, len(heads))
	for _, head := range heads {
		report, err := l.VerifyStream(ctx, head.Stream)
		if err != nil {
			return nil, err
		}
		out = append(out, report)
	}
	return out, nil
}

// VerifyStream recomputes the chain of one stream. An error is one of reading; what is wrong with the stream is in the
// report.
func (l *Live) VerifyStream(ctx context.Context, stream string) (StreamReport, error) {
	v := verification{report: StreamReport{Stream: stream}}
	for r, err := range l.store.Read(ctx, stream, 0) {
		if bad, ok := errors.AsType[*eventstore.CorruptError](err); ok {
			return l.autopsy(ctx, stream, bad)
		}
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return v.report, domain.Errorf(domain.NotFound, "there is no stream %q", stream).With("stream", stream)
		}
		if err != nil {
			return v.report, fmt.Errorf("read %s: %w", stream, err)
		}
		if err := l.verifyEvent(ctx, &v, r); err != nil {
			return v.report, err
		}
	}
	return v.report, nil
}

// autopsy looks at a stream that the store itself refuses to read on: at whatever is left of it in the store.
func (l *Live) autopsy(ctx context.Context, stream string, bad *eventstore.CorruptError) (StreamReport, error) {
	v := verification{report: StreamReport{Stream: stream}}
	var left []eventstore.Recorded
	for r, err := range l.store.ReadAll(ctx, 0) {
		if errors.Is(err, eventstore.ErrCorrupt) {
			break
		}
		if err != nil {
			return v.report, fmt.Errorf("read %s: %w", stream, err)
		}
		if r.Stream == stream {
			left = append(left, r)
		}
	}
	slices.SortStableFunc(left, func(a, b eventstore.Recorded) int { return cmp.Compare(a.Revision, b.Revision) })
	for _, r := range left {
		if err := l.verifyEvent(ctx, &v, r); err != nil {
			return v.report, err
		}
	}
	if len(v.report.Faults) == 0 {
		v.unreadable(bad)
	}
	return v.report, nil
}

func (l *Live) verifyEvent(ctx context.Context, v *verification, r eventstore.Recorded) error {
	v.event(r)
	return l.verifyLinks(ctx, v, r)
}

// verification is the verification of one stream under way.
type verification struct {
	report StreamReport
	hash   eventstore.Hash
	hashes []eventstore.Hash // of the last few events, the newest last
	shift  int64             // by how many places events are off, once one was found removed or inserted
}

// neighbourhood is how far from its place an event is looked for.
const neighbourhood = 64

func (v *verification) fault(kind FaultKind, r eventstore.Recorded, reason string, args ...any) {
	v.report.Faults = append(v.report.Faults, Fault{kind, r.Revision, r.ID, fmt.Sprintf(reason, args...)})
}

// event takes the next event.
func (v *verification) event(r eventstore.Recorded) {
	if r.Revision != v.report.Events {
		v.fault(FaultRemoved, r, "revisions %d to %d are missing", v.report.Events, r.Revision-1)
		v.report.Events = r.Revision
	} else {
		v.examine(r)
	}
	v.report.Events++
	v.report.Head, v.hash = r.Hash, r.Hash
	v.hashes = append(v.hashes, r.Hash)
	if len(v.hashes) > neighbourhood {
		v.hashes = slices.Delete(v.hashes, 0, 1)
	}
}

func (v *verification) examine(r eventstore.Recorded) {
	place, genuine := homeOf(r)
	chained := r.PrevHash == v.hash
	off := int64(place) - int64(r.Revision)
	switch {
	case genuine && off == v.shift && chained:
	case genuine && off > v.shift && off != 0 && !v.knows(r.PrevHash):
		v.fault(FaultRemoved, r, "%d events before it are missing: it was revision %d", off-v.shift, place)
		v.shift = off
	case genuine && off < v.shift && v.knows(r.PrevHash):
		v.fault(FaultInserted, r, "%d events before it were not there: it was revision %d", v.shift-off, place)
		v.shift = off
	case genuine && off != v.shift:
		v.fault(FaultReordered, r, "it was revision %d", place)
	case genuine && v.knows(r.PrevHash):
		v.fault(FaultInserted, r, "the event before it was not there when it was written")
	case genuine:
		v.fault(FaultChanged, eventstore.Recorded{Revision: r.Revision - 1}, "the event after it was chained to another one: it was changed together with its hash, or put in its place")
	default:
		v.fault(FaultChanged, r, "its content does not have the hash it was recorded with")
	}
}

// knows reports whether one of the last events had a hash.
func (v *verification) knows(h eventstore.Hash) bool {
	return slices.Contains(v.hashes, h) || (h == eventstore.Hash{})
}

// homeOf answers the revision for which an event's hash was computed; ok is false when it is none near its own.
func homeOf(r eventstore.Recorded) (revision uint64, ok bool) {
	for distance := range uint64(neighbourhood) {
		for _, at := range []uint64{r.Revision - distance, r.Revision + distance} {
			if at <= r.Revision+distance && eventstore.ChainHash(r.PrevHash, r.Stream, at, r.Event) == r.Hash {
				return at, true
			}
		}
	}
	return 0, false
}

// unreadable takes the place at which the store itself stops.
func (v *verification) unreadable(bad *eventstore.CorruptError) {
	kind := FaultChanged
	if bad.ID == "" {
		kind = FaultRemoved
	}
	v.report.Faults = append(v.report.Faults, Fault{kind, bad.Revision, bad.ID, bad.Reason + "; what follows cannot be read"})
}

// verifyLinks holds the states of other branches that a fork or a merge names against those branches.
func (l *Live) verifyLinks(ctx context.Context, v *verification, r eventstore.Recorded) error {
	if r.Type != forkType && r.Type != mergeType {
		return nil
	}
	modelID, _, ok := ParseStreamName(r.Stream)
	if !ok {
		return nil
	}
	e, err := decodeEvent(r)
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
			v.fault(FaultParent, r, "it names branch %q at revision %d, which has another hash there or is not there", p.Branch, p.Revision)
		}
	}
	return nil
}

func statesNamedBy(e domain.Event) []domain.Point {
	switch e := e.(type) {
	case *domain.BranchCreated:
		return []domain.Point{{Branch: e.Parent, Revision: e.ForkRevision, Hash: e.ParentHash}}
	case *domain.BranchMerged:
		return []domain.Point{e.Source, e.Target, e.Base}
	}
	return nil
}

// hashAt answers the hash of the event at a point, computed from its content; "" when there is none.
func (l *Live) hashAt(ctx context.Context, modelID string, p domain.Point) (string, error) {
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
