package memory

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/eventstore"
)

// Over is a store that shows another store together with further appends. It keeps these appends in memory, so that
// decisions made on it leave nothing behind in the other store. The first append to a stream here freezes the stream:
// later events of the other store are no longer seen in it. Over is safe for concurrent use.
type Over struct {
	base eventstore.Store

	mu      sync.Mutex
	from    uint64 // the other store's position at the first append
	added   []eventstore.Recorded
	streams map[string]*overStream
	changed chan struct{}
}

// overStream is a stream that has been appended to.
type overStream struct {
	base   eventstore.Head // the head in the other store; valid only if exists
	exists bool
	added  []eventstore.Recorded
}

// NewOver lays a store over another one. The caller keeps the other store open.
func NewOver(base eventstore.Store) *Over {
	return &Over{base: base, streams: map[string]*overStream{}, changed: make(chan struct{})}
}

// Enqueue writes immediately.
func (o *Over) Enqueue(ctx context.Context, parts ...eventstore.Append) func() ([]eventstore.Result, error) {
	results, err := o.Append(ctx, parts...)
	return func() ([]eventstore.Result, error) { return results, err }
}

// LockWrites locks nobody out.
func (o *Over) LockWrites(ctx context.Context, _ string, _ bool) (context.Context, func(), error) {
	return ctx, func() {}, ctx.Err()
}

// Awaited always returns false: nobody else writes here.
func (o *Over) Awaited(string) bool { return false }

// Append stores all parts or none. A repeated append returns its first result only if all of its parts are repeated.
func (o *Over) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	if err := cmp.Or(eventstore.Validate(parts), ctx.Err()); err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	touched := make([]*overStream, len(parts))
	for i, p := range parts {
		s, err := o.opened(ctx, p.Stream)
		if err != nil {
			return nil, err
		}
		if err := s.judge(p); err != nil {
			return nil, err
		}
		touched[i] = s
	}
	if len(o.added) == 0 {
		var err error
		if o.from, err = o.base.Position(ctx); err != nil {
			return nil, err
		}
	}
	results := make([]eventstore.Result, len(parts))
	for i, p := range parts {
		o.streams[p.Stream] = touched[i]
		results[i] = o.record(touched[i], p)
	}
	close(o.changed)
	o.changed = make(chan struct{})
	return results, nil
}

// opened returns the current state of a stream. The caller holds the lock.
func (o *Over) opened(ctx context.Context, stream string) (*overStream, error) {
	if s := o.streams[stream]; s != nil {
		return s, nil
	}
	head, err := o.base.Head(ctx, stream)
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		return &overStream{}, nil
	}
	return &overStream{base: head, exists: err == nil}, err
}

// head returns the last event of the stream.
func (s *overStream) head(stream string) (eventstore.Head, bool) {
	if n := len(s.added); n > 0 {
		last := s.added[n-1]
		return eventstore.Head{Stream: stream, Revision: last.Revision, Position: last.Position, Hash: last.Hash}, true
	}
	return s.base, s.exists
}

func (s *overStream) judge(p eventstore.Append) error {
	head, exists := s.head(p.Stream)
	actual := eventstore.NoStream
	if exists {
		actual = eventstore.At(head.Revision)
	}
	switch {
	case p.Expected == eventstore.Any, p.Expected == eventstore.StreamExists && exists:
		return nil
	case p.Expected == actual && (!exists || p.FollowsHead(head.Hash)):
		return nil
	}
	return &eventstore.WrongExpectedError{Stream: p.Stream, Expected: p.Expected, Actual: actual}
}

// record stores a part. The caller holds the lock.
func (o *Over) record(s *overStream, p eventstore.Append) eventstore.Result {
	at := now()
	first := uint64(0)
	for i, e := range p.Events {
		r := eventstore.Recorded{Event: copyEvent(e), Stream: p.Stream, RecordedAt: at}
		if p.RecordedAt != nil {
			r.RecordedAt = p.RecordedAt[i]
		}
		if head, exists := s.head(p.Stream); exists {
			r.Revision, r.PrevHash = head.Revision+1, head.Hash
		}
		r.Position = o.from + uint64(len(o.added)) + 1
		r.Hash = eventstore.ChainHash(r.PrevHash, p.Stream, r.Revision, r.Event)
		s.added, o.added = append(s.added, r), append(o.added, r)
		if i == 0 {
			first = r.Revision
		}
	}
	last := s.added[len(s.added)-1]
	return eventstore.Result{FirstRevision: first, LastRevision: last.Revision, Position: last.Position}
}

