package ways

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// aroundWalls is the width of the outside that is drawn around a storey: wider than behindLeaf, and wide enough for a
// person.
const aroundWalls = geometry.Metre

// behindLeaf is the distance from the face of a wall within which the place behind a doorway is searched. It spans the
// cavity of a wall of two leaves that are separate walls, in which no person has room.
const behindLeaf = 2 * walkerRadius

// leafStep is the distance between the points of the search within behindLeaf: less than the thickness of any leaf.
const leafStep = 50 * geometry.Millimetre

// storeyPlan divides the plan of a storey by the elements that enclose its parts.
type storeyPlan struct {
	built   geometry.Region   // enclosing elements: rooms, and walls with their doors and windows
	around  geometry.Region   // the examined plane: everything beyond it is outside too
	outside geometry.Region   // part of the plane that can be reached from around the storey
	closed  []geometry.Region // other parts, without a room
}

// Outside returns the outside of a storey's plan: the area that a person of 610 mm reaches from around the storey
// without crossing a wall or a room. Doors, windows and openings count as closed. Enclosed courts and shafts are not
// outside. Walls lower than a doorway enclose nothing, because people see and climb over them.
func (b *Building) Outside(i int) (geometry.Region, error) {
	s, err := b.Storey(i)
	if err != nil {
		return nil, err
	}
	return s.planOf(b).outside, b.ctx.Err()
}

// planOf returns the plan of the storey. It is computed once, as long as no element near the storey's floor changes. A
// plan that the context interrupted is not kept.
func (s *Storey) planOf(b *Building) storeyPlan {
	k := s.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.plan != nil {
		return *k.plan
	}
	found := planAround(b.stop, s.closing(b))
	if !b.stop() {
		k.plan = &found
	}
	return found
}

// planAround returns the parts into which regions divide the plane.
func planAround(stop geometry.Interrupt, closing []geometry.Region) storeyPlan {
	walls := stop.UnionWithin(gap, closing...)
	if len(walls) == 0 || stop.Now() {
		return storeyPlan{}
	}
	lo, hi := walls.Bounds()
	around := geometry.Point2{X: aroundWalls, Y: aroundWalls}
	corner := lo.Sub(around)
	far := lo.Sub(geometry.Point2{X: aroundWalls / 2, Y: aroundWalls / 2})
	out := storeyPlan{built: walls, around: geometry.Region{geometry.Rectangle(corner, hi.Add(around))}}
	for _, part := range stop.Subtract(out.around, walls) {
		if stop.Now() {
			return storeyPlan{}
		}
		if len(out.outside) > 0 || part.Contains(far) == geometry.Outside {
			out.closed = append(out.closed, geometry.Region{part})
			continue
		}
		out.outside = walkedFrom(stop, part, far)
		for _, rest := range stop.Subtract(geometry.Region{part}, out.outside) {
			out.closed = append(out.closed, geometry.Region{rest})
		}
	}
	return out
}

// walkedFrom returns the area that a person of 610 mm covers who walks about in a part of the plane, starting from a
// place. It leaves out slits between walls and the cavities of walls.
func walkedFrom(stop geometry.Interrupt, part geometry.Polygon, from geometry.Point2) geometry.Region {
	inner, err := stop.Offset(part, -walkerRadius)
	if err != nil {
		return nil
	}
	for _, middle := range inner {
		if middle.Contains(from) == geometry.Outside {
			continue
		}
		if wide, err := stop.Offset(middle, walkerRadius); err == nil {
			return stop.Intersect(geometry.Region{part}, wide)
		}
	}
	return nil
}

// side holds the surroundings on one side of a doorway: a room, the outside, or neither.
type side struct {
	at      geometry.Point2 // place at which the surroundings were found
	room    state.ID
	outside bool
}

// sideOf returns the surroundings on a side of a doorway: before it, or behind the other leaf of the wall.
func (s *Storey) sideOf(p Doorway, k int, outside geometry.Region) side {
	at := p.Sides[k]
	ahead := p.Sides[k].Sub(p.Sides[1-k])
	apart := geometry.Distance(p.Sides[0], p.Sides[1])
	for d := geometry.Length(0); d < behindLeaf; d += leafStep {
		here := at.Add(geometry.Point2{X: ahead.X * d / apart, Y: ahead.Y * d / apart})
		switch room := s.Room(here); {
		case room != "":
			return side{here, room, false}
		case isIn(outside, here):
			return side{here, "", true}
		case s.stands(here):
			return side{at: at}
		}
	}
	return side{at: at}
}

// stands reports whether an obstacle covers a point, not counting the doorways in it.
func (s *Storey) stands(p geometry.Point2) bool {
	for _, o := range s.Obstacles {
		if isIn(o.Plan, p) {
			return true
		}
	}
	return false
}

// closing returns the elements that divide a storey: its rooms, and walls with the elements in and between them.
func (s *Storey) closing(b *Building) []geometry.Region {
	var out []geometry.Region
	for _, r := range s.rooms {
		out = append(out, r.region)
	}
	for _, hit := range b.View.Spatial().Intersecting(band(s.Elevation, b.Traveller)) {
		if e, ok := b.View.Model.Element(hit.ID); ok && closes(e.Category) &&
			hit.Bounds.Min.Z < s.Elevation+doorHeight && hit.Bounds.Max.Z >= s.Elevation+doorHeight {
			out = append(out, closingPlan(b, e, s.Elevation))
		}
	}
	return out
}

// closes reports whether elements of a category divide a storey: walls, the doors and windows in them, and columns, at
// which walls end.
func closes(c state.Category) bool {
	return c.BoundsRooms() || c == state.CategoryDoor || c == state.CategoryWindow || c == state.CategoryColumn
}

// closingPlan returns the plan of an element that divides a storey. For a wall or curtain wall with parameters it is
// the whole footprint, without gaps for openings. For other elements it is the part between floor and head height.
func closingPlan(b *Building, e *state.Element, height geometry.Length) geometry.Region {
	if e.Category.BoundsRooms() {
		if plan, err := fabric.WallPlanOf(b.View.Model, e.ID); err == nil {
			return plan.World()
		}
	}
	body, err := b.View.Measures().Body(e.ID)
	if err != nil {
		return nil
	}
	return body.Shadow(height+finish, height+b.Traveller.Headroom)
}
