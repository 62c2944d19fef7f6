package fabric

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// OutlineEdge is an edge of an outline: a straight edge or an arc.
type OutlineEdge struct {
	From, To geometry.Point2
	Radius   float64 // micrometres; 0 for a straight edge
	Sweep    float64 // radians, positive to the left
	arc      outlineArc
}

// outlineArc is the circle that an arc of an outline lies on, in micrometres.
type outlineArc struct{ x, y, radius float64 }

// chords returns the corners of the edge without its end. All corners after the first are points on the circle, rounded
// to the grid, so close that the chords are within the tolerance of the arc.
func (e OutlineEdge) chords() geometry.Ring {
	out := geometry.Ring{e.From}
	if e.Radius == 0 {
		return out
	}
	sweep := geometry.Angle(math.Round(e.Sweep * (180e6 / math.Pi)))
	n := min(geometry.ArcSides(RoundLength(e.Radius), geometry.ChordTolerance, sweep), mostChords)
	start := e.arc.angle(e.From)
	for i := 1; i < n; i++ {
		p := e.arc.at(start + float64(e.Sweep*float64(i)/float64(n)))
		if p != out[len(out)-1] && p != e.To {
			out = append(out, p)
		}
	}
	return out
}

// mostChords bounds the chords of an arc of at most a quarter of a turn. Within the tolerance an arc with a radius of
// 20 km, twice the reach of a model, has some 5,000. An arc that needs more chords is refused because of its size
// anyway, so computing them, which takes seconds, would be wasted.
const mostChords = 1 << 15

// angle returns the direction of a point from the centre, in radians.
func (a outlineArc) angle(p geometry.Point2) float64 {
	return float64(float64(geometry.Atan2Degrees(float64(p.Y)-a.y, float64(p.X)-a.x)) * (math.Pi / 180e6))
}

// at returns the point of the circle in a direction from the centre.
func (a outlineArc) at(angle float64) geometry.Point2 {
	sine, cosine := geometry.SinCos(angle)
	return geometry.Point2{X: RoundLength(a.x + float64(a.radius*cosine)), Y: RoundLength(a.y + float64(a.radius*sine))}
}

// Middle returns the point halfway along an arc.
func (e OutlineEdge) Middle() geometry.Point2 { return e.arc.at(e.arc.angle(e.From) + e.Sweep/2) }

// between returns the arc that turns left from one point of the circle to another, in parts of at most a quarter of a
// turn.
func (a outlineArc) between(from, to geometry.Point2) []OutlineEdge { return a.turned(from, to, true) }

func (a outlineArc) turned(from, to geometry.Point2, left bool) []OutlineEdge {
	start := a.angle(from)
	sweep := a.angle(to) - start
	switch {
	case left && sweep <= 0:
		sweep += 2 * math.Pi
	case !left && sweep >= 0:
		sweep -= 2 * math.Pi
	}
	parts := max(1, int(math.Ceil(math.Abs(sweep)/quarterTurn)))
	out := make([]OutlineEdge, parts)
	at := from
	for i := range out {
		next := to
		if i+1 < parts {
			next = a.at(start + float64(sweep*float64(i+1)/float64(parts)))
		}
		out[i] = OutlineEdge{From: at, To: next, Radius: a.radius, Sweep: sweep / float64(parts), arc: a}
		at = next
	}
	return out
}

// quarterTurn is the largest turn of one arc of an outline. It leaves room for rounding in an angle of exactly a
// quarter turn.
const quarterTurn = math.Pi/2 + 1e-6

// edgesThrough returns the arc from one point through a second to a third, in parts of at most a quarter of a turn. If
// the points lie on a line, it returns the straight edge.
func edgesThrough(from, mid, to geometry.Point2) []OutlineEdge {
	// The centre is equally far from all three points, which gives two equations for its place relative to the first.
	ax, ay := float64(mid.X-from.X), float64(mid.Y-from.Y)
	bx, by := float64(to.X-from.X), float64(to.Y-from.Y)
	cross := float64(ax*by) - float64(ay*bx)
	aa, bb := float64(ax*ax)+float64(ay*ay), float64(bx*bx)+float64(by*by)
	if math.Abs(cross) <= leastBulge*math.Sqrt(float64(aa*bb)) {
		return []OutlineEdge{{From: from, To: to}}
	}
	x := (float64(by*aa) - float64(ay*bb)) / float64(2*cross)
	y := (float64(ax*bb) - float64(bx*aa)) / float64(2*cross)
	arc := outlineArc{x: float64(from.X) + x, y: float64(from.Y) + y,
		radius: math.Sqrt(float64(x*x) + float64(y*y))}
	return arc.turned(from, to, cross > 0)
}

// leastBulge is the least sine of the angle between the directions from the start of an arc to its two other points.
// Below it the arc rises by less than a micrometre over two metres, and counts as straight.
const leastBulge = 1e-6
