package domain

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Parameter describes one parameter of a category, read from the tags of its parameter struct.
//
// Tag `rule`, several joined by commas: "positive" (a dimension greater than zero), "nonnegative", "fixed"
// (modify_parameter does not set it), "map" (a coordinate on a map, which the model's extent does not bound), "set" (a
// list of ids without order, which a merge joins member by member). Points are checked against the model's bounds,
// enumerations against their items.
//
// Tag `input`: "-" marks a parameter that modify_parameter sets and the tool that creates the element does not.
type Parameter struct {
	Name     string
	Unit     string // "mm", "deg", "" for others
	Optional bool
	index    int
	rules    map[string]bool
}

var lengthType = reflect.TypeFor[geometry.Length]()
var angleType = reflect.TypeFor[geometry.Angle]()

// enumeration is a string type with a closed list of items.
type enumeration interface{ Enum() []string }

// parametersOf reads the parameters of a category from its parameter struct type.
func parametersOf(t reflect.Type) []Parameter {
	out := make([]Parameter, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := Parameter{Name: name, Optional: strings.Contains(options, "omit"), index: i, rules: map[string]bool{}}
		switch f.Type {
		case lengthType:
			p.Unit = "mm"
		case angleType:
			p.Unit = "deg"
		}
		for rule := range strings.SplitSeq(f.Tag.Get("rule"), ",") {
			p.rules[rule] = true
		}
		out = append(out, p)
	}
	return out
}

// Parameters returns the parameters of a category in their fixed order.
func (c Category) Parameters() []Parameter { return rows[c].parameters }

func (c Category) parameter(name string) (Parameter, bool) {
	for _, p := range rows[c].parameters {
		if p.Name == name {
			return p, true
		}
	}
	return Parameter{}, false
}

// field returns the addressable field behind a parameter.
func (p Parameter) field(params Params) reflect.Value {
	return reflect.ValueOf(params).Elem().Field(p.index)
}

// get returns the parameter's value as JSON.
func (p Parameter) get(params Params) json.RawMessage { return mustJSON(p.field(params).Interface()) }

// same reports that a parameter has the same number, text or point in two sets of parameters, or is the same piece of
// memory, which is never changed in place. False does not mean that it differs. Most parameters stay as they are when
// an element changes; comparing them without their JSON saves a thirtieth of a command.
func (p Parameter) same(a, b Params) bool {
	x, y := p.field(a), p.field(b)
	switch {
	case x.Kind() == reflect.Slice:
		return x.Len() == y.Len() && x.Pointer() == y.Pointer()
	case x.Comparable():
		return x.Equal(y)
	}
	return false
}

// with returns a copy of params in which the parameter has the value that raw holds.
func (p Parameter) with(params Params, raw json.RawMessage) (Params, error) {
	copied := clone(params)
	field := p.field(copied)
	field.SetZero()
	if len(raw) == 0 || string(raw) == "null" {
		return copied, nil
	}
	return copied, decodeValue(raw, field)
}

// clone copies a parameter struct. Slices and pointers in it are shared: they are never changed in place.
func clone(params Params) Params {
	v := reflect.New(reflect.TypeOf(params).Elem())
	v.Elem().Set(reflect.ValueOf(params).Elem())
	return v.Interface().(Params)
}

// checkParameters checks every parameter of an element against its rules and the model's bounds.
func checkParameters(m *Model, e *Element) error {
	for _, p := range e.Category.Parameters() {
		if err := p.check(m, e); err != nil {
			return err
		}
	}
	return nil
}

