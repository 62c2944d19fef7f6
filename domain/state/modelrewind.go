package state

import (
	"maps"
	"slices"

	"github.com/tidwall/btree"
)

// Restates reports whether an event changes data of the model as a whole, without touching an element.
func Restates(e Event) bool {
	switch e.(type) {
	case *ModelCreated, *ModelInfoSet, *ModelLinked, *ModelLinkSet, *ModelUnlinked:
		return true
	}
	return false
}

// Rewinding collects the elements and definitions that events have written, so that a state after the events can be
// turned into the state before them.
type Rewinding struct {
	ids      map[ID]bool // of elements and definitions
	made     map[Category]int
	restated bool
}

// NewRewinding returns a Rewinding without events.
func NewRewinding() *Rewinding { return &Rewinding{ids: map[ID]bool{}, made: map[Category]int{}} }

// Note adds an event to revert.
func (r *Rewinding) Note(e Event) {
	for _, t := range e.Touched() {
		r.ids[t.ElementID] = true
	}
	if made, ok := CreatedBy(e); ok {
		r.made[made.Category]++
	}
	if d, ok := e.(*ModelDelivered); ok {
		for category, n := range d.Made {
			r.made[category] += n
		}
	}
	r.restated = r.restated || Restates(e)
}

// Include adds elements whose earlier state is also known.
func (r *Rewinding) Include(ids []ID) {
	for _, id := range ids {
		r.ids[id] = true
	}
}

// IDs returns, in order, the elements and definitions that Apply restores.
func (r *Rewinding) IDs() []ID { return slices.Sorted(maps.Keys(r.ids)) }

// Restated reports whether Apply restores the data of the model as a whole.
func (r *Rewinding) Restated() bool { return r.restated }

// Apply turns m, which no other goroutine may use (see Clone), into the state before the events and returns nil. The
// model before must contain the earlier state of the elements and definitions in IDs and all links between them; its
// other content does not matter. If links to further elements differ too, Apply changes nothing and returns these
// elements. The caller must then add them to before and call Apply again.
func (r *Rewinding) Apply(m, before *Model) (unknown []ID) {
	unknown = append(linkedBeside(m.JoinIndex, before.JoinIndex, r.ids),
		linkedBeside(m.ConnectionIndex, before.ConnectionIndex, r.ids)...)
	if len(unknown) > 0 {
		return unknown
	}
	if r.restated {
		m.info, m.linked = before.info, before.linked
	}
	ids := r.IDs()
	for _, id := range ids {
		m.restoreElement(id, before)
		m.restoreDefinitions(id, before)
	}
	restoreLinks(m.JoinIndex, before.JoinIndex, r.ids, ids)
	restoreLinks(m.ConnectionIndex, before.ConnectionIndex, r.ids, ids)
	for category, n := range r.made {
		if have, _ := m.Made.Get(category); have > n {
			m.Made.Set(category, have-n)
		} else {
			m.Made.Delete(category)
		}
	}
	return nil
}

func (m *Model) restoreElement(id ID, before *Model) {
	if e, ok := before.Element(id); ok {
		m.Put(e)
	} else {
		m.Remove(id)
	}
}

func (m *Model) restoreDefinitions(id ID, before *Model) {
	if old, now := restore(m.types, before.types, id); old != now {
		m.renamedDefinition(id, old.named(), now.named())
	}
	if old, now := restore(m.materials, before.materials, id); old != now {
		m.renamedDefinition(id, old.named(), now.named())
	}
	restore(m.Bodies, before.Bodies, id)
}

// named returns the name of a type, "" for nil.
func (t *Type) named() string {
	if t == nil {
		return ""
	}
	return t.Name
}

// named returns the name of a material, "" for nil.
func (m *Material) named() string {
	if m == nil {
		return ""
	}
	return m.Name
}

// restore copies the value of an id from another map, or deletes it if that map has none.
func restore[T any](in, before *btree.Map[ID, T], id ID) (old, now T) {
	now, ok := before.Get(id)
	if ok {
		old, _ = in.Set(id, now)
	} else {
		old, _ = in.Delete(id)
	}
	return old, now
}

// restoreLinks restores the earlier links between the given elements.
func restoreLinks[T Link](in, before Links[T], of map[ID]bool, ids []ID) {
	between := func(v T) bool {
		a, b := v.between()
		return of[a] && of[b]
	}
	for _, id := range ids {
		for _, v := range in.of(id) {
			if between(v) {
				in.remove(v.LinkID())
			}
		}
	}
	for _, id := range ids {
		for _, v := range before.of(id) {
			if _, restored := in.get(v.LinkID()); between(v) && !restored {
				in.put(v)
			}
		}
	}
}

// linkedBeside returns the other elements that have links to the given ones in one state but not in the other.
func linkedBeside[T Link](a, b Links[T], of map[ID]bool) (beside []ID) {
	for _, states := range [][2]Links[T]{{a, b}, {b, a}} {
		for id := range of {
			for _, v := range states[0].of(id) {
				if w, ok := states[1].get(v.LinkID()); ok && endsOf(v) == endsOf(w) {
					continue
				}
				for _, end := range endsOf(v) {
					if !of[end] {
						beside = append(beside, end)
					}
				}
			}
		}
	}
	return beside
}

func endsOf[T Link](v T) [2]ID {
	a, b := v.between()
	return [2]ID{a, b}
}

// Excerpt returns a model with some elements and definitions of m, their links, and the data of the model as a whole.
func (m *Model) Excerpt(ids []ID) *Model {
	out := NewModel()
	out.info, out.linked = m.info, m.linked
	for _, id := range ids {
		out.restoreElement(id, m)
		out.restoreDefinitions(id, m)
		for _, j := range m.JoinIndex.of(id) {
			out.JoinIndex.put(j)
		}
		for _, c := range m.ConnectionIndex.of(id) {
			out.ConnectionIndex.put(c)
		}
	}
	return out
}
