package verify

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var only4x3 = []string{ifc4x3}

var alignmentRules = []Rule{
	{ID: "ALB002", Title: "An alignment is made of alignments only, and a layout of segments with parameters of its " +
		"own kind.",
		Severity: Agreement, Schemas: only4x3, run: layoutRelations},
	{ID: "ALB003", Title: "Only horizontal, vertical and cant layouts and referents are nested in an alignment.",
		Severity: Agreement, Schemas: only4x3, run: alignmentNesting},
	{ID: "ALB004", Title: "An alignment is part of the project, directly or over other alignments.",
		Severity: Agreement,
		Schemas:  only4x3, run: alignmentsOfProject},
	// ALB005 is not in force in buildingSMART's validation, so it only warns.
	{ID: "ALB005", Title: "A referent for a station or position is positioned relative to an alignment.",
		Severity: Practice,
		Schemas:  only4x3, run: positionedReferents},
	{ID: "ALB010", Title: "An alignment with a horizontal layout has a referent.", Severity: Practice, Schemas: only4x3,
		run: alignmentReferents},
	{ID: "ALB012", Title: "Of vertical segments only arcs have a radius of curvature, and that of a parabolic arc is " +
		"its length over the change of gradient.", Severity: Agreement, Schemas: only4x3, run: verticalRadius},
	{ID: "ALB015", Title: "A layout ends with a segment of length 0.", Severity: Agreement,
		Schemas: only4x3, run: lastLayoutSegment},
	{ID: "ALB030", Title: "An alignment has a local placement.", Severity: Agreement,
		Schemas: only4x3, run: alignmentPlacement},
	{ID: "ALB031", Title: "An alignment on its own has one horizontal layout, with at most one vertical and, with " +
		"that, one cant layout.", Severity: Agreement, Schemas: only4x3, run: ownLayouts},
	{ID: "ALB032", Title: "An alignment made of others has one horizontal layout alone; these have one vertical " +
		"layout with at most one cant layout, and are not made of others.", Severity: Agreement,
		Schemas: only4x3, run: sharedLayouts},
	{ID: "RFT001", Title: "What a referent is nested in is an alignment.", Severity: Agreement,
		Schemas: only4x3, run: referentNesting},
}

// related returns the objects on the other side of an object's relations, in the order of the file.
func (c *check) related(x *express.Instance, relation, from, to string) []*express.Instance {
	var out []*express.Instance
	for _, rel := range c.model.Users(x, relation, from) {
		out = append(out, c.many(rel, to)...)
	}
	return out
}

// nested returns the objects that are nested in an object.
func (c *check) nested(x *express.Instance) []*express.Instance {
	return c.related(x, "IFCRELNESTS", "RELATINGOBJECT", "RELATEDOBJECTS")
}

// components returns the objects that are aggregated in an object.
func (c *check) components(x *express.Instance) []*express.Instance {
	return c.related(x, "IFCRELAGGREGATES", "RELATINGOBJECT", "RELATEDOBJECTS")
}

// layoutSegments are the entities of a segment's design parameters, by the entity of the layout.
var layoutSegments = map[string]string{"IFCALIGNMENTHORIZONTAL": "IFCALIGNMENTHORIZONTALSEGMENT",
	"IFCALIGNMENTVERTICAL": "IFCALIGNMENTVERTICALSEGMENT", "IFCALIGNMENTCANT": "IFCALIGNMENTCANTSEGMENT"}

func layoutRelations(c *check) {
	for _, x := range c.model.Of("IFCALIGNMENT") {
		for _, part := range c.components(x) {
			c.applied = true
			if !part.IsA("IFCALIGNMENT") {
				c.at(part, "Decomposes", "an %s is not a part of an alignment", part.Class())
			}
		}
	}
	for _, layout := range sortedKeys(layoutSegments) {
		for _, x := range c.model.Of(layout) {
			for _, segment := range c.nested(x) {
				c.applied = true
				switch parameters := c.one(segment, "DESIGNPARAMETERS"); {
				case !segment.IsA("IFCALIGNMENTSEGMENT"):
					c.at(segment, "Nests", "an %s is not a segment of an %s", segment.Class(), x.Class())
				case parameters != nil && !parameters.IsA(layoutSegments[layout]):
					c.at(segment, "DesignParameters", "the parameters of a segment of an %s are an %s",
						x.Class(), parameters.Class())
				}
			}
		}
	}
}

