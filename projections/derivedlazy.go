package projections

import (
	"context"
	"sync"

	"github.com/tidwall/btree"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
)

// lazy is what is derived from the geometry of one view, computed when it is first looked at, and of the part of the
// model that is looked at: from what an earlier view has computed and the elements affected since then, or from
// nothing. What somebody looks at is what derived has of it, whatever else is derived.
type lazy struct {
	model *state.Model

	preparing chan struct{} // held by who derives

	mu  sync.Mutex
	now *derived // so far; nil: nothing
	// base is what to begin with, and with which what both look at is derived once; nil to compute from nothing. It
	// goes once everything is derived, and when a later view begins with this one.
	base     *lazy
	affected *idSet     // since base
	made     *madeItems // of elements that were asked for by themselves
}

// maxAffected is how many elements may wait to be derived again: what an edit has left aside, the next look at the
// whole model makes up for, in some milliseconds.
const maxAffected = 256

// newLazy derives everything from the model.
func newLazy(m *state.Model) *lazy { return lazyFrom(m, nil, nil, nil) }

func lazyFrom(m *state.Model, base *lazy, affected *idSet, made *madeItems) *lazy {
	return &lazy{model: m, base: base, affected: affected, made: made, preparing: make(chan struct{}, 1)}
}

// after returns what is derived from a later model, in which the geometry of the affected elements may be another.
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
	case base.sofar() == nil: // nobody has looked
		return lazyFrom(m, nil, nil, made)
	}
	l.covering(need{})
	return lazyFrom(m, l, affected, nil)
}

// begun reports whether something is derived that a later or earlier view can begin with.
func (l *lazy) begun() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now != nil || l.base != nil || l.made != nil && l.made.Len() > 0
}

// follows reports whether something is derived, or follows from a view of which something is.
func (l *lazy) follows() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now != nil || l.base != nil
}

// grown reports whether everything is derived, or follows from a view of which everything is.
func (l *lazy) grown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == nil && l.base != nil {
		return l.base.grown()
	}
	return l.now != nil && l.now.extent.whole
}

// sofar returns what is derived; nil for nothing.
func (l *lazy) sofar() *derived {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// get returns what is derived of the whole model.
func (l *lazy) get() *derived { return l.covering(everything()) }

// covering returns what is derived of a part of the model at least.
func (l *lazy) covering(n need) *derived { return l.coveringUntil(context.Background(), n) }

// coveringUntil is covering that hears the end of a context (processors.Hear). Callers that come while somebody derives
// wait.
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

// grow derives what a need takes. The caller holds preparing. It hears the end of the context.
func (l *lazy) grow(ctx context.Context, n need) *derived {
	l.mu.Lock()
	d, base, affected := l.now, l.base, l.affected
	if l.made == nil {
		l.made = new(madeItems)
	}
	made := l.made.Copy()
	l.mu.Unlock()
	switch {
	case base != nil: // first there, where other views that begin with it find it too
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

// madeItems are items that were made by themselves, cheap to copy.
type madeItems = btree.Map[state.ID, *item]

// still returns the items that hold after a change of the affected elements. Of too many, which nobody has wanted all
// of so far, none is kept.
func still(made *madeItems, affected *idSet) *madeItems {
	if made == nil || made.Len() > maxAffected {
		return nil
	}
	out := made.Copy()
	affected.Scan(func(id state.ID) bool { out.Delete(id); return true })
	return out
}

// item returns what is derived of one element that is no room, without deriving the rest; nil for a room, which takes
// its neighbours, and for no element.
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

// prepare derives what a need takes, so that covering has it. It ends when ctx does; of the whole model, the items that
// are made until then are kept.
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

// makeUntil makes the items of elements until the context ends, whose error it is then: those that are made by then are
// in their places.
func makeUntil(ctx context.Context, m *state.Model, elements []*state.Element, items []*item) (err error) {
	defer processors.Stopped(&err)
	m = m.Until(processors.Until(ctx))
	processors.Each(len(elements), func(i int) {
		processors.Hear(ctx)
		items[i] = makeItem(m, elements[i])
	})
	return ctx.Err()
}

// unmade returns the elements, except rooms, whose items are not made.
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
