package bodies

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/meshfile"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/scenes"
)

// encoded is a closed surface of one colour as chunks have it: where its origin is, and a mesh from there. Surfaces
// that differ in place alone have equal meshes.
type encoded struct {
	colour meshfile.Colour
	origin geometry.Point3
	mesh   *encodedMesh
}

// encodedMesh is the bytes of a mesh.
type encodedMesh struct {
	vertices, indices []byte // float32 of metres, uint32
	hash              [sha256.Size]byte
}

// body is what was made of an element.
type body struct {
	surfaces []encoded
	err      error
}

// bodyKey says of what a body was made: the derived item changes with the element and all that its body depends on; the
// colour may change by itself, with a material.
type bodyKey struct {
	item   any
	colour meshfile.Colour
}

// Store keeps what was encoded, so that a state that differs in one wall from one that was seen costs that wall. What
// was made first is let go first. It is safe for concurrent use.
type Store struct {
	mu    sync.Mutex
	made  map[bodyKey]body
	order []bodyKey
	size  int
}

// maxBodies bounds what is kept, in bytes: the bodies of about 100,000 elements with 100 triangles each, had none the
// mesh of another.
const maxBodies = 256 << 20

// NewStore returns a store that has nothing yet.
func NewStore() *Store { return &Store{made: map[bodyKey]body{}} }

// of returns the body of an element. It may run at the same time for several.
func (b *Store) of(v *projections.View, e *state.Element) body {
	key := bodyKey{v.Measures().Version(e.ID), scenes.ColourOf(v.Model, e)}
	b.mu.Lock()
	made, ok := b.made[key]
	b.mu.Unlock()
	if ok {
		return made
	}
	surfaces, err := scenes.Surfaces(v, e)
	made = body{err: err}
	for _, s := range surfaces {
		if len(s.Mesh.Triangles) > 0 {
			made.surfaces = append(made.surfaces, encode(s))
		}
	}
	b.keep(key, made)
	return made
}

func (b *Store) keep(key bodyKey, made body) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.made[key]; ok {
		return
	}
	b.made[key], b.order = made, append(b.order, key)
	for b.size += made.size(); b.size > maxBodies && len(b.order) > 1; {
		oldest := b.order[0]
		b.size -= b.made[oldest].size()
		delete(b.made, oldest)
		b.order = b.order[1:]
	}
}

// size is about what a body takes, with the words around it.
func (b body) size() int {
	const around = 160
	n := around
	for _, s := range b.surfaces {
		n += around + len(s.mesh.vertices) + len(s.mesh.indices)
	}
	return n
}

// encode writes a surface from the lowest corner of its box, so that single precision holds it to 8 micrometres up to a
// size of 100 m.
func encode(s scenes.Surface) encoded {
	box := geometry.EmptyBox()
	for _, p := range s.Mesh.Vertices {
		box = box.Extend(p)
	}
	m := &encodedMesh{vertices: make([]byte, 0, vertexBytes*len(s.Mesh.Vertices)),
		indices: make([]byte, 0, triangleBytes*len(s.Mesh.Triangles))}
	for _, p := range s.Mesh.Vertices {
		m.vertices = appendPoint(m.vertices, p, box.Min)
	}
	for _, t := range s.Mesh.Triangles {
		for _, i := range t {
			m.indices = binary.LittleEndian.AppendUint32(m.indices, uint32(i)) //nolint:gosec // a place in a list
		}
	}
	sum := sha256.New()
	_, _ = sum.Write(m.vertices)
	_, _ = sum.Write(m.indices)
	sum.Sum(m.hash[:0])
	return encoded{colour: s.Colour, origin: box.Min, mesh: m}
}

const (
	vertexBytes   = 12
	triangleBytes = 12
)

// appendPoint appends a point from an origin, as three float32 of metres.
func appendPoint(to []byte, p, origin geometry.Point3) []byte {
	for _, d := range []geometry.Length{p.X - origin.X, p.Y - origin.Y, p.Z - origin.Z} {
		to = binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(metres(d))))
	}
	return to
}

func metres(l geometry.Length) float64 { return float64(l) / float64(geometry.Metre) }
