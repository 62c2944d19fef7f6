package verify

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var since4Schemas = []string{ifc4, ifc4x3}

var georeferenceRules = []Rule{
	{ID: "GRF001", Title: "All geometric contexts have the same coordinate operation to the same coordinate " +
		"reference system, or none.", Severity: Agreement, Schemas: since4Schemas, run: sameOperations},
	{ID: "GRF002", Title: "The name of a coordinate reference system is an EPSG code.", Severity: Practice,
		Schemas: since4Schemas, run: func(c *check) { c.epsgNames(true) }},
	{ID: "GRF003", Title: "A file with a building or another facility has a coordinate reference system.",
		Severity: Practice, Schemas: only4x3, run: referencePresent},
	{ID: "GRF004", Title: "What begins with EPSG: in a coordinate reference system, its name or one of its datums, " +
		"is a code of the EPSG dataset.", Severity: Agreement, Schemas: since4Schemas,
		run: func(c *check) { c.epsgNames(false); c.epsgDatums() }},
	{ID: "GRF005", Title: "The scale of a map conversion is the quotient of the project's unit and the map's.",
		Severity: Practice, Schemas: since4Schemas, run: mapScale},
	{ID: "GRF006", Title: "A coordinate reference system without EPSG code has the name WKT and is specified by " +
		"well-known text, and none other is.", Severity: Agreement, Schemas: []string{ifc4x3}, run: wellKnownText},
	{ID: "GRF007", Title: "An EPSG code given as vertical datum is one of a vertical or compound system.",
		Severity: Agreement,
		Schemas:  since4Schemas, run: verticalDatum},
	{ID: "GRF008", Title: "The coordinates of a rigid operation are length or plane angle measures.",
		Severity: Agreement,
		Schemas:  []string{ifc4x3}, run: rigidCoordinates},
}

// operations returns the coordinate operations of a context.
func (c *check) operations(context *express.Instance) []*express.Instance {
	return c.model.Users(context, "IFCCOORDINATEOPERATION", "SOURCECRS")
}

func sameOperations(c *check) {
	var first *express.Instance
	var firstOps []*express.Instance
	for _, x := range c.exactly("IFCGEOMETRICREPRESENTATIONCONTEXT") {
		ops := c.operations(x)
		if first == nil {
			first, firstOps = x, ops
			continue
		}
		if !c.sameValues(firstOps, ops) {
			c.at(x, "HasCoordinateOperation", "the coordinate operation is not that of #%d", first.ID)
		}
	}
}

// sameValues reports whether operations agree in all attributes but SourceCRS.
func (c *check) sameValues(a, b []*express.Instance) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Entity() != b[i].Entity() {
			return false
		}
		for _, attribute := range a[i].Entity().AllAttributes() {
			id := strings.ToUpper(attribute.Name)
			if id != "SOURCECRS" && !c.sameValue(c.get(a[i], id), c.get(b[i], id)) {
				return false
			}
		}
	}
	return true
}

// sameValue compares references by identity and other values by value.
func (c *check) sameValue(a, b express.Value) bool {
	if x, ok := numberOf(a); ok {
		y, ok := numberOf(b)
		return ok && x == y
	}
	if x, ok := a.(*express.Typed); ok {
		y, ok := b.(*express.Typed)
		return ok && x.Type == y.Type && c.sameValue(x.Value, y.Value)
	}
	return a == b
}

// epsgNames checks the names of coordinate reference systems. If all is false, it checks only the names that begin with
// EPSG:.
func (c *check) epsgNames(all bool) {
	for _, x := range c.model.Of("IFCCOORDINATEREFERENCESYSTEM") {
		name := c.text(x, "NAME")
		claims := strings.HasPrefix(name, "EPSG:")
		c.applied = c.applied || all || claims
		switch {
		case claims && epsgKind(name) == "":
			c.at(x, "Name", "%q is no coordinate reference system of the EPSG dataset", name)
		case all && !claims:
			c.at(x, "Name", "%q is no EPSG code", name)
		}
	}
}

// epsgDatums checks the datums that are given as a code. The code of a coordinate reference system of any kind is
// accepted too, because files commonly name a system defined on the datum. GRF007 checks the kind of vertical systems.
func (c *check) epsgDatums() {
	for _, x := range c.model.Of("IFCCOORDINATEREFERENCESYSTEM") {
		c.epsgDatum(x, "GeodeticDatum", "geodetic")
		if x.IsA("IFCPROJECTEDCRS") {
			c.epsgDatum(x, "VerticalDatum", "vertical")
		}
	}
}

