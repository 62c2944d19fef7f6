package drawings

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/projections"
)

// symbolCategories are the categories whose symbols in plan follow from parameters. Elements of other programs have a
// body and no parameters. They are drawn as the plane cuts them and as they are seen.
var symbolCategories = []state.Category{state.CategoryStair, state.CategoryRailing, state.CategoryDoor,
	state.CategoryWindow}

// fills reports whether elements of a category stand in openings of walls.
func fills(c state.Category) bool { return c == state.CategoryDoor || c == state.CategoryWindow }

// fixedBody is an element of the symbolCategories with a fixed body. It holds the element's lines on paper: cut by the
// plane, seen below it, and above it up to the next storey.
type fixedBody struct {
	element          *state.Element
	bounds           geometry.Box
	shapes           []csg.Shape
	regions          []geometry.Region // the cut region of each shape, in the building
	cut, seen, above []segment
	missed           bool     // a door or window that the plane does not cut
	at               *filling // the place of a door or window, once it is known
}

// fixedBodies returns the elements with fixed bodies whose lines the plan shows, in the order of the index.
func (p *plan) fixedBodies(ctx context.Context) ([]*fixedBody, error) {
	var elements []*state.Element
	found := map[state.ID]*fixedBody{}
	top := p.storeyTop()
	for _, hit := range p.source.Spatial().Intersecting(p.slice(p.lowest(), p.next), symbolCategories...) {
		e, ok := p.model.Element(hit.ID)
		if ok && state.FixedOf(e) != nil && p.onPlan(e, hit, top) {
			elements = append(elements, e)
			_, cut := p.meets(hit.Bounds.Min.Z, hit.Bounds.Max.Z)
			found[e.ID] = &fixedBody{element: e, bounds: hit.Bounds,
				missed: fills(e.Category) && !cut && !p.spec.Roof}
		}
	}
	bodies, err := p.bodies(ctx, elements)
	if err != nil || len(bodies) == 0 {
		return nil, err
	}
	var out []*fixedBody
	for _, parts := range byElement(bodies) {
		f := found[parts[0].element.ID]
		for _, b := range parts {
			f.shapes = append(f.shapes, b.shape)
		}
		out = append(out, f)
	}
	if err := p.takeBelow(out, bodies); err != nil {
		return nil, err
	}
	return out, p.takeAbove(out)
}

// onPlan reports whether the plan shows an element with a fixed body. For a door or window the same rules apply as for
// one with parameters. A stair or railing is shown if it reaches below the cut. It is also shown if it begins above the
// cut on the plan's level and below the next storey.
func (p *plan) onPlan(e *state.Element, hit projections.Hit, top geometry.Length) bool {
	low, high := hit.Bounds.Min.Z, hit.Bounds.Max.Z
	if fills(e.Category) && !p.spec.Roof {
		shown, _ := p.meets(low, high)
		return shown
	}
	return high > p.lowest() && (low < p.cut || e.LevelID == p.level.ID && low < top)
}

// takeBelow finds the cut and the visible lines of fixed bodies below the cut plane, which other bodies may hide.
func (p *plan) takeBelow(out []*fixedBody, bodies []body) error {
	var shapes []csg.Shape
	for _, b := range bodies {
		shapes = append(shapes, b.shape)
	}
	shapes = append(shapes, p.beside(out)...)
	picture, err := linework.Take(shapes, linework.View{Stop: p.stop, Plane: p.frame, Depth: p.sight()})
	if err != nil {
		return err
	}
	p.leftOut(bodies, linework.Picture{Failed: picture.Failed})
	cut, seen := p.linesOf(picture, len(bodies))
	for i, f := range ownersOf(out) {
		f.regions = append(f.regions, picture.Cut[i])
		f.cut, f.seen = append(f.cut, cut[i]...), append(f.seen, seen[i]...)
	}
	for _, f := range out {
		if fills(f.element.Category) && bandOf(p.scale) > upTo50 { // lines between frame and pane run together
			f.cut = rings(p.region(geometry.Interrupt(p.stop).UnionWithin(geometry.SeamGap, f.regions...)))
		}
	}
	return nil
}

// linesOf returns, on paper, the outlines of the cut regions of the first n bodies of a picture, and their visible
// edges.
func (p *plan) linesOf(picture linework.Picture, n int) (cut, seen [][]segment) {
	cut, seen = make([][]segment, n), make([][]segment, n)
	for i := range n {
		cut[i] = rings(p.region(picture.Cut[i]))
	}
	for _, l := range picture.Lines {
		s := segment{p.at(l.Points[0]), p.at(l.Points[1])}
		if l.Class == linework.Visible && l.Source < n && s.a != s.b {
			seen[l.Source] = append(seen[l.Source], s)
		}
	}
	return cut, seen
}

// ownersOf returns the fixed body of each shape, in the order of the shapes.
func ownersOf(all []*fixedBody) (out []*fixedBody) {
	for _, f := range all {
		for range f.shapes {
			out = append(out, f)
		}
	}
	return out
}

// beside returns the shapes of the other bodies on the plan that lie over or under fixed bodies.
func (p *plan) beside(all []*fixedBody) (out []csg.Shape) {
	for _, s := range byElement(p.solids) {
		p.goOn()
		m, err := p.source.MeasureOf(s[0].element.ID)
		over := func(f *fixedBody) bool { return overlapInPlan(f.bounds, m.Bounds) }
		if err != nil || !slices.ContainsFunc(all, over) {
			continue
		}
		for _, b := range s {
			out = append(out, b.shape)
		}
	}
	return out
}

// overlapInPlan reports whether two boxes overlap or touch in plan.
func overlapInPlan(a, b geometry.Box) bool {
	return a.Min.X <= b.Max.X && b.Min.X <= a.Max.X && a.Min.Y <= b.Max.Y && b.Min.Y <= a.Max.Y
}

// sight returns how far below the cut fixed bodies are visible, or 0 for no limit. A flight that arrives on the level
// is visible down to the storey below, including its foot.
func (p *plan) sight() geometry.Length {
	depth := geometry.Length(0)
	for _, l := range shape.Levels(p.model) {
		if e := shape.Elevation(p.model, l.ID); e < p.floor && l.Params.(*shape.Level).IsStorey {
			depth = p.cut - (e - seenBelow) // levels come from the lowest up
		}
	}
	return depth
}

// takeAbove finds the edges of stairs and railings between the cut and the next storey, as if nothing lay below the
// cut.
func (p *plan) takeAbove(all []*fixedBody) error {
	if p.spec.Roof {
		return nil
	}
	var higher []*fixedBody
	var shapes []csg.Shape
	top := p.cut
	for _, f := range all {
		if f.bounds.Max.Z > p.cut && !fills(f.element.Category) {
			higher, shapes, top = append(higher, f), append(shapes, f.shapes...), max(top, f.bounds.Max.Z)
		}
	}
	frame := p.frame
	frame.Origin.Z = min(top+geometry.Millimetre, p.storeyTop())
	if len(shapes) == 0 || frame.Origin.Z <= p.cut {
		return nil
	}
	picture, err := linework.Take(shapes, linework.View{Stop: p.stop, Plane: frame, Depth: frame.Origin.Z - p.cut})
	if err != nil {
		return err
	}
	cut, seen := p.linesOf(picture, len(shapes))
	for i, f := range ownersOf(higher) {
		f.above = append(append(f.above, cut[i]...), seen[i]...) // such as a step flush with the next storey
	}
	return nil
}
