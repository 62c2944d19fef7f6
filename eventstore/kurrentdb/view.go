package kurrentdb

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/eventstore"
)

// view is the store as the writer sees it: the events that this process knows, followed by the events about to be
// written. Meanwhile more events may become known. This does no harm, because an append names the heads on which it was
// judged, and is void if its streams have other heads at its place. Each head is therefore looked up only once.
type view struct {
	ctx      context.Context
	known    known
	position uint64                // of the last event
	tail     []eventstore.Recorded // ascending, without gaps
	heads    map[string]knownHead  // heads that were looked up
}

// knownHead is the last event of a stream, or the information that it has none.
type knownHead struct {
	head   eventstore.Head
	exists bool
}

// LastOf returns the last event of a stream. exists is false if there is none.
func (v *view) LastOf(stream string) (head eventstore.Head, exists bool, err error) {
	for i := len(v.tail) - 1; i >= 0; i-- {
		if r := &v.tail[i]; r.Stream == stream {
			return eventstore.Head{Stream: stream, Revision: r.Revision, Position: r.Position, Hash: r.Hash}, true, nil
		}
	}
	if h, looked := v.heads[stream]; looked {
		return h.head, h.exists, nil
	}
	head, err = v.known.Head(v.ctx, stream)
	exists = err == nil
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		head, err = eventstore.Head{Stream: stream}, nil
	}
	if err != nil {
		return head, false, err
	}
	v.heads[stream] = knownHead{head, exists}
	return head, exists, nil
}

// From returns at most n events of a stream from a revision on.
func (v *view) From(stream string, revision uint64, n int) ([]eventstore.Recorded, error) {
	return v.collect(v.known.Read(v.ctx, stream, revision), n, func(r *eventstore.Recorded, before int) bool {
		return r.Stream == stream && r.Revision == revision+uint64(before)
	})
}

// At returns at most n events of the store from a position on.
func (v *view) At(position uint64, n int) ([]eventstore.Recorded, error) {
	return v.collect(v.known.ReadAll(v.ctx, position-1), n, func(r *eventstore.Recorded, before int) bool {
		return r.Position == position+uint64(before)
	})
}

// collect returns at most n events. It takes events from known, and then events of the view for which isNext returns
// true. The second argument of isNext is the number of events collected so far.
func (v *view) collect(known sequence, n int, isNext func(r *eventstore.Recorded, before int) bool) (
	out []eventstore.Recorded, err error) {
	for r, err := range known {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			break
		}
		if err != nil {
			return nil, err
		}
		if out = append(out, r); len(out) == n {
			return out, nil
		}
	}
	for i := range v.tail {
		if len(out) < n && isNext(&v.tail[i], len(out)) {
			out = append(out, v.tail[i])
		}
	}
	return out, nil
}
