package domain

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// moments are the integrals of the monomials of x, y and z up to the third degree over a body. The integrals of the
// third degree distinguish a body from its mirror image.
type moments [20]float64

// monomials returns the values of the monomials at a point.
func monomials(x, y, z float64) (out moments) {
	i := 0
	for a := 0; a <= 3; a++ {
		for b := 0; a+b <= 3; b++ {
			for c := 0; a+b+c <= 3; c++ {
				out[i] = math.Pow(x, float64(a)) * math.Pow(y, float64(b)) * math.Pow(z, float64(c))
				i++
			}
		}
	}
	return out
}

// add adds the moments of a body after mapping its points. It uses the tetrahedra between the origin and the triangles,
// each with the five-point rule that is exact to the third degree (P. Keast, 1986). A mirror image turns the triangles
// inside out; sign is then -1.
func (m *moments) add(body geometry.Body, sign float64, to func(p geometry.Point3) [3]float64) {
	mesh := body.Mesh()
	for _, t := range mesh.Triangles {
		var v [4][3]float64
		for i, k := range t {
			v[i+1] = to(mesh.Vertices[k])
		}
		volume := sign / 6 * (v[1][0]*(v[2][1]*v[3][2]-v[2][2]*v[3][1]) - v[1][1]*(v[2][0]*v[3][2]-v[2][2]*v[3][0]) +
			v[1][2]*(v[2][0]*v[3][1]-v[2][1]*v[3][0]))
		at := func(weight float64, of ...float64) {
			var p [3]float64
			for i, share := range of {
				for k := range p {
					p[k] += share * v[i][k]
				}
			}
			for i, value := range monomials(p[0], p[1], p[2]) {
				m[i] += weight * volume * value
			}
		}
		at(-0.8, 0.25, 0.25, 0.25, 0.25)
		for i := range v {
			share := []float64{1. / 6, 1. / 6, 1. / 6, 1. / 6}
			share[i] = 0.5
			at(0.45, share...)
		}
	}
}

// withHosted returns elements with all elements that they host, directly or indirectly, in the order in which they are
// copied.
func (b *builder) withHosted(ids ...state.ID) (out []state.ID) {
	for _, id := range ids {
		e, _ := b.model.Element(id)
		if o, ok := e.Params.(*fabric.Opening); ok && o.FilledBy != "" {
			continue
		}
		if e.Category.Physical() && e.Category != state.CategoryRoom {
			out = append(out, id)
		}
		if e.FillsID != "" {
			out = append(out, e.FillsID)
		}
		out = append(out, b.withHosted(b.model.HostedBy(id)...)...)
	}
	return out
}

// imageSlack is the distance in metres by which the surface of an image may miss the mirrored surface. Corners of both
// are rounded in the frame of the element and in the world.
const imageSlack = 5e-6

// checkImages mirrors elements and compares the moments of each body with the moments of its image.
func (p *plot) checkImages(by geometry.Mirror, ids ...state.ID) {
	p.t.Helper()
	slices.Sort(ids)
	d, err := p.try(change.MirrorElement{ElementIDs: ids, Start: by.From, End: by.To})
	if err != nil {
		p.t.Fatal(err)
	}
	originals := map[state.Category][]state.ID{}
	for _, id := range p.withHosted(ids...) {
		e, _ := p.model.Element(id)
		originals[e.Category] = append(originals[e.Category], id)
	}
	p.do(change.MirrorElement{ElementIDs: ids, Start: by.From, End: by.To})
	for _, event := range d.Events {
		e, created := state.CreatedBy(event)
		if !created || len(originals[e.Category]) == 0 {
			continue
		}
		checkBody(p.t, d.After, e.ID)
		p.checkImage(d.After, originals[e.Category][0], e.ID, by)
		originals[e.Category] = originals[e.Category][1:]
	}
	for category, left := range originals {
		if len(left) > 0 {
			p.t.Errorf("%d of category %s have no image", len(left), category)
		}
	}
}

