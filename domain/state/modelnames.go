package state

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/btree"
)

// nameIndex finds elements, types and materials by what they are called. It is made when somebody first asks, and
// followed from then on. Models of the same names share it.
type nameIndex struct {
	alone func(func())       // lets one caller in at a time
	Keys  *btree.Set[string] // name in one case, then what a key ends a name with, then the id; nil until it is made
}

// Remembering lets a model, and those that grow from it, keep an index of names and of what is met where, and returns
// it. alone makes what lets one caller in at a time, for those who read one model at the same time. Other models go
// over all elements at each call.
func (m *Model) Remembering(alone func() func(func())) *Model {
	m.Alone = alone
	m.forget()
	return m
}

// forget leaves the indexes that are made when somebody asks to the models that share them.
func (m *Model) forget() { m.Names, m.Places, m.placesOwned = m.newNames(), m.newPlaces(), false }

func (m *Model) newNames() *nameIndex {
	if m.Alone == nil {
		return nil
	}
	return &nameIndex{alone: m.Alone()}
}

// Called returns the ids of what is called something, whatever the case: of elements by their name, of rooms by their
// number and of components by their tag too, of types and materials by their name. They are in order. The first call on
// a model and those that follow from it goes over all names, the others over what they return.
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
		if id := k[len(prefix):]; !strings.Contains(id, nameEnd) { // else the name goes on
			out = append(out, ID(id))
		}
		return true
	})
	return out
}

// NumberOf returns the number of a room or the tag of a component, "" where there is none.
func NumberOf(e *Element) string {
	if p, ok := e.Params.(tagged); ok {
		return p.Label()
	}
	return ""
}

// tagged is a category whose elements have a number or a tag beside their names, "" for none.
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

// nameEnd is what a key ends a name with.
const nameEnd = "\x00"

func nameKey(name string, id ID) string { return strings.Map(oneCase, name) + nameEnd + string(id) }

// oneCase returns the same rune for all that strings.EqualFold takes for equal: the smallest of them.
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

// renamed follows an element that takes the place of another one, nil for none.
func (m *Model) renamed(old, e *Element) {
	if old != nil && e != nil && old.Name == e.Name && NumberOf(old) == NumberOf(e) {
		return
	}
	m.rekey(func() (gone, come []string) { return keysOfElement(old), keysOfElement(e) })
}

// renamedDefinition follows the name of a type or a material.
func (m *Model) renamedDefinition(id ID, old, name string) {
	if old != name {
		m.rekey(func() (gone, come []string) { return keysOfName(old, id), keysOfName(name, id) })
	}
}

// rekey leaves the index to the models that share it and goes on with one that has other keys.
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
