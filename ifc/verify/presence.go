package verify

import "github.com/bimstream/bimstream/ifc/express"

// presenceRules report which parts of IFC a file uses. They never fail.
var presenceRules = []Rule{
	present("ALB000", "alignment layouts", alignmentLayouts, ifc4x3),
	present("ALS000", "alignment geometry", alignmentGeometry, ifc4x3),
	present("ANN000", "annotations with a shape", annotations),
	present("ASM000", "elements composed of elements", composedElements),
	present("AXG000", "axis geometry", axisGeometry),
	present("BBX000", "bounding boxes", boxGeometry),
	present("BLT000", "built elements", anyOf("IFCBUILDINGELEMENT", "IFCBUILTELEMENT")),
	present("CLS000", "classification", associated("CLASSIFICATION", "IFCOBJECTDEFINITION",
		"IFCCLASSIFICATIONREFERENCE")),
	present("CTX000", "colours and textures", coloured),
	present("DOC000", "documents", documents),
	present("GDP000", "grid placement", placedBy("IFCGRIDPLACEMENT")),
	present("GRF000", "georeferencing", anyOf("IFCCOORDINATEREFERENCESYSTEM"), since4Schemas...),
	present("GRP000", "groups with members", grouped),
	present("LAY000", "layers", layered),
	present("LIP000", "linear placement", placedBy("IFCLINEARPLACEMENT")),
	present("LOP000", "local placement", placedBy("IFCLOCALPLACEMENT")),
	present("MAT000", "materials", materials),
	present("OJP000", "object placement", placedBy("IFCOBJECTPLACEMENT")),
	present("PJS000", "a project", anyOf("IFCPROJECT")),
	present("POR000", "connected ports", connectedPorts),
	present("QTY000", "quantities", quantities),
	present("RFT000", "referents", anyOf("IFCREFERENT"), ifc4x3),
	present("SPA000", "spaces", anyOf("IFCSPACE", "IFCSPATIALZONE")),
	present("TAS000", "tessellated geometry", anyOf("IFCTESSELLATEDITEM"), since4Schemas...),
	present("VER000", "owner history", ownerHistory),
	present("VRT000", "virtual elements", anyOf("IFCVIRTUALELEMENT")),
}

