package tables

import (
	"math"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Operator is a comparison between the value of an element and the value of a filter.
type Operator string

// Enum lists the operators.
func (Operator) Enum() []string {
	return []string{"eq", "ne", "lt", "le", "gt", "ge", "contains", "exists", "absent"}
}

// Filter selects the elements whose value compares with the value of the filter. An element without the value passes ne
// and absent only. Texts must be equal letter by letter; contains ignores case.
type Filter struct {
	Field    string   `json:"field" jsonschema:"as in parameters"`
	Operator Operator `json:"op,omitempty" jsonschema:"default eq"`
	Value    any      `json:"value,omitempty"`
}

// filter is a filter with its field.
type filter struct {
	Filter
	field field
	value table.Cell
	met   *metKinds
}

// metKinds records the kinds of values that a filter has compared with its own.
type metKinds struct {
	alike bool       // a value had the filter's kind
	other table.Kind // kind of a value that differs from the filter's kind, "" for none
}

func filtersOf(c state.Category, all []Filter) ([]filter, error) {
	out := make([]filter, len(all))
	for i, f := range all {
		made, err := fieldOf(c, f.Field)
		if err != nil {
			return nil, err
		}
		if f.Operator == "" {
			f.Operator = "eq"
		}
		out[i] = filter{f, made, cellOf(f.Value), new(metKinds)}
		if err := out[i].check(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// largestValue is the greatest number in a filter: 2^53 rounded down. A float64 can hold every whole number up to it.
const largestValue = 9e15

// check returns an error for a filter that lacks a value, and for numbers that no quantity can have.
func (f filter) check() error {
	valued := f.Operator != "exists" && f.Operator != "absent"
	if !valued && f.value.Kind() != "" {
		return state.Errorf(state.InvalidInput,
			"the filter of %q asks whether there is a value, and has one itself: leave value out, or give op eq or ne",
			f.Field).With("parameter", "filters")
	}
	if valued && f.value.Kind() == "" {
		return state.Errorf(state.InvalidInput, "the filter of %q needs a value: a text, a number or a boolean",
			f.Field).With("parameter", "filters")
	}
	if f.field.column.Kind == table.KindNumber && valued && f.Operator != "contains" &&
		f.value.Kind() != table.KindNumber {
		return state.Errorf(state.InvalidInput,
			"%q is a number, and its filter has %q: give a number, without quotes and unit", f.Field,
			f.value.Print(mostDecimals)).With("parameter", "filters")
	}
	if v, ok := f.value.Number(); ok && math.Abs(v) > largestValue {
		return state.Errorf(state.OutOfRange,
			"the value in the filter of %q is beyond any measure: give one up to %g", f.Field, largestValue).
			With("parameter", "filters").With("max", largestValue)
	}
	return nil
}

// kindWords maps a kind of values to the words that tell a caller which value a filter needs.
var kindWords = map[table.Kind]string{
	table.KindBoolean: "booleans: give true or false, without quotes",
	table.KindNumber:  "numbers: give a number, without quotes and unit",
	table.KindText:    "texts: give a text, in quotes",
}

// checkMet returns an error for a filter whose value has a different kind from all values that it was compared with: it
// would select nothing, or everything.
func (f filter) checkMet() error {
	if f.met.alike || f.met.other == "" {
		return nil
	}
	return state.Errorf(state.InvalidInput, "the filter of %q has %q, and its values are %s", f.Field,
		f.value.Print(mostDecimals), kindWords[f.met.other]).With("parameter", "filters")
}

// passes reports whether an element passes the filter.
func (f filter) passes(s *subject) (bool, error) {
	got, err := f.field.value(s)
	if err != nil {
		return false, err
	}
	there := got.Kind() != ""
	if there && got.Kind() == f.value.Kind() {
		f.met.alike = true
	} else if there && f.value.Kind() != "" && f.Operator != "contains" {
		f.met.other = got.Kind()
	}
	switch f.Operator {
	case "exists":
		return there, nil
	case "absent":
		return !there, nil
	case "ne":
		return got.Any() != f.value.Any(), nil
	case "eq":
		return got.Any() == f.value.Any(), nil
	case "contains":
		return there && strings.Contains(strings.ToLower(got.Print(mostDecimals)),
			strings.ToLower(f.value.Print(mostDecimals))), nil
	}
	if got.Kind() != f.value.Kind() {
		return false, nil
	}
	return f.ordered(table.Compare(got, f.value)), nil
}

func (f filter) ordered(c int) bool {
	switch f.Operator {
	case "lt":
		return c < 0
	case "le":
		return c <= 0
	case "gt":
		return c > 0
	}
	return c >= 0
}
