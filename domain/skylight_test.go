package domain

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// drawSkylight draws a skylight over a roof of 12 m by 9 m.
func drawSkylight(t *rapid.T) fabric.Skylight {
	return fabric.Skylight{
		Location: mm(rapid.Int64Range(1500, 10500).Draw(t, "x"), rapid.Int64Range(500, 8500).Draw(t, "y")),
		Width:    geometry.MM(rapid.Int64Range(300, 1800).Draw(t, "width")),
		Height:   geometry.MM(rapid.Int64Range(300, 2400).Draw(t, "height")),
		Rotation: geometry.Angle(rapid.Int64Range(0, 179).Draw(t, "rotation")) * geometry.Degree,
		Cut:      rapid.SampledFrom([]fabric.SkylightCut{"", fabric.CutSquare, fabric.CutPlumb}).Draw(t, "cut"),
		Operation: rapid.SampledFrom([]fabric.SkylightOperation{fabric.SkylightFixed, fabric.SkylightPivot}).Draw(t,
			"operation"),
		Upstand: geometry.MM(rapid.Int64Range(0, 300).Draw(t, "upstand")),
	}
}

// TestASkylightFillsItsOpening checks skylights at random places of floors and roofs. By Cavalieri's principle the
// opening takes its outline times the thickness across the plane, and the parts have their outlines times their depths
// across it, whether they are cut square or plumb. Bodies are closed, the host is less by the opening, and a skylight
// that is moved, mirrored or copied with its host keeps all figures.
func TestASkylightFillsItsOpening(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &plot{builder: newBuilder(t)}
		p.level = p.do(change.CreateLevel{Name: "Ground"})
		host := drawPlate(t, p)
		light := drawSkylight(t)
		whole := p.quantity(host.id, "NetVolume")
		decision, err := p.try(change.PlaceSkylight{RoofID: host.id, Skylight: light})
		if err != nil {
			if state.CodeOf(err) != state.OpeningOutsideHost {
				t.Fatal(err)
			}
			return
		}
		p.model = decision.After
		id := p.model.OfCategory(state.CategorySkylight)[0]
		checkSkylight(t, p, host.id, id, whole)
		turn := geometry.Angle(rapid.Int64Range(1, 359).Draw(t, "turn")) * geometry.Degree
		p.do(change.MoveElement{ElementIDs: []state.ID{host.id}, Rotation: turn,
			Delta: geometry.Point3{X: geometry.Metre, Z: geometry.Metre}})
		checkSkylight(t, p, host.id, id, whole)
		image := p.do(change.MirrorElement{ElementIDs: []state.ID{host.id}, Start: mm(-9000, 0), End: mm(-8000, 300)})
		checkSkylight(t, p, image, skylightIn(p, image), whole)
		over := geometry.Point3{X: 60 * geometry.Metre}
		copied := p.do(change.CopyElement{ElementIDs: []state.ID{host.id}, Delta: &over})
		checkSkylight(t, p, copied, skylightIn(p, copied), whole)
		p.do(change.DeleteElement{ElementIDs: []state.ID{skylightIn(p, copied)}})
		near(t, "the volume without it", p.quantity(copied, "NetVolume"), whole, rounded)
		if left := p.model.HostedBy(copied); len(left) > 0 {
			t.Fatalf("a deleted skylight leaves %v", left)
		}
	})
}

// skylightIn returns the only skylight of a host.
func skylightIn(p *plot, host state.ID) state.ID {
	for _, id := range p.model.HostedBy(host) {
		if e, _ := p.model.Element(id); e.Category == state.CategorySkylight {
			return id
		}
	}
	return ""
}

// checkSkylight checks the bodies of a skylight, of its opening and of its host. whole is the volume of the host
// without the opening.
func checkSkylight(t *rapid.T, p *plot, host, id state.ID, whole float64) {
	e, _ := p.model.Element(id)
	light := e.Params.(*fabric.Skylight)
	seat, err := fabric.SeatOf(p.model, e)
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for _, part := range light.Parts(seat.Thickness) {
		want += part.Volume()
	}
	area := light.Width.M() * light.Height.M()
	for _, c := range []struct {
		what   string
		id     state.ID
		volume float64
		within float64
	}{{"the skylight", id, want, area * 4e-6}, {"the opening", e.FillsID, area * seat.Thickness.M(), area * 4e-5},
		{"the host", host, p.quantity(host, "NetVolume"), rounded}} {
		body, err := shape.Body(p.model, c.id)
		if err != nil {
			t.Fatal(c.what, err)
		}
		for _, s := range body {
			if err := s.Check(); err != nil {
				t.Fatal(c.what, err)
			}
			if _, err := csg.SolidShape(s); err != nil {
				t.Fatal(c.what, err)
			}
		}
		near(t, c.what, body.Volume(), c.volume, c.within+1e-6)
	}
	on, _ := p.model.Element(host)
	if f, ok := on.Params.(*fabric.Floor); ok && len(f.Falls) > 0 {
		return // it loses less, as it is thinner where it falls
	}
	near(t, "the host's loss", whole-p.quantity(host, "NetVolume"), area*seat.Thickness.M(), rounded)
}

