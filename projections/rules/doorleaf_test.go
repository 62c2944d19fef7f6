package rules

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// hall makes a hall of 15 by 10 m for some 2000 persons, on a slab that extends 5 m beyond it. A door of 2.4 m of the
// given kind stands in its southern wall, from x 5000 to 7400. Between the linings it is clear from 5050 to 7350. The
// hall begins at y 100.
func hall(t *testing.T, kind fabric.DoorType, facing fabric.Facing) *building {
	t.Helper()
	b := newBuilding(t)
	corners := []geometry.Point2{mm(0, 0), mm(15000, 0), mm(15000, 10000), mm(0, 10000)}
	var ids []state.ID
	for i, name := range []string{"S", "E", "N", "W"} {
		b.wall(name, corners[i], corners[(i+1)%4], nil)
		ids = append(ids, b.ids[name])
	}
	b.do("", change.JoinElements{ElementIDs: ids, JoinType: "auto"})
	b.do("slab", change.CreateFloor{LevelID: b.ids["L0"], Floor: fabric.Floor{Thickness: geometry.MM(200),
		Boundary: []geometry.Point2{mm(-5000, -5000), mm(20000, -5000), mm(20000, 15000), mm(-5000, 15000)}}})
	b.do("hall", change.CreateRoom{LevelID: b.ids["L0"], Name: "Assembly hall", Room: room.Room{
		Usage: "assembly hall", Seed: new(mm(1000, 9000))}})
	b.do("D", change.PlaceDoor{WallID: b.ids["S"], Door: fabric.Door{Offset: geometry.MM(5000),
		Width: geometry.MM(2400), Height: geometry.MM(2300), DoorType: kind, Facing: facing}})
	return b
}

// box places a box with the given sides in mm, with its middle at a point.
func (b *building) box(x, y, wide, deep int64) {
	b.t.Helper()
	b.do("box", change.PlaceComponent{Category: "furniture", LevelID: b.ids["L0"],
		Component: component.Component{Location: mm(x, y).At(0), Width: geometry.MM(wide), Depth: geometry.MM(deep),
			Height: geometry.MM(1000)}})
}

// TestEveryLeafOpensWithEgress checks doors with two leaves and doors that swing to both sides. Doors without a
// swinging leaf are reported as not checked.
func TestEveryLeafOpensWithEgress(t *testing.T) {
	const rule = "IBC-1010.1.2.1"
	unswung := func(kind string) string {
		return rule + ": missing leaf that swings: whether a " + kind +
			" door may lead out (IBC 1010.1.2, 1010.3) is not judged (1)"
	}
	for _, c := range []struct {
		kind   fabric.DoorType
		facing fabric.Facing
		want   string
	}{
		{"single_swing", "interior", rule + ": fail D 0"},
		{"single_swing", "exterior", rule + ": pass 1 (1 to 1)"},
		{"double_door", "interior", rule + ": fail D 0"},
		{"double_door", "exterior", rule + ": pass 1 (1 to 1)"},
		{"double_swing", "interior", rule + ": pass 1 (1 to 1)"},
		{"sliding", "interior", unswung("sliding")},
		{"folding", "interior", unswung("folding")},
		{"rolling_up", "interior", unswung("rolling up")},
		{"revolving", "interior", unswung("revolving")},
		{"fixed", "interior", ""},
	} {
		b := hall(t, c.kind, c.facing)
		r := b.check(Options{Checks: []string{"code_compliance"}, Standards: []string{"IBC"}, Occupancy: "A-3"})
		if got := b.said(r, rule); got != c.want {
			t.Errorf("%s, %s: %s; expected %s", c.kind, c.facing, got, c.want)
		}
	}
}

