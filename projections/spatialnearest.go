package projections

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Nearest returns the k elements whose boxes are nearest to a point in space, within radius, sorted by distance and
// then by id. k of 0 or less returns all, a radius of 0 or less allows any distance. The distance is 0 for boxes that
// contain the point.
func (s *Spatial) Nearest(point geometry.Point3, k int, radius geometry.Length, categories ...state.Category) []Hit {
	n := &nearest{all: s, s: s.between(point.Z, point.Z, categories), point: point, k: k, within: math.Inf(1),
		categories: categories}
	n.here = n.s.bands.at(point.Z)
	if radius > 0 {
		n.within = float64(float64(radius) * float64(radius))
	}
	for _, i := range n.order() {
		if n.bandDistance(i) <= n.within {
			n.visit(i)
		}
	}
	return n.hits()
}

// nearest is a running search. Distances are squared, in square micrometres.
type nearest struct {
	all, s     *Spatial // s has the bands and the elements needed so far
	point      geometry.Point3
	here       int // the band of the point
	k          int
	within     float64 // greatest distance that is still wanted
	categories []state.Category
	best       []candidate // sorted by distance and id if k is positive
}

type candidate struct {
	it       *item
	distance float64
}

func compareCandidates(a, b candidate) int {
	return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.it.id, b.it.id))
}

// order returns the bands from the nearest to the farthest.
func (n *nearest) order() []int {
	out := make([]int, len(n.s.bands))
	for i := range out {
		out[i] = i
	}
	slices.SortFunc(out, func(a, b int) int {
		return cmp.Or(cmp.Compare(n.bandDistance(a), n.bandDistance(b)), cmp.Compare(a, b))
	})
	return out
}

// bandDistance returns a lower bound of the distance of the elements that are visited in a band.
func (n *nearest) bandDistance(i int) float64 {
	gap := float64(max(0, n.s.bands[i]-n.point.Z, n.point.Z-n.s.bands.end(i)))
	return float64(gap * gap)
}

// visit visits the elements of a band from near to far. It visits an element that spans several bands in the band
// nearest to the point. So each element is visited once, and no element is missed when farther bands are left out.
func (n *nearest) visit(i int) {
	n.s = n.all.between(n.s.bands[i], n.s.bands.end(i), n.categories)
	n.s.trees.at(n.s.bands[i]).Nearby(n.distance, func(_, _ [2]float64, it *item, distance float64) bool {
		if distance > n.within {
			return false
		}
		first, last := n.s.bands.of(it.box)
		if i == min(max(n.here, first), last) && wanted(n.categories, it) {
			n.add(candidate{it, distance})
		}
		return true
	})
}

// distance returns the squared distance in plan of a node, which is a lower bound for its elements, or the squared
// distance in space of an element.
func (n *nearest) distance(lo, hi [2]float64, it *item, isItem bool) float64 {
	dx := gapTo(float64(n.point.X), lo[0], hi[0])
	dy := gapTo(float64(n.point.Y), lo[1], hi[1])
	d := float64(dx*dx) + float64(dy*dy)
	if isItem {
		dz := gapTo(float64(n.point.Z), float64(it.box.Min.Z), float64(it.box.Max.Z))
		d += float64(dz * dz)
	}
	return d
}

func gapTo(p, lo, hi float64) float64 { return max(0, lo-p, p-hi) }

func (n *nearest) add(c candidate) {
	if n.k <= 0 {
		n.best = append(n.best, c)
		return
	}
	at, _ := slices.BinarySearchFunc(n.best, c, compareCandidates)
	n.best = slices.Insert(n.best, at, c)
	if len(n.best) > n.k {
		n.best = n.best[:n.k]
	}
	if len(n.best) == n.k {
		n.within = min(n.within, n.best[n.k-1].distance)
	}
}

func (n *nearest) hits() []Hit {
	slices.SortFunc(n.best, compareCandidates)
	out := make([]Hit, len(n.best))
	for i, c := range n.best {
		out[i] = Hit{c.it.id, c.it.category, c.it.box, geometry.Length(math.Round(math.Sqrt(c.distance)))}
	}
	return out
}
