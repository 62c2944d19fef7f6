package sqlite

import (
	"context"
	"sync"
	"time"
)

// holdLimit bounds how long a hold keeps the other processes from writing: a decision takes milliseconds, that of a large
// merge some hundred. Beyond, the hold ends and its append is one like others.
const holdLimit = 2 * time.Second

// hold is the gate in the hands of one caller, for one append.
type hold struct {
	granted  chan error    // tells the caller that no other process can write, or why there is no hold
	appended chan *request // the append of the caller
	released chan struct{} // closed when the caller wants none any more
	over     chan struct{} // closed when the gate is free for others
}

type holdKey struct{}

// Hold keeps all other writers out until release, which must be called, or until one append with the context that it
// answers: that one cannot lose a race. It ends by itself after some seconds.
func (s *Store) Hold(ctx context.Context) (held context.Context, release func(), err error) {
	if err := s.begin(ctx); err != nil {
		return nil, nil, err
	}
	h := &hold{granted: make(chan error, 1), appended: make(chan *request), released: make(chan struct{}), over: make(chan struct{})}
	r := s.writer.enqueue(&request{hold: h, done: make(chan outcome, 1)})
	end := sync.OnceFunc(func() {
		close(h.released)
		s.uses.Done()
	})
	select {
	case err = <-h.granted:
	case <-ctx.Done():
		err = ctx.Err()
		if !r.claim() {
			<-h.granted
		}
	}
	if err != nil {
		end()
		return nil, nil, err
	}
	return context.WithValue(ctx, holdKey{}, h), end, nil
}

// offer hands an append to the hold of its context, if there is one that is not over.
func offer(ctx context.Context, r *request) bool {
	h, ok := ctx.Value(holdKey{}).(*hold)
	if !ok {
		return false
	}
	select {
	case h.appended <- r:
		return true
	case <-h.over:
		return false
	}
}

// serve waits for the append of a hold and writes it. The gate is held, unless err says why not.
func (w *writer) serve(h *hold, err error) {
	defer close(h.over)
	h.granted <- err
	if err != nil {
		return
	}
	limit := time.NewTimer(holdLimit)
	defer limit.Stop()
	var r *request
	select {
	case r = <-h.appended:
	case <-h.released:
	case <-limit.C:
	case <-w.closing:
	}
	var o outcome
	written := r != nil && r.claim()
	if written {
		o = w.commit([]*request{r})[0]
	}
	err = w.gate.release()
	if !written {
		return
	}
	if o.err == nil && o.results == nil {
		o.err = err
	}
	r.answer(o.results, o.err)
}
