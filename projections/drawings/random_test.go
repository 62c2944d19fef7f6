package drawings

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"github.com/bimstream/bimstream/projections/drawings/dxf"
	"github.com/bimstream/bimstream/projections/drawings/pdf"
	"github.com/bimstream/bimstream/projections/drawings/svg"
)

// random builds a random building of one storey: a rectangle of outer walls, rooms between random partitions, doors of
// all kinds, windows, columns, a slab with or without a roof, and a grid.
type random struct {
	*site
	*rand.Rand
	names int
}

func newRandom(t testing.TB, seed uint64) *random {
	r := newRandomSite(t, seed)
	r.build()
	return r
}

// newRandomSite returns a site with levels, materials and types for a random building.
func newRandomSite(t testing.TB, seed uint64) *random {
	r := &random{site: newSite(t), Rand: rand.New(rand.NewPCG(seed, 1))}
	r.do("ground", change.CreateLevel{Name: "Ground"})
	r.do("first", change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	for _, m := range [][2]string{{"Brick", "brick"}, {"Wool", "insulation"}, {"Gypsum", "plasterboard"},
		{"Concrete", "concrete"}, {"Stud", "timber"}} {
		r.do(m[0], change.DefineMaterial{Name: m[0], Category: m[1]})
	}
	layer := func(m string, mm int64, f string) shape.LayerInput {
		return shape.LayerInput{Material: m, Thickness: geometry.MM(mm), Function: f}
	}
	r.do("outer", change.DefineType{Category: state.CategoryWall, Name: "outer",
		Layers: []shape.LayerInput{layer("Gypsum", 15, "finish"), layer("Brick", 175, "structure"),
			layer("Wool", 110, "insulation")}})
	r.do("inner", change.DefineType{Category: state.CategoryWall, Name: "inner",
		Layers: []shape.LayerInput{layer("Gypsum", 15, "finish"), layer("Stud", 90, "structure"),
			layer("Gypsum", 15, "finish")}})
	r.do("slab", change.DefineType{Category: state.CategoryFloor, Name: "slab",
		Layers: []shape.LayerInput{layer("Concrete", 200, "structure")}})
	return r
}

func (r *random) between(lo, hi int64) int64 { return lo + r.Int64N(hi-lo+1) }

func (r *random) name(prefix string) string {
	r.names++
	return fmt.Sprintf("%s%d", prefix, r.names)
}

func (r *random) wall(kind string, x0, y0, x1, y1 int64) state.ID {
	made := r.do("", change.CreateWall{Name: r.name(kind + " "), LevelID: r.id["ground"], TypeID: r.id[kind],
		Wall: fabric.Wall{Start: mm(x0, y0), End: mm(x1, y1), Height: geometry.MM(2800)}})
	return made[0]
}

func (r *random) build() {
	w, d := 10*r.between(500, 2600), 10*r.between(450, 1800)
	walls := []state.ID{r.wall("outer", 0, 0, w, 0), r.wall("outer", w, 0, w, d), r.wall("outer", w, d, 0, d),
		r.wall("outer", 0, d, 0, 0)}
	for i, l := range []int64{w, d, w, d} {
		r.openings(walls[i], l, 400)
	}
	r.divide(&walls, 0, 0, w, d, 3)
	r.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	slab := []geometry.Point2{mm(-150, -150), mm(w+150, -150), mm(w+150, d+150), mm(-150, d+150)}
	r.do("", change.CreateFloor{LevelID: r.id["ground"], Floor: fabric.Floor{Boundary: slab}, TypeID: r.id["slab"]})
	r.do("", change.CreateFloor{LevelID: r.id["first"], Floor: fabric.Floor{Boundary: slab}, TypeID: r.id["slab"]})
	if r.IntN(2) == 0 {
		axes := []shape.GridAxis{{Tag: "A", Start: mm(0, -1000), End: mm(0, d)},
			{Tag: "B", Start: mm(w, -1000), End: mm(w, d)}, {Tag: "1", Start: mm(-1000, 0), End: mm(w, 0)},
			{Tag: "2", Start: mm(-1000, d), End: mm(w, d)}}
		r.do("", change.CreateGrid{Name: "Grid", Axes: axes})
	}
}

// divide splits a rectangle of wall axes by partitions with doors, recursively, and puts a room into each part.
func (r *random) divide(walls *[]state.ID, x0, y0, x1, y1 int64, depth int) {
	w, d := x1-x0, y1-y0
	if depth == 0 || max(w, d) < 3600 || r.IntN(6) == 0 {
		_, err := r.try(change.CreateRoom{Name: "Room " + strings.Repeat("x", r.IntN(8)), LevelID: r.id["ground"],
			Room: room.Room{Seed: &geometry.Point2{X: geometry.MM((x0 + x1) / 2), Y: geometry.MM((y0 + y1) / 2)},
				Number: r.name("0")}})
		if err != nil {
			r.t.Fatal(err)
		}
		return
	}
	if w > d {
		x := x0 + 10*r.between(w/10*4/10, w/10*6/10)
		id := r.wall("inner", x, y0, x, y1)
		*walls = append(*walls, id)
		r.openings(id, d, 500)
		r.divide(walls, x0, y0, x, y1, depth-1)
		r.divide(walls, x, y0, x1, y1, depth-1)
		return
	}
	y := y0 + 10*r.between(d/10*4/10, d/10*6/10)
	id := r.wall("inner", x0, y, x1, y)
	*walls = append(*walls, id)
	r.openings(id, w, 500)
	r.divide(walls, x0, y0, x1, y, depth-1)
	r.divide(walls, x0, y, x1, y1, depth-1)
}

// openings puts doors and windows along a wall. An opening that meets another wall is refused and left out.
func (r *random) openings(wall state.ID, length, clear int64) {
	types := fabric.DoorType("").Enum()
	for at := clear; at+2400 < length; at += r.between(900, 2500) + 1200 {
		if r.IntN(3) > 0 {
			_, _ = r.try(change.PlaceWindow{Name: r.name("W"), WallID: wall,
				Window: fabric.Window{Offset: geometry.MM(at), Width: geometry.MM(10 * r.between(60, 160)),
					Height: geometry.MM(1200), SillHeight: geometry.MM(900)}})
			continue
		}
		_, _ = r.try(change.PlaceDoor{Name: r.name("D"), WallID: wall, Door: fabric.Door{
			Offset: geometry.MM(at), Width: geometry.MM(10 * r.between(80, 110)), Height: geometry.MM(2100),
			DoorType: fabric.DoorType(types[r.IntN(len(types))]),
			Swing:    fabric.Swing([]string{"left", "right"}[r.IntN(2)]),
			Facing:   []fabric.Facing{fabric.FacingInterior, fabric.FacingExterior}[r.IntN(2)],
		}})
	}
}

// buildings returns the range of random buildings: always the same 200, or 1,000 different ones with BIMSTREAM_SOAK=1.
func buildings() (first, n uint64) {
	switch {
	case os.Getenv("BIMSTREAM_SOAK") != "":
		return uint64(time.Now().UnixNano()), 1000
	case testing.Short():
		return 0, 20
	}
	return 0, 200
}

func TestRandomBuildings(t *testing.T) {
	first, n := buildings()
	for seed := first; seed < first+n; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			v := newRandom(t, seed).view()
			scale := []int64{100, 50}[seed%2]
			drawn := planOf(t, v, 0, scale)
			level := shape.Levels(v.Model)[0].ID
			checkPlan(t, v, drawn, level)
			if _, n := check.InRooms(v, drawn.Drawing); n == 0 {
				t.Error("no room is measured")
			}
			if !slices.ContainsFunc(check.Texts(drawn.Drawing),
				func(w check.Written) bool { return w.String == "±0.000" }) {
				t.Error("the level has no height")
			}
			if _, n := check.Openings(v, drawn.Drawing, 0, usualCut); n == 0 {
				t.Error("no opening looks out")
			}
			if _, n := check.Swings(v, drawn.Drawing); n == 0 && seed == 0 {
				t.Error("no door is judged")
			}
		})
	}
}

