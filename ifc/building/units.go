package building

import (
	"math"

	"github.com/bimstream/bimstream/ifc/step"
)

// units holds the units of the numbers of a file.
type units struct {
	length float64               // micrometres per unit of length
	angle  float64               // radians per unit of angle
	kinds  map[string]conversion // conversions by kind of unit (IfcUnitEnum, IfcDerivedUnitEnum)
}

// conversion converts numbers of a unit to the units of the model: millimetres, m2, m3, degrees, otherwise coherent SI
// units.
type conversion struct{ factor, offset float64 }

// inModel returns the conversion of a unit of a kind to the unit of the model, from its conversion to SI.
func inModel(kind string, si conversion) conversion {
	switch kind {
	case "LENGTHUNIT":
		return conversion{factor: roundedFactor(si.factor*micrometresOfMetre) / 1000}
	case "PLANEANGLEUNIT":
		return conversion{factor: si.factor * (180 / math.Pi)}
	}
	return si
}

// conversionOf returns the conversion for numbers of a kind: of the given unit, otherwise of the project's unit,
// otherwise of the SI unit.
func (s *Source) conversionOf(kind string, unit *step.Instance) conversion {
	if unit != nil && s.text(unit, "UnitType") == kind {
		if si := s.unitConversion(unit, 0); usable(si) {
			return inModel(kind, si)
		}
	}
	if c, declared := s.units.kinds[kind]; declared {
		return c
	}
	return inModel(kind, conversion{factor: 1})
}

func usable(c conversion) bool {
	return c.factor > 0 && !math.IsInf(c.factor, 0) && !math.IsNaN(c.offset) && !math.IsInf(c.offset, 0)
}

// prefixes are the items of IfcSIPrefix.
var prefixes = map[string]float64{
	"EXA": 1e18, "PETA": 1e15, "TERA": 1e12, "GIGA": 1e9, "MEGA": 1e6, "KILO": 1e3, "HECTO": 1e2, "DECA": 1e1,
	"DECI": 1e-1, "CENTI": 1e-2, "MILLI": 1e-3, "MICRO": 1e-6, "NANO": 1e-9, "PICO": 1e-12,
	"FEMTO": 1e-15, "ATTO": 1e-18,
}

// micrometresOfMetre is the factor from metres to micrometres, the unit of lengths in the description.
const micrometresOfMetre = 1e6

// readUnits reads the project's units. Without assigned units it uses the SI units metre and radian.
func (s *Source) readUnits() {
	s.units = units{length: micrometresOfMetre, angle: 1, kinds: map[string]conversion{}}
	kinds, names := s.index.Kinds()
	isProject := make([]bool, len(names))
	for i, name := range names {
		isProject[i] = s.named(name).isA("IfcProject")
	}
	for i, kind := range kinds {
		if isProject[kind] {
			for _, unit := range s.many(s.one(&s.file.Instances[i], "UnitsInContext"), "Units") {
				s.assign(unit)
			}
			return
		}
	}
}

func (s *Source) assign(unit *step.Instance) {
	si, kind := s.unitConversion(unit, 0), s.text(unit, "UnitType")
	if !usable(si) {
		return
	}
	switch kind {
	case "LENGTHUNIT":
		s.hasLengthUnit = true
		s.units.length = roundedFactor(si.factor * micrometresOfMetre)
	case "PLANEANGLEUNIT":
		s.units.angle = si.factor
	}
	s.units.kinds[kind] = inModel(kind, si)
}

// roundedFactor removes the rounding noise of a conversion such as 0.0254 * 1e6: no unit of length has a fraction of a
// picometre.
func roundedFactor(f float64) float64 { return math.Round(f*1e6) / 1e6 }

// unitFactor returns the number of SI units in a unit; 0 if it is unknown.
func (s *Source) unitFactor(unit *step.Instance, depth int) float64 {
	return s.unitConversion(unit, depth).factor
}

// celsius is 0 degrees Celsius in kelvin (SI Brochure, 9th edition, 2.3.1).
const celsius = 273.15

// unitConversion returns the conversion of a unit to SI; a factor of 0 if it is unknown.
func (s *Source) unitConversion(unit *step.Instance, depth int) conversion {
	switch {
	case unit == nil || depth > maxDepth:
		return conversion{}
	case s.isA(unit, "IfcSIUnit"):
		return siUnit(s.text(unit, "Prefix"), s.text(unit, "Name"))
	case s.isA(unit, "IfcConversionBasedUnit"):
		measure := s.one(unit, "ConversionFactor")
		value, _ := s.number(measure, "ValueComponent")
		base := s.unitConversion(s.one(measure, "UnitComponent"), depth+1)
		offset, _ := s.number(unit, "ConversionOffset")
		return conversion{float64(value * base.factor), float64(offset*base.factor) + base.offset}
	case s.isA(unit, "IfcDerivedUnit"):
		return conversion{factor: s.derivedFactor(unit, depth)}
	}
	return conversion{}
}

// maxExponent bounds the exponents of derived units, which are small in all real units.
const maxExponent = 12

// derivedFactor returns the factor of a product of powers of units; 0 if it is unknown.
func (s *Source) derivedFactor(unit *step.Instance, depth int) float64 {
	factor := 1.0
	for _, element := range s.many(unit, "Elements") {
		f := s.unitFactor(s.one(element, "Unit"), depth+1)
		exponent, _ := s.number(element, "Exponent")
		if !(f > 0) || math.Abs(exponent) > maxExponent {
			return 0
		}
		for range int(math.Abs(exponent)) {
			if exponent > 0 {
				factor = float64(factor * f)
			} else {
				factor /= f
			}
		}
	}
	return factor
}

// siUnit returns the conversion of a unit with a prefix to SI. The prefix counts twice for areas and three times for
// volumes. The SI unit of mass is the kilogram.
func siUnit(prefix, name string) conversion {
	f, ok := prefixes[prefix]
	if !ok {
		f = 1
	}
	switch name {
	case "SQUARE_METRE":
		return conversion{factor: float64(f * f)}
	case "CUBIC_METRE":
		return conversion{factor: float64(float64(f*f) * f)}
	case "GRAM":
		return conversion{factor: f / 1000}
	case "DEGREE_CELSIUS":
		return conversion{f, celsius}
	}
	return conversion{factor: f}
}

// Millimetres returns the length of the file's unit of length in millimetres.
func (s *Source) Millimetres() float64 { return s.units.length / 1000 }
