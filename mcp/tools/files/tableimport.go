package files

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
	"github.com/bimstream/bimstream/projections/tables/xlsx"
)

const (
	// maxTableFile bounds the file of a table, in bytes: a schedule of 100,000 rows and 20 columns has some 10 MB.
	maxTableFile = 32 << 20
	// maxTableCells bounds the cells that one import changes, so that it stays one append below the store's limit.
	maxTableCells = 10_000
)

type importTable struct {
	File      string                 `json:"file" jsonschema:"xlsx, csv or json as export_table writes a schedule; or its file:// address"`
	Schedule  *spatial.ScheduleQuery `json:"schedule,omitempty" jsonschema:"what was exported; xlsx and json files say it themselves"`
	At        mcp.At                 `json:"at,omitempty" jsonschema:"of the export; xlsx and json say it themselves; default now"`
	Overwrite bool                   `json:"overwrite,omitempty" jsonschema:"also values that the model changed since the export"`
	app.ReplyArguments
	mcp.MutationArguments
}

func importTableTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "import_table", Title: "Import table", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryMutation,
		Description: "Reads an edited schedule back: each changed cell sets a parameter, property, name, level, type " +
			"or material, all as one change. Cells that follow from others, and values changed meanwhile, are refused.",
		Input: importTable{}, Output: app.Change{}, Handle: b.importTable,
	}
}

func (b *Backend) importTable(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a importTable
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	data, err := b.ReadFile(ctx, c, a.File, maxTableFile)
	if err != nil {
		return nil, err
	}
	grid, err := readTable(ctx, a.File, data)
	if ctx.Err() != nil || errors.Is(err, budget.ErrNever) || errors.Is(err, budget.ErrBusy) {
		return nil, err
	}
	if err != nil {
		return nil, modelstate.Errorf(modelstate.InvalidInput, "%q cannot be read as a table: %w",
			filepath.Base(a.File),
			err).With("parameter", "file")
	}
	if err := a.takeOrigin(grid.Origin); err != nil {
		return nil, err
	}
	return b.Change(ctx, c, func(v *projections.View, commandID string) (change.Decision, error) {
		made, err := b.madeOf(ctx, c, v, &a, grid)
		if err != nil {
			return change.Decision{}, err
		}
		edits, err := tables.EditsOf(made, v, a.Schedule.Query(), grid, a.Overwrite)
		if err != nil {
			return change.Decision{}, err
		}
		return decideEdits(ctx, v, commandID, edits)
	}, nil)
}

// readTable reads a file in the format that its beginning indicates: a zip file is a workbook, an object is JSON.
func readTable(ctx context.Context, name string, data []byte) (*table.Grid, error) {
	switch {
	case bytes.HasPrefix(data, []byte("PK")):
		return xlsx.Read(ctx, data)
	case strings.EqualFold(filepath.Ext(name), ".json") || bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")):
		return table.ReadJSON(data)
	}
	return table.ReadCSV(data)
}

// takeOrigin sets the arguments that the call leaves out to the values in the file.
func (a *importTable) takeOrigin(o *table.Origin) error {
	if a.Schedule == nil && o != nil {
		a.Schedule = new(spatial.ScheduleQuery)
		if err := json.Unmarshal(o.Query, a.Schedule); err != nil {
			return modelstate.Errorf(modelstate.InvalidInput,
				"the file says wrongly what it lists: give schedule as it was exported").With("parameter", "schedule")
		}
	}
	if a.Schedule == nil {
		return modelstate.Errorf(modelstate.InvalidInput,
			"the file does not say what it lists: give schedule as it was exported, such as {\"category\": \"door\"}; "+
				"a column of marks, names or ids says which").With("parameter", "schedule")
	}
	if a.Schedule.Summary {
		return modelstate.Errorf(modelstate.InvalidInput,
			"a summary has no rows of single elements: export without summary").With("parameter", "schedule")
	}
	return nil
}