func alignmentNesting(c *check) {
	for _, x := range c.model.Of("IFCALIGNMENT") {
		for _, part := range c.nested(x) {
			c.applied = true
			if !isAny(part, "IFCALIGNMENTHORIZONTAL", "IFCALIGNMENTVERTICAL", "IFCALIGNMENTCANT", "IFCREFERENT") {
				c.at(part, "Nests", "an %s must not be nested in an alignment", part.Class())
			}
		}
	}
}

func alignmentsOfProject(c *check) {
	for _, x := range c.each("IFCALIGNMENT") {
		if !c.partOf(x, "IFCPROJECT") {
			c.at(x, "Decomposes", "the alignment is not part of the project")
		}
	}
}

func positionedReferents(c *check) {
	for _, x := range c.model.Of("IFCREFERENT") {
		if kind := c.enum(x, "PREDEFINEDTYPE"); kind != "POSITION" && kind != "STATION" {
			continue
		}
		c.applied = true
		by := c.related(x, "IFCRELPOSITIONS", "RELATEDPRODUCTS", "RELATINGPOSITIONINGELEMENT")
		if !slices.ContainsFunc(by, func(x *express.Instance) bool { return x.IsA("IFCALIGNMENT") }) {
			c.at(x, "PositionedRelativeTo", "the referent is not positioned relative to an alignment")
		}
	}
}

func alignmentReferents(c *check) {
	for _, x := range c.model.Of("IFCALIGNMENT") {
		if n := c.layouts(x); n.horizontal == 0 {
			continue
		}
		c.applied = true
		if !slices.ContainsFunc(c.nested(x), func(x *express.Instance) bool { return x.IsA("IFCREFERENT") }) {
			c.at(x, "IsNestedBy", "the alignment has no referent")
		}
	}
}

// radiusTolerance is a relative tolerance. Gradients are ratios of some hundredths, commonly written with seven digits,
// so their difference has five exact digits.
const radiusTolerance = 1e-5

func verticalRadius(c *check) {
	for _, layout := range c.model.Of("IFCALIGNMENTVERTICAL") {
		for _, segment := range c.nested(layout) {
			if p := c.one(segment, "DESIGNPARAMETERS"); isAny(p, "IFCALIGNMENTVERTICALSEGMENT") {
				c.applied = true
				c.curvature(p)
			}
		}
	}
}

func (c *check) curvature(p *express.Instance) {
	radius, given := c.number(p, "RADIUSOFCURVATURE")
	switch kind := c.enum(p, "PREDEFINEDTYPE"); kind {
	case "CIRCULARARC":
	case "PARABOLICARC":
		length, _ := c.number(p, "HORIZONTALLENGTH")
		start, _ := c.number(p, "STARTGRADIENT")
		end, _ := c.number(p, "ENDGRADIENT")
		want := length / (end - start)
		if end != start && (!given || !(math.Abs(radius-want) <= radiusTolerance*math.Abs(want))) {
			c.at(p, "RadiusOfCurvature",
				"the radius of curvature is %s, not %g, the length over the change of gradient",
				numberOr(radius, given, "missing"), want)
		}
	default:
		if given {
			c.at(p, "RadiusOfCurvature", "a segment of the kind %s has no radius of curvature", kind)
		}
	}
}

func numberOr(value float64, given bool, otherwise string) string {
	if !given {
		return otherwise
	}
	return fmt.Sprintf("%g", value)
}

