package files

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/bcf"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	tasktools "github.com/bimstream/bimstream/mcp/tools/tasks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tasklog"
)

type importBCF struct {
	File       string         `json:"file" jsonschema:"a .bcf or .bcfzip of BCF 2.0, 2.1 or 3.0"`
	GUIDs      []string       `json:"guids,omitempty" jsonschema:"only these topics; default all"`
	OnConflict conflictPolicy `json:"on_conflict,omitempty" jsonschema:"of fields that both sides changed: keep (default) leaves the task and tells again next time, ours settles it so, theirs takes what the file says"`
	Share      []string       `json:"share,omitempty" jsonschema:"users who see the new tasks; * is all who see the model"`
	mcp.MutationArguments
}

type bcfImported struct {
	ModelID   string         `json:"model_id"`
	Version   string         `json:"version" jsonschema:"of the file"`
	Total     int            `json:"topics_total"`
	Added     int            `json:"added"`
	Updated   int            `json:"updated"`
	Same      int            `json:"same" jsonschema:"that brought nothing"`
	Conflicts int            `json:"conflicts" jsonschema:"fields that both sides changed"`
	Topics    []bcfTopicEcho `json:"topics" jsonschema:"those with conflicts, then those that brought something; at most 25 kB"`
	Faults    []bcfFault     `json:"faults" jsonschema:"what could not be read, the first 20"`
	FaultsAll int            `json:"faults_total"`
	Events    []app.EventRef `json:"events" jsonschema:"the first 50; revision is the task's version"`
}

// bcfTopicEcho describes the result of importing a topic.
type bcfTopicEcho struct {
	GUID       string        `json:"guid"`
	TaskID     state.ID      `json:"task_id"`
	Title      string        `json:"title"`
	Change     topicChange   `json:"change"`
	Fields     []string      `json:"fields,omitempty" jsonschema:"that the task got"`
	Comments   int           `json:"comments,omitempty" jsonschema:"that are new or were changed"`
	Viewpoints int           `json:"viewpoints,omitempty" jsonschema:"that are new"`
	Pinned     int           `json:"pinned,omitempty" jsonschema:"elements that were pinned"`
	Conflicts  []bcfConflict `json:"conflicts,omitempty"`
	NotTaken   string        `json:"not_taken,omitempty" jsonschema:"why the status was not"`
}

// topicChange is the effect of a topic on its task.
type topicChange string

// Enum lists the changes.
func (topicChange) Enum() []string { return []string{"added", "updated", "same"} }

type bcfFault struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// Bounds of an import. The unpacked bytes stay in memory until they are stored.
const (
	bcfFileMost   = 64 << 20
	bcfUnpacked   = 256 << 20
	bcfImportMost = 1000 // topics
	bcfEchoBytes  = 25_000
	bcfFaultsMost = 20
	bcfAppendMost = eventstore.MaxAppendBytes / 2
)

func importBCFTool(b *Backend) mcp.Tool {
	r := &assignments{tasktools.NewAssignments(b.Backend)}
	return mcp.Tool{
		Name: "import_bcf", Heavy: true, Title: "Import BCF", Server: "documentation", Set: mcp.SetFull,
		Category: mcp.CategoryMutation, Operation: mcp.OpCreate,
		Description: "Takes the topics of a BCF file as tasks: comments, viewpoints, pictures and documents stay " +
			"with them, selected elements are pinned. A topic that is a task already updates it: what only one side " +
			"changed since is merged, what both changed is told. dry_run says what would come of it.",
		Input: importBCF{}, Output: bcfImported{}, Handle: r.importBCF,
	}
}

// bcfImport is an import in progress.
type bcfImport struct {
	*assignments
	board   *tasktools.Board
	call    *mcp.Call
	ask     *importBCF
	view    *projections.View
	archive *bcf.Archive
	source  tasks.Source

	byGUID map[string]state.ID // of tasks that the caller sees
	after  *tasks.Board
	events []tasks.Event
	kept   tasktools.Blobs
	data   bcfImported
}

