package check

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

// property compares properties. Every set that the set name matches must have a property that the base name matches,
// and every such property must match the value (property-facet.md).
func (m *Model) property(f *ids.Property, in *instance) outcome {
	out := absent(NoSet, f.Set.String())
	if f.BaseName == nil {
		return out
	}
	for _, s := range m.setsOf(in) {
		if !f.Set.MatchesText(s.name) {
			continue
		}
		one := m.inSet(f, s)
		if one.decides(f.Cardinality) || one.verdict == missing && f.Cardinality == ids.Required {
			return one
		}
		if one.verdict > out.verdict || out.reason == NoSet {
			out = one
		}
	}
	return out
}

func (m *Model) inSet(f *ids.Property, s *set) outcome {
	out := absent(NoProperty, s.name+"."+f.BaseName.String())
	for _, p := range s.properties {
		if !f.BaseName.MatchesText(p.name) {
			continue
		}
		one := p.compare(f, s.name+"."+p.name)
		if one.decides(f.Cardinality) {
			return one
		}
		if one.verdict > out.verdict || out.reason == NoProperty {
			out = one
		}
	}
	return out
}

// compare compares one property with the data type and value of a facet.
func (p *property) compare(f *ids.Property, name string) outcome {
	if f.Cardinality == ids.Prohibited && f.Value == nil && f.DataType == "" {
		return matched(name, texts(p.values), types(p.values)) // a prohibited property fails whatever its value
	}
	if p.shape == opaqueShape {
		return differs(NotComparable, name, "an object", "")
	}
	filled := p.filled
	if len(filled) == 0 {
		return differs(NoValue, name, "", types(p.values)) // an optional property may be missing, but not be empty
	}
	if f.DataType != "" {
		of := p.ofType(f.DataType, filled)
		if len(of) == 0 {
			return differs(WrongType, name, texts(filled), types(filled))
		}
		filled = of
	}
	if f.Value == nil || p.holds(f.Value, filled) {
		return matched(name, texts(filled), types(filled))
	}
	return differs(WrongValue, name, texts(filled), types(filled))
}

// ofType returns the values that have the data type. A table needs it in one of its columns, any other property in all
// values.
func (p *property) ofType(dataType string, values []found) []found {
	other := func(v found) bool { return v.dataType != dataType }
	if !slices.ContainsFunc(values, other) {
		return values
	}
	of := slices.DeleteFunc(slices.Clone(values), other)
	if p.shape != tableShape && len(of) != len(values) {
		return nil
	}
	return of
}

// holds reports whether the values match, by the rule for the shape of the property.
func (p *property) holds(v *ids.Value, values []found) bool {
	if p.shape == boundedShape {
		return p.boundsHold(v)
	}
	if len(values) == 1 {
		return v.Matches(values[0].Datum)
	}
	return v.MatchesAny(data(values))
}

// boundsHold compares a bounded value. If the facet asks for a range, both bounds of the property must be given and lie
// within it, and the set point is ignored. Any other value must equal a bound or the set point; a value between the
// bounds does not match.
func (p *property) boundsHold(v *ids.Value) bool {
	lower, upper, point := p.values[0].Datum, p.values[1].Datum, p.values[2].Datum
	if v.IsRange() {
		return rangeHolds(v, lower, "minInclusive", "minExclusive") &&
			rangeHolds(v, upper, "maxInclusive", "maxExclusive")
	}
	for _, d := range []ids.Datum{lower, upper, point} {
		if v.Matches(d) {
			return true
		}
	}
	return false
}

func rangeHolds(v *ids.Value, bound ids.Datum, limits ...string) bool {
	if bound.Sort != ids.Nothing {
		return v.Matches(bound)
	}
	return !slices.ContainsFunc(v.Restriction.Constraints,
		func(c ids.Constraint) bool { return slices.Contains(limits, c.Kind) })
}

func texts(values []found) string {
	var out []string
	for _, v := range values {
		out = append(out, v.String())
	}
	return strings.Join(out, ", ")
}

func types(values []found) string {
	var out []string
	for _, v := range values {
		if !slices.Contains(out, v.dataType) {
			out = append(out, v.dataType)
		}
	}
	return strings.Join(out, ", ")
}
