package domain

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// around returns a facade of 4 and 3 m around a corner to the left, and then 2 m to the right.
func around() fabric.CurtainWall {
	return fabric.CurtainWall{Start: mm(0, 0), Corners: []geometry.Point2{mm(4000, 0), mm(4000, 3000)},
		End: mm(6000, 3000), Height: geometry.MM(3000), USpacing: geometry.MM(1000), VBays: 2}
}

// The wall has 9 m in 4, 3 and 2 bays. In plan each of the two mitred mullions takes 70.7 mm along the strip, which is
// 150 mm deep; the others take 50 mm. 70.7 mm is 50 mm times the square root of two.
func TestACurtainWallAroundCorners(t *testing.T) {
	p := newPlot(t)
	id := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: around()})
	checkBody(t, p.model, id)
	p.measure(id, "Length", 9)
	p.measure(id, "GrossSideArea", 27)
	corner := 0.05 * math.Sqrt2
	bars := 8*0.05 + 2*corner // of mullions along the line
	clear := 9 - bars
	near := func(name string, want float64) {
		t.Helper()
		if is := p.quantity(id, name); math.Abs(is-want) > 1e-5 {
			t.Errorf("%s is %v, want %v", name, is, want)
		}
	}
	near("FrameVolume", bars*0.15*3+clear*0.15*3*0.05)
	near("GlassArea", clear*(3-3*0.05))
	near("NetVolume", bars*0.15*3+clear*0.15*3*0.05+clear*(3-3*0.05)*0.03)
}

// Lines are counted along all legs. A leg without a line is a single bay.
func TestLinesAroundCorners(t *testing.T) {
	p := newPlot(t)
	wall := around()
	wall.USpacing, wall.ULines = 0, []geometry.Length{geometry.MM(1000), geometry.MM(8000)}
	id := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: wall})
	p.checkStrip(id)
	p.wantParts(id, map[string][4]float64{"mullion 1": {975, 1025, 0, 3000}, "mullion 4": {975, 1025, 0, 3000},
		"panel 2/0": {35.355, 2964.645, 50, 1475}})
	wall.UBays = 3
	p.refused(change.CreateCurtainWall{LevelID: p.level, CurtainWall: wall}, state.OutOfRange)
}

func TestABentCurtainWallIsRefused(t *testing.T) {
	p := newPlot(t)
	mid := mm(2000, 1500)
	for _, c := range []struct {
		when string
		edit func(*fabric.CurtainWall)
		want state.Code
	}{
		{"it has corners and an arc", func(c *fabric.CurtainWall) { c.Mid = &mid }, state.OutOfRange},
		{"two corners are one", func(c *fabric.CurtainWall) { c.Corners[1] = c.Corners[0] }, state.DegenerateGeometry},
		{"it turns back", func(c *fabric.CurtainWall) { c.Corners[1] = mm(500, 300) }, state.DegenerateGeometry},
		{"it runs into itself", func(c *fabric.CurtainWall) {
			c.Corners = []geometry.Point2{mm(4000, 0), mm(4000, 3000), mm(2000, 3000)}
			c.End = mm(2000, -2000)
		}, state.DegenerateGeometry},
		{"a line is at a corner", func(c *fabric.CurtainWall) {
			c.USpacing, c.ULines = 0, []geometry.Length{geometry.MM(4000)}
		}, state.DegenerateGeometry},
		{"a leg is all mullions", func(c *fabric.CurtainWall) { c.Corners[1] = mm(4000, 120) },
			state.DegenerateGeometry},
		{"its arc is straight", func(c *fabric.CurtainWall) {
			c.Corners, c.Mid = nil, &geometry.Point2{X: geometry.MM(3000), Y: geometry.MM(1500)}
		}, state.DegenerateGeometry},
	} {
		t.Run(c.when, func(t *testing.T) {
			wall := around()
			c.edit(&wall)
			p.refused(change.CreateCurtainWall{LevelID: p.level, CurtainWall: wall}, c.want)
		})
	}
	id := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: around()})
	p.refused(doorOf(id, 500), state.IllegalState)
}

