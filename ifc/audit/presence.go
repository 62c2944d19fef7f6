package audit

import "github.com/bimstream/bimstream/ifc/express"

// presenceRules tell which parts of IFC a file makes use of. They never fail.
var presenceRules = []Rule{
	present("ANN000", "annotations", anyOf("IFCANNOTATION")),
	present("ASM000", "elements composed of elements", composedElements),
	present("AXG000", "axis geometry", axisGeometry),
	present("BBX000", "bounding boxes", anyOf("IFCBOUNDINGBOX")),
	present("BLT000", "built elements", anyOf("IFCBUILDINGELEMENT", "IFCBUILTELEMENT")),
	present("CLS000", "classification", classified),
	present("CTX000", "colours and textures", coloured),
	present("GRF000", "georeferencing", anyOf("IFCCOORDINATEREFERENCESYSTEM")),
	present("GRP000", "groups", anyOf("IFCGROUP")),
	present("LIP000", "linear placement", placedBy("IFCLINEARPLACEMENT")),
	present("LOP000", "local placement", placedBy("IFCLOCALPLACEMENT")),
	present("MAT000", "materials", materials),
	present("OJP000", "object placement", placedBy("IFCOBJECTPLACEMENT")),
	present("PJS000", "a project", anyOf("IFCPROJECT")),
	present("POR000", "connected ports", connectedPorts),
	present("QTY000", "quantities", quantities),
	present("SPA000", "spaces", anyOf("IFCSPACE", "IFCSPATIALZONE")),
	present("VER000", "owner history", ownerHistory),
	present("VRT000", "virtual elements", anyOf("IFCVIRTUALELEMENT")),
}

func present(id, what string, is func(*check) bool) Rule {
	return Rule{ID: id, Title: "Tells whether the file has " + what + ".", Severity: Agreement, needsSchema: true,
		run: func(c *check) { c.applied = is(c) }}
}

func anyOf(entities ...string) func(*check) bool {
	return func(c *check) bool {
		for _, e := range entities {
			if len(c.model.Of(e)) > 0 {
				return true
			}
		}
		return false
	}
}

// some tells whether the predicate holds for an instance of the entity.
func some(c *check, entity string, is func(*express.Instance) bool) bool {
	for _, x := range c.model.Of(entity) {
		if is(x) {
			return true
		}
	}
	return false
}

func composedElements(c *check) bool {
	return some(c, "IFCRELAGGREGATES", func(rel *express.Instance) bool {
		return isAny(c.one(rel, "RELATINGOBJECT"), "IFCELEMENT")
	})
}

func axisGeometry(c *check) bool {
	return some(c, "IFCPRODUCT", func(x *express.Instance) bool {
		for _, r := range c.representations(x) {
			if c.text(r, "REPRESENTATIONIDENTIFIER") == "Axis" {
				return true
			}
		}
		return false
	})
}

func classified(c *check) bool {
	return some(c, "IFCRELASSOCIATESCLASSIFICATION", func(rel *express.Instance) bool {
		return isAny(c.one(rel, "RELATINGCLASSIFICATION"), "IFCCLASSIFICATIONREFERENCE")
	})
}

func coloured(c *check) bool {
	byItem := some(c, "IFCSTYLEDITEM", func(x *express.Instance) bool { return c.has(x, "ITEM") })
	return byItem || len(c.model.Of("IFCINDEXEDCOLOURMAP")) > 0 || colouredMaterials(c)
}

// colouredMaterials tells whether a material in use has a styled representation.
func colouredMaterials(c *check) bool {
	return some(c, "IFCMATERIALDEFINITIONREPRESENTATION", func(x *express.Instance) bool {
		for _, r := range c.many(x, "REPRESENTATIONS") {
			for _, item := range c.many(r, "ITEMS") {
				if item.IsA("IFCSTYLEDITEM") && len(c.model.Of("IFCRELASSOCIATESMATERIAL")) > 0 {
					return true
				}
			}
		}
		return false
	})
}

func placedBy(placement string) func(*check) bool {
	return func(c *check) bool {
		return some(c, "IFCPRODUCT", func(x *express.Instance) bool { return isAny(c.one(x, "OBJECTPLACEMENT"), placement) })
	}
}

func materials(c *check) bool {
	return some(c, "IFCRELASSOCIATESMATERIAL", func(rel *express.Instance) bool {
		return c.schema.Name == ifc2x3 || isAny(c.one(rel, "RELATINGMATERIAL"), "IFCMATERIALDEFINITION")
	})
}

func connectedPorts(c *check) bool {
	return some(c, "IFCRELCONNECTSPORTS", func(rel *express.Instance) bool {
		return isAny(c.one(rel, "RELATEDPORT"), "IFCDISTRIBUTIONPORT") &&
			isAny(c.one(rel, "RELATINGPORT"), "IFCDISTRIBUTIONPORT")
	})
}

func quantities(c *check) bool {
	return some(c, "IFCRELDEFINESBYPROPERTIES", func(rel *express.Instance) bool {
		return isAny(c.one(rel, "RELATINGPROPERTYDEFINITION"), "IFCELEMENTQUANTITY")
	})
}

func ownerHistory(c *check) bool {
	return some(c, "IFCROOT", func(x *express.Instance) bool { return c.has(x, "OWNERHISTORY") })
}
