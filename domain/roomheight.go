package domain

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// A room without a height of its own is as high as the level slab, ceiling or flat roof above it that covers most of
// its plan, if all such together cover more than half; else as its lowest wall.

const (
	// headroom is how far above its floor what covers a room must lie: lower plates stand in the room, as a podium.
	headroom = geometry.Metre
	// coverReach is how far above the highest of its walls what covers a room may lie: walls end below a slab by the
	// depth of a beam, and what lies a storey higher is not its cover.
	coverReach = geometry.Metre
)

// PlateSearch returns the level plates whose boxes meet a box in plan and that begin between two heights.
type PlateSearch func(lo, hi geometry.Point2, from, to geometry.Length) []Plate

// PlatesOver returns the search over all floors, ceilings and flat roofs of the model. It visits all of them.
func (m *Model) PlatesOver() PlateSearch {
	return func(lo, hi geometry.Point2, from, to geometry.Length) []Plate {
		var out []Plate
		for _, c := range PlateCategories {
			for _, id := range m.OfCategory(c) {
				if e, ok := m.Element(id); ok {
					if p, ok := m.Plate(e); ok && p.over(lo, hi, from, to) {
						out = append(out, p)
					}
				}
			}
		}
		return out
	}
}

// PlateCategories are the categories whose elements can be level plates.
var PlateCategories = []Category{CategoryFloor, CategoryCeiling, CategoryRoof}

func (p Plate) over(lo, hi geometry.Point2, from, to geometry.Length) bool {
	return p.Bottom >= from && p.Bottom <= to && p.Low.X < hi.X && p.High.X > lo.X && p.Low.Y < hi.Y && p.High.Y > lo.Y
}

// Covers returns the plates that may cover a room of this shape, from below upwards.
func (r *Room) Covers(s RoomShape, plates PlateSearch) []Plate {
	if r.Height > 0 || r.Seed == nil || !s.Bounded || s.Reach == 0 {
		return nil
	}
	lo, hi := s.Region.Bounds()
	found := plates(lo, hi, s.Base+headroom, s.Reach)
	slices.SortFunc(found, func(a, b Plate) int {
		return cmp.Or(cmp.Compare(a.Bottom, b.Bottom),
			cmp.Compare(a.ID, b.ID))
	})
	return found
}

// Covered reports whether the height of a room is that of what covers it, and not its own or that of a wall.
func (s RoomShape) Covered() bool {
	return s.HeightOf != "" && !slices.Contains(s.Bounding, s.HeightOf)
}

// UnderCover returns the shape of a room with the height that what covers it gives it.
func (r *Room) UnderCover(s RoomShape, plates PlateSearch) RoomShape {
	found := r.Covers(s, plates)
	if len(found) == 0 {
		return s
	}
	left, all := s.Region, s.Region.Area()
	open, most, cover := all, 0.0, Plate{}
	for _, p := range found {
		left = geometry.Subtract(left, p.Region)
		rest := left.Area()
		if share := open - rest; share > most {
			most, cover = share, p
		}
		open = rest
	}
	if most > 0 && open*2 < all {
		s.Height, s.HeightOf = cover.Bottom-s.Base, cover.ID
	}
	return s
}
