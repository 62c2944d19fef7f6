package domain

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// trueArea returns the area in m2 of an outline with its arcs, by independent formulas. It is the area of an ellipse,
// or for an arch the area of the rectangle below the springing plus the segments above it.
func trueArea(f *fabric.OpeningForm, width, height geometry.Length) float64 {
	w, h := width.M(), height.M()
	if f == nil {
		return w * h
	}
	segment := func(r, half float64) float64 { // of a circle over a chord, smaller than a half circle
		angle := 2 * math.Asin(min(1, half/r))
		return r * r / 2 * (angle - math.Sin(angle))
	}
	switch f.Shape {
	case fabric.OutlineEllipse:
		return math.Pi * w * h / 4
	case fabric.OutlineArch:
		rise := f.Rise.M()
		if f.Rise == 0 {
			rise = w / 2
		}
		return w*(h-rise) + segment((rise*rise+w*w/4)/(2*rise), w/2)
	case fabric.OutlinePointed:
		rise := f.Rise.M()
		if f.Rise == 0 {
			rise = w * math.Sqrt(0.75)
		}
		r, chord := (rise*rise+w*w/4)/w, math.Hypot(w/2, rise)
		return w*(h-rise) + w*rise/2 + 2*segment(r, chord/2)
	}
	return w * h
}

// drawForm draws a form that fits a size.
func drawForm(t *rapid.T, width, height int64) *fabric.OpeningForm {
	f := &fabric.OpeningForm{Shape: rapid.SampledFrom([]fabric.OutlineShape{fabric.OutlineRectangle,
		fabric.OutlineEllipse, fabric.OutlineArch, fabric.OutlinePointed}).Draw(t, "shape")}
	switch f.Shape {
	case fabric.OutlineArch:
		f.Rise = geometry.MM(rapid.Int64Range(20, min(width/2, height)).Draw(t, "rise"))
	case fabric.OutlinePointed:
		f.Rise = geometry.MM(rapid.Int64Range(width/2, height).Draw(t, "rise"))
	}
	f.Skew = geometry.Angle(rapid.Int64Range(-30, 30).Draw(t, "skew")) * geometry.Degree
	return f
}

// The void of an opening of any form has the area of its outline times the depth, to the precision of its chords, also
// with skewed jambs. The wall is closed, and its volume is smaller by the void.
func TestAWallIsLessByTheVoidsOfItsOpenings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &plot{builder: newBuilder(t)}
		p.level = p.do(change.CreateLevel{Name: "Ground"})
		angle := float64(rapid.IntRange(0, 359).Draw(t, "angle"))
		wall := p.wall(mm(0, 0), polar(mm(0, 0), angle, 9000), rapid.Int64Range(100, 500).Draw(t, "thickness"))
		thick := p.quantity(wall, "Width")
		gross := p.quantity(wall, "NetVolume")
		side := p.quantity(wall, "NetSideArea")
		width, height := rapid.Int64Range(200, 1500).Draw(t, "width")*2, rapid.Int64Range(800, 2400).Draw(t, "height")
		height = max(height, width/2)
		form := drawForm(t, width, height)
		c := change.CreateOpening{HostID: wall, Offset: at(geometry.MM(2000)), SillHeight: geometry.MM(300),
			Width: geometry.MM(width), Height: geometry.MM(height), Form: form}
		deep := thick
		if depth := rapid.Int64Range(0, 90).Draw(t, "depth"); depth > 0 {
			c.Depth, deep = geometry.MM(depth), float64(depth)/1000
			c.Face = rapid.SampledFrom([]fabric.RecessFace{"", fabric.FaceExterior}).Draw(t, "face")
		}
		opening := p.do(c)
		area := trueArea(form, c.Width, c.Height)
		within := 3 * (c.Width + c.Height).M() * geometry.ChordTolerance.M()
		near := func(what string, got, want, within float64) {
			if math.Abs(got-want) > within {
				t.Fatalf("%s is %.9f, want %.9f within %.2g", what, got, want, within)
			}
		}
		near("the area", p.quantity(opening, "Area"), area, within)
		near("the volume", p.quantity(opening, "Volume"), area*deep, within*deep)
		body, err := shape.Body(p.model, wall)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range body {
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
		}
		near("the body", body.Volume(), gross-p.quantity(opening, "Volume"), 1e-6)
		near("the net volume", p.quantity(wall, "NetVolume"), body.Volume(), 1e-9)
		if c.Depth == 0 || 2*deep > thick {
			near("the net side", p.quantity(wall, "NetSideArea"), side-p.quantity(opening, "Area"), 1e-6)
		}
		void, err := shape.Body(p.model, opening)
		if err != nil {
			t.Fatal(err)
		}
		near("the void", void.Volume(), p.quantity(opening, "Volume"), 1e-6)
	})
}

