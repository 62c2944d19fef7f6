package scenes

import (
	"context"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	membershape "github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/render"
)

// What lies in the open is seen without a cut; what is in a closed box is cut free.
func TestCamerasSeeTheirPlaces(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	open, err := See(ctx, h.view, Place{Elements: []state.ID{h.id["wall"], h.id["slab"]},
		Box: geometry.EmptyBox()}, 1.5)
	if err != nil || len(open.Cut) > 0 || open.Share < sightEnough {
		t.Fatalf("%+v, %v", open, err)
	}
	for i, w := range []struct{ from, to geometry.Point2 }{{mm(20000, 0), mm(24000, 0)},
		{mm(24000, 0), mm(24000, 4000)}, {mm(24000, 4000), mm(20000, 4000)}, {mm(20000, 4000), mm(20000, 0)}} {
		name := string(rune('a' + i))
		h.do(name, change.CreateWall{LevelID: h.id["ground"], TypeID: h.id["type"],
			Wall: fabric.Wall{Start: w.from, End: w.to, Height: geometry.MM(3000)}})
	}
	ring := []geometry.Point2{mm(19000, -1000), mm(25000, -1000), mm(25000, 5000), mm(19000, 5000)}
	h.do("lid", change.CreateFloor{LevelID: h.id["first"],
		Floor: fabric.Floor{Boundary: ring, Thickness: geometry.MM(10), Offset: geometry.MM(100)}})
	h.do("base", change.CreateFloor{LevelID: h.id["ground"],
		Floor: fabric.Floor{Boundary: ring, Thickness: geometry.MM(100)}})
	profile := &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(300), Depth: geometry.MM(300)}
	h.do("column", change.CreateColumn{BaseLevel: h.id["ground"],
		Column: membershape.Column{Location: mm(22000, 2000), Height: geometry.MM(2000), Profile: profile}})
	closed, err := See(ctx, h.view, Place{Elements: []state.ID{h.id["column"]}, Box: geometry.EmptyBox()}, 1.5)
	if err != nil || len(closed.Cut) != 1 || closed.Share < sightLeast {
		t.Fatalf("%+v, %v", closed, err)
	}
	way := render.Vector{X: 22, Y: 2, Z: 1}.Sub(closed.Camera.Eye)
	if way.Unit().Dot(closed.Camera.Forward) < 0.999 || way.Length() < leastSight {
		t.Errorf("the camera does not look at the column: %+v", closed.Camera)
	}
	nowhere := Place{Elements: []state.ID{h.id["ground"]}, Box: geometry.EmptyBox()}
	if _, err := See(ctx, h.view, nowhere, 1.5); state.CodeOf(err) !=
		state.NotFound {
		t.Errorf("a level: %v", err)
	}
	at := geometry.Point3{X: geometry.MM(22000), Y: geometry.MM(2000), Z: geometry.MM(1000)}
	bare, err := See(ctx, h.view, Place{Box: geometry.Box{Min: at, Max: at}}, 1.5)
	if err != nil || len(bare.Cut) != 1 || render.Metres(at).Sub(bare.Camera.Eye).Unit().Dot(bare.Camera.Forward) <
		0.999 {
		t.Errorf("a place without elements inside of walls: %+v, %v", bare, err)
	}
}
