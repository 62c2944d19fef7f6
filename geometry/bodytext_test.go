package geometry

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// slab returns a plate with a square hole through it, whose large faces have two loops.
func slab(t testing.TB) Solid {
	t.Helper()
	outer, hole := Rectangle(Point2{}, Point2{MM(4000), MM(3000)}).Outer,
		Rectangle(Point2{MM(1000), MM(1000)}, Point2{MM(2000), MM(2000)}).Outer
	s, err := Extrude(World(), Region{{Outer: outer, Holes: []Ring{hole.reversed()}}}, 0, MM(200))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// drawBody draws one or two extrusions of random rings in random frames.
func drawBody(t *rapid.T) Body {
	length := rapid.Int64Range(1, 9_000_000)
	var out Body
	for range rapid.IntRange(1, 2).Draw(t, "solids") {
		frame := World()
		if rapid.Bool().Draw(t, "placed") {
			toward := Point2{Length(rapid.Int64Range(-5000, 5000).Draw(t, "x")), 7001}
			frame = PlacementInPlan(Point3{5, -7, Length(rapid.Int64().Draw(t, "z") % 1e9)}, toward)
		}
		w, d := Length(length.Draw(t, "width")), Length(length.Draw(t, "depth"))
		s, err := Extrude(frame, Region{{Outer: Ring{{0, 0}, {w, 0}, {w + 5, d}, {-3, d}}}}, 0,
			Length(length.Draw(t, "height")))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

func TestABodySurvivesItsText(t *testing.T) {
	check := func(t rapid.TB, b Body) {
		text := BodyText(b)
		back, err := ParseBody(text)
		if err != nil || !reflect.DeepEqual(back, b) || BodyText(back) != text {
			t.Fatalf("%v comes back as %v, %v", b, back, err)
		}
	}
	check(t, Body{slab(t)})
	rapid.Check(t, func(t *rapid.T) { check(t, drawBody(t)) })
}

// A mesh of many small triangles takes a quarter of the space of decimal numbers.
func TestTheTextOfALargeMeshIsSmall(t *testing.T) {
	s := Solid{Frame: World()}
	const n = 100
	for i := range n {
		for k := range n {
			s.Vertices = append(s.Vertices, Point3{Length(i) * 12_345, Length(k) * 12_345, Length((i*i+k)%97) * 1000})
			if i > 0 && k > 0 {
				v := int32(len(s.Vertices) - 1)
				s.Faces = append(s.Faces, Face{[][]int32{{v, v - 1, v - n}}},
					Face{[][]int32{{v - 1, v - n - 1, v - n}}})
			}
		}
	}
	if perVertex := len(BodyText(Body{s})) / len(s.Vertices); perVertex > 26 {
		t.Errorf("%d bytes a vertex", perVertex)
	}
}

// A damaged text is refused or decodes to some body. Decoding it neither panics nor allocates much memory.
func TestDamagedBodyTexts(t *testing.T) {
	text := BodyText(Body{slab(t)})
	for _, bad := range []string{"", "A", "AA", "AgA", "AQ", "AQE", text[:len(text)-2], text + "AA",
		strings.Repeat("/", 40), "AQH/////Bw"} {
		if _, err := ParseBody(bad); !errors.Is(err, ErrBodyText) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		damaged := []byte(text)
		damaged[r.IntN(len(damaged))] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[r.IntN(64)]
		checkParsedBody(t, string(damaged))
	}
}

func checkParsedBody(t *testing.T, text string) {
	b, err := ParseBody(text)
	if err != nil {
		return
	}
	for _, s := range b {
		_ = s.Check()
	}
	if back, err := ParseBody(BodyText(b)); err != nil || BodyText(back) != BodyText(b) {
		t.Fatalf("%q means a body that does not survive its own text: %v", text, err)
	}
}

func FuzzParseBody(f *testing.F) {
	f.Add(BodyText(Body{slab(f)}))
	f.Add("AQE")
	f.Fuzz(func(t *testing.T, text string) { checkParsedBody(t, text) })
}
