package ifc

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
		walls = append(walls, do(domain.CreateWall{LevelID: level, Wall: domain.Wall{Start: randomPoint(t), End: randomPoint(t), Height: randomLength(t, 500, 4000, "height"),
			Thickness: randomLength(t, 50, 400, "thickness"), LocationLine: domain.LocationLine(rapid.SampledFrom(domain.LocationCenter.Enum()).Draw(t, "line"))}}))
	}
	do(domain.JoinElements{ElementIDs: walls, JoinType: domain.JoinAuto})
	for _, w := range walls {
		do(domain.PlaceDoor{WallID: w, Door: domain.Door{Offset: randomLength(t, 0, 3000, "offset"), Width: randomLength(t, 300, 1200, "width"), Height: randomLength(t, 300, 2200, "door height"),
			DoorType: domain.DoorType(rapid.SampledFrom(domain.DoorType("").Enum()).Draw(t, "kind")), Facing: domain.Facing(rapid.SampledFrom(domain.Facing("").Enum()).Draw(t, "facing"))}})
		offset := randomLength(t, 0, 3000, "recess offset")
		do(domain.CreateOpening{HostID: w, Offset: &offset, Width: length(300), Height: length(400), Depth: randomLength(t, 1, 60, "depth")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "plates") {
		outline := []geometry.Point2{randomPoint(t), randomPoint(t), randomPoint(t), randomPoint(t)}
		host := do(domain.CreateFloor{LevelID: level, Floor: domain.Floor{Boundary: outline, Thickness: randomLength(t, 50, 400, "slab")}})
		roof := do(domain.CreateRoof{LevelID: upper, Roof: domain.Roof{Boundary: outline, Thickness: randomLength(t, 50, 400, "roof"), Slope: geometry.Angle(rapid.Int64Range(1, 60_000_000).Draw(t, "slope")),
			RoofType: domain.RoofType(rapid.SampledFrom([]string{"shed", "gable", "hip"}).Draw(t, "roof type")), Overhang: randomLength(t, 0, 600, "overhang")}})
		for _, id := range []domain.ID{host, roof} {
			centre := randomPoint(t)
			do(domain.CreateOpening{HostID: id, Location: &centre, Width: randomLength(t, 100, 2000, "hole"), Height: randomLength(t, 100, 2000, "hole depth")})
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "members") {
		p := rapid.SampledFrom(profiles).Draw(t, "profile")
		do(domain.CreateColumn{BaseLevel: level, Column: domain.Column{Location: randomPoint(t), TopLevel: upper, Profile: &p, Rotation: geometry.Angle(rapid.Int64Range(0, 360_000_000).Draw(t, "turn"))}})
		do(domain.CreateBeam{LevelID: upper, Beam: domain.Beam{Start: randomPoint(t).At(0), End: randomPoint(t).At(randomLength(t, -2000, 2000, "rise")), Profile: &p,
			Justification: domain.Justification(rapid.SampledFrom(domain.Justification("").Enum()).Draw(t, "justification"))}})
		do(domain.CreateStair{LevelID: level, Stair: domain.Stair{Start: randomPoint(t), Toward: randomPoint(t), TopLevel: upper, Width: randomLength(t, 500, 2000, "stair width"), Risers: rapid.IntRange(2, 40).Draw(t, "risers"), Tread: randomLength(t, 150, 400, "tread")}})
	}
	return m
}

// randomLength draws a length to the micrometre.
func randomLength(t *rapid.T, lo, hi int64, name string) geometry.Length {
	return geometry.Length(rapid.Int64Range(lo*1000, hi*1000).Draw(t, name))
}

func randomPoint(t *rapid.T) geometry.Point2 {
	return geometry.Point2{X: randomLength(t, -8000, 8000, "x"), Y: randomLength(t, -8000, 8000, "y")}
}

// Whatever model the domain accepts has a file that passes its check, twice the same; the check holds every body's volume
// against the model's.
func TestEveryModelHasAFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, o := randomModel(t), Options{Stamp: stamp, Schema: rapid.SampledFrom(Schemas()).Draw(t, "schema")}
		var first, second bytes.Buffer
		for _, out := range []*bytes.Buffer{&first, &second} {
			_, err := Export(out, m, o)
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
