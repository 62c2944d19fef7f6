package kurrentdb

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/eventstore"
)

// view is the store as the writer knows it: what this process knows, and behind it the events that are about to be
// written. What is known may grow meanwhile. That does no harm: an append is made for the heads that it was judged by,
// and void when they are not those at its place in the log. So the head of a stream is looked up once.
type view struct {
	ctx      context.Context
	known    known
	position uint64                // of the last event
	tail     []eventstore.Recorded // ascending, without gaps
	heads    map[string]knownHead  // those that were looked up
}

// knownHead is the last event of a stream, or the news that there is none.
type knownHead struct {
	head   eventstore.Head
	exists bool
}

// LastOf returns the last event of a stream; exists is false when there is none.
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
	if v.heads == nil {
		v.heads = map[string]knownHead{}
	}
	v.heads[stream] = knownHead{head, exists}
	return head, exists, nil
}

// From returns at most n events of a stream from a revision on.
func (v *view) From(stream string, revision uint64, n int) ([]eventstore.Recorded, error) {
	var out []eventstore.Recorded
	for r, err := range v.known.Read(v.ctx, stream, revision) {
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
	for _, r := range v.tail {
		if len(out) < n && r.Stream == stream && r.Revision == revision+uint64(len(out)) {
			out = append(out, r)
		}
	}
	return out, nil
}

// At returns at most n events of the store from a position on.
func (v *view) At(position uint64, n int) ([]eventstore.Recorded, error) {
	var out []eventstore.Recorded
	for r, err := range v.known.ReadAll(v.ctx, position-1) {
		if err != nil {
			return nil, err
		}
		if out = append(out, r); len(out) == n {
			return out, nil
		}
	}
	for _, r := range v.tail {
		if len(out) < n && r.Position == position+uint64(len(out)) {
			out = append(out, r)
		}
	}
	return out, nil
}
