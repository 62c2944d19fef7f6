package building

import (
	"math"
	"testing"

	"github.com/golang/geo/r3"
)

func plane(x, y float64) r3.Vector { return r3.Vector{X: x, Y: y} }

func beside(a, b r3.Vector) bool { return a.Sub(b).Norm() < 1e-6 }

// TestArcThrough checks arcs of either direction, below and above half a turn, about the centre (0, 1000).
func TestArcThrough(t *testing.T) {
	for name, c := range map[string]struct {
		mid, end      r3.Vector
		sweep, length float64
		middle, out   r3.Vector // middle of the arc, and direction at its end
	}{
		"quarter to the left": {plane(1000*math.Sqrt2/2, 1000-1000*math.Sqrt2/2), plane(1000, 1000), math.Pi / 2,
			500 * math.Pi, plane(1000*math.Sqrt2/2, 1000-1000*math.Sqrt2/2), plane(0, 1)},
		"three quarters to the left": {plane(1000, 1000), plane(-1000, 1000), 3 * math.Pi / 2,
			1500 * math.Pi, plane(1000*math.Sqrt2/2, 1000+1000*math.Sqrt2/2), plane(0, -1)},
		"three quarters to the right": {plane(0, 2000), plane(1000, 1000), -3 * math.Pi / 2,
			1500 * math.Pi, plane(-1000*math.Sqrt2/2, 1000+1000*math.Sqrt2/2), plane(0, -1)},
	} {
		a, ok := ArcThrough(r3.Vector{}, c.mid, c.end)
		if !ok || math.Abs(a.Radius-1000) > 1e-6 || !beside(a.Centre, plane(0, 1000)) ||
			math.Abs(a.Sweep-c.sweep) > 1e-9 || math.Abs(a.Length()-c.length) > 1e-6 {
			t.Errorf("%s: %+v, %v", name, a, ok)
			continue
		}
		if !beside(a.Middle(), c.middle) {
			t.Errorf("%s: the middle is %v, want %v", name, a.Middle(), c.middle)
		}
		if d, at := a.Tangent(a.Length()); !beside(at, c.end) || !beside(d, c.out) {
			t.Errorf("%s: it ends at %v towards %v", name, at, d)
		}
	}
	if _, ok := ArcThrough(r3.Vector{}, plane(1, 1), plane(2, 2)); ok {
		t.Error("three points on a line make an arc")
	}
	if _, ok := ArcThrough(r3.Vector{}, plane(1, 1), r3.Vector{}); ok {
		t.Error("a point makes an arc")
	}
}

// TestPlaceOnAnArc checks that Place is the inverse of At, on the arc and on the lines that continue it, except for
// points behind the gap between the ends.
func TestPlaceOnAnArc(t *testing.T) {
	for _, mid := range []r3.Vector{plane(1000, 1000), plane(-1000, 1000)} {
		a, _ := ArcThrough(r3.Vector{}, mid, plane(-mid.X*math.Sin(0.5), 1000+1000*math.Cos(0.5)))
		for _, along := range []float64{0, 1, 700, 1500, a.Length()} {
			for _, left := range []float64{-200, 0, 300} {
				x, y := a.Place(a.At(along, left))
				if math.Abs(x-along) > 1e-6 || math.Abs(y-left) > 1e-6 {
					t.Errorf("(%v, %v) is at (%v, %v)", along, left, x, y)
				}
			}
		}
		for _, on := range []float64{-150, a.Length() + 150} {
			from := max(0, min(a.Length(), on))
			d, at := a.Tangent(from)
			if x, y := a.Place(at.Add(d.Mul(on - from))); math.Abs(x-on) > 1e-6 || math.Abs(y) > 1e-6 {
				t.Errorf("%v is at (%v, %v)", on, x, y)
			}
		}
	}
}

// TestBesideAChord checks that the area beside the chord of a half circle is half of the circle. The area must be
// positive if the arc turns left.
func TestBesideAChord(t *testing.T) {
	for x, want := range map[float64]float64{1000: math.Pi / 2 * 1e6, -1000: -math.Pi / 2 * 1e6} {
		a, _ := ArcThrough(r3.Vector{}, plane(x, 1000), plane(0, 2000))
		if got := a.Beside(); math.Abs(got-want) > 1e-6 {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// TestAxisArc checks that an axis is read as an arc in all its forms. A polyline along an arc and an axis that leaves
// the arc are not read as arcs.
func TestAxisArc(t *testing.T) {
	const file = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROJECT('0000000000000000000001',$,'P',$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#10=IFCWALL('0000000000000000000010',$,'Wall',$,$,$,#11,$,$);
#11=IFCPRODUCTDEFINITIONSHAPE($,$,(#12));
#12=IFCSHAPEREPRESENTATION($,'Axis','Curve2D',(#13));
#14=IFCCARTESIANPOINTLIST2D(((0.,0.),(1.,1.),(0.,2.),(-0.6,1.8),(-0.6,1.9)));
#15=IFCCARTESIANPOINT((0.,1.));
#16=IFCCIRCLE(#17,1.);
#17=IFCAXIS2PLACEMENT2D(#15,$);
#18=IFCCARTESIANPOINT((0.,0.));
#19=IFCCARTESIANPOINT((0.,2.));
#20=IFCTRIMMEDCURVE(#16,(#18),(#19),.T.,.CARTESIAN.);
#21=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#20);
#22=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.F.,#20);
ENDSEC;
END-ISO-10303-21;
`
	for axis, sweep := range map[string]float64{
		"IFCINDEXEDPOLYCURVE(#14,(IFCARCINDEX((1,2,3))),$)":                     math.Pi,
		"IFCTRIMMEDCURVE(#16,(#18),(#19),.T.,.CARTESIAN.)":                      math.Pi,
		"IFCTRIMMEDCURVE(#16,(#18),(#19),.F.,.CARTESIAN.)":                      -math.Pi,
		"IFCCOMPOSITECURVE((#21),.F.)":                                          math.Pi,
		"IFCCOMPOSITECURVE((#22),.F.)":                                          -math.Pi,
		"IFCINDEXEDPOLYCURVE(#14,(IFCLINEINDEX((1,2,3))),$)":                    0,
		"IFCINDEXEDPOLYCURVE(#14,(IFCARCINDEX((1,2,3)),IFCLINEINDEX((3,4))),$)": 0,
		"IFCCIRCLE(#17,1.)":                                                     0,
	} {
		src, err := Parse([]byte(file[:len(file)-len("ENDSEC;\nEND-ISO-10303-21;\n")] + "#13=" + axis +
			";\nENDSEC;\nEND-ISO-10303-21;\n"))
		if err != nil {
			t.Fatal(err)
		}
		b := src.Describe()
		a, ok := src.AxisArc(b.Products[0])
		if ok != (sweep != 0) || math.Abs(a.Sweep-sweep) > 1e-9 {
			t.Errorf("%s: %+v, %v", axis, a, ok)
		}
	}
}
