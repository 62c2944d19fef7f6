package state

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/btree"
)

// nameIndex finds elements, types and materials by name. It is built at its first use and updated from then on. Models
// with the same names share it.
type nameIndex struct {
	alone func(func())       // lets one caller in at a time
	Keys  *btree.Set[string] // name in one case, then nameEnd, then the id; nil until built
}

// Remembering makes a model, and the models derived from it, keep an index of names and an index of places, and returns
// the model. alone makes functions that let one caller run at a time, for concurrent readers of one model. A model
// without these indexes visits all elements at each query.
func (m *Model) Remembering(alone func() func(func())) *Model {
	m.Alone = alone
	m.forget()
	return m
}

// forget replaces the lazily built indexes by empty ones. Other models that share the old indexes keep them.
func (m *Model) forget() { m.Names, m.Places, m.placesOwned = m.newNames(), m.newPlaces(), false }

func (m *Model) newNames() *nameIndex {
	if m.Alone == nil {
		return nil
	}
	return &nameIndex{alone: m.Alone()}
}

// Called returns the ids of everything with a given name, ignoring case, in order. Elements match by name, rooms also
// by number and components by tag, types and materials by name. The first call on a model and its descendants visits
// all names; later calls visit only the matches.
func (m *Model) Called(text string) (ids []ID) {
	m.Ordered()
	n := m.Names
	if n == nil {
		return called(m.nameKeys(), text)
	}
	n.alone(func() {
		if n.Keys == nil {
			n.Keys = m.nameKeys()
		}
		ids = called(n.Keys, text)
	})
	return ids
}

func called(keys *btree.Set[string], text string) []ID {
	prefix := nameKey(text, "")
	var out []ID
	keys.Ascend(prefix, func(k string) bool {
		if !strings.HasPrefix(k, prefix) {
			return false
		}
		if id := k[len(prefix):]; !strings.Contains(id, nameEnd) { // otherwise the name continues
			out = append(out, ID(id))
		}
		return true
	})
	return out
}

// NumberOf returns the number of a room or the tag of a component, "" if there is none.
func NumberOf(e *Element) string {
	if p, ok := e.Params.(tagged); ok {
		return p.Label()
	}
	return ""
}

// tagged is implemented by categories whose elements have a number or a tag besides their names. Label returns "" if
// there is none.
type tagged interface{ Label() string }

func (m *Model) nameKeys() *btree.Set[string] {
	var keys []string
	m.Each(func(e *Element) bool {
		keys = append(keys, keysOfElement(e)...)
		return true
	})
	for _, t := range m.Types() {
		keys = append(keys, keysOfName(t.Name, t.ID)...)
	}
	for _, material := range m.Materials() {
		keys = append(keys, keysOfName(material.Name, material.ID)...)
	}
	slices.Sort(keys)
	out := new(btree.Set[string])
	for _, k := range keys {
		out.Load(k)
	}
	return out
}

func keysOfElement(e *Element) []string {
	if e == nil {
		return nil
	}
	out := keysOfName(e.Name, e.ID)
	if number := NumberOf(e); !strings.EqualFold(number, e.Name) {
		out = append(out, keysOfName(number, e.ID)...)
	}
	return out
}

func keysOfName(name string, id ID) []string {
	if name == "" {
		return nil
	}
	return []string{nameKey(name, id)}
}

// nameEnd separates the name from the id in a key.
const nameEnd = "\x00"

func nameKey(name string, id ID) string { return strings.Map(oneCase, name) + nameEnd + string(id) }

// oneCase returns the same rune for all runes that strings.EqualFold treats as equal: the smallest of them.
func oneCase(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}

// renamed updates the index when an element replaces another one; either may be nil.
func (m *Model) renamed(old, e *Element) {
	if old != nil && e != nil && old.Name == e.Name && NumberOf(old) == NumberOf(e) {
		return
	}
	m.rekey(func() (gone, come []string) { return keysOfElement(old), keysOfElement(e) })
}

// renamedDefinition updates the index when the name of a type or material changes.
func (m *Model) renamedDefinition(id ID, old, name string) {
	if old != name {
		m.rekey(func() (gone, come []string) { return keysOfName(old, id), keysOfName(name, id) })
	}
}

// rekey replaces the index by a copy with the changed keys. Other models that share the old index keep it.
func (m *Model) rekey(change func() (gone, come []string)) {
	shared := m.Names
	if shared == nil {
		return
	}
	m.Names = m.newNames()
	shared.alone(func() {
		if shared.Keys != nil {
			m.Names.Keys = shared.Keys.Copy()
		}
	})
	if m.Names.Keys == nil {
		return
	}
	gone, come := change()
	for _, k := range gone {
		m.Names.Keys.Delete(k)
	}
	for _, k := range come {
		m.Names.Keys.Insert(k)
	}
}
