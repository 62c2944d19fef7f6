package projections

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// wallIndex holds the footprints of the walls of each level.
type wallIndex = boxTrees[state.ID, fabric.WallBounds]

// searchExtent is the extent of a room's search for walls.
type searchExtent struct {
	lo, hi   geometry.Point2
	complete bool // the last search covered all walls of the level
}

// meets reports whether a wall lies in the searched part.
func (e searchExtent) meets(w *fabric.WallBounds) bool {
	return w.Low.X <= e.hi.X && e.lo.X <= w.High.X && w.Low.Y <= e.hi.Y && e.lo.Y <= w.High.Y
}

// searchWalls returns the function with which room.RoomShape searches a level's walls, and records the extent of the
// search.
func searchWalls(walls *wallIndex, level state.ID, went *searchExtent) fabric.WallSearch {
	tree := walls.at(level)
	return func(lo, hi geometry.Point2) ([]fabric.WallBounds, bool) {
		var found []fabric.WallBounds
		tree.Search(flat(lo), flat(hi), func(_, _ [2]float64, w *fabric.WallBounds) bool {
			found = append(found, *w)
			return true
		})
		slices.SortFunc(found, func(a, b fabric.WallBounds) int { return cmp.Compare(a.ID, b.ID) })
		*went = searchExtent{lo, hi, len(found) == tree.Len()}
		return found, went.complete
	}
}
