package change

import (
	"reflect"
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

func Element(m *state.Model, id state.ID) *state.Element {
	e, _ := m.Element(id)
	return e
}

func Has(m *state.Model, id state.ID) bool { return Element(m, id) != nil }

// Filler returns the id of the door or window in an opening, or "" for any other element.
func Filler(e *state.Element) state.ID {
	if e == nil {
		return ""
	}
	if o, ok := e.Params.(*fabric.Opening); ok {
		return o.FilledBy
	}
	return ""
}

func ElementDescribe(e *state.Element) string { return string(e.Category) + " \"" + e.Name + "\"" }

// DifferingFacets lists the facets in which two elements of one category differ: common facets, then parameters in
// their order, then properties by name. It compares the stored values, but does not encode values that are obviously
// equal.
func DifferingFacets(a, b *state.Element) []state.Facet {
	if a == b {
		return nil
	}
	var out []state.Facet
	note := func(f state.Facet, same bool) {
		if !same {
			out = append(out, f)
		}
	}
	note(state.FacetName, a.Name == b.Name)
	note(state.FacetLevel, a.LevelID == b.LevelID)
	note(state.FacetHost, a.HostID == b.HostID)
	note(state.FacetFills, a.FillsID == b.FillsID)
	note(state.FacetType, a.TypeID == b.TypeID)
	note(state.FacetMaterial, a.MaterialID == b.MaterialID)
	note(state.FacetAssembly, a.AssemblyID == b.AssemblyID)
	note(state.FacetClassification, slices.Equal(a.Codes, b.Codes))
	note(state.FacetOrigin, bodyshape.SameOrigin(a.Origin, b.Origin))
	if a.Params != b.Params && !reflect.DeepEqual(a.Params, b.Params) {
		for _, p := range a.Category.Parameters() {
			if !bodyshape.SameParameter(p, a.Params, b.Params) {
				out = append(out, state.ParamFacet(p.Name))
			}
		}
	}
	return append(out, bodyshape.ChangedProperties(a.Psets, b.Psets)...)
}

// Keyed is implemented by categories whose elements have a key that is unique in the model: the name of a level, the
// number of a room.
type Keyed interface {
	// Key returns the facet that holds the key, and the key. The key is "" for an element without a key.
	Key(e *state.Element) (state.Facet, string)
	// Unkeyed returns the parameters without the key. They are unchanged if the key is not a parameter.
	Unkeyed() state.Params
}

// RankOf returns an order in which hosts and levels come before the elements that they carry.
func RankOf(e *state.Element) int {
	switch {
	case state.Rows[e.Category].Carries:
		return 0
	case len(state.Rows[e.Category].Hosts) == 0:
		return 1
	case e.Category == state.CategoryOpening:
		return 2
	}
	return 3
}
