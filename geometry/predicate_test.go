package geometry

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/golang/geo/r3"
)

func TestWideAgreesWithBig(t *testing.T) {
	const seed = 5
	r := rand.New(rand.NewPCG(seed, 1))
	draw := func() int64 { return int64(r.Uint64()) >> (2 + r.IntN(62)) }
	for range 20000 {
		a, b, c, d := draw(), draw(), draw(), draw()
		got := mulWide(a, b).sub(mulWide(c, d))
		want := new(big.Int).Sub(new(big.Int).Mul(big.NewInt(a), big.NewInt(b)),
			new(big.Int).Mul(big.NewInt(c), big.NewInt(d)))
		if got.big().Cmp(want) != 0 || got.sign() != want.Sign() || got.fitsInt64() != want.IsInt64() {
			t.Fatalf("seed %d: %d*%d - %d*%d = %v, want %v", seed, a, b, c, d, got.big(), want)
		}
		if f, _ := new(big.Float).SetInt(want).Float64(); got.float() != f {
			t.Fatalf("seed %d: float of %v is %v, want %v", seed, want, got.float(), f)
		}
		k := c >> 40
		if want := new(big.Int).Mul(mulWide(a>>20, b>>20).big(), big.NewInt(k)); mulWide(a>>20,
			b>>20).times(k).big().Cmp(want) != 0 {
			t.Fatalf("seed %d: %d*%d*%d", seed, a>>20, b>>20, k)
		}
	}
}

// preciseOrient returns the exact sign by golang/geo.
func preciseOrient(a, b, c Point2) int {
	p := func(q Point2) r3.PreciseVector { return r3.PreciseVectorFromVector(q.At(0).Vector()) }
	return p(b).Sub(p(a)).Cross(p(c).Sub(p(a))).Z.Sign()
}

func TestOrientAgreesWithExactArithmetic(t *testing.T) {
	const seed = 9
	r := rand.New(rand.NewPCG(seed, 1))
	rounds := 20_000
	if os.Getenv("BIMSTREAM_SOAK") == "1" {
		rounds = 1_000_000
	}
	for i := range rounds {
		size := []int64{4, 1000, 1 << 31, 1 << 50}[i%4]
		draw := func() Point2 { return Point2{Length(r.Int64N(2*size) - size), Length(r.Int64N(2*size) - size)} }
		a, b, c := draw(), draw(), draw()
		if i%3 == 0 { // on the line or right next to it
			k := Length(r.IntN(5) - 2)
			d := b.Sub(a)
			c = a.Add(Point2{k * d.X, k*d.Y + Length(r.IntN(3)-1)})
		}
		if got, want := Orient(a, b, c), preciseOrient(a, b, c); got != want {
			t.Fatalf("seed %d: Orient(%v, %v, %v) = %d, want %d", seed, a, b, c, got, want)
		}
	}
}

func TestLineIntersection(t *testing.T) {
	far := Length(1) << 59
	tests := []struct {
		a, b, c, d, want Point2
		ok               bool
	}{
		{Point2{0, 0}, Point2{10, 0}, Point2{3, -5}, Point2{3, 5}, Point2{3, 0}, true},
		{Point2{0, 0}, Point2{1, 1}, Point2{10, 0}, Point2{9, 1}, Point2{5, 5}, true},
		{Point2{0, 0}, Point2{1, 1}, Point2{1, 0}, Point2{0, 1}, Point2{1, 1}, true},       // a half goes up
		{Point2{0, 0}, Point2{1, 1}, Point2{-1, 0}, Point2{0, -1}, Point2{0, 0}, true},     // also below zero
		{Point2{0, 0}, Point2{3, 1}, Point2{0, 1}, Point2{3, 2}, Point2{}, false},          // parallel
		{Point2{0, 0}, Point2{0, 0}, Point2{0, 1}, Point2{3, 2}, Point2{}, false},          // no direction
		{Point2{0, 0}, Point2{far, 1}, Point2{0, 1}, Point2{far, 1}, Point2{far, 1}, true}, // beyond 64 bits
		{Point2{0, 0}, Point2{far, 1}, Point2{0, far}, Point2{far, far}, Point2{}, false},  // meets too far away
	}
	for _, tt := range tests {
		if got, ok := LineIntersection(tt.a, tt.b, tt.c, tt.d); got != tt.want || ok != tt.ok {
			t.Errorf("%v %v x %v %v = %v %t, want %v %t", tt.a, tt.b, tt.c, tt.d, got, ok, tt.want, tt.ok)
		}
	}
}