func (p Parameter) check(m *Model, e *Element) error {
	switch v := p.field(e.Params).Interface().(type) {
	case geometry.Length:
		return p.checkLength(m, v)
	case geometry.Angle:
		return checkAngle(p.Name, v)
	case *geometry.Profile:
		if v != nil {
			return m.checkProfile(*v)
		}
	case geometry.Point2:
		return m.checkBounds(p.Name, v.At(0))
	case *geometry.Point2:
		if v != nil {
			return m.checkBounds(p.Name, v.At(0))
		}
	case geometry.Point3:
		return m.checkBounds(p.Name, v)
	case []geometry.Point2:
		return m.checkRing(p.Name, v)
	case []geometry.Point3:
		for i, point := range v {
			if err := m.checkBounds(fmt.Sprintf("%s[%d]", p.Name, i), point); err != nil {
				return err
			}
		}
	case []geometry.Ring:
		for i, ring := range v {
			if err := m.checkRing(fmt.Sprintf("%s[%d]", p.Name, i), ring); err != nil {
				return err
			}
		}
	case enumeration:
		return p.checkEnum(reflect.ValueOf(v).String(), v.Enum())
	}
	return nil
}

func (m *Model) checkRing(name string, ring []geometry.Point2) error {
	for i, point := range ring {
		if err := m.checkBounds(fmt.Sprintf("%s[%d]", name, i), point.At(0)); err != nil {
			return err
		}
	}
	return nil
}

func (p Parameter) checkLength(m *Model, v geometry.Length) error {
	limit := 2 * m.info.HalfExtent
	if p.rules["map"] {
		limit = maxMapLength
	}
	switch {
	case v.Abs() > limit:
		return Errorf(OutOfRange, "%s is beyond the extent of the model (%s mm): give a smaller length", p.Name, limit).
			With("parameter", p.Name).With("max", limit)
	case p.rules["positive"] && (v < 0 || !p.Optional):
		return positive(p.Name, v)
	case v < 0 && p.rules["nonnegative"]:
		return negative(p.Name, v)
	}
	return nil
}

// maxMapLength bounds map coordinates. The largest are false eastings with the number of the zone in front, up to
// 61,000 km.
const maxMapLength = 100_000 * geometry.Kilometre

// positive refuses a dimension that is zero, which leaves no body, or negative, which has no meaning.
func positive(name string, v geometry.Length) error {
	switch {
	case v == 0:
		return Errorf(DegenerateGeometry, "%s is 0 mm: it must be greater than zero", name).With("parameter", name)
	case v < 0:
		return negative(name, v)
	}
	return nil
}

func negative(name string, v geometry.Length) error {
	return Errorf(OutOfRange, "%s is %s mm: it must not be negative", name, v).With("parameter", name).With("value", v)
}

// checkAngle refuses angles beyond a full turn: they are slips of the unit.
func checkAngle(name string, a geometry.Angle) error {
	if a < -geometry.FullTurn || a > geometry.FullTurn {
		return Errorf(OutOfRange, "%s is %s degrees: give -360 to 360", name, a).With("parameter", name)
	}
	return nil
}

// checkProfile refuses an impossible cross section, and dimensions beyond the model's extent.
func (m *Model) checkProfile(p geometry.Profile) error {
	if err := p.Validate(); err != nil {
		return profileError(p, err)
	}
	limit := 2 * m.info.HalfExtent
	for _, d := range p.Shape.Dimensions() {
		if v := p.Dimension(d); v > limit {
			return Errorf(OutOfRange, "profile %s is beyond the extent of the model (%s mm): give a smaller length", d, limit).
				With("parameter", "profile").With("max", limit)
		}
	}
	return nil
}

// profileError separates a dimension of zero, which leaves no body, from one that is out of range.
func profileError(p geometry.Profile, err error) error {
	code, reason := OutOfRange, (*geometry.ProfileError)(nil)
	if errors.As(err, &reason) && reason.Dimension != "shape" && p.Dimension(reason.Dimension) == 0 {
		code = DegenerateGeometry
	}
	return Errorf(code, "%w", err).With("parameter", "profile")
}

func (p Parameter) checkEnum(value string, items []string) error {
	if value == "" && p.Optional {
		return nil
	}
	for _, item := range items {
		if item == value {
			return nil
		}
	}
	return Errorf(OutOfRange, "%s has no item %q: give one of %s", p.Name, value, strings.Join(items, ", ")).
		With("parameter", p.Name).With("allowed", items)
}

// mustJSON encodes values that always encode: the structs of this package.
func mustJSON(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("domain: %T does not encode: %v", v, err))
	}
	return b
}
