package state

import (
	"maps"
	"slices"

	"github.com/tidwall/btree"
)

// Restates reports whether an event says something of the model as a whole, of which it touches no element.
func Restates(e Event) bool {
	switch e.(type) {
	case *ModelCreated, *ModelInfoSet, *ModelLinked, *ModelLinkSet, *ModelUnlinked:
		return true
	}
	return false
}

// Rewinding collects what events that are taken back have written, so that a state after them can be turned into the
// one before.
type Rewinding struct {
	ids      map[ID]bool // of elements and definitions
	made     map[Category]int
	restated bool
}

// NewRewinding takes nothing back yet.
func NewRewinding() *Rewinding { return &Rewinding{ids: map[ID]bool{}, made: map[Category]int{}} }

// Note adds an event that is taken back.
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

// Include adds elements of which the state before is known too.
func (r *Rewinding) Include(ids []ID) {
	for _, id := range ids {
		r.ids[id] = true
	}
}

// IDs returns the elements and definitions that are written anew, in order.
func (r *Rewinding) IDs() []ID { return slices.Sorted(maps.Keys(r.ids)) }

// Restated reports whether what is said of the model as a whole is written anew.
func (r *Rewinding) Restated() bool { return r.restated }

// Apply turns m, which nobody else may see (see Clone), into the state before the events and returns nil. In before,
// the elements and definitions of IDs and all links between them are as they were; of others it may have anything.
// Where the links to other elements differ too, Apply changes nothing and returns these: before must know them first.
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

// named returns the name of a type, "" of none.
func (t *Type) named() string {
	if t == nil {
		return ""
	}
	return t.Name
}

// named returns the name of a material, "" of none.
func (m *Material) named() string {
	if m == nil {
		return ""
	}
	return m.Name
}

// restore gives an id the value that another map has, none where that has none.
func restore[T any](in, before *btree.Map[ID, T], id ID) (old, now T) {
	now, ok := before.Get(id)
	if ok {
		old, _ = in.Set(id, now)
	} else {
		old, _ = in.Delete(id)
	}
	return old, now
}

// restoreLinks gives some elements the links between them that they had.
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

// linkedBeside returns the elements beside some that have links to these in one state and not in the other.
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

// Excerpt returns a model with what m has of some elements and definitions and of the links of these, and with what is
// said of the model as a whole.
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
