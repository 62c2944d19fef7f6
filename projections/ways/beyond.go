package ways

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Beyond is the kind of place to which an opening in a wall of a storey leads, if no room lies there.
type Beyond int

// These are the kinds of places beyond an opening.
const (
	OpenAir Beyond = iota // the outside, or not known
	Court                 // an enclosed part that nothing covers, although the room is covered
	Covered               // an enclosed part that a floor, a roof or a ceiling covers
	Closed                // an enclosed part, where the model covers neither the part nor the room
	Glazed                // a covered part with glass to the outside
)

// BeyondOpening returns the place beyond a door, a window or an opening in a wall, on the side without a room of the
// storey. For walls that have a body but no parameters it returns OpenAir.
func (b *Building) BeyondOpening(storey int, wall, id state.ID) (Beyond, error) {
	s, err := b.Storey(storey)
	if err != nil {
		return OpenAir, err
	}
	line, err := fabric.WallLine(b.View.Model, wall)
	if err != nil {
		return OpenAir, nil
	}
	for _, rect := range fabric.WallOpenings(b.View.Model, wall) {
		if rect.ID != id && rect.Filler != id {
			continue
		}
		p := newDoorway(line, rect, id, wall, 0, 0, rect.Height)
		for k := range p.Sides {
			if to, _ := b.beyondSide(s, p, k); to != OpenAir {
				return to, b.ctx.Err()
			}
		}
	}
	return OpenAir, b.ctx.Err()
}

// beyondSide returns the place on a side of a doorway without a room, and the height of its cover if it is covered.
func (b *Building) beyondSide(s *Storey, p Doorway, k int) (Beyond, geometry.Length) {
	plan := s.planOf(b)
	to := s.sideOf(p, k, plan.outside)
	if to.room != "" || to.outside {
		return OpenAir, 0
	}
	for _, part := range plan.closed {
		if isIn(part, to.at) {
			beyond, top := b.above(s, to.at, p.Sides[1-k])
			if beyond == Covered && b.glazed(s, part) {
				beyond = Glazed
			}
			return beyond, top
		}
	}
	return OpenAir, 0
}

// above distinguishes a court from a covered part by the cover over a place in it. If nothing covers the room either,
// the cover may not be modelled. It also returns the top of the cover.
func (b *Building) above(s *Storey, there, inRoom geometry.Point2) (Beyond, geometry.Length) {
	if top, covered := b.coverOf(s, there); covered {
		return Covered, top
	}
	if _, covered := b.coverOf(s, inRoom); covered {
		return Court, 0
	}
	return Closed, 0
}

// coverOf returns the highest top of the covers over a place of a storey, or false if it has none.
func (b *Building) coverOf(s *Storey, p geometry.Point2) (top geometry.Length, covered bool) {
	for _, hit := range b.covers(s, p, p) {
		body, err := b.View.Measures().Body(hit.ID)
		if err != nil || isIn(body.Shadow(hit.Bounds.Min.Z, hit.Bounds.Max.Z), p) {
			if !covered || hit.Bounds.Max.Z > top {
				top, covered = hit.Bounds.Max.Z, true
			}
		}
	}
	return top, covered
}

// covers returns the floors, roofs and ceilings over a rectangle of a storey.
func (b *Building) covers(s *Storey, lo, hi geometry.Point2) []projections.Hit {
	const high = geometry.Length(1) << 52 // above any model
	return b.View.Spatial().Intersecting(geometry.Box{Min: lo.At(s.Elevation + doorHeight), Max: hi.At(high)},
		state.CategoryFloor, state.CategoryRoof, state.CategoryCeiling)
}