// TestWhatStandsBeforeALeafBlocksIt checks a box of 400 by 400 mm within the square of a leaf of 1150 mm, and a box
// that only a leaf of 2300 mm would reach.
func TestWhatStandsBeforeALeafBlocksIt(t *testing.T) {
	const folding = "MQ-4: missing leaves of the folding door: how many, and to which side they fold (1)"
	for _, c := range []struct {
		kind   fabric.DoorType
		facing fabric.Facing
		x, y   int64
		want   string
	}{
		{"single_swing", "interior", 6800, 600, "MQ-4: fail D 0.16"},
		{"single_swing", "interior", 6800, 1800, "MQ-4: fail D 0.16"},
		{"double_door", "interior", 6800, 600, "MQ-4: fail D 0.16"},
		{"double_door", "interior", 5600, 600, "MQ-4: fail D 0.16"},
		{"double_door", "interior", 6200, 600, "MQ-4: fail D 0.16"}, // in both squares
		{"double_door", "interior", 6800, 1800, "MQ-4: pass 1 (0 to 0)"},
		{"double_door", "exterior", 6800, 600, "MQ-4: pass 1 (0 to 0)"},
		{"double_swing", "exterior", 6800, 600, "MQ-4: fail D 0.16"},
		{"double_swing", "exterior", 6800, -600, "MQ-4: fail D 0.16"},
		{"sliding", "interior", 6800, 600, ""}, {"rolling_up", "interior", 6800, 600, ""},
		{"folding", "interior", 6800, 600, folding},
	} {
		b := hall(t, c.kind, c.facing)
		b.box(c.x, c.y, 400, 400)
		if got := b.said(b.check(Options{Checks: []string{"model_quality"}}), "MQ-4"); got != c.want {
			t.Errorf("%s, %s, box at %d, %d: %s; expected %s", c.kind, c.facing, c.x, c.y, got, c.want)
		}
	}
	b := hall(t, "double_door", "interior")
	b.do("other", change.PlaceDoor{WallID: b.ids["S"], Door: fabric.Door{Offset: geometry.MM(7400),
		Width: geometry.MM(2400), Height: geometry.MM(2300), DoorType: "double_door"}})
	b.wall("across", mm(7500, 100), mm(7500, 3000), nil)
	b.do("in it", change.PlaceDoor{WallID: b.ids["across"], Door: fabric.Door{Offset: geometry.MM(300),
		Width: geometry.MM(1600), Height: geometry.MM(2100), DoorType: "double_door"}})
	if got := b.said(b.check(Options{Checks: []string{"model_quality"}}), "MQ-3"); !strings.Contains(got, "fail D") {
		t.Errorf("leaves that swing into each other: %s", got)
	}
}

