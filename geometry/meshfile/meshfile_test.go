package meshfile

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// brick returns the mesh of a box with whole millimetres.
func brick(x, y, z, w, d, h int64) geometry.Mesh {
	base := geometry.Region{geometry.Rectangle(geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)},
		geometry.Point2{X: geometry.MM(x + w), Y: geometry.MM(y + d)})}
	s, err := geometry.Extrude(geometry.World(), base, geometry.MM(z), geometry.MM(z+h))
	if err != nil {
		panic(err)
	}
	return s.Mesh()
}

// yard returns a scene with two bricks of one form, and a third brick of two colours far away.
func yard() *Scene {
	return &Scene{
		Name: "Yard\n<1>", Notes: []Note{{"revision", "7"}}, Groups: []string{"Ground", "Empty", "First"},
		Colours: []Colour{{255, 0, 128, 255}, {0, 0, 255, 64}},
		Objects: []Object{
			{Key: "a", Name: "A", Kind: "wall", Group: 0, Parts: []Part{{0, brick(0, 0, 0, 1000, 2000, 3000)}}},
			{Key: "b", Name: "B\tb", Kind: "wall", Group: 0, Parts: []Part{{0, brick(5000, 0, 0, 1000, 2000, 3000)}}},
			{Key: "c", Name: "C", Kind: "window", Group: 2,
				Parts: []Part{{0, brick(9_000_000, 0, 1, 1, 1, 1)}, {1, brick(9_000_000, 0, 2, 10, 10, 10)}}},
			{Key: "d", Name: "D", Kind: "proxy", Group: -1, Parts: []Part{{1, brick(0, 0, -1, 1, 1, 1)}}},
		},
	}
}

const yardVolume = 6.0 + 6.0 + 1e-9 + 1e-6 + 1e-9 // m3

func written(t *testing.T, f Format, s *Scene) []byte {
	t.Helper()
	var out, again bytes.Buffer
	if err := errors.Join(f.Write(&out, s), f.Write(&again, s)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Errorf("%s: written twice it differs", f)
	}
	return out.Bytes()
}

// enclosed returns the volume of triangles (divergence theorem).
func enclosed(triangles [][3]r3.Vector) float64 {
	sum := 0.0
	for _, f := range triangles {
		sum += f[0].Dot(f[1].Cross(f[2])) / 6
	}
	return sum
}

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// readGLB parses a file by the specification, and returns the triangles of each node by its key, with the node's
// translation applied.
func readGLB(t *testing.T, file []byte) (gltfDocument, map[string][][3]r3.Vector) {
	t.Helper()
	word := func(at int) int { return int(binary.LittleEndian.Uint32(file[at:])) }
	if word(0) != glbMagic || word(4) != 2 || word(8) != len(file) || word(16) != chunkJSON || word(12)%4 != 0 {
		t.Fatalf("header % x", file[:20])
	}
	var d gltfDocument
	if err := json.Unmarshal(file[20:20+word(12)], &d); err != nil {
		t.Fatal(err)
	}
	at := 20 + word(12)
	if word(at+4) != chunkBIN || at+8+word(at) != len(file) || d.Buffers[0].ByteLength != word(at) {
		t.Fatalf("binary part of %d at %d in a file of %d", word(at), at, len(file))
	}
	bin := file[at+8:]
	out := map[string][][3]r3.Vector{}
	for _, n := range d.Nodes {
		if n.Mesh != nil {
			out[n.Extras["key"]] = trianglesOf(t, &d, bin, n)
		}
	}
	return d, out
}

