package domain

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// rise is the height by which the roof of the house rises over a metre of plan.
var rise = math.Tan(35 * math.Pi / 180)

// gables attaches the outer walls of the house's first storey to its roof.
func (h *house) gables() {
	h.do(change.Attach{ElementIDs: []state.ID{h.id["W5"], h.id["W6"], h.id["W7"], h.id["W8"]},
		To: []state.ID{h.id["R1"]}})
}

// The expected values are derived in docs/attachments.md: the prism below the eaves, and the integral of the rise over
// the footprint above them.
func TestTheGablesOfTheHouseReachTheRoof(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	gable, eaves := 6.468+4.791*rise, 9.828+0.522*rise
	for name, want := range map[string][2]float64{
		"W6": {gable, gable - 0.54}, "W8": {gable, gable - 0.54}, "W5": {eaves, eaves - 3*0.54},
		"W7": {eaves, eaves - 2*0.54},
	} {
		h.measure2(h.id[name], "GrossVolume", want[0])
		h.measure2(h.id[name], "NetVolume", want[1])
		checkBody(t, h.model, h.id[name])
	}
	h.measure2(h.id["W6"], "Height", 2.8+4*rise)
}

// measure2 compares a quantity that depends on heights rounded to the micrometre.
func (b *builder) measure2(id state.ID, name string, want float64) {
	b.t.Helper()
	q, err := elements.Quantities(b.model, id)
	got, ok := shape.QuantityNamed(q, name)
	if err != nil || !ok || math.Abs(got-want) > 2e-5 {
		b.t.Errorf("%s of %s is %.9f, want %.9f (%v)", name, shape.NameOf(b.model, id), got, want, err)
	}
}

func TestAnAttachedWallFollowsTheRoof(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	h.do(modify(h.id["R1"], "slope", 45))
	h.measure2(h.id["W6"], "GrossVolume", 6.468+4.791)
	h.do(modify(h.id["R1"], "offset", 300))
	h.measure2(h.id["W6"], "GrossVolume", 6.468+4.791+0.5*2.31)
	h.do(modify(h.id["Roof"], "elevation", 5500))
	h.measure2(h.id["W6"], "GrossVolume", 6.468+4.791)
	h.do(modify(h.id["R1"], "roof_type", "hip"))
	h.do(change.Detach{ElementIDs: []state.ID{h.id["W6"]}})
	h.measure(h.id["W6"], "GrossVolume", 6.468)
}

func TestAWallIsAttachedToSeveralAndTheLowestCounts(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	loft := h.do(change.CreateLevel{Name: "Loft", Elevation: geometry.MM(7000)})
	h.do(change.Attach{ElementIDs: []state.ID{h.id["W6"]}, To: []state.ID{loft}})
	// The level cuts the gable 1.2 m above the eaves, which removes the part above over a strip of 8 - 2 x 1.2/rise.
	half := 4 - 1.2/rise
	h.measure2(h.id["W6"], "GrossVolume", 6.468+4.791*rise-0.3*half*half*rise)
	h.do(change.Detach{ElementIDs: []state.ID{h.id["W6"]}, From: []state.ID{h.id["R1"]}})
	h.measure2(h.id["W6"], "GrossVolume", 2.31*4)
	h.do(change.Detach{ElementIDs: []state.ID{h.id["W6"]}})
	h.refused(change.Detach{ElementIDs: []state.ID{h.id["W6"]}}, state.IllegalState)
}

// Beyond the end of the roof, the wall keeps its own height. A slab below another one cuts the base.
func TestAWallBeyondItsRoofKeepsItsOwnHeight(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(6000, 0), 200)
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, -1000, 4000, 1000),
		RoofType:       fabric.RoofShed,
		RidgeDirection: "y", Slope: 45 * geometry.Degree, Thickness: geometry.MM(200), Offset: geometry.MM(1000)}})
	p.do(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{roof}})
	p.measure2(wall, "NetVolume", 0.2*(4*(1+5)/2+2*3))
	slab := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(-100, -500, 3000, 500),
		Thickness: geometry.MM(200), Offset: geometry.MM(300)}})
	p.do(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{slab}, End: fabric.AttachBase})
	p.measure2(wall, "NetVolume", 0.2*(4*(1+5)/2+2*3-3*0.3))
	checkBody(t, p.model, wall)
	p.do(change.DeleteElement{ElementIDs: []state.ID{roof}})
	p.measure2(wall, "NetVolume", 0.2*(6*3-3*0.3))
}

