package rules

import (
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// constraintKept measures whether the constraints of the kind that the rule names hold: 1 if they do. Every change
// keeps the constraints, so a broken constraint came from a log or a file that was made elsewhere.
func constraintKept(s *subjects, r *Rule) ([]Measurement, error) {
	var out []Measurement
	for _, id := range s.view.Model.OfCategory(state.CategoryConstraint) {
		e, ok := s.view.Model.Element(id)
		if !ok {
			continue
		}
		c := e.Params.(*change.Constraint)
		about := slices.DeleteFunc([]state.ID{id, c.ElementID, c.OtherID}, func(id state.ID) bool { return id == "" })
		wanted := len(s.options.Elements) == 0 || slices.Contains(s.options.Elements, id) ||
			c.Bears(s.view.Model, s.options.Elements)
		if !slices.Contains(r.condition("constraint"), string(c.Kind)) || !wanted {
			continue
		}
		_, holds, words, err := change.ConstraintState(s.view.Model, id)
		if err != nil {
			out = append(out, missing(e, err.Error()))
			continue
		}
		m := of(e, 0, words)
		m.Elements = about
		if holds {
			m.Value = 1
		}
		out = append(out, m)
	}
	return out, nil
}
