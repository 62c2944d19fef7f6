package export

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// typeObjects holds the objects that were written for types.
type typeObjects struct {
	types       map[string]step.Ref   // type objects by the id of the type, or by fillerOwner for doors and windows
	maps        map[state.ID]step.Ref // maps of the types with a body, by the id of the type
	fillerTypes map[fillerKey]*fillerType
	typed       grouping // occurrences by the key of their type
}

func newTypeObjects() typeObjects {
	return typeObjects{types: map[string]step.Ref{}, maps: map[state.ID]step.Ref{},
		fillerTypes: map[fillerKey]*fillerType{}}
}

// writeTypes writes one object for each of the model's types. A type of doors or windows gets one object for each way
// of opening and size that occurs. In IFC the way of opening, the size and the shape belong to the type.
func (x *exporter) writeTypes() error {
	if err := x.writeFillerTypes(); err != nil {
		return err
	}
	for _, t := range x.model.Types() {
		row := x.classOfType(t)
		if row.typeEntity == "" || x.ofFillers(t) {
			continue
		}
		done := x.within(string(t.ID))
		err := x.writeModelType(t, row)
		done()
		if err != nil {
			return err
		}
	}
	return nil
}

// ofFillers reports whether a type is a type of doors or windows that stand in walls.
func (x *exporter) ofFillers(t *state.Type) bool {
	return (t.Category == state.CategoryDoor || t.Category == state.CategoryWindow) &&
		slices.ContainsFunc(x.model.OfType(t.ID), func(id state.ID) bool {
			e, ok := x.model.Element(id)
			return ok && state.FixedOf(e) == nil
		})
}

// writeModelType writes the object of a type, with its body and its material.
func (x *exporter) writeModelType(t *state.Type, row class) error {
	body, err := x.typeBody(t)
	if err != nil {
		return err
	}
	return x.typeMaterial(t, x.writeType(t, row, body))
}

func (x *exporter) writeType(t *state.Type, row class, body step.Value) step.Ref {
	told := x.toldOf(t, row)
	var sets step.Value = null
	if written := x.typeSets(t, row, string(t.ID), told.names); len(written) > 0 {
		sets = written
	}
	args := []step.Value{x.history(""), label(told.name), text(told.description), null, sets, body,
		label(told.tag), label(told.kind)}
	if row.typeEntity == "IFCFURNITURETYPE" {
		args = append(args, notDefined) // value of the attribute for the place of assembly
	}
	args = append(args, told.predefined)
	if row.category == state.CategoryDoor || row.category == state.CategoryWindow {
		args = append(args, openingKind()...)
	}
	ref := x.addRoot(row.typeEntity, ifc.GlobalID(t.ID), args...)
	x.types[string(t.ID)] = ref
	return ref
}

// typeSets writes the property sets of a type without the properties that its object has as attributes.
func (x *exporter) typeSets(t *state.Type, row class, owner string, told []string) step.List {
	var sets step.List
	own := withoutToldOfType(t, told)
	if t.Category == state.CategoryRoof {
		own = x.setsOf(own, false) // the roofs of the type write the other sets
	}
	for _, set := range own {
		x.checkSet(t.ID, row.entity, set.Name)
		for _, ref := range x.propertySets(owner, x.history(""), t.ID, set) {
			sets = append(sets, ref)
		}
	}
	return sets
}

// typeMaterial associates a type with its layers, its section, or its single material.
func (x *exporter) typeMaterial(t *state.Type, ref step.Ref) error {
	key := string(t.ID)
	switch {
	case len(t.Layers) > 0:
		x.associate(key, "layers", ref, x.layerSetOfType(t))
	case t.Profile != nil && x.dialect.has("IFCMATERIALPROFILESET"):
		section, err := x.profileSet(*t.Profile, t.MaterialID)
		if err != nil {
			return err
		}
		x.associate(key, "profile", ref, section.set)
	case t.Profile != nil:
		x.lose("IfcMaterialProfileSet")
		x.materialOfType(t, ref, "profile")
	case t.MaterialID != "":
		x.materialOfType(t, ref, "material")
	}
	return nil
}

// materialOfType associates a type with its material. The GlobalId of the relation contains the place, as it does for
// the layers or sections that other schemas have there.
func (x *exporter) materialOfType(t *state.Type, ref step.Ref, place string) {
	if material, ok := x.materials[t.MaterialID]; ok {
		x.associate(string(t.ID), place, ref, material)
	}
}

// setType records the type of an element.
func (x *exporter) setType(e *state.Element, ref step.Ref) {
	if _, ok := x.types[string(e.TypeID)]; ok && e.TypeID != "" {
		x.typed.put(string(e.TypeID), ref)
	}
}
