package bodies

import (
	"cmp"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Rows holds elements by columns.
type Rows struct {
	IDs        []state.ID       `json:"ids"`
	Names      []string         `json:"names"`
	Categories []state.Category `json:"categories"`
	Levels     []int            `json:"levels"`
	Hosts      []state.ID       `json:"hosts"`
}

// Level is a storey, or another height.
type Level struct {
	ID        state.ID `json:"id"`
	Name      string   `json:"name"`
	Elevation float64  `json:"elevation"`
}

// Moment is a point of a branch's history.
type Moment struct {
	ModelID   string    `json:"model_id"`
	ModelName string    `json:"model_name"`
	Branch    string    `json:"branch"`
	Revision  int64     `json:"revision"` // -1 before the first event
	Head      uint64    `json:"head"`
	At        time.Time `json:"at"`
}

// MomentOf returns the point of history that a view shows. head is the last revision of the view's branch.
func MomentOf(v *projections.View, head uint64) Moment {
	revision := int64(v.Revision) //nolint:gosec // below 2^53
	if v.At.IsZero() {
		revision = -1
	}
	return Moment{v.ModelID, v.Model.Info().Name, v.Branch, revision, head, v.At}
}

// levelling holds the levels of a state, and the index of each.
type levelling struct {
	levels []Level
	places map[state.ID]int
}

func levelsOf(v *projections.View, tells func(state.ID) bool) levelling {
	out := levelling{levels: []Level{}, places: map[state.ID]int{}}
	for _, l := range shape.Levels(v.Model) {
		p, ok := l.Params.(*shape.Level)
		if !ok || !tells(l.ID) {
			continue
		}
		out.places[l.ID] = len(out.levels)
		out.levels = append(out.levels, Level{l.ID, l.Name, metres(p.Elevation)})
	}
	return out
}

// place returns the index of an element's level, or -1 for none.
func (l levelling) place(e *state.Element) int {
	if at, ok := l.places[e.LevelID]; ok {
		return at
	}
	return -1
}

// listed reports whether elements of a category appear in lists. Site, building, levels, constraints and arrays do not
// appear.
func listed(c state.Category) bool {
	return c != state.CategorySite && c != state.CategoryBuilding && c != state.CategoryLevel &&
		c != state.CategoryConstraint && c != state.CategoryArray
}

// sorted returns elements by level, then id.
func (l levelling) sorted(elements []*state.Element) []*state.Element {
	slices.SortFunc(elements, func(a, b *state.Element) int {
		return cmp.Or(cmp.Compare(l.place(a), l.place(b)), cmp.Compare(a.ID, b.ID))
	})
	return elements
}

// rows returns elements as rows, in their order.
func (l levelling) rows(elements []*state.Element, tells func(state.ID) bool) Rows {
	n := len(elements)
	out := Rows{make([]state.ID, n), make([]string, n), make([]state.Category, n), make([]int, n),
		make([]state.ID, n)}
	for i, e := range elements {
		out.IDs[i], out.Names[i], out.Categories[i], out.Levels[i] = e.ID, e.Name, e.Category, l.place(e)
		if e.HostID != "" && tells(e.HostID) {
			out.Hosts[i] = e.HostID
		}
	}
	return out
}

// drawn reports whether elements of a category have a body that is shown. An opening has none, because it shows as a
// hole in its host.
func drawn(c state.Category) bool { return c.Physical() && c != state.CategoryOpening }

// corners returns the corners of a box in metres, or nil for an empty box.
func corners(b geometry.Box) []float64 {
	if b.Empty() {
		return nil
	}
	return []float64{metres(b.Min.X), metres(b.Min.Y), metres(b.Min.Z), metres(b.Max.X), metres(b.Max.Y),
		metres(b.Max.Z)}
}
