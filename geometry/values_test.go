package geometry

import (
	"encoding/json"
	"math"
	"testing"
)

func TestLengthsInJSON(t *testing.T) {
	tests := []struct {
		in   string
		want Length
		out  string
	}{
		{"187.5", 187500, "187.5"}, {"-0.001", -1, "-0.001"}, {"12000", 12e6, "12000"},
		{"1e3", 1e6, "1000"}, {"0.0005", 1, "0.001"},
		{"-0.0005", -1, "-0.001"}, {"0.00049", 0, "0"}, {"1.25e-1", 125, "0.125"},
		{"1e300", LengthOverflow, "1152921504606846.976"},
		{"-1e300", -LengthOverflow, "-1152921504606846.976"}, {"1e999", LengthOverflow, "1152921504606846.976"},
	}
	for _, tt := range tests {
		var l Length
		if err := json.Unmarshal([]byte(tt.in), &l); err != nil || l != tt.want {
			t.Errorf("%s: %d, want %d, %v", tt.in, l, tt.want, err)
		}
		if b, err := json.Marshal(l); string(b) != tt.out || err != nil {
			t.Errorf("%s is written as %s, want %s", tt.in, b, tt.out)
		}
	}
	for _, bad := range []string{`"5"`, `[]`, `{}`, `true`} {
		var l Length
		if err := json.Unmarshal([]byte(bad), &l); err == nil {
			t.Errorf("%s is read as %v", bad, l)
		}
	}
}

func TestLengthsFromNumbers(t *testing.T) {
	for _, tt := range []struct {
		mm   float64
		want Length
	}{{0.0005, 1}, {-0.0005, -1}, {1234.5678, 1234568}, {math.NaN(), LengthOverflow},
		{math.Inf(-1), -LengthOverflow}, {1e200, LengthOverflow}} {
		if got := FromMM(tt.mm); got != tt.want {
			t.Errorf("%v mm is %d um, want %d", tt.mm, got, tt.want)
		}
	}
	if l := MM(1500); l.MM() != 1500 || l.M() != 1.5 || (-l).Abs() != l || l.String() != "1500" {
		t.Errorf("%v: %v mm, %v m", l, l.MM(), l.M())
	}
}

func TestAnglesInJSON(t *testing.T) {
	for in, want := range map[string]Angle{"35": 35 * Degree, "-0.5": -Degree / 2, "22.123456": 22123456} {
		var a Angle
		if err := json.Unmarshal([]byte(in), &a); err != nil || a != want || a.String() != in {
			t.Errorf("%s is %d, want %d, written %s, %v", in, a, want, a, err)
		}
		if b, _ := json.Marshal(a); string(b) != in {
			t.Errorf("%s is written as %s", in, b)
		}
	}
	if (45 * Degree).Degrees() != 45 {
		t.Error("45 degrees")
	}
	if err := json.Unmarshal([]byte(`"north"`), new(Angle)); err == nil {
		t.Error("a word is no angle")
	}
}

func TestPointsInJSON(t *testing.T) {
	p, q := Point2{MM(5), -1}, Point3{MM(5), -1, 0}
	for want, v := range map[string]any{"[5,-0.001]": p, "[5,-0.001,0]": q} {
		if b, err := json.Marshal(v); string(b) != want || err != nil {
			t.Errorf("%s, want %s", b, want)
		}
	}
	var p2 Point2
	var q2 Point3
	if json.Unmarshal([]byte("[5,-0.001]"), &p2) != nil ||
		json.Unmarshal([]byte("[5,-0.001,0]"), &q2) != nil || p2 != p || q2 != q {
		t.Errorf("read %v %v", p2, q2)
	}
	for _, bad := range []string{"[1]", "[1,2,3,4]", `{"x":1}`, `["a","b"]`} {
		if json.Unmarshal([]byte(bad), &p2) == nil || json.Unmarshal([]byte(bad), &q2) == nil {
			t.Errorf("%s is read as a point", bad)
		}
	}
}

func TestBoxes(t *testing.T) {
	a := Box{Point3{0, 0, 0}, Point3{10, 10, 10}}
	touching := Box{Point3{10, 0, 0}, Point3{20, 10, 10}}
	apart := Box{Point3{11, 0, 0}, Point3{20, 10, 10}}
	if !a.Intersects(touching) || a.Intersects(apart) || !a.Grow(1).Intersects(apart) {
		t.Error("touching boxes meet, others do not")
	}
	if !a.Contains(a) || !a.Grow(1).Contains(a) || a.Contains(a.Grow(1)) {
		t.Error("a box contains itself and smaller ones")
	}
	if u := a.Union(apart); u != (Box{Point3{0, 0, 0}, Point3{20, 10, 10}}) ||
		a.Union(EmptyBox()) != a || EmptyBox().Union(a) != a {
		t.Errorf("union %v", u)
	}
	if !EmptyBox().Empty() || a.Empty() || EmptyBox().Intersects(a) {
		t.Error("the empty box meets nothing")
	}
}

func FuzzLengthJSON(f *testing.F) {
	for _, s := range []string{"0", "187.5", "-0.0005", "1e3", "99999999999999999999", "1.", "-", "", "0x10", "1_0",
		"nan", "-.5", "1000000000000070", "9999999999999999.9999", "-1152921504606846.9759"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var l, again Length
		if l.UnmarshalJSON([]byte(s)) != nil {
			return
		}
		if l.Abs() > LengthOverflow {
			t.Fatalf("%q is %d", s, l)
		}
		b, _ := l.MarshalJSON()
		if again.UnmarshalJSON(b) != nil || again != l {
			t.Fatalf("%q: %d is written as %s, which is %d", s, l, b, again)
		}
	})
}
