package projections

import (
	"context"
	"sync"

	"github.com/tidwall/btree"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry/processors"
)

// lazy is what is derived from the geometry of one view, computed when it is first asked for: from what an earlier view
// has computed and the elements affected since then, or from nothing.
type lazy struct {
	model *domain.Model
	get   func() *derived // computes it once; callers that come meanwhile wait

	preparing chan struct{} // held by who prepares

	mu       sync.Mutex
	started  bool
	base     *lazy      // started; nil to compute from nothing
	affected *idSet     // since base
	made     *madeItems // of affected elements that were asked for by themselves
	ready    *derived   // that was prepared; nil: nothing was
}

// maxAffected is how many elements may wait to be derived again: what an edit has left aside, the next look at the
// whole model makes up for, in some milliseconds.
const maxAffected = 256

// newLazy derives everything from the model.
func newLazy(m *domain.Model) *lazy { return lazyFrom(m, nil, nil, nil) }

func lazyFrom(m *domain.Model, base *lazy, affected *idSet, made *madeItems) *lazy {
	l := &lazy{model: m, base: base, affected: affected, made: made, preparing: make(chan struct{}, 1)}
	l.get = sync.OnceValue(l.compute)
	return l
}

// after returns what is derived from a later model, in which the geometry of the affected elements may be another.
func (l *lazy) after(m *domain.Model, affected *idSet) *lazy {
	l.mu.Lock()
	if !l.started && l.affected != nil && l.affected.Len()+affected.Len() > maxAffected {
		l.mu.Unlock()
		l.get()
		l.mu.Lock()
	}
	defer l.mu.Unlock()
	switch {
	case l.started:
		return lazyFrom(m, l, affected, nil)
	case l.base == nil:
		return lazyFrom(m, nil, nil, still(l.made, affected))
	}
	all := l.affected.Copy()
	affected.Scan(func(id domain.ID) bool { all.Insert(id); return true })
	return lazyFrom(m, l.base, all, still(l.made, affected))
}

// begun reports whether something is derived that a later or earlier view can begin with.
func (l *lazy) begun() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.started || l.base != nil || l.made != nil && l.made.Len() > 0
}

// grown reports whether everything is derived, or follows from what is.
func (l *lazy) grown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.started || l.base != nil
}

// madeItems are items that were made by themselves, cheap to copy.
type madeItems = btree.Map[domain.ID, *item]

// still returns the items that hold after a change of the affected elements. Of too many, which nobody has wanted all
// of so far, none is kept.
func still(made *madeItems, affected *idSet) *madeItems {
	if made == nil || made.Len() > maxAffected {
		return nil
	}
	out := made.Copy()
	affected.Scan(func(id domain.ID) bool { out.Delete(id); return true })
	return out
}

// item returns what is derived of one element that is no room, without deriving the rest; nil for a room, which takes
// its neighbours, and for no element.
func (l *lazy) item(id domain.ID) *item {
	e, ok := l.model.Element(id)
	if !ok || e.Category == domain.CategoryRoom {
		return nil
	}
	l.mu.Lock()
	switch {
	case l.started:
		l.mu.Unlock()
		return l.get().items.get(id)
	case l.base != nil && !l.affected.Contains(id):
		base := l.base
		l.mu.Unlock()
		return base.get().items.get(id)
	}
	defer l.mu.Unlock()
	if l.made == nil {
		l.made = new(madeItems)
	}
	it, ok := l.made.Get(id)
	if !ok {
		it = makeItem(l.model, e)
		l.made.Set(id, it)
	}
	return it
}

// prepare derives everything, so that get has it. It ends when ctx does; the items that are made until then are kept.
func (l *lazy) prepare(ctx context.Context) (err error) {
	select {
	case l.preparing <- struct{}{}:
		defer func() { <-l.preparing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	base, affected, done := l.beginning()
	switch {
	case done:
		return ctx.Err()
	case base != nil:
		err = base.prepare(ctx)
	default:
		err = l.prepareItems(ctx)
	}
	if err != nil {
		return err
	}
	defer processors.Stopped(&err)
	made, done := l.madeSoFar()
	if done {
		return ctx.Err()
	}
	var d *derived
	if base != nil {
		d = base.get().rederive(ctx, l.model, affected, made)
	} else {
		d = deriveAll(ctx, l.model, made)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.started {
		l.ready = d
	}
	return ctx.Err()
}

// beginning returns what is derived from, and makes room for items; done says that somebody derives or has derived.
func (l *lazy) beginning() (base *lazy, affected *idSet, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made == nil {
		l.made = new(madeItems)
	}
	return l.base, l.affected, l.started || l.ready != nil
}

// madeSoFar returns the items that are made; done says that somebody has begun to derive with them.
func (l *lazy) madeSoFar() (made *madeItems, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.started {
		return nil, true
	}
	return l.made.Copy(), false
}

// prepareItems makes the items of all elements.
func (l *lazy) prepareItems(ctx context.Context) error {
	elements := l.unmade()
	items := make([]*item, len(elements))
	stopped := makeUntil(ctx, l.model, elements, items)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.started {
		return stopped
	}
	for _, it := range items {
		if it != nil {
			l.made.Set(it.id, it)
		}
	}
	return stopped
}

// makeUntil makes the items of elements until the context ends, whose error it is then: those that are made by then are
// in their places.
func makeUntil(ctx context.Context, m *domain.Model, elements []*domain.Element, items []*item) (err error) {
	defer processors.Stopped(&err)
	m = m.Until(processors.Until(ctx))
	processors.Each(len(elements), func(i int) {
		processors.Hear(ctx)
		items[i] = makeItem(m, elements[i])
	})
	return ctx.Err()
}

// unmade returns the elements whose items are not made, none where deriving has begun or begins with an earlier view.
func (l *lazy) unmade() []*domain.Element {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.started || l.base != nil {
		return nil
	}
	var out []*domain.Element
	l.model.Each(func(e *domain.Element) bool {
		known := false
		if l.made != nil {
			_, known = l.made.Get(e.ID)
		}
		if e.Category != domain.CategoryRoom && !known {
			out = append(out, e)
		}
		return true
	})
	return out
}

// compute derives from the base, if there is one, and lets go of it. It waits for who prepares, instead of doing the
// same beside it.
func (l *lazy) compute() *derived {
	l.preparing <- struct{}{}
	defer func() { <-l.preparing }()
	l.mu.Lock()
	l.started = true
	base, affected, made, ready := l.base, l.affected, l.made, l.ready
	l.base, l.affected, l.made, l.ready = nil, nil, nil, nil
	l.mu.Unlock()
	switch {
	case ready != nil:
		return ready
	case base == nil:
		return deriveAll(context.Background(), l.model, made)
	}
	return base.get().rederive(context.Background(), l.model, affected, made)
}
