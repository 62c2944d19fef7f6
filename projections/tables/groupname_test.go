package tables

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// TestGroupsByEveryName checks that rows can be grouped by every column, under each spelling of the column's name. Each
// element must be in exactly one group, and no column may appear twice.
func TestGroupsByEveryName(t *testing.T) {
	v := building(t)
	for _, c := range []state.Category{state.CategoryWall, state.CategoryDoor, state.CategoryRoom,
		state.CategoryColumn} {
		for _, name := range append(FieldNames(c), "area", "volume_m3", "Pset_WallCommon.FireRating") {
			for _, said := range []string{name, strings.ToLower(name), strings.ReplaceAll(name, "_", "")} {
				for _, parameters := range [][]string{{"name", name}, {"name"}} {
					q := Query{Category: c, Parameters: parameters, GroupBy: []string{said}}
					made, err := Schedule(context.Background(), v, q)
					if err != nil {
						if state.CodeOf(err) != state.OutOfRange { // a spelling that no column has
							t.Errorf("%s by %s: %v", c, said, err)
						}
						continue
					}
					checkGroups(t, string(c)+" by "+said, made, len(v.Model.OfCategory(c)))
				}
			}
		}
	}
}

func checkGroups(t *testing.T, what string, made *table.Table, elements int) {
	t.Helper()
	keys := map[string]int{}
	for _, c := range made.Columns {
		if keys[c.Key]++; keys[c.Key] > 1 {
			t.Errorf("%s has the column %s twice", what, c.Key)
		}
	}
	grouped := 0.0
	for _, l := range made.Lines {
		if n, ok := l.Cells[len(l.Cells)-1].Number(); ok && l.Kind == table.LineSubtotal {
			grouped += n
		}
	}
	if int(grouped) != elements {
		t.Errorf("%s has %v of %d elements in groups", what, grouped, elements)
	}
}

// A sum that leaves out an element without a value has a note about it.
func TestASumSaysWhatItLeavesOut(t *testing.T) {
	l := &listing{query: Query{Category: state.CategoryWall}, table: &table.Table{Columns: []table.Column{
		{Key: "name"}, {Key: "Length", Additive: true}, {Key: "Width", Additive: true}}}}
	records := []table.Record{
		{Cells: []table.Cell{table.Text("a"), table.Number(1), {}}},
		{Cells: []table.Cell{{}, {}, {}}},
	}
	for i := range l.table.Columns {
		l.noteUnknown(i, records)
	}
	want := []string{"Not known and not in the sums: wall Length of 1 element.", NoValueNote + "Width."}
	if !slices.Equal(l.table.Notes, want) {
		t.Errorf("noted %q, want %q", l.table.Notes, want)
	}
	l.query.NoTotals, l.table.Notes = true, nil
	if l.noteUnknown(1, records); len(l.table.Notes) != 0 {
		t.Errorf("without sums it notes %q", l.table.Notes)
	}
}
