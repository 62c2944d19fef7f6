package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// These are the fields of services besides their parameters and quantities.
const (
	size          = "size"
	throughLength = "length_through_fittings"
)

var (
	segments = []state.Category{state.CategoryDuct, state.CategoryPipe, state.CategoryCableTray}
	fittings = []state.Category{state.CategoryDuctFitting, state.CategoryPipeFitting,
		state.CategoryCableTrayFitting}
)

// serviceField returns the size of a segment or fitting, or the length of a segment with its share of the fittings.
func serviceField(c state.Category, name string) (field, bool) {
	switch {
	case name == size && (slices.Contains(profiled, c) || slices.Contains(fittings, c)):
		column := table.Column{Key: size, Title: "Size", Kind: table.KindText,
			Rule: "width x depth or diameter of the cross section, in mm; of a fitting of its ports, the largest first"}
		return field{column: column, value: func(s *subject) (table.Cell, error) {
			return table.Text(sizeText(s)), nil
		}}, true
	case name == throughLength && slices.Contains(segments, c):
		column := rule{quantity: throughLength, kind: shape.QuantityLength, additive: true,
			text: "along the axis, and of each fitting at its ends the length by the number of its ports"}.column()
		return field{column: column, value: func(s *subject) (table.Cell, error) { return s.through(), nil }}, true
	}
	return field{}, false
}

// serviceNames returns the names of the service fields that a category has.
func serviceNames(c state.Category) (out []string) {
	for _, name := range []string{size, throughLength} {
		if _, ok := serviceField(c, name); ok {
			out = append(out, name)
		}
	}
	return out
}

// sizeText returns the size of an element with a cross section, or the sizes of a fitting's ports. It returns "" if the
// size is not known.
func sizeText(s *subject) string {
	if p, ok := elements.ProfileOf(s.view.Model, s.element); ok {
		return crossSize(p)
	}
	ports, err := services.Ports(s.view.Model, s.element)
	if err != nil {
		return ""
	}
	slices.SortStableFunc(ports, func(a, b services.Port) int {
		return int(crossing(b.Profile) - crossing(a.Profile))
	})
	var sizes []string
	for _, p := range ports {
		if text := crossSize(p.Profile); text != "" && !slices.Contains(sizes, text) {
			sizes = append(sizes, text)
		}
	}
	return strings.Join(sizes, " - ")
}

// crossing returns the sum of a profile's dimensions, by which ports are ordered.
func crossing(p geometry.Profile) geometry.Length { return p.Width + p.Depth + p.Diameter }

func crossSize(p geometry.Profile) string {
	switch {
	case p.Diameter != 0:
		return fmt.Sprintf("Ø%s", p.Diameter)
	case p.Width != 0 || p.Depth != 0:
		return fmt.Sprintf("%s x %s", p.Width, p.Depth)
	}
	return ""
}

// through returns the length of a segment with its share of the connected fittings, so that the sum over the segments
// of a run is the length of the run.
func (s *subject) through() table.Cell {
	own, ok := s.quantity("Length").Number()
	if !ok {
		return table.Cell{}
	}
	for _, c := range s.view.Model.ConnectionsOf(s.element.ID) {
		e, there := s.view.Model.Element(c.Other(s.element.ID))
		if !there || !slices.Contains(fittings, e.Category) {
			continue
		}
		ports, err := services.Ports(s.view.Model, e)
		quantities, other := s.view.QuantitiesOf(e.ID)
		if length, known := shape.QuantityNamed(quantities, "Length"); known && err == nil && other == nil {
			own += length / float64(len(ports))
		}
	}
	return table.Number(own)
}

// usualColumns returns the columns of a category without a template: identification, for services also system and size,
// and the figures of a take-off.
func usualColumns(c state.Category) []string {
	columns := []string{"mark", "level", "type"}
	if slices.Contains(segments, c) || slices.Contains(fittings, c) {
		columns = append(columns, "system", size)
	}
	i := slices.IndexFunc(figuresOf, func(f figures) bool { return f.category == c })
	if i < 0 {
		return columns
	}
	columns = append(columns, "material")
	for _, name := range figuresOf[i].quantities {
		if name != "" && !slices.Contains(columns, name) {
			columns = append(columns, name)
		}
	}
	return columns
}
