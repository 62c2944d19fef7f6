package shape

import (
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

func ValidColour(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	return !strings.ContainsFunc(s[1:], func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF", r) })
}

// MaterialNamed finds a material by id or by name.
func MaterialNamed(m *state.Model, idOrName string) (*state.Material, error) {
	if material, ok := m.Material(state.ID(idOrName)); ok {
		return material, nil
	}
	names := []string{}
	for _, material := range m.Materials() {
		if material.Name == idOrName {
			return material, nil
		}
		names = append(names, material.Name)
	}
	return nil, state.Errorf(state.NotFound, "no material %q: define it with define_material first",
		idOrName).With("materials", firstFew(names))
}

// MaterialCalled returns the first material with a name, in the order of ids, regardless of case.
func MaterialCalled(m *state.Model, name string) (*state.Material, bool) {
	for _, material := range m.Materials() {
		if name != "" && strings.EqualFold(material.Name, name) {
			return material, true
		}
	}
	return nil, false
}

// TakeMaterial sets an id to the id of a material that is given by id or by name. It leaves the id unchanged if
// idOrName is empty.
func TakeMaterial(m *state.Model, into *state.ID, idOrName string) error {
	if idOrName == "" {
		return nil
	}
	material, err := MaterialNamed(m, idOrName)
	if err != nil {
		return err
	}
	*into = material.ID
	return nil
}

// candidatesShown bounds the candidates named in an error.
const candidatesShown = 20

func firstFew(names []string) []string { return names[:min(len(names), candidatesShown)] }