// For any bent curtain wall, its parts tile a strip whose area is length times depth. The volumes in its quantities
// equal the volumes of its body.
func TestRandomBentCurtainWalls(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 5))
	made, bent := 0, 0
	for made < manyOf(15) {
		p := newPlot(t)
		c := drawCurtain(r)
		d, err := p.try(change.CreateCurtainWall{LevelID: p.level, CurtainWall: c})
		if err != nil {
			if code := state.CodeOf(err); code != state.DegenerateGeometry {
				t.Fatalf("%+v: %v", c, err)
			}
			continue
		}
		p.model = d.After
		made++
		id := p.model.OfCategory(state.CategoryCurtainWall)[0]
		p.checkStrip(id)
		if c.Bent() {
			bent++
		}
		was := p.quantity(id, "NetVolume")
		p.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: shift(1234, -777, 50),
			Rotation: geometry.Angle(r.IntN(360)-180) * geometry.Degree})
		p.checkStrip(id)
		if is := p.quantity(id, "NetVolume"); math.Abs(is-was) > 1e-5*was {
			t.Fatalf("moving changes the volume from %v to %v: %+v", was, is, c)
		}
	}
	if bent < made/2 {
		t.Errorf("only %d of %d were bent", bent, made)
	}
}

func drawCurtain(r *rand.Rand) fabric.CurtainWall {
	c := fabric.CurtainWall{Height: geometry.MM(int64(2500 + r.IntN(3000))),
		USpacing: geometry.MM(int64(800 + r.IntN(900))),
		VBays:    1 + r.IntN(3), Mullion: &geometry.Profile{Shape: geometry.ProfileRectangle,
			Width: geometry.MM(int64(40 + r.IntN(60))), Depth: geometry.MM(int64(60 + r.IntN(200)))}}
	at, way := mm(0, 0), r.Float64()*360
	c.Start = at
	if r.IntN(3) == 0 {
		radius := float64(2000 + r.IntN(9000))
		turn := float64(40+r.IntN(280)) * float64(1-2*r.IntN(2))
		centre := mm(0, 0)
		c.Start, c.End = onCircle(centre, radius, way), onCircle(centre, radius, way+turn)
		mid := onCircle(centre, radius, way+turn/2)
		c.Mid = &mid
		return c
	}
	var points []geometry.Point2
	for range 1 + r.IntN(5) {
		at = at.Add(onCircle(mm(0, 0), float64(1500+r.IntN(5000)), way))
		points = append(points, at)
		way += float64(r.IntN(220) - 110)
	}
	c.Corners, c.End = points[:len(points)-1], points[len(points)-1]
	return c
}

// checkStrip checks a curtain wall against the plan of its strip at the height of its lowest transom and in the middle
// of its lowest panels.
func (p *plot) checkStrip(id state.ID) {
	p.t.Helper()
	e := change.Element(p.model, id)
	body, err := bodyshape.Body(p.model, id)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, solid := range body {
		if err := solid.Check(); err != nil {
			p.t.Fatal(err)
		}
	}
	s := fabric.CurtainShapeOf(p.model, e)
	low := body.Bounds().Min.Z + geometry.Millimetre
	plan, sum := body.Shadow(low, low+geometry.Millimetre).Area(), 0.0
	volume := 0.0
	for _, part := range s.Parts {
		volume += part.Volume()
		if part.Kind != fabric.CurtainPanel && part.Box.Min.Z == 0 {
			sum += part.Volume() / (part.Box.Max.Z - part.Box.Min.Z).M()
		}
	}
	strip := s.Length.M() * s.Depth.M()
	bounds, _ := fabric.WallBoundsOf(p.model, e)
	const off = 1e-4 // corners are rounded to the grid, by 1 um over 0.3 m at each of about a hundred
	if math.Abs(plan-strip) > off || math.Abs(sum-strip) > off || math.Abs(bounds.Footprint.Area()-strip) > off {
		p.t.Fatalf("the strip is %v m2, its parts cover %v and add up to %v, its outline %v: %+v", strip, plan, sum,
			bounds.Footprint.Area(), e.Params)
	}
	if is := body.Volume(); math.Abs(is-volume) > 1e-6*volume {
		p.t.Fatalf("the body is %v m3, its parts %v", is, volume)
	}
}
