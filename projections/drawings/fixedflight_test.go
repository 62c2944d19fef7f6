package drawings

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// arrowOf returns the corners of the walking line of a stair in the building, upwards, and the centre of its circle.
// Without a circle the centre is far away.
func arrowOf(d *paper.Drawing, id state.ID) (way []geometry.Point2, circle geometry.Point2) {
	circle = mm(-99_000, 0)
	for _, i := range d.Items {
		if i.Element != string(id) || i.Class != paper.ClassMark {
			continue
		}
		switch m := i.Mark.(type) {
		case paper.Arc:
			circle = real(d, m.Centre)
		case paper.Stroke:
			for _, q := range m.Points {
				if at := real(d, q); len(way) == 0 || way[len(way)-1] != at {
					way = append(way, at)
				}
			}
		}
	}
	return way, circle
}

// follows reports whether a line has given corners, in mm, up to the rounding of lines on paper. The first corner is
// not compared, because it lies beside the circle.
func follows(way []geometry.Point2, want [][2]int64, scale int64) bool {
	if len(way) != len(want) {
		return false
	}
	for i := 1; i < len(way); i++ {
		if !near(way[i], want[i][0], want[i][1], scale) {
			return false
		}
	}
	return true
}

// TestAFixedStairHasItsArrow checks that a flight of another program has its number of risers, and its arrow from the
// first riser to the last. The level where it arrives must show the arrow too.
func TestAFixedStairHasItsArrow(t *testing.T) {
	s := stairHouse(t)
	for _, scale := range []int64{50, 100, 200} {
		d := planOf(t, s.view(), 0, scale)
		checkPlan(t, s.view(), d, s.id["ground"])
		way, circle := arrowOf(d.Drawing, s.id["Stair"])
		if !near(circle, 2000, 2500, scale) || !follows(way, [][2]int64{{2000, 2500}, {6200, 2500}}, scale) {
			t.Errorf("1:%d: from %v over %v", scale, circle, way)
		}
		if got := writes(d.Drawing, "15 R 200 / 300"); got != (scale < 200) {
			t.Errorf("1:%d: the risers are written: %t", scale, got)
		}
	}
	// On the level above, the visible part.
	d := planOf(t, s.view(), 1, 50)
	checkPlan(t, s.view(), d, s.id["first"])
	way, circle := arrowOf(d.Drawing, s.id["Stair"])
	if circle.X > 0 || !follows(way, [][2]int64{{3500, 2500}, {6200, 2500}}, 50) || way[0].X.MM() < 3490 {
		t.Errorf("from %v over %v", circle, way)
	}
}

// TestTheArrowOfAFixedStairEndsAtWalls checks a flight that arrives below a wall. The arrow must begin behind the wall,
// where the upper part of the flight is visible.
func TestTheArrowOfAFixedStairEndsAtWalls(t *testing.T) {
	s := stairHouse(t)
	s.do("", change.CreateWall{LevelID: s.id["first"], Wall: fabric.Wall{Start: mm(4000, 1000), End: mm(4000, 4000),
		Height: geometry.MM(2600), Thickness: geometry.MM(200)}})
	d := planOf(t, s.view(), 1, 50)
	way, circle := arrowOf(d.Drawing, s.id["Stair"])
	if circle.X > 0 || !follows(way, [][2]int64{{4100, 2500}, {6200, 2500}}, 50) || !near(way[0], 4100, 2500, 50) {
		t.Errorf("from %v over %v", circle, way)
	}
}

