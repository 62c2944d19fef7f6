package check

import (
	"embed"
	"html/template"
	"io"
)

//go:embed report.html
var pages embed.FS

var page = template.Must(template.ParseFS(pages, "report.html"))

// WriteHTML writes the report as one page without scripts. For every requirement the page states how many failures are
// not listed.
func (r *Report) WriteHTML(w io.Writer) error { return page.Execute(w, r) }
