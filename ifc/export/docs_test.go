package export

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// TestDocs compares the tables of docs/ifc.md, between their marks, with the tables that the code gives.
func TestDocs(t *testing.T) {
	const page = "../../docs/ifc.md"
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := string(have)
	for name, table := range map[string]string{"categories": categoryTable(), "parts": partTable(),
		"names": nameTable(), "losses": lossTable(t)} {
		want = filled(t, want, name, table)
	}
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(have, []byte(want)) {
		t.Errorf("%s does not say what the code does: bring it up to date with -update", page)
	}
}

// filled returns a page with a table inserted between its marks.
func filled(t *testing.T, page, name, table string) string {
	t.Helper()
	begin, end := "<!-- "+name+" begin: written by go test ./ifc/export -update -->\n", "<!-- "+name+" end -->\n"
	head, rest, found := strings.Cut(page, begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("the page has no place for %s", name)
	}
	return head + begin + table + end + tail
}

func spelled(d *dialect, entity string) string {
	if entity == "" {
		return ""
	}
	e, ok := d.schema().Entity(d.className(entity))
	if !ok {
		return "?"
	}
	return e.Name
}

// inEach returns the names of a class in the schemas, only once if they agree.
func inEach(entity string) string {
	var names []string
	for i := range dialects {
		name := spelled(&dialects[i], entity)
		if entity == "IFCWALL" && dialects[i].standardWalls {
			name = "IfcWallStandardCase, IfcWall"
		}
		if name != "" {
			names = append(names, name+" ("+dialects[i].name+")")
		}
	}
	common := spelled(dialectOf(SchemaIFC4), entity)
	if !slices.ContainsFunc(names, func(n string) bool { return !strings.HasPrefix(n, common+" (") }) {
		return common
	}
	return strings.Join(names, "<br>")
}

func categoryTable() string {
	var b strings.Builder
	b.WriteString("| category | class | class of its types | property set | quantities |\n|---|---|---|---|---|\n")
	for _, row := range classes {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", row.category, inEach(row.entity),
			inEach(row.typeEntity), row.common, row.quantities)
	}
	return b.String()
}

func partTable() string {
	var b strings.Builder
	b.WriteString("| part | class | property set | quantities |\n|---|---|---|---|\n")
	for _, p := range []struct {
		name string
		row  class
	}{{"flight of a stair", flightClass}, {"plane of a roof", roofSlabClass},
		{"mullion or transom of a curtain wall", memberClass}, {"panel of a curtain wall", plateClass}} {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", p.name, inEach(p.row.entity), p.row.common, p.row.quantities)
	}
	return b.String()
}

// nameTable returns the table of names that differ from the names in IFC4.
func nameTable() string {
	var b strings.Builder
	b.WriteString("| schema | in IFC4 | here |\n|---|---|---|\n")
	for _, d := range dialects {
		for _, from := range sortedKeys(d.entities) {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", d.name, spelled(dialectOf(SchemaIFC4), from), spelled(&d, from))
		}
		for _, key := range sortedKeys(d.attributes) {
			class, attribute, _ := strings.Cut(key, ".")
			fmt.Fprintf(&b, "| %s | %s.%s | %s.%s |\n", d.name, spelled(dialectOf(SchemaIFC4), class), attribute,
				spelled(&d, class), d.attributes[key])
		}
		for _, key := range sortedKeys(d.fixed) {
			class, attribute, _ := strings.Cut(key, ".")
			value, err := step.AppendValue(nil, d.fixed[key])
			if err != nil {
				value = []byte(err.Error())
			}
			e, _ := d.schema().Entity(class)
			fmt.Fprintf(&b, "| %s | | %s.%s is `%s` where nothing else is known |\n", d.name, e.Name, attribute, value)
		}
	}
	return b.String()
}

// lossTable returns the table of data that a model with one of everything loses in each schema.
func lossTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| schema | no place for |\n|---|---|\n")
	for _, d := range dialects {
		lost := map[string]bool{}
		for _, m := range []*state.Model{house(t).model, variety(t).model, equipped(t).model} {
			x, err := build(t.Context(), m, in(d.name))
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range x.summary.Warnings {
				if w.Code == "NOT_IN_SCHEMA" {
					lost[w.Data["lost"].(string)] = true
				}
			}
		}
		what := "nothing"
		if len(lost) > 0 {
			what = strings.Join(sortedKeys(lost), ", ")
		}
		fmt.Fprintf(&b, "| %s | %s |\n", d.name, what)
	}
	return b.String()
}
