package check

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// found is a value of the model with its type.
type found struct {
	ids.Datum
	dataType string // defined type in upper case, or "" if the value has none
}

// read converts a value of a declared attribute type to a datum. unit is the instance of the value's own unit, or 0 for
// the project's unit.
func (m *Model) read(v step.Value, declared *schema.TypeExpr, unit int) found {
	switch v := v.(type) {
	case nil, step.Null, step.Derived:
		return found{}
	case step.Typed:
		return m.readTyped(v, unit)
	case step.Ref:
		return found{Datum: ids.Datum{Sort: ids.Object}}
	case step.List:
		if len(v) == 0 {
			return found{}
		}
		return found{Datum: ids.Datum{Sort: ids.Object}}
	}
	if t := declared.Type(); t != nil {
		return m.simple(v, t.Upper(), unit)
	}
	return m.convert(v, declared.Kind, "", unit)
}

// readTyped reads a value that names its type, as a value of a select does.
func (m *Model) readTyped(v step.Typed, unit int) found {
	switch inner := v.Value.(type) {
	case step.Null, step.Derived, nil:
		return found{dataType: v.Name}
	case step.List:
		return found{Datum: ids.Datum{Sort: ids.Object}, dataType: v.Name}
	default:
		return m.simple(inner, v.Name, unit)
	}
}

// simple reads a value of a defined type.
func (m *Model) simple(v step.Value, dataType string, unit int) found {
	kind := schema.String
	if t, ok := m.schema.Type(dataType); ok {
		if under := t.Base(); under != nil {
			kind = under.Kind
		}
	}
	if base, _ := ids.BaseOf(m.schema, dataType); base == ids.BaseInteger {
		kind = schema.Integer
	}
	return m.convert(v, kind, dataType, unit)
}

func (m *Model) convert(v step.Value, kind schema.Kind, dataType string, unit int) found {
	switch v := v.(type) {
	case step.String:
		return found{ids.Datum{Sort: ids.Text, Text: string(v)}, dataType}
	case step.Enum:
		return found{ids.Datum{Sort: ids.Text, Text: string(v)}, dataType}
	case step.Binary:
		return found{ids.Datum{Sort: ids.Text, Text: string(v)}, dataType}
	case step.Logical:
		return found{logical(v, kind), dataType}
	case step.Int:
		if kind == schema.Integer {
			return found{ids.Datum{Sort: ids.Integer, Whole: int64(v)}, dataType}
		}
		return m.real(float64(v), dataType, unit)
	case step.Real:
		if whole := int64(v); kind == schema.Integer && float64(whole) == float64(v) {
			return found{ids.Datum{Sort: ids.Integer, Whole: whole}, dataType}
		}
		return m.real(float64(v), dataType, unit)
	}
	return found{dataType: dataType}
}

func logical(v step.Logical, kind schema.Kind) ids.Datum {
	sort := ids.Boolean
	if kind == schema.Logical {
		sort = ids.Logical
	}
	if v == step.Unknown {
		return ids.Datum{Sort: ids.Nothing}
	}
	return ids.Datum{Sort: sort, True: v == step.True}
}

// real converts a number from its unit to the unit of IDS.
func (m *Model) real(v float64, dataType string, unit int) found {
	if strings.HasSuffix(dataType, "MEASURE") {
		v = m.inUnitsOfIDS(v, dataType, unit)
	}
	return found{ids.Datum{Sort: ids.Real, Real: v}, dataType}
}