// madeOf returns the state that the table was exported from.
func (b *Backend) madeOf(ctx context.Context, c *mcp.Call, v *projections.View, a *importTable,
	grid *table.Grid) (*projections.View, error) {
	o := grid.Origin
	switch {
	case o != nil && o.ModelID != v.ModelID:
		return nil, modelstate.Errorf(modelstate.InvalidInput, "the file lists another model, %q: give its model_id",
			o.ModelID).With("parameter", "model_id")
	case a.At != "":
		return b.ViewFor(ctx, c, v, "at", string(a.At))
	case o != nil:
		if _, err := b.BranchView(ctx, c, v.ModelID, o.Branch); err != nil {
			return nil, err
		}
		return b.Live.At(ctx, v.ModelID, o.Branch, o.Revision)
	}
	return v, nil
}

// decideEdits decides the edits, one parameter and value after the other, each on the state after the edits before.
func decideEdits(ctx context.Context, v *projections.View, commandID string,
	edits *tables.Edits) (change.Decision, error) {
	if len(edits.Cells) > maxTableCells {
		return change.Decision{}, modelstate.Errorf(modelstate.OperationTooLarge,
			"%d cells were changed: take at most %d at a time", len(edits.Cells), maxTableCells).
			With("total", len(edits.Cells)).With("limit", maxTableCells)
	}
	all, state := change.Decision{}, v.Model
	for i, step := range together(edits.Cells) {
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		operation := change.ModifyParameter{ElementIDs: step.elements,
			ParameterName: step.first.Parameter, Value: step.first.Value}
		if err := app.NameArguments(state, &operation); err != nil {
			return all, atCell(err, step.first)
		}
		command := change.Command{ID: string(modelstate.DeriveID(commandID, -1-i)), Do: operation,
			Revision: modelstate.Revision(v.Revision)}
		decide := func() (change.Decision, error) { return domain.Decide(state, command) }
		if all.After == nil {
			decide = func() (change.Decision, error) { return v.DecideUntil(ctx, command) }
		}
		decision, err := decide()
		if err != nil {
			return all, atCell(err, step.first)
		}
		all.After, state = decision.After, decision.After
		all.Events, all.Data = append(all.Events, decision.Events...), append(all.Data, decision.Data...)
		all.Warnings = append(all.Warnings, decision.Warnings...)
	}
	if edits.Left > 0 {
		all.Warnings = append(all.Warnings, change.Warning{Code: "ROWS_LEFT_OUT",
			Message: fmt.Sprintf("%d elements of the schedule are not in the file: they stay as they are", edits.Left)})
	}
	if len(edits.Cells) == 0 {
		all.Warnings = append(all.Warnings, change.Warning{Code: "NOTHING_CHANGED",
			Message: fmt.Sprintf("no cell of the %d rows differs from the model", edits.Rows)})
	}
	return all, nil
}

// sameEdit is an edit with all elements to which a column gives the same value.
type sameEdit struct {
	first    tables.Edit
	elements []modelstate.ID
}

// together groups the edits that set the same parameter to the same value, in the order of the first edit of each
// group.
func together(edits []tables.Edit) []sameEdit {
	var out []sameEdit
	places := map[string]int{}
	for _, e := range edits {
		key := e.Parameter + "=" + string(e.Value)
		i, known := places[key]
		if !known {
			i = len(out)
			places[key] = i
			out = append(out, sameEdit{first: e})
		}
		out[i].elements = append(out[i].elements, e.Element)
	}
	return out
}

// atCell adds to an error the row and column of the edit, which is the first of its group, and the statement that
// nothing was changed.
func atCell(err error, e tables.Edit) error {
	return modelstate.Errorf(modelstate.CodeOf(err), "row %d, column %s: %w; nothing was changed", e.Row, e.Column,
		err).
		With("parameter", "file").With("row", e.Row).With("column", e.Column)
}
