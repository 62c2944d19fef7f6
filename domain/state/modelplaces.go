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

// PlaceIndex says how many elements of each category stand on each level, and which doors, windows and openings are met
// on another storey than that (StoreyOf). It is made when somebody first asks, and followed from then on. Models of
// which it says the same share it. An opening and what fills it are in one wall.
type PlaceIndex struct {
	Alone  func(func())            // lets one caller in at a time
	Counts *btree.Map[string, int] // by PlaceName, and by category; nil until it is made
	Away   *btree.Map[ID, ID]      // the storeys of those that are met elsewhere; nil until it is made
	Stale  *btree.Set[ID]          // the walls of which the openings must be looked at again
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

// IsOf reports whether an element is of one of some categories; of none means of any.
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

// placed follows an element that takes the place of another one, nil for none: it leaves the index to the models that
// share it and goes on with one of its own, where that may say something else.
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

// copied fills a new index with what there is in one.
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

// elevated is a category that elements stand on: the level.
type elevated interface{ Storey() LevelPlace }

// LevelPlace is what the place of the elements on a level follows from.
type LevelPlace struct {
	Elevation geometry.Length
	Counts    bool // it is a storey
}

// movesWhatIsMet reports whether a change may count another element, or let one be met on another storey.
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

// doubt lets be looked at again what depends on an element that has changed.
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
