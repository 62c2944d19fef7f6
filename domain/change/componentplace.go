package change

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
)

// PlaceComponent adds a piece of furniture or equipment, a terminal or a sanitary fixture.
type PlaceComponent struct {
	Category component.ComponentCategory `json:"category"`
	LevelID  state.ID                    `json:"level_id,omitempty" jsonschema:"or host_id"`
	HostID   state.ID                    `json:"host_id,omitempty" jsonschema:"wall, floor, ceiling or duct it follows"`
	component.Component
	TypeID     state.ID           `json:"type_id,omitempty"`
	Material   string             `json:"material,omitempty" jsonschema:"id or name"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c PlaceComponent) Decide(t *Transaction) error {
	if !slices.Contains(c.Category.Enum(), string(c.Category)) {
		return state.Errorf(state.OutOfRange, "%q is no category of components: give one of %v", c.Category,
			c.Category.Enum()).With("parameter", "category").With("allowed", c.Category.Enum())
	}
	component := c.Component
	e := &state.Element{ID: t.newID(), Category: state.Category(c.Category), Name: c.Name, TypeID: c.TypeID,
		Params: &component}
	level, err := t.levelFor(e.Category, c.LevelID, c.HostID)
	if err != nil {
		return err
	}
	e.LevelID = level
	if err := t.createMember(e, c.Material, c.Properties); err != nil {
		return err
	}
	t.host(e.ID, c.HostID)
	return nil
}

// levelFor returns the level of a new element: the level of its host if it has one, otherwise the given level.
func (t *Transaction) levelFor(category state.Category, level, host state.ID) (state.ID, error) {
	if host == "" {
		return level, nil
	}
	h, err := t.Model.FindOf(host, state.Rows[category].Hosts...)
	if err != nil {
		return "", err
	}
	if level != "" && level != h.LevelID {
		return "", state.Errorf(state.OutOfRange,
			"%s is on another level than level_id: leave level_id out, the level is the host's", ElementDescribe(h)).
			With("parameter", "level_id").With("host_id", h.ID)
	}
	return h.LevelID, nil
}

// host emits the event that a host carries an element, or nothing if the host id is empty.
func (t *Transaction) host(id, host state.ID) {
	if host != "" {
		t.Emit(&state.ElementHosted{ElementID: id, HostID: host})
	}
}
