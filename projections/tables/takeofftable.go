package tables

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// table returns the rows in order, with a subtotal for each category. It has no total over categories, because a sum of
// the areas of walls and rooms is meaningless.
func (t *takeoff) table() *table.Table {
	out := &table.Table{Title: "Quantity take-off by " + string(t.by), Columns: t.columns(), Notes: []string{}}
	keys := slices.SortedFunc(maps.Keys(t.sums), compareSums)
	records := make([]table.Record, len(keys))
	for i, k := range keys {
		records[i] = table.Record{Cells: t.cells(k, t.sums[k])}
	}
	out.Arrange(records, table.Grouping{Columns: []int{0}, Itemize: true})
	if t.by == ByMaterial { // an element counts once per material, its area once per layer
		unsum(out)
		out.Lines = append(out.Lines, t.perMaterial(len(out.Columns))...)
	}
	out.Notes = append(out.Notes, t.notes()...)
	return out
}

func compareSums(a, b sumKey) int {
	return cmp.Or(cmp.Compare(a.category, b.category), cmp.Compare(a.rank, b.rank),
		table.Compare(table.Text(a.name), table.Text(b.name)), cmp.Compare(a.size, b.size))
}

func (t *takeoff) columns() []table.Column {
	group := table.Column{Key: string(t.by), Title: titleOf(string(t.by)), Kind: table.KindText}
	out := []table.Column{{Key: "category", Title: "Category", Kind: table.KindText}, group}
	if t.by == ByMaterial {
		out = append(out, table.Column{Key: "thickness", Title: "Layer thickness", Unit: "mm",
			Kind: table.KindNumber, Decimals: 1})
	}
	area := table.Column{Unit: "m²", Kind: table.KindNumber, Decimals: 2, Additive: true}
	volume := table.Column{Unit: "m³", Kind: table.KindNumber, Decimals: 3, Additive: true}
	out = append(out, countColumn,
		named(table.Column{Unit: "m", Kind: table.KindNumber, Decimals: 2, Additive: true}, "length"),
		named(area, "gross_area"), named(area, "net_area"), named(volume, "gross_volume"), named(volume, "net_volume"))
	if t.by == ByMaterial {
		mass := table.Column{Unit: "kg", Kind: table.KindNumber, Decimals: 1, Additive: true,
			Rule: "net volume times density"}
		out = append(out, named(mass, "mass"))
	}
	return out
}

func named(c table.Column, key string) table.Column {
	c.Key, c.Title = key, titleOf(key)
	return c
}

func (t *takeoff) cells(k sumKey, s *sum) []table.Cell {
	out := []table.Cell{table.Text(string(figuresOf[k.category].category)), table.Text(k.name)}
	if t.by == ByMaterial {
		thickness := table.Cell{}
		if k.size > 0 {
			thickness = table.Number(k.size)
		}
		out = append(out, thickness)
	}
	out = append(out, table.Number(float64(s.elements)))
	for i, v := range s.values {
		c := table.Cell{}
		if s.known[i] {
			c = table.Number(v)
		}
		out = append(out, c)
	}
	if t.by != ByMaterial {
		return out
	}
	if s.weighed {
		return append(out, table.Number(s.mass))
	}
	return append(out, table.Cell{})
}

// unsum empties, in the lines with sums, the values that cannot be added over materials: counts, lengths and areas.
func unsum(t *table.Table) {
	for _, l := range t.Lines {
		for i, c := range t.Columns {
			if l.Kind != table.LineRow && c.Additive && c.Unit != "m³" && c.Unit != "kg" {
				l.Cells[i] = table.Cell{}
			}
		}
	}
}

// allCategories is the category of a line that adds up a material over all categories.
const allCategories = "all"

// perMaterial returns a line for each material with several rows, ordered by the material's name: its volume and mass
// over all rows.
func (t *takeoff) perMaterial(columns int) []table.Line {
	sums, rows := map[string]*sum{}, map[string]int{}
	keys := slices.SortedFunc(maps.Keys(t.sums), compareSums) // a fixed order for sums of floats
	for _, k := range keys {
		if k.name == "" || !materialized(figuresOf[k.category].category) {
			continue
		}
		if sums[k.name] == nil {
			sums[k.name] = &sum{}
		}
		rows[k.name]++
		sums[k.name].join(t.sums[k])
	}
	var out []table.Line
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if rows[name] < 2 {
			continue // its row is the total
		}
		cells := t.cells(sumKey{name: name}, sums[name])
		cells[0] = table.Text(allCategories)
		for i := materialCount; i < columns; i++ {
			if i < volumesFrom {
				cells[i] = table.Cell{}
			}
		}
		out = append(out, table.Line{Kind: table.LineSubtotal, Cells: cells, Group: name})
	}
	return out
}

const (
	materialCount = 3 // index of the count in a take-off by material
	volumesFrom   = 7 // index of the first volume
)

// materialized reports whether the elements of a category consist of matter, unlike rooms.
func materialized(c state.Category) bool { return c != state.CategoryRoom }

// join adds the volumes and the mass of another row.
func (s *sum) join(o *sum) {
	for _, i := range []int{grossVolume, netVolume} {
		if o.known[i] {
			s.values[i], s.known[i] = s.values[i]+o.values[i], true
		}
	}
	s.mass, s.weighed = s.mass+o.mass, s.weighed || o.weighed
}

// notes returns the notes on how the quantities were measured, and on quantities that were not measured.
func (t *takeoff) notes() []string {
	out := []string{sumsNote, "Gross: before openings are taken off. Net: every opening is taken off, whatever its " +
		"size. Area of doors and windows: of the opening."}
	if t.by == ByMaterial {
		out = append(out, "Layers: the volume of the element by shares of thickness, so that the layers of an "+
			"element add up to it, also at mitred corners; the area of the element for each layer. "+
			"An element counts for each of its materials. Panels of curtain walls are of glass or of what is said of "+
			"them, their frames of the material of the wall. Lines of all: what a material comes to over the "+
			"categories. Parts of components that have materials of their own are "+
			"not told apart.")
	}
	if t.failed > 0 {
		out = append(out, fmt.Sprintf("%d elements have no body that can be measured and are counted only.", t.failed))
	}
	for _, name := range slices.Sorted(maps.Keys(t.missing)) {
		out = append(out, unknownNote(name, t.missing[name]))
	}
	return append(out, t.rules...)
}

// unknownNote returns the note on the number of elements without a quantity, which a sum does not show.
func unknownNote(quantity string, elements int) string {
	what := "elements"
	if elements == 1 {
		what = "element"
	}
	return fmt.Sprintf("Not known and not in the sums: %s of %d %s.", quantity, elements, what)
}
