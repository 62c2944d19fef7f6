package geometry

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// wallFrame is the frame of a wall that runs from a to b: Z up, X along.
func wallFrame(a, b Point2) Placement { return PlacementInPlan(a.At(0), b) }

// opening is a rectangle of a wall of 300 mm, in the frame of the wall.
func opening(offset, width, sill, height int64) Layer {
	return Layer{rect(offset, -150, offset+width, 150), MM(sill), MM(sill + height)}
}

func TestWallsOfTheHouse(t *testing.T) {
	mitred := Region{{Outer: Ring{{MM(-150), MM(-150)}, {MM(11850), MM(-150)},
		{MM(11550), MM(150)}, {MM(150), MM(150)}}}}
	tests := []struct {
		name         string
		base         Region
		cuts         []Layer
		volume       float64
		euler, faces int
	}{
		{"south, gross", mitred, nil, 9.828, 2, 6},
		{"south, net: a door to the floor and two windows", mitred,
			[]Layer{opening(2000, 1100, 0, 2200), opening(4500, 1500, 900, 1200), opening(8200, 1800, 800, 1400)},
			7.806, 2 - 4, 6 + 3 + 1 + 8},
		{"partition", rect(0, -60, 7400, 60), []Layer{{rect(2850, -60, 3750, 60), 0, MM(2100)}}, 2.2596, 2, 10},
	}
	for _, tt := range tests {
		for _, frame := range []Placement{World(), wallFrame(Point2{1e9, 2e9}, Point2{1e9 + 777, 2e9 + 1234})} {
			s, err := SubtractPrisms(frame, tt.base, 0, MM(2800), tt.cuts)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			if err := s.Check(); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			if !near(s.Volume(), tt.volume, 1e-15*10) || s.Euler() != tt.euler ||
				len(s.Faces) != tt.faces || s.Components() != 1 {
				t.Errorf("%s: volume %.17g, Euler %d, %d faces, %d components; want %v, %d, %d, 1",
					tt.name, s.Volume(), s.Euler(), len(s.Faces), s.Components(), tt.volume, tt.euler, tt.faces)
			}
		}
	}
}

func TestSlabWithStairHole(t *testing.T) {
	s, err := SubtractPrisms(World(), rect(0, 0, 12000, 8000), MM(2800), MM(3000),
		[]Layer{{rect(7300, 6500, 11050, 7500), MM(2800), MM(3000)}})
	if err != nil || s.Check() != nil {
		t.Fatal(err, s.Check())
	}
	if s.Volume() != 18.45 || s.Euler() != 0 || len(s.Vertices) != 16 || len(s.Faces) != 10 {
		t.Errorf("volume %v, Euler %d, %d vertices, %d faces", s.Volume(), s.Euler(), len(s.Vertices), len(s.Faces))
	}
	if want := 2*(96-3.75) + 0.2*(40+9.5); !near(s.Area(), want, 1e-12) {
		t.Errorf("area %v, want %v", s.Area(), want)
	}
	if b := s.Bounds(); b != (Box{Point3{0, 0, MM(2800)}, Point3{MM(12000), MM(8000), MM(3000)}}) {
		t.Errorf("bounds %v", b)
	}
}

