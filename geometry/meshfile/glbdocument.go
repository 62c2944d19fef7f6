package meshfile

// gltfDocument and the types below are the parts of a glTF document that this package writes, with the names of the
// specification.
type gltfDocument struct {
	Asset       gltfAsset      `json:"asset"`
	Scene       int            `json:"scene"`
	Scenes      []gltfScene    `json:"scenes"`
	Nodes       []gltfNode     `json:"nodes"`
	Meshes      []gltfMesh     `json:"meshes"`
	Materials   []gltfMaterial `json:"materials"`
	Accessors   []accessor     `json:"accessors"`
	BufferViews []gltfView     `json:"bufferViews"`
	Buffers     []gltfBuffer   `json:"buffers"`
}

type gltfAsset struct {
	Version   string            `json:"version"`
	Generator string            `json:"generator"`
	Extras    map[string]string `json:"extras,omitempty"`
}

type gltfScene struct {
	Name  string `json:"name,omitempty"`
	Nodes []int  `json:"nodes"`
}

type gltfNode struct {
	Name        string            `json:"name,omitempty"`
	Mesh        *int              `json:"mesh,omitempty"`
	Children    []int             `json:"children,omitempty"`
	Matrix      []float64         `json:"matrix,omitempty"`
	Translation []float64         `json:"translation,omitempty"`
	Extras      map[string]string `json:"extras,omitempty"`
}

type gltfMesh struct {
	Primitives []gltfPrimitive `json:"primitives"`
}

type gltfPrimitive struct {
	Attributes map[string]int `json:"attributes"`
	Indices    int            `json:"indices"`
	Material   int            `json:"material"`
}

type gltfMaterial struct {
	Roughness gltfRoughness `json:"pbrMetallicRoughness"`
	AlphaMode string        `json:"alphaMode,omitempty"`
}

type gltfRoughness struct {
	BaseColour [4]float32 `json:"baseColorFactor"`
	Metallic   float32    `json:"metallicFactor"`
	Roughness  float32    `json:"roughnessFactor"`
}

// accessor is a range of a block. The number of its view is known once all blocks are complete, because an empty block
// has no view.
type accessor struct {
	block         int
	BufferView    int       `json:"bufferView"`
	ByteOffset    int       `json:"byteOffset"`
	ComponentType int       `json:"componentType"`
	Count         int       `json:"count"`
	Type          string    `json:"type"`
	Min           []float32 `json:"min,omitempty"`
	Max           []float32 `json:"max,omitempty"`
}

type gltfView struct {
	Buffer     int `json:"buffer"`
	ByteOffset int `json:"byteOffset"`
	ByteLength int `json:"byteLength"`
	ByteStride int `json:"byteStride,omitempty"`
	Target     int `json:"target"`
}

type gltfBuffer struct {
	ByteLength int `json:"byteLength"`
}

// positionBytes is the number of bytes of a corner: three floats.
const positionBytes = 12

func (a *assembly) document() *gltfDocument {
	d := &gltfDocument{
		Asset:  gltfAsset{Version: "2.0", Generator: "bimstream"},
		Scenes: []gltfScene{{Name: a.scene.Name, Nodes: []int{0}}},
		Nodes:  a.nodes, Meshes: a.meshes, Accessors: a.accessors, Buffers: []gltfBuffer{{a.length()}},
	}
	if len(a.scene.Notes) > 0 {
		d.Asset.Extras = map[string]string{}
	}
	for _, n := range a.scene.Notes {
		d.Asset.Extras[n.Key] = n.Value
	}
	for _, c := range a.scene.Colours {
		d.Materials = append(d.Materials, materialOf(c))
	}
	var views [blocks]int
	for i, b := range [blocks]struct{ at, length, stride, target int }{
		{0, len(a.positions), positionBytes, targetVertices},
		{len(a.positions), len(a.shorts), 0, targetIndices},
		{len(a.positions) + len(a.shorts) + pad(len(a.shorts)), len(a.longs), 0, targetIndices},
	} {
		views[i] = len(d.BufferViews)
		if b.length > 0 {
			d.BufferViews = append(d.BufferViews, gltfView{ByteOffset: b.at, ByteLength: b.length,
				ByteStride: b.stride, Target: b.target})
		}
	}
	for i := range d.Accessors {
		d.Accessors[i].BufferView = views[d.Accessors[i].block]
	}
	return d
}

// materialOf returns a matt material. Scene colours are in sRGB, but glTF requires linear ones (IEC 61966-2-1). A table
// of 256 values converts them, so that every machine rounds equally.
func materialOf(c Colour) gltfMaterial {
	m := gltfMaterial{Roughness: gltfRoughness{Roughness: 1,
		BaseColour: [4]float32{linear[c[0]], linear[c[1]], linear[c[2]], float32(c[3]) / 255}}}
	if c[3] < 255 {
		m.AlphaMode = "BLEND"
	}
	return m
}
