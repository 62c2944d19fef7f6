package building

import (
	"math"

	"github.com/bimstream/bimstream/ifc/step"
)

// units are what the numbers of a file mean: micrometres for one of its lengths, and so on.
type units struct {
	length float64 // micrometres
	angle  float64 // radians
	area   float64 // m2
	volume float64 // m3
}

// prefixes are the items of IfcSIPrefix.
var prefixes = map[string]float64{
	"EXA": 1e18, "PETA": 1e15, "TERA": 1e12, "GIGA": 1e9, "MEGA": 1e6, "KILO": 1e3, "HECTO": 1e2, "DECA": 1e1,
	"DECI": 1e-1, "CENTI": 1e-2, "MILLI": 1e-3, "MICRO": 1e-6, "NANO": 1e-9, "PICO": 1e-12, "FEMTO": 1e-15, "ATTO": 1e-18,
}

// micrometresOfMetre turns lengths of SI into those of the description.
const micrometresOfMetre = 1e6

// readUnits reads the project's units. Where none are assigned, they are those of SI: metre and radian.
func (s *Source) readUnits() {
	s.units = units{length: micrometresOfMetre, angle: 1, area: 1, volume: 1}
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
	factor := s.unitFactor(unit, 0)
	if !(factor > 0) || math.IsInf(factor, 0) {
		return
	}
	switch s.text(unit, "UnitType") {
	case "LENGTHUNIT":
		s.units.length = roundedFactor(factor * micrometresOfMetre)
	case "PLANEANGLEUNIT":
		s.units.angle = factor
	case "AREAUNIT":
		s.units.area = factor
	case "VOLUMEUNIT":
		s.units.volume = factor
	}
}

// roundedFactor drops the noise of a conversion such as 0.0254 * 1e6: no unit of length has a fraction of a picometre.
func roundedFactor(f float64) float64 { return math.Round(f*1e6) / 1e6 }

// unitFactor returns how many SI units a unit is; 0 for one that cannot be told.
func (s *Source) unitFactor(unit *step.Instance, depth int) float64 {
	switch {
	case unit == nil || depth > maxDepth:
		return 0
	case s.isA(unit, "IfcSIUnit"):
		return siFactor(s.text(unit, "Prefix"), s.text(unit, "Name"))
	case s.isA(unit, "IfcConversionBasedUnit"):
		measure := s.one(unit, "ConversionFactor")
		value, _ := s.number(measure, "ValueComponent")
		return float64(value * s.unitFactor(s.one(measure, "UnitComponent"), depth+1))
	}
	return 0
}

// siFactor returns the factor of a prefix, which counts twice for areas and thrice for volumes.
func siFactor(prefix, name string) float64 {
	f, ok := prefixes[prefix]
	if !ok {
		return 1
	}
	switch name {
	case "SQUARE_METRE":
		return float64(f * f)
	case "CUBIC_METRE":
		return float64(float64(f*f) * f)
	case "GRAM":
		return f
	}
	return f
}

// Millimetres returns how many millimetres a length of the file is: what the file was drawn in.
func (s *Source) Millimetres() float64 { return s.units.length / 1000 }
