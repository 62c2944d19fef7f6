package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// railRun is one straight run in its side view: X along it in plan, Y up, the origin at its start.
type railRun struct {
	frame  geometry.Placement // Z across, to the right
	length geometry.Length    // in plan
	rise   geometry.Length
}

// run makes the rail, the posts and the infill between point i and the next.
func (k *railingMaker) run(i int, start, end corner) {
	from, to := k.Path[i], k.Path[i+1]
	r := railRun{length: geometry.Distance(from.XY(), to.XY()), rise: to.Z - from.Z}
	r.frame = geometry.PlacementInPlan(from.Add(geometry.Point3{Z: k.base}), to.XY())
	r.frame.Z = geometry.Times(r.frame.Y(), -1)
	span := interval{start.trim, r.length - end.trim}
	first, last := i == 0 && !k.closed(), !end.newel
	posts := 0
	if first {
		posts++
	}
	if last {
		posts++
	}
	if span.to-span.from < geometry.Length(posts)*k.PostWidth+minimumExtent {
		k.fail(Errorf(DegenerateGeometry,
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

// posts returns where the posts of a run stand: at its ends, where no newel does, and in equal bays between.
func (k *railingMaker) posts(span interval, first, last bool) []interval {
	var out []interval
	if first {
		out = append(out, interval{span.from, span.from + k.PostWidth})
	}
	n := baysOf(span.to-span.from, k.PostSpacing)
	if n > maxRailingParts {
		k.fail(tooManyParts())
		return out
	}
	for i := int64(1); i < n; i++ {
		at := span.from + geometry.Length(float64(span.to-span.from)*float64(i)/float64(n)) - k.PostWidth/2
		if len(out) > 0 && at < out[len(out)-1].to+minimumExtent || at+k.PostWidth > span.to-k.PostWidth-minimumExtent {
			continue // posts as wide as their bays
		}
		out = append(out, interval{at, at + k.PostWidth})
	}
	if last {
		out = append(out, interval{span.to - k.PostWidth, span.to})
	}
	return out
}

// gaps returns the gaps between the posts of a run.
func gaps(span interval, posts []interval) []interval {
	all := append([]interval{{span.from, span.from}}, posts...)
	var out []interval
	for _, g := range gapsOf(append(all, interval{span.to, span.to})) {
		if g.to > g.from {
			out = append(out, g)
		}
	}
	return out
}

// infill fills the gaps between posts, up to the rail's underside.
func (k *railingMaker) infill(r railRun, gaps []interval, top geometry.Length) {
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

// balusters returns bars in a gap: as few as keep the clear distance within the allowed gap.
func balusters(g interval) []interval {
	room := g.to - g.from
	if room <= balusterGap {
		return nil
	}
	pitch := balusterGap + balusterWidth
	n := min(int64((room-balusterGap+pitch-1)/pitch), maxRailingParts+1)
	clear := float64(room-geometry.Length(n)*balusterWidth) / float64(n+1)
	out := make([]interval, n)
	for i := range out {
		at := g.from + roundLength(float64(clear*float64(i+1))) + geometry.Length(i)*balusterWidth
		out[i] = interval{at, at + balusterWidth}
	}
	return out
}

// add adds a part of a run: an interval along it, between two heights above the path, with a width across it.
func (k *railingMaker) add(r railRun, x interval, low, high, width geometry.Length) {
	if k.err != nil {
		return
	}
	at := func(x geometry.Length) geometry.Length {
		return roundLength(float64(r.rise) * float64(x) / float64(r.length))
	}
	a, b := at(x.from), at(x.to)
	side, err := geometry.NewPolygon(geometry.Ring{{X: x.from, Y: a + low}, {X: x.to, Y: b + low},
		{X: x.to, Y: b + high}, {X: x.from, Y: a + high}})
	if err != nil {
		k.fail(geometryError(err))
		return
	}
	k.extrude(r.frame, side, -width/2, width-width/2)
}
