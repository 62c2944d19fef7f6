package check

import (
	"embed"
	"html/template"
	"io"
)

//go:embed report.html
var pages embed.FS

var page = template.Must(template.ParseFS(pages, "report.html"))

// WriteHTML writes the report as one page without scripts, for people. It says of every requirement how many failures
// are not listed.
func (r *Report) WriteHTML(w io.Writer) error { return page.Execute(w, r) }
