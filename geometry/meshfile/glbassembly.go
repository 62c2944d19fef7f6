package meshfile

import (
	"crypto/sha256"
	"encoding/binary"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// assembly is a scene in the form of glTF: blocks of binary data, and the objects that refer to them.
type assembly struct {
	scene     *Scene
	positions []byte
	shorts    []byte // indices of two bytes
	longs     []byte // indices of four bytes
	accessors []accessor
	meshes    []gltfMesh
	known     map[[sha256.Size]byte]int // meshes by their content
	nodes     []gltfNode
}

// The blocks, in their order in the binary part. An empty block has no buffer view.
const (
	inPositions = iota
	inShorts
	inLongs
	blocks
)

func assemble(s *Scene) *assembly {
	a := &assembly{scene: s, known: map[[sha256.Size]byte]int{}}
	root := gltfNode{Name: s.Name, Matrix: upright}
	a.nodes = append(a.nodes, root) // its children are added later
	groups := make([]gltfNode, len(s.Groups))
	for i, name := range s.Groups {
		groups[i].Name = name
	}
	for i := range s.Objects {
		o := &s.Objects[i]
		at := len(a.nodes)
		a.nodes = append(a.nodes, a.object(o))
		if o.Group < 0 {
			a.nodes[0].Children = append(a.nodes[0].Children, at)
		} else {
			groups[o.Group].Children = append(groups[o.Group].Children, at)
		}
	}
	for _, g := range groups {
		if len(g.Children) > 0 {
			a.nodes[0].Children = append(a.nodes[0].Children, len(a.nodes))
			a.nodes = append(a.nodes, g)
		}
	}
	return a
}

// object returns the node of an object; the coordinates of its mesh are relative to the corner of its box.
func (a *assembly) object(o *Object) gltfNode {
	corner := o.bounds().Min
	at := corner.Sub(a.scene.Origin)
	mesh := a.mesh(o, corner)
	return gltfNode{Name: o.Name, Mesh: &mesh, Translation: []float64{at.X.M(), at.Y.M(), at.Z.M()},
		Extras: map[string]string{"key": o.Key, "kind": o.Kind}}
}

// mesh returns the number of an object's mesh. Objects with the same form and colours share one mesh.
func (a *assembly) mesh(o *Object, corner geometry.Point3) int {
	var content []byte
	parts := make([]block, len(o.Parts))
	for i, p := range o.Parts {
		parts[i] = blockOf(p, corner)
		content = binary.LittleEndian.AppendUint64(content, uint64(p.Colour)<<32|uint64(len(p.Mesh.Vertices)))
		content = append(append(content, parts[i].positions...), parts[i].indices...)
	}
	digest := sha256.Sum256(content)
	if n, ok := a.known[digest]; ok {
		return n
	}
	var mesh gltfMesh
	for i, p := range o.Parts {
		mesh.Primitives = append(mesh.Primitives, a.primitive(parts[i], p.Colour))
	}
	a.known[digest] = len(a.meshes)
	a.meshes = append(a.meshes, mesh)
	return len(a.meshes) - 1
}

// block is a part in binary form.
type block struct {
	positions, indices []byte
	vertices, corners  int
	lo, hi             [3]float32
}

func blockOf(p Part, corner geometry.Point3) block {
	b := block{vertices: len(p.Mesh.Vertices), corners: 3 * len(p.Mesh.Triangles)}
	for i, v := range p.Mesh.Vertices {
		v = v.Sub(corner)
		for k, l := range []geometry.Length{v.X, v.Y, v.Z} {
			c := float32(l.M())
			if i == 0 {
				b.lo[k], b.hi[k] = c, c
			}
			b.lo[k], b.hi[k] = min(b.lo[k], c), max(b.hi[k], c)
			b.positions = binary.LittleEndian.AppendUint32(b.positions, math.Float32bits(c))
		}
	}
	for _, t := range p.Mesh.Triangles {
		for _, v := range t {
			if b.vertices <= mostShort {
				b.indices = binary.LittleEndian.AppendUint16(b.indices, uint16(v))
			} else {
				b.indices = binary.LittleEndian.AppendUint32(b.indices, uint32(v))
			}
		}
	}
	return b
}

// primitive appends a part to the blocks and returns the primitive that refers to it.
func (a *assembly) primitive(b block, colour int) gltfPrimitive {
	positions := accessor{block: inPositions, ByteOffset: len(a.positions), ComponentType: componentFloat32,
		Count: b.vertices, Type: "VEC3", Min: b.lo[:], Max: b.hi[:]}
	a.positions = append(a.positions, b.positions...)
	indices := accessor{block: inShorts, ByteOffset: len(a.shorts), ComponentType: componentUint16,
		Count: b.corners, Type: "SCALAR"}
	if b.vertices <= mostShort {
		a.shorts = append(a.shorts, b.indices...)
	} else {
		indices.block, indices.ByteOffset, indices.ComponentType = inLongs, len(a.longs), componentUint32
		a.longs = append(a.longs, b.indices...)
	}
	n := len(a.accessors)
	a.accessors = append(a.accessors, positions, indices)
	return gltfPrimitive{Attributes: map[string]int{"POSITION": n}, Indices: n + 1, Material: colour}
}
