package files

import (
	"context"
	"errors"
	"io"
	"reflect"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
	"github.com/bimstream/bimstream/projections/tables/xlsx"
)

// fileFormat is a format that tables are written in.
type fileFormat string

// Enum lists the formats.
func (fileFormat) Enum() []string { return []string{"xlsx", "csv", "json", "md"} }

// tableFormats maps each format to its content type and its writer.
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
	spatial.ScheduleQuery
	Schedule *spatial.ScheduleRef  `json:"schedule,omitempty" jsonschema:"the same in one object, or a template's name"`
	Takeoff  *spatial.TakeoffQuery `json:"takeoff,omitempty" jsonschema:"instead of a schedule"`
	Format   fileFormat            `json:"format,omitempty" jsonschema:"default xlsx"`
	FileName string                `json:"file_name,omitempty" jsonschema:"in the output folder; default by revision"`
	app.LinkedArguments
	ModelID string `json:"model_id,omitempty"`
	Branch  string `json:"branch,omitempty"`
	At      mcp.At `json:"at,omitempty"`
	DryRun  bool   `json:"dry_run,omitempty"`
}

type tableFile struct {
	ModelID  string         `json:"model_id"`
	Branch   string         `json:"branch"`
	Revision uint64         `json:"revision"`
	Path     string         `json:"path"`
	Format   string         `json:"format"`
	SHA256   string         `json:"sha256"`
	Size     int64          `json:"size"`
	Columns  int            `json:"columns"`
	Lines    int            `json:"lines" jsonschema:"subtotals and totals included"`
	Notes    []string       `json:"notes"`
	Events   []app.EventRef `json:"events"`
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
	var a exportTable
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if a.Format == "" {
		a.Format = fileFormat(app.EndingOf(a.FileName, a.Format.Enum(), "xlsx"))
	}
	v, err := b.ViewNamed(ctx, c, &app.Page{}, &a)
	if err != nil {
		return nil, err
	}
	t, err := a.table(ctx, v)
	if err != nil {
		return nil, err
	}
	to, err := b.ExportPath(ctx, c, v, a.FileName, checks.ExportName(v, "."+string(a.Format)), "."+string(a.Format))
	if err != nil {
		return nil, err
	}
	format := tableFormats[a.Format]
	digest, size, err := to.Write(ctx, c, func(w io.Writer) error { return format.write(w, t) })
	if errors.Is(err, xlsx.ErrTooLong) {
		return nil, state.Errorf(state.OperationTooLarge,
			"the table has %d lines, more than a sheet has rows: filter it, or take csv",
			len(t.Lines)).With("lines", len(t.Lines))
	}
	if err != nil {
		return nil, app.FileError(err)
	}
	d := &tableFile{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: to.Path,
		Format: string(a.Format), SHA256: digest, Size: size,
		Columns: len(t.Columns), Lines: len(t.Lines), Notes: t.Notes}
	if app.BytesOf(d) > app.MaxTableHead {
		d.Notes = []string{"The notes are in the file: they would make the reply too large."}
	}
	kind := app.ScheduleGenerated
	if a.Takeoff != nil {
		kind = app.ArtifactWritten
	}
	event := app.ArtifactEvent(c, kind, app.ArtifactExported{ModelID: d.ModelID, Branch: d.Branch, Revision: d.Revision,
		Across: app.Across(v), ContentType: format.contentType, SHA256: d.SHA256, Size: d.Size}, to.Path)
	d.Events = []app.EventRef{{EventID: event.ID, Type: event.Type}}
	return &mcp.Outcome{Data: d, EventID: event.ID, Commit: b.RecordArtifact(d.ModelID, event)}, nil
}

// table returns the one table that the call asks for.
func (a *exportTable) table(ctx context.Context, v *projections.View) (*table.Table, error) {
	given := 0
	for _, is := range []bool{!reflect.ValueOf(a.ScheduleQuery).IsZero(), a.Schedule != nil, a.Takeoff != nil} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, state.Errorf(state.InvalidInput,
			"give one of them: a category with parameters or a template, as "+
				"generate_schedule takes them; or takeoff").With("parameter", "category")
	case tableFormats[a.Format].write == nil:
		return nil, state.Errorf(state.OutOfRange, "there is no format %q: give one of xlsx, csv, json, md",
			a.Format).With("parameter", "format").With("allowed", a.Format.Enum())
	case a.Takeoff != nil:
		return a.Takeoff.File(ctx, v)
	case a.Schedule == nil:
		return a.ScheduleQuery.File(ctx, v)
	}
	q, err := a.Schedule.Query()
	if err != nil {
		return nil, err
	}
	return q.File(ctx, v)
}
