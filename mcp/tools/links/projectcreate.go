package links

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/files"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/federation"
)

type createProject struct {
	Name   string        `json:"name" jsonschema:"of the project"`
	Folder string        `json:"folder,omitempty" jsonschema:"its IFC files, a model each; . for the input folder"`
	Files  []projectFile `json:"files,omitempty" jsonschema:"in place of a folder"`
	mcp.MutationArguments
}

type projectFile struct {
	File       string `json:"file" jsonschema:"as of import_ifc"`
	Name       string `json:"name,omitempty" jsonschema:"of model and link; default the file's"`
	Discipline string `json:"discipline,omitempty" jsonschema:"default by a word of the file's name, such as STR"`
}

// projectData reports the result for each file, the relation of the models to each other, and the findings of the first
// checks.
type projectData struct {
	ModelID  string          `json:"model_id" jsonschema:"of the project"`
	Branch   string          `json:"branch"`
	Revision uint64          `json:"revision"`
	Models   []projectModel  `json:"models"`
	Storeys  []projectStorey `json:"storeys" jsonschema:"of the project"`
	Placed   string          `json:"placed" jsonschema:"by what the models are placed"`
	RunID    string          `json:"validation_run_id" jsonschema:"of clash_detection, all models"`
	Clashes  int             `json:"clashes"`
	Doubts   int             `json:"undecided"`
	Pairs    []reportedPair  `json:"pairs" jsonschema:"clashes by discipline"`
	Report   []reportedFile  `json:"report"`
	Count    int             `json:"event_count"`
	Events   []app.EventRef  `json:"events" jsonschema:"the first of each model"`
}

type projectModel struct {
	File       string               `json:"file"`
	ModelID    string               `json:"linked_model_id"`
	Name       string               `json:"name"`
	Discipline string               `json:"discipline,omitempty"`
	Schema     string               `json:"schema"`
	SHA256     string               `json:"sha256"`
	Elements   int                  `json:"elements"`
	LeftOut    int                  `json:"left_out" jsonschema:"left or simplified: import_ifc dry_run lists them"`
	Resumed    bool                 `json:"resumed,omitempty" jsonschema:"a part was there from a call before"`
	Placement  state.LinkPlacement  `json:"placement"`
	Offset     geometry.Point3      `json:"offset" jsonschema:"where its origin is in the project"`
	Rotation   geometry.Angle       `json:"rotation,omitempty"`
	Problem    string               `json:"problem,omitempty" jsonschema:"why it is not loaded"`
	Findings   []federation.Finding `json:"findings,omitempty" jsonschema:"what does not fit"`
}

type projectStorey struct {
	Name      string          `json:"name"`
	Elevation geometry.Length `json:"elevation"`
	Of        string          `json:"of" jsonschema:"model that it is taken from"`
}

func createProjectTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: app.CreateProjectName, Heavy: true, Title: "Create project", Server: "coordination", Set: mcp.SetFull,
		Category: mcp.CategoryMutation, Operation: mcp.OpCreate,
		Description: "Makes a project of IFC files: imports each into its own model, links them into a new model " +
			"with their storeys and place on the map, detects clashes, writes the first export_coordination_report. " +
			"dry_run does only tell. A file that cannot be read leaves nothing; after a stop, the same call with " +
			"the same idempotency_key goes on.",
		Input: createProject{}, Output: projectData{}, Handle: b.createProject,
	}
}

// mostProjectFiles is the most files of one call, because all of them are in memory together.
const mostProjectFiles = 30

func (b *Backend) createProject(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a createProject
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if err := b.checkProject(ctx, c, &a); err != nil {
		return nil, err
	}
	p := &project{backend: b, call: c, name: strings.TrimSpace(a.Name)}
	for _, step := range []func(context.Context, *createProject) error{p.read, p.foresee, p.found, p.detect,
		p.write} {
		if err := step(ctx, &a); err != nil {
			return nil, err
		}
	}
	return &mcp.Outcome{Data: p.answer(), Affected: p.affected(), EventID: p.events[0].ID,
		Reach: app.ModelWide(mcp.EffectCreated, "project", p.name), Instead: p.instead(),
		Commit: func(ctx context.Context, records []eventstore.Append) (string, error) {
			return p.events[0].ID, p.store(ctx, records)
		}}, nil
}

// checkProject returns an error for arguments that exclude each other, and for a caller who may not make whole models.
func (b *Backend) checkProject(ctx context.Context, c *mcp.Call, a *createProject) error {
	switch {
	case a.ModelID != "" || a.Branch != "" && a.Branch != projections.MainBranch:
		return state.Errorf(state.InvalidInput,
			"create_project gives the project its id and a branch main: leave model_id and branch out").
			With("parameter", "model_id")
	case a.ExpectedRevision != nil:
		return app.RefuseExpected(true, "a new project has no revision")
	case (a.Folder == "") == (len(a.Files) == 0):
		return state.Errorf(state.InvalidInput, "give a folder or files, one of both").With("parameter", "files")
	case c.Scope.Bounded():
		return state.Errorf(state.PermissionDenied,
			"a project is made of whole models, which are outside the scope of %s", c.Principal.ID)
	}
	if a.Folder != "" {
		found, err := b.FilesIn(ctx, c.Principal, a.Folder, files.ImportEndings())
		if err != nil {
			return err
		}
		for _, f := range found {
			a.Files = append(a.Files, projectFile{File: f.File})
		}
	}
	if len(a.Files) > mostProjectFiles {
		return state.Errorf(state.OperationTooLarge, "there are %d files, of %d at most: give a part of them as "+
			"files, then link_model", len(a.Files), mostProjectFiles).With("files", len(a.Files)).
			With("limit", mostProjectFiles)
	}
	return nil
}

// instead returns the alternative for a caller who needs approval for a call of this size. A new project has no branch
// in which approval could be requested.
func (p *project) instead() map[string]any {
	return map[string]any{
		"tool": "create_model", "args": map[string]any{"name": p.name, "dry_run": false,
			"reasoning": "the project of " + p.sources[0].link},
		"then": "create_model and import_ifc with its model_id for each file, which a person can approve; " +
			"then link_model",
	}
}

// disciplines are the words in file names that indicate a discipline: whole words, and the codes of BS EN ISO 19650-2,
// table NA.3, that have no other meaning.
var disciplines = []struct {
	name  string
	words []string
}{
	{"architecture", []string{"arc", "arch", "architect", "architecture", "architectural", "ark"}},
	{"structure", []string{"str", "struct", "structure", "structural", "structures"}},
	{"mechanical", []string{"hvac", "mech", "mechanical", "ventilation", "heating", "vent"}},
	{"electrical", []string{"ele", "elec", "electrical", "electricity"}},
	{"plumbing", []string{"plu", "plumb", "plumbing", "san", "sanitary", "drainage"}},
	{"services", []string{"mep", "services", "tga"}},
	{"site", []string{"site", "civil", "terrain", "landscape"}},
	{"fire", []string{"fire", "sprinkler"}},
}

// disciplineOf returns the discipline that the words of a file's name indicate, or "" if they indicate none or several.
func disciplineOf(file string) string {
	stem := strings.ToLower(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	words := strings.FieldsFunc(stem, func(r rune) bool { return r < 'a' || r > 'z' })
	found := ""
	for _, d := range disciplines {
		if !slices.ContainsFunc(d.words, func(w string) bool { return slices.Contains(words, w) }) {
			continue
		}
		if found != "" {
			return ""
		}
		found = d.name
	}
	return found
}
