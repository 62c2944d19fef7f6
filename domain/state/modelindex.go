package state

import (
	"slices"
	"strings"

	"github.com/tidwall/btree"
)

func key(owner, member string) string { return owner + "/" + member }

// Members returns, in order, the ids of an owner in an index.
func (m *Model) Members(index *btree.Set[string], owner string) []ID {
	m.Stop.Now()
	m.Ordered()
	m.Indexed()
	return members(index, owner)
}

// Indexed builds the indexes of the elements if they have not been built yet.
func (m *Model) Indexed() {
	if m.late != nil {
		m.late()
	}
}

func members(set *btree.Set[string], owner string) []ID {
	prefix := owner + "/"
	var out []ID
	set.Ascend(prefix, func(k string) bool {
		if !strings.HasPrefix(k, prefix) {
			return false
		}
		out = append(out, ID(k[len(prefix):]))
		return true
	})
	return out
}

// Put stores an element and updates the indexes. If the owners of the element are unchanged, no index is touched.
func (m *Model) Put(e *Element) {
	if m.folding != nil {
		m.folding.elements[e.ID] = e
		return
	}
	m.Indexed()
	old, replaced := m.Elements.Set(e.ID, e)
	m.renamed(old, e)
	if !replaced {
		m.index(e)
		m.placed(nil, e)
		return
	}
	m.placed(old, e)
	if old.Category != e.Category || m.owners(old) != m.owners(e) ||
		!slices.Equal(mentionedBy(old), mentionedBy(e)) {
		m.unindex(old)
		m.index(e)
	}
}

func (m *Model) index(e *Element) {
	id := string(e.ID)
	m.ByCategory.Insert(key(string(e.Category), id))
	for _, o := range m.owners(e) {
		if o.id != "" {
			o.index.Insert(key(o.name(), id))
		}
	}
	for _, to := range mentionedBy(e) {
		m.ByMention.Insert(key(string(to), id))
	}
}

// The indexes by owner. An owner is an element or key that an element depends on or is found by. indexes is the number
// of indexes.
const (
	levelOwner = iota
	hostOwner
	typeOwner
	mentionOwner
	otherOwner
	placeOwner
	numberOwner
	indexes
)

// owner is an element or key that an element depends on or is found by, with the index that lists it.
type owner struct {
	category Category // restricts a level to elements of this category; "" for all
	id       ID
	index    *btree.Set[string]
}

// name returns the owner's part of a key.
func (o owner) name() string {
	if o.category == "" {
		return string(o.id)
	}
	return PlaceName(o.id, o.category)
}

func (m *Model) owners(e *Element) [indexes]owner {
	var mentioned, other, number ID
	switch p := e.Params.(type) {
	case Mentioning:
		mentioned = p.Mentions()
		if c, ok := e.Params.(mentioningTwo); ok {
			other = c.MentionsToo()
		}
	case numbered:
		number = p.NumberKey()
	}
	return [indexes]owner{
		levelOwner: {"", e.LevelID, m.ByLevel}, hostOwner: {"", e.HostID, m.ByHost},
		typeOwner:    {"", e.TypeID, m.ByType},
		mentionOwner: {"", mentioned, m.ByMention}, otherOwner: {"", other, m.ByMention},
		placeOwner: {e.Category, e.LevelID, m.ByPlace}, numberOwner: {"", number, m.ByNumber},
	}
}

// PlaceName names a category on a level.
func PlaceName(level ID, c Category) string { return string(c) + "@" + string(level) }

// OfCategoryOn returns the ids of the elements of a category that stand on a level, in order.
func (m *Model) OfCategoryOn(level ID, c Category) []ID {
	return m.Members(m.ByPlace, PlaceName(level, c))
}

// numbered is implemented by categories whose elements have a number that is unique in the model. NumberKey returns ""
// for an element without a number.
type numbered interface{ NumberKey() ID }

// Mentioning is implemented by categories with a parameter that names another element. Mentions returns "" if the
// parameter is empty.
type Mentioning interface{ Mentions() ID }

// mentioningTwo is implemented by categories with parameters that name two elements, such as constraints.
type mentioningTwo interface {
	Mentioning
	MentionsToo() ID
}

// mentioningAll is implemented by categories that name any number of elements: arrays.
type mentioningAll interface{ MentionsAll() []ID }

// mentionedBy returns the elements that an element names in lists: the elements that it is attached to, or the
// originals and instances of an array.
func mentionedBy(e *Element) []ID {
	if p, ok := e.Params.(mentioningAll); ok {
		return p.MentionsAll()
	}
	return AttachmentsOf(e).All()
}

// Mentions reports whether an element names one of the given ones in a parameter, as [Model.Mentioning] lists them.
func (e *Element) Mentions(among map[ID]ID) bool {
	named := func(id ID) bool { _, ok := among[id]; return ok }
	if p, ok := e.Params.(Mentioning); ok && named(p.Mentions()) {
		return true
	}
	if p, ok := e.Params.(mentioningTwo); ok && named(p.MentionsToo()) {
		return true
	}
	return slices.ContainsFunc(mentionedBy(e), named)
}

func (m *Model) unindex(e *Element) {
	m.ByCategory.Delete(key(string(e.Category), string(e.ID)))
	for _, o := range m.owners(e) {
		o.index.Delete(key(o.name(), string(e.ID)))
	}
	for _, to := range mentionedBy(e) {
		m.ByMention.Delete(key(string(to), string(e.ID)))
	}
}

// Remove deletes an element. Joins of a wall are removed separately by the event.
func (m *Model) Remove(id ID) {
	e, ok := m.Element(id)
	switch {
	case ok && m.folding != nil:
		m.folding.elements[id] = nil
	case ok:
		m.Indexed()
		m.unindex(e)
		m.Elements.Delete(id)
		m.renamed(e, nil)
		m.placed(e, nil)
	}
}
