package export

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/record"
	"github.com/bimstream/bimstream/ifc/step"
)

// provenance holds the records and layers that were written from the origins of elements (state.Origin).
type provenance struct {
	ofParts map[state.ID]*state.Origin // origins of the parts of elements
	records map[string]step.Ref        // references to records by key; 0 if the schema lacks the class
	onLayer grouping                   // representations to put on a layer, by the key of the layer
	drawn   look
}

// look holds the styles of the body that is being written.
type look struct {
	scope  uint64 // scope of the element; an element inside of it has its own scope and look
	styles []string
	open   []string // styles of open surfaces and curves
	items  int      // number of items written
}

func newProvenance() provenance {
	return provenance{ofParts: map[state.ID]*state.Origin{}, records: map[string]step.Ref{}}
}

// originOf returns the origin of an element or of a part of an element, nil for none.
func (x *exporter) originOf(id state.ID) *state.Origin {
	if e, ok := x.element(id); ok {
		return e.Origin
	}
	return x.ofParts[id]
}

// parsed returns a record of the library, nil for none.
func (x *exporter) parsed(key string) *record.Record {
	if key == "" {
		return nil
	}
	kept, ok := x.model.OriginRecord(key)
	if !ok {
		return nil
	}
	out, err := record.Parse(kept.Text)
	if err != nil {
		return nil
	}
	return out
}

// recorded writes a record of the library once. ok is false if the schema does not have the record's class; the class
// is then counted as lost.
func (x *exporter) recorded(key string) (ref step.Ref, ok bool) {
	ref, known := x.records[key]
	if known || key == "" {
		return ref, ref != 0
	}
	if r := x.parsed(key); r != nil {
		if ref, ok = r.Write(x.schema, x.recordInstance, x.changeless(r)); !ok {
			x.lose(r.Class)
		}
	}
	x.records[key] = ref
	return ref, ref != 0
}

// foreignHistory writes the owner history of the source file. Its last modifier is the last author in this model, if
// there is one.
func (x *exporter) foreignHistory(id state.ID) (step.Value, bool) {
	o := x.originOf(id)
	if o == nil || o.History == "" {
		return nil, false
	}
	h, known := x.knownHistory(id)
	if !known || h.Modified.At.IsZero() {
		ref, ok := x.recorded(o.History)
		return ref, ok
	}
	r := x.parsed(o.History)
	if r == nil {
		return nil, false
	}
	ref, ok := r.Write(x.schema, x.recordInstance, map[string]step.Value{
		"ChangeAction": step.Enum("MODIFIED"), "LastModifiedDate": step.Int(h.Modified.At.Unix()),
		"LastModifyingUser": x.person(h.Modified), "LastModifyingApplication": x.application(h.Modified),
	})
	return ref, ok
}

// changeless returns the change action for an owner history without a date of change. It is needed if the schema
// requires an action that needs no date (IfcOwnerHistory.CorrectChangeAction, since IFC4). It returns nil for any other
// record.
func (x *exporter) changeless(r *record.Record) map[string]step.Value {
	if r.Class != "IfcOwnerHistory" || x.schema.Name == SchemaIFC2X3 || r.Has("LastModifiedDate") {
		return nil
	}
	switch r.Text("ChangeAction") {
	case "", string(notDefined), "NOCHANGE":
		return nil
	}
	return map[string]step.Value{"ChangeAction": notDefined}
}

// looks sets the styles of the element or part that is written next. Its scope must have begun.
func (x *exporter) looks(o *state.Origin) {
	x.drawn = look{scope: x.scope.key}
	if o != nil {
		x.drawn.styles, x.drawn.open = o.Styles, o.DrawnStyles
	}
}

// ownStyle returns the style that the source file gives the next item of the body.
func (x *exporter) ownStyle() (step.Ref, bool) {
	l := &x.drawn
	if len(l.styles) == 0 || l.scope != x.scope.key {
		return 0, false
	}
	at := 0
	if len(l.styles) > 1 {
		at = l.items
	}
	l.items++
	if at >= len(l.styles) {
		return 0, false
	}
	return x.recorded(l.styles[at])
}

