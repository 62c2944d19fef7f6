package export

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	serviceshape "github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// randomModel runs random commands and skips those that the domain refuses.
func randomModel(t *rapid.T) *state.Model {
	m, n := state.NewModel(), 0
	do := func(op change.Operation) state.ID {
		n++
		decision, err := domain.Decide(m, change.Command{ID: fmt.Sprintf("c%d", n), Do: op})
		if err != nil {
			if _, refused := errors.AsType[*state.Error](err); !refused {
				t.Fatal(err)
			}
			return ""
		}
		m = decision.After
		return madeBy(decision.Events)
	}
	do(change.CreateModel{ID: "m", Name: "m"})
	level := do(change.CreateLevel{Name: "L", Elevation: randomLength(t, -5000, 5000, "elevation")})
	upper := do(change.CreateLevel{Name: "U", Elevation: randomLength(t, 5001, 9000, "upper")})
	var walls []state.ID
	for range rapid.IntRange(1, 6).Draw(t, "walls") {
		walls = append(walls, do(change.CreateWall{LevelID: level,
			Wall: fabric.Wall{Start: randomPoint(t), End: randomPoint(t), Mid: randomMid(t),
				Height:       randomLength(t, 500, 4000, "height"),
				Thickness:    randomLength(t, 50, 400, "thickness"),
				LocationLine: fabric.LocationLine(rapid.SampledFrom(fabric.LocationCenter.Enum()).Draw(t, "line"))}}))
	}
	do(change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	for _, w := range walls {
		do(change.PlaceDoor{WallID: w, Door: fabric.Door{Offset: randomLength(t, 0, 3000, "offset"),
			Width: randomLength(t, 300, 1200, "width"), Height: randomLength(t, 300, 2200, "door height"),
			DoorType: fabric.DoorType(rapid.SampledFrom(fabric.DoorType("").Enum()).Draw(t, "kind")),
			Facing:   fabric.Facing(rapid.SampledFrom(fabric.Facing("").Enum()).Draw(t, "facing"))}})
		offset := randomLength(t, 0, 3000, "recess offset")
		do(change.CreateOpening{HostID: w, Offset: &offset, Width: length(300), Height: length(400),
			Depth: randomLength(t, 1, 60, "depth")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "plates") {
		outline := []geometry.Point2{randomPoint(t), randomPoint(t), randomPoint(t), randomPoint(t)}
		host := do(change.CreateFloor{LevelID: level, Floor: fabric.Floor{Boundary: outline,
			Thickness: randomLength(t, 50, 400, "slab")}})
		roof := do(change.CreateRoof{LevelID: upper, Roof: fabric.Roof{Boundary: outline,
			Thickness: randomLength(t, 50, 400, "roof"),
			Slope:     geometry.Angle(rapid.Int64Range(1, 60_000_000).Draw(t, "slope")),
			RoofType:  fabric.RoofType(rapid.SampledFrom([]string{"shed", "gable", "hip"}).Draw(t, "roof type")),
			Overhang:  randomLength(t, 0, 600, "overhang")}})
		for _, id := range []state.ID{host, roof} {
			centre := randomPoint(t)
			do(change.CreateOpening{HostID: id, Location: &centre, Width: randomLength(t, 100, 2000, "hole"),
				Height: randomLength(t, 100, 2000, "hole depth")})
			carved := change.CreateOpening{HostID: id, Location: &centre, Width: length(300), Height: length(200),
				Depth: randomLength(t, 0, 200, "carved")}
			if rapid.Bool().Draw(t, "slanted") {
				aside := geometry.Point2{X: randomLength(t, -200, 200, "aside"), Y: randomLength(t, -200, 200, "back")}
				carved.Slant = &aside
			}
			if carved.Depth > 0 && rapid.Bool().Draw(t, "from below") {
				carved.Face = fabric.FaceBottom
			}
			do(carved)
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "members") {
		p := rapid.SampledFrom(profiles).Draw(t, "profile")
		do(change.CreateColumn{BaseLevel: level, Column: member.Column{Location: randomPoint(t), TopLevel: upper,
			Profile: &p, Rotation: geometry.Angle(rapid.Int64Range(0, 360_000_000).Draw(t, "turn"))}})
		do(change.CreateBeam{LevelID: upper, Beam: member.Beam{Start: randomPoint(t).At(0),
			End: randomPoint(t).At(randomLength(t, -2000, 2000, "rise")), Profile: &p,
			Justification: member.Justification(rapid.SampledFrom(member.Justification("").Enum()).Draw(t,
				"justification"))}})
		do(change.CreateStair{LevelID: level, Stair: stair.Stair{Start: randomPoint(t), Toward: randomPoint(t),
			TopLevel: upper, Width: randomLength(t, 500, 2000, "stair width"),
			Risers: rapid.IntRange(2, 40).Draw(t, "risers"), Tread: randomLength(t, 150, 400, "tread")}})
	}
	randomServices(t, do, level)
	randomComponents(t, do, level)
	return m
}

// randomServices draws runs of one kind, which branch and cross at random, some of them in systems.
func randomServices(t *rapid.T, do func(change.Operation) state.ID, level state.ID) {
	var runs []state.ID
	for range rapid.IntRange(0, 4).Draw(t, "runs") {
		kind := serviceshape.ServiceKind(rapid.SampledFrom(serviceshape.ServiceKind("").Enum()).Draw(t, "service"))
		shape := map[serviceshape.ServiceKind]geometry.ProfileShape{"duct": "rectangle_hollow",
			"pipe": "circle_hollow", "cable_tray": "u"}[kind]
		run := change.CreateSegment{System: kind, LevelID: level,
			Profile: profileOf(shape, rapid.Int64Range(40, 300).Draw(t, "width"),
				rapid.Int64Range(40, 300).Draw(t, "depth"), 2),
			Flow: serviceshape.FlowDirection(rapid.SampledFrom(append(serviceshape.FlowEither.Enum(), "")).Draw(t,
				"flow"))}
		if use := rapid.SampledFrom(append(serviceshape.SystemUse("").Enum(), "")).Draw(t, "use"); use != "" {
			run.SystemName, run.SystemUse = "system for "+use, serviceshape.SystemUse(use)
		}
		for range rapid.IntRange(2, 4).Draw(t, "points") {
			run.Path = append(run.Path, randomPoint(t).At(randomLength(t, 0, 3, "service height")*1000))
		}
		runs = append(runs, do(run))
	}
	do(change.CreateSystem{Name: "spare", System: serviceshape.System{Use: "data"}})
	do(change.JoinPorts{ElementIDs: runs})
}

// randomComponents places components and similar elements, and creates zones of the existing rooms.
func randomComponents(t *rapid.T, do func(change.Operation) state.ID, level state.ID) {
	for range rapid.IntRange(0, 2).Draw(t, "components") {
		category := component.ComponentCategory(rapid.SampledFrom(component.ComponentCategory("").Enum()).Draw(t,
			"component"))
		use := state.ComponentUse(rapid.SampledFrom(append(component.ComponentUses(state.Category(category)),
			"")).Draw(t, "component use"))
		do(change.PlaceComponent{Category: category, LevelID: level,
			Component: component.Component{Use: use, Location: randomPoint(t).At(0),
				Rotation: geometry.Angle(rapid.Int64Range(0, 360_000_000).Draw(t, "turn")),
				Width:    randomLength(t, 10, 900, "w"), Depth: randomLength(t, 10, 900, "d"),
				Height: randomLength(t, 10, 900, "h")}})
		location := randomPoint(t)
		do(change.CreateFooting{LevelID: level, Footing: fabric.Footing{Location: &location,
			Length: randomLength(t, 300, 3000, "pad"), Width: randomLength(t, 300, 3000, "pad width"),
			Height:   randomLength(t, 100, 900, "pad height"),
			Rotation: geometry.Angle(rapid.Int64Range(0, 360_000_000).Draw(t, "pad turn"))}})
		do(change.CreateCeiling{LevelID: level, Ceiling: fabric.Ceiling{Boundary: []geometry.Point2{randomPoint(t),
			randomPoint(t), randomPoint(t)}, Height: randomLength(t, 2000, 3000, "clear"), Thickness: length(20)}})
	}
	room := do(change.CreateRoom{LevelID: level, Room: roomshape.Room{Boundary: []geometry.Point2{randomPoint(t),
		randomPoint(t), randomPoint(t)}, Height: length(2500)}})
	if room != "" {
		do(change.CreateZone{Name: "zone", Zone: roomshape.Zone{Rooms: []state.ID{room}}})
	}
}

// randomLength draws a length with micrometre precision.
func randomLength(t *rapid.T, lo, hi int64, name string) geometry.Length {
	return geometry.Length(rapid.Int64Range(lo*1000, hi*1000).Draw(t, name))
}

// randomMid draws a point for a wall to bend through, or nil.
func randomMid(t *rapid.T) *geometry.Point2 {
	if !rapid.Bool().Draw(t, "curved") {
		return nil
	}
	mid := randomPoint(t)
	return &mid
}

func randomPoint(t *rapid.T) geometry.Point2 {
	return geometry.Point2{X: randomLength(t, -8000, 8000, "x"), Y: randomLength(t, -8000, 8000, "y")}
}

// TestEveryModelHasAFile checks that every model that the domain accepts can be exported, twice with the same bytes.
// The check of the file compares the volume of every body with its volume in the model.
func TestEveryModelHasAFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, o := randomModel(t), Options{Stamp: stamp, Schema: rapid.SampledFrom(Schemas()).Draw(t, "schema")}
		var first, second bytes.Buffer
		for _, out := range []*bytes.Buffer{&first, &second} {
			_, err := Write(t.Context(), out, m, o)
			if state.CodeOf(err) == state.EmptyResult || state.CodeOf(err) == state.DegenerateGeometry {
				t.Skip("the model holds an element of which nothing is left")
			}
			if err != nil {
				t.Fatal(err, err.(*state.Error).Data)
			}
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatal("two exports of one model differ")
		}
	})
}
