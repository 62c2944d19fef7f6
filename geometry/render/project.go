package render

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// projector projects triangles of the model onto the samples of a picture.
type projector struct {
	Camera
	width, height int     // samples
	scale         float64 // samples per metre, at distance 1
	cut           []side
	sides         []side // sides of the visible space, in the order of their bits
	entries       uint16 // bits of the planes through which lines of sight enter the remaining model
	exits         uint16 // bits of the planes through which they leave it
}

// side is the half of the space where normal·p <= reach, in the camera's directions: right, up, forward.
type side struct {
	normal Vector
	reach  float64
}

func (s *side) over(p Vector) float64 { return s.normal.Dot(p) - s.reach }

// sub is the number of steps in a sample: the grid of corners.
const sub = 256

// around is the greatest distance of corners outside the picture, in widths of the picture. With this limit, products
// of coordinates stay within 62 bits, and few triangles have to be clipped at the border.
const around = 4

func newProjector(c Camera, width, height int, cut []Plane) projector {
	p := projector{Camera: c, width: width, height: height}
	limit := 1.0 + 2*around
	if c.FieldOfView == 0 {
		p.scale = float64(height) / c.Height
		tall := float64(c.Height / 2 * limit)
		wide := float64(tall * c.Aspect)
		p.sides = []side{{Vector{1, 0, 0}, wide}, {Vector{-1, 0, 0}, wide},
			{Vector{0, 1, 0}, tall}, {Vector{0, -1, 0}, tall}}
	} else {
		slope := c.slope()
		p.scale = float64(height) / 2 / slope
		tall := float64(slope * limit)
		wide := float64(tall * c.Aspect)
		p.sides = []side{{Vector{1, 0, -wide}, 0}, {Vector{-1, 0, -wide}, 0},
			{Vector{0, 1, -tall}, 0}, {Vector{0, -1, -tall}, 0}}
	}
	p.sides = append(p.sides, side{Vector{0, 0, -1}, -near})
	for _, plane := range cut {
		n := plane.Normal.Unit()
		p.cut = append(p.cut, side{Vector{n.Dot(c.Right), n.Dot(c.Up), n.Dot(c.Forward)}, n.Dot(plane.At.Sub(c.Eye))})
		if p.entered(len(p.cut) - 1) {
			p.entries |= 1 << (cutBit + len(p.cut) - 1)
		} else {
			p.exits |= 1 << (cutBit + len(p.cut) - 1)
		}
	}
	return p
}

// entered reports whether lines of sight enter the remaining space through a plane, because the eye is on the side that
// is cut away. Otherwise they leave through the plane.
func (p *projector) entered(plane int) bool {
	if p.FieldOfView == 0 {
		return p.cut[plane].normal.Z < 0
	}
	return p.cut[plane].over(Vector{}) > 0
}

// place returns a point of the model in the camera's coordinates.
func (p *projector) place(q geometry.Point3) Vector {
	v := Metres(q).Sub(p.Eye)
	return Vector{v.Dot(p.Right), v.Dot(p.Up), v.Dot(p.Forward)}
}

// point is a projected corner, in steps of 1/sub sample, with its nearness: greater values are nearer. Nearness is
// linear over a plane in the picture: the inverse of the distance, or its negative in a parallel projection.
type point struct {
	x, y int64
	near float64
}

func (p *projector) project(v Vector) point {
	x, y, nearness := v.X, v.Y, -v.Z
	if p.FieldOfView != 0 {
		nearness = 1 / v.Z
		x, y = x/v.Z, y/v.Z
	}
	return point{
		int64(math.Round(float64(float64(p.width)/2+float64(x*p.scale)) * sub)),
		int64(math.Round(float64(float64(p.height)/2-float64(y*p.scale)) * sub)), nearness,
	}
}

// distance converts a nearness to metres along the camera's direction.
func (p *projector) distance(nearness float32) float64 {
	if p.FieldOfView != 0 {
		return 1 / float64(nearness)
	}
	return -float64(nearness)
}

// nearness is the inverse of distance.
func (p *projector) nearness(distance float64) float32 {
	if p.FieldOfView != 0 {
		return float32(1 / distance)
	}
	return float32(-distance)
}