func (p *plot) checkImage(m *state.Model, original, image state.ID, by geometry.Mirror) {
	p.t.Helper()
	was, err := shape.Body(m, original)
	if err != nil {
		p.t.Fatal(err)
	}
	is, err := shape.Body(m, image)
	if err != nil {
		p.t.Fatal(err)
	}
	box := is.Bounds()
	size := box.Max.Sub(box.Min)
	unit := max(size.X, size.Y, size.Z).M()
	var want, got moments
	want.add(was, -1, func(q geometry.Point3) (out [3]float64) {
		return within(shape.MirroredPoint(q, by), box.Min, unit)
	})
	got.add(is, 1, func(q geometry.Point3) [3]float64 { return within(q, box.Min, unit) })
	for i := range want {
		if off := math.Abs(want[i] - got[i]); off > is.Area()/(unit*unit)*imageSlack/unit {
			e, _ := m.Element(original)
			p.t.Errorf("moment %d of the image of %s %q is %g, want %g, %g apart, about %v: %s", i, e.Category, e.Name,
				got[i], want[i], off, by, state.MustJSON(e.Params))
			return
		}
	}
}

// within returns a point relative to a corner of a box, in units of the box's size.
func within(p, low geometry.Point3, unit float64) [3]float64 {
	d := p.Sub(low)
	return [3]float64{d.X.M() / unit, d.Y.M() / unit, d.Z.M() / unit}
}

func drawMirror(r *rand.Rand) geometry.Mirror {
	at := func() geometry.Point2 { return mm(r.Int64N(40_000)-20_000, r.Int64N(40_000)-20_000) }
	l := geometry.Mirror{From: at()}
	switch r.IntN(4) {
	case 0:
		l.To = l.From.Add(mm(1000, 0))
	case 1:
		l.To = l.From.Add(mm(0, -1000))
	default:
		l.To = l.From.Add(onCircle(mm(0, 0), 9000, r.Float64()*360))
	}
	return l
}

// The walls are joined, straight or curved, in any direction, and have doors, windows and openings of any form.
func TestMirrorImagesOfWalls(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 53))
	for range manyOf(20) {
		p := newPlot(t)
		way := r.Float64() * 360
		a, b := mm(0, 0), onCircle(mm(0, 0), 8000, way)
		c := onCircle(b, 5000, way+float64(40+r.IntN(100)))
		lines := []fabric.LocationLine{"center", "interior", "exterior"}
		one := p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: a, End: b, Height: geometry.MM(3000),
			Thickness: geometry.MM(250), LocationLine: lines[r.IntN(3)]}})
		two := p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: b, End: c, Height: geometry.MM(2600),
			Thickness: geometry.MM(150), LocationLine: lines[r.IntN(3)]}})
		mid := onCircle(mm(0, 30_000), 6000, way+50)
		arc := p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: onCircle(mm(0, 30_000), 6000, way),
			End: onCircle(mm(0, 30_000), 6000, way+120), Mid: &mid, Height: geometry.MM(3000),
			Thickness: geometry.MM(250), LocationLine: lines[r.IntN(3)]}})
		p.join(fabric.JoinAuto, one, two)
		for _, wall := range []state.ID{one, arc} {
			p.do(change.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(900), Width: geometry.MM(900),
				Height: geometry.MM(2100), Swing: "right", Facing: fabric.FacingExterior}})
		}
		p.do(change.PlaceWindow{WallID: one, Window: fabric.Window{Offset: geometry.MM(2500), Width: geometry.MM(1100),
			Height: geometry.MM(1000), SillHeight: geometry.MM(900)}})
		p.do(change.CreateOpening{HostID: one, Offset: at(geometry.MM(4200)), SillHeight: geometry.MM(500),
			Form: &fabric.OpeningForm{Shape: fabric.OutlinePolygon, Skew: 20 * geometry.Degree,
				Points: []fabric.OutlinePoint{{At: mm(0, 0)}, {At: mm(700, 0),
					Mid: &geometry.Point2{X: geometry.MM(900), Y: geometry.MM(500)}},
					{At: mm(700, 1000)}, {At: mm(200, 600)}}}})
		p.do(change.CreateOpening{HostID: one, Offset: at(geometry.MM(5600)), Width: geometry.MM(600),
			Height: geometry.MM(900), Depth: geometry.MM(100), Face: fabric.FaceExterior})
		p.checkImages(drawMirror(r), one, two, arc)
		if joins := len(p.model.Joins()); joins != 2 {
			t.Errorf("%d joins with those of the images", joins)
		}
	}
}

