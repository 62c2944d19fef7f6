package stair

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// railRun is one straight run in its side view: X along it in plan, Y up, the origin at its start.
type railRun struct {
	frame  geometry.Placement // Z across, to the right
	length geometry.Length    // in plan
	rise   geometry.Length
}

// run adds the rail, the posts and the infill between point i and the next point.
func (k *railingMaker) run(i int, start, end corner) {
	from, to := k.Path[i], k.Path[i+1]
	r := railRun{length: geometry.Distance(from.XY(), to.XY()), rise: to.Z - from.Z}
	r.frame = geometry.PlacementInPlan(from.Add(geometry.Point3{Z: k.base}), to.XY())
	r.frame.Z = geometry.Times(r.frame.Y(), -1)
	span := fabric.Interval{From: start.trim, To: r.length - end.trim}
	first, last := i == 0 && !k.closed(), !end.newel
	posts := 0
	if first {
		posts++
	}
	if last {
		posts++
	}
	if span.To-span.From < geometry.Length(posts)*k.PostWidth+shape.MinimumExtent {
		k.fail(state.Errorf(state.DegenerateGeometry,
			"the run from point %d to %d is too short for its posts and corners: leave one of the points out", i,
			i+1).With("parameter", "path"))
		return
	}
	top := k.Height - k.Rail.Depth
	k.add(r, span, top, k.Height, k.Rail.Width)
	posted := k.posts(span, first, last)
	for _, p := range posted {
		k.add(r, p, 0, top, k.PostWidth)
	}
	k.infill(r, gaps(span, posted), top)
}

// posts returns the intervals of the posts of a run: at its ends, except where a newel stands, and between equal bays.
func (k *railingMaker) posts(span fabric.Interval, first, last bool) []fabric.Interval {
	var out []fabric.Interval
	if first {
		out = append(out, fabric.Interval{From: span.From, To: span.From + k.PostWidth})
	}
	n := fabric.BaysOf(span.To-span.From, k.PostSpacing)
	if n > maxRailingParts {
		k.fail(tooManyParts())
		return out
	}
	for i := int64(1); i < n; i++ {
		at := span.From + geometry.Length(float64(span.To-span.From)*float64(i)/float64(n)) - k.PostWidth/2
		if len(out) > 0 && at < out[len(out)-1].To+shape.MinimumExtent ||
			at+k.PostWidth > span.To-k.PostWidth-shape.MinimumExtent {
			continue // the posts are as wide as their bays
		}
		out = append(out, fabric.Interval{From: at, To: at + k.PostWidth})
	}
	if last {
		out = append(out, fabric.Interval{From: span.To - k.PostWidth, To: span.To})
	}
	return out
}

// gaps returns the gaps between the posts of a run.
func gaps(span fabric.Interval, posts []fabric.Interval) []fabric.Interval {
	all := append([]fabric.Interval{{From: span.From, To: span.From}}, posts...)
	var out []fabric.Interval
	for _, g := range fabric.GapsOf(append(all, fabric.Interval{From: span.To, To: span.To})) {
		if g.To > g.From {
			out = append(out, g)
		}
	}
	return out
}

// infill fills the gaps between posts, up to the rail's underside.
func (k *railingMaker) infill(r railRun, gaps []fabric.Interval, top geometry.Length) {
	for _, g := range gaps {
		switch k.Infill {
		case "panel":
			if top > panelClearance {
				k.add(r, g, panelClearance, top, panelSheet)
			}
		case "balusters":
			for _, b := range balusters(g) {
				k.add(r, b, 0, top, balusterWidth)
			}
		}
	}
}

// balusters returns the bars in a gap. It uses as few bars as possible with at most balusterGap between them.
func balusters(g fabric.Interval) []fabric.Interval {
	room := g.To - g.From
	if room <= balusterGap {
		return nil
	}
	pitch := balusterGap + balusterWidth
	n := min(int64((room-balusterGap+pitch-1)/pitch), maxRailingParts+1)
	clear := float64(room-geometry.Length(n)*balusterWidth) / float64(n+1)
	out := make([]fabric.Interval, n)
	for i := range out {
		at := g.From + fabric.RoundLength(float64(clear*float64(i+1))) + geometry.Length(i)*balusterWidth
		out[i] = fabric.Interval{From: at, To: at + balusterWidth}
	}
	return out
}

// add adds a part of a run: an interval along it, between two heights above the path, with a width across it.
func (k *railingMaker) add(r railRun, x fabric.Interval, low, high, width geometry.Length) {
	if k.err != nil {
		return
	}
	at := func(x geometry.Length) geometry.Length {
		return fabric.RoundLength(float64(r.rise) * float64(x) / float64(r.length))
	}
	a, b := at(x.From), at(x.To)
	side, err := geometry.NewPolygon(geometry.Ring{{X: x.From, Y: a + low}, {X: x.To, Y: b + low},
		{X: x.To, Y: b + high}, {X: x.From, Y: a + high}})
	if err != nil {
		k.fail(shape.GeometryError(err))
		return
	}
	k.extrude(r.frame, side, -width/2, width-width/2)
}
