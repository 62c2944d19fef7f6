package rules

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// atelier makes a room of 3.8 by 3.8 m on L0 under a flat roof, with a fixed skylight of 1200 by 1000 mm.
func atelier(t *testing.T) *building {
	t.Helper()
	b := newBuilding(t)
	corners := []geometry.Point2{mm(0, 0), mm(4000, 0), mm(4000, 4000), mm(0, 4000)}
	var ids []state.ID
	for i, name := range []string{"S", "E", "N", "W"} {
		b.do(name, change.CreateWall{LevelID: b.ids["L0"], Name: name, Wall: fabric.Wall{Start: corners[i],
			End: corners[(i+1)%4], Height: geometry.MM(2800), Thickness: geometry.MM(200)}})
		ids = append(ids, b.ids[name])
	}
	b.do("", change.JoinElements{ElementIDs: ids, JoinType: "auto"})
	b.do("room", change.CreateRoom{LevelID: b.ids["L0"], Name: "living room", Room: room.Room{Usage: "living room",
		Seed: new(mm(2000, 2000))}})
	b.do("roof", change.CreateRoof{LevelID: b.ids["L0"], Roof: fabric.Roof{Boundary: corners, RoofType: fabric.RoofFlat,
		Thickness: geometry.MM(300), Offset: geometry.MM(2800)}})
	b.skylight("light", 1200)
	return b
}

// skylight sets a skylight of 1200 by 1000 mm into the roof, whose middle has the given X.
func (b *building) skylight(name string, x int64) {
	b.t.Helper()
	b.do(name, change.PlaceSkylight{RoofID: b.ids["roof"], Skylight: fabric.Skylight{Location: mm(x, 2000),
		Width: geometry.MM(1200), Height: geometry.MM(1000)}})
}

// TestASkylightLightsTheRoomBelow checks the glass of skylights. Within a lining of 60 mm a fixed skylight has 1080 by
// 880 mm of glass: 0.9504 of 14.44 m2, which is 6.582 %. Two have 13.16 %. Their openings are 8.31 % and 16.62 %. A
// ceiling below them, or a slab over them, takes their light.
func TestASkylightLightsTheRoomBelow(t *testing.T) {
	options := Options{Checks: []string{"code_compliance"}, Occupancy: "R-3"}
	b := atelier(t)
	said := func(want string) {
		t.Helper()
		if got := b.said(b.check(options), "IBC-1204.2", "MBO-47w", "IBC-1202.5.1"); got != want {
			t.Errorf("%s\nexpected\n%s", got, want)
		}
	}
	said("IBC-1202.5.1: fail room 0\nIBC-1204.2: fail room 6.582\nMBO-47w: fail room 8.31")
	b.skylight("second", 2800)
	said("IBC-1202.5.1: fail room 0\nIBC-1204.2: pass 1 (13.16 to 13.16)\nMBO-47w: pass 1 (16.62 to 16.62)")
	for _, name := range []string{"light", "second"} {
		b.do("", change.ModifyParameter{ElementID: b.ids[name], ParameterName: "operation",
			Value: []byte(`"top_hung"`)})
	}
	// frames of 50 mm leave 980 by 780 mm of glass each, and 1.0800 by 0.8800 m clear
	said("IBC-1202.5.1: pass 1 (13.16 to 13.16)\nIBC-1204.2: pass 1 (10.59 to 10.59)\nMBO-47w: pass 1 (16.62 to 16.62)")
	b.do("slab", change.CreateFloor{LevelID: b.ids["L0"], Floor: fabric.Floor{Boundary: []geometry.Point2{mm(0, 0),
		mm(2000, 0), mm(2000, 4000), mm(0, 4000)}, Thickness: geometry.MM(200), Offset: geometry.MM(5000)}})
	said("IBC-1202.5.1: pass 1 (6.582 to 6.582)\nIBC-1204.2: fail room 5.294\nMBO-47w: fail room 8.31")
	b.do("", change.DeleteElement{ElementIDs: []state.ID{b.ids["slab"]}})
	b.do("ceiling", change.CreateCeiling{LevelID: b.ids["L0"], Ceiling: fabric.Ceiling{Boundary: []geometry.Point2{
		mm(100, 100), mm(3900, 100), mm(3900, 3900), mm(100, 3900)}, Height: geometry.MM(2500),
		Thickness: geometry.MM(20)}})
	said("IBC-1202.5.1: fail room 0\nIBC-1204.2: fail room 0\nMBO-47w: fail room 0")
}
