package check

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/step"
)

// scale converts a number to SI units: v * factor / divisor + offset. Millimetres are divided by 1000 because 0.001 is
// not exact in a double: 700 mm must become 0.7 m, not the next double.
type scale struct{ factor, divisor, offset float64 }

var identity = scale{factor: 1, divisor: 1}

func (s scale) apply(v float64) float64 { return float64(float64(v*s.factor)/s.divisor) + s.offset }

// raise returns the scale raised to a whole power, without its offset.
func (s scale) raise(exponent int) scale {
	if exponent < 0 {
		return scale{factor: s.divisor, divisor: s.factor}.raise(-exponent)
	}
	out := identity
	for range exponent {
		out = out.times(s)
	}
	return out
}

// times returns the product of two scales, without their offsets.
func (s scale) times(other scale) scale {
	return scale{factor: s.factor * other.factor, divisor: s.divisor * other.divisor}
}

// units are the units that the project assigns, by unit type such as LENGTHUNIT.
type units struct{ assigned map[string]scale }

// inUnitsOfIDS converts a measure to the units of IDS: the SI units without prefixes, except kg.
func (m *Model) inUnitsOfIDS(v float64, dataType string, unit int) float64 {
	kind, ok := m.unitType(dataType)
	if !ok {
		return v
	}
	if unit != 0 {
		return m.scaleOf(m.get(unit), 0).apply(v)
	}
	if m.units == nil {
		m.units = m.readUnits()
	}
	s, assigned := m.units.assigned[kind]
	if !assigned {
		m.warn("the file assigns no %s: values of %s are compared as they stand", kind, dataType)
		return v
	}
	return s.apply(v)
}

// unitType returns the unit type of a measure, which is its name without a prefix such as POSITIVE. Ratios, counts, pH
// and money have no unit to convert.
func (m *Model) unitType(dataType string) (string, bool) {
	name := strings.TrimSuffix(strings.TrimPrefix(dataType, "IFC"), "MEASURE")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "POSITIVE"), "NONNEGATIVE")
	if name == "PH" {
		return "", false
	}
	name += "UNIT"
	for _, enumeration := range []string{"IFCUNITENUM", "IFCDERIVEDUNITENUM"} {
		if t, ok := m.schema.Type(enumeration); ok && t.HasItem(name) {
			return name, true
		}
	}
	return "", false
}

// readUnits reads the units of the project, or of the first context that has units.
func (m *Model) readUnits() *units {
	out := &units{map[string]scale{}}
	contexts := append(m.instancesOf("IfcProject"), m.instancesOf("IfcContext")...)
	for _, id := range contexts {
		assignment := m.ref(m.get(id), "UnitsInContext")
		if assignment == nil {
			continue
		}
		for _, u := range refs(assignment.arg("Units")) {
			unit := m.get(u)
			if kind := unit.text("UnitType"); kind != "" {
				out.assigned[kind] = m.scaleOf(unit, 0)
			}
		}
		return out
	}
	return out
}

// maxUnitDepth bounds the recursion, so that a unit that is defined by itself ends.
const maxUnitDepth = 16

// scaleOf returns the scale of a unit.
func (m *Model) scaleOf(unit *instance, depth int) scale {
	switch {
	case unit == nil || depth > maxUnitDepth:
		return identity
	case unit.is("IfcSIUnit"):
		return scaleOfSI(unit)
	case unit.is("IfcConversionBasedUnit"):
		return m.scaleOfConversion(unit, depth)
	case unit.is("IfcDerivedUnit"):
		return m.scaleOfDerived(unit, depth)
	}
	m.warn("the unit #%d (%s) cannot be converted: its values are compared as they stand",
		unit.id, unit.class.entity.Name)
	return identity
}

// prefixes are the powers of ten of IfcSIPrefix.
var prefixes = map[string]int{"EXA": 18, "PETA": 15, "TERA": 12, "GIGA": 9, "MEGA": 6, "KILO": 3, "HECTO": 2,
	"DECA": 1, "DECI": -1, "CENTI": -2,
	"MILLI": -3, "MICRO": -6, "NANO": -9, "PICO": -12, "FEMTO": -15, "ATTO": -18}

// kelvinOfCelsius is 0 degrees Celsius in kelvin.
const kelvinOfCelsius = 273.15

// scaleOfSI returns the scale of an IfcSIUnit. The prefix of an area or volume unit applies to its length unit.
func scaleOfSI(unit *instance) scale {
	power := prefixes[unit.text("Prefix")]
	name := unit.text("Name")
	switch name {
	case "SQUARE_METRE":
		power *= 2
	case "CUBIC_METRE":
		power *= 3
	case "GRAM":
		power -= 3
	}
	out := scale{factor: 10, divisor: 1}.raise(power)
	if name == "DEGREE_CELSIUS" {
		out.offset = kelvinOfCelsius
	}
	return out
}

// scaleOfConversion returns the scale of an IfcConversionBasedUnit, which is a multiple of another unit, perhaps with
// an offset.
func (m *Model) scaleOfConversion(unit *instance, depth int) scale {
	measure := m.ref(unit, "ConversionFactor")
	factor, ok := step.NumberOf(measure.arg("ValueComponent"))
	if !ok {
		return identity
	}
	under := m.scaleOf(m.ref(measure, "UnitComponent"), depth+1)
	out := scale{factor: factor, divisor: 1}.times(under)
	if offset, ok := step.NumberOf(unit.arg("ConversionOffset")); ok {
		return out.shifted(offset)
	}
	return out
}

// shifted returns the scale with an offset. IFC4 explains the offset by the example of Fahrenheit, with the offset
// -459.67 and the factor 1.8: the offset is added after the kelvin value is scaled. Some files give the inverse factor,
// as for units without an offset. A positive offset is in the SI unit.
func (s scale) shifted(offset float64) scale {
	if offset > 0 {
		s.offset = offset
		return s
	}
	if s.factor > s.divisor {
		s.factor, s.divisor = s.divisor, s.factor
	}
	s.offset = float64(-offset*s.factor) / s.divisor
	return s
}

// scaleOfDerived returns the product of the units of an IfcDerivedUnit; its temperature units count without their
// offset.
func (m *Model) scaleOfDerived(unit *instance, depth int) scale {
	out := identity
	for _, id := range refs(unit.arg("Elements")) {
		element := m.get(id)
		exponent, _ := step.NumberOf(element.arg("Exponent"))
		if exponent < -maxExponent || exponent > maxExponent {
			return identity
		}
		out = out.times(m.scaleOf(m.ref(element, "Unit"), depth+1).raise(int(exponent)))
	}
	return out
}

// maxExponent is greater than the exponents of all units of physics. It bounds the work that a damaged file can cause.
const maxExponent = 12
