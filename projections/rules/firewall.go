package rules

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// wallsOfRooms measures the fire rating, in hours, of the walls that separate rooms of the kinds that the rule names
// from other rooms. A wall between two rooms of the same kind, or to the outside, separates nothing.
func wallsOfRooms(s *subjects, r *Rule) ([]Measurement, error) {
	if r.condition("load") != nil {
		if err := s.readyExits(); err != nil {
			return nil, err
		}
	}
	kinds := r.condition("kind")
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		inside, outside, load := false, false, 0.0
		for _, id := range s.view.Rooms().Along(e.ID) {
			room, ok := s.view.Model.Element(id)
			if !ok {
				continue
			}
			if u, known := s.usageOf(room); known && slices.ContainsFunc(u.classes(),
				func(c string) bool { return slices.Contains(kinds, c) }) {
				inside = true
			} else {
				outside = true
			}
		}
		if !inside || !outside {
			return nil
		}
		if r.condition("load") != nil {
			var lacks string
			if load, lacks = s.loadAround([]state.ID{e.LevelID}, s.middleOf(e)); lacks != "" {
				return []Measurement{missing(e, lacks)}
			}
			if !r.inLoad(load) {
				return nil
			}
		}
		own, lacks := ratingOf(s.view.Model, e)
		if lacks != "" {
			return []Measurement{missing(e, lacks)}
		}
		return []Measurement{of(e, own.hours, "rating "+own.text+
			" of a wall that parts it from other rooms").in(s.middleOf(e))}
	})
}

// storeysInRange reports whether the number of storeys with rooms is in the range that the rule names, as storeys:1..3.
func (s *subjects) storeysInRange(r *Rule) bool {
	c := r.condition("storeys")
	if c == nil {
		return true
	}
	low, high := bounds(c[0])
	n := 0.0
	for _, l := range shape.Levels(s.view.Model) {
		if s.view.Rooms().AnyOn(l.ID) {
			n++
		}
	}
	return n >= low && n <= high
}

// enclosureFireRating measures the fire rating of the walls of stairs and shafts, in buildings with the number of
// storeys that the rule names (IBC 1023.2, 713.4).
func enclosureFireRating(s *subjects, r *Rule) ([]Measurement, error) {
	if !s.storeysInRange(r) {
		return nil, nil
	}
	return wallsOfRooms(s, r)
}
