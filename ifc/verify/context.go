package verify

import (
	"slices"
	"strings"
)

var contextRules = []Rule{
	{ID: "BBX001", Title: "A shape representation named Box is of type BoundingBox and the other way round.",
		Severity: Agreement,
		run:      boundingBoxes},
	{ID: "GEM002", Title: "A space has one Body representation, of type SweptSolid, Clipping, Brep or Tessellation; " +
		"one of type Brep comes with one FootPrint.", Severity: Proposition, run: spaceRepresentation},
	{ID: "GEM003", Title: "No two representations of a product have the same identifier.", Severity: Proposition,
		run: uniqueIdentifiers},
	{ID: "GEM004", Title: "Identifiers and types of representations are those of the documentation.",
		Severity: Proposition,
		run:      representationNames},
	// GEM005 is not in force in buildingSMART's validation, so it only warns.
	{ID: "GEM005", Title: "The representations of a building that neither contains nor is made of anything are " +
		"named Body.",
		Severity: Practice, run: emptyBuildings},
	{ID: "GEM051", Title: "The project has a geometric context, and its contexts are geometric, of type Model, Plan " +
		"or NotDefined.",
		Severity: Practice, run: geometricContexts},
	{ID: "GEM052", Title: "A geometric context has a subcontext, and every subcontext is named by an identifier of " +
		"the documentation.", Severity: Practice, Schemas: []string{ifc4, ifc4x3}, run: subContexts},
	{ID: "MPD001", Title: "Mapped representations are named like the representation that shows them, and all of one " +
		"item list are of one type.", Severity: Agreement, run: mappedNames},
}

func boundingBoxes(c *check) {
	for _, product := range c.model.Of("IFCPRODUCT") {
		for _, r := range c.representations(product) {
			named := c.text(r, "REPRESENTATIONIDENTIFIER") == "Box"
			typed := c.text(r, "REPRESENTATIONTYPE") == "BoundingBox"
			c.applied = c.applied || named || typed
			switch {
			case named && !typed:
				c.at(r, "RepresentationType", "a representation named Box must be of type BoundingBox")
			case typed && !named:
				c.at(r, "RepresentationIdentifier", "a representation of type BoundingBox must be named Box")
			}
		}
	}
}

func spaceRepresentation(c *check) {
	for _, space := range c.each("IFCSPACE") {
		var bodies []string
		footPrints := 0
		for _, r := range c.representations(space) {
			switch c.text(r, "REPRESENTATIONIDENTIFIER") {
			case "Body":
				bodies = append(bodies, c.text(r, "REPRESENTATIONTYPE"))
			case "FootPrint":
				footPrints++
			}
		}
		switch {
		case len(bodies) != 1:
			c.at(space, "Representation", "the space has %d Body representations instead of one", len(bodies))
		case !slices.Contains([]string{"SweptSolid", "Clipping", "Brep", "Tessellation"}, bodies[0]):
			c.at(space, "Representation",
				"the Body of a space is of type %q, not SweptSolid, Clipping, Brep or Tessellation",
				bodies[0])
		case bodies[0] == "Brep" && footPrints != 1:
			c.at(space, "Representation",
				"the space has a Body of type Brep but %d FootPrint representations instead of one",
				footPrints)
		}
	}
}

func uniqueIdentifiers(c *check) {
	for _, product := range c.model.Of("IFCPRODUCT") {
		seen := map[string]bool{}
		for _, r := range c.representations(product) {
			id := c.text(r, "REPRESENTATIONIDENTIFIER")
			if id == "" {
				continue
			}
			c.applied = true
			if seen[id] {
				c.at(product, "Representation", "the product has more than one representation %s", id)
			}
			seen[id] = true
		}
	}
}

