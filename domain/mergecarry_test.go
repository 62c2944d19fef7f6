package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// carrying is a host, an edit of it by one side, and an element that the other side puts on it.
type carrying struct {
	host func(b *builder) state.ID
	edit func(host state.ID) []change.Operation
	put  func(host state.ID) change.Operation
}

// carryings returns changes of hosts that move the elements on them.
func carryings(f *fork) map[string]carrying {
	slab := func(b *builder) state.ID {
		return b.do(change.CreateFloor{LevelID: f.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 6000, 4000),
			Thickness: geometry.MM(200)}})
	}
	roof := func(b *builder) state.ID {
		return b.do(change.CreateRoof{LevelID: f.level, Roof: fabric.Roof{Boundary: rectangle(0, 0, 6000, 4000),
			RoofType:  fabric.RoofFlat,
			Thickness: geometry.MM(300), Offset: geometry.MM(3000)}})
	}
	stair := func(b *builder) state.ID {
		upper := b.do(change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
		return b.do(change.CreateStair{LevelID: f.level, Stair: stairshape.Stair{Start: mm(0, 0), Toward: mm(1000, 0),
			TopLevel: upper,
			Width:    geometry.MM(1000), Risers: 11, Tread: geometry.MM(280)}})
	}
	rail := func(path ...geometry.Point3) func(state.ID) change.Operation {
		return func(host state.ID) change.Operation {
			return change.CreateRailing{HostID: host, Railing: stairshape.Railing{Path: path,
				Height: geometry.MM(1000)}}
		}
	}
	set := func(parameter string, value any) func(state.ID) []change.Operation {
		return func(host state.ID) []change.Operation { return []change.Operation{setting(host, parameter, value)} }
	}
	move := func(x, y, z int64) func(state.ID) []change.Operation {
		return func(host state.ID) []change.Operation {
			return []change.Operation{change.MoveElement{ElementIDs: []state.ID{host}, Delta: shift(x, y, z)}}
		}
	}
	bed := func(host state.ID) change.Operation {
		return change.PlaceComponent{Category: "furniture", HostID: host, Component: crate(1000, 1000)}
	}
	edge := rail(shift(0, 0, 0), shift(6000, 0, 0))
	return map[string]carrying{
		"a raised floor":           {slab, set("offset", 150), edge},
		"a thicker floor":          {slab, set("thickness", 300), edge},
		"a floor that is moved":    {slab, move(500, -200, 100), edge},
		"a bed on a moved floor":   {slab, move(500, -200, 100), bed},
		"a floor of another shape": {slab, set("boundary_points", rectangle(0, 0, 7000, 4000)), edge},
		"a thicker roof":           {roof, set("thickness", 400), rail(shift(0, 0, 3300), shift(6000, 0, 3300))},
		"a hole in a moved floor":  {slab, move(500, 0, 0), holeAt},
		"steps that are deeper":    {stair, set("tread", 300), rail(shift(0, 450, 0), shift(2800, 450, 3000))},
		"a flight that is moved":   {stair, move(0, 300, 0), rail(shift(0, 450, 0), shift(2800, 450, 3000))},
		"a floor raised and reshaped": {slab, func(host state.ID) []change.Operation {
			return append(set("boundary_points", rectangle(0, 0, 7000, 4000))(host), set("offset", 150)(host)...)
		}, edge},
		"a shelf on a wall": {func(*builder) state.ID { return f.w2 }, move(0, 100, 0),
			func(host state.ID) change.Operation {
				return change.PlaceComponent{Category: "furniture", HostID: host, Component: crate(1000, 1000)}
			}},
		"a door, along its wall": {func(b *builder) state.ID { return f.w2 }, move(0, 100, 0),
			func(host state.ID) change.Operation { return doorOf(host, 1000) }},
	}
}

func holeAt(host state.ID) change.Operation {
	return change.CreateOpening{HostID: host, Polygon: rectangle(1000, 1000, 2000, 2000)}
}

// If one side puts an element on a host and the other side changes the host, the element follows the host, in either
// direction of the merge. It ends where it would be if it had been put there first.
func TestWhatIsNewOnAHostGoesAlongWithItInAMerge(t *testing.T) {
	for name := range carryings(newFork(t)) {
		for _, into := range []string{"what carries", "what is carried"} {
			t.Run(name+" into "+into, func(t *testing.T) {
				f := newFork(t)
				c := carryings(f)[name]
				b := &builder{t: t, model: f.base.Clone(), n: 500}
				host := c.host(b)
				f.base = b.model
				f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
				placing, editing := f.theirs, f.ours
				if into == "what is carried" {
					placing, editing = f.ours, f.theirs
				}
				put := placing.do(c.put(host))
				after := newSide(t, placing.builder, 3000)
				for _, op := range c.edit(host) {
					editing.do(op)
					after.do(op)
				}
				out := f.must("")
				if len(out.Conflicts) > 0 {
					t.Fatalf("conflicts %s", listed(out.Conflicts))
				}
				got, want := change.Element(out.Decision.After, put), change.Element(after.model, put)
				if d := shape.Difference(want, got, shape.ParamFacets(got.Category)); len(d) > 0 {
					t.Errorf("off by %s", state.MustJSON(d))
				}
				f.checkSound(out.Decision.After)
			})
		}
	}
}

// TestWhatBothSidesHaveOnAHostIsTakenAlongOnce checks a merge of a railing that both sides have. On each side the
// railing has followed the host. If the merge takes the railing of the other side, the railing has the place that it
// has on that side.
func TestWhatBothSidesHaveOnAHostIsTakenAlongOnce(t *testing.T) {
	f := newFork(t)
	b := &builder{t: t, model: f.base.Clone(), n: 500}
	slab := b.do(change.CreateFloor{LevelID: f.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 6000, 4000),
		Thickness: geometry.MM(200)}})
	rail := b.do(change.CreateRailing{HostID: slab, Railing: stairshape.Railing{Path: []geometry.Point3{shift(0, 0, 0),
		shift(6000, 0, 0)}, Height: geometry.MM(1000)}})
	f.base = b.model
	f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
	f.ours.do(setting(slab, "offset", 150))
	f.theirs.do(setting(rail, "height", 1100))
	out := f.must("")
	got := change.Element(out.Decision.After, rail).Params.(*stairshape.Railing)
	if got.Path[0] != shift(0, 0, 150) || got.Height != geometry.MM(1100) {
		t.Errorf("the railing is %+v", got)
	}
}

// The place of a new element is unknown on a host that the other side turned.
func TestAHostThatIsTurnedUnderWhatIsNewOnItIsAConflict(t *testing.T) {
	f := newFork(t)
	b := &builder{t: t, model: f.base.Clone(), n: 500}
	slab := b.do(change.CreateFloor{LevelID: f.level, Floor: fabric.Floor{Boundary: rectangle(0, 0, 6000, 4000),
		Thickness: geometry.MM(200)}})
	f.base = b.model
	f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
	f.ours.do(change.MoveElement{ElementIDs: []state.ID{slab}, Rotation: 30 * geometry.Degree})
	bed := f.theirs.do(change.PlaceComponent{Category: "furniture", HostID: slab, Component: crate(1000, 1000)})
	c := f.conflict(merge.ConflictSemantic)
	if m := f.take(c, merge.TakeOurs); change.Has(m, bed) {
		t.Error("ours has no bed")
	}
	if m := f.take(c, merge.TakeTheirs); !change.Has(m, bed) || change.Element(m,
		slab).Params.(*fabric.Floor).Boundary[1] != mm(6000, 0) {
		t.Error("theirs has a bed on a floor that was not turned")
	}
}
