package geometry

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"
)

// Placement is a right-handed frame: an origin and two perpendicular unit vectors. The third axis is Y = Z x X.
type Placement struct {
	Origin Point3    `json:"origin"`
	X      r3.Vector `json:"x"`
	Z      r3.Vector `json:"z"`
}

// World returns the frame of the world.
func World() Placement { return Placement{X: r3.Vector{X: 1}, Z: r3.Vector{Z: 1}} }

// PlacementInPlan returns an upright frame at origin whose X axis points in plan towards the given point. If the points
// coincide in plan, the frame has no direction, and Valid returns an error for it.
func PlacementInPlan(origin Point3, toward Point2) Placement {
	return Placement{Origin: origin, X: Direction(origin.XY(), toward), Z: r3.Vector{Z: 1}}
}

// Y returns Z x X.
func (p Placement) Y() r3.Vector { return Cross(p.Z, p.X) }

// Point transforms a point of the frame to its parent, rounded to the micrometre.
func (p Placement) Point(local Point3) Point3 {
	return p.Origin.Add(roundVector(p.turn(local.Vector())))
}

// Local transforms a point of the parent to the frame, rounded to the micrometre. It reverses Point except for
// rounding.
func (p Placement) Local(q Point3) Point3 {
	v := q.Sub(p.Origin).Vector()
	return roundVector(r3.Vector{X: Dot(p.X, v), Y: Dot(p.Y(), v), Z: Dot(p.Z, v)})
}

// Compose returns the placement in the parent of an object that child places in the frame p.
func (p Placement) Compose(child Placement) Placement {
	return Placement{Origin: p.Point(child.Origin), X: positiveZeros(p.turn(child.X)),
		Z: positiveZeros(p.turn(child.Z))}
}

// Valid returns ErrBadPlacement unless X and Z are perpendicular unit vectors within UnitTolerance.
func (p Placement) Valid() error {
	for _, d := range [...]float64{Dot(p.X, p.X) - 1, Dot(p.Z, p.Z) - 1, Dot(p.X, p.Z)} {
		if !(math.Abs(d) <= UnitTolerance) {
			return fmt.Errorf("placement with X %v and Z %v: %w", p.X, p.Z, ErrBadPlacement)
		}
	}
	return nil
}

// turn transforms a vector of the frame to the parent.
func (p Placement) turn(v r3.Vector) r3.Vector {
	y := p.Y()
	return r3.Vector{
		X: float64(p.X.X*v.X) + float64(y.X*v.Y) + float64(p.Z.X*v.Z),
		Y: float64(p.X.Y*v.X) + float64(y.Y*v.Y) + float64(p.Z.Y*v.Z),
		Z: float64(p.X.Z*v.X) + float64(y.Z*v.Y) + float64(p.Z.Z*v.Z),
	}
}

// Direction returns the unit vector from one point to another in plan, exact for directions parallel to an axis, and
// zero if the points coincide.
func Direction(from, to Point2) r3.Vector {
	d := to.Sub(from)
	switch {
	case d.X == 0 && d.Y == 0:
		return r3.Vector{}
	case d.Y == 0:
		return r3.Vector{X: sign(d.X)}
	case d.X == 0:
		return r3.Vector{Y: sign(d.Y)}
	}
	x, y := float64(d.X), float64(d.Y)
	n := math.Sqrt(float64(x*x) + float64(y*y))
	return r3.Vector{X: x / n, Y: y / n}
}

// Distance returns the distance of two points, rounded to the micrometre.
func Distance(a, b Point2) Length { return Distance3(a.At(0), b.At(0)) }

// Distance3 returns the distance of two points in space, rounded to the micrometre.
func Distance3(a, b Point3) Length {
	return Length(math.Round(norm(b.Sub(a).Vector())))
}

// Rotate rotates p around a point, counter-clockwise. Multiples of 90 degrees are exact, others are rounded to the
// grid.
func (p Point2) Rotate(about Point2, a Angle) Point2 {
	d := p.Sub(about)
	quarter, rest := reduceAngle(a)
	if rest != 0 {
		s, c := a.Sin(), a.Cos()
		x, y := float64(d.X), float64(d.Y)
		return about.Add(Point2{
			Length(math.Round(float64(x*c) - float64(y*s))),
			Length(math.Round(float64(x*s) + float64(y*c))),
		})
	}
	for range quarter {
		d = Point2{-d.Y, d.X}
	}
	return about.Add(d)
}
