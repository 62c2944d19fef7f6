package scenes

import (
	"bytes"
	"context"
	"image/png"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	membershape "github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/render"
)

// Elements in the open are seen without a cut; elements in a closed box are cut free.
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

// Two long beams cross in a closed box. The camera shows the spot where they cross, not another part of the beams: the
// picture has both colours near its middle.
func TestCamerasSeeTheSpot(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	ring := []geometry.Point2{mm(19000, -11000), mm(41000, -11000), mm(41000, 11000), mm(19000, 11000)}
	for i, a := range ring {
		h.do(string(rune('a'+i)), change.CreateWall{LevelID: h.id["ground"], TypeID: h.id["type"],
			Wall: fabric.Wall{Start: a, End: ring[(i+1)%4], Height: geometry.MM(3000)}})
	}
	for _, offset := range []int64{0, 3200} {
		h.do("cover", change.CreateFloor{LevelID: h.id["ground"],
			Floor: fabric.Floor{Boundary: ring, Thickness: geometry.MM(100), Offset: geometry.MM(offset)}})
	}
	around := []geometry.Point2{mm(28000, -2000), mm(32000, -2000), mm(32000, 2000), mm(28000, 2000)}
	for _, offset := range []int64{2750, 3100} { // the box hides the spot, but only little of the beams
		h.do("hiding", change.CreateFloor{LevelID: h.id["ground"],
			Floor: fabric.Floor{Boundary: around, Thickness: geometry.MM(20), Offset: geometry.MM(offset)}})
	}
	profile := &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(200), Depth: geometry.MM(200)}
	for name, ends := range map[string][2]geometry.Point2{"along": {mm(20000, 0), mm(40000, 0)},
		"across": {mm(30000, -10000), mm(30000, 10000)}} {
		h.do(name, change.CreateBeam{LevelID: h.id["ground"], Beam: membershape.Beam{
			Start: ends[0].At(geometry.MM(2900)), End: ends[1].At(geometry.MM(2900)), Profile: profile}})
	}
	lo := geometry.Point3{X: geometry.MM(29900), Y: geometry.MM(-100), Z: geometry.MM(2800)}
	hi := geometry.Point3{X: geometry.MM(30100), Y: geometry.MM(100), Z: geometry.MM(3000)}
	s, err := See(ctx, h.view, Place{Elements: []state.ID{h.id["along"], h.id["across"]},
		Box: geometry.Box{Min: lo, Max: hi}}, 1.5)
	if err != nil || s.Share < sightLeast {
		t.Fatalf("%+v, %v", s, err)
	}
	text, err := s.Snapshot(ctx, 240, 160)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	red, orange := 0, 0
	for x := 100; x < 140; x++ {
		for y := 60; y < 100; y++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			switch {
			case r > 2*g && r > 2*b && 4*g > r:
				orange++
			case r > 4*g:
				red++
			}
		}
	}
	if red < 10 || orange < 10 {
		t.Errorf("%d pixels of the one beam and %d of the other about the middle", red, orange)
	}
}
