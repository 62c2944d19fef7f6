package files

import (
	"context"
	"os"
	"path/filepath"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
)

type exportIFC struct {
	Schema     checks.ExportSchema `json:"schema" jsonschema:"IFC4X3 is its second addendum"`
	MVD        string              `json:"mvd,omitempty" jsonschema:"view definition named in the header"`
	Target     export.Target       `json:"target,omitempty" jsonschema:"default generic"`
	Boundaries bool                `json:"space_boundaries,omitempty" jsonschema:"of rooms, for energy software"`
	FileName   string              `json:"file_name,omitempty" jsonschema:"in the output folder; default by revision"`
	ModelID    string              `json:"model_id,omitempty"`
	Branch     string              `json:"branch,omitempty"`
	At         mcp.At              `json:"at,omitempty"`
	DryRun     bool                `json:"dry_run,omitempty"`
}

type exportData struct {
	ModelID   string              `json:"model_id"`
	Branch    string              `json:"branch"`
	Revision  uint64              `json:"revision"`
	Path      string              `json:"path"`
	Schema    string              `json:"schema"`
	MVD       string              `json:"mvd"`
	Target    string              `json:"target"`
	SHA256    string              `json:"sha256"`
	Size      int64               `json:"size"`
	Instances int                 `json:"instances"`
	Objects   []export.ClassCount `json:"objects"`
	Verdict   exportVerdict       `json:"verdict"`
	Events    []app.EventRef      `json:"events"`
}

// exportVerdict lists the checks of the file and their result. A file that fails any check other than the rules is
// deleted.
type exportVerdict struct {
	Valid       bool     `json:"valid" jsonschema:"of what was checked"`
	Checked     []string `json:"checked" jsonschema:"read back: what is on the disk is what was made; schema; model: bodies and counts; rules: those of verify_ifc"`
	RulesBroken int      `json:"rules_broken,omitempty" jsonschema:"of verify_ifc; warnings say which"`
	Next        string   `json:"next,omitempty"`
}

// rulesAlways is the number of elements up to which every export runs the rules of verify_ifc, which takes some tenths
// of a second. Exports of larger models run them only on imported elements, and verify_ifc runs them all.
const rulesAlways = 2_000

func verdictOf(s export.Summary, rules bool) exportVerdict {
	v := exportVerdict{Checked: []string{"read back", "schema", "model"}}
	for _, w := range s.Warnings {
		if w.Code == "RULE_BROKEN" {
			v.RulesBroken++
		}
	}
	if rules || v.RulesBroken > 0 {
		v.Checked = append(v.Checked, "rules")
	} else {
		v.Next = "verify_ifc runs its rules on the file"
	}
	v.Valid = v.RulesBroken == 0
	return v
}

func exportTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "export_ifc", Heavy: true, Title: "Export IFC", Server: "documentation", Set: mcp.SetContract,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Writes the model as IFC file and checks it; a bad one is removed.",
		Input:       exportIFC{}, Output: exportData{}, Handle: b.exportIFC,
	}
}

func (b *Backend) exportIFC(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a exportIFC
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := b.ViewAt(ctx, c, &app.Page{})
	if err != nil {
		return nil, err
	}
	if err := holdExport(ctx, v); err != nil {
		return nil, err
	}
	ending := ".ifc"
	if export.IsArchive(a.FileName) {
		ending = filepath.Ext(a.FileName)
	}
	to, err := b.ExportPath(ctx, c, v, a.FileName, checks.ExportName(v, ".ifc"), ending)
	if err != nil {
		return nil, err
	}
	options := app.ExportOptions{Schema: a.Schema.Edition(), MVD: a.MVD, Target: string(a.Target),
		SpaceBoundaries: a.Boundaries, Version: b.Version, Rules: v.Model.Len() <= rulesAlways}
	var summary export.Summary
	if export.IsArchive(to.Path) {
		options.Archive = export.Archived(to.Path)
	}
	if err := to.WriteFile(ctx, c, func(f *os.File) (err error) {
		summary, err = exportInto(ctx, b.Store, v, f, options)
		return err
	}); err != nil {
		return nil, err
	}
	data := exportData{
		ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: to.Path, Schema: summary.Schema,
		MVD: summary.MVD, Target: options.TargetName(),
		SHA256: summary.SHA256, Size: summary.Size, Instances: summary.Instances, Objects: summary.Objects,
		Verdict: verdictOf(summary, options.Rules),
	}
	event := app.ArtifactEvent(c, app.ArtifactWritten, app.ArtifactExported{
		ModelID: data.ModelID, Branch: data.Branch, Revision: data.Revision,
		ContentType: contentOf(to.Path), Schema: data.Schema,
		Target: data.Target, SHA256: data.SHA256, Size: data.Size}, to.Path)
	data.Events = []app.EventRef{{EventID: event.ID, Type: event.Type}}
	return &mcp.Outcome{Data: data, Warnings: app.Warnings(summary.Warnings), EventID: event.ID,
		Commit: b.RecordArtifact(v.ModelID, event)}, nil
}

// contentOf returns the media type of an export by its file name.
func contentOf(name string) string {
	if export.IsArchive(name) {
		return "application/zip"
	}
	return "application/x-step"
}

// ExportIFC writes a view to a file and checks it. The file's time is that of the view's last event, and the owner
// history comes from the log. A revision therefore gives the same bytes whenever and wherever it is written.
//
// A revision within a change of several events is refused, because a door may not yet have its opening there.
func ExportIFC(ctx context.Context, store eventstore.Store, v *projections.View, path string,
	o app.ExportOptions) (export.Summary, error) {
	options, err := app.OptionsOf(ctx, store, v, o)
	if err != nil {
		return export.Summary{}, err
	}
	summary, err := export.File(ctx, path, v.Model, options)
	return summary, app.FileError(err)
}

// exportInto does the same as ExportIFC with an open file, which it closes.
func exportInto(ctx context.Context, store eventstore.Store, v *projections.View, f *os.File,
	o app.ExportOptions) (export.Summary, error) {
	options, err := app.OptionsOf(ctx, store, v, o)
	if err != nil {
		return export.Summary{}, err
	}
	summary, err := export.Into(ctx, f, v.Model, options)
	return summary, app.FileError(err)
}
