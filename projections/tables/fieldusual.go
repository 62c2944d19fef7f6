package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// usualFigures defines the area and the volume of an element as the first quantity of a list that it has.
var usualFigures = []struct {
	names      []string
	title      string
	kind       state.QuantityKind
	quantities []string
}{
	{[]string{"area", "area_m2"}, "Area", shape.QuantityArea,
		[]string{"NetFloorArea", "NetSideArea", "NetArea", "Area"}},
	{[]string{"volume", "volume_m3"}, "Volume", shape.QuantityVolume, []string{"NetVolume", "Volume"}},
}

// usualFigure returns the field for a common word for a quantity.
func usualFigure(name string) (field, bool) {
	for _, u := range usualFigures {
		if !slices.Contains(u.names, name) {
			continue
		}
		column := rule{quantity: name, kind: u.kind, additive: true,
			text: "the first that it has of " + strings.Join(u.quantities, ", ")}.column()
		column.Title = u.title
		return field{column: column, value: func(s *subject) (table.Cell, error) {
			for _, quantity := range u.quantities {
				if cell := s.quantity(quantity); cell.Kind() != "" {
					return cell, nil
				}
			}
			return table.Cell{}, nil
		}}, true
	}
	return field{}, false
}

// profiled lists the categories whose cross section is a profile.
var profiled = []state.Category{state.CategoryColumn, state.CategoryBeam, state.CategoryDuct, state.CategoryPipe,
	state.CategoryCableTray}

// profileField returns the field for a dimension of the cross section, or for the whole section as a text: I 300 x 300.
func profileField(c state.Category, name string) (field, bool) {
	if !slices.Contains(profiled, c) {
		return field{}, false
	}
	if name == "profile" {
		column := table.Column{Key: name, Title: "Profile", Kind: table.KindText}
		return field{column: column, value: func(s *subject) (table.Cell, error) {
			p, ok := elements.ProfileOf(s.view.Model, s.element)
			if !ok {
				return table.Cell{}, nil
			}
			return table.Text(profileText(p)), nil
		}}, true
	}
	dimension := geometry.ProfileDimension(name)
	if !slices.Contains([]geometry.ProfileDimension{geometry.ProfileWidth, geometry.ProfileDepth,
		geometry.ProfileDiameter}, dimension) {
		return field{}, false
	}
	column := table.Column{Key: name, Title: titleOf(name), Unit: "mm", Kind: table.KindNumber, Rule: "of the profile"}
	return field{column: column, value: func(s *subject) (table.Cell, error) {
		p, ok := elements.ProfileOf(s.view.Model, s.element)
		if v := p.Dimension(dimension); ok && v != 0 {
			return table.Number(v.MM()), nil
		}
		return table.Cell{}, nil
	}}, true
}

func profileText(p geometry.Profile) string {
	if p.Diameter != 0 {
		return fmt.Sprintf("%s %s", p.Shape, p.Diameter)
	}
	return fmt.Sprintf("%s %s x %s", p.Shape, p.Width, p.Depth)
}

// letters returns a name without capitals and separators, so that net_floor_area equals NetFloorArea.
func letters(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// qualified adds the set to the name of a property that has none, if the elements of a category, or their types, have
// the property in one set only. It returns other names unchanged.
func qualified(v *projections.View, c state.Category, name string) string {
	bare := strings.TrimPrefix(name, "-") // "-" marks a descending order
	if _, err := fieldOf(c, bare); err == nil || bare == "" {
		return name
	}
	found := ""
	for _, id := range v.Model.OfCategory(c) {
		e, _ := v.Model.Element(id)
		sets := e.Psets
		if t, typed := v.Model.Type(e.TypeID); typed {
			sets = slices.Concat(sets, t.Psets)
		}
		for _, set := range sets {
			if _, has := state.Lookup([]state.PropertySet{set}, set.Name, bare); !has || set.Name == found {
				continue
			}
			if found != "" {
				return name
			}
			found = set.Name
		}
	}
	if found == "" {
		return name
	}
	return strings.TrimSuffix(name, bare) + found + "." + bare
}

// qualified returns the query with property sets added to its names.
func (q Query) qualified(v *projections.View) Query {
	each := func(names []string) []string {
		out := make([]string, len(names))
		for i, name := range names {
			out[i] = qualified(v, q.Category, name)
		}
		return out
	}
	q.Parameters, q.SortBy, q.GroupBy = each(q.Parameters), each(q.SortBy), each(q.GroupBy)
	q.Filters = slices.Clone(q.Filters)
	for i, f := range q.Filters {
		q.Filters[i].Field = qualified(v, q.Category, f.Field)
	}
	return q
}
