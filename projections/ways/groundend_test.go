package ways

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/geometry"
)

// upstairs is an office on the first floor with a balcony of 2 m before its door, over an office with a door of its
// own. No stair connects the storeys.
func upstairs(t *testing.T) *model {
	t.Helper()
	m := newModel(t)
	m.do("Ground", change.CreateLevel{Name: "Ground"})
	m.do("First", change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	m.ring("G", "Ground", 0, 0, 10000, 8000)
	m.ring("F", "First", 0, 0, 10000, 8000)
	m.room("Shop", "Ground", 5000, 4000)
	m.room("Office", "First", 5000, 4000)
	m.do("", change.CreateFloor{LevelID: m.ids["First"], Floor: fabric.Floor{
		Boundary: rectangle(-2000, -100, 10000, 8100), Thickness: geometry.MM(200)}})
	m.door("shop", "GN", 1000, 1000, 2100, "")
	m.door("office", "FW", 3500, 1000, 2100, "")
	return m
}

// flight draws a stair of 18 risers and 280 mm treads to the first floor, 1 m wide, along the X axis at the given y.
func (m *model) flight(name string, x0, towardX, y int64) {
	m.t.Helper()
	m.do(name, change.CreateStair{LevelID: m.ids["Ground"], Stair: stair.Stair{Start: mm(x0, y),
		Toward: mm(towardX, y), TopLevel: m.ids["First"], Width: geometry.MM(1000), Risers: 18,
		Tread: geometry.MM(280)}})
}

// TestAStairOutsideIsAWayOut checks that a stair from a balcony down to the ground beside the building is a way out of
// the rooms behind the balcony, although no floor is modelled on the ground. A stair that ends inside the building is
// no way out by itself.
func TestAStairOutsideIsAWayOut(t *testing.T) {
	for _, c := range []struct {
		name      string
		build     func(m *model)
		reached   bool
		foot      bool
		outerEnds int
	}{
		{"no stair", func(*model) {}, false, false, 0},
		{"to the ground", func(m *model) { m.flight("S", -2000-17*280, -2000, 4000) }, true, true, 1},
		{"into the shop", func(m *model) { m.flight("S", 2000, 8000, 4000) }, true, false, 0},
	} {
		m := upstairs(t)
		c.build(m)
		b := build(t, m, point())
		exits, err := b.Exits()
		if err != nil {
			t.Fatal(err)
		}
		ends, err := b.GroundEnds()
		if err != nil {
			t.Fatal(err)
		}
		e, err := b.Egress(exits)
		if err != nil {
			t.Fatal(err)
		}
		far, reached, err := e.Remotest(m.ids["Office"])
		if err != nil || reached != c.reached || len(ends) != c.outerEnds || ends[m.ids["S"]].Foot != c.foot ||
			ends[m.ids["S"]].Head {
			t.Errorf("%s: reached %v, %d stairs end outside, %v", c.name, reached, len(ends), err)
		}
		if !c.foot {
			continue
		}
		// from a corner of the office, (9900, 100) or (9900, 7900), through the door to the head of the stair, (-2000,
		// 4000); the jambs of the door cause a detour of less than 200 mm
		flight := math.Hypot(17*280, 3000)
		walk := far.Distance.MM() - flight
		if least := math.Hypot(9900+2000, 3900); walk < least || walk > least+200 {
			t.Errorf("%s: %.0f mm to the stair, at least %.0f in a straight line", c.name, walk, least)
		}
	}
}
