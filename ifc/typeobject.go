package ifc

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/step"
)

// writeTypes writes the model's types: one object for each, so that elements of one type share it; of a door or window
// type one for each way of opening that occurs, since in IFC that belongs to the type.
func (x *exporter) writeTypes() error {
	for _, t := range x.model.Types() {
		row := classOfType(t)
		if row.typeEntity == "" {
			continue
		}
		kinds := x.kindsOf(t)
		for _, k := range kinds {
			done := x.within(typeKey(t.ID, k.kind))
			err := x.writeKind(t, row, k, len(kinds) > 1)
			done()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// writeKind writes the object of a type for one way of opening, with what it is made of.
func (x *exporter) writeKind(t *domain.Type, row class, k filler, several bool) error {
	body, err := x.typeBody(t)
	if err != nil {
		return err
	}
	return x.typeMaterial(t, x.writeType(t, row, k, several, body), k)
}

// typeKey names a type's object: the type and, for doors and windows, the way of opening.
func typeKey(id domain.ID, kind string) string {
	if kind == "" {
		return string(id)
	}
	return string(id) + " " + kind
}

// kindsOf answers the ways of opening of a door or window type's elements, sorted; one without a name for any other type.
func (x *exporter) kindsOf(t *domain.Type) []filler {
	out := []filler{}
	for _, id := range x.model.OfType(t.ID) {
		e, ok := x.model.Element(id)
		if !ok {
			continue
		}
		switch p := e.Params.(type) {
		case *domain.Door:
			out = append(out, doorFiller(p))
		case *domain.Window:
			out = append(out, windowFiller(p))
		}
	}
	slices.SortFunc(out, func(a, b filler) int { return strings.Compare(a.kind, b.kind) })
	out = slices.CompactFunc(out, func(a, b filler) bool { return a.kind == b.kind })
	if len(out) == 0 {
		return []filler{{}}
	}
	return out
}

func (x *exporter) writeType(t *domain.Type, row class, k filler, several bool, body step.Value) step.Ref {
	key, name := typeKey(t.ID, k.kind), t.Name
	globalID := GlobalID(t.ID)
	if k.kind != "" {
		globalID = derivedGlobalID(string(t.ID), k.kind)
	}
	if several {
		name += " " + k.kind
	}
	predefined := step.Enum(orElse(row.predefined, string(notDefined)))
	args := []step.Value{x.history(""), label(name), null, null, x.typeProperties(t, row, key), body, label(string(t.ID)), null}
	if row.typeEntity == "IFCFURNITURETYPE" {
		args = append(args, notDefined) // where it is put together
	}
	args = append(args, predefined)
	if row.category == domain.CategoryDoor || row.category == domain.CategoryWindow {
		args = append(args, openingKind(k)...)
	}
	ref := x.addRoot(row.typeEntity, globalID, args...)
	x.types[key] = ref
	return ref
}

// typeProperties writes the property sets of a type.
func (x *exporter) typeProperties(t *domain.Type, row class, key string) step.Value {
	var sets step.List
	for _, set := range t.Psets {
		x.checkSet(t.ID, row.entity, set.Name)
		sets = append(sets, x.propertySet(key, x.history(""), t.ID, set))
	}
	if len(sets) == 0 {
		return null
	}
	return sets
}

// typeMaterial associates a type with its layers, its section, or the material of the whole.
func (x *exporter) typeMaterial(t *domain.Type, ref step.Ref, k filler) error {
	key := typeKey(t.ID, k.kind)
	switch {
	case len(t.Layers) > 0:
		x.associate(key, "layers", ref, x.layerSet(string(t.ID), t.Name, t.Layers))
	case t.Profile != nil:
		section, err := x.profileSet(*t.Profile, t.MaterialID)
		if err != nil {
			return err
		}
		x.typeSection(t, ref, key, section)
	case t.MaterialID != "":
		if material, ok := x.materials[t.MaterialID]; ok {
			x.associate(key, "material", ref, material)
		}
	}
	return nil
}

// typeSection associates a type with its profile set, or, in a schema without them, with its material.
func (x *exporter) typeSection(t *domain.Type, ref step.Ref, key string, section profiled) {
	if section.set != 0 {
		x.associate(key, "profile", ref, section.set)
		return
	}
	x.lose("IfcMaterialProfileSet")
	if material, ok := x.materials[t.MaterialID]; ok {
		x.associate(key, "profile", ref, material)
	}
}

// setType remembers the type of an element.
func (x *exporter) setType(e *domain.Element, ref step.Ref, kind string) {
	key := typeKey(e.TypeID, kind)
	if _, ok := x.types[key]; ok && e.TypeID != "" {
		x.typed.put(key, ref)
	}
}
