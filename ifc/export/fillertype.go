package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// fillerKey holds the common data of the doors or windows that share a type, and with it a shape, in the file. These
// are their type in the model, if any, how they open, their dimensions, and their material.
type fillerKey struct {
	category         state.Category
	typeID, material state.ID
	kind, userKind   string
	fixed            bool
	width, height    geometry.Length
	sizes            fabric.FillingSizes
	upstand          geometry.Length // of a skylight
	plumb            r3.Vector       // of a skylight with a plumb cut in a slope: the vertical in its plane
	outline          string          // "" for a rectangle
	kept             state.ID        // the body of another program, "" for a shape of the dimensions
	styles           string          // of the items of the kept body
}

// String returns a name that is unique in the model and that no edit of another element changes.
func (k fillerKey) String() string {
	name := fmt.Sprintf("%s of %s, %s %s %t, %s x %s %v in %s", k.category, k.typeID, k.kind, k.userKind, k.fixed,
		k.width, k.height, k.sizes, k.material)
	if k.upstand != 0 || k.plumb != (r3.Vector{}) {
		name += fmt.Sprintf(" over %s along %v", k.upstand, k.plumb)
	}
	if k.outline != "" {
		name += " along " + k.outline
	}
	if k.kept != "" {
		name += fmt.Sprintf(" as %s %s", k.kept, k.styles)
	}
	return name
}

// fillerType is a type of doors or windows, with its shape and its place in the file.
type fillerType struct {
	key     fillerKey
	name    string // the key as a string
	parts   []fabric.FillingPart
	panels  []panel
	volume  float64       // volume of the parts in m3
	body    library       // kept body, used in place of the parts
	origin  *state.Origin // origin of the element whose styles the kept body has
	mapping step.Ref
}

// fillerTypeOf returns the type of a door or window.
func (x *exporter) fillerTypeOf(e *state.Element, f filler) (*fillerType, error) {
	thickness := fabric.HostThickness(x.model, e)
	key := fillerKey{category: e.Category, typeID: e.TypeID, material: x.mainMaterial(e), kind: f.kind,
		userKind: f.userKind, fixed: f.objectType != "", width: f.width, height: f.height, upstand: f.upstand,
		plumb: f.plumb}
	kept := fabric.KeptBodyOf(e)
	if kept == nil {
		key.sizes, key.outline = f.shape.Sizes(thickness), f.form.Outline()
	} else if key.kept = kept.BodyID; e.Origin != nil {
		key.styles = strings.Join(e.Origin.Styles, ",")
		if len(e.Origin.DrawnStyles) > 0 {
			key.styles += " / " + strings.Join(e.Origin.DrawnStyles, ",")
		}
	}
	if t, known := x.fillerTypes[key]; known {
		return t, nil
	}
	t := &fillerType{key: key, name: key.String(), panels: f.panels}
	if kept != nil {
		solids, err := x.model.FixedSolids(kept.BodyID)
		if err != nil {
			return nil, err
		}
		if t.body, _, err = x.inLibrary(kept.BodyID, geometry.World(), solids); err != nil {
			return nil, err
		}
		t.origin, t.volume = e.Origin, solids.Volume()
	} else {
		t.parts = f.shape.Parts(thickness)
	}
	for _, p := range t.parts {
		t.volume += p.Volume()
	}
	x.fillerTypes[key] = t
	return t, nil
}

// writeFillerTypes writes the types of all doors and windows of the model, sorted by their names.
func (x *exporter) writeFillerTypes() error {
	for _, category := range []state.Category{state.CategoryDoor, state.CategoryWindow, state.CategorySkylight} {
		for _, id := range x.model.OfCategory(category) {
			if e, ok := x.element(id); ok && fabric.HostThickness(x.model, e) > 0 {
				if f, ok := x.fillerOf(e); ok {
					if _, err := x.fillerTypeOf(e, f); err != nil {
						return of(e, err)
					}
				}
			}
		}
	}
	all := make([]*fillerType, 0, len(x.fillerTypes))
	shared := map[state.ID]int{}
	for _, t := range x.fillerTypes {
		all = append(all, t)
		shared[t.key.typeID]++
	}
	slices.SortFunc(all, func(a, b *fillerType) int { return cmp.Compare(a.name, b.name) })
	for _, t := range all {
		x.writeFillerType(t, shared[t.key.typeID] > 1)
	}
	return nil
}

