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

// searchExtent is how far a room's search for walls went.
type searchExtent struct {
	lo, hi   geometry.Point2
	complete bool // the last search saw all walls of the level
}

// meets reports whether a wall is in what was searched.
func (e searchExtent) meets(w *fabric.WallBounds) bool {
	return w.Low.X <= e.hi.X && e.lo.X <= w.High.X && w.Low.Y <= e.hi.Y && e.lo.Y <= w.High.Y
}

// searchWalls returns the search of a level's walls that room.RoomShape takes, and notes how far it went.
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
