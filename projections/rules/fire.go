package rules

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// doorFireRating measures the fire ratings of the doors whose wall has the rating that the rule names (IBC table
// 716.1(2)). A row of the table holds only for walls of exactly its rating. If the rating of the wall is not known, or
// the table has no row for it, only the first selected rule reports the door.
func doorFireRating(s *subjects, r *Rule) ([]Measurement, error) {
	m, tells := s.view.Model, s.tells(r)
	return s.each(state.CategoryDoor, func(e *state.Element) []Measurement {
		wall, ok := m.Element(e.HostID)
		if !ok || !wall.Category.BoundsRooms() {
			return nil
		}
		its, lacks := ratingOf(m, wall)
		if lacks == "" && its.hours > 0 && !s.hasDoorRow(wall.ID, its.hours) {
			lacks = "row for doors in walls of " + number(its.hours) + " h in " + r.source()
		}
		switch {
		case lacks != "" && tells:
			return []Measurement{missing(e, lacks)}
		case lacks != "" || !s.isDoorRow(r, wall.ID, its.hours):
			return nil
		}
		own, lacks := ratingOf(m, e)
		if lacks != "" {
			return []Measurement{missing(e, lacks)}
		}
		found := of(e, own.hours, "rating "+own.text+" in a wall of rating "+its.text).in(s.middleOf(e))
		found.Elements = append(found.Elements, wall.ID)
		return []Measurement{found}
	})
}

// isDoorRow reports whether a rule of door_fire_rating covers the doors in a wall with a rating in hours. A rule
// without a rating covers the doors in all rated walls.
func (s *subjects) isDoorRow(r *Rule, wall state.ID, hours float64) bool {
	if c := r.condition("wall"); hours == 0 || c != nil && math.Abs(hours-float(c[0])) > 1e-9 {
		return false
	}
	corridor := r.condition("corridor")
	return corridor == nil || (corridor[0] == "yes") == s.alongCorridor(wall)
}

// hasDoorRow reports whether any rule of the table, selected or not, covers the doors in a wall.
func (s *subjects) hasDoorRow(wall state.ID, hours float64) bool {
	return slices.ContainsFunc(s.table, func(r Rule) bool {
		return r.Quantity == "door_fire_rating" && s.isDoorRow(&r, wall, hours)
	})
}

// alongCorridor reports whether a wall bounds a corridor.
func (s *subjects) alongCorridor(wall state.ID) bool {
	return slices.ContainsFunc(s.view.Rooms().Along(wall), func(id state.ID) bool {
		e, ok := s.view.Model.Element(id)
		if !ok {
			return false
		}
		u, known := s.usageOf(e)
		return known && u.kind == "corridor"
	})
}

// ratedWallOpenings counts the openings without a door or window in walls with a fire rating.
func ratedWallOpenings(s *subjects, _ *Rule) ([]Measurement, error) {
	m := s.view.Model
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		own, lacks := ratingIfStated(m, e)
		switch {
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case own.hours == 0:
			return nil
		}
		found := of(e, 0, "openings that nothing fills, in a wall of rating "+own.text).in(s.middleOf(e))
		for _, o := range fabric.WallOpenings(m, e.ID) {
			if o.Filler == "" && o.Depth == 0 && !filled(m, o.ID) {
				found.Value++
				found.Elements = append(found.Elements, o.ID)
			}
		}
		return []Measurement{found}
	})
}

// filled reports whether a door or window with a body of its own fills an opening.
func filled(m *state.Model, id state.ID) bool {
	e, ok := m.Element(id)
	if !ok {
		return false
	}
	o, ok := e.Params.(*fabric.Opening)
	return ok && o.FilledBy != ""
}

// ratings measures the fire ratings of the elements of a category, in hours.
func (s *subjects) ratings(c state.Category, wanted func(e *state.Element) (ok bool, lacks string)) ([]Measurement,
	error) {
	return s.each(c, func(e *state.Element) []Measurement {
		ok, lacks := wanted(e)
		switch {
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case !ok:
			return nil
		}
		own, lacks := ratingOf(s.view.Model, e)
		if lacks != "" {
			return []Measurement{missing(e, lacks)}
		}
		return []Measurement{of(e, own.hours, "rating "+own.text).in(s.middleOf(e))}
	})
}

func every(*state.Element) (bool, string) { return true, "" }

func frameFireRating(s *subjects, _ *Rule) ([]Measurement, error) {
	columns, err := s.ratings(state.CategoryColumn, every)
	if err != nil {
		return nil, err
	}
	beams, err := s.ratings(state.CategoryBeam, every)
	return slices.Concat(columns, beams), err
}

// bearingWallFireRating measures the fire rating of walls that are stated to bear loads.
func bearingWallFireRating(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.ratings(state.CategoryWall, func(e *state.Element) (bool, string) {
		v, ok := property(s.view.Model, e, "LoadBearing")
		if !ok {
			return false, "LoadBearing of the wall (Pset_WallCommon)"
		}
		return shape.PropertyValueAny(v) == true, ""
	})
}

func floorFireRating(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.ratings(state.CategoryFloor, every)
}

func roofFireRating(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.ratings(state.CategoryRoof, every)
}

// fireDoorSelfClosing measures whether doors with a fire rating are stated to close by themselves (IBC 716.2.6).
func fireDoorSelfClosing(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryDoor, func(e *state.Element) []Measurement {
		own, lacks := ratingIfStated(s.view.Model, e)
		switch {
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case own.hours == 0:
			return nil
		}
		v, ok := property(s.view.Model, e, "SelfClosing")
		if !ok {
			return []Measurement{missing(e, "SelfClosing of the door (Pset_DoorCommon)")}
		}
		value := 0.0
		if shape.PropertyValueAny(v) == true {
			value = 1
		}
		return []Measurement{of(e, value, "SelfClosing of a door of rating "+own.text+
			", 1 where it is true").in(s.middleOf(e))}
	})
}