func (c *check) epsgDatum(x *express.Instance, attribute, kind string) {
	name := c.text(x, strings.ToUpper(attribute))
	if !strings.HasPrefix(name, "EPSG:") {
		return
	}
	c.applied = true
	if epsgKind(name) == "" && epsgDatum(name) != kind {
		c.at(x, attribute, "%q is no %s datum of the EPSG dataset, and no coordinate reference system", name, kind)
	}
}

func referencePresent(c *check) {
	facilities := c.each("IFCFACILITY")
	if len(facilities) > 0 && len(c.model.Of("IFCCOORDINATEREFERENCESYSTEM")) == 0 {
		c.at(facilities[0], "", "the file has no coordinate reference system")
	}
}

func mapScale(c *check) {
	project, ok := c.lengthUnit()
	for _, x := range c.model.Of("IFCMAPCONVERSION") {
		mapUnit, known := project, ok
		if target := c.one(c.one(x, "TARGETCRS"), "MAPUNIT"); target != nil { // default: the project's unit
			mapUnit, known = c.metres(target)
		}
		c.applied = true
		if !ok || !known {
			continue
		}
		scale, given := c.number(x, "SCALE")
		if !given {
			scale = 1
		}
		if want := project / mapUnit; !near(scale, want) {
			c.at(x, "Scale", "the scale is %v instead of %v, the project's unit over the map's", scale, want)
		}
	}
}

// lengthUnit returns the project's unit of length in metres.
func (c *check) lengthUnit() (float64, bool) {
	for _, project := range c.model.Of("IFCPROJECT") {
		for _, unit := range c.many(c.one(project, "UNITSINCONTEXT"), "UNITS") {
			if c.enum(unit, "UNITTYPE") == "LENGTHUNIT" {
				return c.metres(unit)
			}
		}
	}
	return 0, false
}

// maxLevels bounds the steps from unit to unit, because the units of a damaged file may form a ring.
const maxLevels = 100

// metres returns a unit of length in metres, or an angle unit in radians.
func (c *check) metres(unit *express.Instance) (float64, bool) {
	factor := 1.0
	for n := 0; unit != nil && n < maxLevels; n++ {
		if unit.IsA("IFCSIUNIT") {
			return factor * c.prefix(unit), true
		}
		by := c.one(unit, "CONVERSIONFACTOR")
		value, ok := c.number(by, "VALUECOMPONENT")
		if !ok {
			return 0, false
		}
		factor *= value
		unit = c.one(by, "UNITCOMPONENT")
	}
	return 0, false
}

func wellKnownText(c *check) {
	for _, crs := range c.model.Of("IFCCOORDINATEREFERENCESYSTEM") {
		name, specified := c.text(crs, "NAME"), c.has(crs, "WELLKNOWNTEXT")
		coded := strings.HasPrefix(name, "EPSG:") || !c.has(crs, "NAME")
		c.applied = c.applied || !coded || specified
		if !coded && !specified {
			c.at(crs, "WellKnownText", "%q is no EPSG code and no well-known text specifies the system", name)
		}
		if (!coded || specified) && name != "WKT" {
			c.at(crs, "Name", "the name of a system that is specified by well-known text must be WKT, not %q", name)
		}
	}
}

func verticalDatum(c *check) {
	for _, crs := range c.model.Of("IFCPROJECTEDCRS") {
		datum := c.text(crs, "VERTICALDATUM")
		kind := epsgKind(datum)
		c.applied = c.applied || kind != ""
		if kind != "" && kind != "vertical" && kind != "compound" && epsgDatum(datum) != "vertical" {
			c.at(crs, "VerticalDatum", "%s is a %s system, not a vertical or compound one", datum, kind)
		}
	}
}

func rigidCoordinates(c *check) {
	for _, x := range c.each("IFCRIGIDOPERATION") {
		for _, attribute := range []string{"FirstCoordinate", "SecondCoordinate"} {
			t, ok := c.get(x, strings.ToUpper(attribute)).(*express.Typed)
			if ok && !strings.EqualFold(t.Type.Name, "IfcLengthMeasure") &&
				!strings.EqualFold(t.Type.Name, "IfcPlaneAngleMeasure") {
				c.at(x, attribute, "the coordinate is an %s, not an IfcLengthMeasure or IfcPlaneAngleMeasure",
					t.Type.Name)
			}
		}
	}
}
