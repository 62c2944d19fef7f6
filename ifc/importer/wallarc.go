package importer

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// leastRise is the least distance, in micrometres, between the middle of an arc and its chord for which the model has a
// curved wall (fabric.Wall.Mid). With a smaller distance the wall is straight.
const leastRise = float64(geometry.Millimetre)

// arcLine is the unrounded reference line of a curved wall, in the frame of the model, with the positions of the faces
// to its left. Openings in the wall are measured from it, so that their positions do not depend on other data of the
// wall.
type arcLine struct {
	building.Arc
	y0, y1 float64
}

// alongArc reads a wall whose reference line is its axis, an arc; nil if its axis is no arc.
func (r *reader) alongArc(p *building.Product, b prism, common fabric.Wall) (*fabric.Wall, *arcLine) {
	arc, ok := r.src.AxisArc(p)
	if !ok || !r.Own && arc.Rise() < leastRise || len(b.region) == 0 {
		return nil, nil
	}
	s := facesAbout(b.region, arc)
	w := common
	if w.Thickness = length(s.y1 - s.y0); w.Thickness <= 0 {
		return nil, nil
	}
	shift := 0.0
	w.LocationLine, shift = locationOf(s)
	if r.Own { // the axis is the reference line, even if joins have cut the footprint
		shift = 0
	}
	if !(math.Abs(shift) < arc.Radius) { // the axis lies outside the wall
		return nil, nil
	}
	frame := r.world(p)
	in := func(v r3.Vector) r3.Vector { return flat(frame.Point(flat(v))) }
	line := &arcLine{Arc: building.Arc{Start: in(arc.At(0, shift)), End: in(arc.At(arc.Length(), shift)),
		Centre: in(arc.Centre), Radius: arc.Radius - math.Copysign(shift, shift*arc.Sweep), Sweep: arc.Sweep},
		y0: s.y0 - shift, y1: s.y1 - shift}
	w.Start, w.End = building.Rounded(line.Start).XY(), building.Rounded(line.End).XY()
	mid := building.Rounded(line.Middle()).XY()
	w.Mid = &mid
	return &w, line
}

// facesAbout returns the positions of the faces of a wall along an arc, to the left of the arc. They come from the
// edges of the footprint whose two ends are equally far from the arc. The other edges come from cuts by other walls,
// because these cuts end within chords of the faces. If a wall is so short that its joins leave no usable edge of one
// face, the positions come from all corners.
func facesAbout(region geometry.Region, arc building.Arc) strip {
	var all, on []float64
	for _, polygon := range region {
		for i, a := range polygon.Outer {
			b := polygon.Outer[(i+1)%len(polygon.Outer)]
			x0, y0 := arc.Place(a.At(0).Vector())
			x1, y1 := arc.Place(b.At(0).Vector())
			all = append(all, y0)
			if x0 != x1 && math.Abs(y0-y1) <= onLine {
				on = append(on, y0, y1)
			}
		}
	}
	if len(on) == 0 || slices.Max(on)-slices.Min(on) <= 2*onLine {
		on = all
	}
	return strip{0, arc.Length(), meanNear(on, slices.Min(on)), meanNear(on, slices.Max(on))}
}

// meanNear returns the mean of the positions near a face. Each position was rounded to the grid, and the mean cancels
// the rounding.
func meanNear(places []float64, face float64) float64 {
	sum, n := 0.0, 0
	for _, y := range places {
		if math.Abs(y-face) <= 2*onLine {
			sum, n = sum+y, n+1
		}
	}
	return sum / float64(n)
}

// arcOf returns the reference line of a wall if it is an arc.
func arcOf(d *Draft) (building.Arc, bool) {
	if d.wall != nil && d.wall.line != nil {
		return d.wall.line.Arc, true
	}
	w := d.Element.Params.(*fabric.Wall)
	if w.Mid == nil {
		return building.Arc{}, false
	}
	return building.ArcThrough(w.Start.At(0).Vector(), w.Mid.At(0).Vector(), w.End.At(0).Vector())
}

// outOf returns an end of a wall's reference line and the outward direction of the line at that end.
func outOf(d *Draft, part state.WallPart) (end, out r3.Vector) {
	arc, curved := arcOf(d)
	w := d.Element.Params.(*fabric.Wall)
	switch {
	case curved && part == fabric.PartStart:
		along, at := arc.Tangent(0)
		return at, geometry.Times(along, -1)
	case curved:
		along, at := arc.Tangent(arc.Length())
		return at, along
	case part == fabric.PartStart:
		return w.Start.At(0).Vector(), geometry.Direction(w.End, w.Start)
	}
	return w.End.At(0).Vector(), geometry.Direction(w.Start, w.End)
}

// reachOfArc returns the distance by which a footprint extends beyond an end of an arc.
func reachOfArc(footprint geometry.Region, arc building.Arc, part state.WallPart) float64 {
	beyond := math.Inf(-1)
	for _, polygon := range footprint {
		for _, q := range polygon.Outer {
			along, _ := arc.Place(q.At(0).Vector())
			if part == fabric.PartStart {
				beyond = max(beyond, -along)
			} else {
				beyond = max(beyond, along-arc.Length())
			}
		}
	}
	return beyond
}

// longOf returns the length of a wall's reference line.
func longOf(d *Draft) geometry.Length {
	if arc, ok := arcOf(d); ok {
		return length(arc.Length())
	}
	w := d.Element.Params.(*fabric.Wall)
	return geometry.Distance(w.Start, w.End)
}

// lineAt returns a point and a direction of a straight line for measuring a wall near a place. Distances from the point
// along this line equal distances along the wall's reference line. For a straight wall it is the reference line; for a
// curved wall it is a tangent near the place.
func lineAt(d *Draft, near r3.Vector) (start, direction r3.Vector) {
	arc, ok := arcOf(d)
	if !ok {
		w := d.Element.Params.(*fabric.Wall)
		return w.Start.At(0).Vector(), geometry.Direction(w.Start, w.End)
	}
	along, _ := arc.Place(near)
	along = max(0, min(arc.Length(), along))
	direction, at := arc.Tangent(along)
	return at.Sub(geometry.Times(direction, along)), direction
}
