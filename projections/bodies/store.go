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

// encoded is a closed surface of one colour in the form that chunks use: its origin, and a mesh relative to it.
// Surfaces that differ only in place have equal meshes.
type encoded struct {
	colour meshfile.Colour
	origin geometry.Point3
	mesh   *encodedMesh
}

// encodedMesh holds the bytes of a mesh.
type encodedMesh struct {
	vertices, indices []byte // float32 of metres, uint32
	hash              [sha256.Size]byte
}

// body is the result of making an element's body: its surfaces, or an error.
type body struct {
	surfaces []encoded
	err      error
}

// bodyKey identifies the sources of a body. The derived item changes with the element and everything on which its body
// depends. The colour may change independently, with a material.
type bodyKey struct {
	item   any
	colour meshfile.Colour
}

// Store caches encoded bodies. A state that differs in one wall from an earlier one therefore costs only that wall. The
// oldest bodies are evicted first. It is safe for concurrent use.
type Store struct {
	mu    sync.Mutex
	made  map[bodyKey]body
	order []bodyKey
	size  int
}

// maxBodies is the most bytes of the cache: the bodies of about 100,000 elements with 100 triangles each, if no two
// share a mesh.
const maxBodies = 256 << 20

// NewStore returns an empty store.
func NewStore() *Store { return &Store{made: map[bodyKey]body{}} }

// of returns the body of an element. It is safe for concurrent use.
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

// size returns the approximate memory of a body, in bytes.
func (b body) size() int {
	const around = 160
	n := around
	for _, s := range b.surfaces {
		n += around + len(s.mesh.vertices) + len(s.mesh.indices)
	}
	return n
}

// encode returns a surface with coordinates relative to the lowest corner of its box. In single precision they are then
// exact to 8 micrometres, up to a size of 100 m.
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

// appendPoint appends a point relative to an origin, as three float32 in metres.
func appendPoint(to []byte, p, origin geometry.Point3) []byte {
	for _, d := range []geometry.Length{p.X - origin.X, p.Y - origin.Y, p.Z - origin.Z} {
		to = binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(metres(d))))
	}
	return to
}

func metres(l geometry.Length) float64 { return float64(l) / float64(geometry.Metre) }
