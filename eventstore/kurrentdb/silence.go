package kurrentdb

import (
	"context"
	"sync/atomic"
	"time"
)

// followSilence is how long a subscription may bring nothing before its node is asked whether it still leads.
const followSilence = 5 * time.Second

// heed asks the node that a subscription comes from, whenever that was silent for followSilence, something that only a
// leader answers. heard is called when something comes. A node that was cut off from its cluster keeps its connections
// and a subscription without a word, while another one leads: its answer, or that there is none, lets the client be
// given up, and the subscription with it.
func (s *Store) heed(ctx context.Context) (heard func()) {
	var last atomic.Int64
	heard = func() { last.Store(time.Now().UnixNano()) }
	heard()
	go func() {
		for ctx.Err() == nil {
			silent := time.Since(time.Unix(0, last.Load()))
			if silent < s.options.silence {
				sleep(ctx, s.options.silence-silent)
				continue
			}
			_ = s.askMetadata(ctx) // what comes of it is not for here
			sleep(ctx, s.options.silence)
		}
	}()
	return heard
}
