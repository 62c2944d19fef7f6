package drawings

import (
	"context"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"testing"

	"github.com/bimstream/bimstream/projections/tables"
)

// TestGeneralSets runs the checks of all drawings on the set of a random building, and checks that each sheet has its
// number.
func TestGeneralSets(t *testing.T) {
	for seed := range uint64(6) {
		v := newRandom(t, seed).view()
		sheets, _, err := GeneralSet(context.Background(), v, SetSpec{Block: DefaultBlock(v), Scales: []int64{100, 50}})
		if err != nil {
			t.Fatal(err)
		}
		if len(sheets) < 4 {
			t.Errorf("%d sheets", len(sheets))
		}
		for _, d := range sheets {
			checkDrawing(t, d)
			numbered := false
			for _, w := range check.Texts(d) {
				numbered = numbered || w.String == "General arrangement"
			}
			if !numbered {
				t.Errorf("%s has no title block", d.Name)
			}
		}
	}
}

// TestSheetsThatAreTooSmall checks that views are never shrunk. A set of views that does not fit is refused with the
// sizes that hold it.
func TestSheetsThatAreTooSmall(t *testing.T) {
	drawn := planOf(t, newRandom(t, 3).view(), 0, 50)
	_, err := MakeSheet(SheetSpec{Size: "A4", Views: []*View{drawn}})
	if state.CodeOf(err) != state.OutOfRange {
		t.Fatal(err)
	}
	if _, err := MakeSheet(SheetSpec{Size: "A9", Views: []*View{drawn}}); state.CodeOf(err) != state.OutOfRange {
		t.Fatal(err)
	}
	d, err := MakeSheet(SheetSpec{Views: []*View{drawn},
		Block: TitleBlock{
			Title: "A title that is far too long for the field of the title block in which it has to be",
		}})
	if err != nil {
		t.Fatal(err)
	}
	checkDrawing(t, d)
}

// TestSchedulesOnSheets checks that schedules are on sheets as tables with all their values, a long one in several
// parts.
func TestSchedulesOnSheets(t *testing.T) {
	v := towerOf(t, 2, 1200, 1).view()
	schedule, err := tables.Schedule(context.Background(), v, tables.Query{Template: "door"})
	if err != nil {
		t.Fatal(err)
	}
	views := TableViews(context.Background(), v, schedule)
	if want := (len(schedule.Lines) + tableLines - 1) / tableLines; len(views) != want || want < 2 {
		t.Fatalf("%d lines in %d parts", len(schedule.Lines), len(views))
	}
	written := map[string]int{}
	for _, view := range views {
		checkDrawing(t, view.Drawing)
		for _, w := range check.Texts(view.Drawing) {
			written[w.Item.Element+" "+w.String]++
		}
	}
	for _, l := range schedule.Lines {
		if mark := l.Cells[0].Print(0); l.ID != "" && written[l.ID+" "+mark] == 0 {
			t.Errorf("door %s is on no sheet", mark)
		}
	}
	d, err := MakeSheet(SheetSpec{Views: views[:1], Block: TitleBlock{Title: "Doors"}})
	if err != nil {
		t.Fatal(err)
	}
	checkDrawing(t, d)
}
