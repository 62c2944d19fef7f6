package tables

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// subject is an element that is being listed. Each of its values is read once.
type subject struct {
	view       *projections.View
	element    *state.Element
	parameters map[string]json.RawMessage
	quantities []state.Quantity
	measured   bool
	failed     error // why it has no quantities
}

// zeroOmitted lists the parameters that the stored form omits if they are zero. For other omitted parameters, something
// else determines the value: the height of a room follows from the walls.
var zeroOmitted = []string{"sill_height", "base_offset", "offset", "rotation"}

// parameter returns the value of a parameter, empty if it is not set. It returns an error for a parameter that is not a
// single value, such as a point.
func (s *subject) parameter(name string) (table.Cell, error) {
	if s.parameters == nil {
		text, err := json.Marshal(s.element.Params)
		if err == nil {
			err = json.Unmarshal(text, &s.parameters)
		}
		if err != nil {
			return table.Cell{}, err
		}
	}
	raw, there := s.parameters[name]
	if !there && slices.Contains(zeroOmitted, name) && state.FixedOf(s.element) == nil {
		return table.Number(0), nil
	}
	if t, typed := s.view.Model.Type(s.element.TypeID); !there && name == "thickness" && typed && t.Thickness() > 0 {
		return table.Number(t.Thickness().MM()), nil // sum of its layers
	}
	if !there {
		return table.Cell{}, nil
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return table.Cell{}, err
	}
	switch list, _ := value.([]any); value.(type) {
	case []any, map[string]any:
		if text, ok := pointText(list); ok {
			return table.Text(text), nil
		}
		return table.Cell{}, state.Errorf(state.OutOfRange,
			"parameter %q is not a single value: a table cannot show it, get_element does",
			name).With("parameter", name)
	}
	return cellOf(value), nil
}

// pointText returns the coordinates of a point, such as "1200, 0", or false for another list.
func pointText(list []any) (string, bool) {
	parts := make([]string, 0, len(list))
	for _, item := range list {
		number, ok := item.(float64)
		if !ok {
			return "", false
		}
		parts = append(parts, strconv.FormatFloat(number, 'f', -1, 64))
	}
	return strings.Join(parts, ", "), len(parts) == 2 || len(parts) == 3
}

// quantity returns a measured value, empty if the element has no such quantity or cannot be measured.
func (s *subject) quantity(name string) table.Cell {
	if !s.measured {
		s.quantities, s.failed = s.view.QuantitiesOf(s.element.ID)
		s.measured = true
	}
	if v, ok := shape.QuantityNamed(s.quantities, name); ok {
		return table.Number(v)
	}
	return table.Cell{}
}

// property returns a property of the element, or of its type if the element lacks it.
func (s *subject) property(set, name string) table.Cell {
	v, ok := state.Lookup(s.element.Psets, set, name)
	if t, typed := s.view.Model.Type(s.element.TypeID); !ok && typed {
		v, ok = state.Lookup(t.Psets, set, name)
	}
	if !ok {
		return table.Cell{}
	}
	return cellOf(shape.PropertyValueAny(v))
}

// cellOf converts a JSON value to a cell.
func cellOf(v any) table.Cell {
	switch v := v.(type) {
	case string:
		return table.Text(v)
	case float64:
		return table.Number(v)
	case json.Number: // arguments keep their digits as written
		if f, err := v.Float64(); err == nil {
			return table.Number(f)
		}
	case bool:
		return table.Boolean(v)
	}
	return table.Cell{}
}
