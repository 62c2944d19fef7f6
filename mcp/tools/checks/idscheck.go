package checks

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
	"github.com/bimstream/bimstream/ifc/ids/check"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// idsList names a list of a report.
type idsList string

// The lists of a report.
const (
	listSpecifications idsList = "specifications"
	listRequirements   idsList = "requirements"
	listFailures       idsList = "failures"
	listAudit          idsList = "audit"
)

// Enum returns the names of the lists.
func (idsList) Enum() []string {
	return []string{string(listSpecifications), string(listRequirements), string(listFailures), string(listAudit)}
}

type checkIDS struct {
	IDS           string       `json:"ids" jsonschema:"path of the IDS document, or name in the output folder"`
	File          string       `json:"file,omitempty" jsonschema:"IFC file to check; default the model itself"`
	Schema        ExportSchema `json:"schema,omitempty" jsonschema:"of the model's export; default IFC4"`
	List          idsList      `json:"list,omitempty" jsonschema:"default specifications"`
	Specification int          `json:"specification,omitempty" jsonschema:"requirements or failures of this one alone, from 1"`
	Lenient       bool         `json:"lenient,omitempty" jsonschema:"read a document without namespace"`
	SkipVersions  bool         `json:"skip_other_versions,omitempty" jsonschema:"leave out specifications for other versions of IFC"`
	app.LinkedArguments
	ModelID string    `json:"model_id,omitempty"`
	Branch  string    `json:"branch,omitempty"`
	At      mcp.At    `json:"at,omitempty"`
	Limit   mcp.Limit `json:"limit,omitempty"`
	Cursor  string    `json:"cursor,omitempty"`
}

// MaxIDS is the largest document that a call reads; the largest seen has 150 kB.
const MaxIDS = 4 << 20

func checkIDSTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "check_ids", Heavy: true, Records: true, Title: "Check IDS", Server: "validation", Set: mcp.SetFull,
		Category: mcp.CategoryRead,
		Description: "Checks the model, as it is or as it was (at), or an IFC file against a document of " +
			"buildingSMART IDS 1.0. status is pass, fail, incomplete where nothing fails and specifications were " +
			"left out (not_checked), or invalid for a faulty document (list audit says where). " +
			"Lists: specifications with what applied, what each requirement came to, failures with element and what " +
			"was found. The model is checked as export_ifc would write it. Lists are paged, nothing is left out. " +
			"Records a validation run.",
		Input: checkIDS{}, Output: idsReport{}, Handle: b.checkIDS,
	}
}

func (b *Backend) checkIDS(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	a := checkIDS{}
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	text, err := b.ReadFile(ctx, c, a.IDS, MaxIDS)
	if err != nil {
		return nil, err
	}
	model, err := b.modelForIDS(ctx, c, p, a.File, string(a.Schema))
	if err != nil {
		return nil, err
	}
	report, err := runIDS(ctx, text, model, a)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	out := &idsReport{IDS: a.IDS, SHA256: hex.EncodeToString(sum[:]), File: a.File, Status: report.Status,
		Title: Bounded(report.Title), Schema: report.Schema,
		Counts: report.Counts, Faults: len(report.Audit), NotChecked: skippedOf(report)}
	if model.view != nil && a.File == "" {
		out.Revision = model.view.Revision
	}
	outcome := &mcp.Outcome{}
	warnIDS(outcome, report)
	outcome.Warnings = append(outcome.Warnings, changedIDS(p, a, model, sum)...)
	out.fill(report, a, p)
	if !p.Resumed {
		if err := b.recordIDS(ctx, c, model, a, report, out, outcome); err != nil {
			outcome.Warnings = append(outcome.Warnings, NotRecorded(err))
		}
	}
	outcome.Data = *out
	return outcome, nil
}

