package room

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A room without its own height ends at the floors, ceilings and roofs above it, if together they cover more than half
// of its plan. Otherwise it is as high as its lowest wall. If the covers are level, the room has a single height, up to
// the cover with the largest share of its plan. Sloping covers cut the room off (roomsloping.go). A sloping roof covers
// only the rooms with a wall that is attached to the roof. Other rooms are open between the tops of their walls and the
// roof.

const (
	// headroom is the least height of a cover above the floor of a room. Lower plates stand in the room, as a podium
	// does.
	headroom = geometry.Metre
	// coverReach is the greatest height of a cover above the highest wall of a room. Walls may end below a slab by the
	// depth of a beam, but a slab one storey higher is not the cover.
	coverReach = geometry.Metre
)

// cover is an element that covers a part of a room.
type cover struct {
	Overhead
	over            geometry.Region // the part of the room's plan that it covers
	cells           []geometry.Facet
	lowest, highest geometry.Length // of the underside over the room
	level           bool
}

// covers returns the elements that cover a room of this shape, from below upwards. unreached lists the sloping roofs
// over the room to which none of its walls is attached.
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

// looksUp reports whether a room takes its height from the elements around and above it.
func (r *Room) looksUp() bool { return r.Height == 0 && r.Seed != nil }

// SameCovers reports whether the same elements cover a room in two shapes with the same plan, which may differ in their
// Reach. It does not compute the covers themselves, so it may return false although they are the same. It never returns
// true if they differ.
func (r *Room) SameCovers(a, b RoomShape, search OverheadSearch) bool {
	if a.Reach == b.Reach || a.Bounded != b.Bounded || a.Reach == 0 || b.Reach == 0 {
		return a.Reach == b.Reach && a.Bounded == b.Bounded
	}
	lo, hi := a.Region.Bounds()
	from, to := min(a.Reach, b.Reach), max(a.Reach, b.Reach)
	return !slices.ContainsFunc(search(lo, hi, from, to), func(o Overhead) bool { return o.Bottom > from })
}

// CoveredBy returns the ids of the elements that cover a room of this shape, from below upwards. It also returns the
// ids of the roofs over the room to which none of its walls is attached.
func (r *Room) CoveredBy(s RoomShape, search OverheadSearch) []state.ID {
	covers, out := r.covers(s, search)
	for _, c := range covers {
		out = append(out, c.ID)
	}
	return out
}

// Covered reports whether the height of a room comes from a cover, and not from the room's own height or a wall.
func (s RoomShape) Covered() bool {
	return s.HeightOf != "" && !slices.Contains(s.Bounding, s.HeightOf)
}

// UnderCover returns the shape of a room with the height that its covers give it.
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

// mainCover returns the cover that has the largest share of a room's plan, as seen from below. It returns false if all
// covers together have no more than half of the plan.
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

// cuttingCovers returns the covers that cut a room off, or nil if a level cover alone gives its height. A floor over at
// most half of the plan does not cut the room off. It is a gallery, and the room continues beside and above it.
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
