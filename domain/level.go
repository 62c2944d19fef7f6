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

func (*Level) anchor(*Model, *Element) geometry.Point3 { return geometry.Point3{} }

func (*Level) centre() geometry.Point2 { return geometry.Point2{} }

func checkMoveOfLevel(_ *Model, e *Element, c MoveElement) error {
	if c.Delta.X != 0 || c.Delta.Y != 0 || c.Rotation != 0 {
		return Errorf(IllegalState, "a level moves only up and down: give delta [0, 0, dz]").With("element_id", e.ID)
	}
	return nil
}

func checkCopyOfLevel(e *Element) error {
	return Errorf(IllegalState,
		"a level cannot be copied: create a level, then copy the elements to it with to_level").With("element_id", e.ID)
}

func (*Level) fixedField() **FixedShape { return nil }

func (l *Level) storey() levelPlace { return levelPlace{l.Elevation, l.IsStorey} }

func (t *transaction) refuseDeletionOfCarrier(e *Element) error {
	if n := len(t.model.OnLevel(e.ID)) + len(t.model.Mentioning(e.ID)) - len(t.model.ConstraintsOf(e.ID)); n > 0 {
		return Errorf(IllegalState, "level %q still carries %d elements: delete or move them first", e.Name,
			n).With("element_id", e.ID).With("elements", n)
	}
	return nil
}

func (t *transaction) checkChangedLevel(e *Element) error {
	return t.model.checkLevelName(e.ID, e.Name)
}

func (t *transaction) checkImportedLevel(e *Element) error {
	return t.model.checkLevelName(e.ID, strings.TrimSpace(e.Name))
}

func (*Level) key(e *Element) (Facet, string) { return FacetName, e.Name }

func (l *Level) unkeyed() Params { return l }

// CreateLevel adds a level to the building.
type CreateLevel struct {
	Name      string          `json:"name"`
	Elevation geometry.Length `json:"elevation"`
	IsStorey  *bool           `json:"is_storey,omitempty" jsonschema:"default true"`
}

func (c CreateLevel) decide(t *transaction) error {
	name := strings.TrimSpace(c.Name)
	if name == "" {
		return Errorf(OutOfRange, "a level needs a name: people and schedules refer to it by name").With(
			"parameter", "name")
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
		return Errorf(AlreadyExists, "a level named %q exists: use its id or another name",
			name).With("level_id", other.ID)
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

// Levels returns the levels from the lowest up.
func (m *Model) Levels() []*Element {
	out := m.levelsByID()
	sortLevels(out)
	return out
}

func (m *Model) levelsByID() []*Element {
	var out []*Element
	for _, id := range m.OfCategory(CategoryLevel) {
		if e, ok := m.Element(id); ok {
			out = append(out, e)
		}
	}
	return out
}

// Elevation returns the height of a level above the model's origin.
func (m *Model) Elevation(levelID ID) geometry.Length { return m.elevation(levelID) }

// sortLevels orders levels by elevation, equal ones by id.
func sortLevels(levels []*Element) {
	elevation := func(e *Element) geometry.Length { return e.Params.(*Level).Elevation }
	slices.SortFunc(levels, func(a, b *Element) int {
		return cmp.Or(cmp.Compare(elevation(a), elevation(b)), cmp.Compare(a.ID, b.ID))
	})
}
