package domain

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// gables makes a roof a hip with gables.
func gables(at ...geometry.Point2) func(*Roof) {
	return func(r *Roof) { r.RoofType, r.Gables = RoofHip, at }
}

func TestARoofIsRefused(t *testing.T) {
	p := newPlot(t)
	good := Roof{Boundary: rectangle(0, 0, 6000, 4000), RoofType: RoofGable, Slope: 30 * geometry.Degree,
		Thickness: geometry.MM(200)}
	for _, c := range []struct {
		when string
		edit func(*Roof)
		want Code
	}{
		{"it is sloped without a slope", func(r *Roof) { r.Slope = 0 }, OutOfRange},
		{"its slope is negative", func(r *Roof) { r.Slope = -1 }, OutOfRange},
		{"it is steeper than 80 degrees", func(r *Roof) { r.Slope = maxSlope + 1 }, OutOfRange},
		{"its slope is beyond any angle", func(r *Roof) { r.Slope = 1 << 60 }, OutOfRange},
		{"it is flat with a slope", func(r *Roof) { r.RoofType = RoofFlat }, OutOfRange},
		{"its form does not exist", func(r *Roof) { r.RoofType = "dome" }, OutOfRange},
		{"its form is missing", func(r *Roof) { r.RoofType = "" }, OutOfRange},
		{"its ridge does not run along an axis", func(r *Roof) { r.RidgeDirection = "z" }, OutOfRange},
		{"it has no thickness", func(r *Roof) { r.Thickness = 0 }, DegenerateGeometry},
		{"its overhang is negative", func(r *Roof) { r.Overhang = -1 }, OutOfRange},
		{"its overhang is beyond any length", func(r *Roof) { r.Overhang = huge }, OutOfRange},
		{"it has no boundary", func(r *Roof) { r.Boundary = nil }, DegenerateGeometry},
		{"its boundary crosses itself", func(r *Roof) {
			r.Boundary = []geometry.Point2{mm(0, 0), mm(9, 9), mm(9, 0),
				mm(0, 9)}
		}, DegenerateGeometry},
		{"its boundary is out of bounds", func(r *Roof) { r.Boundary[0].X = -huge }, OutOfModelBounds},
		{"its eaves are out of bounds", func(r *Roof) { r.Offset = DefaultHalfExtent + 1 }, OutOfModelBounds},
		{"a hip's overhang closes a recess", func(r *Roof) {
			r.RoofType, r.Overhang, r.Boundary = RoofHip, geometry.MM(600), []geometry.Point2{mm(0, 0), mm(9000, 0),
				mm(9000, 9000), mm(5000, 9000), mm(5000, 5000), mm(4000, 5000), mm(4000, 9000), mm(0, 9000)}
		}, DegenerateGeometry},
		{"a gable lies beside the boundary", gables(mm(6002, 2000)), OutOfRange},
		{"a gable lies at a corner", gables(mm(6000, 0)), OutOfRange},
		{"every edge has a gable", gables(mm(6000, 9), mm(9, 0), mm(0, 9), mm(9, 4000)), DegenerateGeometry},
		{"a gable stands at a hollow corner", func(r *Roof) {
			r.Boundary = ell(12000, 10000, 5000, 5000)
			gables(mm(8000, 5000))(r)
		}, DegenerateGeometry},
		{"it has a ridge and gables", func(r *Roof) {
			gables(mm(6000, 2000))(r)
			r.RidgeDirection = "x"
		}, OutOfRange},
		{"a shed has a gable", func(r *Roof) {
			gables(mm(6000, 2000))(r)
			r.RoofType = RoofShed
		}, OutOfRange},
		{"a hip has too many edges", func(r *Roof) {
			r.RoofType, r.Boundary = RoofHip, []geometry.Point2{mm(240000, -1000), mm(0, -1000)}
			for i := range int64(geometry.MostSlopedEdges / 2) {
				r.Boundary = append(r.Boundary, mm(i*1000, i%2*500), mm(i*1000+500, i%2*500))
			}
		}, DegenerateGeometry},
	} {
		t.Run(c.when, func(t *testing.T) {
			roof := good
			roof.Boundary = rectangle(0, 0, 6000, 4000)
			c.edit(&roof)
			p.refused(CreateRoof{LevelID: p.level, Roof: roof}, c.want)
		})
	}
}

// A sloped roof holds its thickness across the slope, so its volume is plan area x thickness / cos slope, whatever its
// form.
func TestARoofHasItsThicknessAcrossTheSlope(t *testing.T) {
	for _, form := range []RoofType{RoofFlat, RoofShed, RoofGable, RoofHip} {
		for _, ridge := range []RidgeDirection{"", "x", "y"} {
			p := newPlot(t)
			roof := Roof{Boundary: rectangle(0, 0, 6000, 4000), RoofType: form, Slope: 30 * geometry.Degree,
				Thickness: geometry.MM(200), RidgeDirection: ridge}
			want := 24 * 0.2 / math.Cos(math.Pi/6)
			if form == RoofFlat {
				roof.Slope, want = 0, 24*0.2
			}
			id := p.do(CreateRoof{LevelID: p.level, Roof: roof})
			checkBody(t, p.model, id)
			q, err := p.model.Quantities(id)
			if got, _ := QuantityNamed(q, "NetVolume"); err != nil || math.Abs(got-want) > 24e-6 {
				t.Errorf("%s, ridge %q: %.6f m3, want %.6f (%v)", form, ridge, got, want, err)
			}
		}
	}
}

func TestARoofChangesItsForm(t *testing.T) {
	p := newPlot(t)
	id := p.do(CreateRoof{LevelID: p.level, Roof: Roof{Boundary: rectangle(0, 0, 6000, 4000), RoofType: RoofFlat,
		Thickness: geometry.MM(200)}})
	p.refused(modify(id, "roof_type", "gable"), OutOfRange)
	p.do(modify(id, "slope", 30))
	p.do(modify(id, "roof_type", "gable"))
	p.measure(id, "ProjectedArea", 24)
	p.do(modify(id, "ridge_direction", nil))
	p.do(modify(id, "roof_type", "flat"))
	p.measure(id, "NetVolume", 4.8)
}
