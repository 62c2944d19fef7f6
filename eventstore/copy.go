package eventstore

import (
	"context"
	"errors"
	"fmt"
)

// CopyOptions selects the streams that Copy copies, and reports its progress.
type CopyOptions struct {
	// Wants reports whether to copy a stream; nil means all streams.
	Wants func(stream string) bool
	// Progress is called from time to time with the position reached in the source and its last position; it may be
	// nil.
	Progress func(position, last uint64)
}

// The bounds of pending appends to the target. They are large enough for the target to write many appends at once, and
// small enough to fit into memory.
const (
	copyAppends = 256
	copyBytes   = 2 * MaxAppendBytes
)

// Copied is the result of a copy.
type Copied struct {
	Streams int    // wanted streams of the source
	Events  uint64 // events in these streams
	Written uint64 // events that the target did not have yet
}

// ErrDiverged means that a stream of the target is not a prefix of the same stream in the source.
var ErrDiverged = errors.New("the target has other or later events of its own")

// Copy writes the events of one store to another one, in order, with their ids, revisions, times and hashes. A copy
// that was interrupted continues when it is run again: existing events are compared by the hashes of the heads and not
// written twice. If a stream of the target differs or is longer, Copy returns ErrDiverged and writes nothing. At the
// end it compares the heads of both stores.
func Copy(ctx context.Context, from, to Store, o CopyOptions) (Copied, error) {
	c := copying{from: from, to: to, CopyOptions: o, have: map[string]uint64{}}
	if c.Wants == nil {
		c.Wants = func(string) bool { return true }
	}
	if err := c.compareHeads(ctx); err != nil {
		return c.done, err
	}
	if err := c.write(ctx); err != nil {
		return c.done, err
	}
	return c.done, c.verify(ctx)
}

// copying is a copy in progress.
type copying struct {
	from, to Store
	CopyOptions
	have  map[string]uint64 // number of events of each stream that the target has
	done  Copied
	parts []Append // parts of the next append, at most one for each stream
	waits []func() ([]Result, error)
	bytes int // pending
}

// compareHeads determines which events the target already has.
func (c *copying) compareHeads(ctx context.Context) error {
	there, err := c.to.Streams(ctx, "")
	if err != nil {
		return err
	}
	for _, h := range there {
		if !c.Wants(h.Stream) {
			continue
		}
		ours, err := c.from.Head(ctx, h.Stream)
		if errors.Is(err, ErrStreamNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		same := h.Revision <= ours.Revision
		if same {
			if same, err = hasEvent(ctx, c.from, h); err != nil {
				return err
			}
		}
		if !same {
			return fmt.Errorf("%w: stream %q is at revision %d there, with hash %x; the source has it to revision %d",
				ErrDiverged, h.Stream, h.Revision, h.Hash[:8], ours.Revision)
		}
		c.have[h.Stream] = h.Revision + 1
	}
	return nil
}

// hasEvent reports whether a store has the event that is the head of a stream in another store.
func hasEvent(ctx context.Context, s Store, h Head) (bool, error) {
	for r, err := range s.Read(ctx, h.Stream, h.Revision) {
		return err == nil && r.Hash == h.Hash, err
	}
	return false, nil
}

// write sends the events, with many appends pending at a time.
func (c *copying) write(ctx context.Context) error {
	last, err := c.from.Position(ctx)
	if err != nil {
		return err
	}
	for r, err := range c.from.ReadAll(ctx, 0) {
		if err != nil {
			return errors.Join(err, c.await())
		}
		if c.Progress != nil && r.Position%copyAppends == 0 {
			c.Progress(r.Position, last)
		}
		if r.Revision < c.have[r.Stream] || !c.Wants(r.Stream) {
			continue
		}
		if err := c.add(ctx, r); err != nil {
			return errors.Join(err, c.await())
		}
	}
	c.send(ctx)
	return c.await()
}

// add adds an event to the pending part of its stream, if that is the last pending part. Otherwise it begins a new part
// or a new append.
func (c *copying) add(ctx context.Context, r Recorded) error {
	n := len(c.parts)
	size := len(r.Data) + len(r.Meta)
	if n > 0 && (c.parts[n-1].Stream != r.Stream && c.touches(r.Stream) || Size(c.parts)+size > MaxAppendBytes/4) {
		c.send(ctx)
		if len(c.waits) >= copyAppends || c.bytes > copyBytes {
			if err := c.await(); err != nil {
				return err
			}
		}
		n = 0
	}
	if n == 0 || c.parts[n-1].Stream != r.Stream {
		expected := NoStream
		if r.Revision > 0 {
			expected = At(r.Revision - 1)
		}
		c.parts = append(c.parts, Append{Stream: r.Stream, Expected: expected, PrevHash: r.PrevHash})
		n = len(c.parts)
	}
	p := &c.parts[n-1]
	p.Events, p.RecordedAt = append(p.Events, r.Event), append(p.RecordedAt, r.RecordedAt)
	c.done.Written++
	c.bytes += size
	return nil
}

func (c *copying) touches(stream string) bool {
	for _, p := range c.parts {
		if p.Stream == stream {
			return true
		}
	}
	return false
}

func (c *copying) send(ctx context.Context) {
	if len(c.parts) > 0 {
		c.waits = append(c.waits, c.to.Enqueue(ctx, c.parts...))
		c.parts = nil
	}
}

func (c *copying) await() error {
	var first error
	for _, wait := range c.waits {
		if _, err := wait(); err != nil && first == nil {
			first = err
		}
	}
	c.waits, c.bytes = nil, 0
	return first
}

// verify compares the heads of both stores.
func (c *copying) verify(ctx context.Context) error {
	heads, err := c.from.Streams(ctx, "")
	if err != nil {
		return err
	}
	for _, h := range heads {
		if !c.Wants(h.Stream) {
			continue
		}
		c.done.Streams++
		c.done.Events += h.Revision + 1
		there, err := c.to.Head(ctx, h.Stream)
		if err != nil {
			return fmt.Errorf("the copy of stream %q: %w", h.Stream, err)
		}
		if there.Revision != h.Revision || there.Hash != h.Hash {
			return fmt.Errorf("%w: the copy of stream %q ends at revision %d, the source at %d, or with another "+
				"hash: one of them was written to meanwhile", ErrDiverged, h.Stream, there.Revision, h.Revision)
		}
	}
	return nil
}