// Mirrored doors are hung on the other side. A door that is mirrored without its wall stays in the wall.
func TestMirroredDoorsChangeHands(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(10_000, 0), 200)
	door := p.do(doorOf(wall, 1000))
	p.do(change.MirrorElement{ElementIDs: []state.ID{door}, Start: mm(5000, 0), End: mm(5000, 500)})
	doors := p.model.HostedBy(wall)
	if len(doors) != 4 {
		t.Fatalf("the wall hosts %d elements", len(doors))
	}
	for _, id := range p.model.OfCategory(state.CategoryDoor) {
		if d := change.Element(p.model, id).Params.(*fabric.Door); id != door &&
			(d.Offset != geometry.MM(10_000-1000-900) || d.Swing != "right" || d.Facing != fabric.FacingInterior) {
			t.Errorf("the image is %+v", d)
		}
	}
	p.refused(change.MirrorElement{ElementIDs: []state.ID{door}, Start: mm(0, 3000), End: mm(5000, 3000)},
		state.IllegalState)
	p.refused(change.MirrorElement{ElementIDs: []state.ID{door}, Start: mm(-900, 0), End: mm(-900, 500)},
		state.OpeningOutsideHost)
	p.refused(change.MirrorElement{ElementIDs: []state.ID{wall}, Start: mm(5, 5), End: mm(5, 5)},
		state.DegenerateGeometry)
	p.do(change.MirrorElement{ElementIDs: []state.ID{wall}, Start: mm(0, 5000), End: mm(10_000, 5000)})
	swings := map[fabric.Swing]int{}
	for _, id := range p.model.OfCategory(state.CategoryDoor) {
		swings[change.Element(p.model, id).Params.(*fabric.Door).Swing]++
	}
	if swings["left"] != 2 || swings["right"] != 2 {
		t.Errorf("the doors hang %v", swings)
	}
}

