package ways

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/projections"
)

// Storey is the floor at one height.
type Storey struct {
	Levels    []state.ID // elevations differ by no more than the traveller's step; the lowest first
	Elevation geometry.Length
	Area      geometry.Region // free floor, before it is narrowed by the traveller's radius
	Doorways  []Doorway       // doorways in the order of their ids
	Obstacles []Obstacle      // obstacles in the order of their ids
	// elements whose bodies cannot be made: they do not obstruct ways, although they may stand there
	Unread []state.ID
	rooms  []room
	places *clearance.Locator // of the rooms
	floor  *clearance.Floor
	kept   *kept
}

// Obstacle is the part of an element that obstructs the floor.
type Obstacle struct {
	ID   state.ID
	Plan geometry.Region
}

// room is a room of a storey.
type room struct {
	id     state.ID
	region geometry.Region
}

// gap is the greatest gap between walls that leaves no way between them. Walls with this gap also close a room.
const gap = 5 * geometry.Millimetre

// survey collects the elements of a storey.
type survey struct {
	stop      geometry.Interrupt
	view      *projections.View
	traveller Traveller
	storey    *Storey
	slabs     []geometry.Region // tops of slabs
	covers    []geometry.Region // plans of the rooms
	walls     []geometry.Region // obstructing parts of elements that bound rooms, without their doorways
	things    []geometry.Region // other obstacles
	cars      []geometry.Region // lifts, which are floor even over the holes of slabs
}

// newSurface makes the storey at the elevation of levels from the elements near it, without its floor, which depends on
// the traveller's radius. The error is the context's.
func newSurface(ctx context.Context, v *projections.View, t Traveller, levels []*state.Element,
	near []projections.Hit) (*Storey, error) {
	s := &survey{stop: func() bool { return ctx.Err() != nil }, view: v, traveller: t,
		storey: &Storey{Elevation: shape.Elevation(v.Model, levels[0].ID)}}
	for _, l := range levels {
		s.storey.Levels = append(s.storey.Levels, l.ID)
	}
	for _, hit := range near {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if e, ok := v.Model.Element(hit.ID); ok {
			s.visit(e)
		}
	}
	s.storey.Area = s.area()
	regions := make([]geometry.Region, len(s.storey.rooms))
	for i, r := range s.storey.rooms {
		regions[i] = r.region
	}
	s.storey.places = clearance.NewLocator(regions)
	return s.storey, ctx.Err()
}

// with returns the storey with the floor for a disc of a radius.
func (s *Storey) with(ctx context.Context, radius geometry.Length) (*Storey, error) {
	floor, err := clearance.NewFloorUntil(func() bool { return ctx.Err() != nil }, s.Area, radius)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out := *s
	out.floor, out.kept = floor, &kept{}
	return &out, err
}

// band returns the box around all elements that can affect a floor at a height.
func band(height geometry.Length, t Traveller) geometry.Box {
	const far = geometry.Length(1) << 52 // whole in a float64, and beyond any model
	step := max(t.Step, finish)
	return geometry.Box{
		Min: geometry.Point3{X: -far, Y: -far, Z: height - step},
		Max: geometry.Point3{X: far, Y: far, Z: height + t.Headroom},
	}
}

// visit classifies an element as floor, doorway, obstacle or none of these.
func (s *survey) visit(e *state.Element) {
	switch e.Category {
	case state.CategoryRoom:
		s.visitRoom(e)
	case state.CategoryDoor, state.CategoryOpening: // their wall has the doorways
	case state.CategoryFloor:
		s.visitSlab(e)
	case state.CategoryWall, state.CategoryCurtainWall:
		s.visitWall(e)
	default:
		s.storey.obstruct(e.ID, s.shadow(e, finish, s.traveller.Headroom), s.listFor(e))
	}
}