// lastLengths names the length attribute of a layout's last segment, by the entity of the layout. The length must be 0.
var lastLengths = map[string]string{"IFCALIGNMENTHORIZONTAL": "SegmentLength",
	"IFCALIGNMENTVERTICAL": "HorizontalLength",
	"IFCALIGNMENTCANT":     "HorizontalLength"}

func lastLayoutSegment(c *check) {
	for _, entity := range sortedKeys(lastLengths) {
		for _, layout := range c.model.Of(entity) {
			segments := c.nested(layout)
			if len(segments) == 0 {
				continue
			}
			c.applied = true
			p := c.one(segments[len(segments)-1], "DESIGNPARAMETERS")
			if length, ok := c.number(p, strings.ToUpper(lastLengths[entity])); ok && length != 0 {
				c.at(p, lastLengths[entity], "the last segment of #%d, an %s, has a length of %g, not 0",
					layout.ID, layout.Class(), length)
			}
		}
	}
}

func alignmentPlacement(c *check) {
	for _, x := range c.model.Of("IFCALIGNMENT") {
		placement := c.one(x, "OBJECTPLACEMENT")
		c.applied = c.applied || placement != nil
		if placement != nil && !placement.IsA("IFCLOCALPLACEMENT") {
			c.at(x, "ObjectPlacement", "the placement of the alignment is an %s, not an IfcLocalPlacement",
				placement.Class())
		}
	}
}

// layoutCount counts the layouts that are nested in an alignment.
type layoutCount struct{ horizontal, vertical, cant int }

func (n layoutCount) String() string {
	return fmt.Sprintf("%d horizontal, %d vertical and %d cant layouts", n.horizontal, n.vertical, n.cant)
}

func (c *check) layouts(x *express.Instance) (n layoutCount) {
	for _, part := range c.nested(x) {
		switch {
		case part.IsA("IFCALIGNMENTHORIZONTAL"):
			n.horizontal++
		case part.IsA("IFCALIGNMENTVERTICAL"):
			n.vertical++
		case part.IsA("IFCALIGNMENTCANT"):
			n.cant++
		}
	}
	return n
}

// laidOut reports a finding if an alignment has nested objects and its layouts are not one of the allowed combinations.
func (c *check) laidOut(x *express.Instance, allowed ...layoutCount) {
	if len(c.nested(x)) == 0 {
		return
	}
	c.applied = true
	if n := c.layouts(x); !slices.Contains(allowed, n) {
		c.at(x, "IsNestedBy", "the alignment has %s", n)
	}
}

// isAlignment reports whether one of the objects is an alignment.
func isAlignment(objects []*express.Instance) bool {
	return slices.ContainsFunc(objects, func(x *express.Instance) bool { return x.IsA("IFCALIGNMENT") })
}

func ownLayouts(c *check) {
	for _, x := range c.model.Of("IFCALIGNMENT") {
		if !isAlignment(c.components(x)) && !isAlignment(c.wholes(x)) {
			c.laidOut(x, layoutCount{1, 0, 0}, layoutCount{1, 1, 0}, layoutCount{1, 1, 1})
		}
	}
}

func sharedLayouts(c *check) {
	for _, x := range c.model.Of("IFCALIGNMENT") {
		parent, child := isAlignment(c.components(x)), isAlignment(c.wholes(x))
		switch {
		case parent && child:
			c.at(x, "IsDecomposedBy", "the alignment is part of another one and made of others")
		case parent:
			c.laidOut(x, layoutCount{1, 0, 0})
		case child:
			c.laidOut(x, layoutCount{0, 1, 0}, layoutCount{0, 1, 1})
		}
	}
}

func referentNesting(c *check) {
	for _, x := range c.model.Of("IFCREFERENT") {
		for _, in := range c.related(x, "IFCRELNESTS", "RELATEDOBJECTS", "RELATINGOBJECT") {
			c.applied = true
			if !in.IsA("IFCALIGNMENT") {
				c.at(x, "Nests", "the referent is nested in an %s, not in an alignment", in.Class())
			}
		}
	}
}
