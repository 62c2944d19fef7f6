package domain

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// ell returns an L-shaped plan: a rectangle of w by d without the part beyond (x, y).
func ell(w, d, x, y int64) []geometry.Point2 {
	return []geometry.Point2{mm(0, 0), mm(w, 0), mm(w, y), mm(x, y), mm(x, d), mm(0, d)}
}

// overEll returns the distance of a point from the eaves of the plane that covers the point, for an ell. It is the
// larger of the values for the hip roofs over the two wings, because the shrunken ell is the union of the shrunken
// wings.
func overEll(w, d, wx, wy, x, y float64) float64 {
	return max(min(x, w-x, y, wy-y), min(x, wx-x, y, d-y))
}

// overGabledEll does the same as overEll for a roof with gables at the ends of both wings.
func overGabledEll(wx, wy, x, y float64) float64 { return max(min(x, y, wy-y), min(x, wx-x, y)) }

// TestAHipOverAnEll creates hip roofs over L-shaped plans, half of them with gables at the ends of both wings. It
// compares the volumes of the roofs and of the walls below them with sums over small cells. One of the walls runs
// through the valley.
func TestAHipOverAnEll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPlot(t)
		x, y := rapid.Int64Range(3000, 6000).Draw(t, "x"), rapid.Int64Range(3000, 6000).Draw(t, "y")
		w, d := x+rapid.Int64Range(7000, 9000).Draw(t, "w"), y+rapid.Int64Range(7000, 9000).Draw(t, "d")
		overhang := rapid.SampledFrom([]int64{0, 500}).Draw(t, "overhang")
		const eaves = 2500
		var gables []geometry.Point2
		if rapid.Bool().Draw(t, "gabled") {
			gables = []geometry.Point2{mm(w, y/2), mm(x/2, d)}
		}
		id := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: ell(w, d, x, y),
			RoofType: fabric.RoofHip,
			Slope:    35 * geometry.Degree, Thickness: geometry.MM(200), Offset: geometry.MM(eaves),
			Overhang: geometry.MM(overhang), Gables: gables}})
		checkBody(t, p.model, id)
		area := float64(w*y+x*(d-y))/1e6 + float64(2*(w+d)*overhang)/1e6 + 4*float64(overhang*overhang)/1e6
		q, err := elements.Quantities(p.model, id)
		if got, _ := shape.QuantityNamed(q, "NetVolume"); err != nil ||
			math.Abs(got-area*0.2/math.Cos(35*math.Pi/180)) > 1e-4*area {
			t.Errorf("the roof has %.6f m3 over %.6f m2 (%v)", got, area, err)
		}
		wall := p.wall(mm(300, 400), mm(x-200, y-300), 150)
		across := p.wall(mm(x-1500, y+1000), mm(w-1000, 600), 240)
		p.do(change.Attach{ElementIDs: []state.ID{wall, across}, To: []state.ID{id}})
		up := math.Tan(35 * math.Pi / 180)
		for _, n := range []state.ID{wall, across} {
			plan, err := fabric.WallPlanOf(p.model, n)
			if err != nil {
				t.Fatal(err)
			}
			over := float64(overhang) / 1000
			want := integrate(plan, func(px, py float64) float64 {
				inside := overEll(float64(w)/1000, float64(d)/1000, float64(x)/1000, float64(y)/1000, px, py)
				if beyond := inside < -over; len(gables) > 0 && !beyond {
					inside = overGabledEll(float64(x)/1000, float64(y)/1000, px, py)
				}
				if inside < -over {
					return 3 // beside the roof the wall keeps its own height
				}
				return eaves/1000.0 + up*inside
			})
			q, err := elements.Quantities(p.model, n)
			got, _ := shape.QuantityNamed(q, "NetVolume")
			if err != nil || math.Abs(got-want) > 3e-3*want {
				t.Errorf("a wall has %.6f m3, want %.6f (%v)", got, want, err)
			}
			checkBody(t, p.model, n)
		}
	})
}
