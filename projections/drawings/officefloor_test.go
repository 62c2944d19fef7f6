package drawings

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// officeFloor returns two storeys of an office. It has cavity walls of four layers, a curtain wall in the south-east,
// partitions of studs and of blocks with doors, and windows, one with a stated operation. The upper floor has a hole
// over a wall, a desk and a table that stands beside the hole.
func officeFloor(t testing.TB) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("first", change.CreateLevel{Name: "First", Elevation: geometry.MM(3800)})
	for _, m := range [][2]string{{"Concrete C30", "concrete"}, {"Clay brick", "brick"}, {"Aerated block", "masonry"},
		{"Gypsum board", "gypsum"}, {"Mineral wool", "insulation"}, {"Metal stud", "metal"}} {
		s.do(m[0], change.DefineMaterial{Name: m[0], Category: m[1]})
	}
	layers := func(kind string, thickness ...any) {
		d := change.DefineType{Category: "wall", Name: kind}
		for i := 0; i < len(thickness); i += 2 {
			d.Layers = append(d.Layers, shape.LayerInput{Material: thickness[i].(string),
				Thickness: geometry.MM(int64(thickness[i+1].(int)))})
		}
		s.do(kind, d)
	}
	layers("EW1 Cavity wall", "Gypsum board", 12, "Aerated block", 140, "Mineral wool", 120, "Clay brick", 104)
	layers("IW1 Metal stud partition", "Gypsum board", 13, "Metal stud", 75, "Gypsum board", 13)
	layers("Block partition", "Aerated block", 140)
	for _, level := range []string{"ground", "first"} {
		s.officeStorey(level)
	}
	for i, seed := range []geometry.Point2{mm(3000, 3000), mm(9000, 7000), mm(12000, 3000)} {
		name := []string{"Office", "Corridor", "Meeting"}[i]
		s.do(name, change.CreateRoom{LevelID: s.id["ground"], Name: name, Room: room.Room{Seed: &seed}})
	}
	s.do("hole", change.CreateOpening{HostID: s.id["floor first"], Polygon: []geometry.Point2{mm(2000, 9000),
		mm(6000, 9000), mm(6000, 12000), mm(2000, 12000)}})
	for i, name := range []string{"desk", "table"} {
		s.do(name, change.PlaceComponent{Category: "furniture", Name: name, LevelID: s.id["ground"],
			Component: component.Component{Use: "desk", Location: mm(3000+5000*int64(i), 10000).At(0),
				Width: geometry.MM(1600), Depth: geometry.MM(800), Height: geometry.MM(720)}})
	}
	return s
}

// officeStorey adds a storey of an office floor.
func (s *site) officeStorey(level string) {
	wall := func(name, kind string, x0, y0, x1, y1 int64) {
		s.do(name+" "+level, change.CreateWall{LevelID: s.id[level], TypeID: s.id[kind], Name: name,
			Wall: fabric.Wall{Start: mm(x0, y0), End: mm(x1, y1), Height: geometry.MM(3500)}})
	}
	const outer, studs, blocks = "EW1 Cavity wall", "IW1 Metal stud partition", "Block partition"
	wall("south", outer, 0, 0, 12000, 0)
	wall("east", outer, 18000, 0, 18000, 14000)
	wall("north", outer, 18000, 14000, 0, 14000)
	wall("west", outer, 0, 14000, 0, 0)
	wall("corridor south", studs, 0, 6000, 18000, 6000)
	wall("corridor north", blocks, 0, 8600, 18000, 8600)
	wall("partition", studs, 6000, 0, 6000, 6000)
	wall("core", blocks, 4000, 8600, 4000, 14000)
	s.do("glass "+level, change.CreateCurtainWall{LevelID: s.id[level], CurtainWall: fabric.CurtainWall{
		Start: mm(12000, 0), End: mm(18000, 0), Height: geometry.MM(3500), UBays: 4,
		VLines: []geometry.Length{geometry.MM(900), geometry.MM(2700)}}})
	door := func(name, host string, offset int64, d fabric.Door) {
		d.Offset, d.Width, d.Height = geometry.MM(offset), geometry.MM(1000), geometry.MM(2100)
		s.do(name+" "+level, change.PlaceDoor{WallID: s.id[host+" "+level], Name: name, Door: d})
	}
	door("D1", "corridor south", 2000, fabric.Door{})
	door("D2", "corridor north", 12000, fabric.Door{Swing: "right"})
	window := func(name string, offset int64, kind fabric.WindowType) {
		s.do(name+" "+level, change.PlaceWindow{WallID: s.id["south "+level], Name: name, Window: fabric.Window{
			Offset: geometry.MM(offset), Width: geometry.MM(1800), Height: geometry.MM(1500),
			SillHeight: geometry.MM(900), WindowType: kind}})
	}
	window("W1", 1500, fabric.WindowDoubleVertical)
	window("W2", 8000, fabric.WindowFixed)
	door("D3", "south", 4000, fabric.Door{Facing: fabric.FacingExterior})
	s.do("floor "+level, change.CreateFloor{LevelID: s.id[level], Floor: fabric.Floor{Thickness: geometry.MM(250),
		Boundary: []geometry.Point2{mm(0, 0), mm(18000, 0), mm(18000, 14000), mm(0, 14000)}}})
}

