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
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// arc adds a curved wall 3 m high.
func (p *plot) arc(start, mid, end geometry.Point2, thickness int64) state.ID {
	p.t.Helper()
	return p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: start, Mid: &mid, End: end,
		Height:    geometry.MM(3000),
		Thickness: geometry.MM(thickness)}})
}

// onCircle returns a point on a circle, given the angle in degrees.
func onCircle(centre geometry.Point2, radius, degrees float64) geometry.Point2 {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return centre.Add(fabric.RoundPoint(radius*1000*c, radius*1000*s))
}

func TestACurvedWallHasTheSizesOfItsArc(t *testing.T) {
	for _, c := range []struct {
		name               string
		start, mid, end    geometry.Point2
		location           fabric.LocationLine
		length, area, side float64 // in m and m2: the area in plan, with 200 mm of thickness
	}{
		{"a quarter to the left", mm(5000, 0), onCircle(mm(0, 0), 5000, 30), mm(0, 5000), fabric.LocationCenter,
			5 * math.Pi / 2, 0.2 * 5 * math.Pi / 2, 3 * 5 * math.Pi / 2},
		{"half to the right, drawn by the inner face", mm(-3000, 0), mm(0, 3000), mm(3000, 0), fabric.LocationExterior,
			3 * math.Pi, 0.2 * 3.1 * math.Pi, 9 * math.Pi},
		{"three quarters to the left", mm(4000, 0), onCircle(mm(0, 0), 4000, 200), onCircle(mm(0, 0), 4000, 270),
			fabric.LocationCenter, 6 * math.Pi, 0.2 * 6 * math.Pi, 18 * math.Pi},
		{"a flat one", mm(0, 0), mm(5000, 20), mm(10000, 0), fabric.LocationCenter, 10.000107, 2.0000213, 30.00032},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlot(t)
			mid := c.mid
			id := p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: c.start, Mid: &mid, End: c.end,
				Height: geometry.MM(3000), Thickness: geometry.MM(200), LocationLine: c.location}})
			got, err := elements.Quantities(p.model, id)
			if err != nil {
				t.Fatal(err)
			}
			// Chords within a quarter of a millimetre of both faces reduce the area between them by less than 0.02 %.
			for _, q := range got {
				for name, want := range map[string]float64{"Length": c.length, "GrossFootprintArea": c.area,
					"GrossSideArea": c.side, "GrossVolume": 3 * c.area, "BodyLength": c.area / 0.2} {
					if q.Name == name && math.Abs(q.Value-want) > 2e-4*want {
						t.Errorf("%s is %v, want %v", name, q.Value, want)
					}
				}
			}
		})
	}
}

