package signing

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
)

// Kind is the kind of a fault in a stream.
type Kind string

// The kinds of faults.
const (
	KindCut     Kind = "cut"     // its end, or all of it, is missing
	KindChanged Kind = "changed" // its events differ from those that were signed
	KindForged  Kind = "forged"  // a signature is invalid
)

// Fault is a place where a stream differs from its signed heads.
type Fault struct {
	Stream   string
	Kind     Kind
	Revision uint64
	EventID  string // of the event found there, "" for none
	Reason   string
}

// Report is the result of a verification.
type Report struct {
	// Heads holds the number of signed heads by key id.
	Heads map[string]int
	// Strangers are the ids of keys that are neither this installation's nor trusted. The store is also checked against
	// their heads, but anybody may have made these keys.
	Strangers []string
	// Unsigned is the number of events after the last head of this installation or of a trusted one.
	Unsigned uint64
	Faults   []Fault
}

// Verify checks a store against its signed heads: the heads in the store and the heads that the installation has
// recorded. It examines only events that existed when it began.
func Verify(ctx context.Context, store eventstore.Store, installation *Installation, place string) (*Report, error) {
	v := &verification{store: store, installation: installation, report: &Report{Heads: map[string]int{}},
		ends: map[string][]StreamEnd{}}
	streams, err := store.Streams(ctx, StreamPrefix)
	if err != nil {
		return nil, err
	}
	if v.until, err = store.Position(ctx); err != nil {
		return nil, err
	}
	for _, s := range streams {
		if err := v.collect(ctx, s.Stream); err != nil {
			return nil, err
		}
	}
	if err := v.judge(ctx); err != nil {
		return nil, err
	}
	v.report.Unsigned = v.unsigned(streams)
	return v.report, v.known(ctx, place)
}

type verification struct {
	store        eventstore.Store
	installation *Installation
	until        uint64
	through      uint64
	ends         map[string][]StreamEnd // by stream, as signed
	report       *Report
}

func (v *verification) fault(stream string, kind Kind, r eventstore.Recorded, reason string, args ...any) {
	v.report.Faults = append(v.report.Faults, Fault{stream, kind, r.Revision, r.ID, fmt.Sprintf(reason, args...)})
}

// collect reads the heads of a key.
func (v *verification) collect(ctx context.Context, stream string) error {
	id := stream[len(StreamPrefix):]
	for r, err := range v.store.Read(ctx, stream, 0) {
		if errors.Is(err, eventstore.ErrCorrupt) || errors.Is(err, eventstore.ErrStreamNotFound) {
			v.fault(stream, KindChanged, r, "the signed heads cannot be read: %v", err)
			return nil
		}
		if err != nil {
			return err
		}
		h, err := decodeHead(r)
		reason := ""
		if err != nil {
			reason = err.Error()
		} else {
			reason = h.check(r)
		}
		if reason != "" {
			v.fault(stream, KindForged, r, "%s", reason)
			continue
		}
		if v.report.Heads[id]++; v.report.Heads[id] == 1 && !v.counts(h.Key) {
			v.report.Strangers = append(v.report.Strangers, id)
		}
		if v.counts(h.Key) {
			v.through = max(v.through, r.Position)
		}
		for _, e := range h.Streams {
			v.ends[e.Stream] = append(v.ends[e.Stream], e)
		}
	}
	return nil
}

// counts reports whether a key is the installation's own key or a trusted key.
func (v *verification) counts(key string) bool {
	return hex.EncodeToString(v.installation.Public()) == key || slices.Contains(v.installation.trusted(), key)
}

// judge compares the streams with their signed ends.
func (v *verification) judge(ctx context.Context) error {
	var names []string
	for name := range v.ends {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		ends := v.ends[name]
		slices.SortStableFunc(ends, func(a, b StreamEnd) int { return cmp.Compare(a.Revision, b.Revision) })
		if err := v.judgeStream(ctx, name, ends); err != nil {
			return err
		}
	}
	return nil
}

// judgeStream checks the last signed end of a stream, which covers all events before it by the hash chain. If the
// stream differs there, judgeStream looks for the first signed end that differs, to locate the fault.
func (v *verification) judgeStream(ctx context.Context, stream string, ends []StreamEnd) error {
	last := ends[len(ends)-1]
	holds, there, err := v.at(ctx, last)
	if err != nil || holds {
		return err
	}
	if there == nil {
		head, err := v.store.Head(ctx, stream)
		switch {
		case errors.Is(err, eventstore.ErrStreamNotFound):
			v.fault(stream, KindCut, eventstore.Recorded{},
				"a signed head has it up to revision %d, and it is gone: it was deleted", last.Revision)
			return nil
		case err != nil:
			return err
		}
		v.fault(stream, KindCut, eventstore.Recorded{Revision: head.Revision},
			"a signed head has it up to revision %d, and it ends at %d: its end was cut off", last.Revision,
			head.Revision)
		ends = ends[:len(ends)-1]
	}
	from := uint64(0)
	for _, e := range ends {
		holds, there, err := v.at(ctx, e)
		if err != nil {
			return err
		}
		if !holds && there != nil {
			v.fault(stream, KindChanged, *there, "it has another hash than a signed head has: an event from "+
				"revision %d on was changed, put in or taken away, and the chain computed anew", from)
			return nil
		}
		from = e.Revision + 1
	}
	return nil
}

// at reports whether the store has the last event of a signed end. It returns the event found at that place, or nil.
func (v *verification) at(ctx context.Context, e StreamEnd) (bool, *eventstore.Recorded, error) {
	for r, err := range v.store.Read(ctx, e.Stream, e.Revision) {
		if errors.Is(err, eventstore.ErrStreamNotFound) || errors.Is(err, eventstore.ErrCorrupt) {
			return false, nil, nil
		}
		if err != nil {
			return false, nil, err
		}
		return hex.EncodeToString(r.Hash[:]) == e.Hash && r.Revision == e.Revision, &r, nil
	}
	return false, nil, nil
}

// unsigned returns the number of events after the last head of an own or trusted key. It does not count other heads.
func (v *verification) unsigned(heads []eventstore.Head) uint64 {
	n := v.until - min(v.until, v.through)
	for _, h := range heads {
		if n > 0 && h.Position > v.through {
			n--
		}
	}
	return n
}

// known compares the store with the installation's records of its signatures.
func (v *verification) known(ctx context.Context, place string) error {
	id, err := storeID(ctx, v.store)
	if err != nil || id == "" {
		return err
	}
	missing, err := v.installation.missing(ctx, v.store, id, place)
	if err != nil || missing == nil {
		return err
	}
	stream := cmp.Or(missing.Stream, StreamPrefix)
	v.fault(stream, KindCut, eventstore.Recorded{Revision: missing.Seq},
		"this installation signed head %d of the store, of %s, and it is not there: the end of the store was cut off, "+
			"or it is an older copy; where an older one was put here on purpose, bimstream installation accept says so",
		missing.Seq, missing.At)
	return nil
}