// ray returns the line of sight of a sample's middle in the camera's coordinates: the point at distance 0, and the step
// for each metre of distance.
func (p *projector) ray(x, y int) (from, along Vector) {
	u := (float64(x) + 0.5 - float64(p.width)/2) / p.scale
	v := (float64(p.height)/2 - float64(y) - 0.5) / p.scale
	if p.FieldOfView != 0 {
		return Vector{}, Vector{u, v, 1}
	}
	return Vector{u, v, 0}, Vector{0, 0, 1}
}

// world converts a place from the camera's coordinates.
func (p *projector) world(v Vector) Vector {
	return p.Eye.Add(p.Right.Times(v.X)).Add(p.Up.Times(v.Y)).Add(p.Forward.Times(v.Z))
}

// at returns the place in the world that a sample shows.
func (p *projector) at(x, y int, nearness float32) Vector {
	from, along := p.ray(x, y)
	return p.world(from.Add(along.Times(p.distance(nearness))))
}

// corners holds the projected corners of a part's mesh.
type corners struct {
	places    []Vector
	points    []point
	out       []uint16 // bits of the sides and planes beyond which each corner lies
	all       uint16   // bits beyond which all corners lie
	any       uint16   // bits beyond which some corners lie
	top, base int64    // range of rows of the grid, if none lies beyond a side
}

// cutBit is the bit of the first cutting plane, after the bits of the sides.
const (
	cutBit   = 5
	sideBits = 1<<cutBit - 1
)

// beyond returns the bits of the sides and planes beyond which a place lies.
func (p *projector) beyond(v Vector) (out uint16) {
	for i := range p.sides {
		if p.sides[i].over(v) > 0 {
			out |= 1 << i
		}
	}
	for i := range p.cut {
		if p.cut[i].over(v) > 0 {
			out |= 1 << (cutBit + i)
		}
	}
	return out
}

// project projects the corners of a mesh.
func (c *corners) project(p *projector, m *geometry.Mesh) {
	c.places, c.points, c.out, c.all, c.any = c.places[:0], c.points[:0], c.out[:0], math.MaxUint16, 0
	c.top, c.base = math.MaxInt64, math.MinInt64
	for _, q := range m.Vertices {
		v := p.place(q)
		out := p.beyond(v)
		var at point
		if out&sideBits == 0 {
			at = p.project(v)
			c.top, c.base = min(c.top, at.y), max(c.base, at.y)
		}
		c.places, c.points, c.out = append(c.places, v), append(c.points, at), append(c.out, out)
		c.all, c.any = c.all&out, c.any|out
	}
}

// reaches reports whether the corners' mesh may have samples in the rows from low to high-1.
func (c *corners) reaches(low, high int) bool {
	return c.any&sideBits != 0 || c.top < int64(high)*sub && c.base > int64(low)*sub
}

// clipping holds the polygons of a triangle that is being clipped, which are reused.
type clipping struct {
	polygon, next []Vector
	points        []point
}

// clip returns the projected part of a triangle within the sides and planes that it crosses.
func (g *clipping) clip(p *projector, c *corners, t [3]int32, crossed uint16) []point {
	g.polygon = append(g.polygon[:0], c.places[t[0]], c.places[t[1]], c.places[t[2]])
	for i := range p.sides {
		if crossed&(1<<i) != 0 {
			g.by(&p.sides[i])
		}
	}
	for i := range p.cut {
		if crossed&(1<<(cutBit+i)) != 0 {
			g.by(&p.cut[i])
		}
	}
	g.points = g.points[:0]
	for _, v := range g.polygon {
		if at := p.project(v); len(g.points) == 0 || at != g.points[len(g.points)-1] {
			g.points = append(g.points, at)
		}
	}
	return g.points
}

// by keeps the part of a convex polygon within the side. It computes the point on a divided edge always from the inner
// end to the outer end. So the same edge of the neighbouring triangle is divided at the same point.
func (g *clipping) by(s *side) {
	out := g.next[:0]
	for i, a := range g.polygon {
		b := g.polygon[(i+1)%len(g.polygon)]
		da, db := s.over(a), s.over(b)
		if da <= 0 {
			out = append(out, a)
		}
		if da <= 0 && db > 0 {
			out = append(out, divide(a, b, da, db))
		} else if da > 0 && db <= 0 {
			out = append(out, divide(b, a, db, da))
		}
	}
	g.polygon, g.next = out, g.polygon
}

func divide(within, without Vector, in, out float64) Vector {
	return within.Add(without.Sub(within).Times(in / (in - out)))
}
