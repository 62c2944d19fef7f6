package files

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/bcf"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	tasktools "github.com/bimstream/bimstream/mcp/tools/tasks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tasklog"
	"github.com/bimstream/bimstream/projections/validation"
)

// bcfGrouping is the criterion by which findings share a topic.
type bcfGrouping string

// Enum lists the groupings.
func (bcfGrouping) Enum() []string { return []string{"none", "element", "category", "level", "rule"} }

type exportBCF struct {
	RunID     string              `json:"validation_run_id,omitempty" jsonschema:"the recorded check whose findings become topics; or give issues"`
	Issues    []bcfIssue          `json:"issues,omitempty" jsonschema:"topics that are given here"`
	Tasks     []tasktools.TaskRef `json:"task_ids,omitempty" jsonschema:"or give tasks of yours, by id or title"`
	AllTasks  bool                `json:"all_tasks,omitempty" jsonschema:"or all tasks that you see"`
	Keys      []string            `json:"keys,omitempty" jsonschema:"only these findings of the run; default all"`
	Statuses  []validation.Status `json:"statuses,omitempty" jsonschema:"only findings that now have one of these; default new, active, reviewed"`
	GroupBy   bcfGrouping         `json:"group_by,omitempty" jsonschema:"findings of one group become one topic with a viewpoint each; default none: a topic each"`
	Version   bcf.Version         `json:"version,omitempty" jsonschema:"default 2.1, which most programs read"`
	MaxTopics int                 `json:"max_topics,omitempty" jsonschema:"of the gravest findings; default 200, at most 1000"`
	NoPicture bool                `json:"no_snapshots,omitempty" jsonschema:"leave out the pictures, which some programs insist on"`
	FileName  string              `json:"file_name,omitempty" jsonschema:"in the output folder; default by revision"`
	ModelID   string              `json:"model_id,omitempty"`
	Branch    string              `json:"branch,omitempty" jsonschema:"of issues; a run has its own"`
	At        mcp.At              `json:"at,omitempty" jsonschema:"of issues; a run is of the revision that it checked"`
	DryRun    bool                `json:"dry_run,omitempty"`
}

// bcfIssue is a topic that the caller gives.
type bcfIssue struct {
	Title       string           `json:"title" jsonschema:"names it: the same title is the same topic in every export"`
	Description string           `json:"description,omitempty"`
	ElementIDs  []state.ID       `json:"element_ids,omitempty" jsonschema:"what it is about"`
	Location    *geometry.Point3 `json:"location,omitempty" jsonschema:"where to look; default at the elements"`
	Type        string           `json:"type,omitempty" jsonschema:"default Issue"`
	Priority    string           `json:"urgency,omitempty" jsonschema:"the priority of the topic, in the words of the project, such as High"`
	AssignedTo  string           `json:"assigned_to,omitempty" jsonschema:"who is to deal with it"`
}

const bcfTopicsMost = 1000

// sources counts the sources that the call names for an export.
func (a *exportBCF) sources() (n int) {
	for _, given := range []bool{a.RunID != "", len(a.Issues) > 0, len(a.Tasks) > 0, a.AllTasks} {
		if given {
			n++
		}
	}
	return n
}

func (a *exportBCF) check() error {
	switch {
	case a.sources() != 1:
		return state.Errorf(state.InvalidInput,
			"give one of validation_run_id (a recorded check), issues, task_ids and all_tasks").With("parameter",
			"validation_run_id")
	case a.RunID == "" && len(a.Keys)+len(a.Statuses) > 0:
		return state.Errorf(state.InvalidInput,
			"keys and statuses are of the findings of a run: leave them out without one").With("parameter", "keys")
	case a.MaxTopics < 1 || a.MaxTopics > bcfTopicsMost:
		return state.Errorf(state.OutOfRange, "max_topics is %d: give 1 to %d", a.MaxTopics,
			bcfTopicsMost).With("parameter", "max_topics").With("limit", bcfTopicsMost)
	}
	if len(a.Statuses) == 0 {
		a.Statuses = []validation.Status{validation.New, validation.Active, validation.Reviewed}
	}
	return nil
}

type bcfData struct {
	ModelID  string          `json:"model_id"`
	Branch   string          `json:"branch"`
	Revision uint64          `json:"revision"`
	Path     string          `json:"path"`
	Version  bcf.Version     `json:"version"`
	SHA256   string          `json:"sha256"`
	Size     int64           `json:"size"`
	IfcFile  string          `json:"ifc_file" jsonschema:"the export that the components are of: export_ifc writes it by this name"`
	Topics   []bcfTopicEntry `json:"topics" jsonschema:"the first 50"`
	Total    int             `json:"topics_total"`
	Findings int             `json:"findings" jsonschema:"that are in the file"`
	LeftOut  int             `json:"left_out" jsonschema:"findings beyond max_topics"`
	Unplaced int             `json:"unplaced" jsonschema:"findings without a viewpoint: they have neither a body nor a place"`
	Events   []app.EventRef  `json:"events"`
}

type bcfTopicEntry struct {
	GUID     string `json:"guid"`
	Title    string `json:"title"`
	Findings int    `json:"findings"`
}

const bcfTopicsUsual = 200

const bcfTopicsShown = 50

