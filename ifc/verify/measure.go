package verify

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var measureRules = []Rule{
	{ID: "PJS004", Title: "A measure in a property has a unit, of its own or among those of the project.",
		Severity: Agreement,
		run:      measureUnits},
}

// valueAttributes are the value attributes of each kind of property, each with the attribute of its unit.
var valueAttributes = map[string][][2]string{
	"IFCPROPERTYSINGLEVALUE": {{"NominalValue", "Unit"}},
	"IFCPROPERTYBOUNDEDVALUE": {{"UpperBoundValue", "Unit"}, {"LowerBoundValue", "Unit"},
		{"SetPointValue", "Unit"}},
	"IFCPROPERTYLISTVALUE":  {{"ListValues", "Unit"}},
	"IFCPROPERTYTABLEVALUE": {{"DefiningValues", "DefiningUnit"}, {"DefinedValues", "DefinedUnit"}},
}

func measureUnits(c *check) {
	declared := c.declaredUnits()
	for _, set := range c.model.Of("IFCPROPERTYSET") {
		for _, p := range c.many(set, "HASPROPERTIES") {
			for _, pair := range valueAttributes[strings.ToUpper(p.Class())] {
				c.measured(p, pair[0], pair[1], declared)
			}
		}
	}
}

// declaredUnits returns the kinds of the units of the project, or of a library.
func (c *check) declaredUnits() []string {
	var out []string
	for _, entity := range []string{"IFCPROJECT", "IFCPROJECTLIBRARY"} {
		for _, x := range c.model.Of(entity) {
			for _, unit := range c.many(c.one(x, "UNITSINCONTEXT"), "UNITS") {
				out = append(out, c.enum(unit, "UNITTYPE"))
			}
		}
	}
	return out
}

func (c *check) measured(p *express.Instance, attribute, unit string, declared []string) {
	for _, v := range valuesOf(c.get(p, strings.ToUpper(attribute))) {
		t, ok := v.(*express.Typed)
		if !ok {
			continue
		}
		kind := c.schema.UnitKind(t.Type)
		if kind == "" {
			continue
		}
		c.applied = true
		if !c.has(p, strings.ToUpper(unit)) && !slices.Contains(declared, kind) {
			c.at(p, attribute, "the value is an %s, but neither the property nor the project has a unit of the kind %s",
				t.Type.Name, kind)
			return
		}
	}
}
