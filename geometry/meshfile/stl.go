package meshfile

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// writeSTL writes binary STL in millimetres: a header of 80 bytes, the number of triangles, and for each triangle its
// normal, its corners and two unused bytes.
func writeSTL(w io.Writer, s *Scene) error {
	n := s.Counts().Triangles
	if n > math.MaxUint32 {
		return ErrTooLarge
	}
	out := bufio.NewWriter(w)
	var header [84]byte
	copy(header[:80], "STL in mm: "+plain(s.Name)) // must not begin with "solid", which marks the text form
	binary.LittleEndian.PutUint32(header[80:], uint32(n))
	_, _ = out.Write(header[:])
	var b []byte
	for i := range s.Objects {
		for _, p := range s.Objects[i].Parts {
			for _, t := range p.Mesh.Triangles {
				b = appendFacet(b[:0], [3]geometry.Point3{p.Mesh.Vertices[t[0]].Sub(s.Origin),
					p.Mesh.Vertices[t[1]].Sub(s.Origin), p.Mesh.Vertices[t[2]].Sub(s.Origin)})
				_, _ = out.Write(b)
			}
		}
	}
	return out.Flush()
}

func appendFacet(b []byte, t [3]geometry.Point3) []byte {
	normal := t[1].Sub(t[0]).Vector().Cross(t[2].Sub(t[0]).Vector())
	if size := normal.Norm(); size > 0 {
		normal = r3.Vector{X: normal.X / size, Y: normal.Y / size, Z: normal.Z / size}
	}
	b = appendFloats(b, normal.X, normal.Y, normal.Z)
	for _, p := range t {
		b = appendFloats(b, p.X.MM(), p.Y.MM(), p.Z.MM())
	}
	return append(b, 0, 0)
}

func appendFloats(b []byte, values ...float64) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)+0)) // no negative zeros
	}
	return b
}
