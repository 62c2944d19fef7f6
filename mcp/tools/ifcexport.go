package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// exportSchema is an IFC schema that a caller can ask for.
type exportSchema string

// plainIFC4X3 is IFC4X3 by its plain name: the edition that is an ISO standard is that of its second addendum.
const plainIFC4X3 = "IFC4X3"

// Enum lists the schemas that can be written.
func (exportSchema) Enum() []string { return append(export.Schemas(), plainIFC4X3) }

// edition returns the name of the schema as files have it.
func (s exportSchema) edition() string {
	if s == plainIFC4X3 {
		return export.SchemaIFC4X3
	}
	return string(s)
}

type exportIFC struct {
	Schema     exportSchema  `json:"schema" jsonschema:"IFC4X3 is its second addendum"`
	MVD        string        `json:"mvd,omitempty" jsonschema:"view definition named in the header"`
	Target     export.Target `json:"target,omitempty" jsonschema:"default generic"`
	Boundaries bool          `json:"space_boundaries,omitempty" jsonschema:"of rooms, for energy software"`
	FileName   string        `json:"file_name,omitempty" jsonschema:"in the output folder; default from model and revision"`
	ModelID    string        `json:"model_id,omitempty"`
	Branch     string        `json:"branch,omitempty"`
	At         mcp.At        `json:"at,omitempty"`
	DryRun     bool          `json:"dry_run,omitempty"`
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
	Events    []EventRef          `json:"events"`
}

// exportVerdict says what the file was held against, and what came of it. A file that fails another check than the
// rules is not left behind.
type exportVerdict struct {
	Valid       bool     `json:"valid" jsonschema:"of what was checked"`
	Checked     []string `json:"checked" jsonschema:"read back: what is on the disk is what was made; schema; model: bodies and counts; rules: those of verify_ifc"`
	RulesBroken int      `json:"rules_broken,omitempty" jsonschema:"of verify_ifc; warnings say which"`
	Next        string   `json:"next,omitempty"`
}

// rulesAlways is how many elements a model may have for the rules of verify_ifc to be run with every export: some
// tenths of a second. Larger ones are held to them where elements were imported, and by verify_ifc.
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
		Description: "Writes the model as IFC file and checks it. One that fails is removed.",
		Input:       exportIFC{}, Output: exportData{}, Handle: b.exportIFC,
	}
}

func (b *Backend) exportIFC(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a exportIFC
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := b.viewAt(ctx, c, &page{})
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
	to, err := b.exportPath(ctx, c, v, a.FileName, exportName(v, ".ifc"), ending)
	if err != nil {
		return nil, err
	}
	options := ExportOptions{Schema: a.Schema.edition(), MVD: a.MVD, Target: string(a.Target),
		SpaceBoundaries: a.Boundaries, Version: b.Version, Rules: v.Model.Len() <= rulesAlways}
	var summary export.Summary
	if export.IsArchive(to.path) {
		options.archive = export.Archived(to.path)
	}
	if err := to.writeFile(ctx, c, func(f *os.File) (err error) {
		summary, err = exportInto(ctx, b.Store, v, f, options)
		return err
	}); err != nil {
		return nil, err
	}
	data := exportData{
		ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: to.path, Schema: summary.Schema,
		MVD: summary.MVD, Target: options.target(),
		SHA256: summary.SHA256, Size: summary.Size, Instances: summary.Instances, Objects: summary.Objects,
		Verdict: verdictOf(summary, options.Rules),
	}
	event := artifactEvent(c, artifactWritten, artifactExported{
		ModelID: data.ModelID, Branch: data.Branch, Revision: data.Revision,
		ContentType: contentOf(to.path), Schema: data.Schema,
		Target: data.Target, SHA256: data.SHA256, Size: data.Size}, to.path)
	data.Events = []EventRef{{EventID: event.ID, Type: event.Type}}
	return &mcp.Outcome{Data: data, Warnings: warnings(summary.Warnings), EventID: event.ID,
		Commit: b.recordArtifact(v.ModelID, event)}, nil
}

// contentOf returns the media type of an export of a name.
func contentOf(name string) string {
	if export.IsArchive(name) {
		return "application/zip"
	}
	return "application/x-step"
}

// exportName is the name of a file of a view where the caller gives none.
func exportName(v *projections.View, extension string) string {
	return fmt.Sprintf("%s-%s-%d%s", slug(v.Model.Info().Name), slug(v.Branch), v.Revision, extension)
}

// slug returns a name as part of a file's name, that of a model where nothing is left of it.
func slug(name string) string { return cmp.Or(FileWord(name), "model") }

// ExportOptions say how a view is written as IFC.
type ExportOptions struct {
	Schema, MVD, Target, Version string
	SpaceBoundaries              bool
	Rules                        bool // also those of verify_ifc, which run anyhow where elements were imported
	archive                      string
}

func (o ExportOptions) target() string {
	if o.Target == "" {
		return string(export.TargetGeneric)
	}
	return o.Target
}

