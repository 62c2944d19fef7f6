package tables

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// field is a property of an element that a column can show.
type field struct {
	column table.Column
	value  func(*subject) (table.Cell, error)
	rank   func(*subject) float64 // if set, orders the elements in place of the value
}

// fieldOf returns the field with a name for a category: a common field (name, level, type), a quantity (NetVolume), a
// property (Pset_WallCommon.FireRating), or a parameter (width).
func fieldOf(c state.Category, name string) (field, error) {
	if f, ok := commonField(name); ok {
		return f, nil
	}
	if r, ok := ruleOf(c, name); ok {
		return field{column: r.column(), value: func(s *subject) (table.Cell,
			error) {
			return s.quantity(name), nil
		}}, nil
	}
	if set, property, ok := strings.Cut(name, "."); ok && set != "" && property != "" {
		column := table.Column{Key: name, Title: property, Kind: table.KindText}
		return field{column: column, value: func(s *subject) (table.Cell,
			error) {
			return s.property(set, property), nil
		}}, nil
	}
	if name == clearHeight && c == state.CategoryRoom {
		return clearHeightField(), nil
	}
	if f, ok := floorAreaField(c, name); ok {
		return f, nil
	}
	if f, ok := usualFigure(name); ok {
		return f, nil
	}
	if f, ok := profileField(c, name); ok {
		return f, nil
	}
	if f, ok := serviceField(c, name); ok {
		return f, nil
	}
	for _, p := range c.Parameters() {
		if p.Name == name {
			return field{column: parameterColumn(p), value: func(s *subject) (table.Cell,
				error) {
				return s.parameter(name)
			}}, nil
		}
	}
	for _, known := range FieldNames(c) {
		if known != name && letters(known) == letters(name) {
			return fieldOf(c, known)
		}
	}
	return field{}, state.Errorf(state.OutOfRange, "a %s has nothing called %q: give a parameter, a quantity, "+
		"Pset.Name (such as Pset_DoorCommon.FireRating), or one of %s", c, name, strings.Join(commonNames(), ", ")).
		With("parameter", "parameters").With("known", FieldNames(c))
}

// FieldNames returns the names that the columns of a category may have, other than names of properties.
func FieldNames(c state.Category) []string {
	out := commonNames()
	if c == state.CategoryRoom {
		out = append(out, clearHeight)
		for _, rule := range room.AreaRule("").Enum() {
			out = append(out, floorAreaPrefix+rule)
		}
	}
	out = append(out, serviceNames(c)...)
	for _, p := range c.Parameters() {
		out = append(out, p.Name)
	}
	for _, r := range rules {
		if !slices.Contains(out, r.quantity) && (len(r.categories) == 0 || slices.Contains(r.categories, c)) {
			out = append(out, r.quantity)
		}
	}
	return out
}

// parameterColumn returns the column of a parameter. A parameter without a unit may hold texts or numbers, which only
// its values show.
func parameterColumn(p state.Parameter) table.Column {
	c := table.Column{Key: p.Name, Title: titleOf(p.Name), Kind: table.KindText, Unit: p.Unit}
	switch p.Unit {
	case "mm":
		c.Kind = table.KindNumber
	case "deg":
		c.Kind, c.Unit, c.Decimals = table.KindNumber, "°", 1
	}
	return c
}

// titleOf returns a name as a heading: sill_height and NetSideArea become Sill height and Net side area.
func titleOf(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '_':
			b.WriteByte(' ')
		case unicode.IsUpper(r) && i > 0:
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		case i == 0:
			b.WriteRune(unicode.ToUpper(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// settle sets the kind of a column to the kind of its values if all are of one kind. Numbers without a unit show the
// decimals that they have, up to three.
func settle(c *table.Column, records []table.Record, i int) {
	kind := table.Kind("")
	for _, r := range records {
		switch k := r.Cells[i].Kind(); {
		case k == "":
		case kind == "":
			kind = k
		case kind != k:
			c.Kind = table.KindText
			return
		}
	}
	if kind == "" || kind == c.Kind {
		return
	}
	c.Kind = kind
	if kind == table.KindNumber {
		c.Decimals = decimalsOf(records, i)
	}
}

// mostDecimals is the greatest number of decimals of a column of numbers without a unit.
const mostDecimals = 3

func decimalsOf(records []table.Record, i int) int {
	most := 0
	for _, r := range records {
		text := strings.TrimRight(r.Cells[i].Print(mostDecimals), "0")
		if _, fraction, ok := strings.Cut(text, "."); ok {
			most = max(most, len(fraction))
		}
	}
	return most
}
