package app

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/geometry/processors"
)

// SharedWork computes a question once for all callers that ask it at the same time, and caches the last answers. A key
// identifies the question and the state that it concerns, so an answer stays valid.
type SharedWork[T any] struct {
	mu    sync.Mutex
	works map[string]*work[T]
	kept  []string // keys of finished works, the latest last
}

// keptAnswers is how many answers are cached, for callers who ask the same question many times at once and are served
// one after the other.
const keptAnswers = 2

type work[T any] struct {
	done    chan struct{} // closed when answer or err is there
	answer  T
	err     error
	waiting int
	cancel  context.CancelFunc
}

// Do returns the answer to a question. It calls compute for the first caller, and cancels the computation when no
// caller waits any more.
func (s *SharedWork[T]) Do(ctx context.Context, key string,
	compute func(context.Context) (T, error)) (answer T, err error) {
	w := s.join(ctx, key, compute)
	select {
	case <-w.done:
		return w.answer, w.err
	case <-ctx.Done():
		s.leave(key, w)
		return answer, ctx.Err()
	}
}

func (s *SharedWork[T]) join(ctx context.Context, key string, compute func(context.Context) (T, error)) *work[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.works[key]
	if w == nil {
		if s.works == nil {
			s.works = map[string]*work[T]{}
		}
		w = &work[T]{done: make(chan struct{})}
		s.works[key] = w
		ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
		go s.run(ctx, key, w, compute)
	}
	w.waiting++
	return w
}

func (s *SharedWork[T]) run(ctx context.Context, key string, w *work[T], compute func(context.Context) (T, error)) {
	defer w.cancel()
	defer close(w.done)
	w.answer, w.err = recovering(ctx, compute)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.works[key] != w {
		return // every caller has left, and a newer one may have started the work again
	}
	if w.err != nil {
		delete(s.works, key)
		return
	}
	if s.kept = append(s.kept, key); len(s.kept) > keptAnswers {
		delete(s.works, s.kept[0])
		s.kept = slices.Delete(s.kept, 0, 1)
	}
}

// recovering converts a panic to an error, because nothing else on this goroutine would report it.
func recovering[T any](ctx context.Context, compute func(context.Context) (T, error)) (answer T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a panic: %v\n%s", r, debug.Stack())
		}
	}()
	defer processors.Stopped(&err)
	return compute(ctx)
}

// leave stops waiting. The last caller to leave cancels the work.
func (s *SharedWork[T]) leave(key string, w *work[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w.waiting--; w.waiting > 0 || s.works[key] != w {
		return
	}
	select {
	case <-w.done: // and the answer is kept
	default:
		w.cancel()
		delete(s.works, key)
	}
}
