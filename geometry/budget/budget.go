package budget

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// ErrNever means that a request exceeds the whole budget. ErrBusy means that the memory is not available now, because
// all callers that hold memory wait for more. Errors of this package wrap them.
var (
	ErrNever = errors.New("more memory than work may take here")
	ErrBusy  = errors.New("the memory for work is taken")
)

// Budget is an amount of memory that several callers share.
type Budget struct {
	mu      sync.Mutex
	most    int64
	taken   int64
	holders int       // number of callers that hold memory
	waiting []*waiter // in the order of their requests
}

// waiter is a request in the queue for memory.
type waiter struct {
	holder *holder
	bytes  int64
	turn   chan struct{} // closed when memory or err is set
	err    error
}

// holder is a caller with the memory that the parts of its work hold together.
type holder struct {
	held int64

	ending   sync.Mutex
	releases []func() // run by End
}

// New returns a budget of the given number of bytes.
func New(bytes int64) *Budget { return &Budget{most: bytes} }

// process is the budget of this process.
var process = New(math.MaxInt64)

// Allow sets the total number of bytes that the work of this process may take. It must be called before any work takes
// memory.
func Allow(bytes int64) {
	process.mu.Lock()
	defer process.mu.Unlock()
	process.most = bytes
}

// Allowed returns the total number of bytes that the work of this process may take.
func Allowed() int64 {
	process.mu.Lock()
	defer process.mu.Unlock()
	return process.most
}

// DefaultPixels is the default number of pixels that a picture may have: an A0 sheet at 150 dots per inch.
const DefaultPixels = 40_000_000

var pixels atomic.Int64

// AllowPixels sets the largest number of pixels of a picture.
func AllowPixels(n int64) { pixels.Store(n) }

// Pixels returns the largest number of pixels of a picture.
func Pixels() int64 { return cmp.Or(pixels.Load(), DefaultPixels) }

// Take takes memory from the budget of the process, see [Budget.Take].
func Take(ctx context.Context, bytes int64) (release func(), err error) {
	return process.Take(ctx, bytes)
}

// callerKey is the key of the caller in a context.
type callerKey struct{}

// Begin returns a context whose work counts as one caller.
func Begin(ctx context.Context) context.Context {
	return context.WithValue(ctx, callerKey{}, &holder{})
}

// Hold takes memory from the budget of the process. The memory is given back when [End] is called with the context that
// [Begin] returned. For a context that is not from Begin, Hold only checks that the memory is available.
func Hold(ctx context.Context, bytes int64) error {
	release, err := process.Take(ctx, bytes)
	if err != nil {
		return err
	}
	h, _ := ctx.Value(callerKey{}).(*holder)
	if h == nil {
		release()
		return nil
	}
	h.ending.Lock()
	defer h.ending.Unlock()
	h.releases = append(h.releases, release)
	return nil
}

// End releases all memory that the caller of a context holds.
func End(ctx context.Context) {
	h, _ := ctx.Value(callerKey{}).(*holder)
	if h == nil {
		return
	}
	h.ending.Lock()
	defer h.ending.Unlock()
	for _, release := range h.releases {
		release()
	}
	h.releases = nil
}

// Take takes memory, and waits while it is not available. release gives the memory back; further calls of release do
// nothing. The error is [ErrNever], [ErrBusy] or the context's error.
func (b *Budget) Take(ctx context.Context, bytes int64) (release func(), err error) {
	h, _ := ctx.Value(callerKey{}).(*holder)
	if h == nil {
		h = &holder{}
	}
	w, err := b.enter(h, bytes)
	if err != nil {
		return nil, err
	}
	if w != nil {
		select {
		case <-w.turn:
		case <-ctx.Done():
			b.leave(w)
			return nil, ctx.Err()
		}
		if w.err != nil {
			return nil, w.err
		}
	}
	return sync.OnceFunc(func() { b.give(h, bytes) }), nil
}

// enter takes memory if it is available, otherwise it adds a waiter to the queue and returns it.
func (b *Budget) enter(h *holder, bytes int64) (*waiter, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if bytes > b.most-h.held {
		return nil, fmt.Errorf("%w: %d MB of %d MB", ErrNever, megabytes(bytes+h.held), b.most>>20)
	}
	w := &waiter{holder: h, bytes: bytes, turn: make(chan struct{})}
	b.waiting = append(b.waiting, w)
	b.serve()
	if slices.Contains(b.waiting, w) {
		return w, nil
	}
	return nil, w.err
}

// megabytes converts bytes to megabytes, rounded up.
func megabytes(bytes int64) int64 { return (bytes + 1<<20 - 1) >> 20 }

func (b *Budget) fits(bytes int64) bool { return bytes <= b.most-b.taken }

func (b *Budget) hold(h *holder, bytes int64) {
	if h.held == 0 && bytes > 0 {
		b.holders++
	}
	h.held += bytes
	b.taken += bytes
}

// give gives memory back and passes it on to waiters.
func (b *Budget) give(h *holder, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.let(h, bytes)
	b.serve()
}

func (b *Budget) let(h *holder, bytes int64) {
	h.held -= bytes
	b.taken -= bytes
	if h.held == 0 && bytes > 0 {
		b.holders--
	}
}

// serve gives memory to waiters. Callers that already hold memory come first, because they give it back when they
// finish. The other waiters follow in the order of their requests. Smaller requests cannot overtake a large one,
// because it would then never be served.
func (b *Budget) serve() {
	for {
		b.waiting = slices.DeleteFunc(b.waiting, func(w *waiter) bool { return w.holder.held > 0 && b.serves(w) })
		stuck := map[*holder]bool{}
		var last *waiter
		for _, w := range b.waiting {
			if w.holder.held > 0 {
				stuck[w.holder], last = true, w
			}
		}
		if last == nil {
			break
		}
		if len(stuck) < b.holders {
			return
		}
		last.err = fmt.Errorf("%w: %d MB of %d MB are free, and %d MB are needed", ErrBusy, (b.most-b.taken)>>20,
			b.most>>20, megabytes(last.bytes))
		b.remove(last)
		close(last.turn)
	}
	for len(b.waiting) > 0 && b.serves(b.waiting[0]) {
		b.waiting = slices.Delete(b.waiting, 0, 1)
	}
}

// serves gives a waiter its memory if it is available, and reports whether it did.
func (b *Budget) serves(w *waiter) bool {
	if !b.fits(w.bytes) {
		return false
	}
	b.hold(w.holder, w.bytes)
	close(w.turn)
	return true
}

// remove takes a waiter out of the queue, and reports whether it was in the queue.
func (b *Budget) remove(w *waiter) bool {
	at := slices.Index(b.waiting, w)
	if at >= 0 {
		b.waiting = slices.Delete(b.waiting, at, at+1)
	}
	return at >= 0
}

// leave takes a waiter out of the queue, or gives its memory back if it has just received some.
func (b *Budget) leave(w *waiter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.remove(w) && w.err == nil {
		b.let(w.holder, w.bytes)
	}
	b.serve()
}
