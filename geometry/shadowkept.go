package geometry

import "encoding/binary"

const (
	// mostShadows is how many shadows are young, and how many are old: those of the parts of windows, walls, columns
	// and pipes that a building repeats, of a few hundred bytes each, with keys of one to eight kilobytes.
	mostShadows = 1024

	// longestShadowKey is how long what a shadow is of may be, in bytes: the key of a wall of some ten openings.
	// Larger solids are rarely repeated.
	longestShadowKey = 8192
)

// shadows has the shadows that were cast last: a shadow moves along with its solid. What is kept is handed out as
// copies.
var shadows = recent[Region]{most: mostShadows}

// shadowKey returns a text that two solids share when they have the same surface in the parents of their frames, but
// for a move, and are asked about the same heights; "" for one that is too long. A height beyond the solid is as good
// as any other there.
func (s Solid) shadowKey(world []Point3, box Box, from, to Length) string {
	if 8*len(world) > longestShadowKey {
		return ""
	}
	b := binary.AppendUvarint(make([]byte, 0, 16*len(world)+64), uint64(len(world)))
	b = binary.AppendVarint(b, int64(max(from-box.Min.Z, -1)))
	b = binary.AppendVarint(b, int64(min(to-box.Max.Z, 1)))
	for _, p := range world {
		b = binary.AppendUvarint(b, uint64(p.X-box.Min.X))
		b = binary.AppendUvarint(b, uint64(p.Y-box.Min.Y))
		b = binary.AppendUvarint(b, uint64(p.Z-box.Min.Z))
	}
	for _, f := range s.Faces {
		b = binary.AppendUvarint(b, uint64(len(f.Loops)))
		for _, loop := range f.Loops {
			b = binary.AppendUvarint(b, uint64(len(loop)))
			for _, v := range loop {
				b = binary.AppendUvarint(b, uint64(v))
			}
		}
		if len(b) > longestShadowKey {
			return ""
		}
	}
	return string(b)
}
