package drawings

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// hungHouse returns the building of foreignWalls with another door in its opening from x = 485 to 2885 mm of the south
// wall. The door has linings of 60 by 100 mm and closed leaves of 40 mm, flush with the side that they open to. Its
// frame is turned by half a turn, so that it opens to the south.
func hungHouse(t *testing.T, kind fabric.DoorType, swing fabric.Swing, leaves ...int64) (*site, state.ID) {
	s := foreignWalls(t)
	s.do("", change.DeleteElement{ElementIDs: []state.ID{s.id["FFC-T21"]}})
	part := func(x0, y0, x1, y1 int64) geometry.Solid {
		solid, err := geometry.Extrude(geometry.World(), geometry.Region{geometry.Rectangle(mm(x0, y0), mm(x1, y1))},
			0, geometry.MM(2090))
		if err != nil {
			t.Fatal(err)
		}
		return solid
	}
	body := []geometry.Solid{part(0, 0, 60, 100), part(2320, 0, 2380, 100)}
	for i := 1; i < len(leaves); i++ {
		body = append(body, part(leaves[i-1], 60, leaves[i], 100))
	}
	return s, s.brought("D1", "ground", state.CategoryDoor, &fabric.Door{DoorType: kind, Swing: swing,
		Fixed: placedAt(2875, 200, 0, geometry.HalfTurn), Width: geometry.MM(2380), Height: geometry.MM(2090)}, body...)
}

// near reports whether two places are equal up to the rounding of lines on paper.
func near(a geometry.Point2, x, y, scale int64) bool {
	return math.Hypot(a.X.MM()-float64(x), a.Y.MM()-float64(y)) <= float64(scale)*0.02
}

// TestAFixedDoorIsDrawnOpen checks that a door of another program with a known operation is drawn open. Its leaf must
// start at the hinge in full width, with its swing, and no closed leaf may cross the opening.
func TestAFixedDoorIsDrawnOpen(t *testing.T) {
	for _, c := range []struct {
		kind   fabric.DoorType
		swing  fabric.Swing
		leaves []int64
		hinges [][2]int64 // along X, where they are and where their leaves are closed, at 1:50
		beyond [][2]int64 // at 1:100, where linings are not shown
	}{
		{"single_swing", "right", []int64{60, 2320}, [][2]int64{{2815, 555}}, [][2]int64{{2885, 485}}},
		{"single_swing", "left", []int64{60, 2320}, [][2]int64{{555, 2815}}, [][2]int64{{485, 2885}}},
		{"double_door", "left", []int64{60, 1190, 2320}, [][2]int64{{2815, 1685}, {555, 1685}},
			[][2]int64{{2885, 1685}, {485, 1685}}},
	} {
		s, id := hungHouse(t, c.kind, c.swing, c.leaves...)
		for scale, hinges := range map[int64][][2]int64{50: c.hinges, 100: c.beyond} {
			drawn := planOf(t, s.view(), 0, scale)
			checkPlan(t, s.view(), drawn, s.id["ground"])
			found := 0
			for _, i := range drawn.Drawing.Items {
				if i.Element != string(id) || i.Class != paper.ClassSymbol && i.Class != paper.ClassSwing {
					continue
				}
				switch m := i.Mark.(type) {
				case paper.Arc:
					if found >= len(hinges) {
						t.Fatalf("%s %s at 1:%d has more than %d swings", c.kind, c.swing, scale, found)
					}
					h, from, to := hinges[found], paper.Point{}, paper.Point{}
					from, to = m.Ends()
					wide := max(h[0]-h[1], h[1]-h[0])
					open := func(q paper.Point) bool { return near(real(drawn.Drawing, q), h[0], 100-wide, scale) }
					if !near(real(drawn.Drawing, m.Centre), h[0], 100, scale) || !open(from) && !open(to) {
						t.Errorf("%s %s at 1:%d: hinge at %v, from %v to %v", c.kind, c.swing, scale,
							real(drawn.Drawing, m.Centre), real(drawn.Drawing, from), real(drawn.Drawing, to))
					}
					found++
				case paper.Stroke:
					across := geometry.Length(0)
					for k := 1; k < len(m.Points); k++ {
						across = max(across, (real(drawn.Drawing, m.Points[k]).X -
							real(drawn.Drawing, m.Points[k-1]).X).Abs())
					}
					if across > geometry.MM(500) {
						t.Errorf("%s at 1:%d: a line of %v mm across the opening", c.kind, scale, across)
					}
				}
			}
			if found != len(hinges) {
				t.Errorf("%s %s at 1:%d has %d swings", c.kind, c.swing, scale, found)
			}
		}
	}
}

// TestAFixedDoorKeepsItsLining checks that the lining is drawn as in the body.
func TestAFixedDoorKeepsItsLining(t *testing.T) {
	s, id := hungHouse(t, "single_swing", "right", 60, 2320)
	d := planOf(t, s.view(), 0, 50).Drawing
	at := map[int64]bool{}
	for _, i := range d.Items {
		if m, ok := i.Mark.(paper.Stroke); ok && i.Element == string(id) {
			for _, q := range m.Points {
				at[int64(math.Round(real(d, q).X.MM()/10))*10] = true
			}
		}
	}
	if !at[560] || !at[2820] {
		t.Errorf("the lines of the door end at %v", at)
	}
}

// TestAFixedDoorThatIsNotKnownToOpenHasNoSwing checks doors without a known operation, fixed doors, and doors that the
// cut misses. None may have a swing.
func TestAFixedDoorThatIsNotKnownToOpenHasNoSwing(t *testing.T) {
	for _, kind := range []fabric.DoorType{"", "fixed", "single_swing"} {
		s, id := hungHouse(t, kind, "", 60, 2320)
		cut := geometry.Length(0)
		if kind == "single_swing" {
			cut = geometry.MM(2500)
		}
		d := planAt(t, s.view(), PlanSpec{LevelID: s.id["ground"], CutHeight: cut}).Drawing
		for _, i := range d.Items {
			if _, ok := i.Mark.(paper.Arc); ok && i.Element == string(id) && i.Class == paper.ClassSwing {
				t.Errorf("%q has a swing", kind)
			}
		}
	}
}
