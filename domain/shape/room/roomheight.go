package room

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A room without a height of its own ends at what covers it: floors, ceilings and roofs above it, if all together cover
// more than half of its plan; else it is as high as its lowest wall. Below level covers it has one height, that of the
// cover with the most of its plan; below sloping ones it is cut off by them (roomsloping.go). A sloping roof covers the
// rooms of which a wall is attached to it: else the room is open between the tops of its walls and the roof.

const (
	// headroom is how far above its floor what covers a room must lie: lower plates stand in the room, as a podium.
	headroom = geometry.Metre
	// coverReach is how far above the highest of its walls what covers a room may begin: walls end below a slab by the
	// depth of a beam, and what lies a storey higher is not its cover.
	coverReach = geometry.Metre
)

// cover is what covers a part of a room.
type cover struct {
	Overhead
	over            geometry.Region // of the room's plan
	cells           []geometry.Facet
	lowest, highest geometry.Length // of the underside over the room
	level           bool
}

// covers returns what covers a room of this shape, from below upwards, and the sloping roofs over it that none of its
// walls runs up to.
func (r *Room) covers(s RoomShape, search OverheadSearch) (out []cover, unreached []state.ID) {
	if !r.looksUp() || !s.Bounded || s.Reach == 0 {
		return nil, nil
	}
	lo, hi := s.Region.Bounds()
	for _, o := range search(lo, hi, s.Base+headroom, s.Reach) {
		c, ok := o.overRegion(s.Region)
		switch {
		case !ok || o.Bottom > s.Reach || c.highest < s.Base+headroom:
		case !c.level && c.Category == state.CategoryRoof && !slices.Contains(s.Tops, c.ID):
			unreached = append(unreached, c.ID)
		default:
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b cover) int {
		return cmp.Or(cmp.Compare(a.lowest, b.lowest),
			cmp.Compare(a.ID, b.ID))
	})
	slices.Sort(unreached)
	return out, unreached
}

// looksUp reports whether a room takes its height from what is around and above it.
func (r *Room) looksUp() bool { return r.Height == 0 && r.Seed != nil }

// SameCovers reports whether what covers a room of one shape covers it in another one with the same plan, which may
// only reach higher or less high, without saying what that is; it may be wrong only in saying that it does not.
func (r *Room) SameCovers(a, b RoomShape, search OverheadSearch) bool {
	if a.Reach == b.Reach || a.Bounded != b.Bounded || a.Reach == 0 || b.Reach == 0 {
		return a.Reach == b.Reach && a.Bounded == b.Bounded
	}
	lo, hi := a.Region.Bounds()
	from, to := min(a.Reach, b.Reach), max(a.Reach, b.Reach)
	return !slices.ContainsFunc(search(lo, hi, from, to), func(o Overhead) bool { return o.Bottom > from })
}

// CoveredBy names what covers a room of this shape, from below upwards, and the roofs that its walls do not reach.
func (r *Room) CoveredBy(s RoomShape, search OverheadSearch) []state.ID {
	covers, out := r.covers(s, search)
	for _, c := range covers {
		out = append(out, c.ID)
	}
	return out
}

// Covered reports whether the height of a room is that of what covers it, and not its own or that of a wall.
func (s RoomShape) Covered() bool {
	return s.HeightOf != "" && !slices.Contains(s.Bounding, s.HeightOf)
}

// UnderCover returns the shape of a room with the height that what covers it gives it.
func (r *Room) UnderCover(s RoomShape, search OverheadSearch) RoomShape {
	found, unreached := r.covers(s, search)
	main, ok := mainCover(s.Region, found)
	if !ok {
		s.Unreached = unreached
		return s
	}
	if cutting := cuttingCovers(s.Region, main, found); len(cutting) > 0 {
		return s.underSlopes(main, cutting)
	}
	s.Height, s.HeightOf = main.lowest-s.Base, main.ID
	return s
}

// mainCover returns the cover that has the most of a room's plan, as one sees them from below; false if all together
// have no more than half of it.
func mainCover(plan geometry.Region, found []cover) (main cover, ok bool) {
	left, all := plan, plan.Area()
	open, most := all, 0.0
	for _, c := range found {
		left = geometry.Subtract(left, c.Plan)
		rest := left.Area()
		if share := open - rest; share > most {
			most, main = share, c
		}
		open = rest
	}
	return main, most > 0 && open*2 < all
}

// cuttingCovers returns what cuts a room off, nothing where one level cover is all that does. Floors over no more than
// half of the plan do not: these are galleries, and the room goes on beside and above them.
func cuttingCovers(plan geometry.Region, main cover, found []cover) []cover {
	sloping := func(c cover) bool { return !c.level && (!main.level || c.lowest < main.lowest) }
	gallery := func(c cover) bool {
		return c.ID != main.ID && c.Category == state.CategoryFloor && c.over.Area()*2 <= plan.Area()
	}
	found = slices.DeleteFunc(found, gallery)
	if !slices.ContainsFunc(found, sloping) {
		return nil
	}
	return found
}
