package export

import (
	"github.com/bimstream/bimstream/ifc/measure"
	"github.com/bimstream/bimstream/ifc/step"
)

// siUnits lists the SI units of the project: measured quantity, prefix, unit (IfcUnitEnum, IfcSIPrefix, IfcSIUnitName).
var siUnits = [][3]string{
	{"LENGTHUNIT", "MILLI", "METRE"},
	{"AREAUNIT", "", "SQUARE_METRE"},
	{"VOLUMEUNIT", "", "CUBIC_METRE"},
	{"PLANEANGLEUNIT", "", "RADIAN"},
	{"SOLIDANGLEUNIT", "", "STERADIAN"},
	{"MASSUNIT", "KILO", "GRAM"},
	{"TIMEUNIT", "", "SECOND"},
	{"FREQUENCYUNIT", "", "HERTZ"},
	{"FORCEUNIT", "", "NEWTON"},
	{"PRESSUREUNIT", "", "PASCAL"},
	{"ENERGYUNIT", "", "JOULE"},
	{"POWERUNIT", "", "WATT"},
	{"THERMODYNAMICTEMPERATUREUNIT", "", "KELVIN"},
	{"ILLUMINANCEUNIT", "", "LUX"},
	{"LUMINOUSFLUXUNIT", "", "LUMEN"},
	{"LUMINOUSINTENSITYUNIT", "", "CANDELA"},
	{"ELECTRICCURRENTUNIT", "", "AMPERE"},
	{"ELECTRICVOLTAGEUNIT", "", "VOLT"},
}

// derivedUnits lists the units that are products of powers of SI units (IfcDerivedUnitEnum).
var derivedUnits = []struct {
	measured string
	elements []unitPower
}{
	{"MASSDENSITYUNIT", []unitPower{{"MASSUNIT", "KILO", "GRAM", 1}, {"LENGTHUNIT", "", "METRE", -3}}},
	{"THERMALTRANSMITTANCEUNIT", []unitPower{{"POWERUNIT", "", "WATT", 1}, {"LENGTHUNIT", "", "METRE", -2},
		{"THERMODYNAMICTEMPERATUREUNIT", "", "KELVIN", -1}}},
	{"LINEARVELOCITYUNIT", []unitPower{{"LENGTHUNIT", "", "METRE", 1}, {"TIMEUNIT", "", "SECOND", -1}}},
	{"PLANARFORCEUNIT", []unitPower{{"FORCEUNIT", "", "NEWTON", 1}, {"LENGTHUNIT", "", "METRE", -2}}},
	{"LINEARFORCEUNIT", []unitPower{{"FORCEUNIT", "", "NEWTON", 1}, {"LENGTHUNIT", "", "METRE", -1}}},
	{"HEATFLUXDENSITYUNIT", []unitPower{{"POWERUNIT", "", "WATT", 1}, {"LENGTHUNIT", "", "METRE", -2}}},
	{"VOLUMETRICFLOWRATEUNIT", []unitPower{{"LENGTHUNIT", "", "METRE", 3}, {"TIMEUNIT", "", "SECOND", -1}}},
}

// unitPower is a unit raised to an exponent.
type unitPower struct {
	measured, prefix, name string
	exponent               int
}

// units writes the project's units.
func (x *exporter) units() step.Ref {
	var all []step.Ref
	for _, u := range siUnits {
		all = append(all, x.siUnit(u[0], u[1], u[2]))
	}
	for _, u := range derivedUnits {
		var elements []step.Ref
		for _, p := range u.elements {
			elements = append(elements, x.share("IFCDERIVEDUNITELEMENT",
				x.siUnit(p.measured, p.prefix, p.name), step.Int(p.exponent)))
		}
		all = append(all, x.add("IFCDERIVEDUNIT", x.refs(elements...), step.Enum(u.measured), null))
	}
	return x.add("IFCUNITASSIGNMENT", x.refs(all...))
}

func (x *exporter) siUnit(measured, prefix, name string) step.Ref {
	var p step.Value = null
	if prefix != "" {
		p = step.Enum(prefix)
	}
	return x.share("IFCSIUNIT", step.Derived{}, step.Enum(measured), p, step.Enum(name))
}

// ownUnit returns the unit for property values of a type, if the project declares no unit of that kind; $ for all other
// types.
func (x *exporter) ownUnit(dataType string) step.Value {
	t, known := x.schema.Type(dataType)
	if !known {
		return null
	}
	u, has := measure.UnitOf(x.schema.UnitKind(t))
	if !has || declaresUnit(u.Kind) {
		return null
	}
	if u.Name != "" {
		return x.siUnit(u.Kind, u.Prefix, u.Name)
	}
	var elements []step.Ref
	for i, exponent := range u.Exponents {
		if b := measure.Base[i]; exponent != 0 {
			elements = append(elements, x.share("IFCDERIVEDUNITELEMENT",
				x.siUnit(b.Kind, b.Prefix, b.Name), step.Int(exponent)))
		}
	}
	return x.share("IFCDERIVEDUNIT", x.refs(elements...), step.Enum(u.Kind), null)
}

// declaresUnit reports whether the project declares a unit of a kind, as it does in every file.
func declaresUnit(kind string) bool {
	for _, u := range siUnits {
		if u[0] == kind {
			return true
		}
	}
	for _, u := range derivedUnits {
		if u.measured == kind {
			return true
		}
	}
	return false
}
