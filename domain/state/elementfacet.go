package state

import (
	"encoding/json"
	"reflect"
	"strings"
)

// facet reads and writes one facet of an element as JSON.
type facet struct {
	Get func(*Element) json.RawMessage
	Set func(*Element, json.RawMessage) // leaves the element unchanged if raw does not fit
	// Same reports whether two elements surely have the same value of the facet, without encoding it. If it returns
	// false, or if Same is nil, the JSON of the values must be compared.
	Same func(a, b *Element) bool
}

const (
	ParamPrefix = "param."
	PsetPrefix  = "pset."
)

// ParamFacet returns the facet of a parameter.
func ParamFacet(name string) Facet { return Facet(ParamPrefix + name) }

// IsParameter reports whether the facet is one of an element's parameters.
func (f Facet) IsParameter() bool { return strings.HasPrefix(string(f), ParamPrefix) }

// IsConnection reports whether the facet is the connection of one of an element's ports.
func (f Facet) IsConnection() bool { return strings.HasPrefix(string(f), ConnectionPrefix) }

// idFacets holds the facets whose value is the id of another element or definition.
var idFacets = map[Facet]func(*Element) *ID{
	FacetLevel:    func(e *Element) *ID { return &e.LevelID },
	FacetHost:     func(e *Element) *ID { return &e.HostID },
	FacetFills:    func(e *Element) *ID { return &e.FillsID },
	FacetType:     func(e *Element) *ID { return &e.TypeID },
	FacetMaterial: func(e *Element) *ID { return &e.MaterialID },
	FacetAssembly: func(e *Element) *ID { return &e.AssemblyID },
}

// FacetOf returns the accessors of a facet of elements of a category.
func FacetOf(c Category, f Facet) (facet, bool) {
	name := string(f)
	switch {
	case f == FacetName:
		return jsonFacet(func(e *Element) *string { return &e.Name }), true
	case f == FacetClassification:
		return jsonFacet(func(e *Element) *[]Classification { return &e.Codes }), true
	case f == FacetOrigin:
		return jsonFacet(func(e *Element) **Origin { return &e.Origin }), true
	case idFacets[f] != nil:
		return jsonFacet(idFacets[f]), true
	case strings.HasPrefix(name, ParamPrefix):
		p, ok := c.Parameter(name[len(ParamPrefix):])
		return parameterFacet(p), ok
	case strings.HasPrefix(name, PsetPrefix):
		set, property, ok := strings.Cut(name[len(PsetPrefix):], ".")
		return propertyFacet(set, property), ok
	}
	return facet{}, false
}

func jsonFacet[T any](field func(*Element) *T) facet {
	return facet{
		Get: func(e *Element) json.RawMessage { return MustJSON(*field(e)) },
		Set: func(e *Element, raw json.RawMessage) {
			var v T
			if DecodeValue(raw, reflect.ValueOf(&v).Elem()) == nil {
				*field(e) = v
			}
		},
	}
}

func parameterFacet(p Parameter) facet {
	return facet{
		Get: func(e *Element) json.RawMessage { return p.Get(e.Params) },
		Set: func(e *Element, raw json.RawMessage) {
			if params, err := p.With(e.Params, raw); err == nil {
				e.Params = params
			}
		},
		Same: func(a, b *Element) bool { return p.Same(a.Params, b.Params) },
	}
}

func propertyFacet(set, name string) facet {
	return facet{
		Get: func(e *Element) json.RawMessage {
			v, _ := Lookup(e.Psets, set, name)
			return MustJSON(v)
		},
		Set: func(e *Element, raw json.RawMessage) {
			var v PropertyValue
			if DecodeValue(raw, reflect.ValueOf(&v).Elem()) != nil || v.Raw == "" {
				e.Psets = WithProperty(e.Psets, set, name, nil)
				return
			}
			e.Psets = WithProperty(e.Psets, set, name, &v)
		},
	}
}
