package projections

import (
	"slices"
	"sync"
)

// keptPastViews is how many past views stay at hand: enough for a caller that pages through one state while another
// compares two, few enough that large models do not fill the memory.
const keptPastViews = 4

// pastViews keeps the past views that were asked for last, the latest first.
type pastViews struct {
	mu    sync.Mutex
	views []*View
}

// nearest returns the newest view of a branch that is not after a revision, nil when there is none. What is found at
// the very revision counts as used.
func (p *pastViews) nearest(modelID, branchName string, revision uint64) *View {
	p.mu.Lock()
	defer p.mu.Unlock()
	best := -1
	for i, v := range p.views {
		if v.ModelID == modelID && v.Branch == branchName && v.Revision <= revision &&
			(best < 0 || v.Revision > p.views[best].Revision) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	found := p.views[best]
	if found.Revision == revision {
		p.views = slices.Insert(slices.Delete(p.views, best, best+1), 0, found)
	}
	return found
}

// keep adds a view and lets go of the one that was not asked for longest.
func (p *pastViews) keep(v *View) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.views = slices.Insert(p.views, 0, v)
	p.views = p.views[:min(len(p.views), keptPastViews)]
}

// clear lets go of all.
func (p *pastViews) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.views = nil
}
