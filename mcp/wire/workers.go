package wire

import "github.com/bimstream/bimstream/geometry/processors"

// workers are goroutines that run requests one after the other. A tool call needs a deeper stack than a new goroutine
// has, and growing the stack took a tenth of the time of a small call. A worker keeps its grown stack.
type workers struct {
	jobs   chan func() // unbuffered: a waiting worker takes the job, or none does
	idle   chan struct{}
	closed <-chan struct{}
}

// minIdleWorkers is enough for the concurrent calls of a busy client, most of which wait for the disk. The stacks take
// half a megabyte.
const minIdleWorkers = 16

// idleWorkers returns the maximum number of idle workers: twice the number that can run at the same time.
func idleWorkers() int { return max(minIdleWorkers, 2*processors.Count()) }

// newWorkers returns workers that wait until closed is closed.
func newWorkers(closed <-chan struct{}) *workers {
	return &workers{jobs: make(chan func()), idle: make(chan struct{}, idleWorkers()), closed: closed}
}

// run runs a job at once, on an idle worker or a new goroutine.
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

// next waits for a job. It returns nil if enough other workers wait, or at the end.
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
