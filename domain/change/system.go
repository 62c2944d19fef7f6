package change

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

func checkMoveOfSystem(_ *state.Model, e *state.Element, _ MoveElement) error {
	return state.Errorf(state.IllegalState, "a system has no place: move its members").With("element_id", e.ID)
}

// CreateSystem adds a system.
type CreateSystem struct {
	Name string `json:"name"`
	services.System
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c CreateSystem) Decide(t *Transaction) error {
	_, err := t.createSystem(c)
	return err
}

func (t *Transaction) createSystem(c CreateSystem) (state.ID, error) {
	if strings.TrimSpace(c.Name) == "" {
		return "", state.Errorf(state.OutOfRange, "a system needs a name").With("parameter", "name")
	}
	if existing := t.Model.SystemsNamed(c.Name); len(existing) > 0 {
		return "", state.Errorf(state.AlreadyExists, "a system named %q exists: use its id",
			strings.TrimSpace(c.Name)).With("system_id", existing[0])
	}
	if err := c.Properties.Check(); err != nil {
		return "", err
	}
	system := c.System
	id := t.newID()
	return id, t.create(&state.Element{ID: id, Category: state.CategorySystem, Name: c.Name, Params: &system,
		Psets: c.Properties.Sorted()})
}
