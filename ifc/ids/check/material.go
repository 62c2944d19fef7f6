package check

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

// material compares the names and categories of an element's materials.
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

// madeOf returns the materials of an element, or the materials of its type if the element has none.
func (m *Model) madeOf(in *instance) []int {
	if own := m.linked(associatesMaterial, in.id); len(own) > 0 {
		return own
	}
	if t := m.typeOf(in); t != nil {
		return m.linked(associatesMaterial, t.id)
	}
	return nil
}

// materialParts are the attributes that lead from a material, list, set or usage to its parts.
var materialParts = []string{"ForLayerSet", "ForProfileSet", "MaterialLayers", "MaterialProfiles",
	"MaterialConstituents", "Materials", "Material"}

// materialDepth bounds the recursion; real files nest a usage, a set, a layer and a material.
const materialDepth = 8

// materialNames appends the names and categories of a material and of all its parts.
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
