package kurrentdb

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// view is the log as the writer knows it: the mirror, and behind it the events of this process that the mirror does not
// have yet or that are about to be written. The mirror may grow meanwhile. That does no harm: what it tells has happened,
// and an append that was judged on an older end of the log is refused by the server.
type view struct {
	ctx    context.Context
	mirror *sqlite.Store
	tail   []eventstore.Recorded // ascending, without gaps
}

// end is the position of the last event.
func (v *view) end() (uint64, error) {
	position, err := v.mirror.Position(v.ctx)
	if n := len(v.tail); n > 0 {
		position = max(position, v.tail[n-1].Position)
	}
	return position, err
}

// head answers the last event of a stream; exists is false when there is none.
func (v *view) head(stream string) (head eventstore.Head, exists bool, err error) {
	head, err = v.mirror.Head(v.ctx, stream)
	exists = err == nil
	if errors.Is(err, eventstore.ErrStreamNotFound) {
		head, err = eventstore.Head{Stream: stream}, nil
	}
	for i := len(v.tail) - 1; i >= 0; i-- {
		r := &v.tail[i]
		if r.Stream != stream {
			continue
		}
		if !exists || r.Revision > head.Revision {
			head = eventstore.Head{Stream: stream, Revision: r.Revision, Position: r.Position, Hash: r.Hash}
		}
		return head, true, err
	}
	return head, exists, err
}

// from answers at most n events of a stream from a revision on.
func (v *view) from(stream string, revision uint64, n int) ([]eventstore.Recorded, error) {
	var out []eventstore.Recorded
	for r, err := range v.mirror.Read(v.ctx, stream, revision) {
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

// at answers at most n events of the log from a position on.
func (v *view) at(position uint64, n int) ([]eventstore.Recorded, error) {
	var out []eventstore.Recorded
	for r, err := range v.mirror.ReadAll(v.ctx, position-1) {
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

// trim forgets the events of the tail that the mirror has by now.
func (v *view) trim() error {
	position, err := v.mirror.Position(v.ctx)
	for len(v.tail) > 0 && v.tail[0].Position <= position {
		v.tail = v.tail[1:]
	}
	return err
}
