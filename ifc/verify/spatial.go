package verify

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var spatialRules = []Rule{
	{ID: "SPS001", Title: "Under CoordinationView_V2.0 there is at most one site and at least one building, which is " +
		"part of the site, or of the project where there is no site.", Severity: Agreement,
		Schemas: []string{ifc2x3}, run: basicStructure},
	{ID: "SPS002", Title: "Spatial elements are aggregated in the order project, site, facility, part or " +
		"storey, space.",
		Severity: Agreement, Schemas: []string{ifc4, ifc4x3}, run: spatialBreakdown},
	{ID: "SPS003", Title: "An element that is aggregated in another is not contained in a spatial structure itself.",
		Severity: Agreement, run: assembliesContained},
	// SPS004 and SPS006 leave positioned elements no place that SPS007 allows. They are not in force in buildingSMART's
	// validation, so they only warn.
	{ID: "SPS004", Title: "A product is contained in a spatial structure or positioned by a linear element, not both.",
		Severity: Practice, Schemas: []string{ifc4x3}, run: containedAndPositioned},
	{ID: "SPS005", Title: "An element is the child of exactly one of nesting, aggregation, containment, adherence, " +
		"voiding and projection.", Severity: Agreement, run: simultaneousRelations},
	{ID: "SPS006", Title: "An element that is positioned relative to another is referenced in a spatial structure.",
		Severity: Practice, Schemas: []string{ifc4x3}, run: positionedReferenced},
	{ID: "SPS007", Title: "Elements, grids and annotations are contained in a spatial structure unless they are part " +
		"of something or nested in it; nothing else is.", Severity: Agreement, run: containment},
	{ID: "SPS008", Title: "Storeys, sites and infrastructure facilities have no representation of their own.",
		Severity: Practice, run: containerRepresentation},
}

func basicStructure(c *check) {
	if !c.declaresView("CoordinationView_V2.0") {
		return
	}
	c.applied = true
	sites, buildings := c.model.Of("IFCSITE"), c.model.Of("IFCBUILDING")
	if len(sites) > 1 {
		c.at(sites[1], "", "the file has %d sites instead of one", len(sites))
	}
	if len(buildings) == 0 {
		c.whole("the file has no building")
	}
	want := "IFCSITE"
	if len(sites) == 0 {
		want = "IFCPROJECT"
	}
	for _, b := range buildings {
		if !c.partOf(b, want) {
			c.at(b, "Decomposes", "the building is not part of an %s", spelled[want])
		}
	}
}

var spelled = map[string]string{"IFCSITE": "IfcSite", "IFCPROJECT": "IfcProject"}

// wholes returns the objects that an object is aggregated in.
func (c *check) wholes(x *express.Instance) []*express.Instance {
	var out []*express.Instance
	for _, rel := range c.model.Users(x, "IFCRELAGGREGATES", "RELATEDOBJECTS") {
		if whole := c.one(rel, "RELATINGOBJECT"); whole != nil {
			out = append(out, whole)
		}
	}
	return out
}

// partOf reports whether an object is aggregated in an object of the entity, directly or indirectly.
func (c *check) partOf(x *express.Instance, entity string) bool {
	seen := map[*express.Instance]bool{x: true}
	for pending := []*express.Instance{x}; len(pending) > 0; pending = pending[1:] {
		for _, whole := range c.wholes(pending[0]) {
			if whole.IsA(entity) {
				return true
			}
			if !seen[whole] {
				seen[whole] = true
				pending = append(pending, whole)
			}
		}
	}
	return false
}

