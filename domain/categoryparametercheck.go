package domain

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

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
	limit := 2 * m.Info().HalfExtent
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
	limit := 2 * m.Info().HalfExtent
	for _, d := range p.Shape.Dimensions() {
		if v := p.Dimension(d); v > limit {
			return Errorf(OutOfRange, "profile %s is beyond the extent of the model (%s mm): give a smaller length",
				d, limit).
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
