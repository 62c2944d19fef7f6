package files

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections"
)

type importIFC struct {
	File     string    `json:"file" jsonschema:"in the output folder or one allowed by --in"`
	Name     string    `json:"name,omitempty" jsonschema:"of a new model; default the project's"`
	Delivery string    `json:"delivery,omitempty" jsonschema:"name of this one, for a newer file of the source of model_id: what is different comes on a branch delivery/NAME that starts from the last one"`
	Limit    mcp.Limit `json:"limit,omitempty" jsonschema:"of left_out; default 10"`
	Cursor   string    `json:"cursor,omitempty" jsonschema:"with dry_run: further pages of left_out"`
	mcp.MutationArguments
}

type importData struct {
	ModelID   string            `json:"model_id"`
	Branch    string            `json:"branch"`
	ImportID  string            `json:"import_id"`
	Schema    string            `json:"schema"`
	SHA256    string            `json:"sha256"`
	Resumed   bool              `json:"resumed" jsonschema:"a part was appended before"`
	Appends   int               `json:"appends"`
	Elements  int               `json:"elements"`
	Taken     []takenCount      `json:"taken" jsonschema:"by class and category"`
	LeftCount []state.LeftCount `json:"left_out_counts" jsonschema:"not taken over, simplified, or with a fixed body: by class and reason"`
	LeftOut   []importer.Left   `json:"left_out" jsonschema:"a page of them"`
	Delivery  *deliveryData     `json:"delivery,omitempty" jsonschema:"what is different since the last one"`
	app.Paging
	Events []app.EventRef `json:"events" jsonschema:"the first; list_events has all"`
}

// takenCount counts the imported products of a class by the category that they became.
type takenCount struct {
	Class    string `json:"class"`
	Category string `json:"category"`
	Count    int    `json:"count"`
}

func importTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "import_ifc", Heavy: true, Title: "Import IFC", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryMutation, Operation: mcp.OpCreate,
		Description: "Reads an IFC file (IFC2X3, IFC4, IFC4X3) into a new model, or into model_id if that holds only " +
			"its site and building. Elements get parameters where the file allows, else a fixed body. Replies what " +
			"was taken and what was left, by class and reason; dry_run does only that. Appended in steps: after a " +
			"stop, the same call with the same idempotency_key goes on.",
		Input: importIFC{}, Output: importData{}, Handle: b.importIFC,
	}
}

// leftShown is how many left out products a page lists: left_out_counts counts all.
const leftShown = 10

func (b *Backend) importIFC(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a importIFC
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	if a.Limit == 0 {
		p.Size = leftShown
	}
	if a.Delivery != "" {
		return b.deliver(ctx, c, &a, p)
	}
	if err := b.checkImport(ctx, c, &a); err != nil {
		return nil, err
	}
	data, err := b.ReadIFC(ctx, c, a.File)
	if err != nil {
		return nil, err
	}
	m, err := PrepareImport(ctx, b.Store, b.Live, ImportRequest{
		Data: data, FileName: filepath.Base(a.File), ModelID: a.ModelID, Branch: a.Branch, Name: a.Name,
		Owner: app.User(c.Principal), ID: c.CommandID,
		Meta: app.MetaOf(c, 0), Progress: importProgress(c),
	})
	if err != nil {
		return nil, err
	}
	if err := b.checkImported(ctx, c, &a, m); err != nil {
		return nil, err
	}
	return &mcp.Outcome{
		Data: importAnswer(m, p), Affected: m.Plan.Elements, EventID: m.FirstEventID(),
		Plan: importPlan(ctx, &a, m), Instead: importInstead(&a, m),
		Reach: app.ModelWide(mcp.EffectCreated, "import", filepath.Base(a.File)),
		Commit: func(_ context.Context, records []eventstore.Append) (string, error) {
			return m.FirstEventID(), m.Run(ctx, records)
		},
	}, nil
}

// importPlan returns the plan that a person approves: this file into this model, in its state before the import began.
// A call that resumes the import asks for the same plan. An import as a new model has no plan, because a request for
// approval belongs to an existing model.
func importPlan(ctx context.Context, a *importIFC, m *Import) *mcp.Plan {
	if a.ModelID == "" {
		return nil
	}
	return &mcp.Plan{ModelID: m.ModelID, Branch: m.Branch, Revision: m.base, Digest: m.SHA256,
		Later: func(bytes int) ([]eventstore.Event, int, uint64, error) { return m.foretell(ctx, bytes) }}
}

// importInstead returns the alternative for a caller who may not import into a new model on its own: create the model
// first, and request approval of the import into it.
func importInstead(a *importIFC, m *Import) map[string]any {
	if a.ModelID != "" {
		return nil
	}
	return map[string]any{
		"tool": "create_model", "args": map[string]any{"name": m.Plan.Create.Name, "dry_run": false,
			"reasoning": "for " + filepath.Base(a.File)},
		"then": "import_ifc with its model_id in place of name: a person can approve that",
	}
}

// importParts is the total of an import's progress: half for deciding and half for appending, so that the progress
// grows throughout. A dry run only decides.
const importParts = 1000

