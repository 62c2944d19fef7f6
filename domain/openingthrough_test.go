package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The opening is made around a duct of 400 by 300 mm through a wall, with its middle 2.5 m above the floor and 50 mm on
// each side. Other cases are a slab, and a skewed duct, for which the whole part of the duct in the wall counts.
func TestAnOpeningIsMadeAroundWhatRunsThrough(t *testing.T) {
	b, ground, upper := plant(t)
	wall := b.do(wallOf(ground, 0, 5000, 8000, 5000))
	b.do(change.CreateSegment{System: "duct", LevelID: ground,
		Path: []geometry.Point3{point(3000, 2000, 2400), point(3000, 8000, 2400)}, Name: "Straight",
		Profile: &geometry.Profile{Shape: "rectangle", Width: geometry.MM(400), Depth: geometry.MM(300)}})
	straight := named(b, state.CategoryDuct, "Straight")
	opening := b.do(change.CreateOpening{HostID: wall, Through: straight, Clearance: geometry.MM(50)})
	o := change.Element(b.model, opening).Params.(*fabric.Opening)
	if o.Offset != geometry.MM(2750) || o.Width != geometry.MM(500) || o.SillHeight != geometry.MM(2200) ||
		o.Height != geometry.MM(400) {
		t.Errorf("the opening is at %s, %s wide, from %s, %s high", o.Offset, o.Width, o.SillHeight, o.Height)
	}
	slab := b.do(change.CreateFloor{LevelID: upper, Floor: fabric.Floor{Boundary: rectangle(0, 0, 8000, 8000),
		Thickness: geometry.MM(200)}})
	b.do(change.CreateSegment{System: "duct", LevelID: ground,
		Path: []geometry.Point3{point(6000, 2000, 500), point(6000, 2000, 5000)}, Name: "Riser",
		Profile: &geometry.Profile{Shape: "rectangle", Width: geometry.MM(100), Depth: geometry.MM(100)}})
	hole := b.do(change.CreateOpening{HostID: slab, Through: named(b, state.CategoryDuct, "Riser"),
		Clearance: geometry.MM(20)})
	plan := geometry.Polygon{Outer: change.Element(b.model, hole).Params.(*fabric.Opening).Polygon}
	if low, high := plan.Bounds(); low != mm(5930, 1930) || high != mm(6070, 2070) {
		t.Errorf("the hole in the slab is %v to %v", low, high)
	}
	b.refused(change.CreateOpening{HostID: slab, Through: straight}, state.DegenerateGeometry)
	b.refused(change.CreateOpening{HostID: wall, Through: straight, Width: geometry.MM(500)}, state.OutOfRange)
	b.refused(change.CreateOpening{HostID: wall, Through: straight, Clearance: geometry.MM(-1)}, state.OutOfRange)
	b.refused(change.CreateOpening{HostID: wall, Through: "nothing"}, state.NotFound)
	offset := geometry.MM(100)
	b.refused(change.CreateOpening{HostID: wall, Offset: &offset, Width: offset, Height: offset, Clearance: offset},
		state.OutOfRange)
}

func named(b *builder, c state.Category, name string) state.ID {
	for _, id := range b.model.OfCategory(c) {
		if change.Element(b.model, id).Name == name {
			return id
		}
	}
	return ""
}

// A run of ducts with its bends moves as one element, whether the command names one part or the system. The connections
// hold.
func TestASystemMovesAsOneThing(t *testing.T) {
	b, ground, _ := plant(t)
	system := b.do(change.CreateSystem{Name: "Supply", System: services.System{Use: "supply_air"}})
	b.do(change.CreateSegment{System: "duct", SystemID: system, LevelID: ground,
		Path:    []geometry.Point3{point(0, 0, 2500), point(4000, 0, 2500), point(4000, 3000, 2500)},
		Profile: &geometry.Profile{Shape: "rectangle", Width: geometry.MM(400), Depth: geometry.MM(300)}})
	members := b.model.SystemMembers(system)
	if len(members) != 3 {
		t.Fatalf("the run has %d parts", len(members))
	}
	boxes := func() (out []geometry.Box) {
		for _, id := range members {
			body, err := shape.Body(b.model, id)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, body.Bounds())
		}
		return out
	}
	for _, c := range []change.MoveElement{
		{ElementIDs: []state.ID{system}, Delta: point(0, 0, 200)},
		{ElementIDs: members[:1], Connected: true, Delta: point(500, 0, 0)},
	} {
		before := boxes()
		b.do(c)
		for i, box := range boxes() {
			if box.Min != before[i].Min.Add(c.Delta) || box.Max != before[i].Max.Add(c.Delta) {
				t.Errorf("part %d was at %v and is at %v", i, before[i], box)
			}
		}
		sound(t, b.model)
	}
	empty := b.do(change.CreateSystem{Name: "Nothing", System: services.System{Use: "exhaust_air"}})
	b.refused(change.MoveElement{ElementIDs: []state.ID{empty}, Delta: point(0, 0, 100)}, state.IllegalState)
}

