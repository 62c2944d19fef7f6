package change

import (
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func checkMoveOfLevel(_ *state.Model, e *state.Element, c MoveElement) error {
	if c.Delta.X != 0 || c.Delta.Y != 0 || c.Rotation != 0 {
		return state.Errorf(state.IllegalState,
			"a level moves only up and down: give delta [0, 0, dz]").With("element_id", e.ID)
	}
	return nil
}

func (t *Transaction) refuseDeletionOfCarrier(e *state.Element) error {
	along := len(ConstraintsOf(t.Model, e.ID)) + len(views.About(t.Model, e.ID)) // they are deleted with it
	if n := len(t.Model.OnLevel(e.ID)) + len(t.Model.Mentioning(e.ID)) - along; n > 0 {
		return state.Errorf(state.IllegalState, "level %q still carries %d elements: delete or move them first", e.Name,
			n).With("element_id", e.ID).With("elements", n)
	}
	return nil
}

func (t *Transaction) checkChangedLevel(e *state.Element) error {
	return bodyshape.CheckLevelName(t.Model, e.ID, e.Name)
}

func (t *Transaction) checkImportedLevel(e *state.Element) error {
	return bodyshape.CheckLevelName(t.Model, e.ID, strings.TrimSpace(e.Name))
}

// CreateLevel adds a level to the building.
type CreateLevel struct {
	Name      string          `json:"name"`
	Elevation geometry.Length `json:"elevation"`
	IsStorey  *bool           `json:"is_storey,omitempty" jsonschema:"default true"`
}

func (c CreateLevel) Decide(t *Transaction) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		return state.Errorf(state.OutOfRange, "a level needs a name: people and schedules refer to it by name").With(
			"parameter", "name")
	}
	if err := bodyshape.CheckLevelName(t.Model, "", name); err != nil {
		return err
	}
	return t.create(&state.Element{
		ID: t.newID(), Category: state.CategoryLevel, Name: name,
		Params: &bodyshape.Level{Elevation: c.Elevation, IsStorey: c.IsStorey == nil || *c.IsStorey},
	})
}
