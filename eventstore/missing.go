package eventstore

import (
	"context"
	"errors"
	"fmt"
)

// Missing describes the events of a stream that one store has and another one lacks.
type Missing struct {
	Stream   string
	From     uint64 // the first revision that the other store lacks, or has with other content
	Events   uint64
	Diverged bool // the other store's stream has different events from there on
}

// MissingFrom returns, by stream, the events that a store lacks compared with another store. The hashes of a stream are
// chained, so that bisection finds the point where two streams diverge.
func MissingFrom(ctx context.Context, store, whole Store) (out []Missing, err error) {
	heads, err := whole.Streams(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, h := range heads {
		there, err := store.Head(ctx, h.Stream)
		none := errors.Is(err, ErrStreamNotFound)
		if err != nil && !none {
			return nil, err
		}
		common := uint64(0)
		if !none {
			if common, err = inCommon(ctx, store, whole, h.Stream, min(h.Revision, there.Revision)+1); err != nil {
				return nil, err
			}
		}
		if common <= h.Revision {
			out = append(out, Missing{Stream: h.Stream, From: common, Events: h.Revision + 1 - common,
				Diverged: !none && common <= there.Revision})
		}
	}
	return out, nil
}

// inCommon returns how many of the first n events of a stream two stores have in common.
func inCommon(ctx context.Context, a, b Store, stream string, n uint64) (uint64, error) {
	low, high := uint64(0), n
	for low < high {
		middle := (low + high) / 2
		ours, err := hashAt(ctx, a, stream, middle)
		if err != nil {
			return 0, err
		}
		theirs, err := hashAt(ctx, b, stream, middle)
		if err != nil {
			return 0, err
		}
		if ours == theirs {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, nil
}

func hashAt(ctx context.Context, s Store, stream string, revision uint64) (Hash, error) {
	for e, err := range s.Read(ctx, stream, revision) {
		return e.Hash, err
	}
	return Hash{}, nil
}

// String describes what is missing in a stream.
func (m Missing) String() string {
	if m.Diverged {
		return fmt.Sprintf("%s: %d events from revision %d on, where the server's stream went on otherwise", m.Stream,
			m.Events, m.From)
	}
	return fmt.Sprintf("%s: %d events from revision %d on", m.Stream, m.Events, m.From)
}