// importProgress returns a function that reports the progress of an import to the caller.
func importProgress(c *mcp.Call) func(stage string, done, total int) {
	return func(stage string, done, total int) {
		part, before := importParts/2, 0
		if c.DryRun() {
			part = importParts
		} else if stage == stageAppending {
			before = importParts / 2
		}
		c.Progress(float64(before+part*done/max(1, total)), importParts, stage)
	}
}

// checkImport refuses arguments that exclude each other, and a model that the caller may not see.
func (b *Backend) checkImport(ctx context.Context, c *mcp.Call, a *importIFC) error {
	switch {
	case a.Cursor != "" && !c.DryRun():
		return state.Errorf(state.InvalidInput,
			"a cursor is for further pages of a report: give dry_run true with it").With("parameter", "cursor")
	case a.ModelID == "" && a.Branch != "" && a.Branch != projections.MainBranch:
		return state.Errorf(state.InvalidInput,
			"a new model has a branch main only: leave branch out, or give model_id").With("parameter", "branch")
	case a.ModelID == "" && a.ExpectedRevision != nil:
		return state.Errorf(state.InvalidInput,
			"a new model has no revision to expect: leave expected_revision out").With("parameter", "expected_revision")
	case a.ModelID != "" && a.Name != "":
		return state.Errorf(state.InvalidInput, "name is for a new model: leave it out, or leave model_id out").With(
			"parameter", "name")
	case a.ModelID == "":
		return nil
	}
	v, err := b.View(ctx, c)
	if err != nil {
		return err
	}
	a.ModelID = v.ModelID // it may have been the name
	if a.ExpectedRevision != nil && uint64(*a.ExpectedRevision) != v.Revision {
		return state.Errorf(state.RevisionConflict, "the branch is at revision %d, not at %d", v.Revision,
			*a.ExpectedRevision).With("revision", v.Revision)
	}
	return nil
}

// checkImported checks the elements to import against the caller's scope, and the name of a new model against the
// existing ones.
func (b *Backend) checkImported(ctx context.Context, c *mcp.Call, a *importIFC, m *Import) error {
	for _, step := range m.Plan.Steps {
		for _, e := range step.Elements {
			if !c.Scope.AllowsCategory(string(e.Category)) ||
				!c.Scope.AllowsLevel(string(e.LevelID)) || len(c.Scope.Regions) > 0 {
				return state.Errorf(state.PermissionDenied,
					"%s %q is outside the scope of %s: only an administrator widens a scope",
					e.Category, e.Name, c.Principal.ID).
					With("element_id", e.ID).With("category", e.Category)
			}
		}
	}
	if a.ModelID != "" || m.Resumed {
		return nil
	}
	return model.New(b.Backend).CheckModelName(ctx, c, m.Plan.Create.Name)
}

func importAnswer(m *Import, p *app.Page) *importData {
	r := m.Plan.Report
	d := &importData{
		ModelID: m.ModelID, Branch: m.Branch, ImportID: m.request.ID, Schema: m.Plan.Schema,
		SHA256: m.SHA256, Resumed: m.Resumed,
		Appends: len(m.Plan.Steps) + 2, Elements: m.Plan.Elements, LeftCount: r.Counts(),
		Events: []app.EventRef{{EventID: m.FirstEventID(), Type: m.firstType(), Revision: m.base}},
	}
	for _, t := range r.Taken {
		d.Taken = append(d.Taken, takenCount{t.Class, string(t.Category), t.Count})
	}
	d.LeftOut, d.Paging = app.Take(p, r.Left, func(l importer.Left) int {
		return leftBytes + len(l.Name) +
			len(l.Reason) + len(l.Detail)
	})
	return d
}

// leftBytes is the approximate size of a line of the report without its texts.
const leftBytes = 120

func (m *Import) firstType() string {
	if m.request.ModelID == "" {
		return "model.created"
	}
	return "import.started"
}

// MaxImportBytes bounds the file of an import, whatever the available memory: see CheckImportMemory.
const MaxImportBytes = 1 << 30

// importEndings are the extensions of the files that an import reads.
var importEndings = []string{".ifc", ".ifczip", ".ifcxml"}

// ReadIFC reads an IFC file from a folder that the server may read from.
func (b *Backend) ReadIFC(ctx context.Context, c *mcp.Call, name string) ([]byte, error) {
	if !slices.Contains(importEndings, strings.ToLower(filepath.Ext(b.NameOf(ctx, c, name)))) {
		return nil, state.Errorf(state.OutOfRange,
			"%q does not end in .ifc, .ifczip or .ifcxml: IFC files in these forms are read", name).
			With("parameter", "file").With("allowed", importEndings)
	}
	data, err := b.ReadFile(ctx, c, name, MaxImportBytes, app.HoldImport(ctx))
	if err != nil {
		return nil, err
	}
	return data, checkUnpacked(data, app.HoldImport(ctx))
}

// CheckUnpacked is CheckImportMemory for the unpacked content of an archive; other files are checked before they are
// read.
func CheckUnpacked(data []byte) error { return checkUnpacked(data, app.CheckImportMemory) }

func checkUnpacked(data []byte, admit func(size int64) error) error {
	if !building.IsArchive(data) {
		return nil
	}
	size, err := building.UnpackedSize(data)
	if err != nil {
		return err
	}
	return admit(size)
}

// ImportEndings returns the extensions of the files that an import reads.
func ImportEndings() []string { return slices.Clone(importEndings) }
