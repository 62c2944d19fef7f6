package sqlite

import (
	"context"
	"sync"
	"time"
)

// holdLimit bounds how long a hold keeps the other processes from writing: a decision takes milliseconds, that of a large
// merge some hundred. Beyond, the hold ends and its append is one like others.
const holdLimit = 2 * time.Second

// hold is the lead and the gate in the hands of one caller, for one append.
type hold struct {
	writer *writer
	limit  *time.Timer

	mu   sync.Mutex
	over bool // others may lead and pass the gate
}

type holdKey struct{}

// Hold keeps all other writers out until release, which must be called, or until one append with the context that it
// answers: that one cannot lose a race. It ends by itself after some seconds.
func (s *Store) Hold(ctx context.Context) (held context.Context, release func(), err error) {
	if err := s.begin(ctx); err != nil {
		return nil, nil, err
	}
	h, err := s.writer.hold(ctx)
	if err != nil {
		s.uses.Done()
		return nil, nil, err
	}
	end := sync.OnceFunc(func() {
		h.end()
		s.uses.Done()
	})
	return context.WithValue(ctx, holdKey{}, h), end, nil
}

func (w *writer) hold(ctx context.Context) (*hold, error) {
	if err := w.takeLead(ctx); err != nil {
		return nil, err
	}
	if err := w.openGate(ctx); err != nil {
		w.giveLead()
		return nil, err
	}
	h := &hold{writer: w}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.limit = time.AfterFunc(holdLimit, h.end)
	return h, nil
}

// end lets the others in.
func (h *hold) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.over {
		_ = h.finish() // a failure meets the next one who takes the gate
	}
}

// finish is called once, with mu held.
func (h *hold) finish() error {
	h.over = true
	h.limit.Stop()
	err := h.writer.gate.release()
	h.writer.idle.Reset(idleBeforeCheckpoint)
	h.writer.giveLead()
	return err
}

// write writes the append of the hold; false when the hold is over, and it is one like others.
func (h *hold) write(r *request) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return false
	}
	if !r.claim() {
		return true
	}
	o := h.writer.commit([]*request{r})[0]
	if err := h.finish(); o.err == nil && o.results == nil {
		o.err = err
	}
	r.answer(o.results, o.err)
	return true
}

// heldBy answers the hold of a context, nil when it has none.
func heldBy(ctx context.Context) *hold {
	h, _ := ctx.Value(holdKey{}).(*hold)
	return h
}
