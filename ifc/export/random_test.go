package export

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// randomModel carries out commands that the domain accepts, and skips those that it refuses.
func randomModel(t *rapid.T) *domain.Model {
	m, n := domain.NewModel(), 0
	do := func(op domain.Operation) domain.ID {
		n++
		decision, err := domain.Decide(m, domain.Command{ID: fmt.Sprintf("c%d", n), Do: op})
		if err != nil {
			if _, refused := errors.AsType[*domain.Error](err); !refused {
				t.Fatal(err)
			}
			return ""
		}
		m = decision.After
		return madeBy(decision.Events)
	}
	do(domain.CreateModel{ID: "m", Name: "m"})
	level := do(domain.CreateLevel{Name: "L", Elevation: randomLength(t, -5000, 5000, "elevation")})
	upper := do(domain.CreateLevel{Name: "U", Elevation: randomLength(t, 5001, 9000, "upper")})
	var walls []domain.ID
	for range rapid.IntRange(1, 6).Draw(t, "walls") {
		walls = append(walls, do(domain.CreateWall{LevelID: level,
			Wall: domain.Wall{Start: randomPoint(t), End: randomPoint(t), Mid: randomMid(t),
				Height:       randomLength(t, 500, 4000, "height"),
				Thickness:    randomLength(t, 50, 400, "thickness"),
				LocationLine: domain.LocationLine(rapid.SampledFrom(domain.LocationCenter.Enum()).Draw(t, "line"))}}))
	}
	do(domain.JoinElements{ElementIDs: walls, JoinType: domain.JoinAuto})
	for _, w := range walls {
		do(domain.PlaceDoor{WallID: w, Door: domain.Door{Offset: randomLength(t, 0, 3000, "offset"),
			Width: randomLength(t, 300, 1200, "width"), Height: randomLength(t, 300, 2200, "door height"),
			DoorType: domain.DoorType(rapid.SampledFrom(domain.DoorType("").Enum()).Draw(t, "kind")),
			Facing:   domain.Facing(rapid.SampledFrom(domain.Facing("").Enum()).Draw(t, "facing"))}})
		offset := randomLength(t, 0, 3000, "recess offset")
		do(domain.CreateOpening{HostID: w, Offset: &offset, Width: length(300), Height: length(400),
			Depth: randomLength(t, 1, 60, "depth")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "plates") {
		outline := []geometry.Point2{randomPoint(t), randomPoint(t), randomPoint(t), randomPoint(t)}
		host := do(domain.CreateFloor{LevelID: level, Floor: domain.Floor{Boundary: outline,
			Thickness: randomLength(t, 50, 400, "slab")}})
		roof := do(domain.CreateRoof{LevelID: upper, Roof: domain.Roof{Boundary: outline,
			Thickness: randomLength(t, 50, 400, "roof"),
			Slope:     geometry.Angle(rapid.Int64Range(1, 60_000_000).Draw(t, "slope")),
			RoofType:  domain.RoofType(rapid.SampledFrom([]string{"shed", "gable", "hip"}).Draw(t, "roof type")),
			Overhang:  randomLength(t, 0, 600, "overhang")}})
		for _, id := range []domain.ID{host, roof} {
			centre := randomPoint(t)
			do(domain.CreateOpening{HostID: id, Location: &centre, Width: randomLength(t, 100, 2000, "hole"),
				Height: randomLength(t, 100, 2000, "hole depth")})
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "members") {
		p := rapid.SampledFrom(profiles).Draw(t, "profile")
		do(domain.CreateColumn{BaseLevel: level, Column: domain.Column{Location: randomPoint(t), TopLevel: upper,
			Profile: &p, Rotation: geometry.Angle(rapid.Int64Range(0, 360_000_000).Draw(t, "turn"))}})
		do(domain.CreateBeam{LevelID: upper, Beam: domain.Beam{Start: randomPoint(t).At(0),
			End: randomPoint(t).At(randomLength(t, -2000, 2000, "rise")), Profile: &p,
			Justification: domain.Justification(rapid.SampledFrom(domain.Justification("").Enum()).Draw(t,
				"justification"))}})
		do(domain.CreateStair{LevelID: level, Stair: domain.Stair{Start: randomPoint(t), Toward: randomPoint(t),
			TopLevel: upper, Width: randomLength(t, 500, 2000, "stair width"),
			Risers: rapid.IntRange(2, 40).Draw(t, "risers"), Tread: randomLength(t, 150, 400, "tread")}})
	}
	randomServices(t, do, level)
	randomComponents(t, do, level)
	return m
}

// randomServices draws runs of one kind, which branch and cross where they happen to meet, in systems and in none.
func randomServices(t *rapid.T, do func(domain.Operation) domain.ID, level domain.ID) {
	var runs []domain.ID
	for range rapid.IntRange(0, 4).Draw(t, "runs") {
		kind := domain.ServiceKind(rapid.SampledFrom(domain.ServiceKind("").Enum()).Draw(t, "service"))
		shape := map[domain.ServiceKind]geometry.ProfileShape{"duct": "rectangle_hollow",
			"pipe": "circle_hollow", "cable_tray": "u"}[kind]
		run := domain.CreateSegment{System: kind, LevelID: level,
			Profile: profileOf(shape, rapid.Int64Range(40, 300).Draw(t, "width"),
				rapid.Int64Range(40, 300).Draw(t, "depth"), 2),
			Flow: domain.FlowDirection(rapid.SampledFrom(append(domain.FlowEither.Enum(), "")).Draw(t, "flow"))}
		if use := rapid.SampledFrom(append(domain.SystemUse("").Enum(), "")).Draw(t, "use"); use != "" {
			run.SystemName, run.SystemUse = "system for "+use, domain.SystemUse(use)
		}
		for range rapid.IntRange(2, 4).Draw(t, "points") {
			run.Path = append(run.Path, randomPoint(t).At(randomLength(t, 0, 3, "service height")*1000))
		}
		runs = append(runs, do(run))
	}
	do(domain.CreateSystem{Name: "spare", System: domain.System{Use: "data"}})
	do(domain.JoinPorts{ElementIDs: runs})
}

// randomComponents places components and what stands like them, and zones of whatever rooms there are.
func randomComponents(t *rapid.T, do func(domain.Operation) domain.ID, level domain.ID) {
	for range rapid.IntRange(0, 2).Draw(t, "components") {
		category := domain.ComponentCategory(rapid.SampledFrom(domain.ComponentCategory("").Enum()).Draw(t,
			"component"))
		use := domain.ComponentUse(rapid.SampledFrom(append(domain.ComponentUses(domain.Category(category)),
			"")).Draw(t, "component use"))
		do(domain.PlaceComponent{Category: category, LevelID: level,
			Component: domain.Component{Use: use, Location: randomPoint(t).At(0),
				Rotation: geometry.Angle(rapid.Int64Range(0, 360_000_000).Draw(t, "turn")),
				Width:    randomLength(t, 10, 900, "w"), Depth: randomLength(t, 10, 900, "d"),
				Height: randomLength(t, 10, 900, "h")}})
		location := randomPoint(t)
		do(domain.CreateFooting{LevelID: level, Footing: domain.Footing{Location: &location,
			Length: randomLength(t, 300, 3000, "pad"), Width: randomLength(t, 300, 3000, "pad width"),
			Height:   randomLength(t, 100, 900, "pad height"),
			Rotation: geometry.Angle(rapid.Int64Range(0, 360_000_000).Draw(t, "pad turn"))}})
		do(domain.CreateCeiling{LevelID: level, Ceiling: domain.Ceiling{Boundary: []geometry.Point2{randomPoint(t),
			randomPoint(t), randomPoint(t)}, Height: randomLength(t, 2000, 3000, "clear"), Thickness: length(20)}})
	}
	room := do(domain.CreateRoom{LevelID: level, Room: domain.Room{Boundary: []geometry.Point2{randomPoint(t),
		randomPoint(t), randomPoint(t)}, Height: length(2500)}})
	if room != "" {
		do(domain.CreateZone{Name: "zone", Zone: domain.Zone{Rooms: []domain.ID{room}}})
	}
}

// randomLength draws a length to the micrometre.
func randomLength(t *rapid.T, lo, hi int64, name string) geometry.Length {
	return geometry.Length(rapid.Int64Range(lo*1000, hi*1000).Draw(t, name))
}

// randomMid draws a point for a wall to bend through, or none.
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

// Whatever model the domain accepts has a file that passes its check, twice the same; the check holds every body's
// volume against the model's.
func TestEveryModelHasAFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, o := randomModel(t), Options{Stamp: stamp, Schema: rapid.SampledFrom(Schemas()).Draw(t, "schema")}
		var first, second bytes.Buffer
		for _, out := range []*bytes.Buffer{&first, &second} {
			_, err := Write(t.Context(), out, m, o)
			if domain.CodeOf(err) == domain.EmptyResult || domain.CodeOf(err) == domain.DegenerateGeometry {
				t.Skip("the model holds an element of which nothing is left")
			}
			if err != nil {
				t.Fatal(err, err.(*domain.Error).Data)
			}
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatal("two exports of one model differ")
		}
	})
}
