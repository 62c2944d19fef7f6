package domain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Level is a horizontal reference plane; as a storey it contains elements.
type Level struct {
	Elevation geometry.Length `json:"elevation"`
	IsStorey  bool            `json:"is_storey"`
}

func (l *Level) check(m *Model, _ *Element) error {
	return m.checkBounds("elevation", geometry.Point3{Z: l.Elevation})
}

func (l *Level) moved(t Transform) Params {
	return &Level{l.Elevation + t.Delta.Z, l.IsStorey}
}

// CreateLevel adds a level to the building.
type CreateLevel struct {
	Name      string          `json:"name"`
	Elevation geometry.Length `json:"elevation"`
	IsStorey  *bool           `json:"is_storey,omitempty" jsonschema:"default true"`
}

func (c CreateLevel) decide(t *transaction) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		return Errorf(OutOfRange, "a level needs a name: people and schedules know it by that").With("parameter", "name")
	}
	if name == "" {
		return Errorf(OutOfRange, "a level needs a name").With("parameter", "name")
	}
	if err := t.model.checkLevelName("", name); err != nil {
		return err
	}
	return t.create(&Element{
		ID: t.newID(), Category: CategoryLevel, Name: name,
		Params: &Level{c.Elevation, c.IsStorey == nil || *c.IsStorey},
	})
}

// checkLevelName refuses the name of another level: people and schedules know levels by name.
func (m *Model) checkLevelName(self ID, name string) error {
	if other := m.levelNamed(name); other != nil && other.ID != self {
		return Errorf(AlreadyExists, "a level named %q exists: use its id or another name", name).With("level_id", other.ID)
	}
	return nil
}

func (m *Model) levelNamed(name string) *Element {
	for _, level := range m.Levels() {
		if level.Name == name {
			return level
		}
	}
	return nil
}

// Levels answers the levels from the lowest up.
func (m *Model) Levels() []*Element {
	var out []*Element
	for _, id := range m.OfCategory(CategoryLevel) {
		if e, ok := m.Element(id); ok {
			out = append(out, e)
		}
	}
	sortLevels(out)
	return out
}

// Elevation answers the height of a level above the model's origin.
func (m *Model) Elevation(levelID ID) geometry.Length { return m.elevation(levelID) }

// sortLevels orders levels by elevation, equal ones by id.
func sortLevels(levels []*Element) {
	elevation := func(e *Element) geometry.Length { return e.Params.(*Level).Elevation }
	slices.SortFunc(levels, func(a, b *Element) int {
		return cmp.Or(cmp.Compare(elevation(a), elevation(b)), cmp.Compare(a.ID, b.ID))
	})
}
