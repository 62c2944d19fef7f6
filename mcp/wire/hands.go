package wire

import "runtime"

// hands are goroutines that run one request after the other. A tool call needs a deeper stack than a new goroutine has, and
// growing it by copying was a tenth of what a small call costs; a hand has grown already.
type hands struct {
	jobs   chan func() // unbuffered: taken by a hand that waits, or by none
	idle   chan struct{}
	closed <-chan struct{}
}

// minIdleHands are enough for the calls that a busy client has on their way at the same time, most of which wait for the
// disk; their stacks take half a megabyte.
const minIdleHands = 16

// idleHands is how many hands wait for work: as many as can run at the same time, twice over.
func idleHands() int { return max(minIdleHands, 2*runtime.GOMAXPROCS(0)) }

// newHands answers hands that wait until closed is closed.
func newHands(closed <-chan struct{}) *hands {
	return &hands{jobs: make(chan func()), idle: make(chan struct{}, idleHands()), closed: closed}
}

// run runs a job at once on a goroutine of its own.
func (h *hands) run(job func()) {
	select {
	case h.jobs <- job:
	default:
		go h.work(job)
	}
}

func (h *hands) work(job func()) {
	for job != nil {
		job()
		job = h.next()
	}
}

// next waits for a job, unless enough others do; nil at the end.
func (h *hands) next() func() {
	select {
	case h.idle <- struct{}{}:
	default:
		return nil
	}
	defer func() { <-h.idle }()
	select {
	case job := <-h.jobs:
		return job
	case <-h.closed:
		return nil
	}
}
