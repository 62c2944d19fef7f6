package projections

import (
	"sync"

	"github.com/bimstream/bimstream/domain"
)

// lazy is what is derived from the geometry of one view, computed when it is first asked for: from what an earlier view
// has computed and the elements affected since then, or from nothing.
type lazy struct {
	once  sync.Once
	model *domain.Model

	mu       sync.Mutex
	started  bool
	base     *lazy  // started; nil to compute from nothing
	affected *idSet // since base
	value    *derived
}

// newLazy derives everything from the model.
func newLazy(m *domain.Model) *lazy { return &lazy{model: m} }

// after answers what is derived from a later model, in which the geometry of the affected elements may be another.
func (l *lazy) after(m *domain.Model, affected *idSet) *lazy {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.started {
		return &lazy{model: m, base: l, affected: affected}
	}
	if l.base == nil {
		return newLazy(m)
	}
	all := l.affected.Copy()
	affected.Scan(func(id domain.ID) bool { all.Insert(id); return true })
	return &lazy{model: m, base: l.base, affected: all}
}

// get computes it once. Callers that come meanwhile wait.
func (l *lazy) get() *derived {
	l.once.Do(func() {
		l.mu.Lock()
		l.started = true
		base, affected := l.base, l.affected
		l.mu.Unlock()
		if base == nil {
			l.value = deriveAll(l.model)
		} else {
			l.value = base.get().rederive(l.model, affected)
		}
		l.mu.Lock()
		l.base, l.affected = nil, nil
		l.mu.Unlock()
	})
	return l.value
}
