package rules

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

const (
	// noCompartments is the missing fact if no wall separates compartments and some walls do not state whether they do.
	noCompartments = "compartments (Pset_WallCommon.Compartmentation of the walls that part them)"

	// noFireWalls and noHorizontalExits are missing facts for which IFC has no property.
	noFireWalls       = "which walls of compartments are fire walls between buildings (no property says it)"
	noHorizontalExits = "which doors in walls of compartments are horizontal exits (no property says it)"
)

// compartmentWalls returns the walls that separate compartments, whose property Compartmentation is true. If there are
// none and some walls lack the property, the error reports that compartments are missing.
func (s *subjects) compartmentWalls() (map[state.ID]bool, error) {
	out := map[state.ID]bool{}
	silent := false
	for _, id := range s.view.Model.OfCategory(state.CategoryWall) {
		e, ok := s.view.Model.Element(id)
		if !ok {
			continue
		}
		v, _ := property(s.view.Model, e, "Compartmentation")
		parts, isBool := shape.PropertyValueAny(v).(bool)
		silent = silent || !isBool
		if parts {
			out[id] = true
		}
	}
	if silent && len(out) == 0 {
		return nil, &lack{noCompartments}
	}
	return out, nil
}

// compartmentFireRating measures the fire rating, in hours, of the walls that separate compartments (IBC 707.3.10, fire
// barriers between fire areas).
func compartmentFireRating(s *subjects, _ *Rule) ([]Measurement, error) {
	walls, err := s.compartmentWalls()
	if err != nil {
		return nil, err
	}
	return s.each(state.CategoryWall, func(e *state.Element) []Measurement {
		if !walls[e.ID] {
			return nil
		}
		own, lacks := ratingOf(s.view.Model, e)
		if lacks != "" {
			return []Measurement{missing(e, lacks)}
		}
		return []Measurement{of(e, own.hours,
			"rating "+own.text+" of a wall that parts compartments").in(s.middleOf(e))}
	})
}

// fireWallFireRating reports a missing fact if any wall separates compartments. IFC does not distinguish fire walls
// between buildings (IBC 706.4), which need a higher rating, from other compartment walls.
func fireWallFireRating(s *subjects, _ *Rule) ([]Measurement, error) {
	walls, err := s.compartmentWalls()
	if err == nil && len(walls) > 0 {
		err = &lack{noFireWalls}
	}
	return nil, err
}

// horizontalExitFireRating reports a missing fact if any door stands in a wall between compartments. IFC does not
// distinguish horizontal exits (IBC 1026.2) from other doors.
func horizontalExitFireRating(s *subjects, _ *Rule) ([]Measurement, error) {
	walls, err := s.compartmentWalls()
	if err != nil {
		return nil, err
	}
	for _, id := range s.view.Model.OfCategory(state.CategoryDoor) {
		if e, ok := s.view.Model.Element(id); ok && walls[e.HostID] {
			return nil, &lack{noHorizontalExits}
		}
	}
	return nil, nil
}
