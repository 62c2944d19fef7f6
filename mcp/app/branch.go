package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// ExpectedView returns the current view and checks that it is at exactly the expected revision, for changes that cannot
// be reconciled with later events.
func (b *Backend) ExpectedView(ctx context.Context, c *mcp.Call) (*projections.View, error) {
	v, err := b.View(ctx, c)
	if err != nil {
		return nil, err
	}
	if expected := c.Common.ExpectedRevision; expected != nil && uint64(*expected) != v.Revision {
		return nil, state.Errorf(state.RevisionConflict,
			"the branch is at revision %d, not %d: read what changed with list_events, then decide again", v.Revision,
			*expected).
			With("current_revision", v.Revision).With("expected_revision", *expected)
	}
	return v, nil
}

// Storing returns the commit function for events that change no view, and for other appends that are stored with them.
func (b *Backend) Storing(stream string, expected eventstore.Expected, events []eventstore.Event,
	others ...eventstore.Append) func(context.Context, []eventstore.Append) (string, error) {
	return func(ctx context.Context, records []eventstore.Append) (string, error) {
		parts := slices.Concat([]eventstore.Append{{Stream: stream, Expected: expected, Events: events}}, others,
			records)
		_, err := b.Store.Append(ctx, parts...)
		if wrong, ok := errors.AsType[*eventstore.WrongExpectedError](err); ok && wrong.Stream == stream {
			return "", fmt.Errorf("%w: %w", mcp.ErrConflict, err)
		}
		return events[0].ID, err
	}
}

func RefsOf(events []eventstore.Event) []EventRef {
	out := make([]EventRef, len(events))
	for i, e := range events {
		out[i] = EventRef{EventID: e.ID, Type: e.Type}
	}
	return slices.Clip(out)
}
