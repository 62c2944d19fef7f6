package curved

import (
	"errors"
	"math"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

const tolerance = 250.0

// ring returns points of a circle about Z, counter-clockwise from above.
func ring(radius, z float64, n int) []r3.Vector {
	out := make([]r3.Vector, n)
	for i := range out {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = r3.Vector{X: radius * c, Y: radius * s, Z: z}
	}
	return out
}

func reversed(line []r3.Vector) []r3.Vector {
	out := make([]r3.Vector, len(line))
	for i, p := range line {
		out[len(line)-1-i] = p
	}
	return out
}

func world() Frame {
	return Frame{X: r3.Vector{X: 1}, Y: r3.Vector{Y: 1}, Z: r3.Vector{Z: 1}}
}

// patch is a face with its area in mm2.
type patch struct {
	name string
	face Face
	area float64

	goesRound bool // or through a pole
}

// patches returns faces of every kind of surface, about 100 mm large.
func patches(t *testing.T) []patch {
	up := []r3.Vector{{X: 1e5}, {X: 1e5, Z: 3e5}}
	cylinder := Cylinder{world(), 1e5}
	sphere := Sphere{world(), 1e5}
	side := 2 * math.Pi * 100 * 300
	seam := append(append(append([]r3.Vector{}, ring(1e5, 0, 45)...), r3.Vector{X: 1e5}),
		reversed(append(ring(1e5, 3e5, 45), r3.Vector{X: 1e5, Z: 3e5}))...)
	var window []r3.Vector
	for _, at := range []UV{{-0.2, 1e5}, {-0.2, 2e5}, {-0.1, 2e5}, {0, 2e5}, {0.1, 2e5}, {0.2, 2e5}, {0.2, 1e5},
		{0.1, 1e5}, {0, 1e5}, {-0.1, 1e5}} {
		window = append(window, cylinder.Point(at))
	}
	octant := append(append(meridian(sphere, 0, 0, 1), meridian(sphere, math.Pi/2, 1, 0)...),
		ringPart(1e5, math.Pi/2, 0)[:12]...)
	return []patch{
		{"cylinder without a seam", Face{cylinder, [][]r3.Vector{ring(1e5, 0, 45), reversed(ring(1e5, 3e5, 60))}},
			side, true},
		{"cylinder with a seam", Face{cylinder, [][]r3.Vector{seam}}, side, false},
		{"window over the seam", Face{cylinder, [][]r3.Vector{ring(1e5, 0, 45), reversed(ring(1e5, 3e5, 45)), window}},
			side - 0.4*100*100, true},
		{"extruded circle", Face{Extruded{append(ring(1e5, 0, 90), r3.Vector{X: 1e5}), r3.Vector{Z: 1}},
			[][]r3.Vector{ring(1e5, 0, 45), reversed(ring(1e5, 3e5, 45))}}, side, true},
		{"revolved line", Face{Revolved{up, world()}, [][]r3.Vector{ring(1e5, 0, 45), reversed(ring(1e5, 3e5, 45))}},
			side, true},
		{"cone to its apex", Face{Revolved{[]r3.Vector{{X: 1e5}, {Z: 2e5}}, world()}, [][]r3.Vector{ring(1e5, 0, 45)}},
			math.Pi * 100 * math.Sqrt(5e4), true},
		{"upper half of a sphere", Face{sphere, [][]r3.Vector{ring(1e5, 0, 45)}}, 2 * math.Pi * 1e4, true},
		{"lower half of a sphere", Face{sphere, [][]r3.Vector{reversed(ring(1e5, 0, 45))}}, 2 * math.Pi * 1e4, true},
		{"whole sphere", Face{sphere, nil}, 4 * math.Pi * 1e4, true},
		{"eighth of a sphere", Face{sphere, [][]r3.Vector{reversed(octant)}}, math.Pi / 2 * 1e4, true},
		{"outer half of a torus", Face{Torus{world(), 3e5, 1e5},
			[][]r3.Vector{ring(3e5, -1e5, 90), reversed(ring(3e5, 1e5, 90))}},
			2 * math.Pi * (math.Pi*300 + 2*100) * 100, true},
		{"rational quarter", Face{quarter(t), [][]r3.Vector{append(ringPart(1e5, 0, math.Pi/2),
			at(reversed(ringPart(1e5, 0, math.Pi/2)), 3e5)...)}}, side / 4, false},
	}
}

// meridian returns points of a sphere between two fractions of the way to the north pole.
func meridian(s Sphere, u, from, to float64) []r3.Vector {
	var out []r3.Vector
	for i := range 13 {
		out = append(out, s.Point(UV{u, math.Pi / 2 * (from + (to-from)*float64(i)/12)}))
	}
	return out[:12]
}

func ringPart(radius, from, to float64) []r3.Vector {
	var out []r3.Vector
	for i := range 13 {
		s, c := math.Sincos(from + (to-from)*float64(i)/12)
		out = append(out, r3.Vector{X: radius * c, Y: radius * s})
	}
	return out
}

func at(line []r3.Vector, z float64) []r3.Vector {
	for i := range line {
		line[i].Z = z
	}
	return line
}

// quarter returns the quarter of a cylinder as a rational B-spline surface, which is exact.
func quarter(t *testing.T) *SplineSurface {
	w := math.Sqrt(0.5)
	s, err := NewSplineSurface(2, 1, []float64{0, 0, 0, 1, 1, 1}, []float64{0, 0, 1, 1},
		[][]r3.Vector{{{X: 1e5}, {X: 1e5, Z: 3e5}}, {{X: 1e5, Y: 1e5}, {X: 1e5, Y: 1e5, Z: 3e5}},
			{{Y: 1e5}, {Y: 1e5, Z: 3e5}}},
		[][]float64{{1, 1}, {w, w}, {1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFacesAreCovered checks the triangles of a face. Their border has exactly the points of the lines, and they have
// the orientation of the lines. They cover the area of the face and lie close to the surface.
func TestFacesAreCovered(t *testing.T) {
	for _, p := range patches(t) {
		for _, back := range []bool{false, true} { // files may turn the lines with the face
			if back && p.goesRound {
				continue // reversed, its lines bound the rest of the surface
			}
			f := p.face
			if back {
				f.Lines = nil
				for _, line := range p.face.Lines {
					f.Lines = append(f.Lines, reversed(line))
				}
			}
			m, err := f.Mesh(tolerance, 1e5)
			if err != nil {
				t.Errorf("%s: %v", p.name, err)
				continue
			}
			if got := m.area() / 1e6; math.Abs(got-p.area) > 0.01*p.area {
				t.Errorf("%s: %v mm2, want %v", p.name, got, p.area)
			}
			m.holdsBorder(t, p.name, f.Lines)
			for _, q := range m.Points {
				if off := gap(q, f.Surface.Point(f.Surface.Locate(q, nil))); off > tolerance {
					t.Errorf("%s: %v is %v um off", p.name, q, off)
				}
			}
		}
	}
}

func (m Mesh) area() float64 {
	sum := 0.0
	for _, t := range m.Triangles {
		sum += norm(geometry.Cross(m.Points[t[1]].Sub(m.Points[t[0]]), m.Points[t[2]].Sub(m.Points[t[0]]))) / 2
	}
	return sum
}

// holdsBorder fails unless the sides without an opposite are the sides of the lines. Two sides of a line that are each
// other's opposite form a seam.
func (m Mesh) holdsBorder(t *testing.T, name string, lines [][]r3.Vector) {
	type side [2]r3.Vector
	net := map[side]int{}
	count := func(a, b r3.Vector, n int) {
		net[side{a, b}] += n
		net[side{b, a}] -= n
	}
	for _, tr := range m.Triangles {
		for k := range tr {
			count(m.Points[tr[k]], m.Points[tr[(k+1)%3]], 1)
		}
	}
	for _, line := range lines {
		for i := range line {
			count(line[i], line[(i+1)%len(line)], -1)
		}
	}
	for s, n := range net {
		if n != 0 {
			t.Errorf("%s: side from %v to %v is there %d times too often", name, s[0], s[1], n)
			return
		}
	}
}

// TestFacesThatAreRefused checks the error for lines that bound nothing, cross each other, or need too many points.
func TestFacesThatAreRefused(t *testing.T) {
	cylinder := Cylinder{world(), 1e5}
	eight := []r3.Vector{cylinder.Point(UV{0, 0}), cylinder.Point(UV{0.5, 1e5}),
		cylinder.Point(UV{0.5, 0}), cylinder.Point(UV{0, 1e5})}
	endless := append([]r3.Vector{{X: 1e305, Z: -5e5}}, cylinder.Point(UV{0.5, 0}), cylinder.Point(UV{0.5, 1e5}))
	for _, c := range []struct {
		want error
		face Face
	}{
		{ErrUnbounded, Face{cylinder, [][]r3.Vector{ring(1e5, 0, 45)}}},
		{ErrUnbounded, Face{cylinder, [][]r3.Vector{endless}}},
		{ErrUnbounded, Face{quarter(t), [][]r3.Vector{endless}}},
		{ErrCrossing, Face{cylinder, [][]r3.Vector{eight}}},
		{ErrTooFine, Face{Sphere{world(), 1e7}, [][]r3.Vector{ring(1e7, 0, 45)}}},
	} {
		if _, err := c.face.Mesh(tolerance, 500); !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
}
