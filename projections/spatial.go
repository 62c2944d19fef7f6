package projections

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Spatial is the spatial index of one view: the boxes, in world coordinates, of all elements with a body, of openings
// and of bounded rooms. It has one tree in plan for each storey band; an element that spans bands is in each of them
// and is reported once.
//
// All queries take the categories to report; none means all. Answers are about boxes, which contain the bodies; callers
// that need the bodies test the bodies afterwards.
type Spatial struct {
	bands bands
	trees *boxTrees[geometry.Length, item] // trees by the start of the band
	of    *look                            // derives further elements as needed; nil if the index has all
}

// Hit is an element that a query found.
type Hit struct {
	ID       state.ID
	Category state.Category
	Bounds   geometry.Box
	Distance geometry.Length // distance from the point, or along the ray; 0 for queries by box
}

func newSpatial(m *state.Model) *Spatial {
	return &Spatial{bands: bandsOf(m), trees: newBoxTrees[geometry.Length, item]()}
}

func (s *Spatial) fork() *Spatial { return &Spatial{bands: s.bands, trees: s.trees.fork()} }

func (s *Spatial) insert(it *item) {
	if it == nil || !it.placed {
		return
	}
	first, last := s.bands.of(it.box)
	for i := first; i <= last; i++ {
		s.trees.edit(s.bands[i]).Insert(it.min(), it.max(), it)
	}
}

func (s *Spatial) remove(it *item) {
	if it == nil || !it.placed {
		return
	}
	first, last := s.bands.of(it.box)
	for i := first; i <= last; i++ {
		s.trees.edit(s.bands[i]).Delete(it.min(), it.max(), it)
	}
}

// band sets the storey bands of the index to the bands of a model. It moves only elements in bands that changed.
func (s *Spatial) band(m *state.Model) {
	next := bandsOf(m)
	if slices.Equal(next, s.bands) {
		return
	}
	moved := map[*item]bool{}
	var stale bands
	for i, start := range s.bands {
		if next.has(s.bands, i) {
			continue
		}
		stale = append(stale, start)
		s.trees.at(start).Scan(func(_, _ [2]float64, it *item) bool { moved[it] = true; return true })
	}
	for it := range moved {
		s.remove(it)
	}
	for _, start := range stale {
		s.trees.drop(start)
	}
	s.bands = next
	for it := range moved {
		s.insert(it)
	}
}

// Intersecting returns the elements whose boxes share a point with a box, sorted by id. Touching counts.
func (s *Spatial) Intersecting(box geometry.Box, categories ...state.Category) []Hit {
	return s.search(box, categories, func(it *item) bool { return it.box.Intersects(box) })
}

// Within returns the elements whose boxes lie wholly in a box, sorted by id. Touching from inside counts.
func (s *Spatial) Within(box geometry.Box, categories ...state.Category) []Hit {
	return s.search(box, categories, func(it *item) bool { return box.Contains(it.box) })
}

// search visits the elements that a box can meet, each once: in the first band that the element and the box share.
func (s *Spatial) search(box geometry.Box, categories []state.Category, found func(*item) bool) []Hit {
	if box.Empty() {
		return nil
	}
	s = s.between(box.Min.Z, box.Max.Z, categories)
	var out []Hit
	from, to := s.bands.meeting(box.Min.Z, box.Max.Z)
	for i := from; i <= to; i++ {
		s.trees.at(s.bands[i]).Search(flat(box.Min.XY()), flat(box.Max.XY()), func(_, _ [2]float64, it *item) bool {
			if !wanted(categories, it) {
				return true // in a search for one category, most elements have other categories
			}
			if first, _ := s.bands.of(it.box); i == max(first, from) && found(it) {
				out = append(out, Hit{it.id, it.category, it.box, 0})
			}
			return true
		})
	}
	slices.SortFunc(out, func(a, b Hit) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// between returns an index that contains all elements of the wanted categories between two heights.
func (s *Spatial) between(low, high geometry.Length, categories []state.Category) *Spatial {
	if s.of == nil {
		return s
	}
	return s.of.covering(need{heights: []span{{low, high}}, categories: categories}).spatial
}

func wanted(categories []state.Category, it *item) bool {
	return len(categories) == 0 || slices.Contains(categories, it.category)
}

// SpatialOf returns an index of hits that belong to no view, in bands that begin at ascending heights. Measurements use
// it for sizes for which there is no model.
func SpatialOf(hits []Hit, heights []geometry.Length) *Spatial {
	s := &Spatial{bands: append(bands{lowest}, heights...), trees: newBoxTrees[geometry.Length, item]()}
	for _, h := range hits {
		s.insert(&item{id: h.ID, category: h.Category, placed: !h.Bounds.Empty(), box: h.Bounds})
	}
	return s
}