// TestPlacesAlongACurvedWall checks places along and across a curved wall. A place must be recoverable from its point.
// The tangent at the place must contain the point, and the line must end at the points to which the wall was drawn.
func TestPlacesAlongACurvedWall(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(rt)
		radius := float64(rapid.Int64Range(1000, 50000).Draw(rt, "radius"))
		from := rapid.Float64Range(0, 360).Draw(rt, "from")
		sweep := rapid.SampledFrom([]float64{5, 37, 90, 180, 250, 330, -5, -90, -180, -290}).Draw(rt, "sweep")
		rise := radius * (1 - math.Cos(sweep*math.Pi/360))
		if rise < 2 {
			rt.Skip("that is a straight wall")
		}
		off := 0.003 / rise // the share by which three points on the grid may miss it
		centre := drawCentre(rt)
		id := p.arc(onCircle(centre, radius, from), onCircle(centre, radius, from+sweep*0.4),
			onCircle(centre, radius, from+sweep), 200)
		plan, err := fabric.WallLine(p.model, id)
		if err != nil {
			rt.Fatal(err)
		}
		if r, s := plan.Radius(); math.Abs(math.Abs(float64(r))-radius*1000) > off*radius*1000 ||
			(r > 0) != (sweep > 0) || math.Abs(s.Degrees()-sweep) > off*math.Abs(sweep) {
			rt.Fatalf("radius %v, sweep %v, want %v and %v", r, s, radius, sweep)
		}
		end := onCircle(centre, radius, from+sweep)
		if d := geometry.Distance(plan.On(plan.Length, 0), end); d > 5*geometry.Micrometre {
			rt.Fatalf("the line ends %v mm from the end", d)
		}
		beyond := int64(200_000)
		if math.Abs(sweep) > 250 {
			beyond = 0 // there the ends are near each other
		}
		along := geometry.Length(rapid.Int64Range(-beyond, int64(plan.Length)+beyond).Draw(rt, "along"))
		across := geometry.Length(rapid.Int64Range(-300_000, 300_000).Draw(rt, "across"))
		at := plan.On(along, across)
		gotAlong, gotAcross := plan.Place(at)
		// A point at 700 mm from the centre is rounded twice and is off by up to 1.4 um. On the line, whose radius is
		// 1000 mm, it is off by 1000 / 700 times as much.
		if (gotAlong-along).Abs() > 6 || (gotAcross-across).Abs() > 6 {
			rt.Fatalf("%v along and %v across is found at %v and %v", along, across, gotAlong, gotAcross)
		}
		touch := max(0, min(plan.Length, along))
		tangent := plan.Tangent(touch)
		q := tangent.Frame.Point(geometry.Point2{X: touch, Y: across}.At(0)).XY()
		if d := geometry.Distance(q, plan.On(touch, across)); d > 4*geometry.Micrometre || tangent.Curved() {
			rt.Fatalf("the tangent is %v mm off where it touches", d)
		}
	})
}

func TestACurvedWallIsRefused(t *testing.T) {
	p := newPlot(t)
	for name, c := range map[string]struct {
		mid       geometry.Point2
		end       geometry.Point2
		thickness int64
	}{
		"mid on the straight line":      {mm(2000, 0), mm(5000, 0), 200},
		"mid half a millimetre off it":  {geometry.Point2{X: geometry.MM(2500), Y: 500}, mm(5000, 0), 200},
		"mid at the start":              {mm(0, 0), mm(5000, 0), 200},
		"mid at the end":                {mm(5000, 0), mm(5000, 0), 200},
		"mid beyond the end":            {mm(7000, 0), mm(5000, 0), 200},
		"thicker than twice the radius": {mm(100, 100), mm(200, 0), 200},
		"too many chords":               {mm(0, 900_000), mm(1_800_000, 0), 200},
	} {
		t.Run(name, func(t *testing.T) {
			mid := c.mid
			p.refused(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: mm(0, 0), Mid: &mid, End: c.end,
				Height: geometry.MM(3000), Thickness: geometry.MM(c.thickness)}}, state.DegenerateGeometry)
		})
	}
}

// TestWallsJoinedToCurvedWallsShareNothing draws a curved wall and another wall, straight or curved, that meets one of
// its ends or a place along it. After joining, the walls hardly overlap and leave no gap.
func TestWallsJoinedToCurvedWallsShareNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(rt)
		radius := float64(rapid.SampledFrom([]int64{1500, 3000, 8000, 40000}).Draw(rt, "radius"))
		sweep := rapid.SampledFrom([]float64{40, 90, 180, 240, -40, -90, -180, -240}).Draw(rt, "sweep")
		from := rapid.SampledFrom([]float64{0, 33, 90, 200}).Draw(rt, "from")
		thick := 2 * rapid.Int64Range(40, 200).Draw(rt, "half of the curved wall")
		// A wider wall could leave the inner face before it has crossed the face completely.
		other := 2 * rapid.Int64Range(40, int64(min(200, radius/20))).Draw(rt, "half of the other wall")
		curved := p.arc(onCircle(mm(0, 0), radius, from), onCircle(mm(0, 0), radius, from+sweep/2),
			onCircle(mm(0, 0), radius, from+sweep), thick)
		where := rapid.SampledFrom([]float64{0, 1, 0.5, 0.3}).Draw(rt, "where")
		at := onCircle(mm(0, 0), radius, from+sweep*where)
		away := rapid.SampledFrom([]float64{0, 180, 20, 160, -30, 210}).Draw(rt, "away") + from + sweep*where
		far := polar(at, away, int64(min(radius*0.8, 4000)))
		var second state.ID
		if rapid.Bool().Draw(rt, "goes on beyond") {
			second = p.wall(polar(at, away+180, 1000), far, other)
		} else if bent := rapid.SampledFrom([]int64{0, 0, 150, -150}).Draw(rt, "bent"); bent == 0 {
			second = p.wall(at, far, other)
		} else {
			second = p.arc(at, polar(shape.Middle(at, far), away+90, bent), far, other)
		}
		if _, err := p.try(change.JoinElements{ElementIDs: []state.ID{curved,
			second}}); state.CodeOf(err) == state.DegenerateGeometry &&
			strings.Contains(err.Error(), "too obliquely") {
			rt.Skip("a thin wall bends away from the cut of a thick one")
		}
		p.join(fabric.JoinAuto, curved, second)
		p.checkJoined(rt, []state.ID{curved, second})
	})
}

