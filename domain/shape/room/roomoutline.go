package room

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// outliner returns the part of the plan around a seed that walls enclose, or nil if the seed is in a wall or the ring
// is open. It is either hollow or a cache of the results of hollow.
type outliner func(seed geometry.Point2, walls []fabric.WallBounds) geometry.Region

// enclosing returns the part of the plan around the seed that walls enclose, and the walls that were searched. It
// returns nil if the seed is in a wall or the ring is open.
func enclosing(seed geometry.Point2, search fabric.WallSearch, outline outliner) (geometry.Region,
	[]fabric.WallBounds) {
	for reach := firstReach; ; reach *= 2 {
		d := geometry.Point2{X: reach, Y: reach}
		lo, hi := seed.Sub(d), seed.Add(d)
		walls, complete := search(lo, hi)
		region := outline(seed, walls)
		if region != nil {
			rlo, rhi := region.Bounds()
			if complete || (lo.X < rlo.X && lo.Y < rlo.Y && rhi.X < hi.X && rhi.Y < hi.Y) {
				return region, walls
			}
		}
		if complete || reach == firstReach && region == nil && leadsOut(seed, search) {
			return nil, nil
		}
	}
}

// Vicinity is the distance from a room within which a wall can influence the room's outline, where walls touch. Gaps of
// up to 5 mm are closed, and closing a gap may move the next wall at the same node, but no node is as large as
// Vicinity.
const Vicinity = geometry.Metre

// leadsOut reports whether a straight way from a seed to the north, south, east or west keeps a distance of Vicinity
// from all walls. If so, no ring of walls encloses the seed. This usually recognises a room that is open to the outside
// without examining all walls of the level.
func leadsOut(seed geometry.Point2, search fabric.WallSearch) bool {
	const beyond = geometry.LengthOverflow // no wall is as far away
	margin := geometry.Point2{X: Vicinity, Y: Vicinity}
	for _, far := range []geometry.Point2{{X: beyond}, {X: -beyond}, {Y: beyond}, {Y: -beyond}} {
		lo := seed.Add(geometry.Point2{X: min(far.X, 0), Y: min(far.Y, 0)}).Sub(margin)
		hi := seed.Add(geometry.Point2{X: max(far.X, 0), Y: max(far.Y, 0)}).Add(margin)
		if walls, _ := search(lo, hi); len(walls) == 0 {
			return true
		}
	}
	return false
}

// hollow returns the hole of the union of the walls in which the seed lies, without free-standing walls inside it. It
// is computed with the seed as the origin and with the walls sorted by their corners. So rooms with the same walls
// relative to their seeds have the same outline, to the micrometre.
func hollow(seed geometry.Point2, walls []fabric.WallBounds) geometry.Region {
	return shiftedBy(hollowAtOrigin(nil, footprints(aboutSeed(seed, walls))), seed)
}

// seen is a wall's footprint with a room's seed as the origin, and a text that identifies it.
type seen struct {
	footprint geometry.Region
	text      string
}

// aboutSeed returns the footprints of walls with the seed as the origin, sorted by their texts.
func aboutSeed(seed geometry.Point2, walls []fabric.WallBounds) []seen {
	back := geometry.Point2{}.Sub(seed)
	out := make([]seen, len(walls))
	var text []byte
	for i, w := range walls {
		footprint := shiftedBy(w.Footprint, back)
		text = AppendRegion(text[:0], footprint)
		out[i] = seen{footprint, string(text)}
	}
	slices.SortFunc(out, func(a, b seen) int { return strings.Compare(a.text, b.text) })
	return out
}

func footprints(walls []seen) []geometry.Region {
	out := make([]geometry.Region, len(walls))
	for i, w := range walls {
		out[i] = w.footprint
	}
	return out
}

// AppendRegion appends the corners of a region to b, so that equal bytes mean equal regions.
func AppendRegion(b []byte, r geometry.Region) []byte {
	b = binary.AppendUvarint(b, uint64(len(r)))
	for _, p := range r {
		b = appendRing(b, p.Outer)
		b = binary.AppendUvarint(b, uint64(len(p.Holes)))
		for _, h := range p.Holes {
			b = appendRing(b, h)
		}
	}
	return b
}

func appendRing(b []byte, r geometry.Ring) []byte {
	b = binary.AppendUvarint(b, uint64(len(r)))
	for _, p := range r {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(p.X)), int64(p.Y))
	}
	return b
}

func hollowAtOrigin(stop geometry.Interrupt, walls []geometry.Region) geometry.Region {
	union := stop.UnionWithin(fabric.RoomGap, walls...)
	seed := geometry.Point2{}
	if union.Contains(seed) != geometry.Outside {
		return nil
	}
	var ring geometry.Ring
	for _, polygon := range union {
		for _, hole := range polygon.Holes {
			if hole.Contains(seed) == geometry.Inside && (ring == nil || hole.Contains(ring[0]) != geometry.Inside) {
				ring = hole
			}
		}
	}
	if ring == nil {
		return nil
	}
	outer, err := geometry.NewPolygon(ring)
	if err != nil {
		return nil
	}
	region := stop.Subtract(geometry.Region{outer}, union)
	return slices.DeleteFunc(region, func(p geometry.Polygon) bool { return p.Contains(seed) == geometry.Outside })
}

// shiftedBy returns a moved copy of a region; nil for nil.
func shiftedBy(r geometry.Region, by geometry.Point2) geometry.Region {
	if r == nil {
		return nil
	}
	out := make(geometry.Region, len(r))
	for i, p := range r {
		out[i].Outer = ringBy(p.Outer, by)
		for _, h := range p.Holes {
			out[i].Holes = append(out[i].Holes, ringBy(h, by))
		}
	}
	return out
}

func ringBy(r geometry.Ring, by geometry.Point2) geometry.Ring {
	out := make(geometry.Ring, len(r))
	for i, p := range r {
		out[i] = p.Add(by)
	}
	return out
}
