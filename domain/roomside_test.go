package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func slabPlan(x0, y0, x1, y1 int64) geometry.Polygon {
	return geometry.Rectangle(geometry.Point2{X: geometry.MM(x0), Y: geometry.MM(y0)},
		geometry.Point2{X: geometry.MM(x1), Y: geometry.MM(y1)})
}

func facingWall(id state.ID, x0, y0, x1, y1 int64) fabric.WallBounds {
	footprint := geometry.Region{slabPlan(x0, y0, x1, y1)}
	lo, hi := footprint.Bounds()
	return fabric.WallBounds{ID: id, Footprint: footprint, Height: geometry.MM(2500), Low: lo, High: hi}
}

// The outline of a room is listed wall by wall, with the open stretches between the walls. Gaps that are too small to
// open the room are not listed.
func TestSidesOfARoom(t *testing.T) {
	room := room.RoomShape{Bounded: true, Region: geometry.Region{slabPlan(0, 0, 4000, 3000)}}
	sides := room.Sides([]fabric.WallBounds{
		facingWall("south", 0, -200, 4003, 0), // less than the gap beyond the corner
		facingWall("east", 4002, -200, 4302, 1500),
		facingWall("inside", 1000, 1000, 2000, 1100), // bounds nothing
		facingWall("beside", 500, 3000, 1000, 3120),  // half of the north side is open
		facingWall("thin", 1004, 3000, 4000, 3120),   // 4 mm from its neighbour
	})
	type told struct {
		wall  state.ID
		mm    int64
		depth int64
	}
	want := []told{{"south", 4000, 200}, {"east", 1500, 302}, {"", 1500, 0}, {"thin", 2996, 120}, {"beside", 504, 120},
		{"", 500, 0}, {"", 3000, 0}}
	if len(sides) != len(want) {
		t.Fatalf("%d sides: %+v", len(sides), sides)
	}
	for i, s := range sides {
		got := told{s.Wall, int64(geometry.Distance(s.From, s.To) / geometry.Millimetre),
			int64(s.Depth / geometry.Millimetre)}
		if got != want[i] {
			t.Errorf("side %d is %+v instead of %+v", i, got, want[i])
		}
		if s.From != sides[(i+len(sides)-1)%len(sides)].To {
			t.Errorf("side %d does not begin where the one before ends", i)
		}
	}
	if out := sides[0].Outward(); out.X != 0 || out.Y != -1 {
		t.Errorf("out of the room is %v", out)
	}
	if q := sides[0].Behind(0.5); room.Region.Contains(q) != geometry.Outside || q.Y >= -geometry.MM(200) {
		t.Errorf("behind the wall is %v", q)
	}
}

// The plan of a room is divided among the slabs at a height. If several slabs overlap, the first one counts. The rest
// of the plan is open.
func TestCoverOfARoom(t *testing.T) {
	room := room.RoomShape{Bounded: true, Region: geometry.Region{slabPlan(0, 0, 4000, 3000)}}
	plate := func(id state.ID, p geometry.Polygon, bottom, top int64) fabric.Plate {
		lo, hi := p.Bounds()
		return fabric.Plate{ID: id, Region: geometry.Region{p}, Low: lo, High: hi, Bottom: geometry.MM(bottom),
			Top: geometry.MM(top)}
	}
	cover := room.Cover(geometry.MM(2500), []fabric.Plate{
		plate("ceiling", slabPlan(0, 0, 1000, 3000), 2500, 2550),
		plate("slab", slabPlan(-300, -300, 3000, 3300), 2504, 2800), // 4 mm above
		plate("higher", slabPlan(-300, -300, 5000, 3300), 2600, 2800),
	})
	want := map[state.ID]float64{"ceiling": 3, "slab": 6, "": 3}
	for _, c := range cover {
		if got := c.Polygon.Area(); got != want[c.Plate] {
			t.Errorf("%q covers %v m2 instead of %v", c.Plate, got, want[c.Plate])
		}
	}
	if len(cover) != len(want) {
		t.Errorf("%d parts instead of %d", len(cover), len(want))
	}
}