func exportBCFTool(r *validations) mcp.Tool {
	return mcp.Tool{
		Name: "export_bcf", Heavy: true, Title: "Export BCF", Server: "documentation", Set: mcp.SetContract,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Writes the findings of a recorded check (clashes, rules, IDS), tasks, or issues that are " +
			"given, as BCF topics to a file: comment, camera that sees the place, selection, colours, snapshot. " +
			"Topics keep their GUIDs in every export; the same call gives the same bytes until somebody remarks on a " +
			"finding. Get run ids from " +
			"list_validation_runs.",
		Input: exportBCF{}, Output: bcfData{}, Handle: r.exportBCF,
	}
}

func (r *validations) exportBCF(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	a := exportBCF{Version: bcf.V21, MaxTopics: bcfTopicsUsual}
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	source, v, err := r.bcfOf(ctx, c, &a)
	if err != nil {
		return nil, err
	}
	if err := app.CheckWhole(ctx, r.Backend.Store, v); err != nil {
		return nil, err
	}
	to, err := r.Backend.ExportPath(ctx, c, v, a.FileName, checks.ExportName(v, ".bcf"), ".bcf")
	if err != nil {
		return nil, err
	}
	data := &bcfData{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Path: to.Path, Version: a.Version,
		IfcFile: ifcName(v), Topics: []bcfTopicEntry{}}
	var archive *bcf.Archive
	var given *taskExport
	if source != nil {
		archive, err = source.archive(ctx, c, &a, data)
	} else {
		archive, given, err = r.taskArchive(ctx, c, &a,
			&assignments{tasktools.NewAssignments(r.Backend.Backend)}, data, v)
	}
	if err != nil {
		return nil, err
	}
	archive.Move(fileOrigin(v, 1))
	data.SHA256, data.Size, err = to.Write(ctx, c, func(w io.Writer) error { return bcf.Write(w, archive, a.Version) })
	if err != nil {
		return nil, app.FileError(err)
	}
	event := app.ArtifactEvent(c, app.ArtifactWritten, app.ArtifactExported{
		ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, ContentType: "application/octet-stream",
		Across: app.Across(v), Schema: "BCF " + string(a.Version), SHA256: data.SHA256, Size: data.Size,
	}, to.Path)
	data.Events = []app.EventRef{{EventID: event.ID, Type: event.Type}}
	out := &mcp.Outcome{Data: data, Warnings: append(data.warnings(), source.warnings()...), EventID: event.ID,
		Commit: r.Backend.RecordArtifact(v.ModelID, event)}
	return out, r.noting(ctx, c, out, given)
}

// bcfOf returns the source of an export and the state that it describes. The source is nil for an export of tasks.
func (r *validations) bcfOf(ctx context.Context, c *mcp.Call, a *exportBCF) (*bcfSource, *projections.View,
	error) {
	if a.AllTasks || len(a.Tasks) > 0 {
		v, err := r.Backend.ViewAt(ctx, c, &app.Page{})
		return nil, v, err
	}
	source, err := r.bcfSource(ctx, c, a)
	if err != nil {
		return nil, nil, err
	}
	return source, source.view, nil
}

// noting makes an export of tasks store the topic that each task was exported as, so that a returning topic can be
// compared with it. A caller who may only read the model stores nothing: a returning topic then counts as changed on
// both sides.
func (r *validations) noting(ctx context.Context, c *mcp.Call, out *mcp.Outcome, given *taskExport) error {
	if given == nil || len(given.events) == 0 {
		return nil
	}
	model := given.board.ModelID
	owner, err := r.Backend.Live.OwnerOf(ctx, model)
	if err != nil {
		return err
	}
	said, err := r.Backend.Live.Annotations(ctx, model)
	if err != nil {
		return err
	}
	if who := app.User(c.Principal); owner != who && !said.Access(who).Includes(state.AccessComment) {
		return nil
	}
	meta := app.MetaOf(c, 0)
	meta.BaseRevision, meta.CommandID = nil, string(state.DeriveID(c.CommandID+"/exchange", 0))
	part := eventstore.Append{Stream: tasklog.Stream(model), Expected: given.board.Expected,
		Events: tasklog.Events(given.events, meta)}
	commit := out.Commit
	out.Commit = func(ctx context.Context, records []eventstore.Append) (string, error) {
		if err := New(r.Backend.Backend).keep(ctx, c, model, given.kept); err != nil {
			return "", err
		}
		id, err := commit(ctx, append([]eventstore.Append{part}, records...))
		if wrong, ok := errors.AsType[*eventstore.WrongExpectedError](err); ok && wrong.Stream == part.Stream {
			return "", fmt.Errorf("%w: %w", mcp.ErrConflict, err)
		}
		return id, err
	}
	return nil
}

// ifcName returns the name that export_ifc gives the file of a view.
func ifcName(v *projections.View) string {
	return checks.ExportName(v, ".ifc")
}

// warnings returns a warning for each kind of finding that is not in the file.
func (d *bcfData) warnings() (out []mcp.Warning) {
	if d.LeftOut > 0 {
		out = append(out, mcp.Warning{Code: "LEFT_OUT",
			Message: "there are more findings than max_topics: raise it, group_by, or select by keys or statuses",
			Data:    map[string]any{"findings": d.LeftOut}})
	}
	if d.Unplaced > 0 {
		out = append(out, mcp.Warning{Code: "UNPLACED",
			Message: "some findings have no viewpoint, since they have neither a body nor a place to look at",
			Data:    map[string]any{"findings": d.Unplaced}})
	}
	if d.Total == 0 {
		out = append(out, mcp.Warning{Code: "EMPTY", Message: "no finding of the run has one of the statuses, or " +
			"there is no task: the file has no topics", Data: map[string]any{}})
	}
	return out
}
