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

// Warning is something that a drawing could not show as it should.
type Warning struct {
	Code      string   `json:"code"`
	Message   string   `json:"message"`
	ElementID state.ID `json:"element_id,omitempty"`
}

// View is a view that was drawn: its marks on a paper that is just large enough, what was cut, for legends and checks,
// and what could not be shown.
type View struct {
	Drawing  *paper.Drawing
	Cut      []CutArea
	Warnings []Warning
	Compared *Compared // nil unless it is compared with an earlier state

	whole *view // what it was drawn as; nil for a table
}

// CutArea is what a view cuts of one material.
type CutArea struct {
	MaterialID state.ID `json:"material_id,omitempty"`
	Name       string   `json:"name"`
	Kind       string   `json:"kind" jsonschema:"of hatch"`
	AreaM2     float64  `json:"area_m2"`

	shown bool // somewhere wide enough for its hatch to be seen
}

// view is a view that is being drawn. Its marks are on paper, at the origin of the view's frame over the scale.
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
	parts    map[state.ID]geometry.Region // what is cut of each element, where states are compared: nil else
	compared *Compared
	fates    map[state.ID]fate // of what differs, where states are compared
	planned  bool              // what it is compared with is what there is, and it shows what is planned
	cloudy   string            // the index of the issue, where what changed has clouds and no colours
	up       bool              // the view looks up, drawn as if it looked down
	covers   geometry.Region   // on paper, where the view is larger than any sheet: the building
	named    titled            // the zero value where it has no title
	shown    Shown
	cropped  bool // what was drawn is cut at the crop already
}

func newView(ctx context.Context, source *projections.View, name string, scale int64, frame geometry.Placement) *view {
	source = source.Until(ctx)
	return &view{
		ctx: ctx, source: source, model: source.Model, scale: scale, frame: frame, detail: details[bandOf(scale)],
		drawing: &paper.Drawing{Name: name, Scale: scale},
	}
}

// ready derives what follows from the geometry of states, nil ones left out, which the first look at a large model
// takes seconds for. The error is the context's.
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

// goOn ends the drawing of a view whose context has ended. It is called for each element, room, edge or place of a
// text.
func (v *view) goOn() { processors.Hear(v.ctx) }

// stop reports whether the geometry packages should stop: they end their work as goOn does.
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

// addOf adds a mark of some elements, sorted by id.
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

// text adds a text and keeps its place free of others.
func (v *view) text(layer string, e *state.Element, t paper.Text) {
	v.placer.take(t.Box())
	v.add(layer, paper.ClassText, e, t)
}

// bounds returns the smallest rectangle around what is drawn; of nothing, the origin.
func (v *view) bounds() (lo, hi paper.Point) {
	if lo, hi = v.drawing.Bounds(); lo.X > hi.X {
		return paper.Point{}, paper.Point{}
	}
	return lo, hi
}

// finish puts what was drawn on a paper that is just large enough.
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

// level returns a level of the model, or says that there is none.
func level(m *state.Model, id state.ID) (*state.Element, error) {
	e, ok := m.Element(id)
	if !ok || e.Category != state.CategoryLevel {
		return nil, state.Errorf(state.NotFound,
			"no level %q in this model and branch: list levels with model_overview", id).With("level_id", id)
	}
	return e, nil
}

// scaleText returns a scale as it is written; "" for what has none, a table.
func scaleText(scale int64) string {
	if scale == 0 {
		return ""
	}
	return fmt.Sprintf("1:%d", scale)
}
