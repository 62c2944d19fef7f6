package curved

import (
	"fmt"
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Face is the part of a surface that lies to the left of closed lines, seen from the side to which the surface's normal
// points. The last point of a line leads to its first.
type Face struct {
	Surface Surface
	Lines   [][]r3.Vector
}

// Mesh is the triangulation of a face. Its points are the points of the lines, in order, followed by added points. Its
// triangles have the orientation of the lines.
type Mesh struct {
	Points    []r3.Vector
	Triangles [][3]int32
}

// Mesh covers the face with triangles. A side along one of the parameters deviates from the surface by at most the
// tolerance, in micrometres. It returns ErrCrossing, ErrUnbounded, or ErrTooFine if more than limit points are needed.
func (f Face) Mesh(tolerance float64, limit int) (Mesh, error) {
	c := &covering{surface: f.Surface, periods: f.Surface.Periods(), tolerance: tolerance, limit: limit}
	var outlines []outline
	for _, line := range f.Lines {
		if slices.ContainsFunc(line, offGrid) {
			return Mesh{}, fmt.Errorf("%w: a point is beyond any place", ErrUnbounded)
		}
		o, err := c.unroll(line)
		if err != nil {
			return Mesh{}, err
		}
		if len(o.corners) > 0 {
			outlines = append(outlines, o)
		}
	}
	outlines, err := c.cutOpen(outlines)
	if err != nil {
		return Mesh{}, err
	}
	if err := c.triangulate(c.nest(outlines)); err != nil {
		return Mesh{}, err
	}
	if err := c.lattice(); err != nil {
		return Mesh{}, err
	}
	if err := c.refine(); err != nil {
		return Mesh{}, err
	}
	return c.mesh(), nil
}

// offGrid reports whether a point lies outside of the grid of micrometres.
func offGrid(p r3.Vector) bool {
	const end = float64(geometry.LengthOverflow)
	return !(math.Abs(p.X) < end && math.Abs(p.Y) < end && math.Abs(p.Z) < end)
}

// covering is the state of the computation that covers a face with triangles.
type covering struct {
	surface   Surface
	periods   UV
	tolerance float64
	limit     int // of points
	points    []r3.Vector

	// The region of parameters, on a grid of its own: corners, each with the number of its point, and triangles.
	origin, unit UV
	corners      []geometry.Point2
	point        []int32
	on           []r3.Vector // the point of the surface at each corner, which a border point may miss
	triangles    [][3]int32
	sides        map[[2]int32]int32 // the triangle to the left of each side
	step         [2]float64         // of the lattice
	looks        int                // the number of triangles examined by search
}

// outline is a closed line in the parameters.
type outline struct {
	corners []corner
	turns   [2]int // how often it goes round in each period
}

// corner is a place in the parameters with the number of its point.
type corner struct {
	at    UV
	point int32
}

func (c *covering) add(p r3.Vector) int32 {
	c.points = append(c.points, p)
	return int32(len(c.points) - 1)
}

// area returns twice the area inside an outline in the parameters.
func (o outline) area() float64 {
	sum := 0.0
	for i, p := range o.corners {
		a, b := p.at, o.corners[(i+1)%len(o.corners)].at
		sum += float64((a.U-o.corners[0].at.U)*(b.V-a.V)) - float64((a.V-o.corners[0].at.V)*(b.U-a.U))
	}
	return sum
}

// moved returns the outline shifted in the parameters.
func (o outline) moved(u, v float64) outline {
	out := outline{make([]corner, len(o.corners)), o.turns}
	for i, p := range o.corners {
		out.corners[i] = corner{UV{p.at.U + u, p.at.V + v}, p.point}
	}
	return out
}

func (o outline) reversed() outline {
	out := outline{corners: make([]corner, len(o.corners))}
	for i, p := range o.corners {
		out.corners[len(o.corners)-1-i] = p
	}
	return out
}

// nest puts the outline with the greatest area first, and moves the holes inside of it by whole periods. The lines may
// run the wrong way round, because some files orient them with respect to the surface instead of the face. triangulate
// then mirrors the triangles.
func (c *covering) nest(outlines []outline) []outline {
	outer := 0
	for i, o := range outlines {
		if math.Abs(o.area()) > math.Abs(outlines[outer].area()) {
			outer = i
		}
	}
	outlines[0], outlines[outer] = outlines[outer], outlines[0]
	for i := 1; i < len(outlines); i++ {
		outlines[i] = c.inside(outlines[0], outlines[i])
	}
	return outlines
}

// inside moves a hole by whole periods until it lies inside an outline. A hole that never does is returned as it is,
// for triangulate to check.
func (c *covering) inside(outer, hole outline) outline {
	for _, v := range shifts(c.periods.V) {
		for _, u := range shifts(c.periods.U) {
			if moved := hole.moved(u, v); outer.around(moved.corners[0].at) {
				return moved
			}
		}
	}
	return hole
}

func shifts(period float64) []float64 {
	if period == 0 {
		return []float64{0}
	}
	return []float64{0, period, -period, 2 * period, -2 * period}
}

// around reports whether the outline goes round a place.
func (o outline) around(p UV) bool {
	inside := false
	for i, a := range o.corners {
		b := o.corners[(i+1)%len(o.corners)].at
		if (a.at.V > p.V) != (b.V > p.V) && p.U < a.at.U+float64((b.U-a.at.U)*(p.V-a.at.V))/(b.V-a.at.V) {
			inside = !inside
		}
	}
	return inside
}

// fineness is the number of steps of the parameter grid along each parameter. Products in predicates of such
// coordinates fit 64 bits. On faces of less than a hundred metres, a step is far below a micrometre.
const fineness = 1 << 29

// triangulate covers the region inside the outlines exactly, with triangles that have only the corners of the outlines.
func (c *covering) triangulate(outlines []outline) error {
	flip := outlines[0].area() < 0
	c.fitGrid(outlines[0])
	flat := geometry.Solid{Frame: geometry.World(), Faces: []geometry.Face{{}}}
	for k, o := range outlines {
		if flip {
			o = o.reversed()
		}
		if (o.area() < 0) != (k > 0) { // some files orient holes like the outline around them
			o = o.reversed()
		}
		var loop []int32
		for _, p := range o.corners {
			q := c.gridded(p.at)
			loop = append(loop, int32(len(c.corners)))
			c.corners, c.point, c.on = append(c.corners, q), append(c.point, p.point),
				append(c.on, c.surface.Point(p.at))
			flat.Vertices = append(flat.Vertices, q.At(0))
		}
		flat.Faces[0].Loops = append(flat.Faces[0].Loops, loop)
	}
	if err := flat.CheckFaces(); err != nil {
		return fmt.Errorf("%w: %w", ErrCrossing, err)
	}
	c.triangles = flat.Mesh().Triangles
	if flip { // mirrored, so that counter-clockwise is again the direction of the lines
		c.mirror()
	}
	return nil
}

// mirror reverses the grid along U, and turns the triangles over with it.
func (c *covering) mirror() {
	c.origin.U += float64(c.unit.U * fineness)
	c.unit.U = -c.unit.U
	for i, q := range c.corners {
		c.corners[i].X = fineness - q.X
	}
	for i, t := range c.triangles {
		c.triangles[i] = [3]int32{t[0], t[2], t[1]}
	}
}

// fitGrid fits the grid to an outline.
func (c *covering) fitGrid(o outline) {
	lo, hi := o.corners[0].at, o.corners[0].at
	for _, p := range o.corners {
		lo = UV{min(lo.U, p.at.U), min(lo.V, p.at.V)}
		hi = UV{max(hi.U, p.at.U), max(hi.V, p.at.V)}
	}
	c.origin, c.unit = lo, UV{(hi.U - lo.U) / fineness, (hi.V - lo.V) / fineness}
}

// gridded returns the corner of the grid nearest to parameters.
func (c *covering) gridded(at UV) geometry.Point2 {
	step := func(t, from, unit float64) geometry.Length {
		if unit == 0 {
			return 0
		}
		return geometry.Length(math.Round((t - from) / unit))
	}
	return geometry.Point2{X: step(at.U, c.origin.U, c.unit.U), Y: step(at.V, c.origin.V, c.unit.V)}
}

// parameters returns the parameters of a place between corners of the grid.
func (c *covering) parameters(x, y float64) UV {
	return UV{c.origin.U + float64(c.unit.U*x), c.origin.V + float64(c.unit.V*y)}
}

// mesh returns the triangles with the numbers of points. It drops a triangle with two corners at the same point, which
// occurs at a pole or a seam.
func (c *covering) mesh() Mesh {
	m := Mesh{Points: c.points}
	for _, t := range c.triangles {
		a, b, d := c.point[t[0]], c.point[t[1]], c.point[t[2]]
		if a != b && b != d && d != a {
			m.Triangles = append(m.Triangles, [3]int32{a, b, d})
		}
	}
	return m
}
