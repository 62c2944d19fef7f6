package projections

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// EventFilter selects the events of a branch that match every field that is set.
type EventFilter struct {
	Types    []string  // one of them
	Actor    string    // user or agent of the event, ignoring case
	From, To time.Time // happened at From or later, and before To; zero for no bound
}

// EventsOf returns, in ascending order, the revisions at which a branch's own events match a filter, between two
// revisions.
func (l *Live) EventsOf(ctx context.Context, modelID, branchName string, f EventFilter,
	from, to uint64) ([]uint64, error) {
	b := l.add(StreamName(modelID, branchName), modelID, branchName)
	return b.events.matching(ctx, l.store, b.stream, f, from, to)
}

// eventIndex holds the type, time and author of each event of a branch, in 24 bytes. It is read from the log on first
// use, which takes some 3 us an event, and extended later.
type eventIndex struct {
	mu      sync.Mutex
	marks   []eventMark // by revision
	numbers map[string]uint32
	names   []string // of types, users and agents
}

// eventMark describes an event: its time, in nanoseconds since 1970, and the numbers of its names.
type eventMark struct {
	happened          int64
	kind, user, agent uint32
}

func (x *eventIndex) matching(ctx context.Context, store eventstore.Store, stream string, f EventFilter,
	from, to uint64) ([]uint64, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.extend(ctx, store, stream, to); err != nil {
		return nil, err
	}
	first, last := nanoseconds(f.From, math.MinInt64), nanoseconds(f.To, math.MaxInt64)
	kinds := x.numbered(func(name string) bool { return slices.Contains(f.Types, name) })
	actors := x.numbered(func(name string) bool { return strings.EqualFold(f.Actor, name) })
	var out []uint64
	for revision := from; revision <= to && revision < uint64(len(x.marks)); revision++ {
		m := &x.marks[revision]
		if (len(f.Types) == 0 || kinds[m.kind]) && (f.Actor == "" || actors[m.user] || actors[m.agent]) &&
			m.happened >= first && m.happened < last {
			out = append(out, revision)
		}
	}
	return out, nil
}

// nanoseconds converts a time to nanoseconds since 1970, or returns none for the zero time. Times outside the years
// 1678 to 2261 count as before or after all events.
func nanoseconds(t time.Time, none int64) int64 {
	switch {
	case t.IsZero():
		return none
	case t.Year() < 1678:
		return math.MinInt64
	case t.Year() > 2261:
		return math.MaxInt64
	}
	return t.UnixNano()
}

// numbered reports for each number whether its name is wanted.
func (x *eventIndex) numbered(wanted func(name string) bool) []bool {
	out := make([]bool, len(x.names))
	for i, name := range x.names {
		out[i] = wanted(name)
	}
	return out
}

// extend reads the rest of the stream, unless the index already covers a revision.
func (x *eventIndex) extend(ctx context.Context, store eventstore.Store, stream string, to uint64) error {
	if to < uint64(len(x.marks)) {
		return nil
	}
	for r, err := range store.Read(ctx, stream, uint64(len(x.marks))) {
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		meta, err := decodeMeta(r)
		if err != nil {
			return err
		}
		x.marks = append(x.marks, eventMark{happened: occurredAt(r, meta).UnixNano(), kind: x.number(r.Type),
			user: x.number(meta.UserID), agent: x.number(meta.AgentID)})
	}
	return nil
}

// number returns the number of a name. It assigns a new number to a new name.
func (x *eventIndex) number(name string) uint32 {
	n, known := x.numbers[name]
	if !known {
		if x.numbers == nil {
			x.numbers = map[string]uint32{}
		}
		n = uint32(len(x.names))
		name = strings.Clone(name) // the name shares memory with the metadata
		x.numbers[name], x.names = n, append(x.names, name)
	}
	return n
}
