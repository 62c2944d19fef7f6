package coordination

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/projections/tables/table"
)

// Tables returns the report as tables: deliveries, changes, the matrix of clashes, clashes, tasks by party, tasks.
func (r *Report) Tables() []*table.Table {
	return []*table.Table{r.deliveries(), r.changes(), r.matrix(), r.clashes(), r.parties(), r.tasks()}
}

func texts(titles ...string) []table.Column {
	var out []table.Column
	for _, t := range titles {
		out = append(out, table.Column{Key: strings.ToLower(strings.ReplaceAll(t, " ", "_")), Title: t,
			Kind: table.KindText})
	}
	return out
}

func numbers(additive bool, titles ...string) []table.Column {
	out := texts(titles...)
	for i := range out {
		out[i].Kind, out[i].Additive = table.KindNumber, additive
	}
	return out
}

func row(cells ...any) table.Line {
	out := table.Line{Kind: table.LineRow}
	for _, c := range cells {
		switch c := c.(type) {
		case string:
			out.Cells = append(out.Cells, table.Text(c))
		case int:
			out.Cells = append(out.Cells, table.Number(float64(c)))
		case float64:
			out.Cells = append(out.Cells, table.Number(c))
		case table.Cell:
			out.Cells = append(out.Cells, c)
		default:
			panic(fmt.Sprintf("coordination: a cell of %T", c)) // only this package makes rows
		}
	}
	return out
}

// known returns a cell with the number n, or an empty cell if the number is not known.
func known(is bool, n int) table.Cell {
	if !is {
		return table.Cell{}
	}
	return table.Number(float64(n))
}

// date returns the date of a time in UTC, or "" for the zero time.
func date(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format("2006-01-02")
}

// total appends a line with the sums of the additive columns of a table.
func total(t *table.Table) {
	if len(t.Lines) == 0 {
		return
	}
	sum := table.Line{Kind: table.LineTotal, From: 0, To: len(t.Lines), Cells: make([]table.Cell, len(t.Columns))}
	for i, c := range t.Columns {
		if !c.Additive {
			continue
		}
		n := 0.0
		for _, l := range t.Lines {
			v, _ := l.Cells[i].Number()
			n += v
		}
		sum.Cells[i] = table.Number(n)
	}
	t.Lines = append(t.Lines, sum)
}

// compared returns a sentence that names the check with which the report compares.
func (r *Report) compared() string {
	if r.Since.IsZero() {
		return "This is the first check of these models: nothing is there to compare with."
	}
	return "New, open and gone are since the check of " + date(r.Since) + "."
}

func (r *Report) deliveries() *table.Table {
	t := &table.Table{Title: "Deliveries", Columns: slices.Concat(
		texts("Model", "Discipline", "Delivery", "File", "Received"),
		numbers(true, "Elements", "New", "Gone", "Moved", "Resized", "Other data")),
		Notes: []string{r.compared()}}
	for _, m := range r.Models {
		c := m.Changes
		t.Lines = append(t.Lines, row(m.Name, m.Discipline, cmp.Or(m.Delivery, "first file"), m.File, date(m.Received),
			m.Elements, known(!m.First, c.New), known(!m.First, c.Gone), known(!m.First, c.Moved),
			known(!m.First, c.Resized), known(!m.First, c.Data)))
	}
	total(t)
	return t
}

func (r *Report) changes() *table.Table {
	t := &table.Table{Title: "Changes", Columns: texts("Model", "What changed")}
	for _, m := range r.Models {
		for _, l := range m.Lines {
			t.Lines = append(t.Lines, row(m.Name, l))
		}
	}
	return t
}

func (r *Report) matrix() *table.Table {
	t := &table.Table{Title: "Clashes by discipline", Columns: slices.Concat(texts("Discipline", "With"),
		numbers(true, "New", "Open", "Gone", "Not tested", "There now", "Of these approved"),
		numbers(false, "Oldest in days")),
		Notes: []string{r.compared()}}
	for _, p := range r.Pairs() {
		t.Lines = append(t.Lines, row(p.A, p.B, p.New, p.Open, p.Gone, p.Unjudged, p.There(), p.Approved, p.Days))
	}
	total(t)
	return t
}

// NumberOf returns the number of the clash at an index of the report.
func NumberOf(place int) string { return fmt.Sprintf("C%03d", place+1) }

func (r *Report) clashes() *table.Table {
	millimetres := numbers(false, "X", "Y", "Z", "Depth")
	for i := range millimetres {
		millimetres[i].Unit = "mm"
	}
	volume := numbers(false, "Volume")
	volume[0].Unit, volume[0].Decimals = "m³", 6
	t := &table.Table{Title: "Clashes", Columns: slices.Concat(
		texts("Number", "Since last", "Status", "Kind", "Element", "Of", "With element", "Of other", "Storey"),
		millimetres, volume, texts("Found first", "Delivery"), numbers(false, "Days"), texts("In court of", "Task"))}
	for i, c := range r.Clashes {
		a, b := c.sides()
		t.Lines = append(t.Lines, row(NumberOf(i), string(c.Fate), c.Status, c.Kind, a.Name, a.Of, b.Name, b.Of,
			c.Storey, c.At.X.MM(), c.At.Y.MM(), c.At.Z.MM(), c.Depth.MM(), c.VolumeM3, date(c.First), c.Delivery,
			r.days(c.First), c.Court, c.Task))
	}
	return t
}

// sides returns the first two elements of a clash.
func (c *Clash) sides() (a, b Party) {
	if len(c.Elements) > 0 {
		a = c.Elements[0]
	}
	if len(c.Elements) > 1 {
		b = c.Elements[1]
	}
	return a, b
}

func (r *Report) parties() *table.Table {
	ages := []string{fmt.Sprintf("Up to %d days", ageBounds[0])}
	for i := 1; i < len(ageBounds); i++ {
		ages = append(ages, fmt.Sprintf("%d to %d", ageBounds[i-1]+1, ageBounds[i]))
	}
	ages = append(ages, fmt.Sprintf("Over %d", ageBounds[len(ageBounds)-1]))
	t := &table.Table{Title: "Tasks by party", Columns: slices.Concat(texts("Party"), numbers(true, "Open tasks"),
		numbers(true, ages...), numbers(true, "Overdue", "Done since"))}
	for _, p := range r.Parties() {
		cells := []any{cmp.Or(p.Party, "nobody"), p.Open}
		for _, n := range p.Ages {
			cells = append(cells, n)
		}
		t.Lines = append(t.Lines, row(append(cells, p.Overdue, p.Done)...))
	}
	total(t)
	return t
}

func (r *Report) tasks() *table.Table {
	t := &table.Table{Title: "Tasks", Columns: slices.Concat(texts("Task", "Party", "Status", "Priority", "Created"),
		numbers(false, "Days"), texts("Due"))}
	for _, task := range r.Tasks {
		t.Lines = append(t.Lines, row(task.Title, cmp.Or(task.Party, "nobody"), task.Status, task.Priority,
			date(task.Created), r.days(task.Created), task.Due))
	}
	return t
}
