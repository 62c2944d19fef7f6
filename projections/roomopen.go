package projections

import (
	"cmp"
	"math"
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

const (
	// flightReach is the greatest gap in plan between the end of a stair and a room that it still meets: one tread of a
	// usual stair, by which stairs may fall short of the edge of their landing.
	flightReach = 300 * geometry.Millimetre
	// floorStep is the greatest difference in height between a room's floor and the end of a stair: one riser.
	floorStep = 200 * geometry.Millimetre
)

// OpenTo is an open connection of a room with another one, without a door.
type OpenTo struct {
	RoomID   state.ID
	Side     geometry.Length // length of the shared boundary without a wall; 0 for none
	Openings []state.ID      // openings in walls between them, without a door or window
	Stairs   []state.ID      // stairs and ramps that lead from one to the other
}

// openTo returns the open connections of a room, sorted by the other room's id: over a side without a wall, through an
// opening without a door, or over a stair or a ramp. It leaves out stairs and ramps that have a body but no parameters,
// because their ends are not known.
func (r *Rooms) openTo(room *roomEntry, adjacent []Adjacency) []OpenTo {
	if it := r.derived.itemOf(room.id); it == nil || !it.placed {
		return nil
	}
	found := map[state.ID]*OpenTo{}
	of := func(id state.ID) *OpenTo {
		if found[id] == nil {
			found[id] = &OpenTo{RoomID: id}
		}
		return found[id]
	}
	for _, a := range adjacent {
		if wide := r.wide(room, a.Openings); len(wide) > 0 {
			of(a.RoomID).Openings = wide
		}
	}
	for _, other := range r.near(room) {
		if side := sharedSide(room.shape, other.shape); side > edgeGap {
			of(other.id).Side = side
		}
	}
	r.overStairs(room, func(other, stair state.ID) { of(other).Stairs = append(of(other).Stairs, stair) })
	var out []OpenTo
	for _, o := range found {
		slices.Sort(o.Stairs)
		out = append(out, *o)
	}
	slices.SortFunc(out, func(a, b OpenTo) int { return cmp.Compare(a.RoomID, b.RoomID) })
	return out
}

const (
	// hatchSide is the least side of an opening that connects rooms: a smaller one is a hole for a duct, pipe or cable.
	hatchSide = 300 * geometry.Millimetre
	// hatchSill is the greatest sill height above the floor of an opening that connects rooms. Nobody looks or passes
	// things through an opening above a door, and ducts run there.
	hatchSill = 2000 * geometry.Millimetre
)

// wide returns the openings that connect a room with another one.
func (r *Rooms) wide(room *roomEntry, openings []state.ID) []state.ID {
	var out []state.ID
	for _, id := range openings {
		e, ok := r.model.Element(id)
		if !ok {
			continue
		}
		rect, inWall := fabric.OpeningRectOf(r.model, e)
		if inWall {
			host, _ := r.model.Element(e.HostID)
			sill := rect.Sill - room.shape.Base
			if line, err := fabric.WallLine(r.model, e.HostID); err == nil && host != nil {
				sill += line.Frame.Origin.Z
			}
			if rect.Width < hatchSide || rect.Height < hatchSide || sill > hatchSill {
				continue
			}
		}
		out = append(out, id)
	}
	return out
}

// openRooms returns the rooms whose open connections may have changed: rooms at stairs that may differ, rooms with a
// changed extent, and all rooms that are open to these rooms in one of two states.
func openRooms(stairs, rooms map[state.ID]bool, states ...*Rooms) map[state.ID]bool {
	out := map[state.ID]bool{}
	for _, r := range states {
		for stair := range stairs {
			if it := r.derived.itemOf(stair); it != nil && it.placed {
				for _, room := range r.derived.roomsIn(it.box.Grow(flightReach)) {
					out[room.id] = true
				}
			}
		}
		for id := range rooms {
			if room := r.derived.room(id); room != nil {
				for _, to := range r.openWithout(room) {
					out[id], out[to.RoomID] = true, true
				}
			}
		}
	}
	return out
}

func sameOpenTo(a, b OpenTo) bool {
	return a.RoomID == b.RoomID && a.Side == b.Side && slices.Equal(a.Stairs, b.Stairs)
}

// near returns the other rooms whose boxes lie within edgeGap of a room's box.
func (r *Rooms) near(room *roomEntry) []*roomEntry {
	return r.within(r.derived.itemOf(room.id).box.Grow(edgeGap), room.id)
}

// within returns the rooms whose boxes meet a box, except the given room.
func (r *Rooms) within(box geometry.Box, without state.ID) []*roomEntry {
	return slices.DeleteFunc(r.derived.roomsIn(box), func(other *roomEntry) bool { return other.id == without })
}

// sameHeights reports whether the height ranges of two rooms overlap.
func sameHeights(a, b room.RoomShape) bool {
	return a.Base < b.Base+b.Height && b.Base < a.Base+a.Height
}

// sharedSide returns the length along which two rooms touch in plan without a wall between them. With a wall between
// them, their edges would be as far apart as the wall is thick.
func sharedSide(a, b room.RoomShape) geometry.Length {
	if !sameHeights(a, b) {
		return 0
	}
	total := geometry.Length(0)
	others := edgesNear(b.Region, a.Region)
	for _, e := range edgesNear(a.Region, b.Region) {
		frame := geometry.PlacementInPlan(e.a.At(0), e.b)
		end := frame.Local(e.b.At(0)).X
		for _, f := range others {
			if !f.near(e.bounds()) {
				continue
			}
			p, q := frame.Local(f.a.At(0)), frame.Local(f.b.At(0))
			if onFace(p, q, 0) {
				total += max(0, min(end, max(p.X, q.X))-max(0, min(p.X, q.X)))
			}
		}
	}
	return total
}

// edgesNear returns the edges of a region that may touch another region. Only these edges are compared, because rooms
// along arcs have hundreds of edges.
func edgesNear(region, other geometry.Region) []edge {
	lo, hi := other.Bounds()
	return slices.DeleteFunc(edgesOf(region), func(e edge) bool { return !e.near(lo, hi) })
}

// near reports whether an edge may come within edgeGap of a rectangle.
func (e edge) near(lo, hi geometry.Point2) bool {
	const far = 2 * edgeGap // including roundings
	from, to := e.bounds()
	return from.X <= hi.X+far && lo.X <= to.X+far && from.Y <= hi.Y+far && lo.Y <= to.Y+far
}

func (e edge) bounds() (lo, hi geometry.Point2) {
	return geometry.Point2{X: min(e.a.X, e.b.X), Y: min(e.a.Y, e.b.Y)},
		geometry.Point2{X: max(e.a.X, e.b.X), Y: max(e.a.Y, e.b.Y)}
}

// overStairs calls found for each stair or ramp that leads from a room to another one, with the other room.
func (r *Rooms) overStairs(room *roomEntry, found func(other, stair state.ID)) {
	box := r.derived.itemOf(room.id).box.Grow(flightReach)
	for _, hit := range r.derived.intersecting(box, state.CategoryStair, state.CategoryRamp) {
		e, ok := r.model.Element(hit.ID)
		if !ok {
			continue
		}
		foot, head, ok := r.flightEnds(e)
		if !ok {
			continue
		}
		for _, end := range [][2]geometry.Point3{{foot, head}, {head, foot}} {
			if !holdsFloor(room.shape, end[0]) {
				continue
			}
			for _, other := range r.within(geometry.Box{Min: end[1], Max: end[1]}.Grow(floorStep), room.id) {
				if holdsFloor(other.shape, end[1]) {
					found(other.id, e.ID)
				}
			}
		}
	}
}

// flightEnds returns the points one tread before the first riser and one tread beyond the last riser of a stair, or the
// same distance before and beyond a ramp.
func (r *Rooms) flightEnds(e *state.Element) (foot, head geometry.Point3, ok bool) {
	stair, isStair := e.Params.(*stairshape.Stair)
	if !isStair {
		return r.rampEnds(e)
	}
	if stair.Fixed != nil {
		return foot, head, false
	}
	shape, err := stairshape.StairShapeOf(r.model, e)
	if err != nil {
		return foot, head, false
	}
	first, last := shape.Foot(), shape.Head()
	middle := (first.Z0 + first.Z1) / 2
	foot = first.Frame.Point(geometry.Point3{X: -flightReach, Z: middle})
	head = last.Frame.Point(geometry.Point3{X: last.Run + flightReach, Z: middle})
	head.Z = bodyshape.Elevation(r.model, stair.TopLevel)
	return foot, head, true
}

// rampEnds returns the points before and beyond a ramp, at the distance by which a stair may fall short of its landing.
func (r *Rooms) rampEnds(e *state.Element) (foot, head geometry.Point3, ok bool) {
	shape, err := stairshape.RampShapeOf(r.model, e)
	if err != nil {
		return foot, head, false
	}
	walk := shape.Walk()
	last := len(walk) - 1
	return beyondEnd(walk[1], walk[0]), beyondEnd(walk[last-1], walk[last]), true
}

// beyondEnd returns the point beyond the end of a way from another point, at the height of the end.
func beyondEnd(from, end geometry.Point3) geometry.Point3 {
	d := geometry.Direction(from.XY(), end.XY())
	return geometry.Point3{X: end.X + geometry.Length(math.Round(float64(d.X*float64(flightReach)))),
		Y: end.Y + geometry.Length(math.Round(float64(d.Y*float64(flightReach)))), Z: end.Z}
}

// holdsFloor reports whether a point on a floor lies in a room.
func holdsFloor(room room.RoomShape, p geometry.Point3) bool {
	return (room.Base-p.Z).Abs() <= floorStep && room.Region.Contains(p.XY()) != geometry.Outside
}
