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

// EventFilter says which events of a branch are meant: those of which all that is given holds.
type EventFilter struct {
	Types    []string  // one of them
	Actor    string    // its user or its agent, in any case of letters
	From, To time.Time // it happened at From or later, and before To; zero for no bound
}

// EventsOf returns the revisions of a branch's own events that are meant, from one on up to another one, ascending.
func (l *Live) EventsOf(ctx context.Context, modelID, branchName string, f EventFilter,
	from, to uint64) ([]uint64, error) {
	b := l.add(StreamName(modelID, branchName), modelID, branchName)
	return b.events.matching(ctx, l.store, b.stream, f, from, to)
}

// eventIndex knows of each event of a branch what it is, when it happened and who made it, in 24 bytes. It is read from
// the log when it is first asked for, which takes some 3 us an event, and read on later.
type eventIndex struct {
	mu      sync.Mutex
	marks   []eventMark // by revision
	numbers map[string]uint32
	names   []string // of types, users and agents
}

// eventMark is an event: when it happened, in nanoseconds since 1970, and the numbers of names.
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

// nanoseconds is a time since 1970, or the bound for none. What lies outside of the years 1678 to 2261 is before or
// after all events.
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

// numbered says of each number whether its name is wanted.
func (x *eventIndex) numbered(wanted func(name string) bool) []bool {
	out := make([]bool, len(x.names))
	for i, name := range x.names {
		out[i] = wanted(name)
	}
	return out
}

// extend reads the stream on to its end, unless a revision is known.
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

// number is that of a name, a new one for a name that was not met before.
func (x *eventIndex) number(name string) uint32 {
	n, known := x.numbers[name]
	if !known {
		if x.numbers == nil {
			x.numbers = map[string]uint32{}
		}
		n = uint32(len(x.names))
		name = strings.Clone(name) // it is a piece of the metadata
		x.numbers[name], x.names = n, append(x.names, name)
	}
	return n
}