// The jambs of a wall of 400 mm splay by 45 degrees from its middle. On the interior face the opening of 1000 by 1000
// mm is 200 mm wider on both sides and at its head. Simpson's rule gives the volume of the frustum.
func TestSplayedJambs(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 400)
	form := &fabric.OpeningForm{Splay: 45 * geometry.Degree}
	opening := p.do(change.CreateOpening{HostID: wall, Offset: at(geometry.MM(2000)), SillHeight: geometry.MM(800),
		Width: geometry.MM(1000), Height: geometry.MM(1000), Form: form})
	area := func(d float64) float64 { return (1 + 2*d) * (1 + d) }
	want := 0.2*area(0) + 0.2/6*(area(0)+4*area(0.1)+area(0.2))
	p.measure(opening, "Volume", want)
	p.measure(opening, "Area", 1)
	p.measure(wall, "NetVolume", 5*3*0.4-want)
	p.measure(wall, "NetSideArea", 15-1)
	p.refused(modify(opening, "sill_height", 1801), state.OpeningOutsideHost) // 3 m minus 1 m and the splay of the head
	p.refused(modify(opening, "offset", 199), state.OpeningOutsideHost)
	p.do(modify(opening, "depth", 100)) // a niche widens from its back
	p.measure(opening, "Volume", 0.1/6*(area(0)+4*area(0.05)+area(0.1)))
	p.do(modify(opening, "face", "exterior"))
	p.measure(opening, "Volume", 0.1/6*(area(0)+4*area(0.05)+area(0.1)))
	p.measure(wall, "NetVolume", 5*3*0.4-0.1/6*(area(0)+4*area(0.05)+area(0.1)))
}

// Two overlapping openings are one hole in a wall or floor. An opening with a door or window must not overlap another
// opening.
func TestOpeningsThatOverlapAreOneHole(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	hole := change.CreateOpening{HostID: wall, Offset: at(geometry.MM(1000)), SillHeight: geometry.MM(500),
		Width: geometry.MM(1000), Height: geometry.MM(1000)}
	p.do(hole)
	hole.Offset, hole.SillHeight = at(geometry.MM(1500)), geometry.MM(1000)
	p.do(hole)
	p.measure(wall, "NetVolume", (15-1.75)*0.2)
	p.measure(wall, "NetSideArea", 15-1.75)
	p.refused(change.PlaceWindow{WallID: wall, Window: fabric.Window{Offset: geometry.MM(2400),
		SillHeight: geometry.MM(900), Width: geometry.MM(500), Height: geometry.MM(500)}}, state.OpeningsOverlap)
	floor := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 1000, 5000, 6000),
		Thickness: geometry.MM(200)}})
	p.do(change.CreateOpening{HostID: floor, Polygon: rectangle(1000, 2000, 2000, 3000)})
	p.do(change.CreateOpening{HostID: floor, Polygon: rectangle(1500, 2500, 2500, 3500)})
	p.measure(floor, "NetArea", 25-1.75)
	p.measure(floor, "NetVolume", (25-1.75)*0.2)
}

// A triangular opening fits under a gable at a place where its bounding rectangle does not fit.
func TestATriangleUnderASlope(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(6000, 0), 200)
	p.do(modify(wall, "height", 6000))
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, -4000, 6000, 4000),
		RoofType: fabric.RoofGable, Slope: 45 * geometry.Degree, Thickness: geometry.MM(200),
		Offset: geometry.MM(1000)}})
	p.do(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{roof}})
	net := p.quantity(wall, "NetVolume")
	triangle := []geometry.Point2{mm(500, 1000), mm(5500, 1000), mm(3000, 3500)}
	p.do(change.CreateOpening{HostID: wall, Polygon: triangle})
	p.measure(wall, "NetVolume", net-6.25*0.2)
	p.refused(change.CreateOpening{HostID: wall, Polygon: []geometry.Point2{mm(100, 900), mm(1900, 900),
		mm(1000, 2900)}}, state.OpeningOutsideHost)
}

// A form without a valid outline is refused, with advice.
func TestAFormThatIsNoOutlineIsRefused(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	m := geometry.MM
	points := func(at ...geometry.Point2) (out []fabric.OutlinePoint) {
		for _, q := range at {
			out = append(out, fabric.OutlinePoint{At: q})
		}
		return out
	}
	for _, f := range []*fabric.OpeningForm{
		{Shape: "star"}, {Shape: fabric.OutlinePolygon}, {Points: points(mm(0, 0), mm(1, 0), mm(0, 1))},
		{Rise: m(100)}, {Shape: fabric.OutlineArch, Rise: m(501)}, {Shape: fabric.OutlineArch, Rise: -1},
		{Shape: fabric.OutlinePointed, Rise: m(499)}, {Shape: fabric.OutlinePointed, Rise: m(1001)},
		{Splay: 61 * geometry.Degree}, {Splay: -1}, {Skew: 61 * geometry.Degree}, {Skew: -61 * geometry.Degree},
	} {
		p.refused(change.CreateOpening{HostID: wall, Offset: at(m(1000)), Width: m(1000), Height: m(1000), Form: f},
			state.OutOfRange)
	}
	p.refused(change.CreateOpening{HostID: wall, Form: &fabric.OpeningForm{Shape: fabric.OutlinePolygon,
		Points: points(mm(0, 0), mm(900, 900), mm(900, 0), mm(0, 900))}}, state.DegenerateGeometry)
	p.refused(change.PlaceDoor{WallID: wall, Door: fabric.Door{Width: m(900), Height: m(2000),
		Form: &fabric.OpeningForm{Shape: fabric.OutlineEllipse}}}, state.OutOfRange)
	window := p.do(change.PlaceWindow{WallID: wall, Window: fabric.Window{Offset: m(1000), SillHeight: m(900),
		Width: m(1000), Height: m(1000), Form: &fabric.OpeningForm{Shape: fabric.OutlineEllipse}}})
	near := func(want float64) { // of chords, which are up to 0.1 % smaller
		if got := p.quantity(window, "Area"); got > want || got < 0.999*want {
			t.Errorf("the area is %.6f m2, want %.6f", got, want)
		}
	}
	near(math.Pi / 4)
	half := func(x, y int64) *geometry.Point2 { q := mm(x, y); return &q }
	p.do(modify(window, "form", fabric.OpeningForm{Shape: fabric.OutlinePolygon, Points: []fabric.OutlinePoint{
		{At: mm(0, 0)}, {At: mm(2000, 0), Mid: half(1000, 1000)}}}))
	e, _ := p.model.Element(window)
	if w := e.Params.(*fabric.Window); w.Width != m(2000) || w.Height != m(1000) {
		t.Errorf("the window is %v by %v", w.Width, w.Height)
	}
	near(math.Pi / 2)
}

