package domain

import (
	"slices"

	"github.com/tidwall/btree"

	"github.com/bimstream/bimstream/geometry"
)

// placeIndex says how many elements of each category stand on each level, and which doors, windows and openings are met
// on another storey than that (StoreyOf). It is made when somebody first asks, and followed from then on. Models of
// which it says the same share it. An opening and what fills it are in one wall.
type placeIndex struct {
	alone  func(func())            // lets one caller in at a time
	counts *btree.Map[string, int] // by placeName, and by category; nil until it is made
	away   *btree.Map[ID, ID]      // the storeys of those that are met elsewhere; nil until it is made
	stale  *btree.Set[ID]          // the walls of which the openings must be looked at again
}

func (m *Model) newPlaces() *placeIndex {
	if m.alone == nil {
		return nil
	}
	return &placeIndex{alone: m.alone()}
}

// Met is an element that is met on another storey than the level that it stands on.
type Met struct {
	Element *Element
	Storey  ID
}

// MetElsewhere returns the doors, windows and openings that are met on another storey than their level, in the order of
// their ids.
func (m *Model) MetElsewhere() (out []Met) {
	m.askPlaces(func(n *placeIndex) {
		n.away.Scan(func(id, storey ID) bool {
			if e, ok := m.Element(id); ok {
				out = append(out, Met{e, storey})
			}
			return true
		})
	})
	return out
}

// CountOf returns the number of elements of a category.
func (m *Model) CountOf(c Category) (count int) {
	m.askPlaces(func(n *placeIndex) { count, _ = n.counts.Get(string(c)) })
	return count
}

// CountOn returns the number of elements of a category that stand on a level.
func (m *Model) CountOn(level ID, c Category) (count int) {
	m.askPlaces(func(n *placeIndex) { count, _ = n.counts.Get(placeName(level, c)) })
	return count
}

// MetOn returns the ids of what is met on a level, of some categories or of all: what stands on it, and the doors,
// windows and openings that open on it in walls from below, but not those in its own walls that open on a storey above.
func (m *Model) MetOn(level ID, categories ...Category) []ID {
	on := m.standingOn(level, categories)
	m.askPlaces(func(n *placeIndex) {
		if n.away.Len() == 0 {
			return
		}
		on = slices.DeleteFunc(on, func(id ID) bool {
			_, away := n.away.Get(id)
			return away
		})
		n.away.Scan(func(id, storey ID) bool {
			if storey == level && m.isOf(id, categories) {
				on = append(on, id)
			}
			return true
		})
	})
	slices.Sort(on)
	return slices.Compact(on)
}

func (m *Model) standingOn(level ID, categories []Category) []ID {
	if len(categories) == 0 {
		return slices.Clone(m.OnLevel(level))
	}
	var on []ID
	for _, c := range categories {
		on = append(on, m.OfCategoryOn(level, c)...)
	}
	return on
}

// isOf reports whether an element is of one of some categories; of none means of any.
func (m *Model) isOf(id ID, categories []Category) bool {
	e, ok := m.Element(id)
	return ok && (len(categories) == 0 || slices.Contains(categories, e.Category))
}

// askPlaces calls f with the index, which is that of the model then. A model that keeps none has one made for the call.
func (m *Model) askPlaces(f func(*placeIndex)) {
	m.ordered()
	m.indexed()
	n := m.places
	if n == nil {
		n = &placeIndex{alone: func(f func()) { f() }}
	}
	whole := m
	if m.stop != nil { // an index that is shared is not left half made
		c := *m
		c.stop, whole = nil, &c
	}
	n.alone(func() {
		n.bring(whole)
		f(n)
	})
}

// bring makes what was not made yet, and looks again at the openings of walls that have changed.
func (n *placeIndex) bring(m *Model) {
	if n.counts == nil {
		n.counts = new(btree.Map[string, int])
		m.elements.Scan(func(_ ID, e *Element) bool {
			n.count(e, 1)
			return true
		})
	}
	if n.away == nil {
		n.away, n.stale = new(btree.Map[ID, ID]), new(btree.Set[ID])
		levels := m.levelsByID()
		for _, c := range setInWalls {
			n.look(m, levels, m.OfCategory(c))
		}
	}
	if n.stale.Len() == 0 {
		return
	}
	levels := m.levelsByID()
	n.stale.Scan(func(wall ID) bool {
		n.look(m, levels, m.HostedBy(wall))
		return true
	})
	n.stale = new(btree.Set[ID])
}

// look notes on which storeys some elements are met.
func (n *placeIndex) look(m *Model, levels []*Element, ids []ID) {
	for _, id := range ids {
		e, ok := m.Element(id)
		if !ok {
			continue
		}
		if storey := m.storeyAmong(levels, e); storey != e.LevelID {
			n.away.Set(id, storey)
		} else {
			n.away.Delete(id)
		}
	}
}

func (n *placeIndex) count(e *Element, by int) {
	if e == nil {
		return
	}
	for _, k := range []string{string(e.Category), placeName(e.LevelID, e.Category)} {
		have, _ := n.counts.Get(k)
		n.counts.Set(k, have+by)
	}
}

// placed follows an element that takes the place of another one, nil for none: it leaves the index to the models that
// share it and goes on with one of its own, where that may say something else.
func (m *Model) placed(old, e *Element) {
	shared := m.places
	if shared == nil || !movesWhatIsMet(old, e) {
		return
	}
	if !m.placesOwned {
		m.places, m.placesOwned = shared.copied(m.newPlaces()), true
	}
	n := m.places
	if n.counts != nil && !samePlace(old, e) {
		n.count(old, -1)
		n.count(e, 1)
	}
	n.doubt(old)
	n.doubt(e)
}

// copied fills a new index with what there is in one.
func (n *placeIndex) copied(to *placeIndex) *placeIndex {
	n.alone(func() {
		if n.counts != nil {
			to.counts = n.counts.Copy()
		}
		if n.away != nil {
			to.away, to.stale = n.away.Copy(), n.stale.Copy()
		}
	})
	return to
}

func samePlace(old, e *Element) bool {
	return old != nil && e != nil && old.Category == e.Category && old.LevelID == e.LevelID
}

// elevated is a category that elements stand on: the level.
type elevated interface{ storey() levelPlace }

// levelPlace is what the place of the elements on a level follows from.
type levelPlace struct {
	elevation geometry.Length
	counts    bool // it is a storey
}

// movesWhatIsMet reports whether a change may count another element, or let one be met on another storey.
func movesWhatIsMet(old, e *Element) bool {
	if !samePlace(old, e) {
		return true
	}
	if was, ok := old.Params.(elevated); ok {
		is, ok := e.Params.(elevated)
		return !ok || was.storey() != is.storey()
	}
	return slices.Contains(lineWalls, old.Category) || slices.Contains(setInWalls, old.Category)
}

// doubt lets be looked at again what depends on an element that has changed.
func (n *placeIndex) doubt(e *Element) {
	switch {
	case e == nil || n.away == nil:
	case e.Category == CategoryLevel:
		n.away, n.stale = nil, nil
	case slices.Contains(lineWalls, e.Category):
		n.stale.Insert(e.ID)
	case slices.Contains(setInWalls, e.Category):
		n.away.Delete(e.ID)
		n.stale.Insert(e.HostID)
	}
}