func (r *assignments) importBCF(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	a := importBCF{OnConflict: keepOurs}
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	b, err := r.Board(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := app.RefuseExpected(a.ExpectedRevision != nil, "a file has no version"); err != nil {
		return nil, err
	}
	x := &bcfImport{assignments: r, board: b, call: c, ask: &a, kept: tasktools.Blobs{}, after: b.Clone()}
	if err := x.read(ctx); err != nil {
		return nil, err
	}
	if x.view, err = r.View(ctx, c); err != nil {
		return nil, err
	}
	x.archive.Move(fileOrigin(x.view, -1))
	return x.outcome(ctx)
}

// read reads the file and selects the topics that the call asks for.
func (x *bcfImport) read(ctx context.Context) error {
	data, err := x.Backend.ReadFile(ctx, x.call, x.ask.File, bcfFileMost)
	if err != nil {
		return err
	}
	archive, faults, err := bcf.ReadWithin(bytes.NewReader(data), int64(len(data)), bcfUnpacked)
	switch {
	case errors.Is(err, bcf.ErrTooLarge):
		return state.Errorf(state.OperationTooLarge, "%q is more than is read in a call: %w", x.ask.File,
			err).With("limit", bcfUnpacked)
	case err != nil:
		return state.Errorf(state.SchemaValidationFailed, "%q cannot be read: %w", x.ask.File,
			err).With("parameter", "file")
	}
	if len(x.ask.GUIDs) > 0 {
		if err := x.only(archive); err != nil {
			return err
		}
	}
	if n := len(archive.Topics); n > bcfImportMost {
		return state.Errorf(state.OperationTooLarge,
			"the file has %d topics, %d are taken in a call: name some by guids", n, bcfImportMost).With("limit",
			bcfImportMost).With("topics", n)
	}
	sum := sha256.Sum256(data)
	x.archive, x.source = archive, tasks.Source{File: tasktools.PlainLine(filepath.Base(x.ask.File), tasks.MaxName),
		SHA256: hex.EncodeToString(sum[:])}
	x.data = bcfImported{
		ModelID: x.board.ModelID, Version: tasktools.PlainLine(string(archive.Version), 20), Total: len(archive.Topics),
		FaultsAll: len(faults), Topics: []bcfTopicEcho{}, Faults: []bcfFault{}, Events: []app.EventRef{},
	}
	for _, f := range faults[:min(len(faults), bcfFaultsMost)] {
		x.data.Faults = append(x.data.Faults, bcfFault{checks.Bounded(tasktools.PlainLine(f.File, clippedAt)),
			checks.Bounded(tasktools.PlainLine(f.Reason, clippedAt))})
	}
	return nil
}

// clippedAt bounds texts of a file in a reply, in characters.
const clippedAt = 200

func (x *bcfImport) only(a *bcf.Archive) error {
	for _, guid := range x.ask.GUIDs {
		if !slices.ContainsFunc(a.Topics, func(t bcf.Topic) bool { return t.GUID == guid }) {
			return state.Errorf(state.NotFound, "the file has no topic %q", guid).With("guid", guid)
		}
	}
	a.Topics = slices.DeleteFunc(a.Topics, func(t bcf.Topic) bool { return !slices.Contains(x.ask.GUIDs, t.GUID) })
	return nil
}

// outcome decides all topics, one after the other, and returns the outcome.
func (x *bcfImport) outcome(ctx context.Context) (*mcp.Outcome, error) {
	x.byGUID = map[string]state.ID{}
	for _, t := range x.board.Seen(x.board.Caller) {
		x.byGUID[topicGUID(t)] = t.ID
	}
	meta := app.MetaOf(x.call, 0)
	meta.BaseRevision = nil
	for i := range x.archive.Topics {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := x.topic(ctx, exchangedOf(x.archive, x.archive.Topics[i]), tasklog.StampOf(meta)); err != nil {
			return nil, err
		}
		x.call.Progress(float64(i+1), float64(len(x.archive.Topics)), "topics decided")
	}
	x.tell()
	events := tasklog.Events(x.events, meta)
	part := eventstore.Append{Stream: tasklog.Stream(x.board.ModelID), Expected: x.board.Expected, Events: events}
	if size := eventstore.Size([]eventstore.Append{part}); size > bcfAppendMost {
		return nil, state.Errorf(state.OperationTooLarge,
			"the topics come to %d bytes of events, at most %d are stored in a call: name some by guids", size,
			bcfAppendMost).With("limit", bcfAppendMost)
	}
	for _, e := range events[:min(len(events), bcfTopicsShown)] {
		x.data.Events = append(x.data.Events, app.EventRef{EventID: e.ID, Type: e.Type})
	}
	for i := range x.data.Events {
		if t, err := x.after.Task(x.board.Caller, tasks.SubjectOf(x.events[i])); err == nil {
			x.data.Events[i].Revision = t.Version
		}
	}
	out := &mcp.Outcome{Data: x.data, EventID: app.FirstID(events), Warnings: x.warnings()}
	if len(events) > 0 {
		commit := x.Backend.Storing(part.Stream, part.Expected, part.Events)
		out.Commit = func(ctx context.Context, records []eventstore.Append) (string, error) {
			if err := New(x.Backend.Backend).keep(ctx, x.call, x.board.ModelID, x.kept); err != nil {
				return "", err
			}
			return commit(ctx, records)
		}
	}
	return out, nil
}

func (x *bcfImport) warnings() (out []mcp.Warning) {
	if x.data.Conflicts > 0 {
		out = append(out, mcp.Warning{Code: "CONFLICTS",
			Message: "both sides changed some fields: call again with on_conflict ours or theirs, and guids for " +
				"single topics", Data: map[string]any{"fields": x.data.Conflicts}})
	}
	if x.data.FaultsAll > 0 {
		out = append(out, mcp.Warning{Code: "FAULTS", Message: "parts of the file could not be read and are left " +
			"out: see faults", Data: map[string]any{"faults": x.data.FaultsAll}})
	}
	return out
}

// tell orders the topics of the reply and bounds their size.
func (x *bcfImport) tell() {
	told := slices.DeleteFunc(x.data.Topics, func(t bcfTopicEcho) bool {
		return t.Change == "same" &&
			len(t.Conflicts) == 0 && t.NotTaken == ""
	})
	slices.SortStableFunc(told, func(a, b bcfTopicEcho) int {
		return -cmp.Compare(min(1, len(a.Conflicts)+len(a.NotTaken)), min(1, len(b.Conflicts)+len(b.NotTaken)))
	})
	x.data.Topics = app.WithinBytes(told, bcfEchoBytes)
}

// topic decides one topic.
func (x *bcfImport) topic(ctx context.Context, theirs *tasktools.Exchanged, by tasks.Stamp) error {
	x.complete(theirs)
	id, known := x.byGUID[theirs.GUID]
	if !known {
		id = state.DeriveID("bcf/"+x.board.ModelID+"/"+x.board.Caller.User+"/"+theirs.GUID, 0)
	}
	command := tasks.ImportTask{ID: id, New: !known, GUID: theirs.GUID, Note: "as in a BCF file"}
	if !known {
		command.Claim = tasks.Claim{ClaimedAuthor: theirs.Author,
			BroughtBy: x.call.Principal.ID, Source: x.source}
	}
	echo := bcfTopicEcho{GUID: theirs.GUID, TaskID: id,
		Title: clipped(tasktools.PlainLine(theirs.Title, tasks.MaxTitle)), Change: "added"}
	merge := &topicMerge{take: fieldsOfTopic(&theirs.Topic), kept: theirs, same: true,
		comments: commentsOf(&theirs.Topic)}
	var pins []tasks.Pin
	fresh := theirs.Viewpoints
	if known {
		t, err := x.after.Task(x.board.Caller, id)
		if err != nil {
			return err
		}
		if merge, fresh, err = x.against(ctx, t, theirs); err != nil {
			return err
		}
		pins, echo.Change = t.Pins, "same"
	}
	command.Set, command.Status = changesOf(merge.take)
	command.Comments, command.Same, command.Topic = merge.comments, merge.same, merge.kept.Keep(x.kept)
	for i := range command.Comments {
		command.Comments[i].Source = x.source
	}
	if more := x.pins(fresh, pins); len(more) > len(pins) || !known {
		command.Set.Pins, echo.Pinned = &more, len(more)-len(pins)
	}
	if !known {
		command.Set.Branch, command.Set.Share = &x.view.Branch, x.ask.Share
		if *command.Status == tasks.Open {
			command.Status = nil
		}
	}
	events, err := x.decide(command, &echo)
	if err != nil {
		return err
	}
	for _, e := range events {
		x.after.Evolve(e, by)
	}
	x.events, x.byGUID[theirs.GUID] = append(x.events, events...), id
	echo.Comments, echo.Viewpoints, echo.Conflicts = len(merge.comments), len(fresh), merge.conflicts
	x.count(&echo, merge, known)
	return nil
}

// count adds the result of a topic to the totals.
func (x *bcfImport) count(echo *bcfTopicEcho, merge *topicMerge, known bool) {
	for _, name := range fieldNames {
		if _, taken := merge.take[name]; taken && known && (name != "status" || echo.NotTaken == "") {
			echo.Fields = append(echo.Fields, name)
		}
	}
	switch {
	case !known:
		x.data.Added++
	case len(echo.Fields)+echo.Comments+echo.Viewpoints+echo.Pinned > 0:
		echo.Change = "updated"
		x.data.Updated++
	default:
		x.data.Same++
	}
	x.data.Conflicts += len(echo.Conflicts)
	x.data.Topics = append(x.data.Topics, *echo)
}

// decide decides a command. If the task cannot take the status, it decides the command without the status.
func (x *bcfImport) decide(command tasks.ImportTask, echo *bcfTopicEcho) ([]tasks.Event, error) {
	seed := string(state.DeriveID(x.call.CommandID+"/"+command.GUID, 0))
	events, err := x.after.Decide(x.board.Caller, seed, command)
	if err != nil && command.Status != nil {
		echo.NotTaken = checks.Bounded(err.Error())
		command.Status, command.Same = nil, false
		events, err = x.after.Decide(x.board.Caller, seed, command)
	}
	return events, err
}

// against merges a topic with its task, and returns the viewpoints that are new.
func (x *bcfImport) against(ctx context.Context, t *tasks.Task,
	theirs *tasktools.Exchanged) (*topicMerge, []bcf.Viewpoint, error) {
	var base *tasktools.Exchanged
	kept := &tasktools.Exchanged{}
	if t.Exchange != nil {
		var err error
		if base, err = tasktools.New(x.Backend.Backend).Exchange(ctx, x.board.ModelID, t.Exchange.Topic); err != nil {
			return nil, nil, err
		}
		kept = base
	}
	// The header of our own files is left out, because every export adds it again.
	project := ifc.DerivedGlobalID(x.view.Model.Info().ID, "project")
	theirs.Topic.Files = slices.DeleteFunc(theirs.Topic.Files,
		func(f bcf.HeaderFile) bool { return f.IfcProject == project })
	made := &bcfTasks{backend: New(x.Backend.Backend), board: x.after, caller: x.board.Caller, view: x.view}
	var fresh []bcf.Viewpoint
	theirs.Viewpoints = slices.DeleteFunc(theirs.Viewpoints, func(v bcf.Viewpoint) bool {
		if slices.ContainsFunc(kept.Viewpoints, func(k bcf.Viewpoint) bool { return k.GUID == v.GUID }) {
			return false
		}
		if made.isPinned(ctx, t, kept, v.GUID) {
			return true
		}
		fresh = append(fresh, v)
		return false
	})
	return mergeTopic(t, base, theirs, x.ask.OnConflict), fresh, nil
}

// complete fills in the values that the format requires and the file lacks, so that the topic can be exported again.
func (x *bcfImport) complete(t *tasktools.Exchanged) {
	if t.Created.IsZero() {
		t.Created = x.call.Now.UTC()
	}
	t.Author = claimedAuthor(t.Author)
	t.Title = cmp.Or(t.Title, "untitled")
	for i := range t.Comments {
		t.Comments[i].Author = claimedAuthor(t.Comments[i].Author)
		if t.Comments[i].Date.IsZero() {
			t.Comments[i].Date = t.Created
		}
	}
	t.Type = tasktools.PlainLine(t.Type, tasks.MaxName)
	if t.Type == bcf.Undefined {
		t.Type = ""
	}
}

// pins returns the pins together with pins of the existing elements that viewpoints select.
func (x *bcfImport) pins(views []bcf.Viewpoint, pins []tasks.Pin) []tasks.Pin {
	var ids []state.ID
	for _, v := range views {
		for _, c := range v.Selection {
			if id, err := ifc.ElementID(c.IfcGUID); err == nil && app.Has(x.view.Model, id) {
				ids = append(ids, id)
			}
		}
	}
	more, _ := tasktools.PinsOf(x.view, ids)
	out := slices.Clone(pins)
	for _, p := range more {
		if len(out) < tasks.MaxPins && !slices.ContainsFunc(out,
			func(k tasks.Pin) bool { return k.ElementID == p.ElementID }) {
			out = append(out, p)
		}
	}
	if out == nil {
		out = []tasks.Pin{}
	}
	return out
}
