package check

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

// material compares the names and categories of what an element is made of.
func (m *Model) material(f *ids.Material, in *instance) outcome {
	made := m.madeOf(in)
	if len(made) == 0 {
		return absent(NoMaterial, "")
	}
	var names []string
	for _, id := range made {
		names = m.materialNames(id, 0, names)
	}
	if f.Value == nil {
		return matched("", strings.Join(names, ", "), "")
	}
	for _, n := range names {
		if f.Value.MatchesText(n) {
			return matched("", n, "")
		}
	}
	return differs(WrongValue, "", strings.Join(names, ", "), "")
}

// madeOf returns the materials of an element, those of its type where it has none itself.
func (m *Model) madeOf(in *instance) []int {
	if own := m.linked(associatesMaterial, in.id); len(own) > 0 {
		return own
	}
	if t := m.typeOf(in); t != nil {
		return m.linked(associatesMaterial, t.id)
	}
	return nil
}

// materialParts are the attributes that lead from a material, list, set or usage to what is in it.
var materialParts = []string{"ForLayerSet", "ForProfileSet", "MaterialLayers", "MaterialProfiles",
	"MaterialConstituents", "Materials", "Material"}

// materialDepth is deeper than usage, set, layer, material.
const materialDepth = 8

// materialNames gathers the names and categories of a material and all that it consists of.
func (m *Model) materialNames(id, depth int, names []string) []string {
	in := m.get(id)
	if in == nil || depth > materialDepth {
		return names
	}
	for _, attribute := range []string{"Name", "LayerSetName", "Category"} {
		if text := in.text(attribute); text != "" && !slices.Contains(names, text) {
			names = append(names, text)
		}
	}
	for _, attribute := range materialParts {
		for _, part := range refs(in.arg(attribute)) {
			names = m.materialNames(part, depth+1, names)
		}
	}
	return names
}
