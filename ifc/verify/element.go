package verify

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var elementRules = []Rule{
	{ID: "BLT001", Title: "UserDefinedOperationType of doors comes with OperationType USERDEFINED; a door with a " +
		"type leaves OperationType to it.", Severity: Agreement, Schemas: []string{ifc4, ifc4x3}, run: doorOperation},
	{ID: "BLT002", Title: "UserDefinedPartitioningType of windows comes with PartitioningType USERDEFINED; a window " +
		"with a type leaves PartitioningType to it.", Severity: Agreement,
		Schemas: []string{ifc4, ifc4x3}, run: windowPartitioning},
	{ID: "BLT003", Title: "A stair is made of flights, slabs, railings, beams, members, roofs and walls only.",
		Severity: Practice, run: stairParts},
	{ID: "OJT001", Title: "PredefinedType USERDEFINED comes with the name of the type; an object leaves " +
		"PredefinedType to its type where that has one.", Severity: Agreement,
		Schemas: since4Schemas, run: predefinedTypes},
	{ID: "SYS001", Title: "A cable segment has two ports, a source and a sink.", Severity: Practice,
		Schemas: []string{ifc4x3}, run: cablePorts},
}

func doorOperation(c *check) {
	c.operation("IFCDOOR", "OperationType", "UserDefinedOperationType")
}

func windowPartitioning(c *check) {
	c.operation("IFCWINDOW", "PartitioningType", "UserDefinedPartitioningType")
}

// operation checks a pair of attributes of the doors or windows and of their types.
func (c *check) operation(entity, attribute, custom string) {
	kind, text := strings.ToUpper(attribute), strings.ToUpper(custom)
	for _, x := range append(append([]*express.Instance{}, c.model.Of(entity)...), c.model.Of(entity+"TYPE")...) {
		t := c.typeOf(x)
		customised, typed := t == nil && c.has(x, text), isAny(t, entity+"TYPE")
		c.applied = c.applied || customised || typed
		switch {
		case customised && c.enum(x, kind) != "USERDEFINED":
			c.at(x, attribute, "%s is given although %s is not USERDEFINED", custom, attribute)
		case typed && c.has(x, kind):
			c.at(x, attribute, "%s is given on an occurrence although its type #%d tells it", attribute, t.ID)
		}
	}
}

func stairParts(c *check) {
	c.applied = len(c.model.Of("IFCSTAIR")) > 0
	for _, rel := range c.model.Of("IFCRELAGGREGATES") {
		if !isAny(c.one(rel, "RELATINGOBJECT"), "IFCSTAIR") {
			continue
		}
		for _, part := range c.many(rel, "RELATEDOBJECTS") {
			if !isAny(part, "IFCRAILING", "IFCSLAB", "IFCSTAIRFLIGHT", "IFCBEAM", "IFCMEMBER", "IFCROOF", "IFCWALL") {
				c.at(part, "Decomposes", "an %s is not a part of a stair", part.Class())
			}
		}
	}
}

func predefinedTypes(c *check) {
	for _, x := range c.model.Of("IFCOBJECT") {
		t, predefined := c.typeOf(x), c.enum(x, "PREDEFINEDTYPE")
		of := c.enum(t, "PREDEFINEDTYPE")
		custom, told := t == nil && predefined == "USERDEFINED", of != "" && of != "NOTDEFINED"
		c.applied = c.applied || custom || told
		switch {
		case custom && c.text(x, "OBJECTTYPE") == "":
			c.at(x, "ObjectType", "PredefinedType is USERDEFINED but ObjectType is empty")
		case told && predefined != "":
			c.at(x, "PredefinedType", "PredefinedType is given on an occurrence although its type #%d tells it", t.ID)
		}
	}
	for _, x := range c.model.Of("IFCTYPEOBJECT") {
		if c.enum(x, "PREDEFINEDTYPE") == "USERDEFINED" {
			c.applied = true
			if c.text(x, "ELEMENTTYPE") == "" && c.text(x, "PROCESSTYPE") == "" && c.text(x, "RESOURCETYPE") == "" {
				c.at(x, "ElementType", "PredefinedType is USERDEFINED but the type is not named")
			}
		}
	}
}

func cablePorts(c *check) {
	for _, cable := range c.each("IFCCABLESEGMENT") {
		directions := map[string]int{}
		ports := 0
		for _, rel := range c.model.Users(cable, "IFCRELNESTS", "RELATINGOBJECT") {
			for _, port := range c.many(rel, "RELATEDOBJECTS") {
				if port.IsA("IFCDISTRIBUTIONPORT") {
					ports++
					directions[c.enum(port, "FLOWDIRECTION")]++
				}
			}
		}
		if ports != 2 || directions["SOURCE"] == 0 || directions["SINK"] == 0 {
			c.at(cable, "IsNestedBy",
				"the cable has %d ports, %d sources and %d sinks, instead of one source and one sink",
				ports, directions["SOURCE"], directions["SINK"])
		}
	}
}
