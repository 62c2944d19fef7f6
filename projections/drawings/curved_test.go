package drawings

import (
	"math"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// curvedSite is a house of 10 by 8 m with a round tower beside it. The house has a semicircular bay of three windows in
// its south wall and a curved partition with a door. The tower consists of two half circles, with a door to the west
// and two windows to the east.
type curvedSite struct{ *site }

func newCurvedSite(t testing.TB) *curvedSite {
	s := newLayeredSite(t)
	s.house()
	s.tower()
	return s
}

// newLayeredSite returns a site with layered wall types.
func newLayeredSite(t testing.TB) *curvedSite {
	s := &curvedSite{newSite(t)}
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("first", change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	for _, m := range [][2]string{{"Brick", "brick"}, {"Wool", "insulation"}, {"Gypsum", "plasterboard"}} {
		s.do(m[0], change.DefineMaterial{Name: m[0], Category: m[1]})
	}
	layer := func(m string, mm int64, f string) shape.LayerInput {
		return shape.LayerInput{Material: m, Thickness: geometry.MM(mm), Function: f}
	}
	s.do("outer", change.DefineType{Category: state.CategoryWall, Name: "outer",
		Layers: []shape.LayerInput{layer("Gypsum", 15, "finish"), layer("Brick", 175, "structure"),
			layer("Wool", 110, "insulation")}})
	s.do("inner", change.DefineType{Category: state.CategoryWall, Name: "inner",
		Layers: []shape.LayerInput{layer("Gypsum", 15, "finish"), layer("Brick", 90, "structure"),
			layer("Gypsum", 15, "finish")}})
	return s
}

// wall makes a wall; mid is nil for a straight one.
func (s *curvedSite) wall(name, kind string, start, end geometry.Point2, mid *geometry.Point2) {
	s.do(name, change.CreateWall{Name: name, LevelID: s.id["ground"], TypeID: s.id[kind],
		Wall: fabric.Wall{Start: start, End: end, Mid: mid, Height: geometry.MM(2800)}})
}

func (s *curvedSite) window(wall string, offset, width int64) {
	s.do("", change.PlaceWindow{Name: "W-" + wall, WallID: s.id[wall], Window: fabric.Window{
		Offset: geometry.MM(offset), Width: geometry.MM(width), Height: geometry.MM(1400),
		SillHeight: geometry.MM(900)}})
}

func (s *curvedSite) door(name, wall string, d fabric.Door) {
	d.Height = geometry.MM(2100)
	s.do(name, change.PlaceDoor{Name: name, WallID: s.id[wall], Door: d})
}

func (s *curvedSite) room(name string, x, y int64) {
	seed := mm(x, y)
	s.do(name, change.CreateRoom{Name: name, LevelID: s.id["ground"], Room: room.Room{Seed: &seed, Number: name[:1]}})
}

// via returns a point of an arc.
func via(x, y int64) *geometry.Point2 {
	p := mm(x, y)
	return &p
}

func (s *curvedSite) house() {
	s.wall("left", "outer", mm(0, 0), mm(3000, 0), nil)
	s.wall("bay", "outer", mm(3000, 0), mm(7000, 0), via(5000, -2000))
	s.wall("right", "outer", mm(7000, 0), mm(10000, 0), nil)
	s.wall("east", "outer", mm(10000, 0), mm(10000, 8000), nil)
	s.wall("north", "outer", mm(10000, 8000), mm(0, 8000), nil)
	s.wall("west", "outer", mm(0, 8000), mm(0, 0), nil)
	s.wall("partition", "inner", mm(10000, 5000), mm(0, 5000), via(5000, 6000))
	s.joined("left", "bay", "right", "east", "north", "west", "partition")
	s.window("bay", 500, 1000)
	s.window("bay", 2642, 1000)
	s.window("bay", 4783, 1000)
	s.window("left", 800, 1200)
	s.window("north", 1500, 1500)
	s.door("curved door", "partition", fabric.Door{Offset: geometry.MM(2000), Width: geometry.MM(900), Swing: "left"})
	s.door("entrance", "west", fabric.Door{Offset: geometry.MM(5000), Width: geometry.MM(1000), Swing: "right"})
	s.room("Living room", 5000, 2500)
	s.room("Study", 3000, 7000)
}

func (s *curvedSite) tower() {
	s.wall("tower west", "outer", mm(15000, 6000), mm(15000, 1000), via(12500, 3500))
	s.wall("tower east", "outer", mm(15000, 1000), mm(15000, 6000), via(17500, 3500))
	s.joined("tower west", "tower east")
	s.door("tower door", "tower west", fabric.Door{Offset: geometry.MM(3400), Width: geometry.MM(1000), Swing: "left",
		Facing: fabric.FacingExterior})
	s.window("tower east", 1500, 900)
	s.window("tower east", 5000, 900)
	s.room("Tower", 15000, 3500)
}

func (s *curvedSite) joined(names ...string) {
	var ids []state.ID
	for _, n := range names {
		ids = append(ids, s.id[n])
	}
	s.do("", change.JoinElements{ElementIDs: ids, JoinType: fabric.JoinAuto})
}

// fillingsAt lists the doors and windows in the curved walls by name. The place of each middle is computed from the
// arc: its centre, radius, and the angle in degrees.
var fillingsAt = []struct {
	name          string
	x, y          float64
	radius, angle float64
}{
	{"bay", 5000, 0, 2000, 180 + degrees(1000, 2000)},
	{"bay", 5000, 0, 2000, 180 + degrees(3142, 2000)},
	{"bay", 5000, 0, 2000, 180 + degrees(5283, 2000)},
	{"tower east", 15000, 3500, 2500, -90 + degrees(1950, 2500)},
	{"tower east", 15000, 3500, 2500, -90 + degrees(5450, 2500)},
}

func degrees(along, radius float64) float64 { return along / radius * 180 / math.Pi }

// TestWindowsInCurvedWalls checks that windows in curved walls stand in the tangent at their middle.
func TestWindowsInCurvedWalls(t *testing.T) {
	v := newCurvedSite(t).view()
	for _, scale := range []int64{50, 100, 200} {
		d := planOf(t, v, 0, scale).Drawing
		middles := map[string][][2]float64{} // of panes, by the name of the window
		for _, i := range d.Items {
			s, ok := i.Mark.(paper.Stroke)
			if !ok || i.Category != string(state.CategoryWindow) || s.Closed || len(s.Points) != 2 ||
				i.Class != paper.ClassSymbol {
				continue
			}
			e, _ := v.Model.Element(state.ID(i.Element))
			a, b := real(d, s.Points[0]), real(d, s.Points[1])
			middles[e.Name] = append(middles[e.Name], [2]float64{(a.X + b.X).MM() / 2, (a.Y + b.Y).MM() / 2})
		}
		for _, want := range fillingsAt {
			sin, cos := math.Sincos(want.angle * math.Pi / 180)
			x, y := want.x+want.radius*cos, want.y+want.radius*sin
			if !slices.ContainsFunc(middles["W-"+want.name], func(m [2]float64) bool {
				return math.Hypot(m[0]-x, m[1]-y) < 15 // half of the glass, where both its lines are drawn
			}) {
				t.Errorf("1:%d: no pane at %.0f, %.0f of %s, but at %v", scale, x, y, want.name,
					middles["W-"+want.name])
			}
		}
	}
}

// TestPlansOfCurvedWalls runs the checks of all plans on plans of curved walls: swings, texts, chains, stamps and cut
// areas.
func TestPlansOfCurvedWalls(t *testing.T) {
	v := newCurvedSite(t).view()
	for _, scale := range []int64{20, 50, 100, 200} {
		drawn := planOf(t, v, 0, scale)
		checkPlan(t, v, drawn, shape.Levels(v.Model)[0].ID)
		for _, w := range drawn.Warnings {
			if w.Code != "NOT_MEASURED" { // the openings along the arcs
				t.Errorf("1:%d: %v", scale, w)
			}
		}
		if _, n := check.Swings(v, drawn.Drawing); n != 3 {
			t.Errorf("1:%d: %d doors judged", scale, n)
		}
	}
}
