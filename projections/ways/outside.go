package ways

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// aroundWalls is how far around all that closes a storey its outside is drawn: farther than the sides of doorways are
// from the faces of walls.
const aroundWalls = geometry.Metre

// Outside returns what of a storey's plan is outside: what is reached from around it without passing a wall, whatever
// doors, windows and openings leave open, or a room. A court that walls close is not outside, nor is a shaft. Walls
// that end lower than a doorway is high close nothing: one sees and climbs over them.
func (b *Building) Outside(i int) (geometry.Region, error) {
	s, err := b.Storey(i)
	if err != nil {
		return nil, err
	}
	return s.outsideOf(b), b.ctx.Err()
}

// outsideOf returns what is outside of the storey, which is found once as long as nothing near its floor changes; what
// the context ended is not kept.
func (s *Storey) outsideOf(b *Building) geometry.Region {
	k := s.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.outside != nil {
		return *k.outside
	}
	found := outside(b.stop, s.closing(b))
	if !b.stop() {
		k.outside = &found
	}
	return found
}

// outside returns the part of the plane around regions from which the others are closed off.
func outside(stop geometry.Interrupt, closing []geometry.Region) geometry.Region {
	closed := stop.UnionWithin(gap, closing...)
	if len(closed) == 0 || stop.Now() {
		return nil
	}
	lo, hi := closed.Bounds()
	around := geometry.Point2{X: aroundWalls, Y: aroundWalls}
	corner := lo.Sub(around)
	for _, part := range stop.Subtract(geometry.Region{geometry.Rectangle(corner, hi.Add(around))}, closed) {
		if part.Contains(corner) != geometry.Outside {
			return geometry.Region{part}
		}
	}
	return nil
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
func closes(c domain.Category) bool {
	return c.BoundsRooms() || c == domain.CategoryDoor || c == domain.CategoryWindow || c == domain.CategoryColumn
}

// closingPlan returns the plan of what closes a storey: of a wall with parameters its whole footprint, without the gaps
// of its openings; of others what stands between floor and head height.
func closingPlan(b *Building, e *domain.Element, height geometry.Length) geometry.Region {
	if e.Category == domain.CategoryWall {
		if plan, err := b.View.Model.WallPlan(e.ID); err == nil {
			return plan.World()
		}
	}
	body, err := b.View.Measures().Body(e.ID)
	if err != nil {
		return nil
	}
	return body.Shadow(height+finish, height+b.Traveller.Headroom)
}
