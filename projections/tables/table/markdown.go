package table

import (
	"io"
	"strings"
)

// WriteMarkdown writes a table in GitHub's Markdown, with its title and its notes. Numbers are aligned to the right.
func (t *Table) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	if t.Title != "" {
		b.WriteString("## " + inCell(t.Title) + "\n\n")
	}
	headers, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		headers[i], rule[i] = inCell(c.Header()), "---"
		if c.Kind == KindNumber {
			rule[i] = "---:"
		}
	}
	writeRow(&b, headers)
	writeRow(&b, rule)
	for _, l := range t.Lines {
		writeRow(&b, t.MarkdownCells(l))
	}
	for _, n := range t.Notes {
		b.WriteString("\n" + inCell(n) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// MarkdownCells returns the texts of a line; subtotals and totals are bold.
func (t *Table) MarkdownCells(l Line) []string {
	out := make([]string, len(l.Cells))
	for i, c := range t.Shown(l) {
		out[i] = inCell(c.Print(t.Columns[i].Decimals))
		if l.Kind != LineRow && out[i] != "" {
			out[i] = "**" + out[i] + "**"
		}
	}
	return out
}

func writeRow(b *strings.Builder, cells []string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "\r\n", "<br>", "\n", "<br>", "\r", "<br>", "<", "&lt;",
	"*", `\*`, "_", `\_`, "`", "\\`")

// inCell returns a text with escapes for the characters that Markdown would interpret.
func inCell(s string) string { return markdownEscapes.Replace(s) }
