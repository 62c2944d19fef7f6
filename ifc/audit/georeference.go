package audit

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var since4Schemas = []string{ifc4, ifc4x3}

var georeferenceRules = []Rule{
	{ID: "GRF001", Title: "All geometric contexts have the same coordinate operation to the same coordinate reference system, " +
		"or none.", Severity: Agreement, Schemas: since4Schemas, run: sameOperations},
	{ID: "GRF002", Title: "The name of a coordinate reference system is an EPSG code.", Severity: Practice,
		Schemas: since4Schemas, run: func(c *check) { c.epsgNames(true) }},
	{ID: "GRF003", Title: "A file with a building, an alignment or a site in geographic coordinates has a coordinate reference " +
		"system.", Severity: Practice, Schemas: since4Schemas, run: referencePresent},
	{ID: "GRF004", Title: "A name of a coordinate reference system that begins with EPSG: is a code of the EPSG dataset.",
		Severity: Agreement, Schemas: since4Schemas, run: func(c *check) { c.epsgNames(false) }},
	{ID: "GRF005", Title: "The scale of a map conversion is the quotient of the project's unit and the map's.",
		Severity: Practice, Schemas: since4Schemas, run: mapScale},
	{ID: "GRF006", Title: "A coordinate reference system without EPSG code is specified by well-known text.",
		Severity: Agreement, Schemas: []string{ifc4x3}, run: wellKnownText},
	{ID: "GRF007", Title: "An EPSG code given as vertical datum is one of a vertical or compound system.", Severity: Agreement,
		Schemas: since4Schemas, run: verticalDatum},
}

// operations gives the coordinate operations of a context.
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

// sameValues compares operations in all attributes but SourceCRS.
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

// epsgNames checks the names of coordinate reference systems: all of them, or those alone that claim to be a code.
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

func referencePresent(c *check) {
	var why []*express.Instance
	why = append(append(why, c.model.Of("IFCBUILDING")...), c.model.Of("IFCALIGNMENT")...)
	for _, site := range c.model.Of("IFCSITE") {
		if c.has(site, "REFLATITUDE") || c.has(site, "REFLONGITUDE") || c.has(site, "REFELEVATION") {
			why = append(why, site)
		}
	}
	c.applied = len(why) > 0
	if len(why) > 0 && len(c.model.Of("IFCCOORDINATEREFERENCESYSTEM")) == 0 {
		c.at(why[0], "", "the file has no coordinate reference system")
	}
}

func mapScale(c *check) {
	project, ok := c.lengthUnit()
	for _, x := range c.model.Of("IFCMAPCONVERSION") {
		target := c.one(c.one(x, "TARGETCRS"), "MAPUNIT")
		if !ok || target == nil { // without a unit of its own the map has that of the project
			continue
		}
		mapUnit, known := c.metres(target)
		if !known {
			continue
		}
		c.applied = true
		scale, given := c.number(x, "SCALE")
		if !given {
			scale = 1
		}
		if want := project / mapUnit; !near(scale, want) {
			c.at(x, "Scale", "the scale is %v instead of %v, the project's unit over the map's", scale, want)
		}
	}
}

// lengthUnit gives the project's unit of length in metres.
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

// maxLevels bounds the steps from unit to unit, which a damaged file may bend into a ring.
const maxLevels = 100

// metres gives a unit of length in metres.
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

// targets gives the coordinate reference systems that the project's contexts are converted to.
func (c *check) targets() []*express.Instance {
	var out []*express.Instance
	for _, project := range c.model.Of("IFCPROJECT") {
		for _, context := range c.many(project, "REPRESENTATIONCONTEXTS") {
			for _, op := range c.operations(context) {
				if crs := c.one(op, "TARGETCRS"); crs != nil && !slices.Contains(out, crs) {
					out = append(out, crs)
				}
			}
		}
	}
	return out
}

func wellKnownText(c *check) {
	for _, crs := range c.targets() {
		if strings.HasPrefix(c.text(crs, "NAME"), "EPSG:") {
			continue
		}
		c.applied = true
		if !c.has(crs, "WELLKNOWNTEXT") {
			c.at(crs, "WellKnownText", "%q is no EPSG code and no well-known text specifies the system", c.text(crs, "NAME"))
		}
	}
}

func verticalDatum(c *check) {
	for _, crs := range c.targets() {
		datum := c.text(crs, "VERTICALDATUM")
		kind := epsgKind(datum)
		if kind == "" {
			continue
		}
		c.applied = true
		if kind != "vertical" && kind != "compound" {
			c.at(crs, "VerticalDatum", "%s is a %s system, not a vertical or compound one", datum, kind)
		}
	}
}