// composition lists, for each spatial entity, the entities (with subtypes) that it may be aggregated in. The row of the
// most special entity counts.
var composition = map[string][]string{
	"IFCBRIDGE":                 {"IFCPROJECT", "IFCSITE", "IFCBRIDGE"},
	"IFCBRIDGEPART":             {"IFCBRIDGE", "IFCBRIDGEPART"},
	"IFCBUILDING":               {"IFCPROJECT", "IFCSITE", "IFCBUILDING"},
	"IFCBUILDINGSTOREY":         {"IFCBUILDING", "IFCBUILDINGSTOREY"},
	"IFCEXTERNALSPATIALELEMENT": {"IFCPROJECT", "IFCSITE", "IFCEXTERNALSPATIALELEMENT"},
	"IFCFACILITY":               {"IFCPROJECT", "IFCSITE", "IFCFACILITY"},
	"IFCFACILITYPARTCOMMON":     {"IFCFACILITY", "IFCFACILITYPARTCOMMON"},
	"IFCMARINEFACILITY":         {"IFCPROJECT", "IFCSITE", "IFCMARINEFACILITY"},
	"IFCMARINEPART":             {"IFCMARINEFACILITY", "IFCMARINEPART"},
	"IFCPROJECT":                {},
	"IFCRAILWAY":                {"IFCPROJECT", "IFCSITE", "IFCRAILWAY"},
	"IFCRAILWAYPART":            {"IFCRAILWAY", "IFCRAILWAYPART"},
	"IFCROAD":                   {"IFCPROJECT", "IFCSITE", "IFCROAD"},
	"IFCROADPART":               {"IFCROAD", "IFCROADPART"},
	"IFCSITE":                   {"IFCPROJECT", "IFCSITE"},
	"IFCSPACE": {"IFCPROJECT", "IFCSITE", "IFCBUILDING", "IFCBUILDINGSTOREY", "IFCSPACE", "IFCFACILITY",
		"IFCFACILITYPARTCOMMON", "IFCBRIDGEPART", "IFCMARINEPART", "IFCRAILWAYPART", "IFCROADPART"},
}

// parentsOf returns the row of composition for an instance.
func parentsOf(x *express.Instance) ([]string, bool) {
	for e := x.Entity(); e != nil; e = e.Supertype() {
		if row, ok := composition[strings.ToUpper(e.Name)]; ok {
			return row, true
		}
	}
	return nil, false
}

func spatialBreakdown(c *check) {
	c.applied = len(c.model.Of("IFCPROJECT"))+len(c.model.Of("IFCSPATIALELEMENT")) > 0
	for _, rel := range c.model.Of("IFCRELAGGREGATES") {
		whole := c.one(rel, "RELATINGOBJECT")
		for _, part := range c.many(rel, "RELATEDOBJECTS") {
			row, listed := parentsOf(part)
			if isAny(whole, "IFCPROJECT") && !listed {
				c.at(part, "Decomposes", "an %s cannot be aggregated in the project", part.Class())
			}
			if whole != nil && listed && !isAny(whole, row...) {
				c.at(part, "Decomposes", "an %s cannot be aggregated in an %s (#%d)",
					part.Class(), whole.Class(), whole.ID)
			}
		}
	}
}

// contained returns the relations that contain a product in a spatial structure.
func (c *check) contained(x *express.Instance) []*express.Instance {
	return c.model.Users(x, "IFCRELCONTAINEDINSPATIALSTRUCTURE", "RELATEDELEMENTS")
}

// isAggregated reports whether an element is aggregated in another object.
func (c *check) isAggregated(x *express.Instance) bool { return c.has(x, "DECOMPOSES") }

func assembliesContained(c *check) {
	for _, x := range c.model.Of("IFCELEMENT") {
		if !c.isAggregated(x) {
			continue
		}
		c.applied = true
		if len(c.contained(x)) > 0 {
			c.at(x, "ContainedInStructure",
				"the element is part of another object and contained in a spatial structure too")
		}
	}
}

func containedAndPositioned(c *check) {
	for _, x := range c.model.Of("IFCPRODUCT") {
		contained, positioned := c.has(x, "CONTAINEDINSTRUCTURE"), c.has(x, "POSITIONEDRELATIVETO")
		c.applied = c.applied || contained || positioned
		if contained && positioned {
			c.at(x, "PositionedRelativeTo", "the product is both contained and positioned")
		}
	}
}

