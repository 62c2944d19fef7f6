package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
)

// dataGiven measures what of the required data an element lacks: "Set.Name" is a property of a set, of the element or
// its type; "name", "number", "usage", "type", "material" and "level" are what they say; any other word is a property
// of the category's common set. Numbers and usages are of rooms, and the common set of a category is of its elements
// alone: of others they are not required. Empty texts, and texts that stand for nothing ("tbd", "n/a", "?"), are not
// given.
func dataGiven(s *subjects, r *Rule) ([]Measurement, error) {
	var out []Measurement
	for _, name := range s.describedBy(r) {
		found, err := s.each(domain.Category(name), func(e *domain.Element) []Measurement {
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

// nameable refuses required data that are no name: everything would lack them. INVALID_INPUT.
func nameable(required []string) error {
	for _, what := range required {
		set, name, both := strings.Cut(what, ".")
		if what == "" || strings.TrimSpace(what) != what || both && (set == "" || name == "") {
			return domain.Errorf(domain.InvalidInput, "%q of required_params names nothing: give Set.Property, or "+
				"name, number, usage, type, material, level", clip(what)).With("parameter", "required_params")
		}
	}
	return nil
}

// undescribed are categories of which nobody asks data that asks them of a whole model.
var undescribed = []domain.Category{domain.CategorySite, domain.CategoryBuilding, domain.CategoryGrid,
	domain.CategoryOpening, domain.CategorySystem, domain.CategoryZone, domain.CategoryConstraint}

// describedBy returns the categories that a rule of data is about: those that it names, or all but those.
func (s *subjects) describedBy(r *Rule) []string {
	i := slices.IndexFunc(r.When, func(c Condition) bool { return c.Key == "category" })
	if i < 0 || !r.When[i].Not {
		return r.condition("category")
	}
	return slices.DeleteFunc(domain.Category("").Enum(), func(name string) bool {
		return slices.Contains(r.When[i].Values, name) ||
			len(s.options.Elements) == 0 && slices.Contains(undescribed, domain.Category(name))
	})
}

// appliesTo reports whether a datum can be required of elements of a category.
func appliesTo(what string, c domain.Category) bool {
	if what == "number" || what == "usage" {
		return c == domain.CategoryRoom
	}
	set, _, both := strings.Cut(what, ".")
	if !both || !strings.HasPrefix(set, "Pset_") || !strings.HasSuffix(set, "Common") {
		return true
	}
	return set == commonSets[c] || commonSets[c] == "" && !slices.Contains(slices.Collect(maps.Values(commonSets)), set)
}

func (s *subjects) given(e *domain.Element, what string) bool {
	room, _ := e.Params.(*domain.Room)
	switch {
	case what == "name":
		return meansSomething(e.Name)
	case what == "number" && room != nil:
		return meansSomething(room.Number)
	case what == "usage" && room != nil:
		return meansSomething(room.Usage)
	case what == "type":
		return e.TypeID != ""
	case what == "level":
		return e.LevelID != ""
	case what == "material":
		_, lacks := s.made(e, &Rule{When: []Condition{{Key: "material", Values: []string{""}}}})
		return lacks == ""
	}
	set, name, both := strings.Cut(what, ".")
	if !both {
		set, name = commonSets[e.Category], what
	}
	v, ok := domain.Lookup(e.Psets, set, name)
	if t, typed := s.view.Model.Type(e.TypeID); !ok && typed {
		v, ok = domain.Lookup(t.Psets, set, name)
	}
	text, isText := v.Any().(string)
	return ok && (!isText || meansSomething(text))
}

// placeholders are texts that stand for nothing.
var placeholders = []string{"", "-", "--", "?", "??", "n/a", "na", "tbd", "tbc", "todo", "null",
	"undefined", "unknown", "xxx", "..."}

func meansSomething(text string) bool {
	return !slices.Contains(placeholders, strings.ToLower(strings.TrimSpace(text)))
}

// containerNameFields counts the fields of the model's name that are as ISO 19650-2 has them (UK annex NA.3): seven,
// parted by hyphens, of capital letters and digits.
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
	if site := s.view.Model.OfCategory(domain.CategorySite); len(site) > 0 {
		if e, ok := s.view.Model.Element(site[0]); ok && !s.options.holds(e) {
			return nil, nil
		}
		m.Elements = site[:1]
	}
	return []Measurement{m}, nil
}
