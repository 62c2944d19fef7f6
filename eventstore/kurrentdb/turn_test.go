package kurrentdb

import (
	"fmt"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// TestWhoKeepsLosingGetsMoreTime has one writer lose again and again at a stream at which another one is faster: each
// time it has longer than the time before, up to a bound, until its append is valid.
func TestWhoKeepsLosingGetsMoreTime(t *testing.T) {
	all := newTurns("own")
	at := uint64(0)
	saw := func(writer string, verdict sqlite.Verdict) {
		at++
		c := &chunk{commits: []string{fmt.Sprintf("%s.%d", writer, at)}}
		c.From, c.Next = at, at+1
		c.Entries = []sqlite.Entry{{Place: at, Records: []eventstore.Recorded{{Stream: "model"}}}}
		all.note(c, []sqlite.Verdict{verdict})
	}
	before := time.Duration(0)
	for range 12 {
		saw("slow", sqlite.Void)
		place, length, left, _ := all.state("model", "slow")
		if place != 0 || length != 1 || left > patientLimit || left <= min(before, patientLimit*9/10) {
			t.Fatalf("place %d of %d, %s left after %s", place, length, left, before)
		}
		before = left
		saw("fast", sqlite.Valid) // it takes no turn from who waits
		all.remove("model", 0)    // the time is over
	}
	saw("slow", sqlite.Valid)
	saw("slow", sqlite.Void)
	if _, _, left, _ := all.state("model", "slow"); left > lostLimit {
		t.Errorf("%s left after one loss", left)
	}
}
