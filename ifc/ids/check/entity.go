package check

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

// The items that every enumeration of predefined types has and that name no type.
const (
	userDefined = "USERDEFINED"
	notDefined  = "NOTDEFINED"
)

// entity compares class and predefined type.
func (m *Model) entity(f *ids.Entity, in *instance) outcome {
	if !m.isNamed(f.Name, in) {
		return differs(WrongClass, "", in.class.name, "")
	}
	if f.PredefinedType == nil {
		return matched("", in.class.name, "")
	}
	names := m.predefinedTypes(in)
	for _, n := range names {
		if f.PredefinedType.MatchesText(n) {
			return matched(in.class.name, n, "")
		}
	}
	return differs(WrongPredefinedType, in.class.name, strings.Join(names, ", "), "")
}

// isNamed reports whether the name matches the class; in IFC2X3 a name may mean an occurrence with a type of another
// class.
func (m *Model) isNamed(name *ids.Value, in *instance) bool {
	if name == nil {
		return false
	}
	if name.MatchesText(in.class.name) {
		return true
	}
	if m.schema.Name != "IFC2X3" {
		return false
	}
	t := m.typeOf(in)
	if t == nil {
		return false
	}
	mapped := strings.TrimSuffix(t.class.name, "TYPE")
	to, ok := ids.Mapped2X3()[mapped]
	return ok && to.Occurrence == in.class.name && to.Type == t.class.name && name.MatchesText(mapped)
}

// predefinedTypes returns the texts to compare a predefined type with. The type object's value takes precedence over
// the occurrence's value, unless it is NOTDEFINED. A user-defined type has two texts: USERDEFINED and its own text.
func (m *Model) predefinedTypes(in *instance) []string {
	var inherited []string
	if t := m.typeOf(in); t != nil {
		inherited = predefinedOf(t, "ElementType", "ProcessType", "ResourceType")
		if inherited != nil && inherited[0] != notDefined {
			return inherited
		}
	}
	if own := predefinedOf(in, "ObjectType", "ElementType", "ProcessType", "ResourceType"); own != nil {
		return own
	}
	return inherited
}

// predefinedOf returns the predefined type of one object; texts are the attributes that may hold a user-defined type.
func predefinedOf(in *instance, texts ...string) []string {
	value := in.text("PredefinedType")
	if value != userDefined {
		if value == "" {
			return nil
		}
		return []string{value}
	}
	out := []string{userDefined}
	for _, name := range texts {
		if text := in.text(name); text != "" {
			return append(out, text)
		}
	}
	return out
}
