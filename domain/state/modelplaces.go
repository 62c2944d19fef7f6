package state

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/tidwall/btree"
)

func (m *Model) LevelsByID() []*Element {
	var out []*Element
	for _, id := range m.OfCategory(CategoryLevel) {
		if e, ok := m.Element(id); ok {
			out = append(out, e)
		}
	}
	return out
}

// PlaceIndex counts the elements of each category on each level, and lists the doors, windows and openings that are
// found on a storey other than their level (StoreyOf). It is built at its first use and updated from then on. Models
// with the same content of the index share it. An opening and its door or window are in one wall.
type PlaceIndex struct {
	Alone  func(func())            // admits one caller at a time
	Counts *btree.Map[string, int] // by PlaceName and by category; nil until built
	Away   *btree.Map[ID, ID]      // the storeys of elements on another storey; nil until built
	Stale  *btree.Set[ID]          // walls whose openings must be examined again
}

func (m *Model) newPlaces() *PlaceIndex {
	if m.Alone == nil {
		return nil
	}
	return &PlaceIndex{Alone: m.Alone()}
}

func (m *Model) StandingOn(level ID, categories []Category) []ID {
	if len(categories) == 0 {
		return slices.Clone(m.OnLevel(level))
	}
	var on []ID
	for _, c := range categories {
		on = append(on, m.OfCategoryOn(level, c)...)
	}
	return on
}

// IsOf reports whether an element is of one of the categories. An empty list means any category.
func (m *Model) IsOf(id ID, categories []Category) bool {
	e, ok := m.Element(id)
	return ok && (len(categories) == 0 || slices.Contains(categories, e.Category))
}

func (n *PlaceIndex) Count(e *Element, by int) {
	if e == nil {
		return
	}
	for _, k := range []string{string(e.Category), PlaceName(e.LevelID, e.Category)} {
		have, _ := n.Counts.Get(k)
		n.Counts.Set(k, have+by)
	}
}

// placed updates the index when an element replaces another one; either may be nil. If the content may change, it
// replaces a shared index by a copy; other models keep the shared one.
func (m *Model) placed(old, e *Element) {
	shared := m.Places
	if shared == nil || !movesWhatIsMet(old, e) {
		return
	}
	if !m.placesOwned {
		m.Places, m.placesOwned = shared.copied(m.newPlaces()), true
	}
	n := m.Places
	if n.Counts != nil && !samePlace(old, e) {
		n.Count(old, -1)
		n.Count(e, 1)
	}
	n.doubt(old)
	n.doubt(e)
}

// copied copies the index into a new one.
func (n *PlaceIndex) copied(to *PlaceIndex) *PlaceIndex {
	n.Alone(func() {
		if n.Counts != nil {
			to.Counts = n.Counts.Copy()
		}
		if n.Away != nil {
			to.Away, to.Stale = n.Away.Copy(), n.Stale.Copy()
		}
	})
	return to
}

func samePlace(old, e *Element) bool {
	return old != nil && e != nil && old.Category == e.Category && old.LevelID == e.LevelID
}

// elevated is implemented by the category that elements stand on: the level.
type elevated interface{ Storey() LevelPlace }

// LevelPlace holds the data of a level that determine the place of its elements.
type LevelPlace struct {
	Elevation geometry.Length
	Counts    bool // it is a storey
}

// movesWhatIsMet reports whether a change may alter the counts, or the storey of an element.
func movesWhatIsMet(old, e *Element) bool {
	if !samePlace(old, e) {
		return true
	}
	if was, ok := old.Params.(elevated); ok {
		is, ok := e.Params.(elevated)
		return !ok || was.Storey() != is.Storey()
	}
	return slices.Contains(LineWalls, old.Category) || slices.Contains(SetInWalls, old.Category)
}

// doubt marks the entries that depend on a changed element, so that they are computed again.
func (n *PlaceIndex) doubt(e *Element) {
	switch {
	case e == nil || n.Away == nil:
	case e.Category == CategoryLevel:
		n.Away, n.Stale = nil, nil
	case slices.Contains(LineWalls, e.Category):
		n.Stale.Insert(e.ID)
	case slices.Contains(SetInWalls, e.Category):
		n.Away.Delete(e.ID)
		n.Stale.Insert(e.HostID)
	}
}
