package geometry

import (
	"encoding/binary"
	"slices"
)

const (
	// mostPrisms is how many prisms are young, and how many are old: those of a storey of some thousand elements that
	// are not repeated, of one to eight kilobytes each.
	mostPrisms = 1024

	// longestPrismKey is how long what a prism is made of may be, in bytes: the key of a ring of 250 corners.
	longestPrismKey = 4096
)

// prisms has the prisms that were made last, by what they were made of: buildings repeat their walls, doors, beams and
// pipes, and each of these is asked for again and again. Prisms are the same wherever their frames are. What is kept is
// handed out as copies.
var prisms = recent[Solid]{most: mostPrisms}

// prismKey returns a text that two stacks share when they have the same layers and cuts; "" for one that is too long.
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

// copied returns a solid of its own with the same surface in a frame.
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