func trianglesOf(t *testing.T, d *gltfDocument, bin []byte, n gltfNode) (out [][3]r3.Vector) {
	t.Helper()
	for _, p := range d.Meshes[*n.Mesh].Primitives {
		positions, indices := d.Accessors[p.Attributes["POSITION"]], d.Accessors[p.Indices]
		corner := func(i int) r3.Vector {
			at := d.BufferViews[positions.BufferView].ByteOffset + positions.ByteOffset + 12*i
			c := func(k int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(bin[at+4*k:]))) }
			for k := range 3 {
				if float32(c(k)) < positions.Min[k] || float32(c(k)) > positions.Max[k] {
					t.Errorf("corner %d is outside %v to %v", i, positions.Min, positions.Max)
				}
			}
			return r3.Vector{X: c(0) + n.Translation[0], Y: c(1) + n.Translation[1], Z: c(2) + n.Translation[2]}
		}
		index := func(i int) int {
			at := d.BufferViews[indices.BufferView].ByteOffset + indices.ByteOffset
			if indices.ComponentType == componentUint16 {
				return int(binary.LittleEndian.Uint16(bin[at+2*i:]))
			}
			return int(binary.LittleEndian.Uint32(bin[at+4*i:]))
		}
		for i := 0; i < indices.Count; i += 3 {
			out = append(out, [3]r3.Vector{corner(index(i)), corner(index(i + 1)), corner(index(i + 2))})
		}
	}
	return out
}

func TestGLB(t *testing.T) {
	d, nodes := readGLB(t, written(t, GLB, yard()))
	if len(d.Meshes) != 3 || len(nodes) != 4 || d.Asset.Extras["revision"] != "7" || d.Asset.Version != "2.0" {
		t.Errorf("%d meshes for %d nodes, asset %+v", len(d.Meshes), len(nodes), d.Asset)
	}
	if v := enclosed(nodes["b"]); !near(v, 6, 1e-9) || !near(nodes["b"][0][0].X, 5.5, 0.5) {
		t.Errorf("the second brick has %v m3 at %v", v, nodes["b"][0][0])
	}
	for _, f := range nodes["c"] { // 9 km away single precision would err by half a millimetre
		for _, p := range f {
			if mm := (p.X - 9000) * 1000; !near(mm, math.Round(mm), 1e-6) {
				t.Errorf("a corner is at %v m", p.X)
			}
		}
	}
	root := d.Nodes[d.Scenes[0].Nodes[0]]
	var names []string
	for _, child := range root.Children {
		names = append(names, d.Nodes[child].Name)
	}
	if fmt.Sprint(names) != "[D Ground First]" || len(root.Matrix) != 16 {
		t.Errorf("below the root are %v", names)
	}
	if m := d.Materials; m[1].AlphaMode != "BLEND" || m[0].AlphaMode != "" ||
		m[0].Roughness.BaseColour != [4]float32{1, 0, 0.2159, 1} {
		t.Errorf("materials %+v", m)
	}
}

// TestGLBOfAManyCorneredObject checks that an object with too many corners for indices of two bytes has indices of
// four.
func TestGLBOfAManyCorneredObject(t *testing.T) {
	s := yard()
	var mesh geometry.Mesh
	for i := range int64(9000) {
		b, base := brick(20*i, 0, 0, 10, 10, 10), int32(len(mesh.Vertices))
		mesh.Vertices = append(mesh.Vertices, b.Vertices...)
		for _, f := range b.Triangles {
			mesh.Triangles = append(mesh.Triangles, [3]int32{f[0] + base, f[1] + base, f[2] + base})
		}
	}
	s.Objects = append(s.Objects, Object{Key: "many", Group: -1, Parts: []Part{{0, mesh}}})
	_, nodes := readGLB(t, written(t, GLB, s))
	if v := enclosed(nodes["many"]); !near(v, 9000e-6, 1e-7) || !near(enclosed(nodes["a"]), 6, 1e-9) {
		t.Errorf("%v m3", v)
	}
}

