package geometry

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"
)

// Plane is a plane in space: a point on it and a normal of any length but zero.
type Plane struct {
	Origin Point3    `json:"origin"`
	Normal r3.Vector `json:"normal"`
}

// HeightAt returns the height of the plane over a point in plan, rounded to the micrometre. The error is ErrSteepPlane
// if the plane is vertical, or so steep that the height exceeds any length.
func (p Plane) HeightAt(q Point2) (Length, error) {
	d := q.Sub(p.Origin.XY()).At(0).Vector()
	z := math.Round(-Dot(p.Normal, d) / p.Normal.Z)
	if p.Normal.Z == 0 || !(math.Abs(z) < float64(LengthOverflow)) {
		return 0, fmt.Errorf("plane at %v with normal %v: %w", p.Origin, p.Normal, ErrSteepPlane)
	}
	return p.Origin.Z + Length(z), nil
}
