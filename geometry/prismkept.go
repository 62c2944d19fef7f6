package geometry

import (
	"encoding/binary"
	"slices"
)

const (
	// mostPrisms is the greatest number of prisms in each of the two generations of the cache. It is enough for a
	// storey of some thousand different elements, whose prisms have one to eight kilobytes each.
	mostPrisms = 1024

	// longestPrismKey is the greatest length of a key of a kept prism, in bytes: the key of a ring of 250 corners.
	longestPrismKey = 4096
)

// prisms caches recently made prisms by their layers and cuts, because buildings repeat their walls, doors, beams and
// pipes, and each is requested repeatedly. Prisms do not depend on their frames. Callers get copies.
var prisms = recent[Solid]{most: mostPrisms}

// prismKey returns a text that two stacks share exactly if they have the same layers and cuts, or "" for a text that is
// too long.
func prismKey(layers, cuts []Layer) string {
	b := binary.AppendUvarint(make([]byte, 0, 512), uint64(len(layers)))
	for _, l := range slices.Concat(layers, cuts) {
		b = binary.AppendVarint(b, int64(l.Z0))
		b = binary.AppendVarint(b, int64(l.Z1))
		b = binary.AppendUvarint(b, uint64(len(l.Base)))
		for _, p := range l.Base {
			b = binary.AppendUvarint(b, uint64(len(p.Holes)))
			for _, r := range p.rings() {
				b = appendKey(b, r)
			}
		}
		if len(b) > longestPrismKey {
			return ""
		}
	}
	return string(b)
}

// copied returns a copy of the solid in a frame.
func (s Solid) copied(frame Placement) Solid {
	loops, corners := 0, 0
	for _, f := range s.Faces {
		loops += len(f.Loops)
		for _, l := range f.Loops {
			corners += len(l)
		}
	}
	out := Solid{Frame: frame, Vertices: slices.Clone(s.Vertices), Faces: make([]Face, len(s.Faces))}
	allLoops, allCorners := make([][]int32, 0, loops), make([]int32, 0, corners)
	for i, f := range s.Faces {
		first := len(allLoops)
		for _, l := range f.Loops {
			from := len(allCorners)
			allCorners = append(allCorners, l...)
			allLoops = append(allLoops, slices.Clip(allCorners[from:]))
		}
		out.Faces[i] = Face{Loops: slices.Clip(allLoops[first:])}
	}
	return out
}
