package importer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// noMaterial is the name of the material for layers that have none in the file, since every layer of the model has a
// material.
const noMaterial = "unspecified"

// maxDensity is the greatest density of a material that the model accepts, in kg/m3. A greater value in a file is a
// mistaken unit.
const maxDensity = 25_000

// readMaterials reads the materials. Materials with the same name become one material.
func (r *reader) readMaterials() {
	for _, m := range r.b.Materials {
		r.materials[m] = r.material(m)
	}
	r.readCarriedMaterials()
	slices.SortFunc(r.Materials, func(a, b *state.Material) int { return cmp.Compare(a.ID, b.ID) })
}

func (r *reader) material(m *building.Material) *state.Material {
	name := orElse(strings.TrimSpace(m.Name), noMaterial)
	id := materialID(name)
	for _, s := range m.Sets {
		if carried, ok := given(carriedText(s, "id")); ok && s.Name == carriedSet {
			id = carried
		}
	}
	if known := r.byName[name]; known != nil && (known.ID == id || !r.Own) {
		return known
	}
	out := &state.Material{ID: id, Name: name, Category: m.Category, Colour: m.Colour, Properties: r.sets(m.Sets)}
	if m.Density > 0 && m.Density <= maxDensity {
		out.Density = m.Density
	} else if m.Density > maxDensity {
		r.Report.leftInstance("IfcMaterial", instance{m.Number, "", m.Name}, "the density is beyond any material")
	}
	carryFields(out, m.Sets)
	r.byName[name] = out
	r.Materials = append(r.Materials, out)
	return out
}

// unspecified returns the material for layers that have none in the file.
func (r *reader) unspecified() *state.Material {
	if m := r.byName[noMaterial]; m != nil {
		return m
	}
	m := &state.Material{ID: materialID(noMaterial), Name: noMaterial}
	r.byName[noMaterial] = m
	r.Materials = append(r.Materials, m)
	return m
}

// typeCategories maps the classes of types to the categories of the model.
var typeCategories = map[string]state.Category{
	"IfcWallType": state.CategoryWall, "IfcSlabType": state.CategoryFloor, "IfcRoofType": state.CategoryRoof,
	"IfcColumnType": state.CategoryColumn,
	"IfcBeamType":   state.CategoryBeam, "IfcDoorType": state.CategoryDoor, "IfcDoorStyle": state.CategoryDoor,
	"IfcWindowType": state.CategoryWindow, "IfcWindowStyle": state.CategoryWindow,
	"IfcDuctSegmentType": state.CategoryDuct, "IfcPipeSegmentType": state.CategoryPipe,
	"IfcCableCarrierSegmentType": state.CategoryCableTray,
}

// readTypes reads the types. Types of one category that share a name get numbers.
func (r *reader) readTypes() {
	for _, t := range r.b.Types {
		category := orCategory(typeCategories[t.Class], r.componentType(t))
		if t.Class == "IfcCoveringType" && t.Predefined == "CEILING" {
			category = state.CategoryCeiling
		}
		if t.Class == "IfcTypeProduct" && r.Own {
			category = state.CategoryRoof
		}
		if told := carriedTypeCategory(t); r.Own && told != "" {
			category = told
		}
		if r.Own && t.Tag == "" {
			continue // our exporter wrote this type only for the kind of one element
		}
		if category == "" {
			r.Report.leftInstance(t.Class, instance{t.Number, t.GlobalID, t.Name},
				"the model has no types of this class: what is said of it stays with its elements")
			continue
		}
		r.types[t] = r.typeOf(t, category)
	}
	slices.SortFunc(r.Types, func(a, b *state.Type) int { return cmp.Compare(a.ID, b.ID) })
}

func orCategory(c, otherwise state.Category) state.Category {
	if c == "" {
		return otherwise
	}
	return c
}

// carriedTypeCategory returns the category in our own property set of a type, "" for none.
func carriedTypeCategory(t *building.TypeObject) state.Category {
	for _, s := range t.Sets {
		var c state.Category
		if text := carriedText(s, fieldPrefix+"category"); s.Name == carriedSet && text != "" &&
			json.Unmarshal([]byte(text), &c) == nil && c.Known() {
			return c
		}
	}
	return ""
}

// typeOf reads a type. Several type objects of our own files may be the same type.
func (r *reader) typeOf(t *building.TypeObject, category state.Category) *state.Type {
	id, tagged := given(t.Tag)
	switch {
	case r.Own && tagged && r.typesByID[id] != nil: // the same type, written once for each way of opening
		known := r.typesByID[id]
		known.Name = strings.TrimSuffix(known.Name, " "+openingMark(r.firstOf(known)))
		return known
	case !r.Own || !tagged:
		var told bool
		if id, told = r.ids.of(t.GlobalID, t.Number); !told {
			r.leftType(t, "the GlobalId is none, or occurs twice: the type has another id", "")
		}
	}
	out := &state.Type{ID: id, Category: category, Name: orElse(strings.TrimSpace(t.Name), t.Class),
		Psets: r.sets(t.Sets)}
	if component.ComponentUses(category) != nil {
		out.Use = useOfType(t, category)
		r.typeClass(out, t)
	}
	keepTypeAttributes(out, t)
	r.composition(out, t)
	carryFields(out, t.Sets)
	if !r.Own {
		out.Name = r.typeNames.free(category, out.Name)
	}
	keepTypeNames(out, t)
	r.typesByID[id] = out
	r.Types = append(r.Types, out)
	return out
}

