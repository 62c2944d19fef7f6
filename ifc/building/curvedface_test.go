package building

import (
	"math"
	"os"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// TestAdvancedBreps checks that solids with faces on curved surfaces are read as closed bodies whose volume differs
// only by the chords.
func TestAdvancedBreps(t *testing.T) {
	data, err := os.ReadFile("testdata/advanced-breps.ifc")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{ // m3; radii of 100 mm and heights of 300 mm by default
		"cyl":          math.Pi * 0.01 * 0.3,
		"cyl_noseam":   math.Pi * 0.01 * 0.3,
		"cone_rev":     math.Pi * 0.2 / 3 * (0.01 + 0.0025 + 0.005), // radius of 50 mm at a height of 200 mm
		"halfsphere_n": 2. / 3 * math.Pi * 0.001,
		"elbow":        math.Pi * math.Pi / 2 * 0.3 * 0.01, // a quarter turn about an axis 300 mm away
		// a box of 300 x 300 x 100 mm below a bicubic surface whose four inner points are 150 mm up
		"hump":          0.009 + 4*0.15/16*0.09,
		"nurbs_tube":    math.Pi * 0.01 * 0.3,                              // the faces are on a rational surface
		"pipe":          math.Pi * (0.01 - 0.0064) * 0.3,                   // the pipe is 20 mm thick
		"window":        math.Pi/4*0.01*0.3 - math.Pi/12*(0.01-0.0036)*0.1, // a quarter of a cylinder with a pocket
		"cut_cyl":       math.Pi * 0.01 * 0.3,                              // the cylinder is cut askew, in an ellipse
		"indexed_edges": math.Pi * 0.01 * 0.3,
	}
	src, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range src.Describe().Products {
		volume, ok := want[p.Name]
		if !ok {
			continue
		}
		found++
		items, faults := src.Body(p)
		if len(items) != 1 || len(faults) > 0 {
			t.Errorf("%s: %d items, %v", p.Name, len(items), faults)
			continue
		}
		var body geometry.Body
		body, err := items[0].Faces()
		holdsVolume(t, p.Name, body, err, volume, 0.01)
	}
	if found != len(want) {
		t.Errorf("%d of %d products", found, len(want))
	}
}

// TestALargeCurvedBodyIsCoarser checks that a body that would be larger than the model can hold gets larger triangles
// on its curved faces.
func TestALargeCurvedBodyIsCoarser(t *testing.T) {
	const sphere = `#401=IFCSPHERICALSURFACE(#5,10.);
#402=IFCCARTESIANPOINT((0.,0.,10.));
#403=IFCVERTEXPOINT(#402);
#404=IFCVERTEXLOOP(#403);
#405=IFCFACEOUTERBOUND(#404,.T.);
#406=IFCADVANCEDFACE((#405),#401,.T.);
#407=IFCCLOSEDSHELL((#406));
#414=IFCADVANCEDBREP(#407);
`
	body, err := itemBody(t, sphere)
	holdsVolume(t, "sphere", body, err, 4./3*math.Pi*1000, 0.005)
	for _, s := range body {
		if len(s.Vertices) > largestBody {
			t.Errorf("%d corners", len(s.Vertices))
		}
	}
}
