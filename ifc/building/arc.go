package building

import (
	"math"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// Arc is an arc of a circle in a horizontal plane at the height of its start. Lengths are micrometres.
type Arc struct {
	Start, End, Centre r3.Vector
	Radius             float64
	Sweep              float64 // radians, positive if the arc turns left from start to end
}

// ArcThrough returns the arc from start to end through mid; false if the points lie on a straight line.
func ArcThrough(start, mid, end r3.Vector) (Arc, bool) {
	b, c := end.Sub(start), mid.Sub(start)
	cross := float64(b.X*c.Y) - float64(b.Y*c.X) // twice the area of the triangle: positive if mid is on the left
	bb, cc := float64(b.X*b.X)+float64(b.Y*b.Y), float64(c.X*c.X)+float64(c.Y*c.Y)
	if !(math.Abs(cross) > straightSine*math.Sqrt(bb)*math.Sqrt(cc)) {
		return Arc{}, false
	}
	centre := r3.Vector{
		X: start.X + (float64(c.Y*bb)-float64(b.Y*cc))/(2*cross),
		Y: start.Y + (float64(b.X*cc)-float64(c.X*bb))/(2*cross), Z: start.Z}
	a := Arc{Start: start, End: end, Centre: centre, Radius: flatDistance(centre, start)}
	a.Sweep = ahead(0, math.Atan2(end.Y-centre.Y, end.X-centre.X)-math.Atan2(start.Y-centre.Y, start.X-centre.X))
	if cross > 0 { // mid is on the left of the chord: the arc turns right
		a.Sweep -= 2 * math.Pi
	}
	return a, true
}

// straightSine is the sine of the angle between the directions from the start of an arc to its middle and to its end.
// Below this angle the three points count as collinear. At coordinates of a kilometre, rounding in the last bits causes
// such an angle between points a metre apart.
const straightSine = 1e-9

func flatDistance(p, q r3.Vector) float64 {
	dx, dy := q.X-p.X, q.Y-p.Y
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}

// Length returns the length of the arc.
func (a Arc) Length() float64 { return float64(a.Radius * math.Abs(a.Sweep)) }

// Rise returns the distance between the middle of the arc and its chord.
func (a Arc) Rise() float64 {
	_, cosine := geometry.SinCos(a.Sweep / 2)
	return float64(a.Radius * (1 - cosine))
}

// Tangent returns the direction of the arc at a distance along it, and the point at that distance.
func (a Arc) Tangent(along float64) (direction, at r3.Vector) {
	turned := math.Copysign(along/a.Radius, a.Sweep)
	sine, cosine := geometry.SinCos(turned)
	out := geometry.Times(a.Start.Sub(a.Centre), 1/a.Radius) // from the centre to the point
	out = r3.Vector{X: float64(out.X*cosine) - float64(out.Y*sine), Y: float64(out.X*sine) + float64(out.Y*cosine)}
	at = a.Centre.Add(geometry.Times(out, a.Radius))
	if a.Sweep < 0 {
		return r3.Vector{X: out.Y, Y: -out.X}, at
	}
	return r3.Vector{X: -out.Y, Y: out.X}, at
}

// At returns the point at a distance along the arc and a distance to its left.
func (a Arc) At(along, left float64) r3.Vector {
	d, at := a.Tangent(along)
	return at.Add(geometry.Times(r3.Vector{X: -d.Y, Y: d.X}, left))
}

// Middle returns the point half way along the arc, which is on the right of the chord if the arc turns left. It
// computes no angle, so that the result is equal to the last bit on every machine.
func (a Arc) Middle() r3.Vector {
	chord := a.End.Sub(a.Start)
	out := r3.Vector{X: chord.Y, Y: -chord.X}
	long := math.Sqrt(float64(out.X*out.X) + float64(out.Y*out.Y))
	return a.Centre.Add(geometry.Times(out, math.Copysign(a.Radius/long, a.Sweep)))
}

// Place returns the distance of a point along the arc and the distance to its left. Beyond an end of the arc it
// measures along the tangent at that end.
func (a Arc) Place(p r3.Vector) (along, left float64) {
	from, to := a.Start.Sub(a.Centre), p.Sub(a.Centre)
	angle := math.Atan2(float64(from.X*to.Y)-float64(from.Y*to.X), float64(from.X*to.X)+float64(from.Y*to.Y))
	outwards := flatDistance(a.Centre, p) - a.Radius
	if a.Sweep < 0 {
		angle, outwards = -angle, -outwards
	}
	sweep := math.Abs(a.Sweep)
	if gap := 2*math.Pi - sweep; angle < -gap/2 { // the point is nearer to the end than to the start
		angle += 2 * math.Pi
	}
	if angle >= 0 && angle <= sweep {
		return float64(a.Radius * angle), -outwards
	}
	on := 0.0
	if angle > sweep {
		on = a.Length()
	}
	d, at := a.Tangent(on)
	v := p.Sub(at)
	return on + float64(d.X*v.X) + float64(d.Y*v.Y), float64(d.X*v.Y) - float64(d.Y*v.X)
}

// Beside returns the area between the arc and its chord, positive if the arc is on the right of the chord. It is the
// area that a counter-clockwise ring gains if the arc replaces the chord.
func (a Arc) Beside() float64 {
	sine, _ := geometry.SinCos(math.Abs(a.Sweep))
	return math.Copysign(float64(a.Radius*a.Radius)/2*(math.Abs(a.Sweep)-sine), a.Sweep)
}

// AxisArc returns a product's axis in its own frame if it is a level arc; false for any other axis.
func (s *Source) AxisArc(p *Product) (Arc, bool) {
	points, curved := s.axis(p)
	if !curved {
		return Arc{}, false
	}
	return arcOf(points)
}

// arcOf returns the level arc that chords through points approximate; false if they approximate another curve.
func arcOf(points []r3.Vector) (Arc, bool) {
	if len(points) < 3 {
		return Arc{}, false
	}
	last := len(points) - 1
	a, ok := ArcThrough(points[0], points[last/2], points[last])
	if !ok {
		return Arc{}, false
	}
	for i, q := range points {
		along, left := a.Place(q)
		if math.Abs(left) > axisNoise || along < -axisNoise || along > a.Length()+axisNoise ||
			math.Abs(q.Z-points[0].Z) > axisNoise {
			return Arc{}, false
		}
		if i == 0 {
			continue
		}
		if _, rise := a.Place(geometry.Times(q.Add(points[i-1]), 0.5)); math.Abs(rise) > axisRise {
			return Arc{}, false // a straight part between two points of the circle
		}
	}
	return a, true
}

// axisRise is the greatest distance between the middle of a chord of an axis and the arc. Our own chords deviate by
// geometry.ChordTolerance at most.
const axisRise = float64(geometry.ChordTolerance) + axisNoise

// axisNoise is the greatest distance, in micrometres, between the points of an axis and one arc. It is a hundredth of a
// millimetre, since some files write only six digits, which give that accuracy at ten metres.
const axisNoise = 10

// axis returns the points of a product's axis in its own frame, and whether they are chords of arcs. The points are nil
// if the product has no axis that can be read.
func (s *Source) axis(p *Product) ([]r3.Vector, bool) {
	for _, item := range s.axisItems(p) {
		if points, curved, err := s.curve(item, 0); err == nil {
			return points, curved
		}
	}
	return nil, false
}

// axisItems returns the curves in a product's representations with the identifier Axis.
func (s *Source) axisItems(p *Product) []*step.Instance {
	var out []*step.Instance
	shape := s.one(s.index.Instance(p.Number), "Representation")
	for _, r := range s.many(shape, "Representations") {
		if strings.EqualFold(s.text(r, "RepresentationIdentifier"), "axis") {
			out = append(out, s.many(r, "Items")...)
		}
	}
	return out
}
