package drawings

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// plantRoom returns the lower of two storeys with services. A main has two branches, each with a diffuser at its end,
// and extract air crosses them. A pipe ends in a riser; there are a tray, a light and a sprinkler.
func plantRoom(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("first", change.CreateLevel{Name: "First", Elevation: geometry.MM(3500)})
	corners := []geometry.Point2{mm(0, 0), mm(12000, 0), mm(12000, 8000), mm(0, 8000)}
	for i, c := range corners {
		s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c, End: corners[(i+1)%4],
			Height: geometry.MM(3250), Thickness: geometry.MM(200)}})
	}
	s.do("slab", change.CreateFloor{LevelID: s.id["first"], Floor: fabric.Floor{Boundary: corners,
		Thickness: geometry.MM(250)}})
	run := func(kind, name, system, use string, p geometry.Profile, flow services.FlowDirection, x0, y0, z0, x1, y1,
		z1 int64) {
		s.do(name, change.CreateSegment{System: services.ServiceKind(kind), LevelID: s.id["ground"], Name: name,
			SystemName: system, SystemUse: services.SystemUse(use), Profile: &p, Flow: flow,
			Path: []geometry.Point3{mm(x0, y0).At(geometry.MM(z0)), mm(x1, y1).At(geometry.MM(z1))}})
	}
	box := geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(400), Depth: geometry.MM(200)}
	spiral := geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(200)}
	tube := geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(80)}
	tray := geometry.Profile{Shape: geometry.ProfileU, Width: geometry.MM(60), Depth: geometry.MM(200),
		WebThickness: geometry.MM(2), FlangeThickness: geometry.MM(2)}
	run("duct", "main", "SA1", "supply_air", box, "forward", 500, 2000, 3000, 11500, 2000, 3000)
	run("duct", "left", "", "", spiral, "forward", 3000, 2000, 3000, 3000, 6500, 3000)
	run("duct", "right", "", "", spiral, "reverse", 9000, 2000, 3000, 9000, 6500, 3000)
	run("duct", "extract", "RA1", "return_air", box, "both", 500, 4000, 3000, 11500, 4000, 3000)
	run("pipe", "water", "CW1", "domestic_cold_water", tube, "", 400, 7000, 2900, 11500, 7000, 2900)
	run("pipe", "riser", "", "", tube, "", 400, 7000, 2900, 400, 7000, 6000)
	run("cable_tray", "tray", "EL1", "electrical", tray, "", 500, 5200, 3100, 11500, 5200, 3100)
	for use, x := range map[string]int64{"air_terminal": 3000, "light_fixture": 5000, "sprinkler": 7000,
		"outlet": 8000} {
		s.do(use, change.PlaceComponent{Category: "terminal", Name: use, LevelID: s.id["ground"],
			Component: component.Component{Use: "air_terminal", Location: mm(x, 6500).At(geometry.MM(2700)),
				Width: geometry.MM(400), Depth: geometry.MM(400), Height: geometry.MM(50)}})
		s.do("", change.ModifyParameter{ElementID: s.id[use], ParameterName: "use", Value: []byte(`"` + use + `"`)})
	}
	return s
}

// named returns the id of the service element with a name.
func (s *site) named(name string) string {
	for _, c := range serviceCategories {
		for _, id := range s.model.OfCategory(c) {
			if e, ok := s.model.Element(id); ok && e.Name == name {
				return string(id)
			}
		}
	}
	s.t.Fatalf("there is no %s", name)
	return ""
}

// marksOf returns the texts of an element's marks, and the numbers of its arrows, arcs and crosses.
func marksOf(d *paper.Drawing, id string) (texts []string, arrows, arcs, crosses int) {
	for _, i := range d.Items {
		if i.Element != id || !strings.HasSuffix(i.Layer, "-IDEN") {
			continue
		}
		switch m := i.Mark.(type) {
		case paper.Text:
			texts = append(texts, m.String)
		case paper.Fill:
			arrows++
		case paper.Arc:
			arcs++
		case paper.Stroke:
			crosses++
		}
	}
	return texts, arrows, arcs, crosses
}