// The parts of an arched or round window fill its outline except for the free area, and none reaches outside it.
func TestThePartsOfWindowsOfAnyForm(t *testing.T) {
	for _, f := range []*fabric.OpeningForm{{Shape: fabric.OutlineEllipse}, {Shape: fabric.OutlineArch},
		{Shape: fabric.OutlinePointed}, {Shape: fabric.OutlineArch, Rise: geometry.MM(200)}} {
		for _, kind := range fabric.WindowType("").Enum() {
			w := &fabric.Window{Width: geometry.MM(1200), Height: geometry.MM(1500), Form: f,
				WindowType: fabric.WindowType(kind)}
			outline := geometry.Region{{Outer: fabric.OpeningRect{Width: w.Width, Height: w.Height, Form: f}.Ring()}}
			sum := 0.0
			for _, part := range w.Parts(geometry.MM(300)) {
				if geometry.SticksOut(part.Elevation, outline) || part.Volume() <= 0 {
					t.Errorf("%s of a %s %s sticks out or is empty", part.Role, f.Shape, kind)
				}
				sum += part.Elevation.Area()
			}
			if math.Abs(sum-outline.Area()) > 1e-5 {
				t.Errorf("the parts of a %s %s have %.6f m2, the outline %.6f", f.Shape, kind, sum, outline.Area())
			}
		}
		d := &fabric.Door{Width: geometry.MM(1200), Height: geometry.MM(2200), Form: f, DoorType: fabric.DoorDouble}
		if f.Shape == fabric.OutlineEllipse {
			continue
		}
		parts := d.Parts(geometry.MM(300))
		if len(parts) != 3 || math.Abs(parts[1].Volume()-parts[2].Volume()) > 1e-6 {
			t.Errorf("a door with a %s has %d parts", f.Shape, len(parts))
		}
		if lo, _ := parts[1].Elevation.Bounds(); lo.Y != 0 {
			t.Errorf("the leaf of a door stands at %v", lo.Y)
		}
	}
}

// A plan cuts an arch at its width at that height. The headroom under the arch is the height that is free over the
// whole width.
func TestAnArchIsNarrowerAboveItsSpringing(t *testing.T) {
	arch := fabric.OpeningRect{Offset: geometry.MM(1000), Sill: geometry.MM(500), Width: geometry.MM(1000),
		Height: geometry.MM(2100), Form: &fabric.OpeningForm{Shape: fabric.OutlineArch}}
	near := func(what string, got, want geometry.Length) {
		t.Helper()
		if (got - want).Abs() > 3*geometry.Millimetre {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	at := func(z float64) geometry.Length { // half a chord at a height above the springing
		return geometry.Length(math.Sqrt(0.25-z*z) * float64(geometry.Metre))
	}
	for height, half := range map[int64]geometry.Length{1500: geometry.MM(500), 2500: at(0.4), 2400: at(0.3)} {
		cut := arch.CutAt(geometry.MM(height))
		near("the width", cut.Width, 2*half)
		near("the edge", cut.Offset, geometry.MM(1500)-half)
	}
	if cut := arch.CutAt(geometry.MM(400)); cut != arch {
		t.Errorf("below its sill it is %+v", cut)
	}
	near("the head", arch.HeadOver(0, 0, 0), geometry.MM(1600))
	near("the head between", arch.HeadOver(geometry.MM(200), geometry.MM(200), 0), geometry.MM(1600)+at(0.3))
	near("the head within a lining", arch.HeadOver(geometry.MM(50), geometry.MM(50), geometry.MM(50)),
		geometry.MM(1600))
	arch.Form = nil
	near("the head of a rectangle", arch.HeadOver(0, 0, geometry.MM(50)), geometry.MM(2050))
}
