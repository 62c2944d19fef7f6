package tools

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
	"github.com/bimstream/bimstream/projections/tables/xlsx"
)

// fileFormat is a format that tables are written in.
type fileFormat string

// Enum lists the formats.
func (fileFormat) Enum() []string { return []string{"xlsx", "csv", "json", "md"} }

// tableFormats says how each format is written.
var tableFormats = map[fileFormat]struct {
	contentType string
	write       func(io.Writer, *table.Table) error
}{
	"xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx.Write},
	"csv":  {"text/csv", func(w io.Writer, t *table.Table) error { return t.WriteCSV(w) }},
	"json": {"application/json", func(w io.Writer, t *table.Table) error { return t.WriteJSON(w) }},
	"md":   {"text/markdown", func(w io.Writer, t *table.Table) error { return t.WriteMarkdown(w) }},
}

type exportTable struct {
	scheduleQuery
	Schedule *scheduleRef  `json:"schedule,omitempty" jsonschema:"the same in one object, or a template's name"`
	Takeoff  *takeoffQuery `json:"takeoff,omitempty" jsonschema:"instead of a schedule"`
	Format   fileFormat    `json:"format,omitempty" jsonschema:"default xlsx"`
	FileName string        `json:"file_name,omitempty" jsonschema:"in the server's output folder; default from model and revision"`
	linkedArguments
	ModelID string `json:"model_id,omitempty"`
	Branch  string `json:"branch,omitempty"`
	At      mcp.At `json:"at,omitempty"`
	DryRun  bool   `json:"dry_run,omitempty"`
}

// takeoffQuery says what a take-off adds up.
type takeoffQuery struct {
	Categories []string        `json:"categories,omitempty"`
	Grouping   tables.Grouping `json:"grouping,omitempty"`
}

type tableFile struct {
	ModelID  string     `json:"model_id"`
	Branch   string     `json:"branch"`
	Revision uint64     `json:"revision"`
	Path     string     `json:"path"`
	Format   string     `json:"format"`
	SHA256   string     `json:"sha256"`
	Size     int64      `json:"size"`
	Columns  int        `json:"columns"`
	Lines    int        `json:"lines" jsonschema:"subtotals and totals included"`
	Notes    []string   `json:"notes"`
	Events   []EventRef `json:"events"`
}

func exportTableTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "export_table", Heavy: true, Title: "Export table", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Writes a schedule, said as to generate_schedule, or a take-off to a file: xlsx (typed cells, " +
			"totals as formulas), csv, json (numbers in full) or md. Returns path, sha256 and size.",
		Input: exportTable{}, Output: tableFile{}, Handle: b.exportTable,
	}
}

func (b *Backend) exportTable(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	a := exportTable{Format: "xlsx"}
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := b.viewNamed(ctx, c, &page{}, &a)
	if err != nil {
		return nil, err
	}
	t, err := a.table(ctx, v)
	if err != nil {
		return nil, err
	}
	to, err := b.exportPath(ctx, c, v, a.FileName, exportName(v, "."+string(a.Format)), "."+string(a.Format))
	if err != nil {
		return nil, err
	}
	format := tableFormats[a.Format]
	digest, size, err := to.write(ctx, c, func(w io.Writer) error { return format.write(w, t) })
	if errors.Is(err, xlsx.ErrTooLong) {
		return nil, domain.Errorf(domain.OperationTooLarge,
			"the table has %d lines, more than a sheet has rows: filter it, or take csv",
			len(t.Lines)).With("lines", len(t.Lines))
	}
	if err != nil {
		return nil, fileError(err)
	}
	d := &tableFile{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: to.path,
		Format: string(a.Format), SHA256: digest, Size: size,
		Columns: len(t.Columns), Lines: len(t.Lines), Notes: t.Notes}
	if bytesOf(d) > maxTableHead {
		d.Notes = []string{"The notes are in the file: they would make the reply too large."}
	}
	kind := scheduleGenerated
	if a.Takeoff != nil {
		kind = artifactWritten
	}
	event := artifactEvent(c, kind, artifactExported{ModelID: d.ModelID, Branch: d.Branch, Revision: d.Revision,
		ContentType: format.contentType, SHA256: d.SHA256, Size: d.Size}, to.path)
	d.Events = []EventRef{{EventID: event.ID, Type: event.Type}}
	return &mcp.Outcome{Data: d, EventID: event.ID, Commit: b.recordArtifact(d.ModelID, event)}, nil
}

// table makes the one table that the call asks for.
func (a *exportTable) table(ctx context.Context, v *projections.View) (*table.Table, error) {
	given := 0
	for _, is := range []bool{!reflect.ValueOf(a.scheduleQuery).IsZero(), a.Schedule != nil, a.Takeoff != nil} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, domain.Errorf(domain.InvalidInput,
			"give one of them: a category with parameters or a template, as "+
				"generate_schedule takes them; or takeoff").With("parameter", "category")
	case tableFormats[a.Format].write == nil:
		return nil, domain.Errorf(domain.OutOfRange, "there is no format %q: give one of xlsx, csv, json, md",
			a.Format).With("parameter", "format").With("allowed", a.Format.Enum())
	case a.Takeoff != nil:
		return a.Takeoff.file(ctx, v)
	case a.Schedule == nil:
		return a.scheduleQuery.file(ctx, v)
	}
	q, err := a.Schedule.query()
	if err != nil {
		return nil, err
	}
	return q.file(ctx, v)
}

// file makes a schedule for a file: one of single elements says what it was made of, so that import_table can read it
// back.
func (q scheduleQuery) file(ctx context.Context, v *projections.View) (*table.Table, error) {
	t, err := tables.Schedule(ctx, v, q.query())
	if err != nil || q.Summary {
		return t, err
	}
	text, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	t.Origin = &table.Origin{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Query: text}
	return t, nil
}