// keepTypeNames keeps the original name of a type that was renamed to be unique, and the name of its layer set.
func keepTypeNames(out *state.Type, t *building.TypeObject) {
	if out.Category == state.CategoryDoor || out.Category == state.CategoryWindow {
		return // one type of the model becomes several objects, each with its own name
	}
	if name := clipped(t.Name); name != "" && name != out.Name {
		out.Psets = shape.WithTypeAttribute(out.Psets, shape.AttributeName, name)
	}
	if len(out.Layers) > 0 {
		nameLayers(out, t.Use)
	}
}

// openingMark returns the suffix that the exporter adds to the names of types that it writes several times, once for
// each way of opening.
func openingMark(t *building.TypeObject) string {
	if t == nil {
		return ""
	}
	operation, _, _ := strings.Cut(t.Operation, " ")
	return operation
}

func (r *reader) firstOf(known *state.Type) *building.TypeObject {
	for _, t := range r.b.Types {
		if r.types[t] == known {
			return t
		}
	}
	return nil
}

// typeNames holds the names of the types that were read, each with the number from which to search for a free name.
type typeNames map[typeName]int

type typeName struct {
	category state.Category
	name     string
}

// free returns a name that no type of a category has yet: the given name, with a number if needed.
func (n typeNames) free(category state.Category, name string) string {
	key := typeName{category, name}
	out := name
	for number := max(n[key], 2); n[typeName{category, out}] > 0; number++ {
		out = fmt.Sprintf("%s (%d)", name, number)
		n[key] = number + 1
	}
	n[typeName{category, out}] = max(n[typeName{category, out}], 2)
	return out
}

// composition reads the layers, the section and the material of a type.
func (r *reader) composition(out *state.Type, t *building.TypeObject) {
	switch out.Category {
	case state.CategoryWall, state.CategoryFloor, state.CategoryRoof, state.CategoryCeiling:
		out.Layers = r.layersOf(t.Use, t.Use.Usage != nil && t.Use.Usage.Positive)
	case state.CategoryColumn, state.CategoryBeam, state.CategoryDuct, state.CategoryPipe, state.CategoryCableTray:
		if t.Use.Profile != nil && t.Use.Profile.Profile.Section != nil && !t.Use.Profile.Profile.Rounded {
			section := *t.Use.Profile.Profile.Section
			out.Profile = &section
		}
	}
	if m := r.materials[t.Use.Material]; m != nil {
		out.MaterialID = m.ID
	}
}

// useType gives an element its type, and its own material if the type has a different material.
func (r *reader) useType(e *state.Element, p *building.Product) {
	t := r.types[p.Type]
	if t != nil && t.Category == e.Category {
		e.TypeID = t.ID
	}
	if m := r.materialOf(p); m != nil {
		layered := t != nil && e.TypeID != "" && len(t.Layers) > 0
		if !layered && (t == nil || t.MaterialID != m.ID) {
			e.MaterialID = m.ID
		}
	}
}

// addTypeSets gives an element the property sets of its type if the model does not have the type. The element's own
// properties take precedence.
func (r *reader) addTypeSets(e *state.Element, p *building.Product) {
	if p.Type == nil || r.Own || r.types[p.Type] != nil && e.TypeID != "" {
		return
	}
	e.Psets = withSets(e.Psets, r.sets(p.Type.Sets))
}

// materialOf returns the material of a product, or its main material if it has several; nil for none.
func (r *reader) materialOf(p *building.Product) *state.Material {
	u := p.Use
	switch {
	case u.Material != nil:
		return r.materials[u.Material]
	case len(u.Layers) > 0:
		thickest := u.Layers[0]
		for _, l := range u.Layers {
			if l.Thickness > thickest.Thickness {
				thickest = l
			}
		}
		return r.materials[thickest.Material]
	case len(u.List) > 0:
		return r.materials[u.List[0]]
	}
	return nil
}

// sectionOf returns the section for an element, or nil if its type has the same section.
func (r *reader) sectionOf(e *state.Element, section geometry.Profile) *geometry.Profile {
	if t := r.typesByID[e.TypeID]; t != nil && t.Profile != nil && *t.Profile == section {
		return nil
	}
	return &section
}

// carryFields applies the fields in our own property set of a type or material.
func carryFields[T any](target *T, told []building.Set) {
	fields := map[string]json.RawMessage{}
	for _, s := range told {
		if s.Name != carriedSet {
			continue
		}
		for _, p := range s.Properties {
			text, ok := p.Value.(string)
			if field, isField := strings.CutPrefix(p.Name, fieldPrefix); ok && isField && json.Valid([]byte(text)) {
				fields[field] = json.RawMessage(text)
			}
		}
	}
	if len(fields) == 0 {
		return
	}
	for i, name := range fieldOrder(*target) {
		if string(fields[name]) == "null" { // decoding null would leave the field as it is
			reflect.ValueOf(target).Elem().Field(i).SetZero()
		}
	}
	if raw, err := json.Marshal(fields); err == nil {
		_ = json.Unmarshal(raw, target) // a field that cannot be decoded stays as it was read
	}
}
