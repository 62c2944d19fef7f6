package domain

import (
	"strings"
)

func (t *transaction) importMaterial(m Material) error {
	if _, taken := t.model.Material(m.ID); taken || m.ID == "" {
		return takenID(m.ID)
	}
	return DefineMaterial{Name: m.Name, Category: m.Category, Colour: m.Colour, Density: m.Density,
		Properties: setsOf(m.Properties), ID: m.ID}.decide(t)
}

func (t *transaction) importType(d Type) error {
	if _, taken := t.model.Type(d.ID); taken || d.ID == "" {
		return takenID(d.ID)
	}
	if ComponentUses(d.Category) != nil {
		return t.importComponentType(d)
	}
	layers := make([]LayerInput, len(d.Layers))
	for i, l := range d.Layers {
		layers[i] = LayerInput{string(l.MaterialID), l.Thickness, l.Function, l.Record}
	}
	return DefineType{Category: d.Category, Name: d.Name, Layers: layers, Profile: d.Profile,
		Material: string(d.MaterialID), Properties: setsOf(d.Psets), ID: d.ID}.decide(t)
}

// importComponentType adds a type of components with its body. Components of a type without a body have their own.
func (t *transaction) importComponentType(d Type) error {
	d.Name = strings.TrimSpace(d.Name)
	if err := (DefineType{Category: d.Category, Name: d.Name,
		Properties: setsOf(d.Psets)}).checkNamed(t.model); err != nil {
		return err
	}
	if err := checkUse(d.Category, d.Use); err != nil {
		return err
	}
	if err := checkIfcClass(d.IfcClass, d.PredefinedType, "", ""); err != nil {
		return err
	}
	if len(d.Parts) > 0 {
		if err := t.model.checkParts(d.Parts); err != nil {
			return err
		}
	}
	for _, id := range d.materials() {
		if _, err := t.model.materialNamed(string(id)); err != nil {
			return err
		}
	}
	d.Psets = setsOf(d.Psets).sorted()
	t.emit(&TypeDefined{d})
	return nil
}

// materials lists the materials of a component type.
func (d Type) materials() []ID {
	if d.MaterialID == "" {
		return nil
	}
	return []ID{d.MaterialID}
}

// setsOf returns property sets in the form of the arguments of a command.
func setsOf(sets []PropertySet) PropertySets {
	out := PropertySets{}
	for _, s := range sets {
		out[s.Name] = map[string]PropertyValue{}
		for _, p := range s.Properties {
			out[s.Name][p.Name] = p.Value
		}
	}
	return out
}