// TestASkylightOverARidgeIsTold checks that a skylight over a ridge is refused with the size that fits, and that this
// size is accepted there and a larger one is not.
func TestASkylightOverARidgeIsTold(t *testing.T) {
	p := &plot{builder: newBuilder(t)}
	p.level = p.do(change.CreateLevel{Name: "Ground"})
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 12000, 9000),
		RoofType: fabric.RoofGable, Slope: 40 * geometry.Degree, Thickness: geometry.MM(200)}})
	place := func(width, height int64) change.PlaceSkylight {
		return change.PlaceSkylight{RoofID: roof, Skylight: fabric.Skylight{Location: mm(6000, 4000),
			Width: geometry.MM(width), Height: geometry.MM(height)}}
	}
	// the ridge is 500 mm away in plan; a square cut through 200 mm leads 128.6 mm toward it, and 371.4 mm in plan
	// are 484.9 mm up the slope
	told := p.refused(place(1000, 1400), state.OpeningOutsideHost)
	if got := told.Error(); !strings.Contains(got, "up to 692 by 969 mm fit") {
		t.Errorf("told %q", got)
	}
	p.do(place(692, 969))
	p.refused(place(692, 969), state.OpeningsOverlap)
	off := place(500, 500)
	off.Location = mm(20000, 0)
	p.refused(off, state.OpeningOutsideHost)
	p.refused(change.CreateOpening{HostID: roof, Polygon: rectangle(5900, 3900, 6100, 4100)}, state.OpeningsOverlap)
	e, _ := p.model.Element(skylightIn(p, roof))
	p.refused(change.DeleteElement{ElementIDs: []state.ID{e.FillsID}}, state.IllegalState)
	p.refused(change.MoveElement{ElementIDs: []state.ID{e.FillsID}, Delta: geometry.Point3{X: geometry.Metre}},
		state.IllegalState)
	p.refused(change.MoveElement{ElementIDs: []state.ID{e.ID}, Delta: geometry.Point3{Z: geometry.Metre}},
		state.IllegalState)
	p.do(change.MoveElement{ElementIDs: []state.ID{e.ID}, Delta: geometry.Point3{X: geometry.Metre}})
	p.refused(change.ModifyParameter{ElementID: roof, ParameterName: "slope", Value: []byte("20")},
		state.OpeningOutsideHost)
}

// TestSkylightsHaveBodiesAtEverySlope sets skylights that are cut plumb and square into a gable roof, and gives the
// roof slopes of all whole degrees. Every part must have a body with plane faces.
func TestSkylightsHaveBodiesAtEverySlope(t *testing.T) {
	p := newPlot(t)
	level := p.do(change.CreateLevel{Name: "Roof", Elevation: geometry.MM(3000)})
	roof := p.do(change.CreateRoof{LevelID: level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 10000, 8000),
		RoofType: fabric.RoofGable, Slope: 40 * geometry.Degree, Thickness: geometry.MM(250),
		Overhang: geometry.MM(400)}})
	for i, op := range []fabric.SkylightOperation{"fixed", "pivot_horizontal"} {
		for j, cut := range []fabric.SkylightCut{"plumb", "square"} {
			p.do(change.PlaceSkylight{RoofID: roof, Skylight: fabric.Skylight{Location: mm(int64(2000+5000*i),
				int64(2000+4000*j)), Width: geometry.MM(780), Height: geometry.MM(1180), Operation: op, Cut: cut}})
		}
	}
	for slope := int64(5); slope <= 60; slope++ {
		p.do(modify(roof, "slope", slope))
		for _, id := range p.model.HostedBy(roof) {
			body, err := shape.Body(p.model, id)
			if err != nil {
				t.Errorf("%d degrees: %v", slope, err)
			}
			for _, s := range body {
				if _, err := csg.SolidShape(s); err != nil {
					t.Errorf("%d degrees: %v", slope, err)
				}
			}
		}
	}
}
