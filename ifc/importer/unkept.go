package importer

import (
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/building"
)

// leftUnkept reports what the file says of its products and of itself that the model has no place for: each value is
// counted, by its class.
func (r *reader) leftUnkept() {
	if r.Own || r.bodiless {
		return
	}
	t := r.src.Remainder()
	if t.NoLengthUnit {
		r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: "IfcUnitAssignment",
			Reason: "the file has no unit of length: its lengths are taken as metres", Count: 1})
	}
	for _, row := range []struct {
		class, reason string
		count         int
	}{
		{"IfcProject", "its GlobalId, LongName, Phase and ObjectType are not kept", t.Project},
		{"IfcProjectedCRS", "description, datums, projection and zone of the reference system are not kept", t.CRS},
		{"IfcClassification", "source, edition, date and text of the classification system are not kept", t.Systems},
		{"IfcOwnerHistory", "who made and changed a product in other programs is not kept", t.Histories},
	} {
		if row.count > 0 {
			r.Report.leftCounted(row.class, row.reason, row.count)
		}
	}
	for _, c := range t.Quantities {
		r.Report.leftCounted(c.Class, "the quantities of the class are not kept: the model measures anew", c.Count)
	}
	r.leftLooks()
	r.leftTypes()
}

// leftLooks reports of the representations of products what is not kept: presentation layers, colours other than that
// of the material, and shapes other than the body.
func (r *reader) leftLooks() {
	shapes := map[string]int{}
	var identifiers []string
	layers, styles := 0, 0
	for _, p := range r.b.Products {
		looks := r.src.Looks(p)
		layers += len(looks.Layers)
		material := r.materialOf(p)
		for _, style := range looks.Styles {
			if material == nil || !strings.EqualFold(style, material.Colour) {
				styles++
			}
		}
		for _, identifier := range looks.Shapes {
			if identifier == "Axis" && r.hasAxis(p) {
				continue
			}
			if shapes[identifier]++; shapes[identifier] == 1 {
				identifiers = append(identifiers, identifier)
			}
		}
	}
	if layers > 0 {
		r.Report.leftCounted("IfcPresentationLayerAssignment", "the model has no presentation layers", layers)
	}
	if styles > 0 {
		r.Report.leftCounted("IfcSurfaceStyle",
			"a body has the colour of its material in the model: its own styles are not kept", styles)
	}
	for _, identifier := range identifiers {
		r.Report.leftCounted("IfcShapeRepresentation", "the shape "+identifier+" is not kept", shapes[identifier])
	}
}

// hasAxis reports whether an axis of a product follows from the parameters of its element.
func (r *reader) hasAxis(p *building.Product) bool {
	d := r.drafts[p]
	if d == nil || d.Element == nil || domain.FixedOf(d.Element) != nil {
		return false
	}
	switch d.Element.Category {
	case domain.CategoryWall, domain.CategoryColumn, domain.CategoryBeam, domain.CategoryDuct, domain.CategoryPipe,
		domain.CategoryCableTray:
		return true
	}
	return false
}

// leftTypes reports the types that have another name in the model, since names of types are unique there, and those of
// doors and windows, which follow from the sizes of these in an export.
func (r *reader) leftTypes() {
	for _, t := range r.b.Types {
		kept := r.types[t]
		switch {
		case kept == nil:
		case kept.Category == domain.CategoryDoor || kept.Category == domain.CategoryWindow:
			r.leftType(t, "an export has a type for each size of doors and windows in its place: its GlobalId, "+
				"operation and construction are not kept", "")
		case kept.Name != strings.TrimSpace(t.Name):
			r.leftType(t, "another type has its name: it has another one", "it is called "+kept.Name)
		}
	}
}

func (r *reader) leftType(t *building.TypeObject, reason, detail string) {
	r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: t.Class, Reason: reason, Number: t.Number,
		GlobalID: t.GlobalID, Name: t.Name, Detail: detail})
}
