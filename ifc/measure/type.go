package measure

import (
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Plain returns the type of a value without a known measure: IfcText, IfcReal or IfcBoolean, or "" for any other value.
func Plain(v any) string {
	switch v.(type) {
	case string:
		return "IfcText"
	case float64:
		return "IfcReal"
	case bool:
		return "IfcBoolean"
	}
	return ""
}

// Usual returns the type of a property in a set if the value names no type. It is the type of the official template if
// that type admits the value, otherwise the plain type.
func Usual(s *schema.Schema, set, property string, v any) string {
	if template, official := s.PropertySet(set); official {
		if p, known := template.Property(property); known {
			if t := byTemplate(s, p, v); t != "" {
				return t
			}
		}
	}
	return Plain(v)
}

func byTemplate(s *schema.Schema, p *schema.Property, v any) string {
	switch p.Kind {
	case schema.EnumeratedValue:
		if item, is := v.(string); is && slices.Contains(p.Items, item) {
			return "IfcLabel"
		}
	case schema.SingleValue, schema.BoundedValue, schema.ListValue:
		if _, admitted := Value(s, p.DataType, v); admitted {
			return p.DataType
		}
	}
	return ""
}

// Value returns a value of the model as a defined type of a schema. The value is a string, float64 or bool, in the
// units of the model (see the package comment). ok is false if properties cannot have the type (IfcValue), or if the
// underlying type does not admit the value. Files of this project have lengths in millimetres and plane angles in
// radians.
func Value(s *schema.Schema, dataType string, v any) (value step.Typed, ok bool) {
	t, ok := s.Type(dataType)
	if !ok || t.Base() == nil || !ofProperties(s, t) {
		return step.Typed{}, false
	}
	plain, ok := simple(t.Base(), v)
	if !ok {
		return step.Typed{}, false
	}
	if angle, isReal := plain.(step.Real); isReal && strings.Contains(t.Name, "PlaneAngle") {
		plain = step.Real(float64(angle) * (math.Pi / 180))
	}
	return step.Typed{Name: t.Upper(), Value: plain}, true
}

// ofProperties reports whether values of properties can have a type. IfcURIReference, for example, is not allowed.
func ofProperties(s *schema.Schema, t *schema.Type) bool {
	all, known := s.Type("IfcValue")
	return known && slices.Contains(all.Types(), t)
}

// simple returns a value as a simple type of EXPRESS. It rejects a text that is too long for its type.
func simple(base *schema.TypeExpr, v any) (step.Value, bool) {
	switch base.Kind {
	case schema.Logical:
		if v == "UNKNOWN" {
			return step.Unknown, true
		}
		fallthrough
	case schema.Boolean:
		b, ok := v.(bool)
		return step.Bool(b), ok
	case schema.RealNumber:
		f, ok := v.(float64)
		return step.Real(f), ok
	case schema.Number:
		f, ok := v.(float64)
		return Numeral(f), ok
	case schema.Integer:
		f, ok := v.(float64)
		return step.Int(int64(f)), ok && whole(f)
	case schema.String:
		s, ok := v.(string)
		return step.String(s), ok && (base.Width == 0 || len([]rune(s)) <= base.Width)
	}
	return nil, false
}

// Numeral returns a number as a value of type NUMBER, which counts have. A whole number has no point, because later
// schemas and IDS require integers for counts.
func Numeral(f float64) step.Value {
	if whole(f) {
		return step.Int(int64(f))
	}
	return step.Real(f)
}

func whole(f float64) bool { return f == math.Trunc(f) && math.Abs(f) < maxInteger }

// maxInteger is 2^53: up to this bound a whole JSON number is exactly that integer.
const maxInteger = 1 << 53

// bounds are the numbers that the WHERE rules of a type admit. The rules are the same in all schemas.
type bounds struct {
	least, most float64
	open        bool // whether least itself is excluded
}

var bounded = map[string]bounds{
	"IfcPositiveLengthMeasure":     {0, math.Inf(1), true},
	"IfcPositivePlaneAngleMeasure": {0, math.Inf(1), true},
	"IfcPositiveRatioMeasure":      {0, math.Inf(1), true},
	"IfcHeatingValueMeasure":       {0, math.Inf(1), true},
	"IfcPositiveInteger":           {0, math.Inf(1), true},
	"IfcNonNegativeLengthMeasure":  {0, math.Inf(1), false},
	"IfcNormalisedRatioMeasure":    {0, 1, false},
	"IfcPHMeasure":                 {0, 14, false},
}

// InRange reports whether the WHERE rules of a type admit a number; it is true for any other value.
func InRange(dataType string, v any) bool {
	f, is := v.(float64)
	b, has := bounded[dataType]
	return !is || !has || f <= b.most && (f > b.least || f == b.least && !b.open)
}

// quantities maps the classes of quantities to the measures of their values (IfcPhysicalSimpleQuantity).
var quantities = map[string]string{
	"IfcQuantityLength": "IfcLengthMeasure", "IfcQuantityArea": "IfcAreaMeasure",
	"IfcQuantityVolume": "IfcVolumeMeasure", "IfcQuantityCount": "IfcCountMeasure",
	"IfcQuantityWeight": "IfcMassMeasure", "IfcQuantityTime": "IfcTimeMeasure",
	"IfcQuantityNumber": "IfcNumericMeasure",
}

// OfQuantity returns the measure of the values of a quantity class, or "" for another name. A model's value with such a
// class as its measure is a quantity in a quantity set.
func OfQuantity(class string) string { return quantities[class] }

// General returns a more general type that has the same unit and exists in every schema, such as IfcLengthMeasure for
// IfcNonNegativeLengthMeasure. It returns "" if there is none.
func General(dataType string) string {
	switch {
	case strings.HasSuffix(dataType, "LengthMeasure"):
		return "IfcLengthMeasure"
	case strings.HasSuffix(dataType, "PlaneAngleMeasure"):
		return "IfcPlaneAngleMeasure"
	case strings.HasSuffix(dataType, "RatioMeasure"):
		return "IfcRatioMeasure"
	case strings.HasSuffix(dataType, "Integer"):
		return "IfcInteger"
	}
	return ""
}
