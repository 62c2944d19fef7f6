package storetest

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// Verdict is the result of Check for one scenario. The scenario passed if there are no failures.
type Verdict struct {
	Name     string
	Failures []string
	Took     time.Duration
}

// Check runs every scenario on a store of its own and passes each verdict to report as soon as it is known. open
// returns an empty store, which Check closes. If ctx ends, Check stops early and returns the context's error. In that
// case a scenario that keeps running, or a store that cannot be closed, is left behind.
func Check(ctx context.Context, open func() (eventstore.Store, error), report func(Verdict)) error {
	for _, s := range scenarios() {
		if err := ctx.Err(); err != nil {
			return err
		}
		begun := time.Now()
		failures := runScenario(ctx, s, open)
		report(Verdict{Name: s.name, Failures: failures, Took: time.Since(begun)})
	}
	return ctx.Err()
}

func runScenario(ctx context.Context, s scenario, open func() (eventstore.Store, error)) []string {
	store, err := open()
	if err != nil {
		return []string{fmt.Sprintf("opening: %v", err)}
	}
	r := &recorder{ctx: ctx}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if err := store.Close(); err != nil {
				r.Errorf("closing: %v", err)
			}
		}()
		r.run(s, store)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(leaveAfter):
			r.Errorf("it went on after it was to end")
		}
	}
	return r.noted()
}

// leaveAfter is how long a scenario may take to stop after its context has ended.
const leaveAfter = 2 * time.Second

// run runs a scenario in a separate goroutine, which Fatal ends.
func (r *recorder) run(s scenario, store eventstore.Store) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() {
			if p := recover(); p != nil {
				r.Errorf("panic: %v", p)
			}
		}()
		s.check(r, store)
	}()
	<-ended
}

// recorder is the T for scenarios that run outside go test.
type recorder struct {
	ctx      context.Context
	mu       sync.Mutex
	failures []string
}

var _ T = (*recorder)(nil)

// Context is the context of the whole run.
func (r *recorder) Context() context.Context { return r.ctx }

// Helper does nothing: failures are reported without a source position.
func (r *recorder) Helper() {}

// Error records a failure.
func (r *recorder) Error(args ...any) { r.note(fmt.Sprint(args...)) }

// Errorf records a failure.
func (r *recorder) Errorf(format string, args ...any) { r.note(fmt.Sprintf(format, args...)) }

// Fatal records a failure and ends the scenario.
func (r *recorder) Fatal(args ...any) {
	r.note(fmt.Sprint(args...))
	runtime.Goexit()
}

// Fatalf records a failure and ends the scenario.
func (r *recorder) Fatalf(format string, args ...any) {
	r.note(fmt.Sprintf(format, args...))
	runtime.Goexit()
}

func (r *recorder) noted() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.failures)
}

func (r *recorder) note(failure string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures = append(r.failures, failure)
}
