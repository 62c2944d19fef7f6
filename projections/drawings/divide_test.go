package drawings

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestDividedPlans checks a plan that no size of paper holds. Every part must be a correct drawing that fits on a
// sheet. Together the parts must have all rooms, tags and areas of the whole, each once.
func TestDividedPlans(t *testing.T) {
	v := towerOf(t, 1, 700, 1).view()
	whole := planOf(t, v, 0, 20)
	if _, err := MakeSheet(SheetSpec{Views: []*View{whole}}); err == nil {
		t.Fatal("the plan is not too large")
	}
	parts := whole.Divide()
	if len(parts) < 4 {
		t.Fatalf("%d parts", len(parts))
	}
	want, got := saidOf(whole.Drawing), []string(nil)
	wantArea, area := pocheOf(whole.Drawing), 0.0
	for _, p := range parts {
		checkDrawing(t, p.Drawing)
		sheet, err := MakeSheet(SheetSpec{Views: []*View{p}, Block: TitleBlock{Title: p.Drawing.Name, Number: "1"}})
		if err != nil {
			t.Fatal(err)
		}
		checkDrawing(t, sheet)
		got, area = append(got, saidOf(p.Drawing)...), area+pocheOf(p.Drawing)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the parts say %d things of elements, the whole %d", len(got), len(want))
	}
	if d := area/wantArea - 1; d > 1e-6 || d < -1e-6 {
		t.Errorf("the parts have %v m2 of what is cut, the whole %v", area, wantArea)
	}
	var shown []paper.Point
	for i, p := range parts { // each has a key plan with another part of the building filled
		places := keyed(p.Drawing)
		if len(places) == 0 && pocheOf(p.Drawing) > 0 || // some have marks only
			slices.ContainsFunc(places, func(p paper.Point) bool { return slices.Contains(shown, p) }) {
			t.Errorf("part %d has the key %v", i+1, places)
		}
		shown = append(shown, places...)
	}
	if again := whole.Divide(); !slices.Equal(saidOf(again[0].Drawing), saidOf(parts[0].Drawing)) {
		t.Error("another division says something else")
	}
}

// keyed returns the lower left corners of the filled parts of key plans, relative to the label of the key plan.
func keyed(d *paper.Drawing) (out []paper.Point) {
	var label paper.Point
	for _, w := range check.Texts(d) {
		if w.String == "Key plan" {
			label = w.At
		}
	}
	for _, i := range d.Items {
		if f, ok := i.Mark.(paper.Fill); ok && f.Ink == inkKey {
			lo, _ := f.Region.Bounds()
			out = append(out, lo.Sub(label))
		}
	}
	return out
}

// saidOf returns the texts of a drawing that belong to elements.
func saidOf(d *paper.Drawing) (out []string) {
	for _, w := range check.Texts(d) {
		if w.Item.Element != "" && w.Item.Class != paper.ClassDimension {
			out = append(out, w.Item.Element+" "+w.String)
		}
	}
	return out
}

func pocheOf(d *paper.Drawing) (area float64) {
	for _, i := range d.Items {
		if f, ok := i.Mark.(paper.Fill); ok && i.Class == paper.ClassPoche {
			area += f.Region.Area()
		}
	}
	return area
}

// TestASetHasABound checks that a set with too many sheets is refused with advice.
func TestASetHasABound(t *testing.T) {
	v := towerOf(t, 1, 300, 1).view()
	s := &set{ctx: t.Context(), source: v, block: DefaultBlock(v), specs: make([]SheetSpec, MaxSheets-1)}
	if s.put("the last one", nil); s.err != nil {
		t.Errorf("with %d sheets: %v", len(s.specs), s.err)
	}
	s.put("one more", nil)
	if _, _, err := s.made(); state.CodeOf(err) != state.OperationTooLarge {
		t.Errorf("the set is made: %v", err)
	}
}

// TestSetOfATower checks that the set of a tower has the plans of all storeys at 1:50, in parts if a storey is too
// long. Its sections must run along no wall.
func TestSetOfATower(t *testing.T) {
	v := towerOf(t, 2, 1000, 1).view()
	sheets, _, err := GeneralSet(context.Background(), v, SetSpec{Block: DefaultBlock(v), Scales: []int64{100, 50}})
	if err != nil {
		t.Fatal(err)
	}
	parts := 0
	for _, d := range sheets {
		checkDrawing(t, d)
		if strings.Contains(d.Name, ", part ") {
			parts++
		}
	}
	if parts < 4 {
		t.Errorf("%d of %d sheets are parts", parts, len(sheets))
	}
	for i, line := range MainSections(v) {
		for _, w := range v.Spatial().Within(v.Model.Bounds(), "wall") {
			lo, hi, at := w.Bounds.Min.Y, w.Bounds.Max.Y, line.Start.Y
			if i == 1 {
				lo, hi, at = w.Bounds.Min.X, w.Bounds.Max.X, line.Start.X
			}
			if hi-lo <= thickestWall && at > lo-geometry.Millimetre && at < hi+geometry.Millimetre {
				t.Errorf("section %s runs along wall %s", line.Name, w.ID)
			}
		}
	}
}
