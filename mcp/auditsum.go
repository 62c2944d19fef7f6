package mcp

import (
	"cmp"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/state"
)

// eventCallsRefused records how many calls of one kind were refused in a flood.
const eventCallsRefused = "calls.refused"

// callsRefused counts the refused calls of one caller with the same tool and error.
type callsRefused struct {
	Seq    uint64    `json:"seq"`
	Caller caller    `json:"caller"`
	Tool   string    `json:"tool"`
	Error  string    `json:"error"`
	Calls  int       `json:"calls"`
	First  time.Time `json:"first"`
	At     time.Time `json:"at"` // of the last call
}

// The bounds on the cost of refused calls.
const (
	// refusedAlone is how many refused calls of one caller are recorded individually within a window. A caller who
	// merely makes mistakes does not reach this number, and so many records do not fill a disk.
	refusedAlone  = 1000
	refusedWindow = time.Minute
	// sumInterval is how long calls are added to a sum before it is written.
	sumInterval = time.Second
	// maxSums bounds the combinations of caller, tool and error that are counted at a time. Beyond it, calls are
	// recorded individually.
	maxSums = 4096
)

type sumKey struct {
	caller      caller
	tool, error string
}

// refusals counts the refused calls of callers. The lock of the recorder guards it.
type refusals struct {
	windows map[caller]refusedCount
	sums    map[sumKey]callsRefused
}

type refusedCount struct {
	since time.Time
	calls int
}

// refused lists the errors that end a call before it has caused any cost.
var refused = []state.Code{state.InvalidInput, state.PermissionDenied, state.RateLimited,
	state.SessionLimitExceeded, state.ReasoningRequired, state.PathNotAllowed}

// flooding counts a refused call, and reports whether its caller has had too many refused calls to record each of them.
// Such a call is added to a sum.
func (r *recorder) flooding(by caller, now time.Time) bool {
	if r.refusals.windows == nil {
		r.refusals.windows, r.refusals.sums = map[caller]refusedCount{}, map[sumKey]callsRefused{}
	}
	if len(r.refusals.windows) >= maxSums {
		clear(r.refusals.windows)
	}
	w := r.refusals.windows[by]
	if now.Sub(w.since) >= refusedWindow {
		w = refusedCount{since: now}
	}
	w.calls++
	r.refusals.windows[by] = w
	return w.calls > refusedAlone && len(r.refusals.sums) < maxSums
}

// sum adds a refused call to a sum if its caller floods, and reports whether it did. A call whose first record is
// already written is recorded individually.
func (r *recorder) sum(entered string, seq uint64, key sumKey, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.flooding(key.caller, now) {
		return false
	}
	i := slices.IndexFunc(r.pending, func(w waitingRecord) bool { return w.ID == entered })
	if i < 0 {
		return false // the beginning is recorded, so the end must be recorded too
	}
	r.pending = slices.Delete(r.pending, i, i+1)
	s, known := r.refusals.sums[key]
	if !known {
		s = callsRefused{Seq: seq, Caller: key.caller, Tool: key.tool, Error: key.error, First: now}
	}
	s.Calls++
	s.At = now
	r.refusals.sums[key] = s
	r.arm(flushInterval)
	return true
}

// settleSums moves sums that are old enough, or all of them at the end, to the waiting records. The caller holds the
// lock.
func (r *recorder) settleSums(all bool, now time.Time) {
	var due []callsRefused
	for key, s := range r.refusals.sums {
		if all || now.Sub(s.First) >= sumInterval {
			due = append(due, s)
			delete(r.refusals.sums, key)
		}
	}
	slices.SortFunc(due, func(a, b callsRefused) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, s := range due {
		r.pending = append(r.pending, waitingRecord{Event: r.event(eventCallsRefused, s.Seq, s),
			due: now.Add(flushInterval)})
	}
}
