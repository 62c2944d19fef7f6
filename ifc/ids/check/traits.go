package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/step"
)

// Trait is a feature of an element that a facet can ask for.
type Trait struct {
	Kind     string // kind of the facet that asks for it, as in [ids.Facet]
	Set      string // property set, or classification system, or relation of a whole
	Name     string // attribute, property, material, or class of the whole
	DataType string // data type of a property
	Value    string // value, if it is a text or truth value; "" for numbers, which elements seldom share
}

// elementRoots are the entities that together cover the elements of a building.
var elementRoots = []string{"IfcElement", "IfcSpatialElement", "IfcSpatialStructureElement"}

// Elements returns the building elements and spaces by class in upper case. It leaves out openings and other features,
// because they only modify other elements.
func (m *Model) Elements() map[string][]int {
	out := map[string][]int{}
	for _, c := range m.present() {
		if c.entity.IsA("IfcFeatureElement") || !slices.ContainsFunc(elementRoots, c.entity.IsA) {
			continue
		}
		out[c.name] = m.doc.Named(c.name)
	}
	return out
}

// Version returns the schema by its name in ifcVersion.
func (m *Model) Version() string { return m.version() }

// Traits returns the traits of an instance, each trait once.
func (m *Model) Traits(id int) []Trait {
	in := m.get(id)
	if in == nil {
		return nil
	}
	seen := map[Trait]bool{}
	m.attributeTraits(in, seen)
	m.propertyTraits(in, seen)
	for _, made := range m.madeOf(in) {
		for _, name := range m.materialNames(made, 0, nil) {
			seen[Trait{Kind: "material", Value: name}] = true
		}
	}
	for _, r := range m.references(in) {
		if r.system != "" {
			seen[Trait{Kind: "classification", Set: r.system}] = true
		}
	}
	m.wholeTraits(in, seen)
	return slices.SortedFunc(maps.Keys(seen), compareTraits)
}

func compareTraits(a, b Trait) int {
	return slices.Compare([]string{a.Kind, a.Set, a.Name, a.DataType, a.Value},
		[]string{b.Kind, b.Set, b.Name, b.DataType, b.Value})
}

// attributeTraits collects the attributes that are not references, except the GlobalId, which no two elements share.
func (m *Model) attributeTraits(in *instance, seen map[Trait]bool) {
	for i := range in.class.attributes {
		a := &in.class.attributes[i]
		if i >= len(in.args) || a.Name == "GlobalId" {
			continue
		}
		if _, isRef := in.args[i].(step.Ref); isRef {
			continue
		}
		if v := m.read(in.args[i], &a.Type, 0); !v.Empty() && v.Sort != ids.Object && v.Text != notDefined {
			seen[Trait{Kind: "attribute", Name: a.Name, Value: commonValue(v)}] = true
		}
	}
}

func (m *Model) propertyTraits(in *instance, seen map[Trait]bool) {
	for _, s := range m.setsOf(in) {
		for _, p := range s.properties {
			filled := p.filled
			if p.shape == opaqueShape || p.shape == tableShape || s.name == "" || len(filled) == 0 ||
				strings.Contains(types(filled), ",") {
				continue
			}
			t := Trait{Kind: "property", Set: s.name, Name: p.name, DataType: filled[0].dataType}
			if p.shape == singleShape {
				t.Value = commonValue(filled[0])
			}
			seen[t] = true
		}
	}
}

func (m *Model) wholeTraits(in *instance, seen map[Trait]bool) {
	for name, r := range map[string]relation{ids.Contained: contained, ids.Aggregates: aggregates, ids.Nests: nests} {
		for _, up := range m.linked(r, in.id) {
			if whole := m.get(up); whole != nil {
				seen[Trait{Kind: "partOf", Set: name, Name: whole.class.name}] = true
			}
		}
	}
}

// commonValue returns a value that several elements may share, or "" for a number or object.
func commonValue(v found) string {
	switch v.Sort {
	case ids.Text, ids.Boolean, ids.Logical:
		return v.String()
	}
	return ""
}