// sliver is the largest area in m2 of an overlap or a gap between two of these walls, where one bends away from a cut
// along it. It is a strip as long as the walls are thick and less than a millimetre wide.
const sliver = 1e-4

// checkJoined checks that every join holds, that footprints hardly overlap, and that together they form one piece
// without a gap.
func (p *plot) checkJoined(rt *rapid.T, walls []state.ID) {
	for _, id := range walls {
		for _, j := range p.model.JoinsOf(id) {
			if !fabric.JoinHolds(p.model, j) {
				rt.Fatalf("join %+v does not hold", *j)
			}
		}
	}
	parts, _, _ := p.footprints(walls)
	for i := range parts {
		for k := range parts[:i] {
			if common := geometry.Intersect(parts[i], parts[k]).Area(); common > sliver {
				rt.Errorf("walls %d and %d have %v m2 in common", k, i, common)
			}
		}
	}
	// Corners are rounded twice: in a wall's frame and in the world.
	for i, part := range parts {
		wider, err := part[0].Offset(2 * fabric.FootprintGrid)
		if err != nil {
			rt.Fatal(err)
		}
		parts[i] = wider
	}
	whole := geometry.Union(parts...)
	if len(whole) != 1 {
		rt.Errorf("%d pieces", len(whole))
	}
	for _, hole := range whole[0].Holes {
		if gap := math.Abs(hole.Area()); gap > sliver {
			rt.Errorf("a gap of %v m2 between them", gap)
		}
	}
}

// TestABayIsARoom joins a curved wall to straight ones, which gives a room with a bay and a door and a window in the
// arc.
func TestABayIsARoom(t *testing.T) {
	p := newPlot(t)
	h := geometry.MM(3000)
	bay := p.arc(mm(0, 0), mm(3000, -3000), mm(6000, 0), 300) // a semicircle
	walls := []state.ID{bay, p.wall(mm(6000, 0), mm(6000, 4000), 300), p.wall(mm(6000, 4000), mm(0, 4000), 300),
		p.wall(mm(0, 4000), mm(0, 0), 300)}
	p.join(fabric.JoinAuto, walls...)
	room := p.do(change.CreateRoom{LevelID: p.level, Room: room.Room{Seed: new(mm(3000, 2000)), Number: "1",
		Height: h}})
	got := p.quantity(room, "NetFloorArea")
	want := 5.7*3.85 + math.Pi*2.85*2.85/2
	if math.Abs(got-want) > 2e-3 { // chords within a quarter of a millimetre
		t.Errorf("the room has %v m2, want %v", got, want)
	}
	door := p.do(change.PlaceDoor{WallID: bay, Door: fabric.Door{Offset: geometry.MM(4000), Width: geometry.MM(1000),
		Height: geometry.MM(2100)}})
	// The opening is a box in the tangent at its middle. It extends from the exterior face to beyond the inner face at
	// its edges.
	line, _ := fabric.WallLine(p.model, bay)
	gross := p.quantity(bay, "GrossVolume")
	hole := gross - p.quantity(bay, "NetVolume")
	half := math.Asin(500 / 3150.)
	outer := 3.15*3.15*half + 0.5*math.Sqrt(3.15*3.15-0.25)
	inner := math.Asin(500 / 2850.)
	want = 2.1 * (outer - 2.85*2.85*inner - 0.5*math.Sqrt(2.85*2.85-0.25))
	if math.Abs(hole-want) > 1e-3 {
		t.Errorf("the door takes %v m3 from the wall, want %v", hole, want)
	}
	e, _ := p.model.Element(door)
	body, err := shape.Body(p.model, door)
	if err != nil {
		t.Fatal(err)
	}
	middle := line.On(geometry.MM(4500), 0)
	lo, hi := body.Bounds().Min.XY(), body.Bounds().Max.XY()
	centre := geometry.Point2{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2}
	if c := geometry.Distance(centre, middle); c > geometry.MM(300) {
		t.Errorf("%s stands %v mm from its place", e.Name, c)
	}
	p.refused(change.PlaceDoor{WallID: bay, Door: fabric.Door{Offset: geometry.MM(4900), Width: geometry.MM(1000),
		Height: geometry.MM(2100)}}, state.OpeningsOverlap)
	p.refused(change.PlaceDoor{WallID: bay, Door: fabric.Door{Offset: 0, Width: geometry.MM(1000),
		Height: geometry.MM(2100)}},
		state.OpeningOutsideHost)
	p.refused(change.PlaceDoor{WallID: bay, Door: fabric.Door{Offset: geometry.MM(5500), Width: geometry.MM(2900),
		Height: geometry.MM(2100)}}, state.OpeningOutsideHost)
}