// listFor returns the list to which the plan of an obstacle belongs: the walls, between which gaps are closed, or the
// things.
func (s *survey) listFor(e *state.Element) *[]geometry.Region {
	if e.Category.BoundsRooms() || e.Category == state.CategoryWindow || e.Category == state.CategoryColumn {
		return &s.walls
	}
	return &s.things
}

func (s *Storey) obstruct(id state.ID, plan geometry.Region, list *[]geometry.Region) {
	if len(plan) > 0 {
		s.Obstacles = append(s.Obstacles, Obstacle{id, plan})
		*list = append(*list, plan)
	}
}

func (s *survey) visitRoom(e *state.Element) {
	shape, err := s.view.Rooms().Shape(e.ID)
	if err != nil || !shape.Bounded || (shape.Base-s.storey.Elevation).Abs() > max(s.traveller.Step, finish) {
		return
	}
	s.covers = append(s.covers, shape.Region)
	if isLift(e) {
		s.cars = append(s.cars, shape.Region)
	}
	s.storey.rooms = append(s.storey.rooms, room{e.ID, shape.Region})
}

// visitSlab takes the top of a slab as floor, and its parts that are higher or hang lower as obstacles. A thin covering
// of a floor, such as boards or tiles, is floor entirely, because thresholds, which are not modelled, make up the
// difference in height.
func (s *survey) visitSlab(e *state.Element) {
	step := max(s.traveller.Step, finish)
	if box := s.view.BoundsOf(e.ID); box.Max.Z-box.Min.Z <= covering {
		step = max(step, covering)
	}
	if top := s.shadow(e, -step, step); len(top) > 0 {
		s.slabs = append(s.slabs, top)
	}
	s.storey.obstruct(e.ID, s.shadow(e, step, s.traveller.Headroom), &s.things)
}

func (s *survey) visitWall(e *state.Element) {
	plan := s.shadow(e, finish, s.traveller.Headroom)
	for _, p := range doorwaysOf(s.view.Model, e, s.storey.Elevation, s.traveller) {
		plan = geometry.Subtract(plan, p.clear)
		if s.curtained(p) {
			continue
		}
		s.storey.obstruct(p.ID, p.occupied, &s.walls)
		if len(p.clear) > 0 {
			s.storey.Doorways = append(s.storey.Doorways, p)
		}
	}
	s.storey.obstruct(e.ID, plan, &s.walls)
}

// curtained reports whether a curtain wall stands in an opening and leaves no way beside it. The doors of the curtain
// wall are doorways of their own.
func (s *survey) curtained(p Doorway) bool {
	if len(p.clear) == 0 {
		return false
	}
	lo, hi := p.clear.Bounds()
	box := geometry.Box{Min: lo.At(s.storey.Elevation + finish), Max: hi.At(s.storey.Elevation + doorHeight)}
	var covers []geometry.Region
	for _, hit := range s.view.Spatial().Intersecting(box, state.CategoryCurtainWall) {
		e, ok := s.view.Model.Element(hit.ID)
		if ok && hit.ID != p.Host {
			covers = append(append(covers, s.shadow(e, finish, doorHeight)), s.setInCurtain(hit.ID)...)
		}
	}
	if len(covers) == 0 {
		return false
	}
	return !passable(p.clear[0].Outer, covers)
}

// setInCurtain returns the plans of the doors and windows in a curtain wall, which are not gaps in it.
func (s *survey) setInCurtain(id state.ID) []geometry.Region {
	line, err := fabric.WallLine(s.view.Model, id)
	if err != nil {
		return nil
	}
	var out []geometry.Region
	for _, rect := range fabric.WallOpenings(s.view.Model, id) {
		var ring geometry.Ring
		for _, p := range []geometry.Point3{{X: rect.Offset, Y: line.YMin}, {X: rect.Offset + rect.Width, Y: line.YMin},
			{X: rect.Offset + rect.Width, Y: line.YMax}, {X: rect.Offset, Y: line.YMax}} {
			ring = append(ring, line.At(rect).Frame.Point(p).XY())
		}
		out = append(out, geometry.Region{{Outer: ring}})
	}
	return out
}

