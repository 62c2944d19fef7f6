package ways

import (
	"math"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

func (m *model) arc(name, level string, from, mid, to geometry.Point2) {
	m.t.Helper()
	m.do(name, change.CreateWall{LevelID: m.ids[level], Name: name, Wall: fabric.Wall{Start: from, Mid: &mid, End: to,
		Height: geometry.MM(2800), Thickness: geometry.MM(200)}})
}

// apse is a half disc in a rectangle of walls, with a room in each. The arc turns left or right. Its double door D of
// 1600 mm stands a quarter of the way along it, at 45 degrees.
func apse(t testing.TB, radius int64, turnsRight bool) *model {
	m := newModel(t)
	m.do("Ground", change.CreateLevel{Name: "Ground"})
	m.ring("", "Ground", -radius-3000, 0, radius+3000, radius+3000)
	length := int64(math.Round(math.Pi * float64(radius)))
	from, to, offset := mm(radius, 0), mm(-radius, 0), length/4-800
	if turnsRight {
		from, to, offset = to, from, length*3/4-800
	}
	m.arc("A", "Ground", from, mm(0, radius), to)
	m.join("A", "S")
	m.door("D", "A", offset, 1600, 2100, "double_door")
	m.room("Inside", "Ground", 0, radius/2)
	m.room("Around", "Ground", radius+2000, radius+2000)
	return m
}

// onRadius returns the point at 45 degrees at the given distance from the centre.
func onRadius(far int64) geometry.Point2 {
	on := int64(math.Round(float64(far) * math.Sqrt2 / 2))
	return mm(on, on)
}

// TestAWayThroughADoorInAnArc checks a way straight through the middle of a door: 2.5 m, with 1420 mm between the two
// leaves at a right angle. In the tighter arc, the faces recede from the door by more than 200 mm over half its width.
func TestAWayThroughADoorInAnArc(t *testing.T) {
	for _, radius := range []int64{3000, 1750} {
		for _, turnsRight := range []bool{false, true} {
			m := apse(t, radius, turnsRight)
			from, to := Place{0, onRadius(radius - 1000)}, Place{0, onRadius(radius + 1500)}
			r, err := build(t, m, Wheelchair()).Route(from, to)
			if err != nil {
				t.Errorf("radius %d, to the right %v: %v", radius, turnsRight, err)
				continue
			}
			if math.Abs(r.Length.M()-2.5) > 2e-3 || !slices.Equal(passed(m, r), []string{"D"}) ||
				(r.Narrow.Width-geometry.MM(1420)).Abs() > geometry.Millimetre {
				t.Errorf("radius %d, to the right %v: %v m through %v, narrowest %v", radius, turnsRight, r.Length.M(),
					passed(m, r), r.Narrow.Width)
			}
		}
	}
}

// TestADoorwayInAnArcReachesBothRooms checks that the whole clear width is floor from one room to the other.
func TestADoorwayInAnArcReachesBothRooms(t *testing.T) {
	for _, turnsRight := range []bool{false, true} {
		m := apse(t, 1750, turnsRight)
		s, err := build(t, m, point()).Storey(0)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Doorways) != 1 {
			t.Fatalf("%d doorways", len(s.Doorways))
		}
		// perpendicular to the door, between the leaves, from 400 mm before the middle of the arc to 400 mm behind it
		strip := geometry.Region{{Outer: geometry.Ring{}}}
		middle, along := onRadius(1750), mm(-707, 707)
		for _, corner := range [][2]float64{{-0.7, -0.4}, {-0.7, 0.4}, {0.7, 0.4}, {0.7, -0.4}} {
			out := geometry.Point2{X: along.Y, Y: along.Y}
			move := func(a, b geometry.Length) geometry.Length {
				return geometry.Length(math.Round(float64(float64(a)*corner[0]) + float64(float64(b)*corner[1])))
			}
			strip[0].Outer = append(strip[0].Outer, middle.Add(geometry.Point2{X: move(along.X, out.X),
				Y: move(along.Y, out.Y)}))
		}
		strip = geometry.Union(strip)
		if left := geometry.Subtract(strip, s.Area); left.Area() > 1e-6 {
			lo, hi := left.Bounds()
			t.Errorf("to the right %v: %.4f m2 before the door are no floor, between %v and %v", turnsRight,
				left.Area(), lo, hi)
		}
	}
}

// TestExitsAndWindowsOfARoundRoom checks a room of two half circles with its exit through the arc. Its windows face the
// open air if nothing stands before them, and a court if walls enclose the place.
func TestExitsAndWindowsOfARoundRoom(t *testing.T) {
	m := newModel(t)
	m.do("Ground", change.CreateLevel{Name: "Ground"})
	m.arc("E", "Ground", mm(0, -3000), mm(3000, 0), mm(0, 3000))
	m.arc("W", "Ground", mm(0, 3000), mm(-3000, 0), mm(0, -3000))
	m.wall("C1", "Ground", 0, 3000, 0, 8000, 200)
	m.wall("C2", "Ground", 0, 8000, 8000, 8000, 200)
	m.wall("C3", "Ground", 8000, 8000, 8000, -3000, 200)
	m.wall("C4", "Ground", 8000, -3000, 0, -3000, 200)
	m.join("E", "W", "C1", "C4")
	m.join("C1", "C2", "C3", "C4")
	m.do("roof", change.CreateFloor{LevelID: m.ids["Ground"], Floor: fabric.Floor{Thickness: geometry.MM(200),
		Boundary: geometry.RegularRing(mm(0, 0), geometry.MM(3000), 36), Offset: geometry.MM(3000)}})
	m.room("Round", "Ground", 0, 0)
	m.door("out", "W", 4200, 1000, 2100, "")
	for _, w := range []string{"E", "W"} {
		m.do("window "+w, change.PlaceWindow{WallID: m.ids[w], Window: fabric.Window{Offset: geometry.MM(1000),
			Width: geometry.MM(1200), Height: geometry.MM(1200), SillHeight: geometry.MM(900)}})
	}
	if got := exitsOf(t, m); !slices.Equal(got, []string{"out"}) {
		t.Errorf("exits %v, expected out", got)
	}
	for w, expected := range map[string]Beyond{"E": Court, "W": OpenAir} {
		got, err := build(t, m, point()).BeyondOpening(0, m.ids[w], m.ids["window "+w])
		if err != nil || got != expected {
			t.Errorf("the window of %s opens to %v, %v; expected %v", w, got, err, expected)
		}
	}
}

// TestOpeningsAlongAnArcByPlace checks that an opening lies at its place along the arc, and not where a perpendicular
// to its tangent meets the arc a second time.
func TestOpeningsAlongAnArcByPlace(t *testing.T) {
	m := apse(t, 3000, false)
	b := build(t, m, point())
	for _, c := range []struct {
		at     geometry.Point2
		opened bool
	}{{onRadius(3000), true}, {mm(0, 3000), false}, {mm(-2121, 2121), false}, {mm(2121, -2121), false},
		{mm(1600, 2538), true}, {mm(1420, 2643), false}} { // its northern side is at (1479, 2611)
		if got := b.opens(m.ids["A"], c.at); got != c.opened {
			t.Errorf("an opening at %v: %v, expected %v", c.at, got, c.opened)
		}
	}
}
