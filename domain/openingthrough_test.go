package domain

import (
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// An opening about a duct of 400 by 300 mm that runs through a wall with its middle 2.5 m above the floor, with 50 mm
// on each side; through a slab, and of a skew duct the whole of what is in the wall.
func TestAnOpeningIsMadeAroundWhatRunsThrough(t *testing.T) {
	b, ground, upper := plant(t)
	wall := b.do(wallOf(ground, 0, 5000, 8000, 5000))
	b.do(CreateSegment{System: "duct", LevelID: ground,
		Path: []geometry.Point3{point(3000, 2000, 2400), point(3000, 8000, 2400)}, Name: "Straight",
		Profile: &geometry.Profile{Shape: "rectangle", Width: geometry.MM(400), Depth: geometry.MM(300)}})
	straight := named(b, CategoryDuct, "Straight")
	opening := b.do(CreateOpening{HostID: wall, Through: straight, Clearance: geometry.MM(50)})
	o := element(b.model, opening).Params.(*Opening)
	if o.Offset != geometry.MM(2750) || o.Width != geometry.MM(500) || o.SillHeight != geometry.MM(2200) ||
		o.Height != geometry.MM(400) {
		t.Errorf("the opening is at %s, %s wide, from %s, %s high", o.Offset, o.Width, o.SillHeight, o.Height)
	}
	slab := b.do(CreateFloor{LevelID: upper, Floor: Floor{Boundary: rectangle(0, 0, 8000, 8000),
		Thickness: geometry.MM(200)}})
	b.do(CreateSegment{System: "duct", LevelID: ground,
		Path: []geometry.Point3{point(6000, 2000, 500), point(6000, 2000, 5000)}, Name: "Riser",
		Profile: &geometry.Profile{Shape: "rectangle", Width: geometry.MM(100), Depth: geometry.MM(100)}})
	hole := b.do(CreateOpening{HostID: slab, Through: named(b, CategoryDuct, "Riser"), Clearance: geometry.MM(20)})
	plan := geometry.Polygon{Outer: element(b.model, hole).Params.(*Opening).Polygon}
	if low, high := plan.Bounds(); low != mm(5930, 1930) || high != mm(6070, 2070) {
		t.Errorf("the hole in the slab is %v to %v", low, high)
	}
	b.refused(CreateOpening{HostID: slab, Through: straight}, DegenerateGeometry)
	b.refused(CreateOpening{HostID: wall, Through: straight, Width: geometry.MM(500)}, OutOfRange)
	b.refused(CreateOpening{HostID: wall, Through: straight, Clearance: geometry.MM(-1)}, OutOfRange)
	b.refused(CreateOpening{HostID: wall, Through: "nothing"}, NotFound)
	offset := geometry.MM(100)
	b.refused(CreateOpening{HostID: wall, Offset: &offset, Width: offset, Height: offset, Clearance: offset},
		OutOfRange)
}

func named(b *builder, c Category, name string) ID {
	for _, id := range b.model.OfCategory(c) {
		if element(b.model, id).Name == name {
			return id
		}
	}
	return ""
}

// A run of ducts with its bends moves as one thing, by any of its parts or as its system; its connections hold.
func TestASystemMovesAsOneThing(t *testing.T) {
	b, ground, _ := plant(t)
	system := b.do(CreateSystem{Name: "Supply", System: System{Use: "supply_air"}})
	b.do(CreateSegment{System: "duct", SystemID: system, LevelID: ground,
		Path:    []geometry.Point3{point(0, 0, 2500), point(4000, 0, 2500), point(4000, 3000, 2500)},
		Profile: &geometry.Profile{Shape: "rectangle", Width: geometry.MM(400), Depth: geometry.MM(300)}})
	members := b.model.SystemMembers(system)
	if len(members) != 3 {
		t.Fatalf("the run has %d parts", len(members))
	}
	boxes := func() (out []geometry.Box) {
		for _, id := range members {
			body, err := b.model.Body(id)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, body.Bounds())
		}
		return out
	}
	for _, c := range []MoveElement{
		{ElementIDs: []ID{system}, Delta: point(0, 0, 200)},
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
	empty := b.do(CreateSystem{Name: "Nothing", System: System{Use: "exhaust_air"}})
	b.refused(MoveElement{ElementIDs: []ID{empty}, Delta: point(0, 0, 100)}, IllegalState)
}
