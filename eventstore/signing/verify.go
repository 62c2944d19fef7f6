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

// Kind says what was done to a stream.
type Kind string

// The kinds of faults.
const (
	KindCut     Kind = "cut"     // its end, or all of it, is missing
	KindChanged Kind = "changed" // it has other events than were signed
	KindForged  Kind = "forged"  // a signature does not hold
)

// Fault is a place at which a stream is not what was signed.
type Fault struct {
	Stream   string
	Kind     Kind
	Revision uint64
	EventID  string // of the event found there, "" for none
	Reason   string
}

// Report is what a verification found.
type Report struct {
	// Heads counts the signed heads, by the ids of their keys.
	Heads map[string]int
	// Strangers are the ids of keys that are neither this installation's nor trusted. What they signed is held against
	// the store all the same; that nobody else made such a key they do not show.
	Strangers []string
	// Unsigned counts the events after the last head of this installation or of one that it trusts.
	Unsigned uint64
	Faults   []Fault
}

// Verify holds a store against the heads that were signed of it, those in it and those that the installation knows.
// Only what was there when it began is looked at.
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
	ends         map[string][]StreamEnd // by stream, as they were signed
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

// counts reports whether a key is the installation's own, or one that it trusts.
func (v *verification) counts(key string) bool {
	return hex.EncodeToString(v.installation.Public()) == key || slices.Contains(v.installation.trusted(), key)
}

// judge holds the streams against their signed ends.
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

// judgeStream looks at the last end, which by the chain stands for all before it; where that is another one, the first
// end that is tells the place.
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

// at reports whether the store has the event of an end, and returns what is there, nil for nothing.
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

// unsigned counts the events after the last head that counts, other heads apart.
func (v *verification) unsigned(heads []eventstore.Head) uint64 {
	n := v.until - min(v.until, v.through)
	for _, h := range heads {
		if n > 0 && h.Position > v.through {
			n--
		}
	}
	return n
}

// known holds the store against what the installation knows that it signed.
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
