package domain

import (
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// carrying is a host, what a side does with it, and what the other side puts on it.
type carrying struct {
	host func(b *builder) ID
	edit func(host ID) []Operation
	put  func(host ID) Operation
}

// carryings are changes of hosts that take along what they carry.
func carryings(f *fork) map[string]carrying {
	slab := func(b *builder) ID {
		return b.do(CreateFloor{LevelID: f.level, Floor: Floor{Boundary: rectangle(0, 0, 6000, 4000),
			Thickness: geometry.MM(200)}})
	}
	roof := func(b *builder) ID {
		return b.do(CreateRoof{LevelID: f.level, Roof: Roof{Boundary: rectangle(0, 0, 6000, 4000), RoofType: RoofFlat,
			Thickness: geometry.MM(300), Offset: geometry.MM(3000)}})
	}
	stair := func(b *builder) ID {
		upper := b.do(CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
		return b.do(CreateStair{LevelID: f.level, Stair: Stair{Start: mm(0, 0), Toward: mm(1000, 0), TopLevel: upper,
			Width: geometry.MM(1000), Risers: 11, Tread: geometry.MM(280)}})
	}
	rail := func(path ...geometry.Point3) func(ID) Operation {
		return func(host ID) Operation {
			return CreateRailing{HostID: host, Railing: Railing{Path: path, Height: geometry.MM(1000)}}
		}
	}
	set := func(parameter string, value any) func(ID) []Operation {
		return func(host ID) []Operation { return []Operation{setting(host, parameter, value)} }
	}
	move := func(x, y, z int64) func(ID) []Operation {
		return func(host ID) []Operation {
			return []Operation{MoveElement{ElementIDs: []ID{host}, Delta: shift(x, y, z)}}
		}
	}
	bed := func(host ID) Operation {
		return PlaceComponent{Category: "furniture", HostID: host, Component: crate(1000, 1000)}
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
		"a floor raised and reshaped": {slab, func(host ID) []Operation {
			return append(set("boundary_points", rectangle(0, 0, 7000, 4000))(host), set("offset", 150)(host)...)
		}, edge},
		"a shelf on a wall": {func(*builder) ID { return f.w2 }, move(0, 100, 0), func(host ID) Operation {
			return PlaceComponent{Category: "furniture", HostID: host, Component: crate(1000, 1000)}
		}},
		"a door, along its wall": {func(b *builder) ID { return f.w2 }, move(0, 100, 0),
			func(host ID) Operation { return doorOf(host, 1000) }},
	}
}

func holeAt(host ID) Operation {
	return CreateOpening{HostID: host, Polygon: rectangle(1000, 1000, 2000, 2000)}
}

// What one side puts on a host goes along with what the other side makes of the host, whichever is merged into which:
// it stands where it would if it had been put there first.
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
				got, want := element(out.Decision.After, put), element(after.model, put)
				if d := difference(want, got, paramFacets(got.Category)); len(d) > 0 {
					t.Errorf("off by %s", mustJSON(d))
				}
				f.checkSound(out.Decision.After)
			})
		}
	}
}

// A railing that both sides have went along on its own side; one of which the other side is taken stays as that has it.
func TestWhatBothSidesHaveOnAHostIsTakenAlongOnce(t *testing.T) {
	f := newFork(t)
	b := &builder{t: t, model: f.base.Clone(), n: 500}
	slab := b.do(CreateFloor{LevelID: f.level, Floor: Floor{Boundary: rectangle(0, 0, 6000, 4000),
		Thickness: geometry.MM(200)}})
	rail := b.do(CreateRailing{HostID: slab, Railing: Railing{Path: []geometry.Point3{shift(0, 0, 0),
		shift(6000, 0, 0)}, Height: geometry.MM(1000)}})
	f.base = b.model
	f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
	f.ours.do(setting(slab, "offset", 150))
	f.theirs.do(setting(rail, "height", 1100))
	out := f.must("")
	got := element(out.Decision.After, rail).Params.(*Railing)
	if got.Path[0] != shift(0, 0, 150) || got.Height != geometry.MM(1100) {
		t.Errorf("the railing is %+v", got)
	}
}

// Nobody knows where something is to be on a host that the other side turned.
func TestAHostThatIsTurnedUnderWhatIsNewOnItIsAConflict(t *testing.T) {
	f := newFork(t)
	b := &builder{t: t, model: f.base.Clone(), n: 500}
	slab := b.do(CreateFloor{LevelID: f.level, Floor: Floor{Boundary: rectangle(0, 0, 6000, 4000),
		Thickness: geometry.MM(200)}})
	f.base = b.model
	f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
	f.ours.do(MoveElement{ElementIDs: []ID{slab}, Rotation: 30 * geometry.Degree})
	bed := f.theirs.do(PlaceComponent{Category: "furniture", HostID: slab, Component: crate(1000, 1000)})
	c := f.conflict(ConflictSemantic)
	if m := f.take(c, TakeOurs); m.has(bed) {
		t.Error("ours has no bed")
	}
	if m := f.take(c, TakeTheirs); !m.has(bed) || element(m, slab).Params.(*Floor).Boundary[1] != mm(6000, 0) {
		t.Error("theirs has a bed on a floor that was not turned")
	}
}
