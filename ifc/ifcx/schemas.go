package ifcx

import (
	"encoding/json"
)

// The attributes of the draft that this package writes.
const (
	attributeClass      = "bsi::ifc::class"
	attributeMaterial   = "bsi::ifc::material"
	attributeName       = "bsi::ifc::prop::Name"
	attributeTypeName   = "bsi::ifc::prop::TypeName"
	attributeElevation  = "bsi::ifc::prop::Elevation"
	attributeColour     = "bsi::ifc::presentation::diffuseColor"
	attributeOpacity    = "bsi::ifc::presentation::opacity"
	attributeMesh       = "usd::usdgeom::mesh"
	attributeVisibility = "usd::usdgeom::visibility"
	attributeTransform  = "usd::xformop"
	// marks an element as deleted for ifc-lite
	attributeDeleted = "ifclite::deleted"
)

// setPrefix begins the names of properties and quantities in sets; readers group attributes by the name of the set.
const setPrefix = "bsi::ifc::v5a::"

// ownPrefix begins the names of attributes that only this program defines.
const ownPrefix = "bimstream::"

// kind is the type of an attribute's values, in the draft's schema language.
type kind struct {
	DataType string  `json:"dataType"`
	Elements *array  `json:"arrayRestrictions,omitempty"`
	Members  *object `json:"objectRestrictions,omitempty"`
}

type array struct {
	Value *kind `json:"value"`
}

type object struct {
	Values map[string]*kind `json:"values"`
}

// The kinds of scalars, and of objects without declared members.
var (
	kindString  = &kind{DataType: "String"}
	kindBoolean = &kind{DataType: "Boolean"}
	kindReal    = &kind{DataType: "Real"}
	kindInteger = &kind{DataType: "Integer"}
	kindObject  = &kind{DataType: "Object"}
)

func kindArray(of *kind) *kind { return &kind{DataType: "Array", Elements: &array{of}} }

func kindMembers(of map[string]*kind) *kind { return &kind{DataType: "Object", Members: &object{of}} }

// declared are the attributes whose kinds the draft fixes, so that values do not determine them.
var declared = map[string]*kind{
	attributeClass:      kindMembers(map[string]*kind{"code": kindString, "uri": kindString}),
	attributeMaterial:   kindMembers(map[string]*kind{"code": kindString, "uri": kindString}),
	attributeName:       kindString,
	attributeTypeName:   kindString,
	attributeElevation:  kindReal,
	attributeColour:     kindArray(kindReal),
	attributeOpacity:    kindReal,
	attributeVisibility: kindMembers(map[string]*kind{"visibility": kindString}),
	attributeTransform:  kindMembers(map[string]*kind{"transform": kindArray(kindArray(kindReal))}),
	attributeDeleted:    kindBoolean,
	attributeMesh: kindMembers(map[string]*kind{"points": kindArray(kindArray(kindReal)),
		"faceVertexIndices": kindArray(kindInteger)}),
}

// kindOf returns the kind of a value. ok is false for null and for a list of elements of several kinds, because the
// draft cannot declare either.
func kindOf(value json.RawMessage) (k *kind, ok bool) {
	switch value[0] {
	case '"':
		return kindString, true
	case 't', 'f':
		return kindBoolean, true
	case '{':
		return kindObject, true
	case '[':
		of, ok := kindOfElements(value)
		return kindArray(of), ok
	case 'n':
		return nil, false
	}
	return kindReal, true
}

// kindOfElements returns the common kind of all elements of a list, or nil for an empty list.
func kindOfElements(list json.RawMessage) (of *kind, ok bool) {
	var elements []json.RawMessage
	if err := json.Unmarshal(list, &elements); err != nil {
		panic("ifcx: " + err.Error())
	}
	for _, e := range elements {
		k, ok := kindOf(e)
		if ok {
			of, ok = joined(of, k)
		}
		if !ok {
			return nil, false
		}
	}
	return of, true
}

// joined returns a kind that covers the values of both kinds.
func joined(a, b *kind) (*kind, bool) {
	switch {
	case a == nil || a == b:
		return b, true
	case b == nil:
		return a, true
	case a.DataType != b.DataType || a.Elements == nil || b.Elements == nil:
		return nil, false
	}
	of, ok := joined(a.Elements.Value, b.Elements.Value)
	return kindArray(of), ok
}

// schemas are the used attributes with their kinds. The kind is nil if an attribute has values of several kinds; such
// values are written as texts.
type schemas map[string]*kind

// note adds the attributes of a node.
func (s schemas) note(of attributes) {
	for name, value := range of {
		is, known := s[name]
		switch fixed := declared[name]; {
		case fixed != nil:
			s[name] = fixed
		case !known || is != nil:
			k, ok := kindOf(value)
			if ok {
				k, ok = joined(is, k)
			}
			if !ok {
				k = nil
			}
			s[name] = k
		}
	}
}

// written returns the JSON of a value; it is a text if the attribute has values of several kinds.
func (s schemas) written(name string, value json.RawMessage) json.RawMessage {
	if s[name] != nil || value[0] == '"' {
		return value
	}
	text, err := json.Marshal(string(value))
	if err != nil {
		panic("ifcx: " + err.Error())
	}
	return text
}

// MarshalJSON writes the declarations, in the order of names.
func (s schemas) MarshalJSON() ([]byte, error) {
	type schema struct {
		Value *kind `json:"value"`
	}
	out := make(map[string]schema, len(s))
	for name, k := range s {
		out[name] = schema{settled(k)}
	}
	return json.Marshal(out)
}

// settled replaces the undetermined parts of a kind: by text for values of several kinds, and by object for the
// elements of lists that are always empty.
func settled(k *kind) *kind {
	switch {
	case k == nil:
		return kindString
	case k.Elements == nil:
		return k
	case k.Elements.Value == nil:
		return kindArray(kindObject)
	}
	return kindArray(settled(k.Elements.Value))
}
