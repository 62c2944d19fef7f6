package verify

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var alignmentShapeRules = []Rule{
	{ID: "ALS004", Title: "The representations of alignment segments are named Axis, of type Segment, with curve " +
		"segments.",
		Severity: Agreement, Schemas: only4x3, run: segmentShape},
	{ID: "ALS005", Title: "The representations of alignments are named Axis, or FootPrint and then of type Curve2D, " +
		"with curves that go with their type.", Severity: Agreement, Schemas: only4x3, run: alignmentShape},
	{ID: "ALS006", Title: "The representations of horizontal layouts are named Axis, of type Curve2D, with " +
		"composite, indexed or polygonal curves.", Severity: Agreement, Schemas: only4x3, run: horizontalShape},
	{ID: "ALS007", Title: "The representations of vertical layouts are named Axis, of type Curve3D, with " +
		"gradient curves.",
		Severity: Agreement, Schemas: only4x3, run: verticalShape},
	{ID: "ALS008", Title: "The representations of cant layouts are named Axis, of type Curve3D, with segmented " +
		"reference curves.",
		Severity: Agreement, Schemas: only4x3, run: cantShape},
	{ID: "ALS010", Title: "A representation of an alignment segment has one item, that of a Helmert curve two.",
		Severity: Agreement, Schemas: only4x3, run: segmentItems},
	{ID: "ALS011", Title: "The segments of the curves of an alignment are of one entity, and those of a gradient or " +
		"segmented reference curve are curve segments.", Severity: Agreement, Schemas: only4x3,
		run: alignmentSegmentEntities},
	{ID: "ALS012", Title: "The start and the length of the curve segments of an alignment are length measures.",
		Severity: Proposition, Schemas: only4x3, run: segmentMeasures},
	{ID: "ALS015", Title: "The curves of an alignment end with a discontinuous segment of length 0.",
		Severity: Agreement,
		Schemas:  only4x3, run: lastCurveSegment},
}

// shapeForm describes the required representation of an object. Items must be of exactly these entities.
type shapeForm struct {
	identifier, kind string
	items            []string
}

func segmentShape(c *check) {
	c.shapedAs("IFCALIGNMENTSEGMENT", shapeForm{"Axis", "Segment", []string{"IFCCURVESEGMENT"}})
}

func horizontalShape(c *check) {
	c.shapedAs("IFCALIGNMENTHORIZONTAL", shapeForm{"Axis", "Curve2D",
		[]string{"IFCCOMPOSITECURVE", "IFCINDEXEDPOLYCURVE", "IFCPOLYLINE"}})
}

func verticalShape(c *check) {
	c.shapedAs("IFCALIGNMENTVERTICAL", shapeForm{"Axis", "Curve3D", []string{"IFCGRADIENTCURVE"}})
}

func cantShape(c *check) {
	c.shapedAs("IFCALIGNMENTCANT", shapeForm{"Axis", "Curve3D", []string{"IFCSEGMENTEDREFERENCECURVE"}})
}

func (c *check) shapedAs(entity string, form shapeForm) {
	for _, x := range c.model.Of(entity) {
		for _, r := range c.representations(x) {
			c.applied = true
			if id := c.text(r, "REPRESENTATIONIDENTIFIER"); id != form.identifier {
				c.at(r, "RepresentationIdentifier", "the representation of the %s is named %q, not %s",
					x.Class(), id, form.identifier)
			}
			if kind := c.text(r, "REPRESENTATIONTYPE"); kind != form.kind {
				c.at(r, "RepresentationType", "the representation of the %s is of type %q, not %s", x.Class(), kind,
					form.kind)
			}
			c.itemsOf(r, form.items)
		}
	}
}

// itemsOf reports each item of a representation whose entity is not on the list; subtypes do not count.
func (c *check) itemsOf(r *express.Instance, entities []string) {
	for _, item := range c.many(r, "ITEMS") {
		if !slices.Contains(entities, strings.ToUpper(item.Class())) {
			c.at(item, "", "an %s is no item of this representation, #%d", item.Class(), r.ID)
		}
	}
}

