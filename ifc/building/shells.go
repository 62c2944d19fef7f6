package building

import (
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// shellsOf returns the sets of faces of a surface model.
func (s *Source) shellsOf(in *step.Instance) []*step.Instance {
	return append(s.many(in, "SbsmBoundary"), s.many(in, "FbsmFaces")...)
}

// closedShells reads a surface model whose sets of faces are closed each by itself. They are bodies of their own then:
// a shelf that stands in a cabinet has corners and faces in common with it, and is no part of its surface. A set that
// is turned inside out is a void where it lies in another one; files turn the sets of such models as it happens.
func (s *Source) closedShells(in *step.Instance, at Frame) (geometry.Body, bool) {
	shells := s.shellsOf(in)
	if len(shells) < 2 {
		return nil, false
	}
	var body geometry.Body
	var turned geometry.Solid // all of them, those inside out that are so in the file
	for _, shell := range shells {
		b := newSurface()
		if err := s.addShell(b, shell, at); err != nil {
			return nil, false
		}
		solids, err := s.closed(shell, b, at)
		if err != nil {
			return nil, false
		}
		inside := compacted(b.vertices, b.faces).Volume() < 0
		for _, one := range solids {
			body, turned = append(body, one), joined(turned, one, inside)
		}
	}
	if parts, err := turned.Parts(); err == nil {
		return parts, true
	}
	return body, true
}

// joined appends the surface of a solid to that of another one, turned if it is a void.
func joined(s, t geometry.Solid, void bool) geometry.Solid {
	base := int32(len(s.Vertices))
	s.Frame = t.Frame
	s.Vertices = append(s.Vertices, t.Vertices...)
	for _, f := range t.Faces {
		loops := make([][]int32, len(f.Loops))
		for i, loop := range f.Loops {
			for _, v := range loop {
				loops[i] = append(loops[i], base+v)
			}
		}
		f = geometry.Face{Loops: loops}
		if void {
			f = flipped(f)
		}
		s.Faces = append(s.Faces, f)
	}
	return s
}
