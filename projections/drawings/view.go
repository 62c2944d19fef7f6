package drawings

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Warning describes something that a drawing could not show properly.
type Warning struct {
	Code      string   `json:"code"`
	Message   string   `json:"message"`
	ElementID state.ID `json:"element_id,omitempty"`
}

// View is a drawn view: its marks on a paper that is just large enough, the cut areas, for legends and checks, and the
// warnings.
type View struct {
	Drawing  *paper.Drawing
	Cut      []CutArea
	Warnings []Warning
	Compared *Compared // nil unless it is compared with an earlier state

	whole *view // the view that was drawn; nil for a table
}

// CutArea is the area of one material that a view cuts.
type CutArea struct {
	MaterialID state.ID `json:"material_id,omitempty"`
	Name       string   `json:"name"`
	Kind       string   `json:"kind" jsonschema:"of hatch"`
	AreaM2     float64  `json:"area_m2"`

	shown bool // some part is wide enough for its hatch to be seen
}

// view is a view that is being drawn. Its marks are on paper, with the origin of the view's frame at (0, 0).
type view struct {
	ctx      context.Context
	source   *projections.View
	model    *state.Model
	scale    int64
	frame    geometry.Placement // X to the right, Y up the paper, Z to the viewer
	detail   detail
	drawing  *paper.Drawing
	placer   placer
	cutAreas []CutArea
	warnings []Warning
	parts    map[state.ID]geometry.Region // the cut area of each element, if states are compared; otherwise nil
	compared *Compared
	fates    map[state.ID]fate // of the elements that differ, if states are compared
	planned  bool              // the compared state is the existing one, and the view shows the planned one
	cloudy   string            // index of the issue, if changes have clouds instead of colours
	up       bool              // the view looks up, drawn as if it looked down
	covers   geometry.Region   // the building on paper, if the view is larger than any sheet
	named    titled            // the zero value without a title
	shown    Shown
	cropped  bool // everything drawn has been cut at the crop
}

func newView(ctx context.Context, source *projections.View, name string, scale int64, frame geometry.Placement) *view {
	source = source.Until(ctx)
	return &view{
		ctx: ctx, source: source, model: source.Model, scale: scale, frame: frame, detail: details[bandOf(scale)],
		drawing: &paper.Drawing{Name: name, Scale: scale},
	}
}

// ready computes data from the geometry of states in advance, which takes seconds for a large model. It skips nil
// states. It returns the error of the context.
func ready(ctx context.Context, states ...*projections.View) error {
	for _, v := range states {
		if v == nil {
			continue
		}
		if err := v.Ready(ctx); err != nil {
			return err
		}
	}
	return nil
}

// goOn stops the drawing if the context of the view has ended. It is called for each element, room, edge or place of a
// text.
func (v *view) goOn() { processors.Hear(v.ctx) }

// stop is called by the geometry packages. It ends their work as goOn does, and otherwise returns false.
func (v *view) stop() bool {
	v.goOn()
	return false
}

func (v *view) warn(code, message string, id state.ID) {
	v.warnings = append(v.warnings, Warning{code, message, id})
}

// at returns the place on paper of a point in the frame.
func (v *view) at(p geometry.Point2) paper.Point {
	return paper.Point{X: v.length(p.X), Y: v.length(p.Y)}
}

// length returns a length on paper, rounded to the nearest micrometre.
func (v *view) length(l geometry.Length) geometry.Length {
	n := geometry.Length(v.scale)
	if l < 0 {
		return -((-l + n/2) / n)
	}
	return (l + n/2) / n
}

// world returns the place on paper of a point in the world.
func (v *view) world(p geometry.Point3) paper.Point { return v.at(v.frame.Local(p).XY()) }

// real returns the length in the building of a length on paper.
func (v *view) real(l geometry.Length) geometry.Length { return l * geometry.Length(v.scale) }

// region returns a region of the frame on paper.
func (v *view) region(r geometry.Region) geometry.Region {
	v.goOn()
	ring := func(r geometry.Ring) geometry.Ring {
		out := make(geometry.Ring, 0, len(r))
		for _, p := range r {
			if q := v.at(p); len(out) == 0 || q != out[len(out)-1] {
				out = append(out, q)
			}
		}
		if n := len(out); n > 1 && out[0] == out[n-1] {
			out = out[:n-1]
		}
		return out
	}
	var out geometry.Region
	for _, p := range r {
		q := geometry.Polygon{Outer: ring(p.Outer)}
		if len(q.Outer) < 3 {
			continue
		}
		for _, h := range p.Holes {
			if hole := ring(h); len(hole) > 2 {
				q.Holes = append(q.Holes, hole)
			}
		}
		out = append(out, q)
	}
	return out
}

// add adds a mark of an element, or of none.
func (v *view) add(layer string, class paper.Class, e *state.Element, m paper.Mark) {
	item := paper.Item{Layer: layer, Class: class, Mark: m}
	if e != nil {
		item.Element, item.Category = string(e.ID), string(e.Category)
	}
	v.drawing.Add(item)
}

// addOf adds a mark of several elements, which are sorted by id.
func (v *view) addOf(layer string, class paper.Class, elements []*state.Element, m paper.Mark) {
	if len(elements) == 1 {
		v.add(layer, class, elements[0], m)
		return
	}
	item := paper.Item{Layer: layer, Class: class, Mark: m}
	for _, e := range elements {
		item.Elements = append(item.Elements, string(e.ID))
	}
	v.drawing.Add(item)
}

// text adds a text and reserves its place.
func (v *view) text(layer string, e *state.Element, t paper.Text) {
	v.placer.take(t.Box())
	v.add(layer, paper.ClassText, e, t)
}

// bounds returns the smallest rectangle around the drawing, or the origin if nothing is drawn.
func (v *view) bounds() (lo, hi paper.Point) {
	if lo, hi = v.drawing.Bounds(); lo.X > hi.X {
		return paper.Point{}, paper.Point{}
	}
	return lo, hi
}

// finish moves the drawing to a paper that is just large enough.
func (v *view) finish() *View {
	v.crop()
	v.keepShown()
	v.drawing.Sort()
	clearText(v.drawing, v.placer.framed)
	lo, hi := v.bounds()
	by := paper.Point{X: pageMargin - lo.X, Y: pageMargin - lo.Y}
	for i := range v.drawing.Items {
		v.drawing.Items[i] = v.drawing.Items[i].Moved(by)
	}
	v.drawing.Width, v.drawing.Height = hi.X-lo.X+2*pageMargin, hi.Y-lo.Y+2*pageMargin
	v.drawing.Origin = paper.Point{X: -by.X, Y: -by.Y}
	return &View{v.drawing, v.cutAreas, v.warnings, v.compared, v}
}

// level returns a level of the model, or NOT_FOUND.
func level(m *state.Model, id state.ID) (*state.Element, error) {
	e, ok := m.Element(id)
	if !ok || e.Category != state.CategoryLevel {
		return nil, state.Errorf(state.NotFound,
			"no level %q in this model and branch: list levels with model_overview", id).With("level_id", id)
	}
	return e, nil
}

// scaleText returns the text of a scale, or "" for a table, which has no scale.
func scaleText(scale int64) string {
	if scale == 0 {
		return ""
	}
	return fmt.Sprintf("1:%d", scale)
}
