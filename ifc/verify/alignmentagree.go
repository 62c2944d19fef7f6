package verify

import "github.com/bimstream/bimstream/ifc/express"

var alignmentAgreementRules = []Rule{
	{ID: "ALB021", Title: "The curve of an alignment is of the kind that its vertical and cant layouts ask for.",
		Severity: Agreement, Schemas: only4x3, run: curvesOfLayouts},
	{ID: "ALB022", Title: "The curve of a layout has as many segments as the layout.", Severity: Agreement,
		Schemas: only4x3, run: segmentNumbers},
	{ID: "ALB023", Title: "The segments of a curve are of the kinds that those of the layout are.",
		Severity: Agreement, Schemas: only4x3, run: segmentKinds},
}

func curvesOfLayouts(c *check) {
	for _, alignment := range c.each("IFCALIGNMENT") {
		vertical := c.layoutOf(alignment, "IFCALIGNMENTVERTICAL") != nil
		cant := c.layoutOf(alignment, "IFCALIGNMENTCANT") != nil
		for _, r := range c.representations(alignment) {
			for _, item := range c.many(r, "ITEMS") {
				axis := c.text(r, "REPRESENTATIONIDENTIFIER") == "Axis"
				if wrong := c.unfit(item, axis, vertical, cant); wrong != "" {
					c.at(alignment, "Representation", "an %s %s", item.Class(), wrong)
				}
			}
		}
	}
}

// unfit returns the reason why a curve does not suit an alignment with or without vertical and cant layouts, or "".
func (c *check) unfit(curve *express.Instance, axis, vertical, cant bool) string {
	solid := isAny(curve, "IFCINDEXEDPOLYCURVE") && isAny(c.one(curve, "POINTS"), "IFCCARTESIANPOINTLIST3D") ||
		isAny(curve, "IFCPOLYLINE") && c.inSpace(curve)
	switch {
	case isExactly(curve, "IFCSEGMENTEDREFERENCECURVE") && !cant:
		return "takes a cant layout"
	case (isExactly(curve, "IFCGRADIENTCURVE") || solid) && !vertical:
		return "in space takes a vertical layout"
	case isExactly(curve, "IFCGRADIENTCURVE") && cant:
		return "does not show the cant layout"
	case isExactly(curve, "IFCCOMPOSITECURVE") && axis && (vertical || cant):
		return "does not show the vertical and cant layouts"
	}
	return ""
}

// inSpace reports whether the points of a polyline have three coordinates.
func (c *check) inSpace(line *express.Instance) bool {
	for _, p := range c.many(line, "POINTS") {
		if len(valuesOf(c.get(p, "COORDINATES"))) > 2 {
			return true
		}
	}
	return false
}

// layoutOf returns the layout of an entity that is nested in an alignment, or nil.
func (c *check) layoutOf(alignment *express.Instance, entity string) *express.Instance {
	for _, x := range c.nested(alignment) {
		if x.IsA(entity) {
			return x
		}
	}
	return nil
}

// layoutForm names the curve that represents a layout, and the parent curves of its segments.
type layoutForm struct {
	layout, curve string
	parents       map[string]string // parent curves by the PredefinedType of the segment
}

// The parent curves by kind of segment (documentation of IFC 4.3, IfcAlignmentHorizontalSegmentTypeEnum and similar).
var (
	spirals = map[string]string{"BLOSSCURVE": "IFCTHIRDORDERPOLYNOMIALSPIRAL", "COSINECURVE": "IFCCOSINESPIRAL",
		"HELMERTCURVE": "IFCSECONDORDERPOLYNOMIALSPIRAL", "SINECURVE": "IFCSINESPIRAL",
		"VIENNESEBEND": "IFCSEVENTHORDERPOLYNOMIALSPIRAL"}
	layoutForms = []layoutForm{
		{"IFCALIGNMENTHORIZONTAL", "IFCCOMPOSITECURVE", withSpirals(map[string]string{"LINE": "IFCLINE",
			"CIRCULARARC": "IFCCIRCLE", "CLOTHOID": "IFCCLOTHOID", "CUBIC": "IFCPOLYNOMIALCURVE"})},
		{"IFCALIGNMENTVERTICAL", "IFCGRADIENTCURVE", map[string]string{"CONSTANTGRADIENT": "IFCLINE",
			"CIRCULARARC": "IFCCIRCLE", "PARABOLICARC": "IFCPOLYNOMIALCURVE", "CLOTHOID": "IFCCLOTHOID"}},
		{"IFCALIGNMENTCANT", "IFCSEGMENTEDREFERENCECURVE", withSpirals(map[string]string{"CONSTANTCANT": "IFCLINE",
			"LINEARTRANSITION": "IFCCLOTHOID"})},
	}
)

