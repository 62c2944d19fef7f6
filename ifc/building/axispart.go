package building

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// axisPart is a straight part of a line in a plane, or an arc.
type axisPart struct {
	from, to r3.Vector
	arc      *Arc // nil for a straight part
}

// axisParts returns the parts of a line through points. Chords that approximate an arc or a circle become arcs; other
// curves remain chords.
func axisParts(points []r3.Vector, curved bool) []axisPart {
	points = distinct(points)
	if curved {
		if arcs := arcsOf(points); arcs != nil {
			return arcs
		}
	}
	var out []axisPart
	for i := 1; i < len(points); i++ {
		out = append(out, axisPart{from: points[i-1], to: points[i]})
	}
	return out
}

// arcsOf returns the arc that chords through points approximate, or two halves for a whole circle; nil for another
// curve.
func arcsOf(points []r3.Vector) []axisPart {
	last := len(points) - 1
	parts := [][]r3.Vector{points}
	if last >= 4 && points[0].Sub(points[last]).Norm() < jointGap {
		parts = [][]r3.Vector{points[:last/2+1], points[last/2:]}
	}
	var out []axisPart
	for _, part := range parts {
		a, ok := arcOf(part)
		if !ok {
			return nil
		}
		out = append(out, axisPart{from: a.Start, to: a.End, arc: &a})
	}
	return out
}

// offset returns the part moved to its left by a distance; false if an arc would vanish.
func (s axisPart) offset(left float64) (axisPart, bool) {
	if s.arc == nil {
		d := s.direction()
		by := geometry.Times(r3.Vector{X: -d.Y, Y: d.X}, left)
		return axisPart{from: s.from.Add(by), to: s.to.Add(by)}, true
	}
	a := *s.arc
	a.Start, a.End = a.At(0, left), a.At(a.Length(), left)
	a.Radius -= math.Copysign(left, float64(left*a.Sweep)) // the centre of an arc that turns left is on its left
	return axisPart{from: a.Start, to: a.End, arc: &a}, a.Radius > 0
}

// direction returns the direction of a straight part.
func (s axisPart) direction() r3.Vector {
	d, _ := unit(s.to.Sub(s.from))
	return d
}

// tangent returns the direction of the line or circle of a part at one of its points.
func (s axisPart) tangent(p r3.Vector) r3.Vector {
	if s.arc == nil {
		return s.direction()
	}
	out := geometry.Times(p.Sub(s.arc.Centre), math.Copysign(1/s.arc.Radius, s.arc.Sweep))
	return r3.Vector{X: -out.Y, Y: out.X}
}

// beyond returns how far a point lies beyond the nearer end of a part, or 0 if it lies between the ends. The point must
// be on the line or circle of the part.
func (s axisPart) beyond(p r3.Vector) float64 {
	if s.arc != nil {
		along, _ := s.arc.Place(p)
		return max(0, -along, along-s.arc.Length())
	}
	along := geometry.Dot(p.Sub(s.from), s.direction())
	return max(0, -along, along-s.to.Sub(s.from).Norm())
}

// meeting returns the intersections of the lines or circles of two parts, in their order along the first part.
func meeting(a, b axisPart) []r3.Vector {
	switch {
	case a.arc == nil && b.arc == nil:
		return linesMeet(a, b)
	case a.arc == nil:
		return lineMeetsCircle(a, b.arc)
	case b.arc == nil:
		return inOrder(a, lineMeetsCircle(b, a.arc))
	}
	return inOrder(a, circlesMeet(a.arc, b.arc))
}

// inOrder sorts two points on an arc by their order along it.
func inOrder(s axisPart, points []r3.Vector) []r3.Vector {
	if len(points) == 2 {
		first, _ := s.arc.Place(points[0])
		if second, _ := s.arc.Place(points[1]); second < first {
			points[0], points[1] = points[1], points[0]
		}
	}
	return points
}

func linesMeet(a, b axisPart) []r3.Vector {
	d, e := a.direction(), b.direction()
	sine := float64(d.X*e.Y) - float64(d.Y*e.X)
	if !(math.Abs(sine) > straightSine) {
		return nil
	}
	to := b.from.Sub(a.from)
	along := (float64(to.X*e.Y) - float64(to.Y*e.X)) / sine
	return []r3.Vector{a.from.Add(geometry.Times(d, along))}
}

func lineMeetsCircle(a axisPart, circle *Arc) []r3.Vector {
	d := a.direction()
	to := circle.Centre.Sub(a.from)
	along, aside := geometry.Dot(to, d), float64(d.X*to.Y)-float64(d.Y*to.X)
	half := float64(circle.Radius*circle.Radius) - float64(aside*aside)
	if half < 0 {
		return nil
	}
	half = math.Sqrt(half)
	return []r3.Vector{a.from.Add(geometry.Times(d, along-half)), a.from.Add(geometry.Times(d, along+half))}
}

func circlesMeet(a, b *Arc) []r3.Vector {
	d, ok := unit(b.Centre.Sub(a.Centre))
	if !ok {
		return nil // concentric circles do not intersect
	}
	apart := flatDistance(a.Centre, b.Centre)
	along := (float64(apart*apart) + float64(a.Radius*a.Radius) - float64(b.Radius*b.Radius)) / (2 * apart)
	half := float64(a.Radius*a.Radius) - float64(along*along)
	if half < 0 {
		return nil
	}
	foot := a.Centre.Add(geometry.Times(d, along))
	aside := geometry.Times(r3.Vector{X: -d.Y, Y: d.X}, math.Sqrt(half))
	return []r3.Vector{foot.Sub(aside), foot.Add(aside)}
}