const (
	// besideCurtain is the least width of a way beside a curtain wall. Somebody who turns sideways needs some 400 mm,
	// and an omitted leaf leaves 500 mm.
	besideCurtain = 500 * geometry.Millimetre
	// curtainStep is the width of the strips that an opening is divided into.
	curtainStep = 50 * geometry.Millimetre
)

// passable reports whether covers leave a way through an opening that is wide enough. ring is the plan of the opening;
// its first edge runs along one face of the wall, its third edge back along the other.
func passable(ring geometry.Ring, covers []geometry.Region) bool {
	cover := geometry.Union(covers...)
	n := geometry.Distance(ring[0], ring[1])/curtainStep + 1
	at := func(from, to geometry.Point2, k geometry.Length) geometry.Point2 {
		return geometry.Point2{X: from.X + (to.X-from.X)*k/n, Y: from.Y + (to.Y-from.Y)*k/n}
	}
	wide := geometry.Length(0)
	for k := range n {
		strip := geometry.Ring{at(ring[0], ring[1], k), at(ring[0], ring[1], k+1), at(ring[3], ring[2], k+1),
			at(ring[3], ring[2], k)}
		if geometry.Intersect(cover, geometry.Region{{Outer: strip}}).Area() > bareStrip {
			wide = 0
		} else if wide += geometry.Distance(strip[0], strip[1]); wide >= besideCurtain {
			return true
		}
	}
	return false
}

// bareStrip is the greatest covered area of a free strip, 1 cm2: less is a rounding error of footprints.
const bareStrip = 1e-4 // m2

// shadow returns the plan of an element between two heights above the floor.
func (s *survey) shadow(e *state.Element, from, to geometry.Length) geometry.Region {
	if !e.Category.Physical() {
		return nil
	}
	body, err := s.view.Measures().Body(e.ID)
	if err != nil {
		s.storey.Unread = append(s.storey.Unread, e.ID)
		return nil
	}
	return body.Shadow(s.storey.Elevation+from, s.storey.Elevation+to)
}

// area returns the free floor.
func (s *survey) area() geometry.Region {
	slices.SortFunc(s.storey.Doorways, func(a, b Doorway) int { return compareIDs(a.ID, b.ID) })
	slices.SortFunc(s.storey.Obstacles, func(a, b Obstacle) int { return compareIDs(a.ID, b.ID) })
	slabs := s.stop.UnionWithin(gap, s.slabs...)
	surface := s.stop.Subtract(s.stop.Union(append(s.covers, slabs)...), voids(s.stop, slabs))
	if s.traveller.Lifts && len(s.cars) > 0 {
		surface = s.stop.Union(append(s.cars, surface)...)
	}
	walls := s.stop.UnionWithin(gap, s.walls...)
	things := s.stop.Union(s.things...)
	var clear []geometry.Region
	for _, p := range s.storey.Doorways {
		clear = append(clear, p.clear)
	}
	free := s.stop.Subtract(surface, walls, things)
	return s.stop.Union(free, s.stop.Subtract(s.stop.Union(clear...), things))
}

// voids returns the holes of slabs for stairs, shafts and atria.
func voids(stop geometry.Interrupt, slabs geometry.Region) geometry.Region {
	var out geometry.Region
	for _, polygon := range slabs {
		for _, hole := range polygon.Holes {
			out = append(out, geometry.Polygon{Outer: hole})
		}
	}
	if len(out) == 0 {
		return nil
	}
	return stop.Subtract(stop.Union(out), slabs) // a slab may stand free in the hole of another one
}

// Room returns the room of the storey that contains a point, or "" for none.
func (s *Storey) Room(p geometry.Point2) state.ID {
	for _, i := range s.places.At(p) {
		if s.rooms[i].region.Contains(p) == geometry.Inside {
			return s.rooms[i].id
		}
	}
	return ""
}
