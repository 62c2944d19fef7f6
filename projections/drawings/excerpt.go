package drawings

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// ExcerptSpec defines the excerpt of a level's plan around everything that a finding marks.
type ExcerptSpec struct {
	Name     string
	LevelID  state.ID
	Elements []state.ID        // drawn in outline
	At       *geometry.Point2  // marked with a ring
	Way      []geometry.Point2 // drawn as a line
}

// The sizes of an excerpt.
const (
	excerptAround = 2 * geometry.Metre // around the marked things
	ringRadius    = 4 * geometry.Millimetre
)

// inkFinding is the colour of the marks of a finding.
var inkFinding = inkGone

// excerptScales gives the scale of an excerpt by its size in the building, so that the excerpt fits on an A4 sheet.
var excerptScales = []struct {
	upTo  geometry.Length
	scale int64
}{{10 * geometry.Metre, 50}, {20 * geometry.Metre, 100}, {40 * geometry.Metre, 200}}

// coarsest is the scale of excerpts that are larger than all sizes in excerptScales.
const coarsest = 500

// Excerpt draws the part of a plan around a finding, with the finding marked in red: its elements outlined, its place
// ringed, its way drawn. NOT_FOUND reports that there is no such level, ILLEGAL_STATE that nothing marked has a place.
func Excerpt(ctx context.Context, source *projections.View, spec ExcerptSpec) (out *View, err error) {
	defer processors.Stopped(&err)
	source = source.Until(ctx)
	plans, lo, hi, placed := spec.extent(source)
	if !placed {
		return nil, state.Errorf(state.IllegalState, "what the finding is about has no place in a plan")
	}
	scale := excerptScale(lo, hi)
	whole, err := Plan(ctx, source, PlanSpec{LevelID: spec.LevelID, Scale: scale, Services: true,
		Annotate: []Annotation{AnnotateRooms, AnnotateTags}})
	if err != nil {
		return nil, err
	}
	v := excerptOf(ctx, whole, spec.Name, lo, hi)
	v.mark(spec, plans)
	v.title(spec.Name, true)
	out = v.finish()
	out.Cut, out.Warnings = whole.Cut, whole.Warnings
	return out, nil
}

// excerptScale returns the scale at which an excerpt around a rectangle is drawn.
func excerptScale(lo, hi geometry.Point2) int64 {
	size := max(hi.X-lo.X, hi.Y-lo.Y) + 2*excerptAround
	for _, s := range excerptScales {
		if size <= s.upTo {
			return s.scale
		}
	}
	return coarsest
}

// excerptOf returns the part of a plan around a rectangle, with a margin.
func excerptOf(ctx context.Context, whole *View, name string, lo, hi geometry.Point2) *view {
	v := newView(ctx, whole.whole.source, name, whole.whole.scale, whole.whole.frame)
	margin := geometry.Point2{X: excerptAround, Y: excerptAround}
	from, to := v.at(lo.Sub(margin)), v.at(hi.Add(margin))
	for _, i := range whole.Drawing.Items {
		i = i.Moved(whole.Drawing.Origin)
		for _, m := range paper.Clip(i.Mark, from, to) {
			i.Mark = m
			v.drawing.Add(i)
		}
	}
	return v
}

// extent returns the plans of the elements and the smallest rectangle around everything that is marked. It returns
// false for placed if nothing is marked.
func (s ExcerptSpec) extent(source *projections.View) (plans []geometry.Region, lo, hi geometry.Point2, placed bool) {
	lo, hi = geometry.Region(nil).Bounds()
	note := func(points ...geometry.Point2) {
		for _, p := range points {
			lo, hi, placed = min2(lo, p), max2(hi, p), true
		}
	}
	for _, id := range s.Elements {
		plan := shadowOf(source, id)
		for _, polygon := range plan {
			note(polygon.Outer...)
		}
		plans = append(plans, plan)
	}
	note(s.Way...)
	if s.At != nil {
		note(*s.At)
	}
	return plans, lo, hi, placed
}

// shadowOf returns the area that an element covers in plan: the floor of a room, or the outline of any other body.
func shadowOf(source *projections.View, id state.ID) geometry.Region {
	if shape, err := source.Rooms().Shape(id); err == nil && shape.Bounded {
		return shape.Region
	}
	body, err := source.Measures().Body(id)
	if err != nil {
		return nil
	}
	box := body.Bounds()
	return body.Shadow(box.Min.Z, box.Max.Z)
}

// mark draws the marks of a finding.
func (v *view) mark(spec ExcerptSpec, plans []geometry.Region) {
	stroke := func(pen paper.Pen, closed bool, points []geometry.Point2) {
		s := paper.Stroke{Closed: closed, Pen: pen, Ink: inkFinding}
		for _, p := range points {
			s.Points = append(s.Points, v.at(p))
		}
		v.add(layerOther, paper.ClassMark, nil, s)
	}
	for _, plan := range plans {
		for _, polygon := range plan {
			for _, ring := range append([]geometry.Ring{polygon.Outer}, polygon.Holes...) {
				stroke(paper.Pen50, true, ring)
			}
		}
	}
	if len(spec.Way) > 1 {
		stroke(paper.Pen70, false, spec.Way)
	}
	if spec.At != nil {
		v.add(layerOther, paper.ClassMark, nil, paper.Arc{Centre: v.at(*spec.At), Radius: ringRadius,
			Sweep: geometry.FullTurn, Pen: paper.Pen70, Ink: inkFinding})
	}
}
