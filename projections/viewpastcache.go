package projections

import (
	"slices"
	"sync"
)

// keptPastViews is the number of past views that are kept: enough for a caller that pages through one state while
// another compares two, and few enough that large models do not fill the memory.
const keptPastViews = 4

// pastViews keeps the most recently used past views, the latest first.
type pastViews struct {
	mu    sync.Mutex
	views []*View
}

// nearest returns the view of a branch that is the fewest events away from a revision: the given view or a kept one. A
// kept view at exactly that revision counts as used.
func (p *pastViews) nearest(now *View, revision uint64) *View {
	p.mu.Lock()
	defer p.mu.Unlock()
	best, found := -1, now
	for i, v := range p.views {
		if v.ModelID == now.ModelID && v.Branch == now.Branch && distance(v, revision) < distance(found, revision) {
			best, found = i, v
		}
	}
	if found.Revision == revision && best >= 0 {
		p.views = slices.Insert(slices.Delete(p.views, best, best+1), 0, found)
	}
	return found
}

// distance returns the number of events between a view and a revision.
func distance(v *View, revision uint64) uint64 {
	return max(v.Revision, revision) - min(v.Revision, revision)
}

// keep adds a view and drops the least recently used one.
func (p *pastViews) keep(v *View) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.views = slices.Insert(p.views, 0, v)
	p.views = p.views[:min(len(p.views), keptPastViews)]
}

// clear drops all views.
func (p *pastViews) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.views = nil
}
