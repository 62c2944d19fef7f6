package ways

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// aroundWalls is how far around all that closes a storey its outside is drawn: farther than behindLeaf, and so far that
// a person has room there.
const aroundWalls = geometry.Metre

// behindLeaf is how far before the face of a wall it is looked what a doorway leads to: over the cavity of a wall of
// two leaves, each a wall of its own, in which there is no room for a person.
const behindLeaf = 2 * walkerRadius

// leafStep is how far apart the places are that are looked at there: less than any leaf is thick.
const leafStep = 50 * geometry.Millimetre

// storeyPlan is a storey without what closes its parts off from each other.
type storeyPlan struct {
	built   geometry.Region   // what closes its parts off: rooms, and walls with what fills them
	around  geometry.Region   // the plane that was looked at: what is beyond it is outside too
	outside geometry.Region   // of it, what is reached from around the storey
	closed  []geometry.Region // other parts that have no room
}

// Outside returns what of a storey's plan is outside: what a person of 610 mm reaches from around it without passing a
// wall, whatever doors, windows and openings leave open, or a room. A court that walls close is not outside, nor is a
// shaft. Walls that end lower than a doorway is high close nothing: one sees and climbs over them.
func (b *Building) Outside(i int) (geometry.Region, error) {
	s, err := b.Storey(i)
	if err != nil {
		return nil, err
	}
	return s.planOf(b).outside, b.ctx.Err()
}

// planOf returns the plan of the storey, which is found once as long as nothing near its floor changes; what the
// context ended is not kept.
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

// planAround returns the parts of the plane that regions close off from each other.
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

// walkedFrom returns what of a part of the plane a person of 610 mm covers who walks about in it from a place on. Slits
// between walls, and the cavities of walls, are left out.
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

// side is what lies on one side of a doorway: a room, the outside, or neither.
type side struct {
	at      geometry.Point2 // where that was found
	room    state.ID
	outside bool
}

// sideOf returns what lies on a side of a doorway: before it, or behind the other leaf of the wall.
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

// stands reports whether what is in the way, beside the doorways in it, is at a point.
func (s *Storey) stands(p geometry.Point2) bool {
	for _, o := range s.Obstacles {
		if isIn(o.Plan, p) {
			return true
		}
	}
	return false
}

// closing returns what closes the parts of a storey off from each other: its rooms, and walls and what stands in and
// between them.
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

// closes reports whether elements of a category close a storey: walls, what fills their openings, and columns, to which
// walls are led.
func closes(c state.Category) bool {
	return c.BoundsRooms() || c == state.CategoryDoor || c == state.CategoryWindow || c == state.CategoryColumn
}

// closingPlan returns the plan of what closes a storey: of a wall or curtain wall with parameters its whole footprint,
// without the gaps of its openings; of others what stands between floor and head height.
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
