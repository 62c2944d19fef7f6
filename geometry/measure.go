package geometry

import (
	"github.com/golang/geo/r3"
)

// Measurements of a solid use the integer vertices in its own frame, so that they do not depend on the place and the
// rotation of the frame.
const (
	sixfoldVolumeToM3 = 6e18
	squareMetre       = 1e12 // in um2
)

// Volume returns the volume in m3 by the divergence theorem about a vertex of the solid (Gauss; every loop is a fan of
// tetrahedra). The sum is exact and rounded once.
func (s Solid) Volume() float64 { return s.sixfoldVolume().float() / sixfoldVolumeToM3 }

func (s Solid) sixfoldVolume() wide {
	var sum wide
	for _, f := range s.Faces {
		for _, loop := range f.Loops {
			a := s.from(loop[0])
			for i := 2; i < len(loop); i++ {
				sum = sum.add(determinant(a, s.from(loop[i-1]), s.from(loop[i])))
			}
		}
	}
	return sum
}

// from returns a vertex relative to the first one.
func (s Solid) from(v int32) Point3 { return s.Vertices[v].Sub(s.Vertices[0]) }

// cross3 returns the exact cross product.
func cross3(a, b Point3) (x, y, z wide) {
	return cross2(Point2{a.Y, a.Z}, Point2{b.Y, b.Z}),
		cross2(Point2{a.Z, a.X}, Point2{b.Z, b.X}), cross2(a.XY(), b.XY())
}

// determinant returns a . (b x c), exactly for coordinates below 2^40.
func determinant(a, b, c Point3) wide {
	x, y, z := cross3(b, c)
	return x.times(int64(a.X)).add(y.times(int64(a.Y))).add(z.times(int64(a.Z)))
}

// Area returns the area of the surface in m2.
func (s Solid) Area() float64 {
	sum := 0.0
	for _, f := range s.Faces {
		sum += norm(s.normal(f)) / 2
	}
	return sum / squareMetre
}

// normal returns the outward normal of a face, whose length is twice the face's area in um2. The sums are exact.
func (s Solid) normal(f Face) r3.Vector {
	var x, y, z wide
	for _, loop := range f.Loops {
		a := s.from(loop[0])
		for i := 2; i < len(loop); i++ {
			dx, dy, dz := cross3(s.from(loop[i-1]).Sub(a), s.from(loop[i]).Sub(a))
			x, y, z = x.add(dx), y.add(dy), z.add(dz)
		}
	}
	return r3.Vector{X: x.float(), Y: y.float(), Z: z.float()}
}