func TestLineIntersectionAgreesWithRationals(t *testing.T) {
	const seed = 13
	r := rand.New(rand.NewPCG(seed, 1))
	half := big.NewRat(1, 2)
	for i := range 5000 {
		size := []int64{20, 1e7, 1 << 29, 1 << 36}[i%4]
		draw := func() Point2 { return Point2{Length(r.Int64N(2*size) - size), Length(r.Int64N(2*size) - size)} }
		a, b, c, d := draw(), draw(), draw(), draw()
		ab, cd := b.Sub(a), d.Sub(c)
		got, ok := LineIntersection(a, b, c, d)
		if !ok {
			continue
		}
		s := new(big.Rat).SetFrac(cross2(c.Sub(a), cd).big(), cross2(ab, cd).big())
		for k, v := range [][2]Length{{got.X - a.X, ab.X}, {got.Y - a.Y, ab.Y}} {
			exact := new(big.Rat).Mul(s, new(big.Rat).SetInt64(int64(v[1])))
			off := exact.Sub(new(big.Rat).SetInt64(int64(v[0])), exact)
			if off.Cmp(half) > 0 || off.Cmp(new(big.Rat).Neg(half)) <= 0 {
				t.Fatalf("seed %d: %v %v x %v %v = %v is off by %v in coordinate %d", seed, a, b, c, d, got, off, k)
			}
		}
	}
}

func TestTrigonometry(t *testing.T) {
	exact := []struct {
		degrees       int64
		sin, cos, tan float64
	}{
		{0, 0, 1, 0}, {30, 0.5, 0, 0}, {45, 0, 0, 1}, {60, 0, 0.5, 0}, {90, 1, 0, math.Inf(1)},
		{135, 0, 0, -1}, {150, 0.5, 0, 0},
		{180, 0, -1, 0}, {225, 0, 0, 1}, {240, 0, -0.5, 0}, {270, -1, 0, math.Inf(-1)},
		{330, -0.5, 0, 0}, {360, 0, 1, 0},
		{-90, -1, 0, math.Inf(-1)}, {-30, -0.5, 0, 0}, {3600000090, 1, 0, math.Inf(1)},
	}
	for _, tt := range exact {
		a := Angle(tt.degrees) * Degree
		axis := a%QuarterTurn == 0
		for name, pair := range map[string][2]float64{"sin": {a.Sin(), tt.sin},
			"cos": {a.Cos(), tt.cos}, "tan": {a.Tan(), tt.tan}} {
			if (axis || pair[1] != 0) && (pair[0] != pair[1] || math.Signbit(pair[0]) != math.Signbit(pair[1])) {
				t.Errorf("%s %d = %v, want %v", name, tt.degrees, pair[0], pair[1])
			}
		}
	}
	const seed = 17
	r := rand.New(rand.NewPCG(seed, 1))
	for range 5000 {
		a := Angle(r.Int64N(720e6) - 360e6)
		sin, cos := bigSineCosine(a)
		tan := new(big.Float).Quo(sin, cos)
		for name, pair := range map[string]struct {
			got  float64
			want *big.Float
			ulps float64
		}{"sin": {a.Sin(), sin, 0.75}, "cos": {a.Cos(), cos, 0.75}, "tan": {a.Tan(), tan, 2}} {
			if off := unitsOff(pair.got, pair.want); off > pair.ulps {
				t.Fatalf("seed %d: %s of %v is %v, %.2f units off", seed, name, a, pair.got, off)
			}
		}
		if back := Atan2Degrees(a.Sin(), a.Cos()); (back-a)%FullTurn != 0 {
			t.Fatalf("seed %d: the direction of angle %v is %v", seed, a, back)
		}
	}
}

// bigSineCosine sums the series at 200 bits.
func bigSineCosine(a Angle) (sin, cos *big.Float) {
	float := func(v int64) *big.Float { return new(big.Float).SetPrec(200).SetInt64(v) }
	pi, _ := float(0).SetString("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
	x := pi.Mul(pi, float(int64(a)))
	x.Quo(x, float(180e6))
	sin, cos = float(0), float(0)
	term := float(1)
	for k := int64(0); k < 60; k++ {
		into := cos
		if k%2 == 1 {
			into = sin
		}
		if k%4 < 2 {
			into.Add(into, term)
		} else {
			into.Sub(into, term)
		}
		term.Quo(term.Mul(term, x), float(k+1))
	}
	return sin, cos
}

// unitsOff returns the error in units of the last place.
func unitsOff(got float64, want *big.Float) float64 {
	off, _ := new(big.Float).Sub(want, big.NewFloat(got)).Float64()
	w, _ := want.Float64()
	return math.Abs(off) / (math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w))
}

func TestAtan2DegreesOnAxesAndDiagonals(t *testing.T) {
	for _, tt := range []struct {
		dy, dx float64
		want   int64
	}{{0, 0, 0}, {0, 5, 0}, {5, 5, 45}, {5, 0, 90}, {5, -5, 135}, {0, -5, 180}, {-5, -5, -135},
		{-5, 0, -90}, {-5, 5, -45}} {
		if got := Atan2Degrees(tt.dy, tt.dx); got != Angle(tt.want)*Degree {
			t.Errorf("direction of (%v, %v) is %v, want %d", tt.dx, tt.dy, got, tt.want)
		}
	}
}