// ExportIFC writes a view to a file and checks it. The file's time is that of the view's last event, and its owner
// history comes from the log, so that one revision gives the same bytes whenever and wherever it is written.
//
// A revision within a change of several events is refused: a door whose wall does not carry it yet is no building.
func ExportIFC(ctx context.Context, store eventstore.Store, v *projections.View, path string,
	o ExportOptions) (export.Summary, error) {
	options, err := exportOptions(ctx, store, v, o)
	if err != nil {
		return export.Summary{}, err
	}
	summary, err := export.File(ctx, path, v.Model, options)
	return summary, fileError(err)
}

// exportInto is ExportIFC into an open file, which is closed then.
func exportInto(ctx context.Context, store eventstore.Store, v *projections.View, f *os.File,
	o ExportOptions) (export.Summary, error) {
	options, err := exportOptions(ctx, store, v, o)
	if err != nil {
		return export.Summary{}, err
	}
	summary, err := export.Into(ctx, f, v.Model, options)
	return summary, fileError(err)
}

// WriteIFC writes the bytes that [ExportIFC] would write to a file, and leaves out no check.
func WriteIFC(ctx context.Context, store eventstore.Store, v *projections.View, w io.Writer,
	o ExportOptions) (export.Summary, error) {
	options, err := exportOptions(ctx, store, v, o)
	if err != nil {
		return export.Summary{}, err
	}
	return export.Write(ctx, w, v.Model, options)
}

// exportOptions gathers what an export takes from the log.
func exportOptions(ctx context.Context, store eventstore.Store, v *projections.View,
	o ExportOptions) (export.Options, error) {
	export.Prepare(o.Schema)
	if err := checkWhole(ctx, store, v); err != nil {
		return export.Options{}, err
	}
	owners, imported, err := ownerHistory(ctx, store, v)
	if err != nil {
		return export.Options{}, err
	}
	return export.Options{
		Schema: o.Schema, MVD: o.MVD, Target: export.Target(o.target()), SpaceBoundaries: o.SpaceBoundaries,
		Revision: v.Revision, Stamp: v.At,
		History:     func(id domain.ID) (export.OwnerHistory, bool) { h, ok := owners[id]; return h, ok },
		Application: export.Application{Version: o.Version}, Rules: imported || o.Rules,
		Archive: o.archive,
	}, nil
}

// ownerHistory returns who made and who last changed each element, and whether some were imported, from one pass over
// the log of the branch and of what it was forked from.
func ownerHistory(ctx context.Context, store eventstore.Store,
	v *projections.View) (owners map[domain.ID]export.OwnerHistory, imported bool, err error) {
	owners = make(map[domain.ID]export.OwnerHistory, v.Model.Len())
	importer := "" // inside an import its events create the element step by step: they are no changes of it
	for _, part := range v.Lineage() {
		for r, err := range store.Read(ctx, projections.StreamName(part.ModelID, part.Branch), 0) {
			if err != nil {
				return nil, false, err
			}
			if r.Revision > part.Revision {
				break
			}
			imported = imported || r.Type == importStarted
			if err := noteOwner(owners, r, &importer); err != nil {
				return nil, false, err
			}
		}
	}
	return owners, imported, nil
}

// importStarted is the type of the event that opens an import.
var importStarted, _ = domain.EventType(&domain.ImportStarted{})

// importCompleted is the type of the event that ends an import.
var importCompleted, _ = domain.EventType(&domain.ImportCompleted{})

// noteOwner notes what an event says of who made and who changed elements. importer is who is importing, and by which
// tool: an import that ended halfway has no event that ends it, so that others' changes count at any time.
func noteOwner(owners map[domain.ID]export.OwnerHistory, r eventstore.Recorded, importer *string) error {
	meta, err := projections.DecodeMeta(r.Meta)
	if err != nil {
		return domain.Errorf(domain.StoreCorrupt, "the metadata of event %s does not decode: %w", r.ID, err)
	}
	who := meta.UserID + "\x00" + meta.AgentID + "\x00" + meta.Tool
	if r.Type == importStarted {
		*importer = who
	}
	importing := *importer == who
	if importing && r.Type == importCompleted {
		*importer = ""
	}
	change := export.Change{User: strings.Clone(meta.UserID), Agent: strings.Clone(meta.AgentID), At: meta.OccurredAt}
	for _, touch := range meta.Touched {
		h, known := owners[touch.ElementID]
		if !known {
			h.Created = change
		} else if !importing && !change.At.Equal(h.Created.At) {
			h.Modified = change
		}
		owners[touch.ElementID] = h
	}
	return nil
}

// fileError gives errors of the file system a code.
func fileError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return domain.Errorf(domain.StorageFull, "no room is left for the file; nothing was changed; free some "+
			"and call again")
	case errors.Is(err, fs.ErrPermission):
		return domain.Errorf(domain.PathNotAllowed, "the output folder cannot be written to")
	}
	return err
}
