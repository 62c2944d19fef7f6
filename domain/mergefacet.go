package domain

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
)

// sameElement reports whether two elements, or their absences, are alike.
func sameElement(a, b *Element) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	return a.Category == b.Category && len(differingFacets(a, b)) == 0
}

// differingFacets lists the facets in which two elements of one category differ: common ones, parameters in their order,
// properties by name. The result is that of comparing the stored values, but values that are plainly equal are not
// encoded.
func differingFacets(a, b *Element) []Facet {
	if a == b {
		return nil
	}
	var out []Facet
	note := func(f Facet, same bool) {
		if !same {
			out = append(out, f)
		}
	}
	note(FacetName, a.Name == b.Name)
	note(FacetLevel, a.LevelID == b.LevelID)
	note(FacetHost, a.HostID == b.HostID)
	note(FacetFills, a.FillsID == b.FillsID)
	note(FacetType, a.TypeID == b.TypeID)
	note(FacetMaterial, a.MaterialID == b.MaterialID)
	note(FacetAssembly, a.AssemblyID == b.AssemblyID)
	note(FacetClassification, slices.Equal(a.Codes, b.Codes))
	note(FacetOrigin, sameOrigin(a.Origin, b.Origin))
	if a.Params != b.Params && !reflect.DeepEqual(a.Params, b.Params) {
		for _, p := range a.Category.Parameters() {
			if !sameParameter(p, a.Params, b.Params) {
				out = append(out, paramFacet(p.Name))
			}
		}
	}
	return append(out, changedProperties(a.Psets, b.Psets)...)
}

func sameParameter(p Parameter, a, b Params) bool {
	return reflect.DeepEqual(p.field(a).Interface(), p.field(b).Interface()) || bytes.Equal(p.get(a), p.get(b))
}

// changedProperties lists the properties that differ, by name.
func changedProperties(a, b []PropertySet) []Facet {
	if reflect.DeepEqual(a, b) {
		return nil
	}
	var out []Facet
	for _, sets := range [][]PropertySet{a, b} {
		for _, set := range sets {
			for _, p := range set.Properties {
				va, inA := Lookup(a, set.Name, p.Name)
				vb, inB := Lookup(b, set.Name, p.Name)
				if va != vb || inA != inB {
					out = append(out, Facet(psetPrefix+set.Name+"."+p.Name))
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Facet) int { return strings.Compare(string(a), string(b)) })
	return slices.Compact(out)
}