// turnedSteps returns two flights of 8 treads each, 1.0 m wide, with a landing of 2.1 by 1.0 m between them. They lead
// from the ground up to 3.06 m: 18 risers of 170 mm, the last one onto the floor above.
func turnedSteps(t *testing.T) (out []geometry.Solid) {
	t.Helper()
	add := func(x0, y0, x1, y1, top int64) {
		s, err := geometry.Extrude(geometry.World(), geometry.Region{geometry.Rectangle(mm(x0, y0), mm(x1, y1))},
			geometry.MM(top-40), geometry.MM(top))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	for i := range int64(8) {
		add(280*i, 0, 280*i+280, 1000, 170*(i+1))
		add(280*(7-i), 1100, 280*(8-i), 2100, 170*(i+10))
	}
	add(2240, 0, 3240, 2100, 170*9)
	return out
}

// TestAFixedHalfTurnStairHasItsArrow checks that the arrow of a half turn stair goes over the middle of its landing, in
// every orientation.
func TestAFixedHalfTurnStairHasItsArrow(t *testing.T) {
	for _, turn := range []int64{0, 90} {
		s := newSite(t)
		s.do("ground", change.CreateLevel{Name: "Ground"})
		s.do("first", change.CreateLevel{Name: "First", Elevation: geometry.MM(3060)})
		s.do("slab", change.CreateFloor{LevelID: s.id["first"], Floor: fabric.Floor{Thickness: geometry.MM(200),
			Boundary: []geometry.Point2{mm(20000, 0), mm(22000, 0), mm(22000, 2000), mm(20000, 2000)}}})
		s.brought("Stair", "ground", state.CategoryStair, &stair.Stair{Fixed: placedAt(5000, 5000, 0,
			geometry.Angle(turn)*geometry.Degree)}, turnedSteps(t)...)
		d := planOf(t, s.view(), 0, 50)
		checkPlan(t, s.view(), d, s.id["ground"])
		want := [][2]int64{{0, 500}, {2740, 500}, {2740, 1600}, {0, 1600}}
		for i, q := range want {
			if turn == 90 {
				q = [2]int64{-q[1], q[0]}
			}
			want[i] = [2]int64{5000 + q[0], 5000 + q[1]}
		}
		way, circle := arrowOf(d.Drawing, s.id["Stair"])
		if !near(circle, want[0][0], want[0][1], 50) || !follows(way, want, 50) {
			t.Errorf("turned by %d: from %v over %v", turn, circle, way)
		}
		if !writes(d.Drawing, "18 R 170") {
			t.Errorf("turned by %d: the risers are not written", turn)
		}
	}
}

// TestAFixedSpiralStairHasItsArrow checks that the arrow of a spiral stair goes around over the middles of its treads.
func TestAFixedSpiralStairHasItsArrow(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	var body []geometry.Solid
	at := func(r, degrees float64) geometry.Point2 {
		return geometry.Point2{X: geometry.FromMM(r * math.Cos(degrees*math.Pi/180)),
			Y: geometry.FromMM(r * math.Sin(degrees*math.Pi/180))}
	}
	for i := range 12 {
		a := float64(i) * 22.5
		polygon, err := geometry.NewPolygon(geometry.Ring{at(150, a), at(1000, a), at(1000, a+22.5), at(150, a+22.5)})
		if err != nil {
			t.Fatal(err)
		}
		tread, err := geometry.Extrude(geometry.World(), geometry.Region{polygon}, geometry.MM(int64(200*i+160)),
			geometry.MM(int64(200*i+200)))
		if err != nil {
			t.Fatal(err)
		}
		body = append(body, tread)
	}
	s.brought("Stair", "ground", state.CategoryStair, &stair.Stair{Fixed: placedAt(5000, 5000, 0, 0)}, body...)
	d := planOf(t, s.view(), 0, 50)
	way, _ := arrowOf(d.Drawing, s.id["Stair"])
	turned := 0.0
	for i := 2; i < len(way); i++ {
		a, b := geometry.Direction(way[i-2], way[i-1]), geometry.Direction(way[i-1], way[i])
		turned += math.Atan2(a.X*b.Y-a.Y*b.X, a.X*b.X+a.Y*b.Y)
	}
	if degrees := turned * 180 / math.Pi; degrees < 220 || degrees > 270 {
		t.Errorf("the arrow turns by %.0f degrees over %v", degrees, way)
	}
}

// TestWhatIsNoFlightHasNoArrow checks that steps without a clear ascent have no arrow: a plinth of two steps, and
// shelves above each other.
func TestWhatIsNoFlightHasNoArrow(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.brought("Plinth", "ground", state.CategoryStair, &stair.Stair{Fixed: placedAt(0, 0, 0, 0)}, steps(t, 2)...)
	var shelves []geometry.Solid
	for i := range int64(5) {
		shelf, err := geometry.Extrude(geometry.World(), geometry.Region{geometry.Rectangle(mm(0, 0), mm(300, 1000))},
			geometry.MM(200*i+150), geometry.MM(200*i+200))
		if err != nil {
			t.Fatal(err)
		}
		shelves = append(shelves, shelf)
	}
	s.brought("Shelves", "ground", state.CategoryStair, &stair.Stair{Fixed: placedAt(3000, 0, 0, 0)}, shelves...)
	d := planOf(t, s.view(), 0, 50).Drawing
	for _, name := range []string{"Plinth", "Shelves"} {
		if way, _ := arrowOf(d, s.id[name]); len(way) > 0 {
			t.Errorf("%s has an arrow over %v", name, way)
		}
	}
}
