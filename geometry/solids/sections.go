package solids

import (
	"fmt"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// surface collects the faces of a solid.
type surface struct {
	vertices []r3.Vector
	faces    [][][]int32
}

// add returns the number of a new vertex.
func (s *surface) add(p r3.Vector) int32 {
	s.vertices = append(s.vertices, p)
	return int32(len(s.vertices) - 1)
}

// face adds a face with the given loops, without sides of zero length. Loops of fewer than three corners are dropped.
func (s *surface) face(loops ...[]int32) {
	var out [][]int32
	for _, l := range loops {
		l = slices.Compact(l)
		for len(l) > 1 && l[0] == l[len(l)-1] {
			l = l[:len(l)-1]
		}
		if len(l) > 2 {
			out = append(out, l)
		}
	}
	if len(out) > 0 {
		s.faces = append(s.faces, out)
	}
}

// shape closes the surface and turns its faces outward.
func (s *surface) shape(mirrored bool) (csg.Shape, error) {
	if mirrored {
		for _, f := range s.faces {
			for _, loop := range f {
				slices.Reverse(loop)
			}
		}
	}
	return csg.NewShape(s.vertices, s.faces)
}

// section is a profile at one place of its path: a loop of vertices for each ring.
type section [][]int32

// between adds the sides between two consecutive sections.
func (s *surface) between(a, b section) {
	for i := range a {
		for k := range a[i] {
			n := (k + 1) % len(a[i])
			s.face([]int32{a[i][k], a[i][n], b[i][n], b[i][k]})
		}
	}
}

// caps adds the faces at the first and the last section.
func (s *surface) caps(first, last section) {
	var bottom, top [][]int32
	for i := range first {
		loop := slices.Clone(first[i])
		slices.Reverse(loop)
		bottom, top = append(bottom, loop), append(top, slices.Clone(last[i]))
	}
	s.face(bottom...)
	s.face(top...)
}

// ringsOf returns the rings of a polygon: the outer one counter-clockwise, holes clockwise. It returns the error of
// geometry.NewPolygon.
func ringsOf(p geometry.Polygon) ([]geometry.Ring, error) {
	checked, err := geometry.NewPolygon(p.Outer, p.Holes...)
	if err != nil {
		return nil, err
	}
	return append([]geometry.Ring{checked.Outer}, checked.Holes...), nil
}

// eachPolygon calls add with the rings of every polygon of a profile.
func eachPolygon(profile geometry.Region, add func(rings []geometry.Ring) error) error {
	if len(profile) == 0 {
		return fmt.Errorf("a profile without polygons: %w", ErrNoVolume)
	}
	for i, p := range profile {
		rings, err := ringsOf(p)
		if err == nil {
			err = add(rings)
		}
		if err != nil {
			return fmt.Errorf("polygon %d of the profile: %w", i, err)
		}
	}
	return nil
}

// flat returns a point of a profile in its plane.
func flat(p geometry.Point2) r3.Vector { return p.At(0).Vector() }
