package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/bimstream/bimstream/eventstore"
)

// continuity remembers with which client the log was last seen to continue the mirror. A server that was replaced, or
// restored from a backup, drops its connections; so the first question of each client also asks for the last event that
// the mirror has.
type continuity struct {
	mu  sync.Mutex
	era uint64
}

func (c *continuity) holds(era uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.era == era
}

func (c *continuity) confirm(era uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.era = era
}

// catchUp fetches what the log has and the mirror has not.
func (s *Store) catchUp(ctx context.Context) error {
	position, err := s.mirror.Position(ctx)
	if err != nil {
		return err
	}
	era, err := s.sessions.connect(ctx)
	if err != nil {
		return err
	}
	from, overlap := position, position > 0 && !s.continuity.holds(era)
	if overlap {
		from--
	}
	seen := false
	err = s.readFrom(ctx, from, func(c chunk) error {
		seen = true
		return s.apply(ctx, c, overlap)
	})
	switch {
	case errors.Is(err, errMissing) && position == 0:
		err = nil
	case errors.Is(err, errMissing), err == nil && overlap && !seen:
		return s.shorter(position)
	}
	if err == nil {
		s.continuity.confirm(era)
	}
	return err
}

// shorter is the answer to a log that ends before the mirror does.
func (s *Store) shorter(position uint64) error {
	return fmt.Errorf("%w: the mirror in %s has %d events, the log %q on the server has fewer: if the server was replaced or "+
		"restored on purpose, delete the mirror", eventstore.ErrCorrupt, s.mirror.Path(), position, s.logName)
}

// apply writes a chunk to the mirror. With compare, also events that it has already are looked at.
func (s *Store) apply(ctx context.Context, c chunk, compare bool) error {
	s.applying.Lock()
	defer s.applying.Unlock()
	position, err := s.mirror.Position(ctx)
	if err != nil {
		return err
	}
	if c[len(c)-1].Position <= position && !compare {
		return nil
	}
	_, err = s.mirror.Replicate(ctx, c)
	if errors.Is(err, eventstore.ErrCorrupt) {
		return fmt.Errorf("the log %q does not continue the mirror in %s: if the server was replaced or restored on purpose, "+
			"delete the mirror: %w", s.logName, s.mirror.Path(), err)
	}
	return err
}
