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

// circle returns a circle approximated by chords.
func circle(centre geometry.Point2, radius geometry.Length, chords int) []geometry.Point2 {
	out := make([]geometry.Point2, chords)
	for k := range out {
		turn := float64(k) * 2 * math.Pi / float64(chords)
		out[k] = centre.Add(geometry.Point2{X: geometry.Length(math.Round(float64(radius) * math.Cos(turn))),
			Y: geometry.Length(math.Round(float64(radius) * math.Sin(turn)))})
	}
	return out
}

// The cost of an opening's body, of its quantities and of the check of a new opening does not depend on the other
// openings of its host. The test counts allocations, which are the same on every machine.
func TestAnOpeningCostsWhatItIs(t *testing.T) {
	hosts := map[string]func(*plot, int64) state.ID{
		"floor": func(p *plot, side int64) state.ID {
			return p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Thickness: geometry.MM(200),
				Boundary: []geometry.Point2{mm(0, 0), mm(side, 0), mm(side, side), mm(0, side)}}})
		},
		"hip": func(p *plot, side int64) state.ID {
			return p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{RoofType: fabric.RoofHip,
				Slope:     30 * geometry.Degree,
				Thickness: geometry.MM(200),
				Boundary:  []geometry.Point2{mm(0, 0), mm(side, 0), mm(side, side), mm(0, side)}}})
		},
	}
	for name, create := range hosts {
		t.Run(name, func(t *testing.T) {
			few, many := costOfAnOpening(t, create, 2), costOfAnOpening(t, create, 9)
			for what, n := range many {
				if n > 3*few[what]+200 {
					t.Errorf("%s: %.0f allocations among 81 openings, %.0f among 4", what, n, few[what])
				}
			}
		})
	}
}

// costOfAnOpening returns the allocations for one of n x n openings in a host.
func costOfAnOpening(t *testing.T, create func(*plot, int64) state.ID, n int64) map[string]float64 {
	p := newPlot(t)
	host := create(p, n*2000)
	var last state.ID
	for i := range n {
		for k := range n {
			last = p.do(change.CreateOpening{HostID: host, Polygon: circle(mm(1000+2000*i, 700+2000*k),
				geometry.MM(300), 24)})
		}
	}
	e, _ := p.model.Element(last)
	call := func(f func() error) float64 {
		return testing.AllocsPerRun(1, func() {
			if err := f(); err != nil {
				t.Fatal(err)
			}
		})
	}
	return map[string]float64{
		"body":       call(func() error { _, err := shape.Body(p.model, last); return err }),
		"quantities": call(func() error { _, err := elements.Quantities(p.model, last); return err }),
		"check":      call(func() error { return fabric.CheckOpening(p.model, e) }),
	}
}

// The void of an opening is as high as the body of its host, whatever other openings remove from that body.
func TestAVoidIsAsHighAsItsHost(t *testing.T) {
	p := newPlot(t)
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{RoofType: fabric.RoofHip,
		Slope:     30 * geometry.Degree,
		Thickness: geometry.MM(200), Boundary: []geometry.Point2{mm(0, 0), mm(8000, 0), mm(8000, 8000), mm(0, 8000)}}})
	opening := p.do(change.CreateOpening{HostID: roof, Polygon: circle(mm(2000, 4000), geometry.MM(300), 12)})
	high := func() geometry.Length {
		body, err := shape.Body(p.model, opening)
		host, err2 := shape.Body(p.model, roof)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		a, b := body.Bounds(), host.Bounds()
		if a.Min.Z != b.Min.Z || a.Max.Z != b.Max.Z {
			t.Errorf("the void is from %v to %v, its roof from %v to %v", a.Min.Z, a.Max.Z, b.Min.Z, b.Max.Z)
		}
		return b.Max.Z
	}
	before := high()
	p.do(change.CreateOpening{HostID: roof, Polygon: circle(mm(4000, 4000), geometry.MM(500), 12)}) // removes the top
	if after := high(); after >= before {
		t.Errorf("the roof is %v high without its top, %v with it", after, before)
	}
	p.do(modify(roof, "thickness", 300))
	high()
	p.do(modify(p.level, "elevation", 1000))
	high()
}