// TestAPlanWithServicesSaysWhatTheyAre checks that a plan with services labels each run with size, system and height,
// and marks its flow, its risers and the uses of terminals. A legend must list the systems. No label may lie on another
// run.
func TestAPlanWithServicesSaysWhatTheyAre(t *testing.T) {
	s := plantRoom(t)
	for _, spec := range []PlanSpec{{Scale: 50}, {Scale: 100}, {Scale: 50, Ceiling: true}} {
		spec.LevelID, spec.Services = s.id["ground"], true
		v, err := Plan(context.Background(), s.view(), spec)
		if err != nil {
			t.Fatal(err)
		}
		checkDrawing(t, v.Drawing)
		for name, want := range map[string]struct {
			text                  string
			arrows, arcs, crosses int
		}{
			"main":    {text: "400 x 200  SA1  BOD +2.900", arrows: 1},
			"left":    {text: "Ø200  SA1  BOD +2.900", arrows: 1},
			"right":   {text: "Ø200  SA1  BOD +2.900", arrows: 1},
			"extract": {text: "400 x 200  RA1  BOD +2.900", arrows: 2},
			"water":   {text: "Ø80  CW1  CL +2.900", arrows: 1}, "riser": {text: "UP  Ø80  CW1", arcs: 1, crosses: 2},
			"tray": {text: "200 x 60  EL1  BOT +3.070"}, "air_terminal": {crosses: 2},
			"light_fixture": {arcs: 1, crosses: 2}, "sprinkler": {arcs: 1, arrows: 1}, "outlet": {arcs: 1},
		} {
			texts, arrows, arcs, crosses := marksOf(v.Drawing, s.named(name))
			if name == "main" { // in three pieces, one of which has the label
				for _, piece := range []string{"main (2)", "main (3)"} {
					more, _, _, _ := marksOf(v.Drawing, s.named(piece))
					texts = append(texts, more...)
				}
			}
			said := strings.Join(texts, ", ")
			if !strings.HasPrefix(want.text, said) || (said == "") != (want.text == "") || arrows != want.arrows ||
				arcs != want.arcs || crosses != want.crosses {
				t.Errorf("1:%d, ceiling %t, %s: %q, %d arrows, %d arcs, %d strokes, want %v", spec.Scale, spec.Ceiling,
					name, texts, arrows, arcs, crosses, want)
			}
			if spec.Scale == 50 && name != "left" && name != "right" && said != want.text {
				t.Errorf("ceiling %t, %s: %q, want %q", spec.Ceiling, name, said, want.text)
			}
		}
		for _, legend := range []string{"SA1: supply air", "RA1: return air", "CW1: domestic cold water",
			"EL1: electrical"} {
			if !slices.ContainsFunc(check.Texts(v.Drawing), func(w check.Written) bool { return w.String == legend }) {
				t.Errorf("the legend has no %q", legend)
			}
		}
		inks := map[paper.Ink]bool{}
		for _, i := range v.Drawing.Items {
			if m, ok := i.Mark.(paper.Stroke); ok && strings.HasSuffix(i.Layer, "-CNTR") {
				inks[m.Ink] = true
			}
		}
		if len(inks) != 4 {
			t.Errorf("centrelines have %d inks, want one of each of four systems", len(inks))
		}
	}
	bare, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["ground"], Scale: 50, Services: true,
		Annotate: []Annotation{AnnotateDimensions}})
	if err != nil {
		t.Fatal(err)
	}
	if texts, arrows, _, _ := marksOf(bare.Drawing, s.named("main")); len(texts) > 0 || arrows > 0 {
		t.Error("a plan without tags has labels of ducts")
	}
}

// TestASectionLabelsTheServicesThatItCuts checks that a section with services labels the ducts, pipes and trays that it
// cuts. The heights of the building must not include them.
func TestASectionLabelsTheServicesThatItCuts(t *testing.T) {
	s := plantRoom(t)
	v, err := Section(context.Background(), s.view(), SectionSpec{Scale: 50, Services: true,
		Line: SectionLine{Name: "A", Start: mm(1500, 9000), End: mm(1500, -1000)}})
	if err != nil {
		t.Fatal(err)
	}
	checkDrawing(t, v.Drawing)
	for name, want := range map[string]string{"main": "400 x 200  SA1", // between the other two
		"extract": "400 x 200  RA1  BOD +2.900", "water": "Ø80  CW1  CL +2.900", "tray": "200 x 60  EL1  BOT +3.070"} {
		if texts, _, _, _ := marksOf(v.Drawing, s.named(name)); strings.Join(texts, ", ") != want {
			t.Errorf("%s: %q, want %q", name, texts, want)
		}
	}
	for _, w := range check.Texts(v.Drawing) {
		if strings.HasPrefix(w.String, "+6.0") {
			t.Errorf("the riser is measured: %q", w.String)
		}
	}
}
