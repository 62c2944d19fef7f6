package building

import (
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// itemBody returns the body of product #417, which has the item #414, or an error. The lines define the item.
func itemBody(t *testing.T, lines string) (geometry.Body, error) {
	t.Helper()
	const product = `#415=IFCSHAPEREPRESENTATION(#7,'Body','SolidModel',(#414));
#416=IFCPRODUCTDEFINITIONSHAPE($,$,(#415));
#417=IFCBUILDINGELEMENTPROXY('0000000000000000000417',$,'It',$,$,$,#416,$,$);
ENDSEC;
END-ISO-10303-21;
`
	src, err := Parse([]byte(repeating + lines + product))
	if err != nil {
		t.Fatal(err)
	}
	items, faults := src.Body(src.Describe().Product(417))
	if len(faults) > 0 {
		return nil, faults[0]
	}
	var out geometry.Body
	for _, item := range items {
		body, err := item.Faces()
		if err != nil {
			return out, err
		}
		out = append(out, body...)
	}
	return out, nil
}

// holdsVolume fails the test unless a body is closed and its volume is within a share of the wanted volume.
func holdsVolume(t *testing.T, name string, body geometry.Body, err error, want, within float64) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for _, s := range body {
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.CheckFaces(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := body.Volume(); math.Abs(got-want) > within*want {
		t.Errorf("%s: %v m3, want %v", name, got, want)
	}
}

// TestSweptDisks checks that a pipe or bar keeps its section around every bend: its volume is the section's area times
// the length of the line.
func TestSweptDisks(t *testing.T) {
	const square = math.Pi * 0.02 * 0.02
	for name, c := range map[string]struct {
		lines, item string
		want        float64
	}{
		"straight": {"#410=IFCPOLYLINE((#400,#401));", "#414=IFCSWEPTDISKSOLID(#410,0.02,$,0.,1.);", square},
		"square bend": {"#410=IFCPOLYLINE((#400,#401,#402));",
			"#414=IFCSWEPTDISKSOLID(#410,0.02,$,0.,1.);", 2 * square},
		"tube in space": {"#410=IFCPOLYLINE((#400,#401,#402,#403));",
			"#414=IFCSWEPTDISKSOLID(#410,0.02,0.01,0.,1.);", 3 * square * 3 / 4},
		"ring": {"#410=IFCCIRCLE(#5,1.);", "#414=IFCSWEPTDISKSOLID(#410,0.02,$,0.,1.);",
			2 * math.Pi * square},
		"frame": {"#410=IFCPOLYLINE((#400,#401,#402,#404,#400));",
			"#414=IFCSWEPTDISKSOLID(#410,0.02,$,0.,1.);", 4 * square},
		"rounded corners": {"#410=IFCPOLYLINE((#400,#401,#402));",
			"#414=IFCSWEPTDISKSOLIDPOLYGONAL(#410,0.02,$,0.,1.,0.5);", (1 + math.Pi/4) * square},
	} {
		const points = `#400=IFCCARTESIANPOINT((0.,0.,0.));
#401=IFCCARTESIANPOINT((1.,0.,0.));
#402=IFCCARTESIANPOINT((1.,1.,0.));
#403=IFCCARTESIANPOINT((1.,1.,1.));
#404=IFCCARTESIANPOINT((0.,1.,0.));
`
		body, err := itemBody(t, points+strings.Join([]string{c.lines, c.item, ""}, "\n"))
		holdsVolume(t, name, body, err, c.want, 0.005)
	}
}
