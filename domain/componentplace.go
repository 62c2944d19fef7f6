package domain

import (
	"slices"
)

// ComponentCategory is a category of components.
type ComponentCategory string

// Enum lists the categories of components.
func (ComponentCategory) Enum() []string {
	return []string{"furniture", "equipment", "terminal", "sanitary"}
}

// PlaceComponent adds a piece of furniture or equipment, a terminal or a sanitary fixture.
type PlaceComponent struct {
	Category ComponentCategory `json:"category"`
	LevelID  ID                `json:"level_id,omitempty" jsonschema:"or host_id"`
	HostID   ID                `json:"host_id,omitempty" jsonschema:"wall, floor or ceiling it goes along with"`
	Component
	TypeID     ID           `json:"type_id,omitempty"`
	Material   string       `json:"material,omitempty" jsonschema:"id or name"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c PlaceComponent) decide(t *transaction) error {
	if !slices.Contains(c.Category.Enum(), string(c.Category)) {
		return Errorf(OutOfRange, "%q is no category of components: give one of %v", c.Category,
			c.Category.Enum()).With("parameter", "category").With("allowed", c.Category.Enum())
	}
	component := c.Component
	e := &Element{ID: t.newID(), Category: Category(c.Category), Name: c.Name, TypeID: c.TypeID, Params: &component}
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

// levelFor returns the level of a new element that stands on a level or in a host: the host's, where there is one.
func (t *transaction) levelFor(category Category, level, host ID) (ID, error) {
	if host == "" {
		return level, nil
	}
	h, err := t.model.findOf(host, rows[category].hosts...)
	if err != nil {
		return "", err
	}
	if level != "" && level != h.LevelID {
		return "", Errorf(OutOfRange,
			"%s is on another level than level_id: leave level_id out, the level is the host's", h.describe()).
			With("parameter", "level_id").With("host_id", h.ID)
	}
	return h.LevelID, nil
}

// host emits that a host carries an element. An empty id emits nothing.
func (t *transaction) host(id, host ID) {
	if host != "" {
		t.emit(&ElementHosted{ElementID: id, HostID: host})
	}
}
