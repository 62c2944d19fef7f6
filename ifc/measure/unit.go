package measure

// Unit is a coherent SI unit of one kind, as files describe it.
type Unit struct {
	Kind      string // item of IfcUnitEnum or IfcDerivedUnitEnum
	Prefix    string // item of IfcSIPrefix, or ""
	Name      string // item of IfcSIUnitName; "" for a derived unit
	Exponents [7]int // exponents of metre, kilogram, second, ampere, kelvin, mole, candela
}

// Base are the SI base units in the order of exponents (IfcDimensionalExponents).
var Base = [7]Unit{
	{Kind: "LENGTHUNIT", Name: "METRE"}, {Kind: "MASSUNIT", Prefix: "KILO", Name: "GRAM"},
	{Kind: "TIMEUNIT", Name: "SECOND"},
	{Kind: "ELECTRICCURRENTUNIT", Name: "AMPERE"}, {Kind: "THERMODYNAMICTEMPERATUREUNIT", Name: "KELVIN"},
	{Kind: "AMOUNTOFSUBSTANCEUNIT", Name: "MOLE"}, {Kind: "LUMINOUSINTENSITYUNIT", Name: "CANDELA"},
}

// units is the table of kinds. The exponents come from the units that IFC4X3 names for each measure (8.11.2), with base
// units cancelled where possible.
var units = []Unit{
	{"LENGTHUNIT", "", "METRE", [7]int{1}},
	{"MASSUNIT", "KILO", "GRAM", [7]int{0, 1}},
	{"TIMEUNIT", "", "SECOND", [7]int{0, 0, 1}},
	{"ELECTRICCURRENTUNIT", "", "AMPERE", [7]int{0, 0, 0, 1}},
	{"THERMODYNAMICTEMPERATUREUNIT", "", "KELVIN", [7]int{0, 0, 0, 0, 1}},
	{"AMOUNTOFSUBSTANCEUNIT", "", "MOLE", [7]int{0, 0, 0, 0, 0, 1}},
	{"LUMINOUSINTENSITYUNIT", "", "CANDELA", [7]int{0, 0, 0, 0, 0, 0, 1}},
	{"AREAUNIT", "", "SQUARE_METRE", [7]int{2}},
	{"VOLUMEUNIT", "", "CUBIC_METRE", [7]int{3}},
	{"PLANEANGLEUNIT", "", "RADIAN", [7]int{}},
	{"SOLIDANGLEUNIT", "", "STERADIAN", [7]int{}},
	{"ABSORBEDDOSEUNIT", "", "GRAY", [7]int{2, 0, -2}},
	{"DOSEEQUIVALENTUNIT", "", "SIEVERT", [7]int{2, 0, -2}},
	{"ELECTRICCAPACITANCEUNIT", "", "FARAD", [7]int{-2, -1, 4, 2}},
	{"ELECTRICCHARGEUNIT", "", "COULOMB", [7]int{0, 0, 1, 1}},
	{"ELECTRICCONDUCTANCEUNIT", "", "SIEMENS", [7]int{-2, -1, 3, 2}},
	{"ELECTRICRESISTANCEUNIT", "", "OHM", [7]int{2, 1, -3, -2}},
	{"ELECTRICVOLTAGEUNIT", "", "VOLT", [7]int{2, 1, -3, -1}},
	{"ENERGYUNIT", "", "JOULE", [7]int{2, 1, -2}},
	{"FORCEUNIT", "", "NEWTON", [7]int{1, 1, -2}},
	{"FREQUENCYUNIT", "", "HERTZ", [7]int{0, 0, -1}},
	{"ILLUMINANCEUNIT", "", "LUX", [7]int{-2, 0, 0, 0, 0, 0, 1}},
	{"INDUCTANCEUNIT", "", "HENRY", [7]int{2, 1, -2, -2}},
	{"LUMINOUSFLUXUNIT", "", "LUMEN", [7]int{0, 0, 0, 0, 0, 0, 1}},
	{"MAGNETICFLUXUNIT", "", "WEBER", [7]int{2, 1, -2, -1}},
	{"MAGNETICFLUXDENSITYUNIT", "", "TESLA", [7]int{0, 1, -2, -1}},
	{"POWERUNIT", "", "WATT", [7]int{2, 1, -3}},
	{"PRESSUREUNIT", "", "PASCAL", [7]int{-1, 1, -2}},
	{"RADIOACTIVITYUNIT", "", "BECQUEREL", [7]int{0, 0, -1}},

	{"ACCELERATIONUNIT", "", "", [7]int{1, 0, -2}},
	{"ANGULARVELOCITYUNIT", "", "", [7]int{0, 0, -1}},
	{"AREADENSITYUNIT", "", "", [7]int{-2, 1}},
	{"CURVATUREUNIT", "", "", [7]int{-1}},
	{"DYNAMICVISCOSITYUNIT", "", "", [7]int{-1, 1, -1}},
	{"HEATFLUXDENSITYUNIT", "", "", [7]int{0, 1, -3}},
	{"HEATINGVALUEUNIT", "", "", [7]int{2, 0, -2}},
	{"INTEGERCOUNTRATEUNIT", "", "", [7]int{0, 0, -1}},
	{"IONCONCENTRATIONUNIT", "", "", [7]int{-3, 1}},
	{"ISOTHERMALMOISTURECAPACITYUNIT", "", "", [7]int{3, -1}},
	{"KINEMATICVISCOSITYUNIT", "", "", [7]int{2, 0, -1}},
	{"LINEARFORCEUNIT", "", "", [7]int{0, 1, -2}},
	{"LINEARMOMENTUNIT", "", "", [7]int{1, 1, -2}},
	{"LINEARSTIFFNESSUNIT", "", "", [7]int{0, 1, -2}},
	{"LINEARVELOCITYUNIT", "", "", [7]int{1, 0, -1}},
	{"MASSDENSITYUNIT", "", "", [7]int{-3, 1}},
	{"MASSFLOWRATEUNIT", "", "", [7]int{0, 1, -1}},
	{"MASSPERLENGTHUNIT", "", "", [7]int{-1, 1}},
	{"MODULUSOFELASTICITYUNIT", "", "", [7]int{-1, 1, -2}},
	{"MODULUSOFLINEARSUBGRADEREACTIONUNIT", "", "", [7]int{-1, 1, -2}},
	{"MODULUSOFROTATIONALSUBGRADEREACTIONUNIT", "", "", [7]int{1, 1, -2}},
	{"MODULUSOFSUBGRADEREACTIONUNIT", "", "", [7]int{-2, 1, -2}},
	{"MOISTUREDIFFUSIVITYUNIT", "", "", [7]int{3, 0, -1}},
	{"MOLECULARWEIGHTUNIT", "", "", [7]int{0, 1, 0, 0, 0, -1}},
	{"MOMENTOFINERTIAUNIT", "", "", [7]int{4}},
	{"PLANARFORCEUNIT", "", "", [7]int{-1, 1, -2}},
	{"ROTATIONALFREQUENCYUNIT", "", "", [7]int{0, 0, -1}},
	{"ROTATIONALMASSUNIT", "", "", [7]int{2, 1}},
	{"ROTATIONALSTIFFNESSUNIT", "", "", [7]int{2, 1, -2}},
	{"SECTIONAREAINTEGRALUNIT", "", "", [7]int{5}},
	{"SECTIONMODULUSUNIT", "", "", [7]int{3}},
	{"SHEARMODULUSUNIT", "", "", [7]int{-1, 1, -2}},
	{"SOUNDPOWERUNIT", "", "", [7]int{2, 1, -3}},
	{"SOUNDPRESSUREUNIT", "", "", [7]int{-1, 1, -2}},
	{"SPECIFICHEATCAPACITYUNIT", "", "", [7]int{2, 0, -2, 0, -1}},
	{"TEMPERATUREGRADIENTUNIT", "", "", [7]int{-1, 0, 0, 0, 1}},
	{"TEMPERATURERATEOFCHANGEUNIT", "", "", [7]int{0, 0, -1, 0, 1}},
	{"THERMALADMITTANCEUNIT", "", "", [7]int{0, 1, -3, 0, -1}},
	{"THERMALCONDUCTANCEUNIT", "", "", [7]int{1, 1, -3, 0, -1}},
	{"THERMALEXPANSIONCOEFFICIENTUNIT", "", "", [7]int{0, 0, 0, 0, -1}},
	{"THERMALRESISTANCEUNIT", "", "", [7]int{0, -1, 3, 0, 1}},
	{"THERMALTRANSMITTANCEUNIT", "", "", [7]int{0, 1, -3, 0, -1}},
	{"TORQUEUNIT", "", "", [7]int{2, 1, -2}},
	{"VAPORPERMEABILITYUNIT", "", "", [7]int{0, 0, 1}},
	{"VOLUMETRICFLOWRATEUNIT", "", "", [7]int{3, 0, -1}},
	{"WARPINGCONSTANTUNIT", "", "", [7]int{6}},
	{"WARPINGMOMENTUNIT", "", "", [7]int{3, 1, -2}},
}

// UnitOf returns the coherent SI unit of a kind (an item of IfcUnitEnum or IfcDerivedUnitEnum).
func UnitOf(kind string) (Unit, bool) {
	for _, u := range units {
		if u.Kind == kind {
			return u, true
		}
	}
	return Unit{}, false
}