// layer records the presentation layers of a product's body.
func (x *exporter) layer(id state.ID, shape step.Ref) {
	o := x.originOf(id)
	if o == nil || len(o.Layers) == 0 || shape == 0 {
		return
	}
	const representations = 2 // index of IfcProductRepresentation.Representations
	all, _ := x.file.Instances[shape-1].Args[representations].(step.List)
	var on step.Ref
	for _, v := range all {
		ref, is := v.(step.Ref)
		if !is {
			continue
		}
		if on == 0 || x.file.Instances[ref-1].Args[1] == step.Value(step.String("Body")) {
			on = ref
		}
	}
	for _, key := range o.Layers {
		if on != 0 {
			x.onLayer.put(key, on)
		}
	}
}

// presentationLayers writes the presentation layers with the representations on them.
func (x *exporter) presentationLayers() {
	for _, key := range x.onLayer.keys {
		r := x.parsed(key)
		if r == nil {
			continue
		}
		items := x.refs(x.onLayer.members[key]...)
		_, ok := r.Write(x.schema, x.shareIn, map[string]step.Value{"AssignedItems": items})
		if !ok {
			x.lose(r.Class)
		}
	}
}

// projectText returns a text attribute of the project in the source file, or the given text if the project has no such
// text.
func (x *exporter) projectText(name, otherwise string) string {
	if r := x.parsed(shape.OriginProject); r != nil {
		return orElse(r.Text(name), otherwise)
	}
	return otherwise
}

// foreignMaterial associates an element with all its materials of the source file. It returns false if the materials
// are unknown or the schema cannot express them.
func (x *exporter) foreignMaterial(e *state.Element, ref step.Ref) bool {
	if e.Origin == nil || e.Origin.Material == "" {
		return false
	}
	use, known := x.records[e.Origin.Material]
	if r, err := record.Parse(e.Origin.Material); !known && err == nil {
		if x.schema.Name != SchemaIFC2X3 && r.Class == "IfcMaterialList" { // IfcMaterialList is deprecated since IFC4
			r = record.Listing("IfcMaterialConstituentSet", "MaterialConstituents", "IfcMaterialConstituent",
				"Material", r.Many("Materials"))
		}
		var ok bool
		if use, ok = r.Write(x.schema, x.withMaterials, nil); !ok {
			x.lose(r.Class)
		}
		x.records[e.Origin.Material] = use
	}
	if use == 0 {
		return false
	}
	x.associate(string(e.ID), "material", ref, use)
	return true
}

// ofOneSet lists the classes whose instances belong to one set each, so that sets cannot share them.
var ofOneSet = []string{"IFCMATERIALLAYER", "IFCMATERIALLAYERWITHOFFSETS", "IFCMATERIALPROFILE",
	"IFCMATERIALPROFILEWITHOFFSETS", "IFCMATERIALCONSTITUENT"}

// withMaterials writes an instance of a record. Instead of a material of the record, it uses the model's material with
// the same name.
func (x *exporter) withMaterials(class string, args ...step.Value) step.Ref {
	name, is := args[0].(step.String)
	if class == "IFCMATERIAL" && is {
		for _, m := range x.model.Materials() {
			if ref, written := x.materials[m.ID]; written && m.Name == string(name) {
				return ref
			}
		}
	}
	if slices.Contains(ofOneSet, class) {
		return x.put(origin{key: x.scope.next(class)}, class, x.kept(args))
	}
	return x.shareIn(class, args...)
}

// unusedSystems writes the classification systems of the source file that classify nothing, as systems of the project.
func (x *exporter) unusedSystems() {
	site, ok := x.element(x.model.Info().SiteID)
	if !ok || site.Origin == nil {
		return
	}
	for _, kept := range site.Origin.Library {
		if _, written := x.records[kept.Key]; written || !strings.HasPrefix(kept.Key, shape.OriginSystemPrefix) {
			continue
		}
		if ref, ok := x.recorded(kept.Key); ok {
			x.rel("IFCRELASSOCIATESCLASSIFICATION", x.model.Info().ID, kept.Key, x.refs(x.project), ref)
		}
	}
}

// classificationSystem writes a classification system with the attributes of the source file, or only its name.
func (x *exporter) classificationSystem(name string) step.Ref {
	if ref, ok := x.recorded(shape.OriginSystemPrefix + strings.TrimSpace(name)); ok {
		return ref
	}
	return x.share("IFCCLASSIFICATION", null, null, null, step.String(shortened(name)), null, null, null)
}
