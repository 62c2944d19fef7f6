package mcp

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
)

// TestCallsWithAndWithoutAModelKeepTheirOrder checks the order of calls with and without a model, which may concern the
// same model.
func TestCallsWithAndWithoutAModelKeepTheirOrder(t *testing.T) {
	named, unnamed := branchKey{"m", "main"}, branchKey{"", "main"}
	for _, keys := range [][]branchKey{
		{named, unnamed}, {unnamed, named}, {named, unnamed, named}, {unnamed, {"", "option"}},
		{named, {"other", "main"}, unnamed}, {{"m", "option"}, unnamed, {"m", "option"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var q writeQueue
			var writes []*queuedWrite
			for _, k := range keys {
				writes = append(writes, q.reserve(k))
			}
			last := writes[len(writes)-1]
			for _, w := range writes[:len(writes)-1] {
				if ready(t, last) {
					t.Errorf("%v: the last call does not wait for those before", keys)
				}
				w.release()
			}
			if !ready(t, last) {
				t.Errorf("%v: the last call waits for nobody", keys)
			}
			last.release()
		})
	}
}

// TestTheOrderOfRandomCalls checks that a call waits for the earlier calls that may concern the same branch, and that
// no other call waits.
func TestTheOrderOfRandomCalls(t *testing.T) {
	keys := []branchKey{{"a", "main"}, {"a", "option"}, {"b", "main"}, {"", "main"}, {"", ""}}
	for seed := range uint64(300) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			var q writeQueue
			writes := make([]*queuedWrite, 8)
			left := make([]bool, len(writes))
			for i := range writes {
				writes[i] = q.reserve(keys[random.IntN(len(keys))])
				if j := random.IntN(i + 1); !left[j] && random.IntN(3) == 0 {
					writes[j].release()
					left[j] = true
				}
			}
			for _, i := range random.Perm(len(writes)) {
				synctest.Wait()
				mustWait := false
				for j, w := range writes[:i] {
					mustWait = mustWait || !closed(w.left) && sharesOrder(writes[j:i+1])
				}
				if got := !ready(t, writes[i]); got != mustWait {
					t.Errorf("seed %d: call %d waits: %v, want %v", seed, i, got, mustWait)
				}
				writes[i].release()
			}
			synctest.Wait()
			if len(q.tails) != 0 {
				t.Errorf("seed %d: %d calls are still queued", seed, len(q.tails))
			}
		})
	}
}

// sharesOrder reports whether the last call must come after the first one. It must if a chain of calls leads from the
// first to the last, in which each call may concern the same branch as the next.
func sharesOrder(writes []*queuedWrite) bool {
	reached := map[int]bool{0: true}
	for i, w := range writes {
		for j, earlier := range writes[:i] {
			same := w.key == earlier.key || w.key.model == "" || earlier.key.model == ""
			if reached[j] && same {
				reached[i] = true
			}
		}
	}
	return reached[len(writes)-1]
}

// ready reports whether a call need not wait.
func ready(t *testing.T, w *queuedWrite) bool {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.wait(ctx) }()
	synctest.Wait()
	cancel()
	return <-done == nil
}
