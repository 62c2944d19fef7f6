package table

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	foreign "github.com/bimstream/bimstream/domain/text"
)

func TestRoundedRoundsTheDecimalNumber(t *testing.T) {
	for _, c := range []struct {
		v        float64
		decimals int
		want     string
	}{{1.005, 2, "1.01"}, {-1.005, 2, "-1.01"}, {2.5, 0, "3"}, {0.125, 2, "0.13"}, {-0.0001, 2, "0.00"},
		{24.1696, 2, "24.17"}, {35.70769, 3, "35.708"}, {1e15, 1, "1000000000000000.0"}} {
		if got := Rounded(c.v, c.decimals); got != c.want {
			t.Errorf("Rounded(%v, %d) = %s, want %s", c.v, c.decimals, got, c.want)
		}
	}
}

func TestNaturalOrder(t *testing.T) {
	want := []string{"D1", "D2", "D2a", "D02", "D10", "E", "E1"}
	got := []string{"E1", "D10", "D02", "E", "D2a", "D1", "D2"}
	slices.SortFunc(got, func(a, b string) int { return Compare(Text(a), Text(b)) })
	if got[0] != "D1" || got[len(got)-1] != "E1" || slices.Index(got, "D2") > slices.Index(got, "D10") {
		t.Errorf("sorted %v, want about %v", got, want)
	}
	if Compare(Cell{}, Text("a")) <= 0 || Compare(Number(2), Number(10)) >= 0 {
		t.Error("empty cells come last, and numbers by their value")
	}
}

func texts(values ...string) *Table {
	t := &Table{Columns: []Column{{Key: "a", Title: "A", Kind: KindText}}}
	var records []Record
	for _, v := range values {
		records = append(records, Record{Cells: []Cell{Text(v)}})
	}
	t.Arrange(records, Grouping{Itemize: true})
	return t
}

func TestCSVRunsNoFormulas(t *testing.T) {
	for _, v := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n=1", "\n=1", " =1", "＝1",
		"=HYPERLINK(\"http://x\",\"y\")"} {
		var b bytes.Buffer
		if err := texts(v).WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(records[1][0], "'") {
			t.Errorf("%q became %q", v, records[1][0])
		}
	}
}

func TestCSVNumbersStayNumbers(t *testing.T) {
	table := &Table{Columns: []Column{{Key: "n", Title: "N", Unit: "m", Kind: KindNumber, Decimals: 2}}}
	table.Arrange([]Record{{Cells: []Cell{Number(-1.5)}}}, Grouping{Itemize: true})
	var b bytes.Buffer
	if err := table.WriteCSV(&b); err != nil || b.String() != "N [m]\r\n-1.50\r\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// FuzzCSV writes any text and reads it back. Three things may differ: the apostrophe before formulas, the form of line
// breaks, and the marks of hidden characters.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{"plain", `say "so"`, "a,b", "two\nlines", "two\r\nlines", "=1", "'", "\xff", "ä"} {
		f.Add(s)
	}
	plain := strings.NewReplacer("\r\n", "\n")
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" {
			return
		}
		var b bytes.Buffer
		if err := texts(s, "end").WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(&b).ReadAll()
		if err != nil || len(records) != 3 {
			t.Fatalf("%q: %v, %v", s, records, err)
		}
		if got, want := plain.Replace(records[1][0]), plain.Replace(harmless(foreign.Block(s))); got != want &&
			!strings.Contains(s, "\r") {
			t.Errorf("%q came back as %q", want, got)
		}
	})
}

func TestMarkdownStaysInItsCell(t *testing.T) {
	var b bytes.Buffer
	if err := texts("a|b\nc<d>`e*").WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(b.String()), "\n"); len(lines) != 3 ||
		lines[2] != "| a\\|b<br>c&lt;d>\\`e\\* |" {
		t.Errorf("%q", lines)
	}
}
