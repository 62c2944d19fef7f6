package rules

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

const (
	// noCompartments is what is missing where no wall parts compartments and not all say that they do not.
	noCompartments = "compartments (Pset_WallCommon.Compartmentation of the walls that part them)"

	// noFireWalls and noHorizontalExits are what no property of IFC says.
	noFireWalls       = "which walls of compartments are fire walls between buildings (no property says it)"
	noHorizontalExits = "which doors in walls of compartments are horizontal exits (no property says it)"
)

// compartmentWalls returns the walls that part compartments: those whose property Compartmentation is true. Where there
// are none, and not all say that they part none, the error says that compartments are missing.
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

// compartmentFireRating measures the fire rating of the walls that part compartments, in hours (IBC 707.3.10, fire
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

// fireWallFireRating says of walls of compartments that fire walls between buildings (IBC 706.4), which are rated
// higher, are not told from them. Where no wall parts compartments there are none.
func fireWallFireRating(s *subjects, _ *Rule) ([]Measurement, error) {
	walls, err := s.compartmentWalls()
	if err == nil && len(walls) > 0 {
		err = &lack{noFireWalls}
	}
	return nil, err
}

// horizontalExitFireRating says of doors in walls of compartments that horizontal exits (IBC 1026.2) are not told from
// other ones. Where there are no such doors there are none.
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
