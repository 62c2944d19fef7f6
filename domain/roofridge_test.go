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

// askew returns a rectangle turned about its first corner.
func askew(x, y, w, d int64, by geometry.Angle) []geometry.Point2 {
	out := rectangle(x, y, w, d)
	for i := range out {
		out[i] = out[i].Rotate(mm(x, y), by)
	}
	return out
}

// TestARoofRunsAlongItsLongerSide creates roofs on rectangles that are not parallel to the axes. By default the ridge
// runs along the longer side, and a shed roof rises towards +Y or +X, whichever its shorter side is closer to.
func TestARoofRunsAlongItsLongerSide(t *testing.T) {
	p := newPlot(t)
	for _, c := range []struct {
		when      string
		boundary  []geometry.Point2
		form      fabric.RoofType
		direction fabric.RidgeDirection
		angle     float64
	}{
		{"along X", rectangle(0, 0, 9000, 6000), fabric.RoofGable, "x", 0},
		{"along Y", rectangle(0, 0, 6000, 9000), fabric.RoofGable, "y", 0},
		{"askew", askew(0, 0, 9000, 6000, 30*geometry.Degree), fabric.RoofGable, "x", 30},
		{"askew, across", askew(0, 0, 6000, 9000, 30*geometry.Degree), fabric.RoofGable, "x", 120},
		{"askew, the other way round", askew(0, 0, 9000, 6000, -30*geometry.Degree), fabric.RoofGable, "x", 150},
		{"a shed", askew(0, 0, 9000, 6000, 30*geometry.Degree), fabric.RoofShed, "x", 30},
		{"a shed, across", askew(0, 0, 6000, 9000, 30*geometry.Degree), fabric.RoofShed, "x", 300},
		{"a square", askew(0, 0, 6000, 6000, 45*geometry.Degree), fabric.RoofGable, "x", 45},
		{"corners on whole millimetres", []geometry.Point2{mm(0, 0), mm(8660, 5000), mm(5660, 10196),
			mm(-3000, 5196)}, fabric.RoofGable, "x", 30.0007},
		{"an L", []geometry.Point2{mm(0, 0), mm(9000, 0), mm(9000, 4000), mm(4000, 4000), mm(4000, 7000),
			mm(0, 7000)}, fabric.RoofGable, "x", 0},
	} {
		id := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: c.boundary, RoofType: c.form,
			Slope: 30 * geometry.Degree, Thickness: geometry.MM(200)}})
		e, _ := p.model.Element(id)
		got := e.Params.(*fabric.Roof)
		if got.RidgeDirection != c.direction || math.Abs(got.RidgeAngle.Degrees()-c.angle) > 0.001 {
			t.Errorf("%s: ridge %s turned by %s, want %s by %v", c.when, got.RidgeDirection, got.RidgeAngle,
				c.direction, c.angle)
		}
		checkBody(t, p.model, id)
	}
}

