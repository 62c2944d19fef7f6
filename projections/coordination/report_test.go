package coordination

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/projections/tables/table"
)

func day(n int) time.Time { return time.Date(2026, 6, n, 9, 0, 0, 0, time.UTC) }

func clashOf(fate Fate, status string, first int, disciplines ...string) Clash {
	c := Clash{Fate: fate, Status: status, First: day(first)}
	for _, d := range disciplines {
		c.Elements = append(c.Elements, Party{Of: d})
	}
	return c
}

func TestPairsCountByFateAndAge(t *testing.T) {
	r := Report{At: day(29), Since: day(22), Clashes: []Clash{
		clashOf(New, "new", 29, "structure", "architecture"), clashOf(Open, "active", 8, "architecture", "structure"),
		clashOf(Open, "approved", 1, "structure", "architecture"), clashOf(Gone, "resolved", 1, "hvac", "structure"),
		clashOf(Unjudged, "active", 1, "hvac", "structure"), clashOf(New, "new", 29, "hvac", "hvac"),
	}}
	want := []Pair{{A: "architecture", B: "structure", New: 1, Open: 2, Approved: 1, Days: 21},
		{A: "hvac", B: "hvac", New: 1}, {A: "hvac", B: "structure", Gone: 1, Unjudged: 1}}
	if got := r.Pairs(); !slices.Equal(got, want) {
		t.Errorf("the pairs are %+v, want %+v", got, want)
	}
}

func TestPartiesCountByAge(t *testing.T) {
	r := Report{At: day(29), Tasks: []Task{
		{Party: "a", Created: day(22)}, {Party: "a", Created: day(21), Due: "2026-06-28"},
		{Party: "a", Created: day(1), Due: "2026-06-29"},
		{Party: "a", Created: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)},
		{Party: "b", Created: day(1), Done: true},
	}}
	want := []PartyAge{{Party: "a", Open: 4, Ages: [4]int{1, 1, 1, 1}, Overdue: 1}, {Party: "b", Done: 1}}
	if got := r.Parties(); !slices.Equal(got, want) {
		t.Errorf("the parties are %+v, want %+v", got, want)
	}
}

// Every row of every table must have as many cells as the table has columns, also if values are not known.
func TestTablesAreWhole(t *testing.T) {
	r := Report{At: day(29), Models: []Model{{Name: "ARC", First: true, Elements: 3}, {Name: "STR", Elements: 2,
		Changes: Changes{New: 2}, Lines: []string{"new: 2"}}},
		Clashes: []Clash{clashOf(New, "new", 29, "ARC", "STR"), {Fate: Gone}}, Tasks: []Task{{Title: "t"}}}
	for _, made := range r.Tables() {
		if len(made.Lines) == 0 {
			t.Errorf("%s is empty", made.Title)
		}
		for i, l := range made.Lines {
			if len(l.Cells) != len(made.Columns) {
				t.Errorf("%s, line %d: %d cells in %d columns", made.Title, i, len(l.Cells), len(made.Columns))
			}
		}
	}
	sum := r.Tables()[0].Lines[2]
	if n, _ := sum.Cells[6].Number(); sum.Kind != table.LineTotal || n != 2 {
		t.Errorf("the total of new elements is %v", n)
	}
}

// TestSheetsShowTheFirstLinesOfALongTable checks that a table of more lines than sheets can show is cut, that a note
// gives the number of lines left out, and that the table of the workbook stays whole.
func TestSheetsShowTheFirstLinesOfALongTable(t *testing.T) {
	r := Report{At: day(29)}
	for range printedLines + 5 {
		r.Clashes = append(r.Clashes, clashOf(New, "new", 29, "ARC", "STR"))
	}
	all := r.clashes()
	shown := printed(all)
	if len(shown.Lines) != printedLines || len(all.Lines) != printedLines+5 {
		t.Errorf("%d of %d lines are shown", len(shown.Lines), len(all.Lines))
	}
	if n := len(shown.Notes); n != len(all.Notes)+1 || !strings.Contains(shown.Notes[n-1], "3000 of 3005") {
		t.Errorf("the notes are %q", shown.Notes)
	}
}
