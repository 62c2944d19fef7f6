package kurrentdb

import (
	"errors"

	"github.com/bimstream/bimstream/eventstore"
)

// noteBeaten tells at which streams others were first.
func (c *commit) noteBeaten(t *turns) {
	for i := range c.outcomes {
		if wrong, ok := errors.AsType[*eventstore.WrongExpectedError](c.outcomes[i].err); ok {
			t.isBeaten(wrong.Stream)
		}
	}
}

// isBeaten notes that an append of this process to a stream was outdated before it was sent.
func (t *turns) isBeaten(stream string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.beaten) >= mostLosers {
		clear(t.beaten)
	}
	t.beaten[stream] = true
}

// wasBeaten reports whether that is so, and no append of this process to the stream was valid since.
func (t *turns) wasBeaten(stream string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.beaten[stream]
}