func present(id, what string, is func(*check) bool, schemas ...string) Rule {
	return Rule{ID: id, Title: "Tells whether the file has " + what + ".", Severity: Agreement, Schemas: schemas,
		needsSchema: true, run: func(c *check) { c.applied = is(c) }}
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

// some reports whether the predicate holds for an instance of the entity.
func some(c *check, entity string, is func(*express.Instance) bool) bool {
	for _, x := range c.model.Of(entity) {
		if is(x) {
			return true
		}
	}
	return false
}

// concerns reports whether a relation has an instance of the entity among its related objects.
func (c *check) concerns(rel *express.Instance, entity string) bool {
	for _, x := range c.many(rel, "RELATEDOBJECTS") {
		if x.IsA(entity) {
			return true
		}
	}
	return false
}

// represented reports whether a product of the entity has a representation for which the predicate holds.
func represented(c *check, entity string, is func(*express.Instance) bool) bool {
	return some(c, entity, func(x *express.Instance) bool {
		for _, r := range c.representations(x) {
			if is(r) {
				return true
			}
		}
		return false
	})
}

func alignmentLayouts(c *check) bool {
	return some(c, "IFCRELNESTS", func(rel *express.Instance) bool {
		return isAny(c.one(rel, "RELATINGOBJECT"), "IFCALIGNMENT") && c.concerns(rel, "IFCALIGNMENTHORIZONTAL")
	})
}

func alignmentGeometry(c *check) bool {
	return represented(c, "IFCALIGNMENT", func(r *express.Instance) bool { return c.has(r, "ITEMS") })
}

func annotations(c *check) bool {
	return represented(c, "IFCANNOTATION", func(r *express.Instance) bool {
		return c.text(r, "REPRESENTATIONIDENTIFIER") == "Annotation"
	})
}

func composedElements(c *check) bool {
	return some(c, "IFCRELAGGREGATES", func(rel *express.Instance) bool {
		return isAny(c.one(rel, "RELATINGOBJECT"), "IFCELEMENT") && c.concerns(rel, "IFCELEMENT")
	})
}

func axisGeometry(c *check) bool {
	return represented(c, "IFCPRODUCT", func(r *express.Instance) bool {
		return c.text(r, "REPRESENTATIONIDENTIFIER") ==
			"Axis"
	})
}

func boxGeometry(c *check) bool {
	return represented(c, "IFCPRODUCT", func(r *express.Instance) bool {
		return c.text(r, "REPRESENTATIONTYPE") ==
			"BoundingBox"
	})
}

// associated reports whether an object of an entity has an association of the kind. If with is not empty, the
// association must lead to an instance of that entity.
func associated(kind, object, with string) func(*check) bool {
	return func(c *check) bool {
		return some(c, "IFCRELASSOCIATES"+kind, func(rel *express.Instance) bool {
			return c.concerns(rel, object) && (with == "" || isAny(c.one(rel, "RELATING"+kind), with))
		})
	}
}

func documents(c *check) bool {
	return associated("DOCUMENT", "IFCOBJECT", "")(c) || associated("DOCUMENT", "IFCCONTEXT", "")(c)
}

func coloured(c *check) bool {
	byItem := some(c, "IFCSTYLEDITEM", func(x *express.Instance) bool { return c.has(x, "ITEM") })
	return byItem || len(c.model.Of("IFCINDEXEDCOLOURMAP")) > 0 || colouredMaterials(c)
}

// colouredMaterials reports whether a material that an object is associated with has a styled representation.
func colouredMaterials(c *check) bool {
	seen := map[*express.Instance]bool{}
	for _, rel := range c.model.Of("IFCRELASSOCIATESMATERIAL") {
		if from := c.one(rel, "RELATINGMATERIAL"); from != nil && c.concerns(rel, "IFCOBJECTDEFINITION") {
			c.reach(seen, from)
		}
	}
	return some(c, "IFCMATERIAL", func(x *express.Instance) bool { return seen[x] && c.styledMaterial(x) })
}

// reach marks an instance and all instances that it refers to, directly or indirectly.
func (c *check) reach(seen map[*express.Instance]bool, from *express.Instance) {
	for pending := []*express.Instance{from}; len(pending) > 0; {
		x := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if !seen[x] {
			seen[x] = true
			pending = append(pending, c.model.References(x)...)
		}
	}
}

func (c *check) styledMaterial(material *express.Instance) bool {
	for _, x := range c.model.Users(material, "IFCMATERIALDEFINITIONREPRESENTATION", "REPRESENTEDMATERIAL") {
		for _, r := range c.many(x, "REPRESENTATIONS") {
			for _, item := range c.many(r, "ITEMS") {
				if item.IsA("IFCSTYLEDITEM") {
					return true
				}
			}
		}
	}
	return false
}

func placedBy(placement string) func(*check) bool {
	return func(c *check) bool {
		return some(c, "IFCPRODUCT", func(x *express.Instance) bool {
			return isAny(c.one(x, "OBJECTPLACEMENT"),
				placement)
		})
	}
}

func grouped(c *check) bool {
	return some(c, "IFCRELASSIGNSTOGROUP", func(rel *express.Instance) bool {
		return isAny(c.one(rel, "RELATINGGROUP"), "IFCGROUP") && c.concerns(rel, "IFCOBJECT")
	})
}

// layered reports whether a representation of a product, or an item of such a representation, is assigned to a layer.
func layered(c *check) bool {
	inLayer := func(x *express.Instance) bool {
		return len(c.model.Users(x, "IFCPRESENTATIONLAYERASSIGNMENT", "ASSIGNEDITEMS")) > 0
	}
	return represented(c, "IFCPRODUCT", func(r *express.Instance) bool {
		if inLayer(r) {
			return true
		}
		for _, item := range c.many(r, "ITEMS") {
			if inLayer(item) {
				return true
			}
		}
		return false
	})
}

// materials reports whether an object has a material. In IFC2X3 any target of a material association counts; since IFC4
// lists and usages do not, because they are no material definitions.
func materials(c *check) bool {
	with := "IFCMATERIALDEFINITION"
	if c.schema.Name == ifc2x3 {
		with = ""
	}
	return associated("MATERIAL", "IFCOBJECTDEFINITION", with)(c)
}

func connectedPorts(c *check) bool {
	return some(c, "IFCRELCONNECTSPORTS", func(rel *express.Instance) bool {
		return isAny(c.one(rel, "RELATEDPORT"), "IFCDISTRIBUTIONPORT") &&
			isAny(c.one(rel, "RELATINGPORT"), "IFCDISTRIBUTIONPORT")
	})
}

func quantities(c *check) bool {
	return some(c, "IFCRELDEFINESBYPROPERTIES", func(rel *express.Instance) bool {
		return isAny(c.one(rel, "RELATINGPROPERTYDEFINITION"), "IFCELEMENTQUANTITY") && c.concerns(rel, "IFCOBJECT")
	})
}

func ownerHistory(c *check) bool {
	return some(c, "IFCROOT", func(x *express.Instance) bool { return c.has(x, "OWNERHISTORY") })
}
