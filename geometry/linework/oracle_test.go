package linework

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// TestHiddenLinesAgreeWithRays draws random scenes of boxes and notched blocks, turned in space, near each other and
// through each other, with and without a cut. It checks every edge and every line by rays to the viewer against all
// triangles of all solids.
func TestHiddenLinesAgreeWithRays(t *testing.T) {
	first, n := uint64(0), uint64(60)
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		first, n = uint64(time.Now().UnixNano()), 3000
	}
	asked := [2]int{}
	for seed := first; seed < first+n; seed++ {
		seen, covered := askScene(t, seed)
		asked[0], asked[1] = asked[0]+seen, asked[1]+covered
	}
	if asked[0] < 1000 || asked[1] < 1000 {
		t.Errorf("only %v points were seen and covered", asked)
	}
	t.Logf("%d points seen, %d covered, from seed %d on", asked[0], asked[1], first)
}

// triangle is a triangle of a solid, with its normal.
type triangle struct {
	p      [3]r3.Vector
	normal r3.Vector
	source int
}

// sharp is an edge with the normals of its two triangles.
type sharp struct {
	a, b   r3.Vector
	n, m   r3.Vector
	source int
}

// rays is a scene without any index.
type rays struct {
	triangles []triangle
	edges     []sharp
	floor     float64
}

// randomSolid returns a box or a block with a notch. turned selects how it is turned.
func randomSolid(r *rand.Rand, turned int) csg.Shape {
	x, y, z := 0.3+2*r.Float64(), 0.3+2*r.Float64(), 0.2+r.Float64()
	s := boxOf(0, 0, 0, x, y, z)
	if r.IntN(3) == 0 {
		s = must(csg.Evaluate(csg.Subtract(operand(s),
			operand(boxOf(x*r.Float64()*0.8, -1, z*r.Float64()*0.8, x*2, y*(0.2+0.6*r.Float64()), z*2)))))
	}
	motion := csg.Translation(at(4*r.Float64()-2, 4*r.Float64()-2, -3*r.Float64()))
	switch turned {
	case 1:
		motion = motion.After(csg.Rotation(r3.Vector{Z: 1}, float64(90*r.IntN(4))))
	case 2:
		motion = motion.After(csg.Rotation(r3.Vector{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()},
			360*r.Float64()))
	}
	s.Frame = motion
	return s
}

func askScene(t *testing.T, seed uint64) (seen, covered int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 17))
	var solids []csg.Shape
	for range 3 + r.IntN(6) {
		solids = append(solids, randomSolid(r, int(seed%3)))
	}
	v := View{Plane: plan([]float64{5, -0.8}[r.IntN(2)]), Hidden: true}
	if r.IntN(2) == 0 {
		v.Depth = geometry.Length((1 + 8*r.Float64()) * metre)
	}
	lines, err := Draw(solids, v)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	scene := newRays(solids, v)
	at := map[Class]map[int][]Line{Visible: {}, Hidden: {}, Cut: {}}
	for _, l := range lines {
		for i := range l.Points {
			side := Line{Points: []geometry.Point2{l.Points[i], l.Points[(i+1)%len(l.Points)]}}
			at[l.Class][l.Source] = append(at[l.Class][l.Source], side)
		}
	}
	for _, e := range scene.edges {
		for k := range 9 {
			p := e.a.Add(e.b.Sub(e.a).Mul((float64(k) + 0.5 + 0.3*(r.Float64()-0.5)) / 9))
			if p.Z > -1000 || p.Z < scene.floor+1000 || math.Hypot(e.b.X-e.a.X, e.b.Y-e.a.Y) < 1000 {
				continue
			}
			hidden, sure := scene.hidden(e, p)
			if !sure {
				continue
			}
			want, other := Visible, Hidden
			if hidden {
				want, other, covered = Hidden, Visible, covered+1
			} else {
				seen++
			}
			// Where an edge lies below another edge of its solid, or below its cut outline, only the upper line is
			// drawn.
			drawn, otherwise, twice := has(at[want][e.source], p), has(at[other][e.source], p), scene.twice(e, p)
			under := twice && otherwise || has(at[Cut][e.source], p)
			if !drawn && (want == Visible || !under) || otherwise && !twice {
				t.Errorf("seed %d: an edge of solid %d at %v is not drawn as %s", seed, e.source, p, want)
			}
		}
	}
	for _, l := range lines {
		scene.askLine(t, seed, l)
	}
	return seen, covered
}

func newRays(solids []csg.Shape, v View) *rays {
	s := &rays{floor: math.Inf(-1)}
	if v.Depth > 0 {
		s.floor = -float64(v.Depth)
	}
	for source, shape := range solids {
		local := shape.In(csg.Placed(v.Plane))
		type way [2]int32
		open := map[way]r3.Vector{}
		for _, tr := range local.Triangles() {
			var g triangle
			for i, n := range tr {
				g.p[i] = local.Vertices[n]
			}
			g.normal, g.source = g.p[1].Sub(g.p[0]).Cross(g.p[2].Sub(g.p[0])).Normalize(), source
			s.triangles = append(s.triangles, g)
			for i := range tr {
				from, to := tr[i], tr[(i+1)%3]
				if n, known := open[way{to, from}]; known {
					if n.Dot(g.normal) < math.Cos(16*math.Pi/180) {
						s.edges = append(s.edges, sharp{local.Vertices[from], local.Vertices[to], n, g.normal, source})
					}
					continue
				}
				open[way{from, to}] = g.normal
			}
		}
	}
	return s
}

