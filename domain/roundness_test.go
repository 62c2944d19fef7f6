package domain

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A round body has the volume of the true circle, and reports how far its facets deviate from it.
func TestRoundBodiesAreMeasuredAsRound(t *testing.T) {
	p := newPlot(t)
	hollow := &geometry.Profile{Shape: geometry.ProfileCircleHollow, Diameter: geometry.MM(60),
		WallThickness: geometry.MM(3)}
	pipe := p.do(change.CreateSegment{LevelID: p.level, System: "pipe",
		Path: []geometry.Point3{mm(0, 0).At(0), mm(4000, 0).At(0)}, Profile: hollow})
	round := &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(400)}
	column := p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(9000, 9000),
		Height: geometry.MM(3000), Profile: round}})
	for id, want := range map[state.ID][2]float64{
		pipe:   {math.Pi * (0.03*0.03 - 0.027*0.027) * 4, math.Pi*(0.06+0.054)*4 + 2*math.Pi*(0.03*0.03-0.027*0.027)},
		column: {math.Pi * 0.04 * 3, math.Pi*0.4*3 + 2*math.Pi*0.04},
	} {
		e, _ := p.model.Element(id)
		r, ok := elements.Round(p.model, e)
		if !ok || math.Abs(r.Volume-want[0]) > 1e-12 || math.Abs(r.Area-want[1]) > 1e-12 {
			t.Errorf("%s is %+v, want %v", e.Category, r, want)
		}
		body, err := shape.Body(p.model, id)
		if err != nil || body.Volume() >= want[0] || r.FacetsOff <= 0 || r.FacetsOff > geometry.ChordTolerance+1 {
			t.Errorf("the facets of the %s have %v m3 and are %v off (%v)", e.Category, body.Volume(), r.FacetsOff, err)
		}
		p.measure(id, "NetVolume", want[0])
	}
	p.measure(column, "OuterSurfaceArea", math.Pi*0.4*3)
	wall := p.wall(mm(0, 5000), mm(5000, 5000), 200)
	if e, _ := p.model.Element(wall); e != nil {
		if _, ok := elements.Round(p.model, e); ok {
			t.Error("a wall is round")
		}
		curved, _ := p.model.Element(p.arc(mm(0, 15000), mm(2500, 17500), mm(5000, 15000), 200))
		r, ok := elements.Round(p.model, curved)
		if !ok || r.FacetsOff <= 0 || r.FacetsOff > geometry.ChordTolerance+1 || r.Volume != 0 {
			t.Errorf("a curved wall is %+v", r)
		}
	}
}

// The result of a boolean operation on round bodies is made of their facets. The call reports how far the facets
// deviate from the round bodies. The result reports this too, even after a further operation with it.
func TestCombinedRoundBodiesSayHowFarTheirFacetsAreOff(t *testing.T) {
	p := newPlot(t)
	round := func(x, d int64) state.ID {
		return p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(x, 0),
			Height:  geometry.MM(3000),
			Profile: &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(d)}}})
	}
	a, b, square := round(0, 400), round(200, 300), p.column(0, 200, 300)
	off := func(id state.ID) geometry.Length {
		e, _ := p.model.Element(id)
		r, _ := elements.Round(p.model, e)
		return r.FacetsOff
	}
	for _, c := range []struct {
		a, b state.ID
		want geometry.Length
	}{{a, b, max(off(a), off(b))}, {a, square, off(a)}, {p.column(5000, 0, 300), p.column(5100, 0, 300), 0}} {
		op := change.BooleanOperation{ElementA: c.a, ElementB: c.b, Operation: component.CombineIntersect,
			KeepOperands: true}
		d, err := Decide(p.model, change.Command{ID: "c", Do: op})
		if err != nil {
			t.Fatal(err)
		}
		said := geometry.Length(0)
		for _, w := range d.Warnings {
			if w.Code == "FACETED" {
				said = w.Data["facets_off"].(geometry.Length)
			}
		}
		last := p.do(op)
		if said != c.want || off(last) != c.want {
			t.Errorf("said %v, of the result %v; want %v", said, off(last), c.want)
		}
	}
	lens := p.combined(component.CombineIntersect, a, b).ID
	again := p.combined(component.CombineSubtract, lens, p.column(100, 50, 60)).ID
	if off(again) != max(off(a), off(b)) {
		t.Errorf("of a result of a result %v", off(again))
	}
}

// A partition of 7.7 m between the axes of two walls has a body of 7.4 m. Both lengths are given, each by name.
func TestAWallMeasuresItsAxisAndItsBody(t *testing.T) {
	h := buildHouse(t)
	for name, want := range map[string]float64{"Length": 7.7, "GrossSideArea": 21.56, "BodyLength": 7.4,
		"BodyGrossSideArea": 20.72, "BodyNetSideArea": 18.83, "NetSideArea": 19.67} {
		h.measure(h.id["P1"], name, want)
	}
	h.measure(h.id["W1"], "BodyLength", 11.7) // mitred, so in the middle it is as long as the axis
}