func TestAColumnIsCutByTheRoofAndStandsOnASlab(t *testing.T) {
	p := newPlot(t)
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 8000, 6000),
		RoofType:       fabric.RoofShed,
		RidgeDirection: "x", Slope: 30 * geometry.Degree, Thickness: geometry.MM(200), Offset: geometry.MM(3000)}})
	round := &geometry.Profile{Shape: "circle", Diameter: geometry.MM(400)}
	column := p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(2000, 3000),
		Height: geometry.MM(2000), Profile: round}})
	p.do(change.Attach{ElementIDs: []state.ID{column}, To: []state.ID{roof}})
	p.measure2(column, "NetVolume", math.Pi*0.04*(3+3*math.Tan(math.Pi/6)))
	slab := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 8000, 6000),
		Thickness: geometry.MM(200), Offset: geometry.MM(500)}})
	p.do(change.Attach{ElementIDs: []state.ID{column}, To: []state.ID{slab}, End: fabric.AttachBase})
	p.measure2(column, "NetVolume", math.Pi*0.04*(2.5+3*math.Tan(math.Pi/6)))
	checkBody(t, p.model, column)
}

func TestAWindowInAGableLiesWithinIt(t *testing.T) {
	h := buildHouse(t)
	window := func(sill int64) change.PlaceWindow {
		return change.PlaceWindow{WallID: h.id["W6"], Window: fabric.Window{Offset: geometry.MM(3200),
			Width:  geometry.MM(1300),
			Height: geometry.MM(900), SillHeight: geometry.MM(sill)}}
	}
	h.refused(window(3000), state.OpeningOutsideHost)
	h.gables()
	h.do(window(3000))
	h.measure2(h.id["W6"], "NetVolume", 6.468+4.791*rise-0.54-1.3*0.9*0.3)
	h.refused(window(4600), state.OpeningOutsideHost)
	h.refused(change.Detach{ElementIDs: []state.ID{h.id["W6"]}}, state.OpeningOutsideHost)
	h.refused(modify(h.id["R1"], "offset", -1500), state.OpeningOutsideHost)
}

// The refusal of a window in a gable gives the range of heights in which the wall is whole over the window's width. A
// window that fills this range is accepted, but not one that is a millimetre larger. Its jambs are 3350 mm from the
// eaves, which are 2800 mm above the base.
func TestARefusedWindowIsToldWhereTheGableIsWhole(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	window := func(sill, height geometry.Length) change.PlaceWindow {
		return change.PlaceWindow{WallID: h.id["W6"], Window: fabric.Window{Offset: geometry.MM(3200),
			Width:  geometry.MM(1300),
			Height: height, SillHeight: sill}}
	}
	refusal := h.refused(window(geometry.MM(4600), geometry.MM(900)), state.OpeningOutsideHost)
	low, high := refusal.Data["whole_from"].(geometry.Length), refusal.Data["whole_to"].(geometry.Length)
	if low != 0 || high != geometry.MM(5145) || !strings.Contains(refusal.Message, "whole from 0 to 5145 mm") {
		t.Errorf("%s: %v to %v", refusal.Message, low, high)
	}
	h.refused(window(high-geometry.MM(899), geometry.MM(900)), state.OpeningOutsideHost)
	h.do(window(high-geometry.MM(900), geometry.MM(900)))
}

