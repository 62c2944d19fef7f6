package rules

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// dataGiven measures which of the required data an element lacks. "Set.Name" is a property of a set, of the element or
// of its type; required.go defines the other names. A placeholder text ("tbd", "n/a", "?") counts as missing.
func dataGiven(s *subjects, r *Rule) ([]Measurement, error) {
	var out []Measurement
	for _, name := range s.describedBy(r) {
		found, err := s.each(state.Category(name), func(e *state.Element) []Measurement {
			m := of(e, 0, "the element and its type")
			asked := 0
			for _, what := range r.Given {
				if !appliesTo(what, e.Category) {
					continue
				}
				asked++
				if !s.given(e, what) {
					m.Absent = append(m.Absent, what)
				}
			}
			if asked == 0 {
				return nil
			}
			return []Measurement{m}
		})
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// undescribed lists the categories that are left out if somebody requires data of a whole model.
var undescribed = []state.Category{state.CategorySite, state.CategoryBuilding, state.CategoryGrid,
	state.CategoryOpening, state.CategorySystem, state.CategoryZone, state.CategoryConstraint, state.CategoryArray,
	state.CategoryView, state.CategorySheet}

// describedBy returns the categories that a rule about data covers: the categories that it names, or all categories
// except the categories that it excludes.
func (s *subjects) describedBy(r *Rule) []string {
	i := slices.IndexFunc(r.When, func(c Condition) bool { return c.Key == "category" })
	if i < 0 || !r.When[i].Not {
		return r.condition("category")
	}
	return slices.DeleteFunc(state.Category("").Enum(), func(name string) bool {
		return slices.Contains(r.When[i].Values, name) ||
			len(s.options.Elements) == 0 && slices.Contains(undescribed, state.Category(name))
	})
}

// containerNameFields counts the fields of the model's name that comply with ISO 19650-2 (UK annex NA.3): seven fields
// of capital letters and digits, separated by hyphens.
func containerNameFields(s *subjects, _ *Rule) ([]Measurement, error) {
	name := s.view.Model.Info().Name
	if name == "" {
		return nil, &lack{"name of the model"}
	}
	fields := strings.Split(name, "-")
	m := Measurement{Value: float64(len(fields)), How: "the model's name " + clip(name)}
	for i, f := range fields {
		if f == "" || strings.Trim(f, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			m.Value, m.How = float64(i), "field "+number(float64(i+1))+
				" of the model's name is not of capitals and digits: "+clip(f)
			break
		}
	}
	if site := s.view.Model.OfCategory(state.CategorySite); len(site) > 0 {
		if e, ok := s.view.Model.Element(site[0]); ok && !s.options.holds(e) {
			return nil, nil
		}
		m.Elements = site[:1]
	}
	return []Measurement{m}, nil
}
