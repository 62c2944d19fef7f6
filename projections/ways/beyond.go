package ways

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// Beyond is what an opening in a wall of a storey opens to where no room is.
type Beyond int

// What an opening may open to.
const (
	OpenAir Beyond = iota // the outside, or nobody knows
	Court                 // a part that walls close and nothing covers, unlike the room
	Covered               // a part that walls close and a floor, a roof or a ceiling covers
	Closed                // a part that walls close, where nothing is modelled over it and over the room
)

// BeyondOpening returns what a door, a window or an opening in a wall opens to on the side on which no room of the
// storey is. Of walls by their body alone it is taken to be the outside.
func (b *Building) BeyondOpening(storey int, wall, id domain.ID) (Beyond, error) {
	s, err := b.Storey(storey)
	if err != nil {
		return OpenAir, err
	}
	line, err := b.View.Model.WallLine(wall)
	if err != nil {
		return OpenAir, nil
	}
	plan := s.planOf(b)
	for _, rect := range b.View.Model.WallOpenings(wall) {
		if rect.ID != id && rect.Filler != id {
			continue
		}
		p := newDoorway(line, rect, id, wall, 0, 0, rect.Height)
		for k := range p.Sides {
			to := s.sideOf(p, k, plan.outside)
			for _, part := range plan.closed {
				if to.room == "" && !to.outside && isIn(part, to.at) {
					return b.above(s, to.at, p.Sides[1-k]), b.ctx.Err()
				}
			}
		}
	}
	return OpenAir, b.ctx.Err()
}

// above tells a court from what is covered, by what is over a place of it; where nothing is over a place in the room
// either, what covers both may not be modelled.
func (b *Building) above(s *Storey, there, inRoom geometry.Point2) Beyond {
	switch {
	case b.isCovered(s, there):
		return Covered
	case b.isCovered(s, inRoom):
		return Court
	}
	return Closed
}

func (b *Building) isCovered(s *Storey, p geometry.Point2) bool {
	const high = geometry.Length(1) << 52 // above any model
	box := geometry.Box{Min: p.At(s.Elevation + doorHeight), Max: p.At(high)}
	for _, hit := range b.View.Spatial().Intersecting(box, domain.CategoryFloor, domain.CategoryRoof,
		domain.CategoryCeiling) {
		body, err := b.View.Measures().Body(hit.ID)
		if err != nil || isIn(body.Shadow(hit.Bounds.Min.Z, hit.Bounds.Max.Z), p) {
			return true
		}
	}
	return false
}
