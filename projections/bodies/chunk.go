package bodies

import (
	"crypto/sha256"
	"encoding/binary"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// A chunk is the bodies of some elements, in little-endian bytes; every section begins at a multiple of 8:
//
//	head       64 bytes: "BSCN", version, numbers of meshes, instances, vertices, indices (uint32 each), corner
//	           (3 float64 at byte 24, metres), nothing
//	meshes     16 bytes each: first vertex, vertices, first index, indices
//	instances  24 bytes each: row, mesh, colour (red, green, blue, opacity), place of the mesh's origin from the
//	           corner (3 float32)
//	vertices   3 float32 each, from the mesh's origin
//	indices    uint32, three a triangle, counted from the mesh's first vertex, counter-clockwise seen from outside
//
// Lengths are metres, Z up. A row counts from the first element of the chunk.
const (
	chunkMagic   = "BSCN"
	chunkVersion = 1
	headBytes    = 64
	cornerAt     = 24
	sectionAlign = 8
)

// chunkWriter gathers the instances of a chunk. A mesh that several instances share is written once.
type chunkWriter struct {
	box       geometry.Box // box of the origins of all instances
	instances []instance
	meshes    []*encodedMesh
	places    map[[sha256.Size]byte]uint32 // index of each mesh by its hash
	vertices  int
	indices   int
	triangles int // including those of repeated meshes
}

type instance struct {
	row, mesh uint32
	encoded
}

func newChunkWriter() *chunkWriter {
	return &chunkWriter{box: geometry.EmptyBox(), places: map[[sha256.Size]byte]uint32{}}
}

// add adds the body of a row.
func (c *chunkWriter) add(row int, b body) {
	for _, s := range b.surfaces {
		at, known := c.places[s.mesh.hash]
		if !known {
			at = uint32(len(c.meshes)) //nolint:gosec // a place in a list
			c.places[s.mesh.hash], c.meshes = at, append(c.meshes, s.mesh)
			c.vertices += len(s.mesh.vertices) / vertexBytes
			c.indices += len(s.mesh.indices) / indexBytes
		}
		c.instances = append(c.instances, instance{uint32(row), at, s}) //nolint:gosec // a place in a list
		c.triangles += len(s.mesh.indices) / triangleBytes
		c.box = c.box.Extend(s.origin)
	}
}

const indexBytes = 4

// bytes returns the bytes of the chunk, or nil if it has no instances. Its corner is the lowest corner of the box
// around the origins of its bodies.
func (c *chunkWriter) bytes() []byte {
	if len(c.instances) == 0 {
		return nil
	}
	corner := c.box.Min
	le := binary.LittleEndian
	out := make([]byte, 0, headBytes+16*len(c.meshes)+24*len(c.instances)+vertexBytes*c.vertices+indexBytes*c.indices+
		4*sectionAlign)
	out = append(out, chunkMagic...)
	for _, n := range []int{chunkVersion, len(c.meshes), len(c.instances), c.vertices, c.indices} {
		out = le.AppendUint32(out, uint32(n)) //nolint:gosec // sizes of what is in memory
	}
	out = out[:cornerAt]
	for _, l := range []geometry.Length{corner.X, corner.Y, corner.Z} {
		out = le.AppendUint64(out, math.Float64bits(metres(l)))
	}
	out = append(out, make([]byte, headBytes-len(out))...)
	vertex, index := 0, 0
	for _, m := range c.meshes {
		vertices, indices := len(m.vertices)/vertexBytes, len(m.indices)/indexBytes
		for _, n := range []int{vertex, vertices, index, indices} {
			out = le.AppendUint32(out, uint32(n)) //nolint:gosec // sizes of what is in memory
		}
		vertex, index = vertex+vertices, index+indices
	}
	for _, i := range c.instances {
		out = le.AppendUint32(out, i.row)
		out = le.AppendUint32(out, i.mesh)
		out = append(out, i.colour[:]...)
		out = appendPoint(out, i.origin, corner)
	}
	out = aligned(out)
	for _, m := range c.meshes {
		out = append(out, m.vertices...)
	}
	out = aligned(out)
	for _, m := range c.meshes {
		out = append(out, m.indices...)
	}
	return aligned(out)
}

func aligned(b []byte) []byte {
	for len(b)%sectionAlign != 0 {
		b = append(b, 0)
	}
	return b
}
