package wire

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// MaxInFlight bounds the accepted and unanswered requests of one connection. A further request is refused rather than
// queued, because reading must continue: the next message may be what unblocks a request.
const MaxInFlight = 4096

// pending is an accepted request.
type pending struct {
	id     string // as it was written
	method mcp.MCPMethod
	// changes is true for a call of a tool that changes the model. At the end of the server it gets more time.
	changes bool
	ctx     context.Context
	cancel  context.CancelFunc
	size    int // bytes of its params

	mu        sync.Mutex
	cancelled bool
	unheard   bool
}

// lose marks the request as one whose client has gone: the work continues, and the id may be used again.
func (p *pending) lose() {
	p.mu.Lock()
	p.unheard = true
	p.mu.Unlock()
}

func (p *pending) lost() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.unheard
}

// drop marks the request as cancelled by the client: it is not answered, and not started if it has not begun.
func (p *pending) drop() {
	p.mu.Lock()
	p.cancelled = true
	p.mu.Unlock()
	p.cancel()
}

// abandoned reports whether the client cancelled the request.
func (p *pending) abandoned() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cancelled
}

// inflight is the table of accepted requests in progress.
type inflight struct {
	mu    sync.Mutex
	table map[string]*pending
	wg    sync.WaitGroup
}

type admission int

const (
	accepted admission = iota
	duplicateID
	tooMany
)

// add registers a request before it runs, so that an immediate cancellation finds it.
func (f *inflight) add(p *pending) admission {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.table == nil {
		f.table = map[string]*pending{}
	}
	if other := f.table[p.id]; other != nil && !other.lost() {
		return duplicateID
	}
	if len(f.table) >= MaxInFlight {
		return tooMany
	}
	f.table[p.id] = p
	f.wg.Add(1)
	return accepted
}

// free makes the id usable again. It is called before the answer is written, because a client may reuse an id as soon
// as it has read the answer.
func (f *inflight) free(p *pending) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.table[p.id] == p {
		delete(f.table, p.id)
	}
}

// empty reports whether no request is in progress.
func (f *inflight) empty() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.table) == 0
}

// done ends the request, after its answer is written.
func (f *inflight) done(p *pending) {
	p.cancel()
	f.wg.Done()
}

// cancel drops the request with the id, if it exists.
func (f *inflight) cancel(id string) {
	f.mu.Lock()
	p := f.table[id]
	f.mu.Unlock()
	// The protocol forbids cancelling the handshake, which is not in the table.
	if p != nil {
		p.drop()
	}
}

// stop cancels the contexts of the requests that pick selects, without dropping their answers.
func (f *inflight) stop(pick func(*pending) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.table {
		if pick(p) {
			p.cancel()
		}
	}
}
