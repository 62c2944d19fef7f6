package domain

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// facet reads and writes one facet of an element as JSON.
type facet struct {
	get func(*Element) json.RawMessage
	set func(*Element, json.RawMessage) // leaves the element as it is where raw does not fit
	// same reports that two elements have the same value of the facet, without encoding it; false means that only the
	// JSON decides. Nil where the JSON always decides.
	same func(a, b *Element) bool
}

const (
	paramPrefix = "param."
	psetPrefix  = "pset."
)

// paramFacet returns the facet of a parameter.
func paramFacet(name string) Facet { return Facet(paramPrefix + name) }

// IsParameter reports whether the facet is one of an element's parameters.
func (f Facet) IsParameter() bool { return strings.HasPrefix(string(f), paramPrefix) }

// IsConnection reports whether the facet is what one of an element's ports is connected to.
func (f Facet) IsConnection() bool { return strings.HasPrefix(string(f), connectionPrefix) }

// idFacets are the facets that hold the id of something else.
var idFacets = map[Facet]func(*Element) *ID{
	FacetLevel:    func(e *Element) *ID { return &e.LevelID },
	FacetHost:     func(e *Element) *ID { return &e.HostID },
	FacetFills:    func(e *Element) *ID { return &e.FillsID },
	FacetType:     func(e *Element) *ID { return &e.TypeID },
	FacetMaterial: func(e *Element) *ID { return &e.MaterialID },
	FacetAssembly: func(e *Element) *ID { return &e.AssemblyID },
}

// facetOf returns how to read and write a facet of elements of a category.
func facetOf(c Category, f Facet) (facet, bool) {
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
	case strings.HasPrefix(name, paramPrefix):
		p, ok := c.parameter(name[len(paramPrefix):])
		return parameterFacet(p), ok
	case strings.HasPrefix(name, psetPrefix):
		set, property, ok := strings.Cut(name[len(psetPrefix):], ".")
		return propertyFacet(set, property), ok
	}
	return facet{}, false
}

func jsonFacet[T any](field func(*Element) *T) facet {
	return facet{
		get: func(e *Element) json.RawMessage { return mustJSON(*field(e)) },
		set: func(e *Element, raw json.RawMessage) {
			var v T
			if decodeValue(raw, reflect.ValueOf(&v).Elem()) == nil {
				*field(e) = v
			}
		},
	}
}

func parameterFacet(p Parameter) facet {
	return facet{
		get: func(e *Element) json.RawMessage { return p.get(e.Params) },
		set: func(e *Element, raw json.RawMessage) {
			if params, err := p.with(e.Params, raw); err == nil {
				e.Params = params
			}
		},
		same: func(a, b *Element) bool { return p.same(a.Params, b.Params) },
	}
}

func propertyFacet(set, name string) facet {
	return facet{
		get: func(e *Element) json.RawMessage {
			v, _ := Lookup(e.Psets, set, name)
			return mustJSON(v)
		},
		set: func(e *Element, raw json.RawMessage) {
			var v PropertyValue
			if decodeValue(raw, reflect.ValueOf(&v).Elem()) != nil || v.raw == "" {
				e.Psets = withProperty(e.Psets, set, name, nil)
				return
			}
			e.Psets = withProperty(e.Psets, set, name, &v)
		},
	}
}

// difference lists the facets in which two states of one element differ, in the order given.
func difference(before, after *Element, facets []Facet) []Change {
	var out []Change
	for _, name := range facets {
		f, ok := facetOf(before.Category, name)
		if !ok || f.same != nil && f.same(before, after) {
			continue
		}
		from, to := f.get(before), f.get(after)
		if !bytes.Equal(from, to) {
			out = append(out, Change{name, from, to})
		}
	}
	return out
}

// paramFacets lists the parameter facets of a category.
func paramFacets(c Category) []Facet {
	parameters := c.Parameters()
	out := make([]Facet, len(parameters))
	for i, p := range parameters {
		out[i] = paramFacet(p.Name)
	}
	return out
}
