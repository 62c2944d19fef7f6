package projections

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// timelineStep is the number of events between two marks of a timeline. Reading that many events takes about a
// millisecond.
const timelineStep = 1024

// timeline holds, for every timelineStep events of a branch, the latest time among all events up to there. It is read
// from the log on first use and extended later.
type timeline struct {
	mu     sync.Mutex
	latest []time.Time // latest times of the first timelineStep events, the first two timelineSteps, and so on
}

// until returns the length of the longest beginning of a stream in which no event happened after a time.
func (t *timeline) until(ctx context.Context, store eventstore.Store, stream string, at time.Time) (uint64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.extend(ctx, store, stream, at); err != nil {
		return 0, err
	}
	from := uint64(0)
	for _, latest := range t.latest {
		if latest.After(at) {
			break
		}
		from += timelineStep
	}
	n := from
	err := eachTime(ctx, store, stream, from, func(_ eventstore.Recorded, happened time.Time) bool {
		if happened.After(at) {
			return false
		}
		n++
		return true
	})
	return n, err
}

// extend reads the stream to its end, or until an event happened after a time.
func (t *timeline) extend(ctx context.Context, store eventstore.Store, stream string, at time.Time) error {
	var latest time.Time
	if n := len(t.latest); n > 0 {
		latest = t.latest[n-1]
	}
	if latest.After(at) {
		return nil
	}
	from := uint64(len(t.latest)) * timelineStep
	return eachTime(ctx, store, stream, from, func(r eventstore.Recorded, happened time.Time) bool {
		if happened.After(latest) {
			latest = happened
		}
		if (r.Revision+1)%timelineStep != 0 {
			return true
		}
		t.latest = append(t.latest, latest)
		return !latest.After(at)
	})
}

// eachTime calls f with the events from a revision on and their times, until f returns false.
func eachTime(ctx context.Context, store eventstore.Store, stream string, from uint64,
	f func(eventstore.Recorded, time.Time) bool) error {
	for r, err := range store.Read(ctx, stream, from) {
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		happened, err := timeOf(r)
		if err != nil {
			return err
		}
		if !f(r, happened) {
			return nil
		}
	}
	return nil
}

// timeOf returns when an event happened.
func timeOf(r eventstore.Recorded) (time.Time, error) {
	if happened, ok := quickTime(r.Meta); ok {
		return happened.UTC(), nil
	}
	meta, err := decodeMeta(r)
	return occurredAt(r, meta), err
}

// quickTime parses occurred_at from metadata in which only strings without escapes precede it, as EncodeMeta writes
// them; ok is false for any other form.
func quickTime(meta []byte) (happened time.Time, ok bool) {
	rest, ok := bytes.CutPrefix(meta, []byte(`{`))
	for ok {
		var key, value []byte
		if key, rest, ok = quoted(rest); !ok {
			break
		}
		if rest, ok = bytes.CutPrefix(rest, []byte(`:`)); !ok {
			break
		}
		if value, rest, ok = quoted(rest); !ok {
			break
		}
		if string(key) == "occurred_at" {
			happened, err := time.Parse(time.RFC3339Nano, string(value))
			return happened, err == nil && !happened.IsZero()
		}
		rest, ok = bytes.CutPrefix(rest, []byte(`,`))
	}
	return time.Time{}, false
}

// quoted cuts a string without escapes off the front.
func quoted(b []byte) (text, rest []byte, ok bool) {
	if b, ok = bytes.CutPrefix(b, []byte(`"`)); !ok {
		return nil, nil, false
	}
	text, rest, ok = bytes.Cut(b, []byte(`"`))
	return text, rest, ok && !bytes.ContainsRune(text, '\\')
}
