package projections

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// Enclosure is a part of a level's plan that walls enclose.
type Enclosure struct {
	Region geometry.Region // area between the faces of the walls, without the elements that stand free in it
	Area   float64         // m2
	Seed   geometry.Point2 // centre of its largest circle, for create_room
	Room   state.ID        // the room at this place; "" for none
	Walls  []state.ID      // along it, by id
}

// joinGap is the greatest gap between walls that still enclose an area: 5 mm, as for rooms.
const joinGap = edgeGap

// Enclosures returns the areas that the walls of a level enclose, sorted from the south-west: the holes of the union of
// the walls' footprints. It leaves out parts below an area, in m2, such as shafts between walls that nearly touch. The
// error is the context's.
func (r *Rooms) Enclosures(ctx context.Context, level state.ID, least float64) ([]Enclosure, error) {
	stop := geometry.Interrupt(func() bool { return ctx.Err() != nil })
	const far = geometry.Length(1) << 52
	walls, _ := fabric.WallsOn(r.model, level)(geometry.Point2{X: -far, Y: -far}, geometry.Point2{X: far, Y: far})
	footprints := make([]geometry.Region, len(walls))
	for i, w := range walls {
		footprints[i] = w.Footprint
	}
	union := stop.UnionWithin(joinGap, footprints...)
	var out []Enclosure
	for _, polygon := range union {
		for _, hole := range polygon.Holes {
			if stop.Now() {
				return nil, ctx.Err()
			}
			for _, part := range stop.Subtract(geometry.Region{{Outer: hole}}, union) {
				if e, ok := r.enclosure(level, part, walls, least); ok {
					out = append(out, e)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Enclosure) int { return comparePoints(southWest(a.Region), southWest(b.Region)) })
	return slices.CompactFunc(out, func(a, b Enclosure) bool { return a.Seed == b.Seed }), ctx.Err()
}

func (r *Rooms) enclosure(level state.ID, part geometry.Polygon, walls []fabric.WallBounds,
	least float64) (Enclosure, bool) {
	e := Enclosure{Region: geometry.Region{part}, Area: part.Area()}
	if e.Area < least {
		return e, false
	}
	circle, err := clearance.LargestCircle(e.Region)
	if err != nil {
		return e, false
	}
	e.Seed = circle.Centre
	for _, id := range r.OnLevel(level) {
		if shape, err := r.Shape(id); err == nil && shape.Bounded && shape.Region.Contains(e.Seed) != geometry.Outside {
			e.Room = id
			break
		}
	}
	for _, w := range walls {
		if alongside(e.Region, w.Footprint) {
			e.Walls = append(e.Walls, w.ID)
		}
	}
	slices.Sort(e.Walls)
	return e, true
}

// alongside reports whether an edge of a footprint comes within the gap of a region.
func alongside(region, footprint geometry.Region) bool {
	lo, hi := region.Bounds()
	flo, fhi := footprint.Bounds()
	if flo.X > hi.X+joinGap || lo.X > fhi.X+joinGap || flo.Y > hi.Y+joinGap || lo.Y > fhi.Y+joinGap {
		return false
	}
	for _, e := range edgesOf(region) {
		middle := geometry.Point2{X: (e.a.X + e.b.X) / 2, Y: (e.a.Y + e.b.Y) / 2}
		if clearance.DistanceTo(footprint, middle) <= joinGap {
			return true
		}
	}
	for _, e := range edgesOf(footprint) {
		middle := geometry.Point2{X: (e.a.X + e.b.X) / 2, Y: (e.a.Y + e.b.Y) / 2}
		if clearance.DistanceTo(region, middle) <= joinGap {
			return true
		}
	}
	return false
}

func southWest(r geometry.Region) geometry.Point2 {
	lo, _ := r.Bounds()
	return lo
}

func comparePoints(a, b geometry.Point2) int {
	if a.Y != b.Y {
		return int(max(-1, min(1, a.Y-b.Y)))
	}
	return int(max(-1, min(1, a.X-b.X)))
}
