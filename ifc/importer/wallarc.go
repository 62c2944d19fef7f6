package importer

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// leastRise is how far the middle of an arc must be from the line between its ends for the model to hold a wall along it
// (domain.Wall.Mid), in micrometres; below it the wall is straight.
const leastRise = float64(geometry.Millimetre)

// alongArc reads a wall whose reference line is its axis, an arc; nil where it has none.
func (r *reader) alongArc(p *building.Product, b prism, common domain.Wall) *domain.Wall {
	arc, ok := r.src.AxisArc(p)
	if !ok || arc.Rise() < leastRise {
		return nil
	}
	s, ok := facesAbout(b.region, arc)
	if !ok {
		return nil
	}
	w := common
	if w.Thickness = length(s.y1 - s.y0); w.Thickness <= 0 {
		return nil
	}
	shift := 0.0
	w.LocationLine, shift = locationOf(s)
	if !(math.Abs(shift) < arc.Radius) { // the axis is elsewhere
		return nil
	}
	frame := r.world(p)
	on := func(along float64) geometry.Point2 {
		return building.Rounded(frame.Point(flat(arc.At(along, shift)))).XY()
	}
	w.Start, w.End = on(0), on(arc.Length())
	mid := on(arc.Length() / 2)
	w.Mid = &mid
	return &w
}

// facesAbout returns how far the faces of a wall along an arc lie to its left: the edges of the footprint whose ends are
// as far from the arc as each other tell it, since what other walls cut off ends within chords of the faces.
func facesAbout(region geometry.Region, arc building.Arc) (strip, bool) {
	var on []float64
	for _, polygon := range region {
		for i, a := range polygon.Outer {
			b := polygon.Outer[(i+1)%len(polygon.Outer)]
			x0, y0 := arc.Place(a.At(0).Vector())
			x1, y1 := arc.Place(b.At(0).Vector())
			if x0 != x1 && math.Abs(y0-y1) <= onLine {
				on = append(on, y0, y1)
			}
		}
	}
	if len(on) == 0 {
		return strip{}, false
	}
	return strip{0, arc.Length(), meanNear(on, slices.Min(on)), meanNear(on, slices.Max(on))}, true
}

// meanNear returns the mean of the places that are that of one face: each was rounded to the grid, which falls out of
// the mean.
func meanNear(places []float64, face float64) float64 {
	sum, n := 0.0, 0
	for _, y := range places {
		if math.Abs(y-face) <= 2*onLine {
			sum, n = sum+y, n+1
		}
	}
	return sum / float64(n)
}

// arcOf returns the reference line of a wall where that is an arc.
func arcOf(w *domain.Wall) (building.Arc, bool) {
	if w.Mid == nil {
		return building.Arc{}, false
	}
	return building.ArcThrough(w.Start.At(0).Vector(), w.Mid.At(0).Vector(), w.End.At(0).Vector())
}

// outOf returns an end of a wall's reference line and the direction in which the line leaves the wall there.
func outOf(w *domain.Wall, part domain.WallPart) (end, out r3.Vector) {
	arc, curved := arcOf(w)
	switch {
	case curved && part == domain.PartStart:
		d, at := arc.Tangent(0)
		return at, geometry.Times(d, -1)
	case curved:
		d, at := arc.Tangent(arc.Length())
		return at, d
	case part == domain.PartStart:
		return w.Start.At(0).Vector(), geometry.Direction(w.End, w.Start)
	}
	return w.End.At(0).Vector(), geometry.Direction(w.Start, w.End)
}

// reachOfArc returns how far a footprint goes beyond an end of an arc.
func reachOfArc(footprint geometry.Region, arc building.Arc, part domain.WallPart) float64 {
	beyond := math.Inf(-1)
	for _, polygon := range footprint {
		for _, q := range polygon.Outer {
			along, _ := arc.Place(q.At(0).Vector())
			if part == domain.PartStart {
				beyond = max(beyond, -along)
			} else {
				beyond = max(beyond, along-arc.Length())
			}
		}
	}
	return beyond
}

// longOf returns the length of a wall's reference line.
func longOf(w *domain.Wall) geometry.Length {
	if arc, ok := arcOf(w); ok {
		return length(arc.Length())
	}
	return geometry.Distance(w.Start, w.End)
}

// lineAt returns a point of a wall's reference line and its direction there such that places along the straight line
// through them are those along the wall where something near a point stands in it. A straight wall has its own line
// everywhere.
func lineAt(w *domain.Wall, near r3.Vector) (start, direction r3.Vector) {
	arc, ok := arcOf(w)
	if !ok {
		return w.Start.At(0).Vector(), geometry.Direction(w.Start, w.End)
	}
	along, _ := arc.Place(near)
	along = max(0, min(arc.Length(), along))
	d, at := arc.Tangent(along)
	return at.Sub(geometry.Times(d, along)), d
}