// words returns the texts of a drawing on a layer, sorted.
func words(d *paper.Drawing, layer string) (out []string) {
	for _, i := range d.Items {
		if text, ok := i.Mark.(paper.Text); ok && i.Layer == layer {
			out = append(out, text.String)
		}
	}
	slices.Sort(out)
	return out
}

// figures returns the figures of the dimensions of an element on a layer, in the order in which they are drawn.
func figures(d *paper.Drawing, layer string, id state.ID) (out []string) {
	for _, i := range d.Items {
		if m, ok := i.Mark.(paper.Dimension); ok && i.Layer == layer && i.Element == string(id) {
			out = append(out, m.Text.String)
		}
	}
	return out
}

// TestWallsHaveTheTagsOfTheirTypes checks that walls have the marks of their types in plans up to 1:100, at least one
// for each type, with a legend. A plan without tags and a plan at 1:200 must have neither.
func TestWallsHaveTheTagsOfTheirTypes(t *testing.T) {
	s := officeFloor(t)
	for _, c := range []struct {
		scale    int64
		annotate []Annotation
		tagged   bool
	}{{100, nil, true}, {50, nil, true}, {200, nil, false}, {100, []Annotation{AnnotateRooms}, false}} {
		v, err := Plan(t.Context(), s.view(), PlanSpec{LevelID: s.id["ground"], Scale: c.scale, Annotate: c.annotate})
		if err != nil {
			t.Fatal(err)
		}
		got := slices.Compact(words(v.Drawing, "A-WALL-IDEN"))
		if want := []string{"EW1", "IW1", "WT1"}; c.tagged && !slices.Equal(got, want) {
			t.Errorf("1:%d has the tags %v, want %v", c.scale, got, want)
		}
		legend := words(v.Drawing, layerText)
		if has := slices.Contains(legend, "Block partition, 140 mm") &&
			slices.Contains(legend, "Cavity wall, 376 mm"); has != c.tagged || !c.tagged && len(got) > 0 {
			t.Errorf("1:%d, %v: tags %v, legend %v", c.scale, c.annotate, got, legend)
		}
	}
}

// TestLayersAreDrawnAtOneToAHundred checks that the insulation and the brick of a cavity wall have hatches of their own
// at 1:100. A layer under 0.7 mm on paper must have no hatch.
func TestLayersAreDrawnAtOneToAHundred(t *testing.T) {
	v := planOf(t, officeFloor(t).view(), 0, 100)
	kinds := map[string]bool{}
	for _, c := range v.Cut {
		kinds[c.Kind] = c.shown
	}
	for kind, shown := range map[string]bool{"insulation": true, "masonry": true, "metal studs": true,
		"plaster": false} {
		if got, cut := kinds[kind]; !cut || got != shown {
			t.Errorf("%s: cut %t, wide enough to be hatched %t, want %t", kind, cut, got, shown)
		}
	}
}