// Mirror images of floors with openings, roofs of all forms, ceilings, footings, columns, beams, railings and curtain
// walls have the same volume at the mirrored place.
func TestMirrorImagesOfWhatWallsCarry(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 53))
	degrees := func(n int) geometry.Angle { return geometry.Angle(r.IntN(n)) * geometry.Degree }
	for range manyOf(20) {
		p := newPlot(t)
		outline := []geometry.Point2{mm(0, 0), mm(9000, 0), mm(9000, 4000), mm(5000, 4000), mm(5000, 7000), mm(0, 7000)}
		floor := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: outline,
			Thickness: geometry.MM(200), Holes: []geometry.Ring{rectangle(500, 500, 1500, 900)}}})
		p.do(change.CreateOpening{HostID: floor, Polygon: []geometry.Point2{
			mm(2000, 2000), mm(4000, 2000), mm(2000, 3000)}})
		ids := []state.ID{floor}
		for i, kind := range []fabric.RoofType{fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable, fabric.RoofHip} {
			roof := fabric.Roof{RoofType: kind, Slope: 30 * geometry.Degree, Thickness: geometry.MM(250),
				Overhang: geometry.MM(300), Offset: geometry.MM(3000)}
			if kind == fabric.RoofFlat {
				roof.Slope = 0
			}
			turn := degrees(360)
			for _, q := range rectangle(0, 0, int64(4000+r.IntN(3000)), int64(4000+r.IntN(3000))) {
				roof.Boundary = append(roof.Boundary, q.Rotate(mm(0, 0), turn).Add(mm(int64(i)*15_000, -20_000)))
			}
			if kind == fabric.RoofShed || kind == fabric.RoofGable {
				roof.RidgeDirection, roof.RidgeAngle = []fabric.RidgeDirection{"x", "y"}[r.IntN(2)], degrees(90)
			}
			if kind == fabric.RoofHip {
				zero := geometry.Length(0)
				roof.Edges = []fabric.RoofEdge{{At: shape.Middle(roof.Boundary[0], roof.Boundary[1]),
					Slope:    45 * geometry.Degree,
					Overhang: &zero}}
				roof.Gables = []geometry.Point2{shape.Middle(roof.Boundary[1], roof.Boundary[2])}
			}
			ids = append(ids, p.do(change.CreateRoof{LevelID: p.level, Roof: roof}))
		}
		ids = append(ids, p.do(change.CreateCeiling{LevelID: p.level, Ceiling: fabric.Ceiling{Boundary: outline,
			Height: geometry.MM(2600), Thickness: geometry.MM(20)}}))
		pad := mm(-5000, 1000)
		ids = append(ids, p.do(change.CreateFooting{LevelID: p.level, Footing: fabric.Footing{Location: &pad,
			Length: geometry.MM(1500), Width: geometry.MM(900), Height: geometry.MM(400), Rotation: degrees(360)}}))
		for i, profile := range []geometry.Profile{
			{Shape: geometry.ProfileT, Width: geometry.MM(300), Depth: geometry.MM(500), WebThickness: geometry.MM(40),
				FlangeThickness: geometry.MM(60)},
			{Shape: geometry.ProfileU, Width: geometry.MM(200), Depth: geometry.MM(400), WebThickness: geometry.MM(30),
				FlangeThickness: geometry.MM(20)},
			{Shape: geometry.ProfileL, Width: geometry.MM(300), Depth: geometry.MM(300),
				WallThickness: geometry.MM(50)},
			{Shape: geometry.ProfileCircle, Diameter: geometry.MM(300)}} {
			ids = append(ids, p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{
				Location: mm(-8000, int64(i)*2000), Height: geometry.MM(3000), Profile: &profile,
				Rotation: degrees(360)}}))
			ids = append(ids, p.do(change.CreateBeam{LevelID: p.level, Beam: member.Beam{
				Start: mm(-9000, int64(i)*2000).At(geometry.MM(3000)), End: mm(-9000, int64(i)*2000).Add(
					onCircle(mm(0, 0), 4000, r.Float64()*360)).At(geometry.MM(int64(3000 + r.IntN(500)))),
				Profile: &profile, Rotation: degrees(360)}}))
			ids = append(ids, p.do(change.CreateBeam{LevelID: p.level, Beam: member.Beam{
				Start: mm(-12_000, int64(i)*2000).At(geometry.MM(3000)), End: mm(-12_000, int64(i)*2000).At(0),
				Profile: &profile, Rotation: degrees(360)}}))
		}
		ids = append(ids, p.do(change.CreateRailing{LevelID: p.level, Railing: stairshape.Railing{
			Path:   []geometry.Point3{mm(0, 9000).At(0), mm(3000, 9500).At(0), mm(3000, 12_000).At(geometry.MM(400))},
			Height: geometry.MM(1000)}}))
		for range 2 {
			wall := drawCurtain(r)
			if _, err := p.try(change.CreateCurtainWall{LevelID: p.level, CurtainWall: wall}); err == nil {
				ids = append(ids, p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: wall}))
			}
		}
		glazed := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: fabric.CurtainWall{Start: mm(0, 20_000),
			End: mm(9000, 22_000), Height: geometry.MM(3000), VBays: 2,
			ULines: []geometry.Length{geometry.MM(2000), geometry.MM(3500)},
			Panels: []fabric.CurtainCells{{U: []int{0}, Kind: "empty"}}}})
		p.do(change.PlaceDoor{WallID: glazed, Door: fabric.Door{Offset: geometry.MM(4000), Width: geometry.MM(1000),
			Height: geometry.MM(2100)}})
		p.checkImages(drawMirror(r), append(ids, glazed)...)
	}
}

// A mirrored stair or ramp of any form turns to the other side, and keeps the same railings and opening as the
// original.
func TestMirrorImagesOfStairsAndRamps(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 53))
	for range manyOf(12) {
		p := newPlot(t)
		top := p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
		var ids []state.ID
		for i, form := range stairs.Form("").Enum() {
			s := stairshape.Stair{Start: mm(int64(i)*12_000, 0), Toward: mm(int64(i)*12_000, 0).Add(
				onCircle(mm(0, 0), 4000, r.Float64()*360)), TopLevel: top, Width: geometry.MM(1000), Risers: 18,
				Tread: geometry.MM(280), Shape: stairs.Form(form),
				Turn: []stairs.Side{"", stairs.Left, stairs.Right}[r.IntN(3)],
				Well: geometry.MM(300), Justification: []stairshape.StairSide{"center", "left", "right"}[r.IntN(3)],
				Railings: []stairshape.StairRailings{"none", "left", "right", "both"}[r.IntN(4)]}
			if stairs.Form(form).Round() {
				s.Well = geometry.MM(1500)
			}
			if _, err := p.try(change.CreateStair{LevelID: p.level, Stair: s}); err != nil {
				t.Fatalf("%s: %v", form, err)
			}
			ids = append(ids, p.do(change.CreateStair{LevelID: p.level, Stair: s}))
		}
		for range 3 {
			if ramp := drawRamp(r); ramp.Slope != 0 {
				ramp.Railings = []stairshape.StairRailings{"none", "left", "right", "both"}[r.IntN(4)]
				if _, err := p.try(change.CreateRamp{LevelID: p.level, Ramp: ramp}); err == nil {
					ids = append(ids, p.do(change.CreateRamp{LevelID: p.level, Ramp: ramp}))
				}
			}
		}
		p.checkImages(drawMirror(r), ids...)
	}
}

