package render

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Camera is the viewpoint of a picture. Its three directions are perpendicular unit vectors.
type Camera struct {
	Eye                Vector
	Forward, Right, Up Vector
	FieldOfView        geometry.Angle // vertical; 0 for a parallel projection
	Height             float64        // height that a parallel projection shows, in metres
	Aspect             float64        // width divided by height
}

// steep is the sine of the angle to the vertical below which a camera has no upright direction. In its picture, the Y
// axis of the model then points upwards. At 1e-6 the direction to the right is still exact to nine digits.
const steep = 1e-6

// Towards returns an upright camera at an eye that looks in a direction.
func Towards(eye, direction Vector) Camera {
	c := Camera{Eye: eye, Forward: direction.Unit()}
	up := Vector{0, 0, 1}
	if (Vector{c.Forward.X, c.Forward.Y, 0}).Length() < steep {
		up = Vector{0, 1, 0}
	}
	c.Right = c.Forward.Cross(up).Unit()
	c.Up = c.Right.Cross(c.Forward)
	return c
}

// slope returns half the height of the picture at distance 1.
func (c *Camera) slope() float64 {
	half := c.FieldOfView / 2
	return half.Sin() / half.Cos()
}

// filled is the greatest share of the width or height of a picture that its subject fills, so that nothing touches the
// border.
const filled = 0.94

// Fit moves a camera back along its direction until all points are in its picture, and sideways until they are in the
// middle. The height of a parallel camera's picture is set so that it shows them. Without points the camera stays
// unchanged.
func (c *Camera) Fit(points []Vector) {
	if len(points) == 0 {
		return
	}
	for range 3 { // the middle of the projection moves with the distance, less each time
		c.centre(points)
		c.back(points)
	}
}

// extent is the extent of points in a camera's picture, in metres at distance 1, or in metres for a parallel camera.
type extent struct{ left, right, bottom, top float64 }

func (c *Camera) extentOf(points []Vector) extent {
	e := extent{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for _, p := range points {
		v := p.Sub(c.Eye)
		x, y, z := v.Dot(c.Right), v.Dot(c.Up), v.Dot(c.Forward)
		if c.FieldOfView != 0 {
			z = max(z, near)
			x, y = x/z, y/z
		}
		e.left, e.right, e.bottom, e.top = min(e.left, x), max(e.right, x), min(e.bottom, y), max(e.top, y)
	}
	return e
}

// centre moves the camera sideways until the points are around the middle of its picture.
func (c *Camera) centre(points []Vector) {
	e := c.extentOf(points)
	distance := 1.0
	if c.FieldOfView != 0 {
		distance = near
		for _, p := range points {
			distance = max(distance, p.Sub(c.Eye).Dot(c.Forward))
		}
	}
	c.Eye = c.Eye.Add(c.Right.Times(float64((e.left+e.right)/2) * distance)).Add(c.Up.Times(float64((e.bottom+
		e.top)/2) * distance))
}

// back moves the camera along its direction to the smallest distance at which the points are in its picture.
func (c *Camera) back(points []Vector) {
	if c.FieldOfView == 0 {
		e := c.extentOf(points)
		c.Height = max((e.top-e.bottom)/filled, (e.right-e.left)/float64(filled*c.Aspect), near)
		nearest := math.Inf(1)
		for _, p := range points {
			nearest = min(nearest, p.Sub(c.Eye).Dot(c.Forward))
		}
		c.Eye = c.Eye.Add(c.Forward.Times(nearest - 1)) // a metre before the first point
		return
	}
	slope := float64(c.slope() * filled)
	move := math.Inf(-1)
	for _, p := range points {
		v := p.Sub(c.Eye)
		x, y, z := math.Abs(v.Dot(c.Right)), math.Abs(v.Dot(c.Up)), v.Dot(c.Forward)
		move = max(move, x/float64(slope*c.Aspect)-z, y/slope-z, 2*near-z)
	}
	c.Eye = c.Eye.Sub(c.Forward.Times(move))
}

// Corners returns the corners of a box.
func Corners(b geometry.Box) []Vector {
	out := make([]Vector, 0, 8)
	lo, hi := Metres(b.Min), Metres(b.Max)
	for i := range 8 {
		v := lo
		if i&1 != 0 {
			v.X = hi.X
		}
		if i&2 != 0 {
			v.Y = hi.Y
		}
		if i&4 != 0 {
			v.Z = hi.Z
		}
		out = append(out, v)
	}
	return out
}
