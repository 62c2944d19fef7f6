package ways

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Beyond is what an opening in a wall of a storey opens to where no room is.
type Beyond int

// What an opening may open to.
const (
	OpenAir Beyond = iota // the outside, or nobody knows
	Court                 // a part that walls close and nothing covers, unlike the room
	Covered               // a part that walls close and a floor, a roof or a ceiling covers
	Closed                // a part that walls close, where nothing is modelled over it and over the room
	Glazed                // a part that is covered, with glass between it and the outside
)

// BeyondOpening returns what a door, a window or an opening in a wall opens to on the side on which no room of the
// storey is. Of walls by their body alone it is taken to be the outside.
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

// beyondSide returns what is on a side of a doorway where no room is, and of a part that is covered how high that is.
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

// above tells a court from what is covered, by what is over a place of it; where nothing is over a place in the room
// either, what covers both may not be modelled. Of what is covered it returns the top of what covers it.
func (b *Building) above(s *Storey, there, inRoom geometry.Point2) (Beyond, geometry.Length) {
	if top, covered := b.coverOf(s, there); covered {
		return Covered, top
	}
	if _, covered := b.coverOf(s, inRoom); covered {
		return Court, 0
	}
	return Closed, 0
}

// coverOf returns the highest top of what is over a place of a storey; false where nothing is.
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