func TestAttachingIsRefused(t *testing.T) {
	h := buildHouse(t)
	for _, c := range []struct {
		when string
		do   change.Operation
		want state.Code
	}{
		{"nothing is named", change.Attach{To: []state.ID{h.id["R1"]}}, state.OutOfRange},
		{"nothing to attach to is named", change.Attach{ElementIDs: []state.ID{h.id["W6"]}}, state.OutOfRange},
		{"the roof does not exist", change.Attach{ElementIDs: []state.ID{h.id["W6"]}, To: []state.ID{"nothing"}},
			state.NotFound},
		{"it is attached to a wall", change.Attach{ElementIDs: []state.ID{h.id["W6"]}, To: []state.ID{h.id["W2"]}},
			state.IllegalState},
		{"it is a floor", change.Attach{ElementIDs: []state.ID{h.id["S0"]}, To: []state.ID{h.id["R1"]}},
			state.IllegalState},
		{"the end is none", change.Attach{ElementIDs: []state.ID{h.id["W6"]}, To: []state.ID{h.id["R1"]}, End: "side"},
			state.OutOfRange},
		{"the top is attached below the base", change.Attach{ElementIDs: []state.ID{h.id["W6"]},
			To: []state.ID{h.id["S0"]}}, state.EmptyResult},
		{"the base is attached above the top", change.Attach{ElementIDs: []state.ID{h.id["W1"]},
			To:  []state.ID{h.id["Roof"]},
			End: fabric.AttachBase}, state.EmptyResult},
	} {
		t.Run(c.when, func(t *testing.T) { h.refused(c.do, c.want) })
	}
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(6000, 0), 200)
	aside := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: rectangle(0, 5000, 3000, 9000),
		Thickness: geometry.MM(200), Offset: geometry.MM(3000)}})
	p.refused(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{aside}}, state.DegenerateGeometry)
}

func TestDeletingTheRoofDetachesItsWalls(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	d, err := h.try(change.DeleteElement{ElementIDs: []state.ID{h.id["R1"]}})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Warnings) != 4 || d.Warnings[0].Code != "ATTACHMENT_LOST" {
		t.Errorf("warnings: %+v", d.Warnings)
	}
	h.do(change.DeleteElement{ElementIDs: []state.ID{h.id["R1"]}})
	h.measure(h.id["W6"], "GrossVolume", 6.468)
}

func TestCopiesOfAttachedWallsAreAttached(t *testing.T) {
	h := buildHouse(t)
	h.gables()
	sources := []state.ID{h.id["R1"], h.id["W6"]}
	d, err := h.try(change.CopyElement{ElementIDs: sources, Delta: &geometry.Point3{X: geometry.MM(20000)}})
	if err != nil {
		t.Fatal(err)
	}
	var roof, wall *state.Element
	for _, e := range d.Events {
		if made, ok := e.(*state.ElementCreated); ok && made.Element.Category == state.CategoryRoof {
			roof = made.Element
		} else if ok && made.Element.Category == state.CategoryWall {
			wall, _ = d.After.Element(made.Element.ID)
		}
	}
	if a := state.AttachmentsOf(wall); len(a.Top) != 1 || a.Top[0] != roof.ID {
		t.Errorf("the copy is attached to %v, the copy of the roof is %s", a, roof.ID)
	}
	q, _ := elements.Quantities(d.After, wall.ID)
	if got, _ := shape.QuantityNamed(q,
		"GrossVolume"); math.Abs(got-(7.7*0.3*2.8+0.3*rise*(2*8-0.5*(0.15*0.15)*2))) > 1e-3 {
		t.Errorf("the copy has %.6f m3", got)
	}
}

