package domain

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// gables makes a roof a hip with gables.
func gables(at ...geometry.Point2) func(*fabric.Roof) {
	return func(r *fabric.Roof) { r.RoofType, r.Gables = fabric.RoofHip, at }
}

func TestARoofIsRefused(t *testing.T) {
	p := newPlot(t)
	good := fabric.Roof{Boundary: rectangle(0, 0, 6000, 4000), RoofType: fabric.RoofGable, Slope: 30 * geometry.Degree,
		Thickness: geometry.MM(200)}
	for _, c := range []struct {
		when string
		edit func(*fabric.Roof)
		want state.Code
	}{
		{"it is sloped without a slope", func(r *fabric.Roof) { r.Slope = 0 }, state.OutOfRange},
		{"its slope is negative", func(r *fabric.Roof) { r.Slope = -1 }, state.OutOfRange},
		{"it is steeper than 80 degrees", func(r *fabric.Roof) { r.Slope = fabric.MaxSlope + 1 }, state.OutOfRange},
		{"its slope is beyond any angle", func(r *fabric.Roof) { r.Slope = 1 << 60 }, state.OutOfRange},
		{"it is flat with a slope", func(r *fabric.Roof) { r.RoofType = fabric.RoofFlat }, state.OutOfRange},
		{"its form does not exist", func(r *fabric.Roof) { r.RoofType = "dome" }, state.OutOfRange},
		{"its form is missing", func(r *fabric.Roof) { r.RoofType = "" }, state.OutOfRange},
		{"its ridge does not run along an axis", func(r *fabric.Roof) { r.RidgeDirection = "z" }, state.OutOfRange},
		{"it has no thickness", func(r *fabric.Roof) { r.Thickness = 0 }, state.DegenerateGeometry},
		{"its overhang is negative", func(r *fabric.Roof) { r.Overhang = -1 }, state.OutOfRange},
		{"its overhang is beyond any length", func(r *fabric.Roof) { r.Overhang = huge }, state.OutOfRange},
		{"it has no boundary", func(r *fabric.Roof) { r.Boundary = nil }, state.DegenerateGeometry},
		{"its boundary crosses itself", func(r *fabric.Roof) {
			r.Boundary = []geometry.Point2{mm(0, 0), mm(9, 9), mm(9, 0),
				mm(0, 9)}
		}, state.DegenerateGeometry},
		{"its boundary is out of bounds", func(r *fabric.Roof) { r.Boundary[0].X = -huge }, state.OutOfModelBounds},
		{"its eaves are out of bounds", func(r *fabric.Roof) { r.Offset = state.DefaultHalfExtent + 1 },
			state.OutOfModelBounds},
		{"a hip's overhang closes a recess", func(r *fabric.Roof) {
			r.RoofType, r.Overhang, r.Boundary = fabric.RoofHip, geometry.MM(600),
				[]geometry.Point2{mm(0, 0), mm(9000, 0),
					mm(9000, 9000), mm(5000, 9000), mm(5000, 5000), mm(4000, 5000), mm(4000, 9000), mm(0, 9000)}
		}, state.DegenerateGeometry},
		{"a gable lies beside the boundary", gables(mm(6002, 2000)), state.OutOfRange},
		{"a gable lies at a corner", gables(mm(6000, 0)), state.OutOfRange},
		{"every edge has a gable", gables(mm(6000, 9), mm(9, 0), mm(0, 9), mm(9, 4000)), state.DegenerateGeometry},
		{"a gable stands at a hollow corner", func(r *fabric.Roof) {
			r.Boundary = ell(12000, 10000, 5000, 5000)
			gables(mm(8000, 5000))(r)
		}, state.DegenerateGeometry},
		{"it has a ridge and gables", func(r *fabric.Roof) {
			gables(mm(6000, 2000))(r)
			r.RidgeDirection = "x"
		}, state.OutOfRange},
		{"a shed has a gable", func(r *fabric.Roof) {
			gables(mm(6000, 2000))(r)
			r.RoofType = fabric.RoofShed
		}, state.OutOfRange},
		{"a hip has too many edges", func(r *fabric.Roof) {
			r.RoofType, r.Boundary = fabric.RoofHip, []geometry.Point2{mm(240000, -1000), mm(0, -1000)}
			for i := range int64(geometry.MostSlopedEdges / 2) {
				r.Boundary = append(r.Boundary, mm(i*1000, i%2*500), mm(i*1000+500, i%2*500))
			}
		}, state.DegenerateGeometry},
	} {
		t.Run(c.when, func(t *testing.T) {
			roof := good
			roof.Boundary = rectangle(0, 0, 6000, 4000)
			c.edit(&roof)
			p.refused(change.CreateRoof{LevelID: p.level, Roof: roof}, c.want)
		})
	}
}

// A sloped roof holds its thickness across the slope, so its volume is plan area x thickness / cos slope, whatever its
// form.
func TestARoofHasItsThicknessAcrossTheSlope(t *testing.T) {
	for _, form := range []fabric.RoofType{fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable, fabric.RoofHip} {
		for _, ridge := range []fabric.RidgeDirection{"", "x", "y"} {
			p := newPlot(t)
			roof := fabric.Roof{Boundary: rectangle(0, 0, 6000, 4000), RoofType: form, Slope: 30 * geometry.Degree,
				Thickness: geometry.MM(200), RidgeDirection: ridge}
			want := 24 * 0.2 / math.Cos(math.Pi/6)
			if form == fabric.RoofFlat {
				roof.Slope, want = 0, 24*0.2
			}
			id := p.do(change.CreateRoof{LevelID: p.level, Roof: roof})
			checkBody(t, p.model, id)
			q, err := elements.Quantities(p.model, id)
			if got, _ := shape.QuantityNamed(q, "NetVolume"); err != nil || math.Abs(got-want) > 24e-6 {
				t.Errorf("%s, ridge %q: %.6f m3, want %.6f (%v)", form, ridge, got, want, err)
			}
		}
	}
}

func TestARoofChangesItsForm(t *testing.T) {
	p := newPlot(t)
	id := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 6000, 4000),
		RoofType:  fabric.RoofFlat,
		Thickness: geometry.MM(200)}})
	p.refused(modify(id, "roof_type", "gable"), state.OutOfRange)
	p.do(modify(id, "slope", 30))
	p.do(modify(id, "roof_type", "gable"))
	p.measure(id, "ProjectedArea", 24)
	p.do(modify(id, "ridge_direction", nil))
	p.do(modify(id, "roof_type", "flat"))
	p.measure(id, "NetVolume", 4.8)
}
