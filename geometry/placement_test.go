package geometry

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/golang/geo/r3"
)

func TestPlacementAlongAxesIsExact(t *testing.T) {
	origin := Point3{MM(11850), MM(150), MM(3000)}
	tests := []struct {
		toward Point2
		x, y   r3.Vector
		point  Point3 // of (1000, 200, 30)
	}{
		{Point2{MM(20000), MM(150)}, r3.Vector{X: 1}, r3.Vector{Y: 1}, Point3{MM(12850), MM(350), MM(3030)}},
		{Point2{MM(11850), MM(7850)}, r3.Vector{Y: 1}, r3.Vector{X: -1}, Point3{MM(11650), MM(1150), MM(3030)}},
		{Point2{0, MM(150)}, r3.Vector{X: -1}, r3.Vector{Y: -1}, Point3{MM(10850), MM(-50), MM(3030)}},
		{Point2{MM(11850), 0}, r3.Vector{Y: -1}, r3.Vector{X: 1}, Point3{MM(12050), MM(-850), MM(3030)}},
	}
	for _, tt := range tests {
		p := PlacementInPlan(origin, tt.toward)
		if err := p.Valid(); err != nil {
			t.Error(err)
		}
		local := Point3{MM(1000), MM(200), MM(30)}
		if p.X != tt.x || p.Y() != tt.y || p.Point(local) != tt.point || p.Local(tt.point) != local {
			t.Errorf("towards %v: X %v Y %v, %v and back %v", tt.toward, p.X, p.Y(),
				p.Point(local), p.Local(p.Point(local)))
		}
	}
}

func TestPlacementsComposeAndInvert(t *testing.T) {
	const seed = 19
	r := rand.New(rand.NewPCG(seed, 1))
	draw := func() Length { return Length(r.Int64N(2e9) - 1e9) }
	for range 2000 {
		outer := PlacementInPlan(Point3{draw(), draw(), draw()}, Point2{draw(), draw()})
		inner := PlacementInPlan(Point3{draw(), draw(), draw()}, Point2{draw(), draw()})
		q := Point3{draw(), draw(), draw()}
		both := outer.Compose(inner)
		if err := both.Valid(); err != nil {
			t.Fatal(err)
		}
		// Each coordinate is rounded three times, by half a micrometre.
		if d := Distance3(both.Point(q), outer.Point(inner.Point(q))); d > 3 {
			t.Fatalf("seed %d: composition is off by %d um", seed, d)
		}
		if d := Distance3(both.Local(both.Point(q)), q); d > 2 {
			t.Fatalf("seed %d: inversion is off by %d um", seed, d)
		}
	}
}

func TestPlacementRefusals(t *testing.T) {
	for _, p := range []Placement{
		{}, {X: r3.Vector{X: 2}, Z: r3.Vector{Z: 1}}, {X: r3.Vector{X: 1}, Z: r3.Vector{X: 1}},
		{X: r3.Vector{X: math.NaN()}, Z: r3.Vector{Z: 1}}, PlacementInPlan(Point3{1, 2, 3}, Point2{1, 2}),
	} {
		if err := p.Valid(); !errors.Is(err, ErrBadPlacement) {
			t.Errorf("%v: %v", p, err)
		}
	}
}

func TestRotate(t *testing.T) {
	about, p := Point2{MM(100), MM(200)}, Point2{MM(107), MM(203)}
	for quarter, want := range []Point2{p, {MM(97), MM(207)}, {MM(93), MM(197)}, {MM(103), MM(193)}, p} {
		if got := p.Rotate(about, Angle(quarter)*QuarterTurn); got != want {
			t.Errorf("%d quarters: %v, want %v", quarter, got, want)
		}
	}
	if got, want := (Point2{MM(1000), 0}).Rotate(Point2{}, 30*Degree), (Point2{866025, 500000}); got != want {
		t.Errorf("30 degrees: %v, want %v", got, want)
	}
	if got := p.Rotate(about, 33*Degree).Rotate(about, -33*Degree); Distance(got, p) > 1 {
		t.Errorf("there and back: %v, want %v", got, p)
	}
}

func TestDistance(t *testing.T) {
	if d := Distance(Point2{MM(-3), 0}, Point2{0, MM(4)}); d != MM(5) {
		t.Errorf("3, 4: %v", d)
	}
	if d := Distance3(Point3{}, Point3{MM(2), MM(-3), MM(6)}); d != MM(7) {
		t.Errorf("2, 3, 6: %v", d)
	}
	if d := Distance(Point2{-10 * Kilometre, 7}, Point2{10 * Kilometre, 7}); d != 20*Kilometre {
		t.Errorf("20 km: %v", d)
	}
}
