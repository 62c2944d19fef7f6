package importer

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// leftUnkept reports the data about products and about the file that the model cannot hold, and counts each value by
// its class.
func (r *reader) leftUnkept() {
	if r.Own || r.bodiless {
		return
	}
	t := r.src.Remainder()
	if t.NoLengthUnit {
		r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: "IfcUnitAssignment",
			Reason: "the file has no unit of length: its lengths are taken as metres", Count: 1})
	}
	if t.Rings > 0 {
		r.Report.Left = append(r.Report.Left, Left{Kind: Simplified, Class: "IfcLocalPlacement", Count: t.Rings,
			Reason: "it is relative to itself, over others: where the ring begins is taken as the origin of the file"})
	}
	for _, c := range t.Quantities {
		r.Report.leftCounted(c.Class, "the quantities of the class are not kept: the model measures anew", c.Count)
	}
	r.leftLooks()
	r.leftTypes()
	r.leftTypings()
}

// leftTypings reports elements that lose their type because the type has another category in the model. An example is a
// slab whose type is a type of roofs.
func (r *reader) leftTypings() {
	for _, p := range r.b.Products {
		d := r.drafts[p]
		if d == nil || d.Element == nil || p.Type == nil || d.Element.TypeID != "" {
			continue
		}
		if t := r.types[p.Type]; t != nil && t.Category != d.Element.Category {
			r.Report.left(Simplified, p, "its type is one of another category in the model: it has no type, and the "+
				"property sets of that", "its type is called "+t.Name)
		}
	}
}

// leftLooks reports the authors, layers, styles and shapes of products that the model does not keep. These are the data
// of products that are no elements, and styles of doors and windows in walls. Others are shapes other than the body,
// and the styles of a body that can have only one style.
func (r *reader) leftLooks() {
	shapes := map[string]int{}
	var identifiers []string
	histories, layers, styles := 0, 0, r.origins.unlike
	for _, p := range r.b.Products {
		h, l, s := r.unkept(p)
		histories, layers, styles = histories+h, layers+l, styles+s
		for _, identifier := range r.src.OtherShapes(p) {
			if identifier == "Axis" && r.hasAxis(p) || r.keepsShape(p, identifier) {
				continue
			}
			if shapes[identifier]++; shapes[identifier] == 1 {
				identifiers = append(identifiers, identifier)
			}
		}
	}
	for _, row := range []struct {
		class, reason string
		count         int
	}{
		{"IfcOwnerHistory", "who made and changed a product that is no element of the model is not kept", histories},
		{"IfcPresentationLayerAssignment", "the presentation layers of what is no element of the model, or has no " +
			"body there, are not kept", layers},
		{"IfcSurfaceStyle", "the styles of what has another body in the model, or none, are not kept", styles},
	} {
		if row.count > 0 {
			r.Report.leftCounted(row.class, row.reason, row.count)
		}
	}
	for _, identifier := range identifiers {
		r.Report.leftCounted("IfcShapeRepresentation", "the shape "+identifier+" is not kept", shapes[identifier])
	}
}

// unkept returns the numbers of owner histories, layers and styles of a product that the model does not keep.
func (r *reader) unkept(p *building.Product) (histories, layers, styles int) {
	taken := r.origins.kept[p.Number]
	if history := r.src.OwnerHistory(p.Number); history != 0 && (!taken || r.key(history) == "") {
		histories++
	}
	for _, layer := range r.src.Layers(p) {
		if !taken || r.origins.bare[p.Number] || r.key(layer) == "" {
			layers++
		}
	}
	d := r.drafts[p]
	unstyled := d != nil && d.Element != nil &&
		(isSetInWall(d.Element) || d.Element.Category == state.CategoryOpening)
	for _, style := range r.src.Styles(p) {
		if !taken || unstyled || r.origins.bare[p.Number] || r.key(style) == "" {
			styles++
		}
	}
	return histories, layers, styles
}

// keepsShape reports whether an element keeps a representation of its product as curves.
func (r *reader) keepsShape(p *building.Product, identifier string) bool {
	d := r.drafts[p]
	return (d != nil && len(d.Drawn) > 0 || r.partIn[p] != nil) && slices.Contains(r.shapesKept[p.Number], identifier)
}

// hasAxis reports whether the axis of a product follows from the parameters of its element.
func (r *reader) hasAxis(p *building.Product) bool {
	d := r.drafts[p]
	if d == nil || d.Element == nil || state.FixedOf(d.Element) != nil {
		return false
	}
	switch d.Element.Category {
	case state.CategoryWall, state.CategoryColumn, state.CategoryBeam, state.CategoryDuct, state.CategoryPipe,
		state.CategoryCableTray:
		return true
	}
	return false
}

// leftTypes reports the types that have another name in the model, because names of types are unique in the model. It
// also reports the types of doors and windows, which an export derives from the sizes of the doors and windows.
func (r *reader) leftTypes() {
	for _, t := range r.b.Types {
		kept := r.types[t]
		switch {
		case kept == nil:
		case kept.Category == state.CategoryDoor || kept.Category == state.CategoryWindow:
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
