package scenes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/meshfile"
	"github.com/bimstream/bimstream/projections"
)

const testModel = "11111111-1111-4111-8111-111111111111"

// house is a brick wall with a window, a slab, and a storey above without rooms, with a curtain wall.
type house struct {
	t      *testing.T
	view   *projections.View
	number int
	id     map[string]state.ID
}

func (h *house) do(name string, op change.Operation) {
	h.t.Helper()
	h.number++
	d, err := h.view.Decide(change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", h.number), Do: op})
	if err != nil {
		h.t.Fatalf("%T: %v", op, err)
	}
	h.view = h.view.Preview(d.Events)
	for _, e := range d.Events {
		switch e := e.(type) {
		case *state.ElementCreated:
			if h.id[name] == "" || e.Element.Category == state.CategoryWindow {
				h.id[name] = e.Element.ID
			}
		case *state.TypeDefined:
			h.id[name] = e.ID
		}
	}
}

func mm(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

func newHouse(t *testing.T) *house {
	h := &house{t: t, view: projections.EmptyView(testModel, projections.MainBranch), id: map[string]state.ID{}}
	h.do("model", change.CreateModel{ID: testModel, Name: "House", Owner: "ada"})
	h.do("ground", change.CreateLevel{Name: "Ground"})
	h.do("first", change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	h.do("brick", change.DefineMaterial{Name: "Brick", Colour: "#a0503c"})
	h.do("type", change.DefineType{Category: state.CategoryWall, Name: "Brick wall",
		Layers: []shape.LayerInput{{Material: "Brick", Thickness: geometry.MM(240)}}})
	h.do("wall", change.CreateWall{LevelID: h.id["ground"], TypeID: h.id["type"],
		Wall: fabric.Wall{Start: mm(0, 0), End: mm(5000, 0), Height: geometry.MM(2800)}})
	h.do("window", change.PlaceWindow{WallID: h.id["wall"],
		Window: fabric.Window{Offset: geometry.MM(1000), Width: geometry.MM(1000), Height: geometry.MM(1200),
			SillHeight: geometry.MM(900)}})
	h.do("slab", change.CreateFloor{LevelID: h.id["first"],
		Floor: fabric.Floor{Boundary: []geometry.Point2{mm(0, 0), mm(5000, 0), mm(5000, 4000), mm(0, 4000)},
			Thickness: geometry.MM(200)}})
	h.do("facade", change.CreateCurtainWall{LevelID: h.id["first"],
		CurtainWall: fabric.CurtainWall{Start: mm(0, 0), End: mm(5000, 0), Height: geometry.MM(3000),
			USpacing: geometry.MM(1500), VSpacing: geometry.MM(1500)}})
	return h
}

func (h *house) build(s Selection) *meshfile.Scene {
	h.t.Helper()
	scene, left, err := Build(context.Background(), h.view, s, nil)
	if err != nil || len(left) > 0 {
		h.t.Fatalf("%v, left out %v", err, left)
	}
	return scene
}

func keys(s *meshfile.Scene) (out []state.ID) {
	for _, o := range s.Objects {
		out = append(out, state.ID(o.Key))
	}
	slices.Sort(out)
	return out
}

// volume returns the volume of a mesh (divergence theorem), in m3.
func volume(m geometry.Mesh) float64 {
	sum := 0.0
	for _, t := range m.Triangles {
		a, b, c := m.Vertices[t[0]].Vector(), m.Vertices[t[1]].Vector(), m.Vertices[t[2]].Vector()
		sum += a.Dot(b.Cross(c)) / 6
	}
	return sum / 1e18
}

// Every element with a body is in the scene with its volume, on its storey, in its colours.
func TestABuildingBecomesAScene(t *testing.T) {
	h := newHouse(t)
	scene := h.build(Selection{})
	if want := slices.Sorted(slices.Values([]state.ID{h.id["wall"], h.id["window"], h.id["slab"],
		h.id["facade"]})); !slices.Equal(keys(scene), want) {
		t.Fatalf("objects %v, want %v", keys(scene), want)
	}
	for _, o := range scene.Objects {
		e, _ := h.view.Model.Element(state.ID(o.Key))
		measure, err := h.view.Measures().Of(e.ID)
		if err != nil {
			t.Fatal(err)
		}
		total, colours := 0.0, map[meshfile.Colour]bool{}
		for _, p := range o.Parts {
			total += volume(p.Mesh)
			colours[scene.Colours[p.Colour]] = true
		}
		if math.Abs(total-measure.Volume) > 1e-9 {
			t.Errorf("%s has %v m3, its mesh %v", o.Kind, measure.Volume, total)
		}
		want := map[string]map[meshfile.Colour]bool{
			"wall": {{0xa0, 0x50, 0x3c, 0xff}: true}, "floor": {usual[state.CategoryFloor]: true},
			"window":       {usual[state.CategoryWindow]: true, glass: true},
			"curtain_wall": {usual[state.CategoryCurtainWall]: true, glass: true},
		}[o.Kind]
		if fmt.Sprint(colours) != fmt.Sprint(want) {
			t.Errorf("%s has the colours %v, want %v", o.Kind, colours, want)
		}
		if level, _ := h.view.Model.Element(e.LevelID); scene.Groups[o.Group] != level.Name {
			t.Errorf("%s is in group %q", o.Kind, scene.Groups[o.Group])
		}
	}
}

func TestScenesOfSelections(t *testing.T) {
	h := newHouse(t)
	for name, c := range map[string]struct {
		selection Selection
		want      []state.ID
	}{
		"a category": {Selection{Categories: []state.Category{state.CategoryWall}},
			[]state.ID{h.id["wall"]}},
		"a level": {Selection{Levels: []state.ID{h.id["first"]}},
			[]state.ID{h.id["slab"], h.id["facade"]}},
		"an element": {Selection{Elements: []state.ID{h.id["slab"]}}, []state.ID{h.id["slab"]}},
		"both": {Selection{Categories: []state.Category{state.CategoryWall},
			Elements: []state.ID{h.id["slab"]}}, nil},
		"openings, being asked": {Selection{Categories: []state.Category{state.CategoryOpening}},
			h.view.Model.OfCategory(state.CategoryOpening)},
	} {
		slices.Sort(c.want)
		if got := keys(h.build(c.selection)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	for _, s := range []Selection{{Levels: []state.ID{h.id["wall"]}}, {Elements: []state.ID{"nobody"}}} {
		if _, _, err := Build(context.Background(), h.view, s, nil); state.CodeOf(err) != state.NotFound {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// The same state gives the same bytes, whichever goroutine finishes first. A cancelled call ends.
func TestScenesAreTheSameAgain(t *testing.T) {
	h := newHouse(t)
	write := func() []byte {
		var out bytes.Buffer
		if err := meshfile.GLB.Write(&out, h.build(Selection{})); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	first := write()
	for range 5 {
		if !bytes.Equal(write(), first) {
			t.Fatal("the bytes differ")
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Build(ctx, h.view, Selection{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