func TestStackTopology(t *testing.T) {
	box := func(x0, y0, x1, y1, z0, z1 int64) Layer { return Layer{rect(x0, y0, x1, y1), MM(z0), MM(z1)} }
	tests := []struct {
		name               string
		layers             []Layer
		volume             float64 // mm3
		components, euler  int
		vertices, numFaces int
	}{
		{"a box", []Layer{box(0, 0, 2, 3, 0, 4)}, 24, 1, 2, 8, 6},
		{"abutting upwards", []Layer{box(0, 0, 2, 3, 0, 1), box(0, 0, 2, 3, 1, 4)}, 24, 1, 2, 8, 6},
		{"abutting sideways", []Layer{box(0, 0, 1, 3, 0, 4), box(1, 0, 2, 3, 0, 4)}, 24, 1, 2, 8, 6},
		{"step", []Layer{box(0, 0, 2, 3, 0, 1), box(0, 0, 1, 3, 1, 2)}, 9, 1, 2, 12, 8},
		{"tower on a slab: the top of the slab has a hole",
			[]Layer{box(0, 0, 9, 9, 0, 1), box(3, 3, 5, 5, 1, 9)}, 113, 1, 2, 16, 11},
		{"apart", []Layer{box(0, 0, 1, 1, 0, 1), box(5, 0, 6, 1, 0, 1)}, 2, 2, 4, 16, 12},
		{"touching along an upright edge", []Layer{box(0, 0, 1, 1, 0, 1), box(1, 1, 2, 2, 0, 1)}, 2, 2, 4, 16, 12},
		{"touching along a level edge", []Layer{box(0, 0, 1, 1, 0, 1), box(1, 0, 2, 1, 1, 2)}, 2, 2, 4, 16, 12},
		{"touching at a corner", []Layer{box(0, 0, 1, 1, 0, 1), box(1, 1, 2, 2, 1, 2)}, 2, 2, 4, 16, 12},
		{"a void inside", []Layer{box(0, 0, 9, 9, 0, 1), {Subtract(rect(0, 0, 9, 9), rect(1, 1, 2, 2)), MM(1), MM(2)},
			box(0, 0, 9, 9, 2, 3)}, 242, 2, 4, 16, 12},
		{"overlapping heights", []Layer{box(0, 0, 4, 1, 0, 3), box(2, 0, 6, 1, 2, 5)}, 22, 1, 2, 16, 10},
	}
	for _, tt := range tests {
		s, err := Stack(World(), tt.layers)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if !near(s.Volume()*1e9, tt.volume, 1e-9) || s.Components() != tt.components || s.Euler() != tt.euler ||
			len(s.Vertices) != tt.vertices || len(s.Faces) != tt.numFaces {
			t.Errorf("%s: volume %v, %d components, Euler %d, %d vertices, %d faces; want %v, %d, %d, %d, %d", tt.name,
				s.Volume()*1e9, s.Components(), s.Euler(), len(s.Vertices), len(s.Faces),
				tt.volume, tt.components, tt.euler, tt.vertices, tt.numFaces)
		}
		checkMesh(t, tt.name, s, 0)
	}
}

// checkMesh fails unless the mesh is closed and has the volume of the solid to within a tolerance in m3: none for plane
// faces.
func checkMesh(t *testing.T, label string, s Solid, tolerance float64) {
	t.Helper()
	m := s.Mesh()
	asSolid := Solid{Frame: World(), Vertices: s.Vertices}
	for _, tri := range m.Triangles {
		asSolid.Faces = append(asSolid.Faces, Face{[][]int32{tri[:]}})
	}
	if err := asSolid.Check(); err != nil {
		t.Fatalf("%s: mesh: %v", label, err)
	}
	if !near(asSolid.Volume(), s.Volume(), tolerance) {
		t.Fatalf("%s: mesh has volume %v, solid %v", label, asSolid.Volume(), s.Volume())
	}
}

func TestStackRefusals(t *testing.T) {
	box := rect(0, 0, 1, 1)
	_, noHeight := Extrude(World(), box, 5, 5)
	_, empty := Extrude(World(), nil, 0, 5)
	_, gone := SubtractPrisms(World(), box, 0, 5, []Layer{{rect(-1, -1, 2, 2), -5, 50}})
	_, skewFrame := Extrude(Placement{X: World().X, Z: World().X}, box, 0, 5)
	_, flatCut := SubtractPrisms(World(), box, 0, 5, []Layer{{box, 3, 3}})
	for i, tt := range []struct{ got, want error }{
		{noHeight, ErrNoHeight}, {empty, ErrEmpty}, {gone, ErrEmpty},
		{skewFrame, ErrBadPlacement}, {flatCut, ErrNoHeight},
	} {
		if !errors.Is(tt.got, tt.want) {
			t.Errorf("case %d: %v, want %v", i, tt.got, tt.want)
		}
	}
}

