package kurrentdb

import (
	"math/rand/v2"
	"time"
)

// The bounds of the pause of a writer whose append was void: below a round trip at first, so that nobody waits who was
// beaten once, and no longer than what a person notices.
const (
	firstRetry = 2 * time.Millisecond
	lastRetry  = 200 * time.Millisecond
)

// randomPause is a random time below a bound that doubles with each try.
func randomPause(tries int) time.Duration {
	bound := min(firstRetry<<min(tries, 10), lastRetry)
	return time.Duration(rand.Int64N(int64(bound)) + 1)
}