// quantity returns a quantity of an element.
func (p *plot) quantity(id state.ID, name string) float64 {
	p.t.Helper()
	all, err := elements.Quantities(p.model, id)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, q := range all {
		if q.Name == name {
			return q.Value
		}
	}
	p.t.Fatalf("no quantity %s in %v", name, all)
	return 0
}

// TestFacesOfACurvedWallMeetThoseOfAStraightOne checks that both walls of a corner have the same two corner points.
// These are the points at which the faces themselves meet, and not their tangents at the end of the arc.
func TestFacesOfACurvedWallMeetThoseOfAStraightOne(t *testing.T) {
	for _, radius := range []float64{1850, 4000} {
		for _, away := range []float64{0, 180, 30, 150} {
			p := newPlot(t)
			at := onCircle(mm(0, 0), radius, 0)
			curved := p.arc(at, onCircle(mm(0, 0), radius, 40), onCircle(mm(0, 0), radius, 90), 300)
			straight := p.wall(at, polar(at, away, 1500), 300)
			p.join(fabric.JoinAuto, curved, straight)
			parts, _, _ := p.footprints([]state.ID{curved, straight})
			common := 0
			for _, a := range parts[0][0].Outer {
				for _, b := range parts[1][0].Outer {
					if geometry.Distance(a, b) <= 2*fabric.FootprintGrid {
						common++
					}
				}
			}
			if common != 2 {
				t.Errorf("radius %v, %v degrees: %d corners in common: %v and %v", radius, away, common, parts[0],
					parts[1])
			}
		}
	}
}