// alignmentCurves are the allowed items of representations named Axis, by the type of the representation.
var alignmentCurves = map[string][]string{
	"Curve2D": {"IFCCOMPOSITECURVE", "IFCINDEXEDPOLYCURVE", "IFCPOLYLINE", "IFCOFFSETCURVEBYDISTANCES"},
	"Curve3D": {"IFCGRADIENTCURVE", "IFCSEGMENTEDREFERENCECURVE", "IFCINDEXEDPOLYCURVE", "IFCPOLYLINE",
		"IFCOFFSETCURVEBYDISTANCES"},
}

func alignmentShape(c *check) {
	for _, x := range c.model.Of("IFCALIGNMENT") {
		for _, r := range c.representations(x) {
			c.applied = true
			id, kind := c.text(r, "REPRESENTATIONIDENTIFIER"), c.text(r, "REPRESENTATIONTYPE")
			if id != "Axis" && id != "FootPrint" {
				c.at(r, "RepresentationIdentifier",
					"the representation of an alignment is named %q, not Axis or FootPrint", id)
			}
			if id == "FootPrint" && kind != "Curve2D" {
				c.at(r, "RepresentationType", "the footprint of an alignment is of type %q, not Curve2D", kind)
			}
			curves := alignmentCurves[kind]
			if id != "Axis" || curves == nil {
				curves = append(slices.Clone(alignmentCurves["Curve3D"]), "IFCCOMPOSITECURVE")
			}
			c.itemsOf(r, curves)
		}
	}
}

func segmentItems(c *check) {
	for _, x := range c.model.Of("IFCALIGNMENTSEGMENT") {
		want := 1
		if c.enum(c.one(x, "DESIGNPARAMETERS"), "PREDEFINEDTYPE") == "HELMERTCURVE" {
			want = 2
		}
		for _, r := range c.representations(x) {
			c.applied = true
			if n := len(c.many(r, "ITEMS")); n != want {
				c.at(r, "Items", "the representation of the segment has %d items instead of %d", n, want)
			}
		}
	}
}

func alignmentSegmentEntities(c *check) {
	for _, item := range c.alignmentItems() {
		if item.IsA("IFCCOMPOSITECURVE") {
			c.segmentEntity(item)
		}
		if base := c.one(item, "BASECURVE"); isAny(base, "IFCCOMPOSITECURVE") {
			c.segmentEntity(base)
		}
	}
}

// alignmentItems returns the items of the representations of alignments.
func (c *check) alignmentItems() []*express.Instance {
	var out []*express.Instance
	for _, x := range c.model.Of("IFCALIGNMENT") {
		for _, r := range c.representations(x) {
			out = append(out, c.many(r, "ITEMS")...)
		}
	}
	return out
}

func segmentMeasures(c *check) {
	seen := map[*express.Instance]bool{}
	for _, item := range c.alignmentItems() {
		c.reach(seen, item)
	}
	for _, curve := range c.model.Of("IFCCOMPOSITECURVE") {
		if !seen[curve] {
			continue
		}
		for _, s := range c.many(curve, "SEGMENTS") {
			if s.IsA("IFCCURVESEGMENT") {
				c.lengthMeasure(s, "SegmentStart")
				c.lengthMeasure(s, "SegmentLength")
			}
		}
	}
}

func (c *check) lengthMeasure(x *express.Instance, attribute string) {
	c.applied = true
	if t, ok := c.get(x, strings.ToUpper(attribute)).(*express.Typed); ok &&
		!strings.EqualFold(t.Type.Name, "IfcLengthMeasure") {
		c.at(x, attribute, "the value is an %s, not an IfcLengthMeasure", t.Type.Name)
	}
}

func lastCurveSegment(c *check) {
	for _, item := range c.alignmentItems() {
		segments := c.many(item, "SEGMENTS")
		if len(segments) == 0 || !segments[len(segments)-1].IsA("IFCSEGMENT") {
			continue
		}
		c.applied = true
		last := segments[len(segments)-1]
		if length, ok := c.number(last, "SEGMENTLENGTH"); ok && length != 0 {
			c.at(last, "SegmentLength", "the last segment of #%d has a length of %g, not 0", item.ID, length)
		}
		if transition := c.enum(last, "TRANSITION"); transition != "DISCONTINUOUS" {
			c.at(last, "Transition", "the last segment of #%d is %s, not DISCONTINUOUS", item.ID, transition)
		}
	}
}
