package building

import (
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// shellsOf returns the shells or face sets of a surface model.
func (s *Source) shellsOf(in *step.Instance) []*step.Instance {
	return append(s.many(in, "SbsmBoundary"), s.many(in, "FbsmFaces")...)
}

// closedShells reads a surface model of several shells that are each closed. Such shells are separate bodies: a shelf
// shares corners and faces with its cabinet, but is no part of the cabinet's surface. A shell turned inside out is a
// void if it lies in another shell. Otherwise its orientation is ignored, because files orient such shells arbitrarily.
func (s *Source) closedShells(in *step.Instance, at Frame) (geometry.Body, bool) {
	shells := s.shellsOf(in)
	if len(shells) < 2 {
		return nil, false
	}
	var body geometry.Body
	var turned geometry.Solid // all shells in one solid, with the orientation that they have in the file
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

// joined appends the surface of a solid to the surface of another solid, reversed if it is a void.
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