// TestOneOfTwoLeavesHasItsClearances (ADA 404.2.2) checks that at least one leaf must comply with all of 404.2.4. It is
// not enough if each leaf complies with a part. Sliding and folding doors have clearances of their own (404.2.4.2).
func TestOneOfTwoLeavesHasItsClearances(t *testing.T) {
	swing := []string{"ADA-404.2.4.1ad", "ADA-404.2.4.1al", "ADA-404.2.4.1b"}
	const free = "ADA-404.2.4.1ad: pass 1 (1525 to 1525)\nADA-404.2.4.1al: pass 1 (455 to 455)\n" +
		"ADA-404.2.4.1b: pass 1 (1220 to 1220)"
	const eitherSide = " missing side of the door that is pulled: its leaf swings to both sides (1)"
	none := func(kind string) (out string) {
		for _, id := range swing {
			out += id + ": missing row for the floor before a " + kind + " door in ADA 2010, 404.2.4.1, unamended (1)\n"
		}
		return strings.TrimSpace(out)
	}
	for _, c := range []struct {
		name       string
		kind       fabric.DoorType
		x, y, wide int64 // place and width of a box that is 300 mm deep; width 0 means no box
		want       string
	}{
		{"nothing before two leaves", "double_door", 0, 0, 0, free},
		{"a box before one leaf, far from the other", "double_door", 7200, 600, 200, free},
		// 300 mm before the eastern leaf, and within 455 mm of the latch of the western leaf
		{"a box before the latches", "double_door", 6500, 550, 300, "ADA-404.2.4.1ad: pass 1 (1525 to 1525)\n" +
			"ADA-404.2.4.1al: fail D 150\nADA-404.2.4.1b: pass 1 (1220 to 1220)"},
		{"a box before both leaves", "double_door", 6200, 550, 2300, "ADA-404.2.4.1ad: fail D 300\n" +
			"ADA-404.2.4.1al: fail D 0\nADA-404.2.4.1b: pass 1 (1220 to 1220)"},
		{"nothing before a leaf to both sides", "double_swing", 0, 0, 0, free},
		{"a box 1320 mm before it", "double_swing", 6200, 1570, 2300, "ADA-404.2.4.1ad:" + eitherSide + "\n" +
			"ADA-404.2.4.1al: pass 1 (455 to 455)\nADA-404.2.4.1b: pass 1 (1220 to 1220)"},
		{"a box 300 mm before it", "double_swing", 6200, 550, 2300, "ADA-404.2.4.1ad:" + eitherSide + "\n" +
			"ADA-404.2.4.1al: pass 1 (455 to 455)\nADA-404.2.4.1b: fail D 300"},
		{"a sliding door", "sliding", 0, 0, 0, "ADA-404.2.4.2: pass 1 (1220 to 1220)"},
		{"a box 300 mm before it", "sliding", 6200, 550, 200, "ADA-404.2.4.2: fail D 300"},
		{"the same outside", "folding", 6200, -550, 200, "ADA-404.2.4.2: fail D 300"},
		{"a box beside it", "folding", 7600, 550, 200, "ADA-404.2.4.2: pass 1 (1220 to 1220)"},
		{"a rolling door", "rolling_up", 0, 0, 0, none("rolling up")},
		{"a revolving door is on no accessible route", "revolving", 0, 0, 0, ""},
	} {
		b := hall(t, c.kind, "interior")
		if c.wide > 0 {
			b.box(c.x, c.y, c.wide, 300)
		}
		r := b.check(Options{Checks: []string{"accessibility_check"}, Standards: []string{"ADA"}})
		if got := b.said(r, append([]string{"ADA-404.2.4.2"}, swing...)...); got != c.want {
			t.Errorf("%s, %s:\n%s\nexpected\n%s", c.kind, c.name, got, c.want)
		}
	}
}

// TestDoorsOfWhichAStandardSaysNothingAreTold checks that folding doors are reported under AD M, which has no
// clearances for them. A sliding door has no pull side.
func TestDoorsOfWhichAStandardSaysNothingAreTold(t *testing.T) {
	for kind, want := range map[fabric.DoorType]string{
		"folding": "ADM2-2.17: missing row for the floor before a folding door in AD M 2015, vol. 2 2.17, " +
			"unamended (1)",
		"sliding": "", "single_swing": "ADM2-2.17: pass 1 (300 to 300)",
	} {
		b := hall(t, kind, "interior")
		r := b.check(Options{Checks: []string{"accessibility_check"}, Standards: []string{"AD M"}})
		if got := b.said(r, "ADM2-2.17"); got != want {
			t.Errorf("%s: %s; expected %s", kind, got, want)
		}
	}
}

// TestADoorByItsBodyAloneIsTold checks that each rule about leaves reports a door that has a body but no parameters.
func TestADoorByItsBodyAloneIsTold(t *testing.T) {
	b := hall(t, "fixed", "interior")
	solid, err := geometry.Extrude(geometry.PlacementInPlan(geometry.Point3{}, mm(1, 0)),
		geometry.Region{geometry.Rectangle(mm(9000, -20), mm(10000, 20))}, 0, geometry.MM(2100))
	if err != nil {
		t.Fatal(err)
	}
	id := state.DeriveID("door", 1)
	b.do("body", change.Import{Elements: []*state.Element{{ID: id, Category: state.CategoryDoor, Name: "body",
		LevelID: b.ids["L0"], Params: &fabric.Door{Fixed: &state.FixedShape{}}}},
		Bodies: map[state.ID]geometry.Body{id: {solid}}})
	want := "MQ-2: missing " + noLeaf + " (1)\nMQ-4: missing " + noLeaf + " (1)"
	if got := b.said(b.check(Options{Checks: []string{"model_quality"}}), "MQ-2", "MQ-4"); got != want {
		t.Errorf("%s; expected %s", got, want)
	}
}