// A random wall below a random roof has the volume of the heights under the roof over its footprint, computed by
// another integration. It ends exactly at the roof above every point of the footprint.
func TestAttachedWallsFillWhatIsBelowRandomRoofs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPlot(t)
		form := rapid.SampledFrom([]fabric.RoofType{fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable,
			fabric.RoofHip}).Draw(t, "form")
		w, d := rapid.Int64Range(3000, 15000).Draw(t, "w"), rapid.Int64Range(3000, 15000).Draw(t, "d")
		slope := float64(rapid.IntRange(5, 70).Draw(t, "slope"))
		eaves := rapid.Int64Range(500, 4000).Draw(t, "eaves")
		ridge := rapid.SampledFrom([]fabric.RidgeDirection{"x", "y"}).Draw(t, "ridge")
		roof := fabric.Roof{Boundary: rectangle(0, 0, w, d), RoofType: form,
			Slope:     geometry.Angle(slope) * geometry.Degree,
			Thickness: geometry.MM(200), RidgeDirection: ridge, Offset: geometry.MM(eaves),
			Overhang: geometry.MM(rapid.SampledFrom([]int64{0, 300}).Draw(t, "overhang"))}
		if form == fabric.RoofFlat {
			roof.Slope = 0
		}
		id := p.do(change.CreateRoof{LevelID: p.level, Roof: roof})
		out := rapid.SampledFrom([]int64{300, -2000}).Draw(t, "out") // within the roof, or partly outside it
		point := func(label string) geometry.Point2 {
			return mm(rapid.Int64Range(out, w-out).Draw(t, label+"x"), rapid.Int64Range(out, d-out).Draw(t, label+"y"))
		}
		a, b := point("a"), point("b")
		if geometry.Distance(a, b) < geometry.MM(500) {
			t.Skip("too short")
		}
		thick := rapid.SampledFrom([]int64{100, 200, 365}).Draw(t, "thick")
		wall := p.wall(a, b, thick)
		if _, err := p.try(change.Attach{ElementIDs: []state.ID{wall},
			To: []state.ID{id}}); state.CodeOf(err) == state.DegenerateGeometry && out < 0 {
			t.Skip("it is nowhere below the roof")
		}
		p.do(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{id}})
		plan, err := fabric.WallPlanOf(p.model, wall)
		if err != nil {
			t.Fatal(err)
		}
		slip := beyond(roof, plan.World()) // the face misses the edge of the roof, so no thin piece is left there
		height := func(x, y float64) float64 {
			over, wide, deep := roof.Overhang.M(), float64(w)/1000, float64(d)/1000
			if !slip && (x < -over || y < -over || x > wide+over || y > deep+over) {
				return 3
			}
			return max(0, roofOver(roof, wide, deep, x, y))
		}
		want, share := integrate(plan, height), 2e-4
		if out < 0 {
			share = 0.02 // for the cells that the edge of the roof divides
		}
		q, err := elements.Quantities(p.model, wall)
		got, _ := shape.QuantityNamed(q, "NetVolume")
		if err != nil || math.Abs(got-want) > share*want {
			t.Errorf("%s: %.6f m3, want %.6f (%v)", form, got, want, err)
		}
		checkBody(t, p.model, wall)
	})
}

// beyond reports whether the part of a region outside a roof is nowhere wider than 5 mm. The part is a strip along one
// side of a rectangle, or two strips at a corner of the roof.
func beyond(roof fabric.Roof, region geometry.Region) bool {
	lo, hi := roof.Boundary[0], roof.Boundary[2]
	over := geometry.Point2{X: roof.Overhang, Y: roof.Overhang}
	lo, hi = lo.Sub(over), hi.Add(over)
	widest := geometry.Length(0)
	for _, p := range fabric.Corners(region) {
		widest = max(widest, lo.X-p.X, lo.Y-p.Y, p.X-hi.X, p.Y-hi.Y)
	}
	return widest <= 5*geometry.Millimetre
}

// roofOver returns the height of a roof's underside over a point, in metres.
func roofOver(r fabric.Roof, w, d, x, y float64) float64 {
	up := math.Tan(r.Slope.Degrees() * math.Pi / 180)
	along := map[fabric.RidgeDirection]float64{"x": y, "y": x}[r.RidgeDirection]
	across := map[fabric.RidgeDirection]float64{"x": d, "y": w}[r.RidgeDirection]
	run := 0.0
	switch r.RoofType {
	case fabric.RoofShed:
		run = along
	case fabric.RoofGable:
		run = min(along, across-along)
	case fabric.RoofHip:
		run = min(x, w-x, y, d-y)
	}
	return r.Offset.M() + up*run
}

// integrate returns the integral of a height over the rectangle of a wall's own plan, using the midpoints of small
// cells.
func integrate(plan fabric.WallPlan, height func(x, y float64) float64) float64 {
	const n, k = 400, 60
	sum := 0.0
	dx, dy := plan.Length.M()/n, plan.Thickness().M()/k
	for i := range n {
		for j := range k {
			u, v := (float64(i)+0.5)*dx, plan.YMin.M()+(float64(j)+0.5)*dy
			o, ex, ey := plan.Frame.Origin, plan.Frame.X, plan.Frame.Y()
			sum += height(o.X.M()+ex.X*u+ey.X*v, o.Y.M()+ex.Y*u+ey.Y*v)
		}
	}
	return sum * dx * dy
}

// A wall that reaches 3 to 8 mm beyond its roof keeps its own height there.
func TestAWallALittleBeyondItsRoofKeepsItsOwnHeightThere(t *testing.T) {
	p := newPlot(t)
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 3000, 3000),
		RoofType:  fabric.RoofFlat,
		Thickness: geometry.MM(200), Offset: geometry.MM(500)}})
	wall := p.wall(mm(0, 47), mm(500, 42), 100)
	p.do(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{roof}})
	plan, err := fabric.WallPlanOf(p.model, wall)
	if err != nil {
		t.Fatal(err)
	}
	under := geometry.Region{geometry.Rectangle(mm(0, 0), mm(3000, 3000))}
	beyond := geometry.Subtract(plan.World(), under).Area()
	p.measure2(wall, "NetVolume", 0.5*plan.World().Area()+2.5*beyond)
	checkBody(t, p.model, wall)
}

