package meshfile

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// writePLY writes binary PLY: corners in double precision with a colour, and triangles with the number of their object.
// The header lists the key and name of each object by number.
func writePLY(w io.Writer, s *Scene) error {
	n := s.Counts()
	if max(n.Vertices, n.Triangles) > math.MaxInt32 {
		return ErrTooLarge
	}
	out := bufio.NewWriter(w)
	writePLYHeader(out, s, n)
	var b []byte
	for i := range s.Objects {
		for _, p := range s.Objects[i].Parts {
			colour := s.Colours[p.Colour]
			for _, v := range p.Mesh.Vertices {
				v, b = v.Sub(s.Origin), b[:0]
				for _, l := range []float64{v.X.M(), v.Y.M(), v.Z.M()} {
					b = binary.LittleEndian.AppendUint64(b, math.Float64bits(l))
				}
				_, _ = out.Write(append(b, colour[:]...))
			}
		}
	}
	base := uint32(0)
	for i := range s.Objects {
		for _, p := range s.Objects[i].Parts {
			for _, t := range p.Mesh.Triangles {
				b = append(b[:0], 3)
				for _, v := range t {
					b = binary.LittleEndian.AppendUint32(b, base+uint32(v))
				}
				_, _ = out.Write(binary.LittleEndian.AppendUint32(b, uint32(i)))
			}
			base += uint32(len(p.Mesh.Vertices))
		}
	}
	return out.Flush()
}

func writePLYHeader(out io.Writer, s *Scene, n Counts) {
	_, _ = fmt.Fprintf(out, "ply\nformat binary_little_endian 1.0\ncomment %s\n", plain(s.Name))
	for _, note := range s.Notes {
		_, _ = fmt.Fprintf(out, "comment %s %s\n", plain(note.Key), plain(note.Value))
	}
	for i, o := range s.Objects {
		_, _ = fmt.Fprintf(out, "comment object %d %s %s %s\n", i, o.Key, plain(o.Kind), plain(o.Name))
	}
	_, _ = fmt.Fprintf(out, "element vertex %d\nproperty double x\nproperty double y\nproperty double z\n", n.Vertices)
	_, _ = fmt.Fprint(out, "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty uchar alpha\n")
	_, _ = fmt.Fprintf(out, "element face %d\nproperty list uchar int vertex_indices\nproperty int "+
		"object\nend_header\n", n.Triangles)
}
