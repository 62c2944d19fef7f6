package shape

import (
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// GridAxis is one line of a grid.
type GridAxis struct {
	Tag   string          `json:"tag"`
	Start geometry.Point2 `json:"start"`
	End   geometry.Point2 `json:"end"`
}

// Grid is a set of named lines in plan.
type Grid struct {
	Axes []GridAxis `json:"axes"`
}

func (g *Grid) Check(m *state.Model, _ *state.Element) error {
	if len(g.Axes) == 0 {
		return state.Errorf(state.DegenerateGeometry, "a grid needs at least one axis").With("parameter", "axes")
	}
	tags := map[string]bool{}
	for _, a := range g.Axes {
		tag := strings.TrimSpace(a.Tag)
		switch {
		case tag == "":
			return state.Errorf(state.OutOfRange, "every grid axis needs a tag").With("parameter", "axes")
		case tags[tag]:
			return state.Errorf(state.AlreadyExists, "the grid has two axes tagged %q", tag).With("parameter", "axes")
		case geometry.Distance(a.Start, a.End) < MinimumExtent:
			return state.Errorf(state.DegenerateGeometry, "grid axis %q starts where it ends", tag).With("parameter",
				"axes")
		}
		tags[tag] = true
		if err := m.CheckRing("axis "+tag, []geometry.Point2{a.Start, a.End}); err != nil {
			return err
		}
	}
	return nil
}

// MinimumExtent is the shortest line that is accepted, 1 mm. On the micrometre grid the direction of a shorter line
// would be off by more than a milliradian, and nothing shorter is built.
const MinimumExtent = geometry.Millimetre

func (g *Grid) Moved(t state.Transform) state.Params {
	out := &Grid{make([]GridAxis, len(g.Axes))}
	for i, a := range g.Axes {
		out.Axes[i] = GridAxis{a.Tag, t.Plan(a.Start), t.Plan(a.End)}
	}
	return out
}

func (g *Grid) Anchor(*state.Model, *state.Element) geometry.Point3 { return g.Axes[0].Start.At(0) }

func (g *Grid) Centre() geometry.Point2 {
	var ends []geometry.Point2
	for _, a := range g.Axes {
		ends = append(ends, a.Start, a.End)
	}
	return Middle(ends...)
}

func (*Grid) FixedField() **state.FixedShape { return nil }