// TestInnerDoorsAreMeasuredFromTheCornersOfTheirRoom checks that the chain of an inner door leads from one corner of
// the room over the door's edges to the other corner. Its figures must add up to the distance of the faces. A door of a
// facade must have no such chain, because the outer chain measures it.
func TestInnerDoorsAreMeasuredFromTheCornersOfTheirRoom(t *testing.T) {
	s := officeFloor(t)
	v := planOf(t, s.view(), 0, 100)
	for wall, want := range map[string][]string{"corridor south ground": {"1812", "1000", "2950"},
		"corridor north ground": {"7930", "1000", "4812"}, "south ground": nil} {
		if got := figures(v.Drawing, layerDoorDimensions, s.id[wall]); !slices.Equal(got, want) {
			t.Errorf("the chain of %s has %v, want %v", wall, got, want)
		}
	}
}

// TestAPlanShowsWhatIsBelowAHole checks that a plan shows the elements below a hole in its floor, and nothing beside
// it.
func TestAPlanShowsWhatIsBelowAHole(t *testing.T) {
	s := officeFloor(t)
	below := func(name string) (length float64) {
		for _, i := range planOf(t, s.view(), 1, 100).Drawing.Items {
			stroke, ok := i.Mark.(paper.Stroke)
			if !ok || i.Element != string(s.id[name]) {
				continue
			}
			points := stroke.Points
			if stroke.Closed {
				points = append(slices.Clone(points), points[0])
			}
			for k := 1; k < len(points); k++ {
				length += segment{points[k-1], points[k]}.length() / 1000
			}
		}
		return length
	}
	if got := below("desk"); math.Abs(got-48) > 0.1 { // 2 x (1.6 + 0.8) m at 1:100
		t.Errorf("%.2f mm of the desk below the hole are drawn, want 48", got)
	}
	if got := below("table"); got != 0 {
		t.Errorf("%.2f mm are drawn of a table that a floor hides", got)
	}
	s.do("", change.ModifyParameter{ElementID: s.id["desk"], ParameterName: "location",
		Value: []byte("[2000,10000,0]")})
	if got := below("desk"); math.Abs(got-24) > 0.1 { // half of it is below the hole
		t.Errorf("%.2f mm of a desk half below the hole are drawn, want 24", got)
	}
}

// TestAnElevationShowsMaterialsTransomsAndSashes checks that an elevation names the material of the visible layer and
// measures the transoms of a curtain wall. It must also show the hinge sides of a door and a window.
func TestAnElevationShowsMaterialsTransomsAndSashes(t *testing.T) {
	s := officeFloor(t)
	s.do("", change.SetProperties{ElementIDs: []state.ID{s.id["W1 ground"]}, Psets: shape.PropertySets{
		"Pset_WindowPanelProperties": {"OperationType": shape.PropertyOf("SIDEHUNGRIGHTHAND")}}})
	from := func(side Compass) *View {
		v, err := Elevation(t.Context(), s.view(), ElevationSpec{From: side, Scale: 100})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := from(South)
	if got := words(v.Drawing, "A-WALL-IDEN"); !slices.Equal(got, []string{"Clay brick"}) {
		t.Errorf("the walls are named %v", got)
	}
	all := strings.Join(figures(v.Drawing, layerDimensions, ""), " ")
	if !strings.Contains(all, "900 1800 800 300 900 1800 800") {
		t.Errorf("the chains have %s: not the transoms of the curtain walls of two storeys", all)
	}
	// The tip of a triangle is at the hinges: at the left edge of the door, and at the right of both window panels.
	for name, want := range map[string][]int64{"D3 ground": {4000}, "W1 ground": {2400, 3240}, "W2 ground": nil} {
		var tips []int64
		for _, i := range v.Drawing.Items {
			if m, ok := i.Mark.(paper.Stroke); ok && i.Class == paper.ClassSwing && i.Element == string(s.id[name]) &&
				len(m.Points) == 3 {
				tips = append(tips, int64(math.Round((m.Points[1].X+v.Drawing.Origin.X).MM()*10))*10)
			}
		}
		if !slices.Equal(tips, want) {
			t.Errorf("%s: the tips are at %v, want %v", name, tips, want)
		}
	}
}