// doubt is the distance in micrometres of the points around a point at which its cover is checked again.
const doubt = 150

// hidden reports whether a point of an edge is covered, and whether points around it are covered alike.
func (s *rays) hidden(e sharp, p r3.Vector) (hidden, sure bool) {
	back := e.n.Z <= 1e-6 && e.m.Z <= 1e-6
	if math.Abs(e.n.Z) < 1e-3 && e.n.Z != 0 || math.Abs(e.m.Z) < 1e-3 && e.m.Z != 0 {
		return false, false // nearly upright
	}
	for _, g := range s.triangles {
		if g.source != e.source && math.Abs(e.b.Sub(e.a).Dot(g.normal)) > 4 && g.on(p) {
			return false, false // the edge passes through the triangle: visible on one side, covered on the other
		}
	}
	first := true
	for x := -1.0; x <= 1; x++ {
		for y := -1.0; y <= 1; y++ {
			for z := -1.0; z <= 1; z += 2 {
				is := s.covered(p, r3.Vector{X: p.X + x*doubt, Y: p.Y + y*doubt, Z: p.Z + z*doubt})
				if first {
					hidden, first = is, false
				} else if is != hidden {
					return false, false
				}
			}
		}
	}
	return hidden || back, true
}

// covered reports whether a ray from a point up to the plane meets a triangle, or ends within a solid. Triangles that
// contain the point of the edge do not count.
func (s *rays) covered(edge, p r3.Vector) bool {
	inside := map[int]int{}
	for _, g := range s.triangles {
		z, ok := g.above(p)
		if !ok {
			continue
		}
		if z > 0 && g.normal.Z > 0 {
			inside[g.source]++
		} else if z > 0 && g.normal.Z < 0 {
			inside[g.source]--
		}
		if z > p.Z && z < 0 && !g.on(edge) {
			return true
		}
	}
	for _, n := range inside { // a solid that the ray leaves more often than it enters is cut at the plane
		if n > 0 {
			return true
		}
	}
	return false
}

// above returns the height at which the vertical line through a point meets the triangle.
func (g triangle) above(p r3.Vector) (z float64, ok bool) {
	if g.normal.Z == 0 {
		return 0, false
	}
	for i, a := range g.p {
		b := g.p[(i+1)%3]
		side := (b.X-a.X)*(p.Y-a.Y) - (b.Y-a.Y)*(p.X-a.X)
		if side*g.normal.Z < 0 {
			return 0, false
		}
	}
	d := g.p[0].Sub(p)
	return p.Z + (d.X*g.normal.X+d.Y*g.normal.Y+d.Z*g.normal.Z)/g.normal.Z, true
}

// on reports whether a point lies on a triangle, up to rounding.
func (g triangle) on(p r3.Vector) bool {
	if math.Abs(p.Sub(g.p[0]).Dot(g.normal)) > 2 {
		return false
	}
	for i, a := range g.p {
		b := g.p[(i+1)%3]
		inward := g.normal.Cross(b.Sub(a)).Normalize()
		if p.Sub(a).Dot(inward) < -2 {
			return false
		}
	}
	return true
}

// has reports whether a point is on one of the lines.
func has(lines []Line, p r3.Vector) bool {
	for _, l := range lines {
		if near2(l.Points[0], l.Points[1], p) {
			return true
		}
	}
	return false
}

func near2(a, b geometry.Point2, p r3.Vector) bool {
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	l := math.Hypot(dx, dy)
	if l == 0 {
		return false
	}
	x, y := p.X-float64(a.X), p.Y-float64(a.Y)
	t := (x*dx + y*dy) / l
	return t > -3 && t < l+3 && math.Abs(x*dy-y*dx)/l < 3
}

// twice reports whether another edge of the same solid is visible at the same place.
func (s *rays) twice(e sharp, p r3.Vector) bool {
	for _, o := range s.edges {
		if o.source != e.source || o == e {
			continue
		}
		if near2(onGrid(o.a), onGrid(o.b), p) {
			return true
		}
	}
	return false
}

// askLine checks that the points of a line belong to an edge of its solid with the line's class.
func (s *rays) askLine(t *testing.T, seed uint64, l Line) {
	t.Helper()
	if l.Class == Cut {
		return
	}
	a, b := l.Points[0].At(0).Vector(), l.Points[1].At(0).Vector()
	if b.Sub(a).Norm() < 1000 {
		return
	}
	for k := range 5 {
		p := a.Add(b.Sub(a).Mul((float64(k) + 0.5) / 5))
		known, agrees := false, false
		for _, e := range s.edges {
			if e.source != l.Source || !near2(onGrid(e.a), onGrid(e.b), p) ||
				math.Hypot(e.b.X-e.a.X, e.b.Y-e.a.Y) < 1000 {
				continue
			}
			f := ((p.X-e.a.X)*(e.b.X-e.a.X) + (p.Y-e.a.Y)*(e.b.Y-e.a.Y)) / (math.Pow(e.b.X-e.a.X, 2) +
				math.Pow(e.b.Y-e.a.Y, 2))
			q := e.a.Add(e.b.Sub(e.a).Mul(f))
			known = true
			hidden, sure := s.hidden(e, q)
			agrees = agrees || !sure || hidden == (l.Class == Hidden) || q.Z > -1000 || q.Z < s.floor+1000
		}
		if !known || !agrees {
			t.Errorf("seed %d: a %s line of solid %d at %v: there is an edge: %v", seed, l.Class,
				l.Source, fmt.Sprint(p), known)
			return
		}
	}
}