// changedIDS stores the state of model and document in the page. It warns if the file or the document has changed since
// the previous page, because the pages then belong to different lists.
func changedIDS(p *app.Page, a checkIDS, model *idsModel, document [sha256.Size]byte) (out []mcp.Warning) {
	files := binary.BigEndian.Uint64(document[:])
	if p.Resumed && p.Revision != model.state {
		out = append(out, FileChanged(a.File))
	}
	if p.Resumed && p.Files != files {
		out = append(out, FileChanged(a.IDS))
	}
	p.Revision, p.Files = model.state, files
	return out
}

// idsModel is the model that a document is checked against.
type idsModel struct {
	data       []byte
	view       *projections.View // state of the model that the file belongs to, nil if that is unknown
	unrecorded error             // why view is nil
	state      uint64            // what the cursor is bound to: the revision, or the hash of the file
}

// modelForIDS reads a file, or exports the model in memory.
func (b *Backend) modelForIDS(ctx context.Context, c *mcp.Call, p *app.Page, file, schema string) (*idsModel, error) {
	if file != "" {
		view, unrecorded, err := b.ModelOfFile(ctx, c)
		if err != nil {
			return nil, err
		}
		data, err := b.ReadFile(ctx, c, file, MaxVerified, app.HoldImport(ctx))
		sum := sha256.Sum256(data)
		return &idsModel{data, view, unrecorded, binary.BigEndian.Uint64(sum[:])}, err
	}
	view, err := b.ViewAt(ctx, c, p)
	if err != nil {
		return nil, err
	}
	if schema == "" {
		schema = export.SchemaIFC4
	}
	var data bytes.Buffer
	_, err = app.WriteIFC(ctx, b.Store, view, &data, app.ExportOptions{Schema: schema, Version: b.Version})
	return &idsModel{data.Bytes(), view, nil, view.Revision}, err
}

// runIDS runs the check. A document that cannot be read gives a verdict, a model that cannot be read an error.
func runIDS(ctx context.Context, text []byte, model *idsModel, a checkIDS) (*check.Report, error) {
	d, faults := audit.Audit(text, ids.ReadOptions{Lenient: a.Lenient})
	if faults.Status == audit.StructureError {
		return check.Refused(d, faults), nil
	}
	m, err := check.OpenContext(ctx, model.data)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, state.Errorf(state.SchemaValidationFailed, "the IFC file cannot be checked: %w",
			err).With("parameter", "file")
	}
	report := check.Run(d, faults, m, check.Options{SkipOtherVersions: a.SkipVersions})
	if report == nil {
		return nil, ctx.Err()
	}
	return report, nil
}

// ExportSchema is an IFC schema that a caller can ask for.
type ExportSchema string

// plainIFC4X3 is the plain name of IFC4X3. It means the edition with its second addendum, which is the ISO standard.
const plainIFC4X3 = "IFC4X3"

// Enum lists the schemas that can be written.
func (ExportSchema) Enum() []string { return append(export.Schemas(), plainIFC4X3) }

// Edition returns the name of the schema as it stands in files.
func (s ExportSchema) Edition() string {
	if s == plainIFC4X3 {
		return export.SchemaIFC4X3
	}
	return string(s)
}

// ExportName returns the name of the file for an export of a view if the caller gives none.
func ExportName(v *projections.View, extension string) string {
	return fmt.Sprintf("%s-%s-%d%s", Slug(v.Model.Info().Name), Slug(v.Branch), v.Revision, extension)
}

// Slug returns a name in a form that is fit for a file name, or "model" if no character of it is fit.
func Slug(name string) string { return cmp.Or(app.FileWord(name), "model") }

// MaxVerified is the largest file that one call checks: its rules are run within seconds.
const MaxVerified = 32 << 20

// FileChanged returns the warning that the file has changed since the page before.
func FileChanged(file string) mcp.Warning {
	return mcp.Warning{Code: "FILE_CHANGED",
		Message: "the file has changed since the page before: start again without the cursor",
		Data:    map[string]any{"file": file}}
}