// TestDrawingsAreTheSameAgain checks that the same state gives the same bytes in every format.
func TestDrawingsAreTheSameAgain(t *testing.T) {
	v := newRandom(t, 7).view()
	files := func() [3]string {
		d := planOf(t, v, 0, 50).Drawing
		var a, b, c bytes.Buffer
		for _, err := range []error{svg.Write(t.Context(), &a, d), dxf.Write(t.Context(), &b, d),
			pdf.Write(context.Background(), &c,
				pdf.Document{Title: "Plan"}, d)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		return [3]string{a.String(), b.String(), c.String()}
	}
	first := files()
	for range 3 {
		for i, again := range files() {
			if again != first[i] {
				t.Errorf("the bytes of file %d differ", i)
			}
		}
	}
}

func TestATowersStorey(t *testing.T) {
	v := towerOf(t, 2, 1200, 1).view()
	for _, scale := range []int64{200, 100, 50} {
		drawn := planOf(t, v, 0, scale)
		checkPlan(t, v, drawn, shape.Levels(v.Model)[0].ID)
	}
}

// TestRefusedPlans checks the errors for plans that cannot be drawn.
func TestRefusedPlans(t *testing.T) {
	v := newRandom(t, 1).view()
	ground := shape.Levels(v.Model)[0].ID
	for _, c := range []struct {
		spec PlanSpec
		code state.Code
	}{
		{PlanSpec{LevelID: "nobody", Scale: 100}, state.NotFound},
		{PlanSpec{LevelID: ground, Scale: 75}, state.OutOfRange},
		{PlanSpec{LevelID: ground, Scale: 100, CutHeight: -1}, state.OutOfRange},
	} {
		if _, err := Plan(context.Background(), v, c.spec); state.CodeOf(err) != c.code {
			t.Errorf("%+v: %v", c.spec, err)
		}
	}
}

// TestAnEmptyStorey checks that an empty storey gives a drawing with its title in all formats.
func TestAnEmptyStorey(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	drawn := planOf(t, s.view(), 0, 100)
	checkDrawing(t, drawn.Drawing)
	if len(check.Texts(drawn.Drawing)) == 0 {
		t.Error("no title")
	}
}
