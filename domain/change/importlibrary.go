package change

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
)

func (t *Transaction) importMaterial(m state.Material) error {
	if _, taken := t.Model.Material(m.ID); taken || m.ID == "" {
		return takenID(m.ID)
	}
	return DefineMaterial{Name: m.Name, Category: m.Category, Colour: m.Colour, Density: m.Density,
		Properties: shape.SetsOf(m.Properties), ID: m.ID}.Decide(t)
}

func (t *Transaction) importType(d state.Type) error {
	if _, taken := t.Model.Type(d.ID); taken || d.ID == "" {
		return takenID(d.ID)
	}
	if component.ComponentUses(d.Category) != nil {
		return t.importComponentType(d)
	}
	layers := make([]shape.LayerInput, len(d.Layers))
	for i, l := range d.Layers {
		layers[i] = shape.LayerInput{Material: string(l.MaterialID), Thickness: l.Thickness, Function: l.Function,
			Record: l.Record}
	}
	return DefineType{Category: d.Category, Name: d.Name, Layers: layers, Profile: d.Profile,
		Material: string(d.MaterialID), Properties: shape.SetsOf(d.Psets), ID: d.ID}.Decide(t)
}

// importComponentType adds a type of components with its body. If the type has no body, its components have their own.
func (t *Transaction) importComponentType(d state.Type) error {
	d.Name = strings.TrimSpace(d.Name)
	if err := (DefineType{Category: d.Category, Name: d.Name,
		Properties: shape.SetsOf(d.Psets)}).checkNamed(t.Model); err != nil {
		return err
	}
	if err := component.CheckUse(d.Category, d.Use); err != nil {
		return err
	}
	if err := shape.CheckIfcClass(d.IfcClass, d.PredefinedType, "", ""); err != nil {
		return err
	}
	if len(d.Parts) > 0 {
		if err := component.CheckParts(t.Model, d.Parts); err != nil {
			return err
		}
	}
	for _, id := range typeMaterials(d) {
		if _, err := shape.MaterialNamed(t.Model, string(id)); err != nil {
			return err
		}
	}
	d.Psets = shape.SetsOf(d.Psets).Sorted()
	t.Emit(&state.TypeDefined{Type: d})
	return nil
}

// typeMaterials lists the materials of a component type.
func typeMaterials(d state.Type) []state.ID {
	if d.MaterialID == "" {
		return nil
	}
	return []state.ID{d.MaterialID}
}
