package wire

import "github.com/bimstream/bimstream/geometry/processors"

// workers are goroutines that run one request after the other. A tool call needs a deeper stack than a new goroutine
// has, and growing it by copying was a tenth of what a small call costs; a worker has grown already.
type workers struct {
	jobs   chan func() // unbuffered: taken by a worker that waits, or by none
	idle   chan struct{}
	closed <-chan struct{}
}

// minIdleWorkers are enough for the calls that a busy client has on their way at the same time, most of which wait for
// the disk; their stacks take half a megabyte.
const minIdleWorkers = 16

// idleWorkers is how many workers wait for work: as many as can run at the same time, twice over.
func idleWorkers() int { return max(minIdleWorkers, 2*processors.Count()) }

// newWorkers returns workers that wait until closed is closed.
func newWorkers(closed <-chan struct{}) *workers {
	return &workers{jobs: make(chan func()), idle: make(chan struct{}, idleWorkers()), closed: closed}
}

// run runs a job at once on a goroutine of its own.
func (w *workers) run(job func()) {
	select {
	case w.jobs <- job:
	default:
		go w.work(job)
	}
}

func (w *workers) work(job func()) {
	for job != nil {
		job()
		job = w.next()
	}
}

// next waits for a job, unless enough others do; nil at the end.
func (w *workers) next() func() {
	select {
	case w.idle <- struct{}{}:
	default:
		return nil
	}
	defer func() { <-w.idle }()
	select {
	case job := <-w.jobs:
		return job
	case <-w.closed:
		return nil
	}
}
