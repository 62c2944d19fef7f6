package projections

import (
	"sync"

	"github.com/bimstream/bimstream/domain"
)

// lazy is what is derived from the geometry of one view, computed when it is first asked for: from what an earlier view
// has computed and the elements affected since then, or from nothing.
type lazy struct {
	model *domain.Model
	get   func() *derived // computes it once; callers that come meanwhile wait

	mu       sync.Mutex
	started  bool
	base     *lazy  // started; nil to compute from nothing
	affected *idSet // since base
}

// newLazy derives everything from the model.
func newLazy(m *domain.Model) *lazy { return lazyFrom(m, nil, nil) }

func lazyFrom(m *domain.Model, base *lazy, affected *idSet) *lazy {
	l := &lazy{model: m, base: base, affected: affected}
	l.get = sync.OnceValue(l.compute)
	return l
}

// after answers what is derived from a later model, in which the geometry of the affected elements may be another.
func (l *lazy) after(m *domain.Model, affected *idSet) *lazy {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.started {
		return lazyFrom(m, l, affected)
	}
	if l.base == nil {
		return newLazy(m)
	}
	all := l.affected.Copy()
	affected.Scan(func(id domain.ID) bool { all.Insert(id); return true })
	return lazyFrom(m, l.base, all)
}

// compute derives from the base, if there is one, and lets go of it.
func (l *lazy) compute() *derived {
	l.mu.Lock()
	l.started = true
	base, affected := l.base, l.affected
	l.base, l.affected = nil, nil
	l.mu.Unlock()
	if base == nil {
		return deriveAll(l.model)
	}
	return base.get().rederive(l.model, affected)
}