func withSpirals(m map[string]string) map[string]string {
	for kind, curve := range spirals {
		m[kind] = curve
	}
	return m
}

// curvesOf returns the curves of a form that represent a layout. Such curves are in the layout's own representation and
// in the axis of the alignment. In the axis the curve of each layout is the base curve of the next layout's curve.
func (c *check) curvesOf(layout *express.Instance, form layoutForm) []*express.Instance {
	var out, items []*express.Instance
	for _, r := range c.representations(layout) {
		items = append(items, c.many(r, "ITEMS")...)
	}
	for _, rel := range c.model.Users(layout, "IFCRELNESTS", "RELATEDOBJECTS") {
		for _, r := range c.representations(c.one(rel, "RELATINGOBJECT")) {
			if c.text(r, "REPRESENTATIONIDENTIFIER") == "Axis" {
				items = append(items, c.many(r, "ITEMS")...)
			}
		}
	}
	seen := map[*express.Instance]bool{}
	for _, item := range items {
		for n := 0; item != nil && n < maxLevels; n++ {
			if isExactly(item, form.curve) && !seen[item] {
				seen[item] = true
				out = append(out, item)
			}
			if !item.Has("BASECURVE") {
				break
			}
			item = c.one(item, "BASECURVE")
		}
	}
	return out
}

// parametersOf returns the design parameters of the segments of a layout. A Helmert curve counts twice because its
// representation has two segments.
func (c *check) parametersOf(layout *express.Instance) []*express.Instance {
	var out []*express.Instance
	for _, segment := range c.nested(layout) {
		if !segment.IsA("IFCALIGNMENTSEGMENT") {
			continue
		}
		p := c.one(segment, "DESIGNPARAMETERS")
		out = append(out, p)
		if c.enum(p, "PREDEFINEDTYPE") == "HELMERTCURVE" {
			out = append(out, p)
		}
	}
	return out
}

func segmentNumbers(c *check) {
	for _, form := range layoutForms {
		for _, layout := range c.each(form.layout) {
			want := len(c.parametersOf(layout))
			for _, curve := range c.curvesOf(layout, form) {
				if n := len(c.many(curve, "SEGMENTS")); n != want {
					c.at(layout, "", "the curve #%d has %d segments, the layout %d", curve.ID, n, want)
				}
			}
		}
	}
}

func segmentKinds(c *check) {
	for _, form := range layoutForms {
		for _, layout := range c.model.Of(form.layout) {
			parameters := c.parametersOf(layout)
			for _, curve := range c.curvesOf(layout, form) {
				c.applied = true
				for i, segment := range c.many(curve, "SEGMENTS") {
					if i < len(parameters) {
						c.segmentKind(layout, segment, parameters[i])
					}
				}
			}
		}
	}
	for _, x := range c.model.Of("IFCALIGNMENTSEGMENT") {
		for _, r := range c.representations(x) {
			for _, item := range c.many(r, "ITEMS") {
				c.applied = true
				c.segmentKind(x, item, c.one(x, "DESIGNPARAMETERS"))
			}
		}
	}
}

// segmentKind checks that the parent curve of a segment suits the kind of the layout's segment.
func (c *check) segmentKind(at, segment, parameters *express.Instance) {
	parent := c.one(segment, "PARENTCURVE")
	if parent == nil || parameters == nil {
		return
	}
	for _, form := range layoutForms {
		if !parameters.IsA(form.layout + "SEGMENT") {
			continue
		}
		kind := c.enum(parameters, "PREDEFINEDTYPE")
		if want := form.parents[kind]; want != "" && !isExactly(parent, want) {
			c.at(at, "", "the parent curve of #%d is an %s, which is none for a %s", segment.ID, parent.Class(), kind)
		}
	}
}
