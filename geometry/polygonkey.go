package geometry

import "encoding/binary"

// Key returns a text that equals the text of another polygon exactly if both have the same rings, for maps of derived
// data.
func (p Polygon) Key() string {
	b := make([]byte, 0, 16*len(p.Outer)+8)
	for _, r := range p.rings() {
		b = appendKey(b, r)
	}
	return string(b)
}

func appendKey(b []byte, r Ring) []byte {
	b = binary.AppendUvarint(b, uint64(len(r)))
	for _, p := range r {
		b = binary.LittleEndian.AppendUint64(b, uint64(p.X))
		b = binary.LittleEndian.AppendUint64(b, uint64(p.Y))
	}
	return b
}
