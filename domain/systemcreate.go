package domain

import (
	"slices"
	"strings"
)

// CreateSystem adds a system.
type CreateSystem struct {
	Name string `json:"name"`
	System
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateSystem) decide(t *transaction) error {
	_, err := t.createSystem(c)
	return err
}

func (t *transaction) createSystem(c CreateSystem) (ID, error) {
	if strings.TrimSpace(c.Name) == "" {
		return "", Errorf(OutOfRange, "a system needs a name").With("parameter", "name")
	}
	if existing := t.model.systemsNamed(c.Name); len(existing) > 0 {
		return "", Errorf(AlreadyExists, "a system named %q exists: use its id",
			strings.TrimSpace(c.Name)).With("system_id", existing[0])
	}
	if err := c.Properties.check(); err != nil {
		return "", err
	}
	system := c.System
	id := t.newID()
	return id, t.create(&Element{ID: id, Category: CategorySystem, Name: c.Name, Params: &system,
		Psets: c.Properties.sorted()})
}

// systemsNamed returns the systems with a name. After a merge there can be several.
func (m *Model) systemsNamed(name string) []ID {
	return slices.DeleteFunc(m.OfCategory(CategorySystem), func(id ID) bool {
		e, ok := m.Element(id)
		return !ok || e.Name != strings.TrimSpace(name)
	})
}
