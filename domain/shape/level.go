package shape

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// sillStep is the largest distance of a sill below the floor onto which its door or window opens. Threshold and floor
// finish together are less than 200 mm high, the height of one riser.
const sillStep = 200 * geometry.Millimetre

// StoreyAt returns the highest storey that begins at or below a height, within sillStep, or the given level if there is
// none. If several storeys have that elevation, as in two buildings, it returns the given level if it is among them,
// otherwise the first.
func StoreyAt(levels []*state.Element, z geometry.Length, own state.ID) state.ID {
	out, found := own, false
	var highest geometry.Length
	for _, e := range levels {
		level := e.Params.(*Level)
		if !level.IsStorey || level.Elevation > z+sillStep {
			continue
		}
		if !found || level.Elevation > highest || level.Elevation == highest && e.ID == own {
			out, highest, found = e.ID, level.Elevation, true
		}
	}
	return out
}

// Level is a horizontal reference plane. A level that is a storey contains elements.
type Level struct {
	Elevation geometry.Length `json:"elevation"`
	IsStorey  bool            `json:"is_storey"`
}

func (l *Level) Check(m *state.Model, _ *state.Element) error {
	return m.CheckBounds("elevation", geometry.Point3{Z: l.Elevation})
}

func (l *Level) Moved(t state.Transform) state.Params {
	return &Level{l.Elevation + t.Delta.Z, l.IsStorey}
}

func (*Level) Anchor(*state.Model, *state.Element) geometry.Point3 { return geometry.Point3{} }

func (*Level) Centre() geometry.Point2 { return geometry.Point2{} }

func CheckCopyOfLevel(e *state.Element) error {
	return state.Errorf(state.IllegalState,
		"a level cannot be copied: create a level, then copy the elements to it with to_level").With("element_id", e.ID)
}

func (*Level) FixedField() **state.FixedShape { return nil }

func (l *Level) Storey() state.LevelPlace {
	return state.LevelPlace{Elevation: l.Elevation, Counts: l.IsStorey}
}

func (*Level) Key(e *state.Element) (state.Facet, string) { return state.FacetName, e.Name }

func (l *Level) Unkeyed() state.Params { return l }

// CheckLevelName refuses a name that another level has, because people and schedules identify levels by name.
func CheckLevelName(m *state.Model, self state.ID, name string) error {
	if other := LevelNamed(m, name); other != nil && other.ID != self {
		return state.Errorf(state.AlreadyExists, "a level named %q exists: use its id or another name",
			name).With("level_id", other.ID)
	}
	return nil
}

func LevelNamed(m *state.Model, name string) *state.Element {
	for _, level := range Levels(m) {
		if level.Name == name {
			return level
		}
	}
	return nil
}

// Levels returns the levels of a model from the lowest up.
func Levels(m *state.Model) []*state.Element {
	out := m.LevelsByID()
	sortLevels(out)
	return out
}

// LevelsUnindexed returns the same as [Levels]. It reads all elements, so it does not build the indexes of a model that
// has none yet.
func LevelsUnindexed(m *state.Model) []*state.Element {
	var out []*state.Element
	m.Each(func(e *state.Element) bool {
		if e.Category == state.CategoryLevel {
			out = append(out, e)
		}
		return true
	})
	sortLevels(out)
	return out
}

// Elevation returns the height of a level above the model's origin.
func Elevation(m *state.Model, levelID state.ID) geometry.Length { return ElevationOf(m, levelID) }

// StoreyBelow returns the highest storey that is not above a level, or the lowest storey if all storeys are above it.
// ok is false in a model without storeys.
func StoreyBelow(m *state.Model, l *Level) (below state.ID, ok bool) {
	for _, e := range Levels(m) {
		if other := e.Params.(*Level); other.IsStorey && (!ok || other.Elevation <= l.Elevation) {
			below, ok = e.ID, true
		}
	}
	return below, ok
}

// sortLevels orders levels by elevation, and levels with equal elevations by id.
func sortLevels(levels []*state.Element) {
	elevation := func(e *state.Element) geometry.Length { return e.Params.(*Level).Elevation }
	slices.SortFunc(levels, func(a, b *state.Element) int {
		return cmp.Or(cmp.Compare(elevation(a), elevation(b)), cmp.Compare(a.ID, b.ID))
	})
}

// Met is an element that is found on a storey other than its level.
type Met struct {
	Element *state.Element
	Storey  state.ID
}
