package services

import (
	"math"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// SectionFrame returns the frame of a cross section that is swept from one point to another: Z along the sweep, X and Y
// along the axes of the profile. Without rotation X is horizontal and Y points upwards, as in a beam. A U profile lies
// on its back, so that a tray opens upwards. Its web (the profile's depth) is the bottom, and its flanges (the
// profile's width) are the sides.
func SectionFrame(from, to geometry.Point3, p geometry.Profile, rotation geometry.Angle) geometry.Placement {
	frame := bodyshape.MemberFrame(from, to)
	frame.X = bodyshape.Turned(frame.X, frame.Y(), ownTurn(p)+rotation)
	return frame
}

// ownTurn returns the angle by which a profile is turned before the rotation of its element.
func ownTurn(p geometry.Profile) geometry.Angle {
	if p.Shape == geometry.ProfileU {
		return geometry.QuarterTurn
	}
	return 0
}

// RotationTo returns the rotation that turns the X axis of a section between two points to the direction x. It is 0 for
// round profiles.
func RotationTo(from, to geometry.Point3, p geometry.Profile, x r3.Vector) geometry.Angle {
	if bodyshape.Round(p) {
		return 0
	}
	frame := bodyshape.MemberFrame(from, to)
	a := angleOf(x.Dot(frame.X), x.Dot(frame.Y())) - ownTurn(p)
	return fabric.WithinTurn(a)
}

// axisNoise is the cosine or sine below which a direction counts as parallel to an axis. Directions after some
// rotations are exact to 1e-15, and 1e-9 turns a section by less than the smallest angle.
const axisNoise = 1e-9

// angleOf returns the angle from 0 to 360 degrees with a given cosine and sine, up to a common factor. It bisects all
// representable angles, so that the result is the same on every machine.
func angleOf(c, s float64) geometry.Angle {
	var quarter geometry.Angle
	switch {
	case c > 0 && s >= 0:
	case c <= 0 && s > 0:
		quarter, c, s = 1, s, -c
	case c < 0:
		quarter, c, s = 2, -c, -s
	default:
		quarter, c, s = 3, -s, c
	}
	n := math.Sqrt(float64(c*c) + float64(s*s))
	switch {
	case s <= axisNoise*n:
		return quarter * geometry.QuarterTurn % geometry.FullTurn
	case c <= axisNoise*n:
		return (quarter + 1) * geometry.QuarterTurn % geometry.FullTurn
	}
	lo, hi := geometry.Angle(0), geometry.QuarterTurn
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; mid.Sin() <= s/n {
			lo = mid
		} else {
			hi = mid
		}
	}
	if s/n-lo.Sin() > hi.Sin()-s/n {
		lo = hi
	}
	return (quarter*geometry.QuarterTurn + lo) % geometry.FullTurn
}

// Carried returns a vector perpendicular to a direction after that direction has turned into another by the shortest
// way (Rodrigues' rotation formula). A profile turns in this way around a bend.
func Carried(x, from, to r3.Vector) r3.Vector {
	axis, c := from.Cross(to), from.Dot(to)
	return Scaled(x, c).Add(axis.Cross(x)).Add(Scaled(axis, axis.Dot(x)/(1+c)))
}

// Scaled returns a vector times a factor. Every product is rounded explicitly, so that no machine fuses it with a sum.
func Scaled(v r3.Vector, by float64) r3.Vector {
	return r3.Vector{X: float64(v.X * by), Y: float64(v.Y * by), Z: float64(v.Z * by)}
}

// DirectionTo returns the unit vector from one point to another, which must differ.
func DirectionTo(from, to geometry.Point3) r3.Vector {
	return bodyshape.MemberFrame(from, to).Z
}

// Along3 returns the point at a distance from a given point in a direction.
func Along3(from geometry.Point3, direction r3.Vector, distance geometry.Length) geometry.Point3 {
	v := Scaled(direction, float64(distance))
	return from.Add(geometry.Point3{X: fabric.RoundLength(v.X), Y: fabric.RoundLength(v.Y), Z: fabric.RoundLength(v.Z)})
}
