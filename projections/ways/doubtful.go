package ways

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Doubtful returns, as exits, the doorways that may or may not lead out. They lie on storeys at the ground and lead
// from a room to an enclosed part without a room and without a floor that has another connection. That connection is
// another doorway, a stair or a ramp, or a door or curtain wall that has a body but no parameters. A part with one door
// only leads nowhere, and over a floor the ways continue.
func (b *Building) Doubtful() ([]Exit, error) {
	exits, err := b.Exits()
	if err != nil {
		return nil, err
	}
	atGrade, err := b.atGrade()
	if err != nil {
		return nil, err
	}
	known := map[state.ID]bool{}
	for _, x := range exits {
		known[x.ID] = true
	}
	var out []Exit
	for i := range b.groups {
		if !atGrade[i] {
			continue
		}
		s, err := b.Storey(i)
		if err != nil {
			return nil, err
		}
		for _, p := range s.Doorways {
			if room, ok := b.doubtful(s, p); ok && !known[p.ID] {
				out = append(out, Exit{p, i, room, "leads to a part that has no room and no floor"})
			}
		}
	}
	return out, b.ctx.Err()
}

// doubtful returns the room from which a doorway leads to a part without a room and without a floor that has another
// connection.
func (b *Building) doubtful(s *Storey, p Doorway) (state.ID, bool) {
	plan := s.planOf(b)
	for k := range p.Sides {
		from, to := s.sideOf(p, 1-k, plan.outside), s.sideOf(p, k, plan.outside)
		if from.room == "" || to.room != "" || to.outside || isIn(s.Area, to.at) {
			continue
		}
		for _, part := range plan.closed {
			if isIn(part, to.at) && b.leadsOn(s, part, p) {
				return from.room, true
			}
		}
	}
	return "", false
}

// leadsOn reports whether a connection other than the given doorway leads, or may lead, out of a part of a storey.
func (b *Building) leadsOn(s *Storey, part geometry.Region, than Doorway) bool {
	for _, p := range s.Doorways {
		if p.ID != than.ID && (isIn(part, p.Sides[0]) || isIn(part, p.Sides[1])) {
			return true
		}
	}
	lo, hi := part.Bounds()
	within := geometry.Box{Min: lo.At(s.Elevation + finish), Max: hi.At(s.Elevation + doorHeight)}.Grow(beside)
	for _, hit := range b.View.Spatial().Intersecting(within, state.CategoryDoor, state.CategoryStair,
		state.CategoryCurtainWall, state.CategoryProxy, state.CategoryRamp) {
		e, ok := b.View.Model.Element(hit.ID)
		if !ok || e.ID == than.ID || e.Category == state.CategoryProxy && !IsRamp(e) {
			continue
		}
		box := hit.Bounds.Grow(beside)
		plan := geometry.Region{geometry.Rectangle(box.Min.XY(), box.Max.XY())}
		if len(geometry.Intersect(part, plan)) > 0 {
			return true
		}
	}
	return false
}

// LeadsNowhere reports whether a doorway leads from a room to an enclosed part without a room and without another
// connection: a shaft, a cupboard.
func (b *Building) LeadsNowhere(storey int, id state.ID) bool {
	s, err := b.Storey(storey)
	if err != nil {
		return false
	}
	plan := s.planOf(b)
	for _, p := range s.Doorways {
		if p.ID != id {
			continue
		}
		for k := range p.Sides {
			to := s.sideOf(p, k, plan.outside)
			for _, part := range plan.closed {
				if to.room == "" && !to.outside && isIn(part, to.at) {
					return !b.leadsOn(s, part, p)
				}
			}
		}
	}
	return false
}

// UnreadStairs returns, as exits, places on free floor beside stairs that may or may not be ways. Their steps are not
// known, or they end at the height of no storey.
func (b *Building) UnreadStairs() ([]Exit, error) {
	var out []Exit
	for _, id := range b.unread {
		e, ok := b.View.Model.Element(id)
		if !ok || e.Category != state.CategoryStair {
			continue
		}
		m, err := b.View.Measures().Of(id)
		if err != nil || m.Bounds.Empty() {
			continue
		}
		box := m.Bounds.Grow(reach)
		plan := geometry.Region{geometry.Rectangle(box.Min.XY(), box.Max.XY())}
		for i := range b.groups {
			if h := b.elevation(i); h < m.Bounds.Min.Z-walkerStep || h > m.Bounds.Max.Z+walkerStep {
				continue
			}
			s, err := b.Storey(i)
			if err != nil {
				return nil, err
			}
			for _, part := range geometry.Intersect(s.partsNear(plan), plan) {
				at := part.Outer[0]
				out = append(out, Exit{Doorway{ID: id, line: [2]geometry.Point2{at, at}}, i, "",
					"a stair of which it is not known where it leads"})
			}
		}
	}
	return out, b.ctx.Err()
}