// The corner of the roof lies in the end face of the wall, and the roof cuts this face six micrometres away. After
// rounding, triangles of the cut face are flat.
func TestTheBodyOfAWallThatEndsAtTheCornerOfItsRoofIsSound(t *testing.T) {
	p := newPlot(t)
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 3000, 3000),
		RoofType:  fabric.RoofFlat,
		Thickness: geometry.MM(200), Offset: geometry.MM(500)}})
	wall := p.wall(mm(503, -2), mm(0, 0), 100)
	p.do(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{roof}})
	checkBody(t, p.model, wall)
}

// A slanted wall that meets six other walls is partly cut by a ceiling. After rounding to the grid, corners of its body
// coincide and a face touches itself.
func TestACutWallWhoseCornersFallTogetherHasASoundBody(t *testing.T) {
	p := newPlot(t)
	ceiling := p.do(change.CreateCeiling{LevelID: p.level, Ceiling: fabric.Ceiling{Boundary: []geometry.Point2{mm2(6000,
		8000),
		mm2(0, 8000), mm2(0, -1000), mm2(6000, -1000)}, Height: geometry.MM(2100), Thickness: geometry.MM(20)}})
	slanted := wallOf(p.level, 3000, 9000, 6000, 0)
	slanted.Height, slanted.Thickness, slanted.LocationLine = geometry.MM(2400), geometry.MM(100),
		fabric.LocationExterior
	wall := p.do(slanted)
	for _, other := range []struct {
		change.CreateWall
		join state.JoinType
	}{
		{wallOf(p.level, 6000, 0, 6000, 6000), fabric.JoinMitre}, {wallOf(p.level, 0, 3000, 6000, 3000),
			fabric.JoinButt},
		{wallOf(p.level, 0, 6000, 6000, 6000), fabric.JoinButt}, {wallOf(p.level, 0, 9000, 9000, 3000),
			fabric.JoinButt},
		{wallOf(p.level, 0, 0, 6000, 0), fabric.JoinMitre},
	} {
		id := p.do(other.CreateWall)
		p.do(change.JoinElements{ElementIDs: []state.ID{id, wall}, JoinType: other.join, Priority: id})
	}
	p.do(change.Attach{ElementIDs: []state.ID{wall}, To: []state.ID{ceiling}, End: fabric.AttachBase})
	checkBody(t, p.model, wall)
}

// The walls are half circles of 5 m radius below a shed roof. Its underside rises towards +X by 0.577, from 2.4 m at x
// = -6 m. It is 3 m high over the end at x = -5 m, and 5.9 m over the middle.
func TestAWindowInACurvedWallLiesBelowTheRoofOverIt(t *testing.T) {
	p := newPlot(t)
	roof := p.do(change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: rectangle(-6000, -6000, 6000, 6000),
		RoofType: fabric.RoofShed, RidgeDirection: "y", Slope: 30 * geometry.Degree, Thickness: geometry.MM(200),
		Offset: geometry.MM(2400)}})
	up := p.arc(mm(-5000, 0), mm(0, 5000), mm(5000, 0), 200)
	down := p.arc(mm(5000, 0), mm(0, -5000), mm(-5000, 0), 200)
	p.do(change.Attach{ElementIDs: []state.ID{up, down}, To: []state.ID{roof}})
	window := func(wall state.ID, offset, sill int64) change.PlaceWindow {
		return change.PlaceWindow{WallID: wall, Window: fabric.Window{Offset: geometry.MM(offset),
			Width:  geometry.MM(1000),
			Height: geometry.MM(1200), SillHeight: geometry.MM(sill)}}
	}
	p.do(window(up, 7354, 4300))
	p.do(window(down, 7354, 4300))
	p.refused(window(up, 500, 2800), state.OpeningOutsideHost)
	p.refused(window(down, 14208, 2800), state.OpeningOutsideHost)
	p.do(window(down, 14208, 1700))
	p.refused(modify(roof, "offset", 2000), state.OpeningOutsideHost)
}
