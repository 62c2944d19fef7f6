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

// gables makes a roof a hip roof with gables at the given points.
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
		{"a shed has an edge of its own", edges(fabric.RoofShed, fabric.RoofEdge{At: mm(6000, 2000)}),
			state.OutOfRange},
		{"a gable roof without gables has one", edges(fabric.RoofGable, fabric.RoofEdge{At: mm(6000, 2000)}),
			state.OutOfRange},
		{"an edge is not of the boundary", edges(fabric.RoofHip, fabric.RoofEdge{At: mm(3000, 2000)}),
			state.OutOfRange},
		{"an edge is named twice", edges(fabric.RoofHip, fabric.RoofEdge{At: mm(6000, 2000)},
			fabric.RoofEdge{At: mm(6000, 1000)}), state.OutOfRange},
		{"an edge is too steep", edges(fabric.RoofHip, fabric.RoofEdge{At: mm(6000, 2000),
			Slope: fabric.MaxSlope + 1}), state.OutOfRange},
		{"an edge has a negative overhang", edges(fabric.RoofHip, fabric.RoofEdge{At: mm(6000, 2000),
			Overhang: ptr(geometry.Length(-1))}), state.OutOfRange},
		{"a gable has a slope", func(r *fabric.Roof) {
			gables(mm(6000, 2000))(r)
			r.Edges = []fabric.RoofEdge{{At: mm(6000, 2000), Slope: 20 * geometry.Degree}}
		}, state.OutOfRange},
		{"edges that go on nearly straight have different slopes", func(r *fabric.Roof) {
			r.Boundary = []geometry.Point2{mm(0, 0), mm(3000, -10), mm(6000, 0), mm(6000, 4000), mm(0, 4000)}
			edges(fabric.RoofHip, fabric.RoofEdge{At: mm(4500, -5), Slope: 20 * geometry.Degree})(r)
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

// edges gives a roof the given form, and gives some of its edges their own settings.
func edges(form fabric.RoofType, own ...fabric.RoofEdge) func(*fabric.Roof) {
	return func(r *fabric.Roof) { r.RoofType, r.Edges = form, own }
}

func ptr[T any](v T) *T { return &v }

// TestEdgesOfARoofRiseAsTheySay compares roofs over a rectangle of 10 by 6 metres, whose edges differ, with figures
// worked out by hand: the area of the planes along their slopes, the area in plan, and the height of the ridge.
func TestEdgesOfARoofRiseAsTheySay(t *testing.T) {
	const degree = math.Pi / 180
	tan := func(a float64) float64 { return math.Tan(a * degree) }
	cos := func(a float64) float64 { return math.Cos(a * degree) }
	steep := 60 * geometry.Degree
	end, far, front := mm(10000, 3000), mm(0, 3000), mm(5000, 0)
	for name, c := range map[string]struct {
		gables []geometry.Point2
		edges  []fabric.RoofEdge
		// planes holds the areas in plan, by slope in degrees.
		planes map[float64]float64
		plan   float64
		top    float64
	}{
		"steep ends": {nil, []fabric.RoofEdge{{At: end, Slope: steep}, {At: far, Slope: steep}},
			map[float64]float64{60: 2 * 6 * 3 * tan(30) / tan(60) / 2, 30: 60 - 6*3*tan(30)/tan(60)}, 60, 3 * tan(30)},
		"a ridge out of the middle": {[]geometry.Point2{end, far},
			[]fabric.RoofEdge{{At: front, Slope: 45 * geometry.Degree}},
			// The planes meet where y = (6 - y) tan 30.
			map[float64]float64{45: 10 * 6 * tan(30) / (1 + tan(30)), 30: 10 * 6 / (1 + tan(30))}, 60,
			6 * tan(30) / (1 + tan(30))},
		"half hips": {nil, []fabric.RoofEdge{{At: end, Eaves: geometry.MM(1000)}, {At: far, Eaves: geometry.MM(1000)}},
			// The end planes begin 1 m higher, so that in plan they cover only the triangles in which the long planes
			// are higher.
			map[float64]float64{30: 60}, 60, 3 * tan(30)},
		"an overhang at the front": {nil, []fabric.RoofEdge{{At: front, Overhang: ptr(geometry.MM(1000))}},
			map[float64]float64{30: 70}, 70, 3 * tan(30)},
	} {
		p := newPlot(t)
		id := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 10000, 6000),
			RoofType: fabric.RoofHip, Slope: 30 * geometry.Degree, Thickness: geometry.MM(200), Gables: c.gables,
			Edges: c.edges}})
		checkBody(t, p.model, id)
		q, err := elements.Quantities(p.model, id)
		if err != nil {
			t.Fatal(name, err)
		}
		var along float64
		for slope, area := range c.planes {
			along += area / cos(slope)
		}
		for figure, want := range map[string]float64{"GrossArea": along, "ProjectedArea": c.plan,
			"NetVolume": c.plan * 0.2 / cos(30)} {
			if got, _ := shape.QuantityNamed(q, figure); math.Abs(got-want) > 1e-4 {
				t.Errorf("%s: %s is %.6f, want %.6f", name, figure, got, want)
			}
		}
		body, err := shape.Body(p.model, id)
		if err != nil {
			t.Fatal(name, err)
		}
		if top := body.Bounds().Max.Z.M() - 0.2/cos(30); math.Abs(top-c.top) > 1e-5 {
			t.Errorf("%s: the ridge is at %.6f m, want %.6f", name, top, c.top)
		}
	}
}

// The thickness of a sloped roof is measured at right angles to its slope, so for every form the volume is plan area x
// thickness / cos slope.
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
