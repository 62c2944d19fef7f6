package projections

import (
	"context"
	"sync"

	"github.com/tidwall/btree"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
)

// lazy computes the data derived from the geometry of one view on first use, for the part of the model that a query
// needs. It starts from the data of an earlier view and the elements affected since then, or from nothing. The result
// of a query does not depend on which other data are derived.
type lazy struct {
	model *state.Model

	preparing chan struct{} // held by the goroutine that derives

	mu  sync.Mutex
	now *derived // data derived so far; nil for none
	// base is the data to start from, in which shared parts are derived once, or nil to start from nothing. It is
	// dropped once everything is derived, and when a later view starts from this one.
	base     *lazy
	affected *idSet     // since base
	made     *madeItems // items of elements that were requested individually
}

// maxAffected is the greatest number of elements that may wait to be derived again. The next query about the whole
// model derives them, in some milliseconds.
const maxAffected = 256

// newLazy returns the derived data of a model, starting from nothing.
func newLazy(m *state.Model) *lazy { return lazyFrom(m, nil, nil, nil) }

func lazyFrom(m *state.Model, base *lazy, affected *idSet, made *madeItems) *lazy {
	return &lazy{model: m, base: base, affected: affected, made: made, preparing: make(chan struct{}, 1)}
}

// after returns the derived data of a later model in which the geometry of the affected elements may differ.
func (l *lazy) after(m *state.Model, affected *idSet) *lazy {
	l.mu.Lock()
	base, all, made := l, affected, still(l.made, affected)
	if l.now == nil && l.base != nil {
		base, all = l.base, l.affected.Copy()
		affected.Scan(func(id state.ID) bool { all.Insert(id); return true })
	}
	known := l.now != nil
	if known {
		l.base, l.affected = nil, nil
	}
	l.mu.Unlock()
	switch {
	case known:
		return lazyFrom(m, l, affected, nil)
	case all.Len() <= maxAffected:
		return lazyFrom(m, base, all, made)
	case base.sofar() == nil: // nothing is derived yet
		return lazyFrom(m, nil, nil, made)
	}
	l.covering(need{})
	return lazyFrom(m, l, affected, nil)
}

// begun reports whether anything is derived from which a later or earlier view can start.
func (l *lazy) begun() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now != nil || l.base != nil || l.made != nil && l.made.Len() > 0
}

// follows reports whether anything is derived, here or in the view from which this one starts.
func (l *lazy) follows() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now != nil || l.base != nil
}

// grown reports whether everything is derived, here or in the view from which this one starts.
func (l *lazy) grown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == nil && l.base != nil {
		return l.base.grown()
	}
	return l.now != nil && l.now.extent.whole
}

// sofar returns the data derived so far, or nil for none.
func (l *lazy) sofar() *derived {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// get returns the derived data of the whole model.
func (l *lazy) get() *derived { return l.covering(everything()) }

// covering returns derived data that cover at least a need.
func (l *lazy) covering(n need) *derived { return l.coveringUntil(context.Background(), n) }

// coveringUntil is covering that stops when a context ends (processors.Hear). Callers that come while another goroutine
// derives wait.
func (l *lazy) coveringUntil(ctx context.Context, n need) *derived {
	if d := l.sofar(); d != nil && d.has(n) {
		return d
	}
	select {
	case l.preparing <- struct{}{}:
		defer func() { <-l.preparing }()
	case <-ctx.Done():
		processors.Hear(ctx)
	}
	return l.grow(ctx, n)
}

// grow derives a need. The caller must hold preparing. It stops when the context ends.
func (l *lazy) grow(ctx context.Context, n need) *derived {
	l.mu.Lock()
	d, base, affected := l.now, l.base, l.affected
	if l.made == nil {
		l.made = new(madeItems)
	}
	made := l.made.Copy()
	l.mu.Unlock()
	switch {
	case base != nil: // derives in base first, so that other views that start from it share the result
		known := d
		d = base.coveringUntil(ctx, n).rederive(ctx, l.model, affected, made, known)
		if known != nil {
			d = d.regain(ctx, known, made)
		}
	case d != nil:
	case n.whole:
		d = deriveAll(ctx, l.model, made)
	default:
		d = deriveLoose(ctx, l.model, made)
	}
	if !d.has(n) {
		d = d.with(ctx, n, made)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = d
	if d.extent.whole {
		l.base, l.affected, l.made = nil, nil, nil
	}
	return d
}

// madeItems holds items that were made individually. It is cheap to copy.
type madeItems = btree.Map[state.ID, *item]

// still returns the items that stay valid after a change of the affected elements. It drops all of them if there are
// too many.
func still(made *madeItems, affected *idSet) *madeItems {
	if made == nil || made.Len() > maxAffected {
		return nil
	}
	out := made.Copy()
	affected.Scan(func(id state.ID) bool { out.Delete(id); return true })
	return out
}

// item returns the item of one element without deriving the rest. It returns nil for a room, which needs its
// neighbours, and for an unknown element.
func (l *lazy) item(id state.ID) *item {
	e, ok := l.model.Element(id)
	if !ok || e.Category == state.CategoryRoom {
		return nil
	}
	l.mu.Lock()
	if l.now != nil {
		if it := l.now.items.get(id); it != nil {
			l.mu.Unlock()
			return it
		}
	} else if l.base != nil && !l.affected.Contains(id) {
		base := l.base
		l.mu.Unlock()
		return base.item(id)
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

// prepare derives a need, so that covering finds it. It stops when ctx ends; the items of the whole model that are made
// by then are kept.
func (l *lazy) prepare(ctx context.Context, n need) (err error) {
	if d := l.sofar(); d != nil && d.has(n) {
		return ctx.Err()
	}
	select {
	case l.preparing <- struct{}{}:
		defer func() { <-l.preparing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	l.mu.Lock()
	base := l.base
	l.mu.Unlock()
	switch {
	case base != nil:
		err = base.prepare(ctx, n)
	case n.whole:
		err = l.prepareItems(ctx)
	}
	if err != nil {
		return err
	}
	defer processors.Stopped(&err)
	l.grow(ctx, n)
	return ctx.Err()
}

// prepareItems makes the items of all elements.
func (l *lazy) prepareItems(ctx context.Context) error {
	elements := l.unmade()
	items := make([]*item, len(elements))
	stopped := makeUntil(ctx, l.model, elements, items)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made == nil {
		l.made = new(madeItems)
	}
	for _, it := range items {
		if it != nil {
			l.made.Set(it.id, it)
		}
	}
	return stopped
}

// makeUntil makes the items of elements until the context ends, whose error it then returns. Items made by then stay
// stored.
func makeUntil(ctx context.Context, m *state.Model, elements []*state.Element, items []*item) (err error) {
	defer processors.Stopped(&err)
	m = m.Until(processors.Until(ctx))
	processors.Each(len(elements), func(i int) {
		processors.Hear(ctx)
		items[i] = makeItem(m, elements[i])
	})
	return ctx.Err()
}

// unmade returns the elements, except rooms, whose items are not made yet.
func (l *lazy) unmade() []*state.Element {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []*state.Element
	l.model.Each(func(e *state.Element) bool {
		known := e.Category == state.CategoryRoom || l.now != nil && l.now.items.get(e.ID) != nil
		if !known && l.made != nil {
			_, known = l.made.Get(e.ID)
		}
		if !known {
			out = append(out, e)
		}
		return true
	})
	return out
}