// A pipe of 200 mm runs through a half circle of 5 m radius, at right angles or skewed. The opening surrounds the pipe
// at its real place, which is not its place along the unrolled wall.
func TestAnOpeningInACurvedWallIsWhereThePipeRuns(t *testing.T) {
	for _, c := range []struct {
		name             string
		from, to, middle geometry.Point3
		width            geometry.Length // the minimum and, apart from 2 mm of rounding, the maximum
	}{
		{"over the middle", point(0, 3000, 2000), point(0, 7000, 2000), point(0, 5000, 2000), geometry.MM(300)},
		{"at 45 degrees", point(2000, 2000, 1000), point(5000, 5000, 1000), point(3536, 3536, 1000), geometry.MM(300)},
		// At 36.87 degrees to the radius, 200 mm wide and over the thickness of 300 mm: 250 + 225 + 100.
		{"askew", point(3000, 2000, 1500), point(3000, 6000, 1500), point(3000, 4000, 1500), geometry.MM(575)},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, ground, _ := plant(t)
			mid := mm(0, 5000)
			wall := b.do(change.CreateWall{LevelID: ground, Wall: fabric.Wall{Start: mm(5000, 0), Mid: &mid,
				End:    mm(-5000, 0),
				Height: geometry.MM(3000), Thickness: geometry.MM(300)}})
			b.do(change.CreateSegment{System: "pipe", LevelID: ground, Path: []geometry.Point3{c.from, c.to},
				Name:    "Pipe",
				Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(200)}})
			pipe := named(b, state.CategoryPipe, "Pipe")
			id := b.do(change.CreateOpening{HostID: wall, Through: pipe, Clearance: geometry.MM(50)})
			body, err := shape.Body(b.model, id)
			if err != nil {
				t.Fatal(err)
			}
			box := body.Bounds()
			centre := geometry.Point3{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2,
				Z: (box.Min.Z + box.Max.Z) / 2}
			// The faces curve away from the tangent, so the middle of the void may lie some millimetres beside the
			// middle of the wall.
			if d := centre.Sub(c.middle); max(d.X.Abs(), d.Y.Abs(), d.Z.Abs()) > geometry.MM(20) {
				t.Errorf("the middle is at %v, the pipe runs at %v", centre, c.middle)
			}
			o := change.Element(b.model, id).Params.(*fabric.Opening)
			if o.Width < c.width || o.Width > c.width+geometry.MM(12) || o.Height < geometry.MM(300) ||
				o.Height > geometry.MM(303) {
				t.Errorf("it is %s wide and %s high, want %s and 300", o.Width, o.Height, c.width)
			}
		})
	}
	b, ground, _ := plant(t)
	mid := mm(0, 5000)
	wall := b.do(change.CreateWall{LevelID: ground, Wall: fabric.Wall{Start: mm(5000, 0), Mid: &mid, End: mm(-5000, 0),
		Height: geometry.MM(3000), Thickness: geometry.MM(300)}})
	for name, path := range map[string][]geometry.Point3{
		"Twice":  {point(-6000, 2000, 500), point(6000, 2000, 500)},
		"Beside": {point(-2000, 2000, 900), point(2000, 2000, 900)},
	} {
		b.do(change.CreateSegment{System: "pipe", LevelID: ground, Path: path, Name: name,
			Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(100)}})
		b.refused(change.CreateOpening{HostID: wall, Through: named(b, state.CategoryPipe, name)},
			state.DegenerateGeometry)
	}
}