// TestARoofTurnsWithItsHouse turns a roof and the walls that fill the space below it by any angle. Turning changes none
// of its sizes. Turning it back, or a full turn in parts, restores each parameter.
func TestARoofTurnsWithItsHouse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPlot(t)
		form := rapid.SampledFrom([]fabric.RoofType{fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable,
			fabric.RoofHip}).Draw(t, "form")
		roof := fabric.Roof{Boundary: rectangle(0, 0, 9000, 6000), RoofType: form, Thickness: geometry.MM(200),
			RidgeDirection: rapid.SampledFrom([]fabric.RidgeDirection{"x", "y", ""}).Draw(t, "ridge"),
			Offset:         geometry.MM(3000),
			Overhang:       geometry.MM(rapid.SampledFrom([]int64{0, 400}).Draw(t, "overhang"))}
		if form != fabric.RoofFlat {
			roof.Slope = geometry.Angle(rapid.IntRange(5, 60).Draw(t, "slope")) * geometry.Degree
		}
		id := p.do(change.CreateRoof{LevelID: p.level, Roof: roof})
		walls := []state.ID{p.wall(mm(200, 200), mm(200, 5800), 300), p.wall(mm(500, 1000), mm(8000, 5000), 150)}
		p.do(change.Attach{ElementIDs: walls, To: []state.ID{id}})
		named := append([]state.ID{id}, walls...)
		volumes := func() (out []float64) {
			for _, n := range named {
				q, err := elements.Quantities(p.model, n)
				if err != nil {
					t.Fatal(err)
				}
				v, _ := shape.QuantityNamed(q, "NetVolume")
				out = append(out, v)
				checkBody(t, p.model, n)
			}
			return out
		}
		before, was := volumes(), *roofOf(p, id)
		by := geometry.Angle(rapid.Int64Range(-360e6, 360e6).Draw(t, "by"))
		if rapid.Bool().Draw(t, "quarters") {
			by = by / geometry.QuarterTurn * geometry.QuarterTurn
		}
		about := mm(1000, 2000)
		p.do(change.MoveElement{ElementIDs: named, Rotation: by, About: &about})
		for i, v := range volumes() {
			if math.Abs(v-before[i]) > 2e-5*before[i] {
				t.Errorf("turned by %s, the volume of %d is %v, not %v", by, i, v, before[i])
			}
		}
		if by == 0 {
			return
		}
		p.do(change.MoveElement{ElementIDs: named, Rotation: -by, About: &about})
		if is := roofOf(p, id); is.Azimuth() != was.Azimuth() && (form == fabric.RoofShed ||
			(is.Azimuth()-was.Azimuth())%geometry.HalfTurn != 0) || is.RidgeAngle != 0 {
			t.Errorf("turned by %s and back: %s and %s, was %s", by, is.RidgeDirection, is.RidgeAngle,
				was.RidgeDirection)
		}
	})
}

func roofOf(p *plot, id state.ID) *fabric.Roof {
	e, _ := p.model.Element(id)
	return e.Params.(*fabric.Roof)
}

// TestARoofTurnsByQuartersAlongTheAxes checks the parameters of a roof after quarter turns.
func TestARoofTurnsByQuartersAlongTheAxes(t *testing.T) {
	for _, c := range []struct {
		form      fabric.RoofType
		from      fabric.RidgeDirection
		quarters  geometry.Angle
		direction fabric.RidgeDirection
		angle     geometry.Angle
	}{
		{fabric.RoofGable, "x", 1, "y", 0}, {fabric.RoofGable, "y", 1, "x", 0}, {fabric.RoofGable, "x", 2, "x", 0},
		{fabric.RoofShed, "x", 3, "y", 0}, {fabric.RoofShed, "y", 1, "x", 0},
		{fabric.RoofShed, "x", 1, "x", 90 * geometry.Degree},
		{fabric.RoofShed, "y", 2, "x", 90 * geometry.Degree}, {fabric.RoofHip, "", 1, "", 0},
		{fabric.RoofFlat, "x", 1, "y", 0},
	} {
		r := fabric.Roof{Boundary: rectangle(0, 0, 9000, 6000), RoofType: c.form, RidgeDirection: c.from}
		if d, a := r.TurnedRidge(c.quarters * geometry.QuarterTurn); d != c.direction || a != c.angle {
			t.Errorf("%s along %q after %d quarters: %q and %s, want %q and %s", c.form, c.from, c.quarters, d, a,
				c.direction, c.angle)
		}
	}
}

// TestATurnedShedRisesToTheLeftOfItsRidge checks the heights of a shed roof that rises towards -X.
func TestATurnedShedRisesToTheLeftOfItsRidge(t *testing.T) {
	p := newPlot(t)
	id := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 6000, 4000),
		RoofType: fabric.RoofShed,
		Slope:    45 * geometry.Degree, Thickness: geometry.MM(200), RidgeDirection: "x",
		RidgeAngle: 90 * geometry.Degree}})
	facets, err := roofOf(p, id).Facets(nil, 0)
	if err != nil || len(facets) != 1 {
		t.Fatal(facets, err)
	}
	for _, c := range []struct{ at, want int64 }{{6000, 0}, {0, 6000}} {
		if z, err := facets[0].Plane.HeightAt(mm(c.at, 1000)); err != nil || (z-geometry.MM(c.want)).Abs() > 1 {
			t.Errorf("at x = %d mm it is %v mm high, want %d (%v)", c.at, z, c.want, err)
		}
	}
	p.refused(modify(id, "ridge_angle", 361), state.OutOfRange)
	p.do(modify(id, "ridge_angle", 0))
	p.do(modify(id, "ridge_angle", -45))
	checkBody(t, p.model, id)
}
