package solids

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// arc is a part of a circle: its centre, the vector from there to its start, and the turn about an axis, above 0 and
// below 360 degrees.
type arc struct {
	centre, out, axis r3.Vector
	degrees           float64
}

// arcThrough returns the arc from a through b to c. Its centre is the centre of the circle around the triangle a b c.
func arcThrough(a, b, c r3.Vector) (arc, error) {
	u, v := b.Sub(a), c.Sub(a)
	n := u.Cross(v)
	if !(n.Norm() > leastBulge*u.Norm()*v.Norm()) || c.Sub(b).Norm() == 0 {
		return arc{}, ErrBadArc
	}
	// (|u|^2 v - |v|^2 u) x n / -2|n|^2, seen from a
	across := geometry.Times(u, v.Norm2()).Sub(geometry.Times(v, u.Norm2())).Cross(n)
	centre := a.Add(geometry.Times(across, -1/(2*n.Norm2())))
	k := arc{centre: centre, out: a.Sub(centre), axis: unit(n)}
	k.degrees = k.angleTo(c)
	return k, nil
}

// leastBulge is the least sine of the angle between the vectors from the start of an arc to its two other points. Below
// it, their circle is not known to a micrometre.
const leastBulge = 1e-6

func (a arc) radius() float64 { return a.out.Norm() }

// angleTo returns the turn from the start to a point on the circle, in degrees. Atan2Degrees is accurate to a
// millionth, and the remainder is so small that it equals its sine.
func (a arc) angleTo(p r3.Vector) float64 {
	x := a.out.Dot(p.Sub(a.centre))
	y := a.axis.Dot(a.out.Cross(p.Sub(a.centre)))
	near := geometry.Atan2Degrees(y, x)
	rest := (float64(y*near.Cos()) - float64(x*near.Sin())) / math.Sqrt(float64(x*x)+float64(y*y))
	degrees := near.Degrees() + float64(rest*(180/math.Pi))
	if degrees <= 0 {
		degrees += 360
	}
	return degrees
}

// tangentCorners returns the corners of legs that touch the arc at its ends and evenly in between. Half the turn of a
// leg is s. On the outside of a profile with the given extent, a corner deviates from the arc by r (1/cos(s) - 1),
// which is less than 0.52 r s^2 for s up to 15 degrees.
func (a arc) tangentCorners(extent float64, chord geometry.Length) []r3.Vector {
	const steepest = 30 // degrees between neighbouring legs
	s := min(math.Sqrt(float64(chord)/(0.52*(a.radius()+extent)))*(180/math.Pi), steepest/2)
	n := int(math.Ceil(a.degrees / (2 * s)))
	half := a.degrees / float64(2*n)
	tip := geometry.Times(a.out, 1/cosine(half))
	corners := make([]r3.Vector, n)
	for k := range corners {
		corners[k] = a.centre.Add(csg.Rotation(a.axis, half*float64(2*k+1)).Turn(tip))
	}
	return corners
}

// cosine returns the cosine of an angle in degrees, the same on every machine.
func cosine(degrees float64) float64 {
	return csg.Rotation(r3.Vector{Z: 1}, degrees).X.X
}
