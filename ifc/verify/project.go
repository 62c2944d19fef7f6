package verify

import (
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
	"github.com/bimstream/bimstream/ifc/schema"
)

var projectRules = []Rule{
	{ID: "GRP001", Title: "A group does not contain itself, not even over other groups.",
		Severity: Agreement, run: acyclicGroups},
	{ID: "PJS001", Title: "Conversion-based units have the names and factors of the table in the documentation, and " +
		"are based on the SI unit of their kind.", Severity: Agreement, run: conversionUnits},
	{ID: "PJS002", Title: "The project declares only types, groups, actors, controls, processes, resources, property " +
		"set templates and libraries, no occurrences.", Severity: Agreement,
		Schemas: []string{ifc4, ifc4x3}, run: declarations},
	{ID: "PJS003", Title: "A GlobalId has 22 characters of the official alphabet and begins with 0 to 3.",
		Severity: Agreement,
		run:      globalIDs},
	{ID: "PJS101", Title: "There is exactly one project.", Severity: Practice, run: oneProject},
}

func acyclicGroups(c *check) {
	members := map[*express.Instance][]*express.Instance{}
	for _, rel := range c.model.Of("IFCRELASSIGNSTOGROUP") {
		if g := c.one(rel, "RELATINGGROUP"); g != nil {
			members[g] = append(members[g], c.many(rel, "RELATEDOBJECTS")...)
		}
	}
	next := func(x *express.Instance) []*express.Instance { return members[x] }
	for _, ring := range ringsAmong(c.each("IFCGROUP"), next) {
		for _, g := range ring {
			c.at(g, "IsGroupedBy", "the group contains itself")
		}
	}
}

func declarations(c *check) {
	for _, project := range c.model.Of("IFCPROJECT") {
		for _, rel := range c.model.Users(project, "IFCRELDECLARES", "RELATINGCONTEXT") {
			for _, x := range c.many(rel, "RELATEDDEFINITIONS") {
				c.applied = true
				if !isAny(x, "IFCACTOR", "IFCCONTROL", "IFCGROUP", "IFCPROCESS",
					"IFCPROJECTLIBRARY", "IFCPROPERTYSETTEMPLATE",
					"IFCRESOURCE", "IFCTYPEOBJECT") {
					c.at(x, "HasContext", "an %s must not be declared by the project", x.Class())
				}
			}
		}
	}
}

func globalIDs(c *check) {
	for _, x := range c.each("IFCROOT") {
		if _, err := schema.DecodeGUID(c.text(x, "GLOBALID")); err != nil {
			c.at(x, "GlobalId", "%s", strings.TrimPrefix(err.Error(), schema.ErrGUID.Error()+": "))
		}
	}
}

func oneProject(c *check) {
	c.applied = true
	if n := len(c.model.Of("IFCPROJECT")); n != 1 {
		c.whole("the file has %d projects instead of one", n)
	}
}

// conversion is a row of the table of conversion-based units (documentation of IfcConversionBasedUnit). Factors are in
// the SI unit without a prefix.
type conversion struct {
	kind      string
	published float64
	exact     float64 // factor by the definition of the unit if the published one is rounded, otherwise 0
}

// notInTable are the names of conversions that the tables of older schemas lack. The table of IFC2X3 also lacks the
// degree, but the degree is accepted because every IFC2X3 file needs it.
var notInTable = map[string][]string{
	ifc2x3: {"btu", "cubic foot", "cubic inch", "cubic yard", "fluid ounce uk", "fluid ounce us", "square foot",
		"square inch", "square mile", "square yard", "us survey foot"},
	ifc4: {"us survey foot"},
}

