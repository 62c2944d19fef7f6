package geometry

import "encoding/binary"

const (
	// mostShadows is the greatest number of shadows in each of the two generations of the cache. It is enough for the
	// windows, walls, columns and pipes that a building repeats. A shadow has a few hundred bytes, and its key one to
	// eight kilobytes.
	mostShadows = 1024

	// longestShadowKey is the greatest length of a key of a kept shadow, in bytes: the key of a wall of some ten
	// openings. Larger solids rarely repeat.
	longestShadowKey = 8192
)

// shadows caches recent shadows, because a shadow moves along with its solid. Callers get copies.
var shadows = recent[Region]{most: mostShadows}

// shadowKey returns a text that identifies a solid's surface in the parent of its frame, except for its place, together
// with the heights. It returns "" for a text that is too long. All heights beyond the solid count as the same.
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