func TestOBJ(t *testing.T) {
	s := yard()
	s.Origin = geometry.Point3{X: geometry.MM(-1), Y: 1}
	text := string(written(t, OBJ, s))
	for _, want := range []string{"# Yard <1>\n# revision 7\n", "\ng Ground\no A a\nv ", "\no B b b\n",
		"\ng First\no C c\n", "\ng default\no D d\n", "v 1.001 -0.000001 0 1.0000 0.0000 0.5020\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%.600s", want, text)
		}
	}
	var corners []r3.Vector
	var triangles [][3]r3.Vector
	for line := range strings.Lines(text) {
		var p r3.Vector
		var i, j, k int
		if n, _ := fmt.Sscanf(line, "v %f %f %f", &p.X, &p.Y, &p.Z); n == 3 {
			corners = append(corners, p)
		} else if n, _ := fmt.Sscanf(line, "f %d %d %d", &i, &j, &k); n == 3 {
			triangles = append(triangles, [3]r3.Vector{corners[i-1], corners[j-1], corners[k-1]})
		}
	}
	if v := enclosed(triangles); len(triangles) != 5*12 || !near(v, yardVolume, 1e-8) {
		t.Errorf("%d triangles about %v m3", len(triangles), v)
	}
}

func TestSTL(t *testing.T) {
	s := yard()
	s.Objects = s.Objects[:2]
	file := written(t, STL, s)
	if n := binary.LittleEndian.Uint32(file[80:]); n != 24 || len(file) != 84+50*24 ||
		bytes.HasPrefix(file, []byte("solid")) {
		t.Fatalf("%d triangles in %d bytes", n, len(file))
	}
	var triangles [][3]r3.Vector
	for at := 84; at < len(file); at += 50 {
		var v [12]float64
		for i := range v {
			v[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(file[at+4*i:])))
		}
		f := [3]r3.Vector{{X: v[3], Y: v[4], Z: v[5]}, {X: v[6], Y: v[7], Z: v[8]}, {X: v[9], Y: v[10], Z: v[11]}}
		if n := f[1].Sub(f[0]).Cross(f[2].Sub(f[0])).Normalize(); n.Distance(r3.Vector{X: v[0], Y: v[1],
			Z: v[2]}) > 1e-6 {
			t.Errorf("a normal is %v, should be %v", v[:3], n)
		}
		triangles = append(triangles, f)
	}
	if v := enclosed(triangles); !near(v, 12e9, 1) {
		t.Errorf("%v mm3", v)
	}
}

func TestPLY(t *testing.T) {
	file := written(t, PLY, yard())
	header, body, ok := bytes.Cut(file, []byte("end_header\n"))
	if !ok || !strings.Contains(string(header), "comment object 2 c window C\n") ||
		!strings.Contains(string(header), "element vertex 40\n") ||
		!strings.Contains(string(header), "element face 60\n") {
		t.Fatalf("%s", header)
	}
	var corners []r3.Vector
	for range 40 {
		c := func(k int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(body[8*k:])) }
		corners = append(corners, r3.Vector{X: c(0), Y: c(1), Z: c(2)})
		body = body[28:]
	}
	var triangles [][3]r3.Vector
	of := map[uint32]int{}
	for ; len(body) > 0; body = body[17:] {
		i := func(k int) uint32 { return binary.LittleEndian.Uint32(body[1+4*k:]) }
		triangles = append(triangles, [3]r3.Vector{corners[i(0)], corners[i(1)], corners[i(2)]})
		of[i(3)]++
	}
	if v := enclosed(triangles); !near(v, yardVolume, 1e-8) || fmt.Sprint(of) != "map[0:12 1:12 2:24 3:12]" {
		t.Errorf("%v m3, triangles of objects %v", v, of)
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	for _, f := range Format("").Enum() {
		if err := Format(f).Write(&bytes.Buffer{}, &Scene{}); !errors.Is(err, ErrNothing) {
			t.Errorf("%s: %v", f, err)
		}
		if err := Format(f).Write(full{}, yard()); !errors.Is(err, errFull) {
			t.Errorf("%s to a full disk: %v", f, err)
		}
	}
	if err := Format("dwg").Write(&bytes.Buffer{}, yard()); !errors.Is(err, ErrNoFormat) {
		t.Error(err)
	}
}

var errFull = errors.New("full")

// full is a writer that fails as a full disk does.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