// TestChordsAreCutAlikeInPartAndAsAWhole checks that an end cuts off the same area whether all chords are cut or only
// the chords near the end.
func TestChordsAreCutAlikeInPartAndAsAWhole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPlot(rt)
		radius := rapid.SampledFrom([]float64{1500, 3000, 8000, 40000}).Draw(rt, "radius")
		sweep := rapid.SampledFrom([]float64{40, 90, 180, -40, -90, -240}).Draw(rt, "sweep")
		curved := p.arc(onCircle(mm(0, 0), radius, 0), onCircle(mm(0, 0), radius, sweep/2),
			onCircle(mm(0, 0), radius, sweep), 200)
		at := onCircle(mm(0, 0), radius, sweep)
		other := p.wall(at, polar(at, rapid.Float64Range(0, 360).Draw(rt, "away"), 4000), 150)
		if _, err := p.try(change.JoinElements{ElementIDs: []state.ID{curved, other}}); err != nil {
			rt.Skip("they lie on each other")
		}
		p.join(fabric.JoinAuto, curved, other)
		s, _ := fabric.StripOfOf(p.model, curved)
		joins := p.model.JoinsOf(curved)
		ends := [2]fabric.BandEnd{{Part: fabric.PartStart, Ring: fabric.EndCap(p.model, s, fabric.PartStart, joins,
			true).Ring},
			{Part: fabric.PartEnd, Ring: fabric.EndCap(p.model, s, fabric.PartEnd, joins, true).Ring}}
		for i := range ends {
			if ends[i].Beyond = s.ReachOf(ends[i]); ends[i].Beyond > 0 {
				ends[i].Cut, _ = s.Beyond(ends[i])
			}
		}
		whole, ok := s.CutWhole(ends)
		got, gotOK := s.BandBetween(ends[0].Ring, ends[1].Ring)
		// Corners closer to each other than the grid are treated as one.
		if ok != gotOK || math.Abs(whole.Area()-got.Area()) > sliver/10 {
			rt.Errorf("in part %v m2, %v, as a whole %v m2, %v: %v and %v", got.Area(), gotOK, whole.Area(), ok, got,
				whole)
		}
	})
}

// If an arc meets another wall at both ends, or comes as near to it as joined ends may, it is joined at both ends. No
// overlap or gap is reported then.
func TestArcsThatMeetAWallTwiceCoverWhatTheyAddUpTo(t *testing.T) {
	left, right, top := mm(-3000, 0), mm(3000, 0), mm(0, 3000)
	straight := func(p *plot, x int64) state.ID { return p.wall(mm(-x, 0), mm(x, 0), 300) }
	for _, c := range []struct {
		name  string
		walls func(p *plot) []state.ID
		told  int
	}{
		{"an apse", func(p *plot) []state.ID { return []state.ID{straight(p, 6000), p.arc(right, top, left, 300)} }, 0},
		{"an arc and its chord", func(p *plot) []state.ID {
			return []state.ID{straight(p, 3000), p.arc(right, top, left, 300)}
		}, 0},
		{"an apse of which an end stops 100 mm before the wall", func(p *plot) []state.ID {
			return []state.ID{straight(p, 6000), p.arc(right, top, onCircle(mm(0, 0), 3000, 175.22), 300)}
		}, 0},
		{"an arc and its chord, 80 mm short of it at one end", func(p *plot) []state.ID {
			return []state.ID{straight(p, 3000), p.arc(right, top, mm(-3080, 0), 100)}
		}, 0},
		{"an arc that ends 600 mm before the wall", func(p *plot) []state.ID {
			return []state.ID{straight(p, 6000), p.arc(right, top, onCircle(mm(0, 0), 3000, 165.5), 300)}
		}, 0},
		{"an apse of two arcs", func(p *plot) []state.ID {
			return []state.ID{straight(p, 6000), p.arc(right, onCircle(mm(0, 0), 3000, 45), top, 300),
				p.arc(top, onCircle(mm(0, 0), 3000, 135), left, 300)}
		}, 0},
		{"two half circles", func(p *plot) []state.ID {
			return []state.ID{p.arc(right, top, left, 300), p.arc(left, mm(0, -3000), right, 300)}
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlot(t)
			walls := c.walls(p)
			d, err := p.try(change.JoinElements{ElementIDs: walls})
			if err != nil {
				t.Fatal(err)
			}
			told := 0
			for _, w := range d.Warnings {
				if w.Code == "JOIN_LEFT_OUT" && strings.Contains(w.Message, "meet at two places") {
					told++
				}
			}
			if told != c.told {
				t.Errorf("%d are told, want %d: %v", told, c.told, d.Warnings)
			}
			p.model = d.After
			if _, area, _ := p.footprints(walls); c.told == 0 {
				var all geometry.Region
				for _, id := range walls {
					plan, err := fabric.WallPlanOf(p.model, id)
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, plan.World()...)
				}
				if union := geometry.Union(all).Area(); math.Abs(union-area) > 1e-4 {
					t.Errorf("the walls cover %v m2 and add up to %v", union, area)
				}
			}
		})
	}
}
