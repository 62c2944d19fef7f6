package building

import (
	"math"
	"strings"
	"testing"
)

// TestHollowRevolution checks that a revolved profile with a hole has Pappus' volume, on the side to which the sign of
// the angle turns it.
func TestHollowRevolution(t *testing.T) {
	const file = `#110=IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,$,0.15,0.01);
#111=IFCCARTESIANPOINT((0.3,0.,0.));
#112=IFCDIRECTION((0.,1.,0.));
#113=IFCAXIS1PLACEMENT(#111,#112);
#114=IFCREVOLVEDAREASOLID(#110,#5,#113,ANGLE);
#115=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#114));
#116=IFCPRODUCTDEFINITIONSHAPE($,$,(#115));
#117=IFCBUILDINGELEMENTPROXY('0000000000000000000117',$,'Arc',$,$,$,#116,$,$);
ENDSEC;
END-ISO-10303-21;
`
	want := math.Pi * (0.15*0.15 - 0.14*0.14) * 0.3 * math.Pi / 2 // the file is in metres
	for angle, above := range map[string]bool{"1.5707963267948966": true, "-1.5707963267948966": false} {
		src, err := Parse([]byte(repeating + strings.Replace(file, "ANGLE", angle, 1)))
		if err != nil {
			t.Fatal(err)
		}
		items, faults := src.Body(src.Describe().Product(117))
		if len(items) != 1 || len(faults) > 0 {
			t.Fatalf("%d items, %v", len(items), faults)
		}
		body, err := items[0].Faces()
		if err != nil {
			t.Fatal(err)
		}
		box := body.Bounds()
		if got := body.Volume(); math.Abs(got-want) > 0.02*want || (box.Max.Z > -box.Min.Z) != above {
			t.Errorf("%s: %v m3 from %v to %v, want %v", angle, got, box.Min, box.Max, want)
		}
	}
}

// TestAHugeSweepIsRefusedAtOnce checks that a curve whose chords would give more corners than a body can have is
// refused before the chords are created.
func TestAHugeSweepIsRefusedAtOnce(t *testing.T) {
	const file = `#110=IFCSPHERE(#5,1.E6);
#115=IFCSHAPEREPRESENTATION(#7,'Body','CSG',(#110));
#116=IFCPRODUCTDEFINITIONSHAPE($,$,(#115));
#117=IFCBUILDINGELEMENTPROXY('0000000000000000000117',$,'Globe',$,$,$,#116,$,$);
ENDSEC;
END-ISO-10303-21;
`
	src, err := Parse([]byte(repeating + file))
	if err != nil {
		t.Fatal(err)
	}
	items, _ := src.Body(src.Describe().Product(117))
	for _, item := range items {
		if body, err := item.Faces(); err == nil || !strings.Contains(err.Error(), "too many corners") {
			t.Errorf("%d solids, %v", len(body), err)
		}
	}
	if len(items) != 1 {
		t.Errorf("%d items", len(items))
	}
}