// childRoles are the inverse attributes that make an element the child of another object. The published list lacks the
// last attribute, but without it every IfcProjectionElement would break the rule.
var childRoles = []string{"Nests", "Decomposes", "ContainedInStructure", "AdheresToElement",
	"VoidsElements", "ProjectsElements"}

func simultaneousRelations(c *check) {
	for _, x := range c.each("IFCELEMENT") {
		var roles []string
		for _, inverse := range childRoles {
			if c.has(x, strings.ToUpper(inverse)) {
				roles = append(roles, inverse)
			}
		}
		switch {
		case len(roles) == 0:
			c.at(x, "", "the element is the child of nothing: neither contained nor a part of another one")
		case len(roles) > 1:
			c.at(x, "", "the element is a child in several relations: %s", strings.Join(roles, ", "))
		}
	}
}

func positionedReferenced(c *check) {
	for _, x := range c.model.Of("IFCELEMENT") {
		if !c.has(x, "POSITIONEDRELATIVETO") {
			continue
		}
		c.applied = true
		if !c.has(x, "REFERENCEDINSTRUCTURES") {
			c.at(x, "ReferencedInStructures",
				"the element is positioned relative to another but referenced in no spatial structure")
		}
	}
}

func containment(c *check) {
	for _, x := range c.model.Of("IFCPRODUCT") {
		switch {
		case x.IsA("IFCGRID"):
			c.mustBeContained(x)
		case x.IsA("IFCANNOTATION"):
			if !c.nestedIn(x, "IFCANNOTATION") {
				c.mustBeContained(x)
			}
		case x.IsA("IFCFEATUREELEMENT"):
		case x.IsA("IFCELEMENT"):
			c.elementContained(x)
		default:
			c.applied = true
			if c.has(x, "CONTAINEDINSTRUCTURE") {
				c.at(x, "ContainedInStructure", "an %s must not be contained in a spatial structure", x.Class())
			}
		}
	}
}

// nestedIn reports whether an object is nested in an object of the entity.
func (c *check) nestedIn(x *express.Instance, entity string) bool {
	for _, rel := range c.model.Users(x, "IFCRELNESTS", "RELATEDOBJECTS") {
		if isAny(c.one(rel, "RELATINGOBJECT"), entity) {
			return true
		}
	}
	return false
}

// elementContained requires containment of an element that is part of no other object, and forbids it for parts of
// elements. The wording does not exempt nested elements, but SPS005 allows them no place in a spatial structure.
func (c *check) elementContained(x *express.Instance) {
	if !c.isAggregated(x) {
		if !c.has(x, "NESTS") {
			c.mustBeContained(x)
		}
		return
	}
	c.applied = true
	for _, whole := range c.wholes(x) {
		if whole.IsA("IFCELEMENT") && c.has(x, "CONTAINEDINSTRUCTURE") {
			c.at(x, "ContainedInStructure", "the element is part of #%d and contained in a spatial structure too",
				whole.ID)
		}
	}
}

func (c *check) mustBeContained(x *express.Instance) {
	c.applied = true
	if len(c.contained(x)) == 0 {
		c.at(x, "ContainedInStructure", "the %s is not contained in a spatial structure", x.Class())
	}
}

func containerRepresentation(c *check) {
	containers := []string{"IFCBUILDINGSTOREY"}
	if c.schema.Name != ifc2x3 {
		containers = append(containers, "IFCSITE", "IFCBRIDGE", "IFCMARINEFACILITY", "IFCRAILWAY", "IFCROAD")
	}
	for _, entity := range containers {
		for _, x := range c.each(entity) {
			if c.has(x, "REPRESENTATION") {
				c.at(x, "Representation", "an %s should not have a representation of its own", x.Class())
			}
		}
	}
}
