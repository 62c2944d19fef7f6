package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// stateVersion names the form in which a state is hashed; it changes when the form does.
const stateVersion = "bimstream-state-1"

// Hash returns the SHA-256 of the whole state in hexadecimal: every element, type, material, body, join and connection
// in the order of ids. Models with the same hash give the same replies, drawings and files.
func (m *Model) Hash() string {
	return m.HashWhile(func() bool { return true })
}

// HashWhile is [Model.Hash] that asks before each element whether to go on; where not, it returns "".
func (m *Model) HashWhile(wanted func() bool) string {
	m.ordered()
	h := sha256.New()
	h.Write([]byte(stateVersion))
	hashValue(h, m.info)
	for _, l := range m.linked {
		hashValue(h, l)
	}
	going := true
	m.elements.Scan(func(_ ID, e *Element) bool {
		if going = wanted(); going {
			hashValue(h, e)
		}
		return going
	})
	if !going {
		return ""
	}
	m.types.Scan(func(_ ID, t *Type) bool { hashValue(h, t); return true })
	m.materials.Scan(func(_ ID, v *Material) bool { hashValue(h, v); return true })
	m.bodies.Scan(func(_ ID, b *FixedBody) bool { hashValue(h, b); return true })
	m.joins.byID.Scan(func(_ ID, j *Join) bool { hashValue(h, j); return true })
	m.connections.byID.Scan(func(_ ID, c *Connection) bool { hashValue(h, c); return true })
	m.made.Scan(func(c Category, n int) bool { hashValue(h, map[Category]int{c: n}); return true })
	return hex.EncodeToString(h.Sum(nil))
}

func hashValue(h hash.Hash, v any) {
	h.Write(mustJSON(v))
	h.Write([]byte{'\n'})
}
