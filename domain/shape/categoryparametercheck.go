package shape

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CheckParameters checks every parameter of an element against its rules and the model's bounds.
func CheckParameters(m *state.Model, e *state.Element) error {
	for _, p := range e.Category.Parameters() {
		if err := ParameterCheck(p, m, e); err != nil {
			return err
		}
	}
	return nil
}

func ParameterCheck(p state.Parameter, m *state.Model, e *state.Element) error {
	switch v := p.Field(e.Params).Interface().(type) {
	case geometry.Length:
		return parameterCheckLength(p, m, v)
	case geometry.Angle:
		return CheckAngle(p.Name, v)
	case *geometry.Profile:
		if v != nil {
			return CheckProfile(m, *v)
		}
	case geometry.Point2:
		return m.CheckBounds(p.Name, v.At(0))
	case *geometry.Point2:
		if v != nil {
			return m.CheckBounds(p.Name, v.At(0))
		}
	case geometry.Point3:
		return m.CheckBounds(p.Name, v)
	case []geometry.Point2:
		return m.CheckRing(p.Name, v)
	case []geometry.Point3:
		for i, point := range v {
			if err := m.CheckBounds(fmt.Sprintf("%s[%d]", p.Name, i), point); err != nil {
				return err
			}
		}
	case []geometry.Ring:
		for i, ring := range v {
			if err := m.CheckRing(fmt.Sprintf("%s[%d]", p.Name, i), ring); err != nil {
				return err
			}
		}
	case state.Enumeration:
		return p.CheckEnum(reflect.ValueOf(v).String(), v.Enum())
	}
	return nil
}

func parameterCheckLength(p state.Parameter, m *state.Model, v geometry.Length) error {
	limit := 2 * m.Info().HalfExtent
	if p.Rules["map"] {
		limit = maxMapLength
	}
	switch {
	case v.Abs() > limit:
		return state.Errorf(state.OutOfRange, "%s is beyond the extent of the model (%s mm): give a smaller length",
			p.Name, limit).
			With("parameter", p.Name).With("max", limit)
	case p.Rules["positive"] && (v < 0 || !p.Optional):
		return Positive(p.Name, v)
	case v < 0 && p.Rules["nonnegative"]:
		return negative(p.Name, v)
	}
	return nil
}

// maxMapLength bounds map coordinates. The largest are false eastings with the zone number in front, up to 61,000 km.
const maxMapLength = 100_000 * geometry.Kilometre

// Positive refuses a dimension that is zero, which leaves no body, or negative, which has no meaning.
func Positive(name string, v geometry.Length) error {
	switch {
	case v == 0:
		return state.Errorf(state.DegenerateGeometry, "%s is 0 mm: it must be greater than zero",
			name).With("parameter", name)
	case v < 0:
		return negative(name, v)
	}
	return nil
}

func negative(name string, v geometry.Length) error {
	return state.Errorf(state.OutOfRange, "%s is %s mm: it must not be negative", name, v).With("parameter",
		name).With("value", v)
}

// CheckAngle refuses angles beyond a full turn, because they are given in a wrong unit.
func CheckAngle(name string, a geometry.Angle) error {
	if a < -geometry.FullTurn || a > geometry.FullTurn {
		return state.Errorf(state.OutOfRange, "%s is %s degrees: give -360 to 360", name, a).With("parameter", name)
	}
	return nil
}

// CheckProfile refuses an impossible cross section, and dimensions beyond the model's extent.
func CheckProfile(m *state.Model, p geometry.Profile) error {
	if err := p.Validate(); err != nil {
		return profileError(p, err)
	}
	limit := 2 * m.Info().HalfExtent
	for _, d := range p.Shape.Dimensions() {
		if v := p.Dimension(d); v > limit {
			return state.Errorf(state.OutOfRange,
				"profile %s is beyond the extent of the model (%s mm): give a smaller length",
				d, limit).
				With("parameter", "profile").With("max", limit)
		}
	}
	return nil
}

// profileError returns the error of a profile. Its code distinguishes a dimension of zero, which leaves no body, from a
// dimension that is out of range.
func profileError(p geometry.Profile, err error) error {
	code, reason := state.OutOfRange, (*geometry.ProfileError)(nil)
	if errors.As(err, &reason) && reason.Dimension != "shape" && p.Dimension(reason.Dimension) == 0 {
		code = state.DegenerateGeometry
	}
	return state.Errorf(code, "%w", err).With("parameter", "profile")
}
