package app

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// ArtifactStream returns the name of the stream of a model's exported files. It is not the stream of a branch, because
// an export changes no revision.
func ArtifactStream(modelID string) string { return "model." + modelID + ".artifacts" }

// RecordArtifact returns the commit function of a call that wrote a file. It appends the record of the file together
// with the records of the call.
func (b *Backend) RecordArtifact(modelID string, event eventstore.Event) func(context.Context,
	[]eventstore.Append) (string, error) {
	return func(ctx context.Context, records []eventstore.Append) (string, error) {
		parts := append([]eventstore.Append{{Stream: ArtifactStream(modelID), Expected: eventstore.Any,
			Events: []eventstore.Event{event}}}, records...)
		_, err := b.Store.Append(ctx, parts...)
		return event.ID, err
	}
}

// ArtifactExported is the record that a file was written.
type ArtifactExported struct {
	ModelID     string `json:"model_id"`
	Branch      string `json:"branch"`
	Revision    uint64 `json:"revision"`
	Name        string `json:"name"`
	ContentType string `json:"content_type"`
	Schema      string `json:"schema"`
	Target      string `json:"target"`
	SHA256      string `json:"sha256"`
	Size        int64  `json:"size"`
	// Folder is where the file lies below the output folder, with slashes; records before version 3 have none.
	Folder string `json:"folder,omitempty"`
	// Across are the linked models whose elements the file shows.
	Across []string `json:"across,omitempty"`
	// Parameters are the arguments of the call; records of version 1 have none.
	Parameters json.RawMessage `json:"parameters,omitempty"`
}

// Across returns the linked models of a view, each once, in order.
func Across(v *projections.View) []string {
	var out []string
	for _, p := range v.Parts() {
		out = append(out, p.View.ModelID)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ShowsHidden reports whether a file shows elements of a linked model that a principal may not read.
func (b *Backend) ShowsHidden(ctx context.Context, p mcp.Principal, across []string) bool {
	r := b.ReaderOf(p)
	return slices.ContainsFunc(across, func(model string) bool { return r.Admits(ctx, model) != nil })
}

// artifactSchema is the version of ArtifactExported's shape.
const artifactSchema = 3

// The types of the file records, by the kind of file. All of them have the shape of ArtifactExported.
const (
	ViewCreated       = "view.created"       // a plan, section or elevation
	SheetCreated      = "sheet.created"      // views on a sheet
	ScheduleGenerated = "schedule.generated" // a schedule as a file
	ArtifactWritten   = "artifact.exported"  // any other file; in logs of earlier versions also the three kinds above
)

// ArtifactEvent returns the record of a file at a path.
func ArtifactEvent(c *mcp.Call, kind string, a ArtifactExported, path string) eventstore.Event {
	a.Name, a.Folder, a.Parameters = filepath.Base(path), filepath.ToSlash(OwnFolder(c.Principal)), c.Arguments
	data, err := json.Marshal(a)
	if err != nil {
		panic("tools: an artifact's record does not encode: " + err.Error())
	}
	return eventstore.Event{
		ID: projections.EventID(c.CommandID, 0), Type: kind, Schema: artifactSchema, Data: data,
		Meta: projections.EncodeMeta(MetaOf(c, a.Revision)),
	}
}

// Passing reports whether a later repetition of the call that made the file may write a different file, or none. Issues
// and coordination reports depend on the date. An issue also depends on the earlier issues, and repeating its call
// fails because the index is taken. A BCF file of tasks or of a run's findings contains what people have written up to
// that time.
func (a *ArtifactExported) Passing(tool string) bool {
	if slices.Contains([]string{IssueSheetsName, CoordinationReportName, CreateProjectName}, tool) {
		return true
	}
	var ask struct {
		Tasks    []string `json:"task_ids"`
		AllTasks bool     `json:"all_tasks"`
		RunID    string   `json:"validation_run_id"`
	}
	return json.Unmarshal(a.Parameters, &ask) == nil &&
		(ask.AllTasks || len(ask.Tasks) > 0 || tool == "export_bcf" && ask.RunID != "")
}

// The tools whose files depend on the day on which they are written.
const (
	IssueSheetsName        = "issue_sheets"
	CoordinationReportName = "export_coordination_report"
	CreateProjectName      = "create_project"
)