// conversions are the conversions by name in lower case, from the table of IFC4X3, which is the longest.
var conversions = map[string]conversion{
	"acre":           {"AREAUNIT", 4046.86, 4046.8564224},
	"btu":            {"ENERGYUNIT", 1055.056, 1055.05585262},
	"cubic foot":     {"VOLUMEUNIT", 0.02832, 0.028316846592},
	"cubic inch":     {"VOLUMEUNIT", 0.00001639, 0.000016387064},
	"cubic yard":     {"VOLUMEUNIT", 0.7636, 0.764554857984},
	"day":            {"TIMEUNIT", 86400, 0},
	"degree":         {"PLANEANGLEUNIT", math.Pi / 180, 0},
	"fluid ounce uk": {"VOLUMEUNIT", 0.0000284130625, 0},
	"fluid ounce us": {"VOLUMEUNIT", 0.00002957353, 0},
	"foot":           {"LENGTHUNIT", 0.3048, 0},
	"gallon uk":      {"VOLUMEUNIT", 0.004546, 0.00454609},
	"gallon us":      {"VOLUMEUNIT", 0.003785, 0.003785411784},
	"hour":           {"TIMEUNIT", 3600, 0},
	"inch":           {"LENGTHUNIT", 0.0254, 0},
	"kip":            {"FORCEUNIT", 4448.2216153, 0},
	"ksi":            {"PRESSUREUNIT", 6894757.2932, 0},
	"lbf":            {"FORCEUNIT", 4.4482216153, 0},
	"litre":          {"VOLUMEUNIT", 0.001, 0},
	"mile":           {"LENGTHUNIT", 1609, 1609.344},
	"minute":         {"TIMEUNIT", 60, 0},
	"ounce":          {"MASSUNIT", 28.35, 28.349523125},
	"pint uk":        {"VOLUMEUNIT", 0.000568, 0.00056826125},
	"pint us":        {"VOLUMEUNIT", 0.000473, 0.000473176473},
	"pound":          {"MASSUNIT", 454, 453.59237},
	"psi":            {"PRESSUREUNIT", 6894.7572932, 0},
	"square foot":    {"AREAUNIT", 0.0929, 0.09290304},
	"square inch":    {"AREAUNIT", 0.0006452, 0.00064516},
	"square mile":    {"AREAUNIT", 2588881, 2589988.110336},
	"square yard":    {"AREAUNIT", 0.83612736, 0},
	"ton uk":         {"MASSUNIT", 1016046.9088, 0},
	"ton us":         {"MASSUNIT", 907184.74, 0},
	"us survey foot": {"LENGTHUNIT", 0.30480060960122, 0},
	"yard":           {"LENGTHUNIT", 0.914, 0.9144},
}

// conversionTolerance is a relative tolerance. It separates the foot from the US survey foot, which differ by 2e-6, and
// allows factors with seven digits, the fewest that are common.
const conversionTolerance = 5e-7

// siOf is the SI unit that a kind of unit is based on, and the power of the metre in that unit.
var siOf = map[string]struct {
	name  string
	power int
}{"AREAUNIT": {"SQUARE_METRE", 2}, "LENGTHUNIT": {"METRE", 1}, "VOLUMEUNIT": {"CUBIC_METRE", 3},
	"PLANEANGLEUNIT": {"RADIAN", 1}}

func conversionUnits(c *check) {
	for _, project := range c.model.Of("IFCPROJECT") {
		for _, unit := range c.many(c.one(project, "UNITSINCONTEXT"), "UNITS") {
			if isExactly(unit, "IFCCONVERSIONBASEDUNIT") {
				c.applied = true
				c.conversionUnit(unit)
			}
		}
	}
}

func (c *check) conversionUnit(unit *express.Instance) {
	kind, name := c.enum(unit, "UNITTYPE"), c.text(unit, "NAME")
	row, listed := conversions[strings.ToLower(name)]
	listed = listed && row.kind == kind && !slices.Contains(notInTable[c.schema.Name], strings.ToLower(name))
	if _, named := siOf[kind]; named && !listed {
		c.at(unit, "Name", "%q is not in the table of conversion-based units for %s", name, kind)
	}
	factor := c.one(unit, "CONVERSIONFACTOR")
	base := c.one(factor, "UNITCOMPONENT")
	if base == nil || !base.IsA("IFCSIUNIT") {
		c.at(unit, "ConversionFactor", "the unit is not based on an SI unit")
		return
	}
	if si, named := siOf[kind]; named && c.enum(base, "NAME") != si.name {
		c.at(unit, "ConversionFactor", "the unit is based on %s instead of %s", c.enum(base, "NAME"), si.name)
	}
	value, ok := c.number(factor, "VALUECOMPONENT")
	if si := float64(value * c.prefix(base)); listed && (!ok || !near(si, row.published) && !near(si, row.exact)) {
		c.at(unit, "ConversionFactor", "the factor of %q is %v, not %v", name, si, row.published)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= float64(conversionTolerance*math.Abs(b)) }

// prefixes are the SI prefixes as powers of ten.
var prefixes = map[string]int{"EXA": 18, "PETA": 15, "TERA": 12, "GIGA": 9, "MEGA": 6, "KILO": 3, "HECTO": 2, "DECA": 1,
	"DECI": -1, "CENTI": -2, "MILLI": -3, "MICRO": -6, "NANO": -9, "PICO": -12, "FEMTO": -15, "ATTO": -18}

// prefix returns the factor of an SI unit's prefix; it is squared for an area and cubed for a volume, as in a square
// millimetre.
func (c *check) prefix(unit *express.Instance) float64 {
	power := 1
	if si, ok := siOf[c.enum(unit, "UNITTYPE")]; ok {
		power = si.power
	}
	return math.Pow10(prefixes[c.enum(unit, "PREFIX")] * power)
}
