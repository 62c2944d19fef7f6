package drawings

import (
	"bytes"
	"context"
	"os"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/drawings/svg"
)

// kept draws a view of the model.
func kept(t testing.TB, v *projections.View, id state.ID) *View {
	t.Helper()
	e, ok := v.Model.Element(id)
	if !ok {
		t.Fatalf("no view %s", id)
	}
	drawn, err := Kept{View: e}.Draw(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	return drawn[0]
}

func bytesOf(t testing.TB, d *paper.Drawing) string {
	t.Helper()
	var out bytes.Buffer
	if err := svg.Write(context.Background(), &out, d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// textsOn returns the texts of a drawing on a layer.
func textsOn(d *paper.Drawing, layer string) (out []string) {
	for _, i := range d.Items {
		if text, ok := i.Mark.(paper.Text); ok && i.Layer == layer {
			out = append(out, text.String)
		}
	}
	slices.Sort(out)
	return out
}

// keptHouse returns a random building with a plan, a section across it, an elevation, and a sheet with the section and
// the elevation.
func keptHouse(t testing.TB, seed uint64) *random {
	r := newRandom(t, seed)
	start, end := mm(2000, 30000), mm(2000, -3000)
	r.do("section", change.DefineView{Kind: views.Section, Start: &start, End: &end, Scale: 50})
	r.do("south", change.DefineView{Kind: views.Elevation, From: "south"})
	r.do("plan", change.DefineView{Kind: views.Plan, LevelID: r.id["ground"]})
	r.do("sheet", change.DefineSheet{Number: "A-201", ViewIDs: []state.ID{r.id["south"], r.id["section"]}})
	return r
}

// TestMarksSayWhereAViewIsDrawn checks that a plan marks the views of the model, each with its number above the number
// of its sheet. If a plan requests certain marks, it must have these marks instead. Each view must show its number
// before its title.
func TestMarksSayWhereAViewIsDrawn(t *testing.T) {
	r := keptHouse(t, 3)
	v := r.view()
	plan := kept(t, v, r.id["plan"]).Drawing
	want := []string{"2", "2", "A", "A", "A-201", "A-201"}
	if got := textsOn(plan, "A-SECT-IDEN"); !slices.Equal(got, want) {
		t.Errorf("the section's marks say %q, not %q", got, want)
	}
	if got, want := textsOn(plan, "A-ELEV-IDEN"), []string{"1", "A-201", "S"}; !slices.Equal(got, want) {
		t.Errorf("the elevation's mark says %q, not %q", got, want)
	}
	if got := textsOn(kept(t, v, r.id["section"]).Drawing, layerTitle); !slices.Contains(got, "2") ||
		!slices.Contains(got, "Section A-A") {
		t.Errorf("the section is called %q", got)
	}
	asked, err := Plan(context.Background(), v, PlanSpec{LevelID: r.id["ground"], Scale: 100,
		Sections: []SectionLine{{Name: "X", Start: mm(1000, 9000), End: mm(1000, 0)}}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := textsOn(asked.Drawing, "A-SECT-IDEN"), []string{"X", "X"}; !slices.Equal(got, want) {
		t.Errorf("a plan that asks for a mark has %q", got)
	}
}

// TestAKeptViewIsFilteredAndCropped checks that a filter removes elements, even if they hide others, and that a crop
// cuts everything beyond it. A section with services must show the ducts that it cuts.
func TestAKeptViewIsFilteredAndCropped(t *testing.T) {
	r := keptHouse(t, 3)
	r.do("ducts", change.CreateSegment{System: services.ServiceKind("duct"), LevelID: r.id["ground"],
		SystemName: "Supply", SystemUse: "supply_air",
		Path: []geometry.Point3{{X: geometry.MM(500), Y: geometry.MM(2000), Z: geometry.MM(2400)},
			{X: geometry.MM(4000), Y: geometry.MM(2000), Z: geometry.MM(2400)}},
		Profile: &geometry.Profile{Shape: geometry.ProfileCircle, Diameter: geometry.MM(200)}})
	start, end := mm(2500, 30000), mm(2500, -3000)
	define := func(c change.DefineView) *paper.Drawing {
		c.Kind, c.Start, c.End = views.Section, &start, &end
		id := r.do("", c)[0]
		return kept(t, r.view(), id).Drawing
	}
	has := func(d *paper.Drawing, c state.Category) bool {
		return slices.ContainsFunc(d.Items, func(i paper.Item) bool { return i.Category == string(c) })
	}
	bare, served := define(change.DefineView{}), define(change.DefineView{Services: true})
	if has(bare, state.CategoryDuct) || !has(served, state.CategoryDuct) {
		t.Errorf("ducts without services: %t, with: %t", has(bare, state.CategoryDuct), has(served, state.CategoryDuct))
	}
	other := define(change.DefineView{Services: true, Filter: &views.Filter{Systems: []string{"Exhaust"}}})
	own := define(change.DefineView{Services: true, Filter: &views.Filter{Systems: []string{"supply"}}})
	if has(other, state.CategoryDuct) || !has(own, state.CategoryDuct) || !has(other, state.CategoryFloor) {
		t.Error("the filter of systems lets other ducts through, or stops what is no service")
	}
	slabs := define(change.DefineView{Filter: &views.Filter{Categories: []state.Category{state.CategoryFloor}}})
	for _, i := range slabs.Items {
		if i.Category != "" && i.Category != string(state.CategoryFloor) {
			t.Errorf("a section of floors has a %s", i.Category)
		}
	}
	whole := define(change.DefineView{Annotate: []views.Annotation{"grid"}})
	part := define(change.DefineView{Annotate: []views.Annotation{"grid"},
		Crop: []geometry.Point2{mm(0, 0), mm(30000, 1500)}})
	if part.Height >= whole.Height {
		t.Errorf("the crop is %v high, the whole %v", part.Height, whole.Height)
	}
}

// edit changes an element of the building, but not its views. A refused edit changes nothing.
func (r *random) edit() {
	pick := func(c state.Category) state.ID {
		all := r.model.OfCategory(c)
		if len(all) == 0 {
			return ""
		}
		return all[r.IntN(len(all))]
	}
	by := func() geometry.Length { return geometry.MM(10 * r.between(-40, 40)) }
	ops := []change.Operation{
		change.MoveElement{ElementIDs: []state.ID{pick(state.CategoryWall)}, Delta: geometry.Point3{X: by(), Y: by()}},
		change.ModifyParameter{ElementID: pick(state.CategoryWall), ParameterName: "height",
			Value: state.MustJSON(r.between(2300, 3000))},
		change.DeleteElement{ElementIDs: []state.ID{pick(state.CategoryWindow)}},
		change.DeleteElement{ElementIDs: []state.ID{pick(state.CategoryDoor)}},
		change.DeleteElement{ElementIDs: []state.ID{pick(state.CategoryRoom)}},
		change.PlaceWindow{WallID: pick(state.CategoryWall), Window: fabric.Window{
			Offset: geometry.MM(r.between(200, 3000)), Width: geometry.MM(800), Height: geometry.MM(1000),
			SillHeight: geometry.MM(900)}},
		change.ModifyParameter{ElementID: pick(state.CategoryLevel), ParameterName: "name",
			Value: state.MustJSON(r.name("Level "))},
		change.DeleteElement{ElementIDs: []state.ID{pick(state.CategoryWall)}},
	}
	_, _ = r.try(ops[r.IntN(len(ops))])
}

// edits returns the number of edits in a test.
func edits(t *testing.T) int {
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		return 200
	}
	if testing.Short() {
		return 20
	}
	return 60
}

// branched returns a copy of the site, to edit as a branch.
func (r *random) branched(seed uint64) *random {
	b := newRandomSite(r.t, seed)
	b.model, b.events, b.number, b.names = r.model, slices.Clone(r.events), 100_000, 100_000
	return b
}

// touchedBy returns the elements and facets that events touch.
func touchedBy(events []state.Event) *merge.Touches {
	out := merge.NewTouches()
	for _, e := range events {
		out.Note(e)
	}
	return out
}

// follow takes over the events of a decision.
func (r *random) follow(d change.Decision) {
	r.model, r.events = d.After, append(r.events, d.Events...)
}

// TestAKeptSectionSurvivesEditsMergeAndUndo checks a section, its sheet and its mark after random edits on two
// branches, their merge, and the undoing of the merge. The line and the number on the sheet must stay. After the undo
// both drawings must be as before.
func TestAKeptSectionSurvivesEditsMergeAndUndo(t *testing.T) {
	r := keptHouse(t, 5)
	line, fork := *views.Of(r.model, r.id["section"]), len(r.events)
	theirs := r.branched(6)
	for range edits(t) {
		r.edit()
		theirs.edit()
	}
	base := projections.EmptyView(testModel, projections.MainBranch).Preview(r.events[:fork]).Model
	before := bytesOf(t, kept(t, r.view(), r.id["section"]).Drawing)
	plan := bytesOf(t, kept(t, r.view(), r.id["plan"]).Drawing)
	ours, merged := r.model, len(r.events)
	out, err := merge.Merge{ID: "55555555-5555-4555-8555-555555555555", Base: base,
		Ours:       merge.MergeSide{Model: ours, Touched: touchedBy(r.events[fork:])},
		Theirs:     merge.MergeSide{Model: theirs.model, Touched: touchedBy(theirs.events[fork:])},
		SourceName: "option", Policy: merge.PolicyOurs}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	r.follow(out.Decision)
	r.wantSection(line)
	kept(t, r.view(), r.id["section"])
	back, err := merge.Undo{ID: "66666666-6666-4666-8666-666666666666", Before: ours, After: r.model, Now: r.model,
		Undone: touchedBy(r.events[merged:]), Later: merge.NewTouches()}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	r.follow(back.Decision)
	r.wantSection(line)
	if bytesOf(t, kept(t, r.view(), r.id["section"]).Drawing) != before ||
		bytesOf(t, kept(t, r.view(), r.id["plan"]).Drawing) != plan {
		t.Error("after the undo the section or the plan is drawn otherwise than before the merge")
	}
}

// wantSection checks that the section has its line and its number on its sheet.
func (r *random) wantSection(line views.View) {
	r.t.Helper()
	e, ok := r.model.Element(r.id["section"])
	if !ok {
		r.t.Fatal("the section is gone")
	}
	v := e.Params.(*views.View)
	if *v.Start != *line.Start || *v.End != *line.End || v.Scale != line.Scale {
		r.t.Errorf("the section is now %+v", v)
	}
	if detail, sheet := views.Reference(r.model, e); detail != "2" || sheet != "A-201" {
		r.t.Errorf("the section is %s/%s", detail, sheet)
	}
	marks := textsOn(kept(r.t, r.view(), r.id["plan"]).Drawing, "A-SECT-IDEN")
	if want := []string{"2", "2", "A", "A", "A-201", "A-201"}; !slices.Equal(marks, want) {
		r.t.Errorf("the marks say %q", marks)
	}
}

// TestIssuedTwiceDiffersWhereTheModelDoes checks that a section issued twice differs only where the model does. Each
// different line must belong to a changed element, or lie beside or behind one.
func TestIssuedTwiceDiffersWhereTheModelDoes(t *testing.T) {
	r, differ := keptHouse(t, 8), 0
	for range max(edits(t)/10, 3) {
		before, at := r.view(), len(r.events)
		first := kept(t, before, r.id["section"])
		if bytesOf(t, first.Drawing) != bytesOf(t, kept(t, r.view(), r.id["section"]).Drawing) {
			t.Fatal("the same state gives other bytes")
		}
		r.edit()
		after := r.view()
		second := kept(t, after, r.id["section"])
		ids := touchedBy(r.events[at:]).IDs()
		changed := changedOnPaper(first, before, after, ids)
		for _, d := range [][2]*paper.Drawing{{first.Drawing, second.Drawing}, {second.Drawing, first.Drawing}} {
			for _, s := range linesApart(d[0], d[1]) {
				differ++
				if !slices.ContainsFunc(changed, func(b geometry.Box) bool { return overlap(b, s) }) {
					t.Errorf("a line at %v differs, and nothing there changed (%d elements touched)", s, len(ids))
				}
			}
		}
	}
	if differ == 0 {
		t.Error("no edit was seen in the section")
	}
}

// linesApart returns boxes around the lines of the building in one drawing that another drawing lacks. Lines are
// compared by their place in the frame.
func linesApart(of, than *paper.Drawing) []geometry.Box {
	other := map[[2]paper.Point]bool{}
	each := func(d *paper.Drawing, f func(a, b paper.Point)) {
		for _, i := range d.Items {
			if s, ok := i.Mark.(paper.Stroke); ok && (i.Element != "" || len(i.Elements) > 0) {
				for _, side := range sidesOf(s) {
					f(side.a.Add(d.Origin), side.b.Add(d.Origin))
				}
			}
		}
	}
	each(than, func(a, b paper.Point) { other[[2]paper.Point{a, b}], other[[2]paper.Point{b, a}] = true, true })
	var out []geometry.Box
	each(of, func(a, b paper.Point) {
		if !other[[2]paper.Point{a, b}] {
			lo, hi := min2(a, b), max2(a, b)
			out = append(out, box2(lo.X-1, lo.Y-1, hi.X+1, hi.Y+1))
		}
	})
	return out
}

// besideChange is the largest distance from a change at which lines may differ, because walls that are joined to a
// moved wall end elsewhere.
const besideChange = 700 * geometry.Millimetre

// changedOnPaper returns the places of changed elements in the frame of a section, before and after, including elements
// joined to them or in them.
func changedOnPaper(view *View, before, after *projections.View, ids []state.ID) (out []geometry.Box) {
	for _, v := range []*projections.View{before, after} {
		all := slices.Clone(ids)
		for _, id := range ids {
			for _, j := range v.Model.JoinsOf(id) {
				all = append(all, j.A, j.B)
			}
			all = append(all, v.Model.HostedBy(id)...)
			if e, ok := v.Model.Element(id); ok && e.HostID != "" {
				all = append(all, e.HostID)
			}
		}
		for _, id := range all {
			box := v.BoundsOf(id)
			if box.Empty() {
				continue
			}
			a, b := view.whole.world(box.Min.Sub(geometry.Point3{X: besideChange, Y: besideChange, Z: besideChange})),
				view.whole.world(box.Max.Add(geometry.Point3{X: besideChange, Y: besideChange, Z: besideChange}))
			lo, hi := min2(a, b), max2(a, b)
			out = append(out, box2(lo.X, lo.Y, hi.X, hi.Y))
		}
	}
	return out
}

// TestASheetThatDoesNotFitSaysBy checks the error for a sheet on which not all views fit. It must name the view that
// has no place, and by how much the space is too small.
func TestASheetThatDoesNotFitSaysBy(t *testing.T) {
	v := newRandom(t, 3).view()
	plan, err := Plan(context.Background(), v, PlanSpec{LevelID: shape.Levels(v.Model)[0].ID, Scale: 20})
	if err != nil {
		t.Fatal(err)
	}
	_, err = MakeSheet(SheetSpec{Size: "A4", Views: []*View{plan}, Block: DefaultBlock(v)})
	refused, ok := err.(*state.Error)
	if !ok || refused.Data["view"] != plan.Drawing.Name {
		t.Fatalf("the refusal is %v", err)
	}
	width := wholeMM(plan.Drawing.Width-2*pageMargin) - (210 - 30 - 6)
	if want := "mm too wide"; width > 0 && !bytes.Contains([]byte(err.Error()), []byte(want)) {
		t.Errorf("the refusal says %q", err)
	}
}