// Mirrored runs of ducts and pipes stay connected, furniture keeps its front, and rooms are found between the mirrored
// walls.
func TestMirrorImagesOfServicesAndRooms(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 53))
	for range manyOf(10) {
		b, ids := network(t)
		ids = ids[:len(ids)-2]
		p := &plot{b, b.model.OfCategory(state.CategoryLevel)[0]}
		connected := len(p.model.Connections())
		p.checkImages(drawMirror(r), ids...)
		if got := len(p.model.Connections()); got != 2*connected {
			t.Errorf("%d connections, %d before", got, connected)
		}
		f := newFork(t)
		s := newSide(t, &builder{t: t, model: f.base, n: 100}, 1)
		chair := s.do(change.PlaceComponent{Category: "furniture", LevelID: f.level, Component: component.Component{
			Location: point(1000, 1000, 0), Width: geometry.MM(500), Depth: geometry.MM(600), Height: geometry.MM(800),
			Rotation: 30 * geometry.Degree}})
		all := append(s.model.OfCategory(state.CategoryWall), chair, f.room)
		q := &plot{s.builder, f.level}
		q.checkImages(geometry.Mirror{From: mm(9000, 0), To: mm(9000, 1000).Add(mm(r.Int64N(200), 0))}, all...)
		rooms := q.model.OfCategory(state.CategoryRoom)
		if len(rooms) != 2 {
			t.Fatalf("%d rooms", len(rooms))
		}
		areas := []float64{q.quantity(rooms[0], "NetFloorArea"), q.quantity(rooms[1], "NetFloorArea")}
		if math.Abs(areas[0]-areas[1]) > 1e-4 {
			t.Errorf("the rooms have %v m2", areas)
		}
	}
}

// An element without a mirror image is refused if it is named, and left out with a warning if its host is.
func TestWhatHasNoMirrorImageIsSaid(t *testing.T) {
	p := newPlot(t)
	uneven := p.do(change.CreateColumn{BaseLevel: p.level, Column: member.Column{Location: mm(0, 0),
		Height: geometry.MM(3000), Profile: &geometry.Profile{Shape: geometry.ProfileL, Width: geometry.MM(200),
			Depth: geometry.MM(300), WallThickness: geometry.MM(30)}}})
	line := geometry.Mirror{From: mm(3000, 0), To: mm(3000, 1)}
	mirror := func(id state.ID) change.MirrorElement {
		return change.MirrorElement{ElementIDs: []state.ID{id}, Start: line.From, End: mm(3000, 1000)}
	}
	p.refused(mirror(uneven), state.IllegalState)
	p.refused(mirror(p.level), state.IllegalState)
	lopsided := p.do(change.DefineComponentType{Name: "Corner sofa", Category: "furniture", Use: "sofa",
		Parts: []state.ComponentPart{
			{Profile: geometry.Profile{Shape: "rectangle", Width: geometry.MM(2000), Depth: geometry.MM(900)},
				Height: geometry.MM(400)},
			{At: point(700, 900, 0), Profile: geometry.Profile{Shape: "rectangle", Width: geometry.MM(600),
				Depth: geometry.MM(900)}, Height: geometry.MM(400)}}})
	wall := p.wall(mm(0, 5000), mm(6000, 5000), 200)
	sofa := p.do(change.PlaceComponent{Category: "furniture", HostID: wall, TypeID: lopsided,
		Component: component.Component{Location: point(3000, 4000, 0)}})
	p.refused(mirror(sofa), state.IllegalState)
	d, err := p.try(mirror(wall))
	if err != nil || len(d.Warnings) != 1 || d.Warnings[0].Code != "NOT_MIRRORED" || len(made(d)) != 1 {
		t.Errorf("%v: %v, %d made", err, d.Warnings, len(made(d)))
	}
}