// snapshot returns a copy of a stream that has been appended to here, or nil if the stream has only the events of the
// other store.
func (o *Over) snapshot(stream string) *overStream {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.streams[stream]
	if s == nil {
		return nil
	}
	out := *s
	out.added = slices.Clip(s.added)
	return &out
}

// Read yields the events of a stream from the given revision on, in ascending order.
func (o *Over) Read(ctx context.Context, stream string, from uint64) sequence {
	s := o.snapshot(stream)
	if s == nil {
		return o.base.Read(ctx, stream, from)
	}
	return func(yield func(eventstore.Recorded, error) bool) {
		if s.exists && from <= s.base.Revision {
			for e, err := range o.base.Read(ctx, stream, from) {
				if err == nil && e.Revision > s.base.Revision {
					break
				}
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
		for _, e := range s.added {
			if e.Revision >= from && !yieldCopy(yield, e) {
				return
			}
		}
	}
}

// ReadBackward yields the events of a stream from the last one to the first.
func (o *Over) ReadBackward(ctx context.Context, stream string) sequence {
	s := o.snapshot(stream)
	if s == nil {
		return o.base.ReadBackward(ctx, stream)
	}
	return func(yield func(eventstore.Recorded, error) bool) {
		for _, e := range slices.Backward(s.added) {
			if !yieldCopy(yield, e) {
				return
			}
		}
		if !s.exists {
			return
		}
		for e, err := range o.base.ReadBackward(ctx, stream) {
			if err == nil && e.Revision > s.base.Revision {
				continue
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// ReadAll yields the events of the other store, followed by the events appended here.
func (o *Over) ReadAll(ctx context.Context, after uint64) sequence {
	o.mu.Lock()
	from, added := o.from, slices.Clip(o.added)
	o.mu.Unlock()
	return func(yield func(eventstore.Recorded, error) bool) {
		for e, err := range o.base.ReadAll(ctx, after) {
			if err == nil && len(added) > 0 && e.Position > from {
				break
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
		for _, e := range added {
			if e.Position > after && !yieldCopy(yield, e) {
				return
			}
		}
	}
}

func yieldCopy(yield func(eventstore.Recorded, error) bool, e eventstore.Recorded) bool {
	e.Event = copyEvent(e.Event)
	return yield(e, nil)
}

// Head returns the last event of a stream, or ErrStreamNotFound if there is no such stream.
func (o *Over) Head(ctx context.Context, stream string) (eventstore.Head, error) {
	if s := o.snapshot(stream); s != nil {
		head, _ := s.head(stream)
		return head, ctx.Err()
	}
	return o.base.Head(ctx, stream)
}

// Position returns the position of the last event.
func (o *Over) Position(ctx context.Context) (uint64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.added); n > 0 {
		return o.added[n-1].Position, ctx.Err()
	}
	return o.base.Position(ctx)
}

// Streams returns the heads of the streams whose names start with prefix, sorted by name.
func (o *Over) Streams(ctx context.Context, prefix string) ([]eventstore.Head, error) {
	heads, err := o.base.Streams(ctx, prefix)
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	out := slices.DeleteFunc(slices.Clone(heads), func(h eventstore.Head) bool { return o.streams[h.Stream] != nil })
	for name, s := range o.streams {
		if head, exists := s.head(name); exists && strings.HasPrefix(name, prefix) {
			out = append(out, head)
		}
	}
	slices.SortFunc(out, func(a, b eventstore.Head) int { return cmp.Compare(a.Stream, b.Stream) })
	return out, nil
}

// Wait returns once there is an event with a position greater than after.
func (o *Over) Wait(ctx context.Context, after uint64) error {
	for {
		o.mu.Lock()
		there := len(o.added) > 0 && o.added[len(o.added)-1].Position > after
		changed := o.changed
		o.mu.Unlock()
		if there {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Close releases nothing: the other store belongs to the caller.
func (o *Over) Close() error { return nil }
