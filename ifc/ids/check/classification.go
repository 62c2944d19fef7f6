package check

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

// reference is a classification of an element: the codes of the reference and of its parent references, and the system
// at the top.
type reference struct {
	codes  []string
	system string
}

// classification compares the references of an element; one reference must match both system and value.
func (m *Model) classification(f *ids.Classification, in *instance) outcome {
	all := m.references(in)
	if len(all) == 0 {
		return absent(NoClassification, "")
	}
	var ofSystem []string
	for _, r := range all {
		if f.System != nil && !f.System.MatchesText(r.system) {
			continue
		}
		if f.Value == nil {
			return matched(r.system, strings.Join(r.codes, " < "), "")
		}
		for _, code := range r.codes {
			if f.Value.MatchesText(code) {
				return matched(r.system, code, "")
			}
		}
		ofSystem = append(ofSystem, strings.Join(r.codes, " < "))
	}
	if len(ofSystem) == 0 {
		return differs(WrongSystem, "", systems(all), "")
	}
	return differs(WrongValue, f.System.String(), strings.Join(ofSystem, ", "), "")
}

func systems(all []reference) string {
	var names []string
	for _, r := range all {
		if !slices.Contains(names, r.system) {
			names = append(names, r.system)
		}
	}
	return strings.Join(names, ", ")
}

// references returns the classifications of an element. A classification of its type counts if the element itself has
// none in the same system.
func (m *Model) references(in *instance) []reference {
	own := m.ownReferences(in)
	t := m.typeOf(in)
	if t == nil {
		return own
	}
	for _, r := range m.ownReferences(t) {
		if !slices.ContainsFunc(own, func(o reference) bool { return o.system == r.system }) {
			own = append(own, r)
		}
	}
	return own
}

func (m *Model) ownReferences(in *instance) []reference {
	var out []reference
	for _, r := range []relation{associatesClass, externalReference} {
		for _, id := range m.linked(r, in.id) {
			if at := m.get(id); at.is("IfcClassificationReference") || at.is("IfcClassification") {
				out = append(out, m.reference(at))
			}
		}
	}
	return out
}

// maxReferences ends the walk along a circular chain of references.
const maxReferences = 100

// reference follows a reference up to its system.
func (m *Model) reference(at *instance) reference {
	var out reference
	for range maxReferences {
		if at.is("IfcClassification") {
			out.system = at.text("Name")
			return out
		}
		if !at.is("IfcClassificationReference") {
			return out
		}
		for _, name := range []string{"Identification", "ItemReference"} { // IFC2X3 has ItemReference
			if code := at.text(name); code != "" {
				out.codes = append(out.codes, code)
			}
		}
		at = m.ref(at, "ReferencedSource")
	}
	return out
}
