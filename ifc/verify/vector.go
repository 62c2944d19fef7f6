package verify

import "math"

// vector is a point or the difference of two points, in the file's unit of length; z is 0 for 2D points.
type vector [3]float64

func (a vector) minus(b vector) vector { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a vector) plus(b vector, t float64) vector {
	return vector{a[0] + float64(t*b[0]), a[1] + float64(t*b[1]), a[2] + float64(t*b[2])}
}

func (a vector) dot(b vector) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

func (a vector) cross(b vector) vector {
	return vector{float64(a[1]*b[2]) - float64(a[2]*b[1]), float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0])}
}

func (a vector) length() float64 { return math.Sqrt(a.dot(a)) }

func distance(a, b vector) float64 { return a.minus(b).length() }

// segment is a straight edge.
type segment struct{ from, to vector }

// distanceTo returns the least distance of two segments (Ericson, Real-Time Collision Detection, 5.1.9).
func (s segment) distanceTo(o segment) float64 {
	d1, d2, r := s.to.minus(s.from), o.to.minus(o.from), s.from.minus(o.from)
	a, e, f, c, b := d1.dot(d1), d2.dot(d2), d2.dot(r), d1.dot(r), d1.dot(d2)
	if a == 0 || e == 0 {
		return distance(s.from, o.from)
	}
	u := 0.0
	if denominator := float64(a*e) - float64(b*b); denominator > 0 {
		u = clamp((float64(b*f) - float64(c*e)) / denominator)
	}
	v := (float64(b*u) + f) / e
	if clamped := clamp(v); clamped != v {
		v = clamped
		u = clamp((float64(b*v) - c) / a)
	}
	return distance(s.from.plus(d1, u), o.from.plus(d2, v))
}

func clamp(t float64) float64 { return min(1, max(0, t)) }

// low and high return the ends of the segment's extent along x.
func (s segment) low() float64  { return min(s.from[0], s.to[0]) }
func (s segment) high() float64 { return max(s.from[0], s.to[0]) }

// newell returns the normal of a polygon with twice the polygon's area as its length (Newell's method).
func newell(points []vector) vector {
	var n vector
	for i, p := range points {
		q := points[(i+1)%len(points)]
		n = n.plus(p.minus(points[0]).cross(q.minus(points[0])), 1)
	}
	return n
}
