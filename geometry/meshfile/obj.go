package meshfile

import (
	"bufio"
	"io"
	"strconv"
)

// writeOBJ writes text: a group (g) for each group of the scene and an object (o) for each object. Corners have their
// colours after the coordinates, as most readers accept them.
func writeOBJ(w io.Writer, s *Scene) error {
	out := bufio.NewWriter(w)
	line := func(words ...string) {
		for i, word := range words {
			if i > 0 {
				_ = out.WriteByte(' ')
			}
			_, _ = out.WriteString(word)
		}
		_ = out.WriteByte('\n')
	}
	line("#", plain(s.Name))
	for _, n := range s.Notes {
		line("#", plain(n.Key), plain(n.Value))
	}
	base, group := 1, -1
	var b []byte
	for i := range s.Objects {
		o := &s.Objects[i]
		if o.Group != group {
			line("g", plain(s.groupName(o.Group)))
			group = o.Group
		}
		line("o", plain(o.Name), o.Key)
		for _, p := range o.Parts {
			b = appendPart(b[:0], s, p, base)
			_, _ = out.Write(b)
			base += len(p.Mesh.Vertices)
		}
	}
	return out.Flush() // it returns the first error of all writes
}

// appendPart appends the corners and triangles of a part; its corners are numbered from base.
func appendPart(b []byte, s *Scene, p Part, base int) []byte {
	colour := s.Colours[p.Colour]
	for _, v := range p.Mesh.Vertices {
		v = v.Sub(s.Origin)
		b = appendMetres(append(b, "v "...), v.X)
		b = appendMetres(append(b, ' '), v.Y)
		b = appendMetres(append(b, ' '), v.Z)
		for _, c := range colour[:3] {
			b = strconv.AppendFloat(append(b, ' '), float64(c)/255, 'f', 4, 64)
		}
		b = append(b, '\n')
	}
	for _, t := range p.Mesh.Triangles {
		b = append(b, 'f')
		for _, v := range t {
			b = strconv.AppendInt(append(b, ' '), int64(base)+int64(v), 10)
		}
		b = append(b, '\n')
	}
	return b
}