// The identifiers and types of shape representations that the documentation of IfcShapeRepresentation and
// IfcTopologyRepresentation lists.
var (
	identifiers = strings.Fields("CoG Box Annotation Axis FootPrint Profile Surface Reference Body Body-Fallback " +
		"Clearance Lighting")
	types2x3 = strings.Fields("Curve2D GeometricSet GeometricCurveSet Annotation2D SurfaceModel SolidModel " +
		"SweptSolid Brep CSG Clipping AdvancedSweptSolid BoundingBox SectionedSpine MappedRepresentation")
	types4 = strings.Fields("Point PointCloud Curve Curve2D Curve3D Surface Surface2D Surface3D FillArea Text " +
		"AdvancedSurface GeometricSet GeometricCurveSet Annotation2D SurfaceModel Tessellation SolidModel SweptSolid " +
		"AdvancedSweptSolid Brep AdvancedBrep CSG Clipping BoundingBox SectionedSpine LightSource MappedRepresentation")
	types4x3      = append(strings.Fields("SectionedSurface Segment SurfaceOrSolidModel"), types4...)
	topologyTypes = strings.Fields("Vertex Edge Path Face Shell Undefined")
	shapeTypes    = map[string][]string{ifc2x3: types2x3, ifc4: types4, ifc4x3: types4x3}
)

func representationNames(c *check) {
	for _, product := range c.model.Of("IFCPRODUCT") {
		for _, r := range c.representations(product) {
			c.applied = true
			if c.schema.Name != ifc2x3 { // IFC2X3 does not fix the identifiers
				c.listed(r, "RepresentationIdentifier", identifiers)
			}
			switch {
			case r.IsA("IFCSHAPEREPRESENTATION"):
				c.listed(r, "RepresentationType", shapeTypes[c.schema.Name])
			case r.IsA("IFCTOPOLOGYREPRESENTATION"):
				c.listed(r, "RepresentationType", topologyTypes)
			}
		}
	}
}

func emptyBuildings(c *check) {
	for _, building := range c.model.Of("IFCBUILDING") {
		if c.has(building, "CONTAINSELEMENTS") || c.has(building, "ISDECOMPOSEDBY") {
			continue
		}
		for _, r := range c.representations(building) {
			c.applied = true
			if id := c.text(r, "REPRESENTATIONIDENTIFIER"); id != "Body" {
				c.at(r, "RepresentationIdentifier",
					"the representation of the building, which has nothing in it, is named %q, not Body", id)
			}
		}
	}
}

func geometricContexts(c *check) {
	project := "IFCCONTEXT"
	if c.schema.Name == ifc2x3 {
		project = "IFCPROJECT"
	}
	for _, p := range c.each(project) {
		contexts := c.many(p, "REPRESENTATIONCONTEXTS")
		if len(contexts) == 0 && p.IsA("IFCPROJECT") { // libraries need no context
			c.at(p, "RepresentationContexts", "the project has no geometric representation context")
		}
		for _, x := range contexts {
			if !x.IsA("IFCGEOMETRICREPRESENTATIONCONTEXT") {
				c.at(x, "", "the context of the project is an %s, not a geometric one", x.Class())
			}
			if t := c.text(x, "CONTEXTTYPE"); !slices.Contains([]string{"Model", "Plan", "NotDefined"}, t) {
				c.at(x, "ContextType", "the context is of type %q, not Model, Plan or NotDefined", t)
			}
		}
	}
}

func subContexts(c *check) {
	for _, x := range c.exactly("IFCGEOMETRICREPRESENTATIONCONTEXT") {
		if !c.has(x, "HASSUBCONTEXTS") {
			c.at(x, "HasSubContexts", "the geometric context has no subcontext")
		}
	}
	for _, x := range c.each("IFCGEOMETRICREPRESENTATIONSUBCONTEXT") {
		if c.text(x, "CONTEXTIDENTIFIER") == "" {
			c.at(x, "ContextIdentifier", "the subcontext has no identifier")
			continue
		}
		c.listed(x, "ContextIdentifier", identifiers)
	}
}

func mappedNames(c *check) {
	for _, r := range c.model.Of("IFCSHAPEREPRESENTATION") {
		shown := c.text(r, "REPRESENTATIONIDENTIFIER")
		var types []string
		for _, item := range c.many(r, "ITEMS") {
			mapped := c.one(c.one(item, "MAPPINGSOURCE"), "MAPPEDREPRESENTATION")
			if mapped == nil {
				continue
			}
			c.applied = true
			if name := c.text(mapped, "REPRESENTATIONIDENTIFIER"); shown != "" && name != "" && shown != name {
				c.at(item, "MappingSource", "the mapped representation is named %q, the one that shows it %q",
					name, shown)
			}
			if t := c.text(mapped, "REPRESENTATIONTYPE"); t != "" && !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
		if len(types) > 1 {
			c.at(r, "Items", "the mapped representations are of different types: %s", strings.Join(types, ", "))
		}
	}
}
