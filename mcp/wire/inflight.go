package wire

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// MaxInFlight bounds the requests of one connection that are accepted and not yet answered. The next one is refused,
// not queued: reading must go on, since what ends the waiting may be on its way.
const MaxInFlight = 4096

// pending is a request that was accepted.
type pending struct {
	id     string // as it was written
	method mcp.MCPMethod
	// changes says that the request is a call of a tool that changes the model: it gets longer to end.
	changes bool
	ctx     context.Context
	cancel  context.CancelFunc
	size    int // bytes of its params

	mu        sync.Mutex
	cancelled bool
	unheard   bool
}

// lose marks the request as one whose client has gone: it goes on, and its id may be used again.
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

// drop marks the request as cancelled by the client: it will not be answered, and not started if it was not.
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

// inflight is the table of accepted requests.
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

// add registers a request before anything of it runs, so that a cancellation right behind it finds it.
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

// free makes the id usable again. It comes before the answer is written: a client may use an id again as soon as it
// has read the answer.
func (f *inflight) free(p *pending) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.table[p.id] == p {
		delete(f.table, p.id)
	}
}

// empty reports whether nothing is on its way.
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

// cancel drops the request with the id, if it is there.
func (f *inflight) cancel(id string) {
	f.mu.Lock()
	p := f.table[id]
	f.mu.Unlock()
	// The protocol forbids to cancel the handshake; it is not in the table.
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