// fillerOwner returns the owner key of the objects that belong to a type of doors or windows.
func (x *exporter) fillerOwner(t *fillerType) string { return x.model.Info().ID + " " + t.name }

// writeFillerType writes a type with its shape, its lining and its panels. If several types of the file represent one
// type of the model, all have the model type's id as their Tag.
func (x *exporter) writeFillerType(t *fillerType, several bool) {
	row := classOf(t.key.category)
	if t.key.category == state.CategorySkylight { // has no types in the model, but one in the file
		row.typeEntity = classOf(state.CategoryWindow).typeEntity
	}
	owner := x.fillerOwner(t)
	defer x.within(owner)()
	modelType, ok := x.model.Type(t.key.typeID)
	if !ok {
		modelType = &state.Type{Category: t.key.category}
	}
	t.mapping = x.fillerMap(t)
	told := x.toldOf(modelType, row)
	told.names = slices.DeleteFunc(told.names, func(name string) bool { return name == shape.AttributeTag })
	args := []step.Value{x.history(""), label(x.fillerLabel(t, modelType, several)),
		text(told.description), null, x.fillerSets(t, modelType, row, owner, told.names), x.refs(t.mapping),
		label(string(modelType.ID)), label(told.kind), told.predefined,
		step.Enum(orElse(t.key.kind, string(notDefined))),
		null, label(t.key.userKind)}
	ref := x.addRoot(row.typeEntity, ifc.DerivedGlobalID(owner, "type"), args...)
	x.types[owner] = ref
	if material, ok := x.materials[modelType.MaterialID]; ok {
		x.associate(owner, "material", ref, material)
	}
}

// fillerLabel returns the name of a type for people: the name of the model's type, with kind and size if that name is
// not unique.
func (x *exporter) fillerLabel(t *fillerType, modelType *state.Type, several bool) string {
	name := modelType.Name
	if several || name == "" {
		name = strings.Join(strings.Fields(fmt.Sprintf("%s %s %s %sx%s", name, t.key.kind, t.key.userKind,
			t.key.width, t.key.height)), " ")
	}
	return name
}

// fillerMap writes the shape that all elements of the type map: each part as an extrusion, or the solids of a kept
// body. The shape is in the frame of these elements: X along the width, Y to the side to which they open.
func (x *exporter) fillerMap(t *fillerType) step.Ref {
	if t.key.kept != "" {
		x.looks(t.origin)
		body := x.facets
		if slices.ContainsFunc(t.body.drawn, isBodySurface) {
			body = func(material state.ID, _ geometry.Body) step.Ref { return x.withSurfaces(material, t.body) }
		}
		return x.add("IFCREPRESENTATIONMAP", x.origin(), body(t.key.material, t.body.solids))
	}
	var solids []step.Ref
	for _, p := range t.parts {
		frame, way, long := x.partWay(t.key.plumb, p)
		for _, polygon := range p.Elevation {
			solid := x.add("IFCEXTRUDEDAREASOLID", x.polygonProfile(polygon), frame, way, long)
			x.paintPart(solid, p.Role, t.key.material)
			solids = append(solids, solid)
		}
	}
	body := x.add("IFCSHAPEREPRESENTATION", x.contexts.body, step.String("Body"),
		step.String("SweptSolid"), x.refs(solids...))
	return x.add("IFCREPRESENTATIONMAP", x.origin(), body)
}

// partWay writes the frame of the profile of a part, and the direction in which it is extruded, and returns how far.
// The parts of a skylight with a plumb cut run along the vertical, given in their plane.
func (x *exporter) partWay(plumb r3.Vector, p fabric.FillingPart) (frame, way step.Ref, long step.Real) {
	deep := p.Back - p.Front
	if plumb == (r3.Vector{}) {
		return x.axes(geometry.Placement{Origin: geometry.Point3{Y: -p.Front}, X: r3.Vector{X: 1},
			Z: r3.Vector{Y: -1}}), x.up(), mm(deep)
	}
	up := float64(float64(p.Front)*plumb.Y) / plumb.Z
	at := x.point(0, float64(-p.Front), up)
	return x.axesAt(at, r3.Vector{X: 1}, r3.Vector{Y: -1}), x.direction3(plumb),
		step.Real(rounded(deep.MM()/plumb.Z, perMillimetre))
}
