package domain

import (
	"strings"

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

func (g *Grid) check(m *Model, _ *Element) error {
	if len(g.Axes) == 0 {
		return Errorf(DegenerateGeometry, "a grid needs at least one axis").With("parameter", "axes")
	}
	tags := map[string]bool{}
	for _, a := range g.Axes {
		tag := strings.TrimSpace(a.Tag)
		switch {
		case tag == "":
			return Errorf(OutOfRange, "every grid axis needs a tag").With("parameter", "axes")
		case tags[tag]:
			return Errorf(AlreadyExists, "the grid has two axes tagged %q", tag).With("parameter", "axes")
		case geometry.Distance(a.Start, a.End) < minimumExtent:
			return Errorf(DegenerateGeometry, "grid axis %q starts where it ends", tag).With("parameter", "axes")
		}
		tags[tag] = true
		if err := m.checkRing("axis "+tag, []geometry.Point2{a.Start, a.End}); err != nil {
			return err
		}
	}
	return nil
}

// minimumExtent is the shortest line that is accepted, 1 mm. On the micrometre grid the direction of a shorter line
// would be off by more than a milliradian, and nothing shorter is built.
const minimumExtent = geometry.Millimetre

func (g *Grid) moved(t Transform) Params {
	out := &Grid{make([]GridAxis, len(g.Axes))}
	for i, a := range g.Axes {
		out.Axes[i] = GridAxis{a.Tag, t.plan(a.Start), t.plan(a.End)}
	}
	return out
}

func (g *Grid) anchor(*Model, *Element) geometry.Point3 { return g.Axes[0].Start.At(0) }

func (g *Grid) centre() geometry.Point2 {
	var ends []geometry.Point2
	for _, a := range g.Axes {
		ends = append(ends, a.Start, a.End)
	}
	return middle(ends...)
}

func checkMoveOfGrid(_ *Model, e *Element, c MoveElement) error {
	if c.Delta.Z != 0 {
		return Errorf(IllegalState, "a grid has no height: give delta [dx, dy, 0]").With("element_id", e.ID)
	}
	return nil
}

func (*Grid) fixedField() **FixedShape { return nil }

// CreateGrid adds a grid.
type CreateGrid struct {
	Name string     `json:"name,omitempty"`
	Axes []GridAxis `json:"axes"`
}

func (c CreateGrid) decide(t *transaction) error {
	return t.create(&Element{ID: t.newID(), Category: CategoryGrid, Name: c.Name, Params: &Grid{c.Axes}})
}