// randomLayers returns layers that overlap and abut in many ways on a small grid. If skew is set, their edges may have
// any direction.
func randomLayers(r *rand.Rand, size Length, skew bool) []Layer {
	var layers []Layer
	for range 1 + r.IntN(5) {
		z := Length(r.IntN(5))
		layers = append(layers, Layer{randomRegion(r, size, skew), z * size / 4,
			(z + 1 + Length(r.IntN(3))) * size / 4})
	}
	return layers
}

// bandVolume returns the volume of layers without cuts, computed independently as a sum over slices. Each slice adds
// the area of the layers that cover it, times its height.
func bandVolume(layers, cuts []Layer, size Length) float64 {
	sum := 0.0
	for z := Length(0); z < 8; z++ {
		slice := func(all []Layer) (out []Region) {
			for _, l := range all {
				if l.Z0 <= z*size/4 && (z+1)*size/4 <= l.Z1 {
					out = append(out, l.Base)
				}
			}
			return out
		}
		sum += area(Subtract(Union(slice(layers)...), slice(cuts)...)) * float64(size/4)
	}
	return sum
}

func TestRandomStacksAreClosed(t *testing.T) {
	const seed = 11
	r := rand.New(rand.NewPCG(seed, 2))
	for i := range 700 {
		size, skew := []Length{8, 16, 4000, 4e6}[i%4], i%3 == 0
		layers, cuts := randomLayers(r, size, skew), randomLayers(r, size, skew)
		for _, c := range [][]Layer{nil, cuts} {
			s, err := Interrupt(nil).stack(World(), layers, c)
			want := bandVolume(layers, c, size)
			if errors.Is(err, ErrEmpty) && want < float64(size*size) {
				continue
			}
			if err == nil {
				err = s.Check()
			}
			if err != nil {
				t.Fatalf("seed %d case %d: %v\n%v\n%v", seed, i, err, layers, c)
			}
			tolerance := want * 1e-14
			if skew { // crossings of all bands are rounded together: a micrometre along every edge
				tolerance = 200 * float64(size*size)
			}
			if got := s.sixfoldVolume().float() / 6; !near(got, want, tolerance) {
				t.Fatalf("seed %d case %d size %d skew %t: volume %v, want %v um3\n%v\n%v", seed, i,
					size, skew, got, want, layers, c)
			}
			checkMesh(t, "random stack", s, 0)
		}
	}
}

func TestStackDoesNotDependOnOrderOrPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	far := Point2{10 * Kilometre, -10 * Kilometre}
	for range 200 {
		layers := randomLayers(r, 1000, true)
		want, err := Stack(World(), layers)
		if err != nil {
			continue
		}
		r.Shuffle(len(layers), func(i, j int) { layers[i], layers[j] = layers[j], layers[i] })
		if got, _ := Stack(World(), layers); !reflect.DeepEqual(got, want) {
			t.Fatalf("another order gives another solid:\n%v\n%v", got, want)
		}
		for i := range layers {
			layers[i].Base = moved(layers[i].Base, far)
		}
		got, _ := Stack(World(), layers)
		if got.sixfoldVolume() != want.sixfoldVolume() || len(got.Vertices) != len(want.Vertices) {
			t.Fatalf("10 km away: volume %v, want %v", got.Volume(), want.Volume())
		}
	}
}

func moved(r Region, by Point2) Region {
	var out Region
	for _, p := range r {
		var rings []Ring
		for _, ring := range p.rings() {
			var q Ring
			for _, v := range ring {
				q = append(q, v.Add(by))
			}
			rings = append(rings, q)
		}
		moved := Polygon{Outer: rings[0]}
		if len(rings) > 1 {
			moved.Holes = rings[1:]
		}
		out = append(out, moved)
	}
	return out
}
