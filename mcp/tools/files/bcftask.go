package files

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/bcf"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	tasktools "github.com/bimstream/bimstream/mcp/tools/tasks"
	"github.com/bimstream/bimstream/projections"
)

// instant returns a time in the form of tasks, "" for the zero time.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// topicGUID returns the GUID of a task's topic: the GUID that it was imported under, else the task's own id.
func topicGUID(t *tasks.Task) string {
	if t.Exchange != nil {
		return t.Exchange.GUID
	}
	return string(t.ID)
}

// bcfTasks makes topics from tasks.
type bcfTasks struct {
	backend *Backend
	board   *tasks.Board
	caller  tasks.Caller
	view    *projections.View // of the branch that the file describes
	plain   bool              // without pictures
	version bcf.Version
	ifcFile string
}

// topic returns the topic of a task in two forms: kept is what to store, written is what the file contains, with the
// viewpoint of the pinned elements.
func (x *bcfTasks) topic(ctx context.Context, t *tasks.Task) (kept, written *tasktools.Exchanged, err error) {
	if kept, err = x.said(ctx, t); err != nil {
		return nil, nil, err
	}
	full := *kept
	full.Viewpoints = slices.Clone(kept.Viewpoints)
	if v, err := x.pinned(ctx, t, kept); err != nil {
		return nil, nil, err
	} else if v != nil {
		full.Viewpoints = append(full.Viewpoints, *v)
	}
	full.Viewpoints = slices.DeleteFunc(full.Viewpoints, x.unwritable)
	full.Comments = slices.Clone(kept.Comments)
	x.tellClaims(t, &full)
	for i, c := range full.Comments { // a comment may point to a viewpoint that is no longer written
		if !slices.ContainsFunc(full.Viewpoints, func(v bcf.Viewpoint) bool { return v.GUID == c.Viewpoint }) {
			full.Comments[i].Viewpoint = ""
		}
	}
	if full.GUID == string(t.ID) { // a topic from elsewhere has its own header
		full.Topic.Files = []bcf.HeaderFile{{
			IfcProject: ifc.DerivedGlobalID(x.view.Model.Info().ID, "project"), External: true,
			Filename: x.ifcFile, Date: x.view.At,
		}}
		full.Status = wordOfSign(statusWords, t.Status, full.Status)
		full.Priority = wordOfSign(priorityWords, t.Priority, full.Priority)
	}
	return kept, &full, nil
}

// unwritable reports whether the version cannot express a viewpoint: 3.0 requires a camera.
func (x *bcfTasks) unwritable(v bcf.Viewpoint) bool { return x.version == bcf.V30 && v.Camera == nil }

// said returns the topic of a task: the last exchanged topic, with the changes of the task since then.
func (x *bcfTasks) said(ctx context.Context, t *tasks.Task) (*tasktools.Exchanged, error) {
	out := &tasktools.Exchanged{Topic: bcf.Topic{
		GUID: string(t.ID), Title: t.Title, Created: tasktools.StampTime(t.Created.At),
		Author: cmp.Or(t.Created.Agent, t.Created.User),
		Status: firstWord(statusWords, t.Status), Priority: firstWord(priorityWords, t.Priority),
	}}
	if t.Exchange != nil {
		base, err := tasktools.New(x.backend.Backend).Exchange(ctx, x.view.ModelID, t.Exchange.Topic)
		if err != nil {
			return nil, err
		}
		if t.Exchange.Version == t.Version {
			return base, nil
		}
		out = base
	}
	was, is := fieldsOfTopic(&out.Topic), fieldsOfTask(t)
	for _, name := range fieldNames {
		if was[name] != is[name] {
			setTopic(&out.Topic, name, is[name])
		}
	}
	out.Say(t)
	for _, id := range t.DependsOn {
		if first, err := x.board.Task(x.caller, id); err == nil && !slices.Contains(out.Related, topicGUID(first)) {
			out.Related = append(out.Related, topicGUID(first))
		}
	}
	if t.Version > 1 {
		out.Modified, out.ModifiedBy = tasktools.StampTime(t.Updated.At), cmp.Or(t.Updated.Agent, t.Updated.User)
	}
	return out, nil
}

// pinned returns the viewpoint of the pinned elements of a task, in the state in which they were pinned. Its content
// and its GUID therefore never change. It is nil if a viewpoint of the topic selects elements, or if nothing is
// visible.
func (x *bcfTasks) pinned(ctx context.Context, t *tasks.Task, kept *tasktools.Exchanged) (*bcf.Viewpoint, error) {
	if len(t.Pins) == 0 || slices.ContainsFunc(kept.Viewpoints,
		func(v bcf.Viewpoint) bool { return len(v.Selection) > 0 }) {
		return nil, nil
	}
	branch, at := t.Pins[0].Branch, uint64(0)
	for _, p := range t.Pins {
		if p.Branch == branch {
			at = max(at, uint64(p.Revision))
		}
	}
	v, err := x.backend.Live.At(ctx, x.view.ModelID, branch, at)
	if state.CodeOf(err) == state.NotFound {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	f := &bcfFinding{key: "task " + string(t.ID), box: geometry.EmptyBox()} // of all pinned elements
	for _, p := range t.Pins {
		if e, ok := checks.ElementsOf(v)(p.ElementID); ok && p.Branch == branch {
			f.elements = append(f.elements, e)
		}
	}
	out, err := (&bcfSource{view: v}).viewpoint(ctx, &exportBCF{NoPicture: x.plain}, f)
	if state.CodeOf(err) == state.NotFound {
		return nil, nil
	}
	return out, err
}

// isPinned reports whether a viewpoint is the one that an export made from pinned elements. Such a viewpoint belongs to
// the task and is not stored with the topic.
func (x *bcfTasks) isPinned(ctx context.Context, t *tasks.Task, kept *tasktools.Exchanged, guid string) bool {
	plain := *x
	plain.plain = true
	v, err := plain.pinned(ctx, t, kept)
	return err == nil && v != nil && v.GUID == guid
}

// taskArchive returns the archive of an export of tasks, and the events that record the exported topics.
func (r *validations) taskArchive(ctx context.Context, c *mcp.Call, a *exportBCF, w *assignments,
	data *bcfData,
	v *projections.View) (*bcf.Archive, *taskExport, error) {
	b, err := w.Board(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	chosen, err := chosenTasks(b, a)
	if err != nil {
		return nil, nil, err
	}
	x := &bcfTasks{backend: New(r.Backend.Backend), board: b.Board, caller: b.Caller, view: v, plain: a.NoPicture,
		version: a.Version, ifcFile: data.IfcFile}
	out := &bcf.Archive{Project: bcf.Project{ID: v.ModelID, Name: v.Model.Info().Name}}
	record := &taskExport{board: b, kept: tasktools.Blobs{}}
	for i, t := range chosen {
		kept, written, err := x.topic(ctx, b.Told(t))
		if err != nil {
			return nil, nil, err
		}
		out.Topics = append(out.Topics, written.Topic)
		for _, d := range written.KeptDocuments {
			if !slices.ContainsFunc(out.Documents, func(k bcf.Document) bool { return k.GUID == d.GUID }) {
				out.Documents = append(out.Documents, d)
			}
		}
		events, err := b.Decide(b.Caller, c.CommandID,
			tasks.RecordExchange{ID: t.ID, GUID: written.GUID, Topic: kept.Keep(record.kept), Same: true})
		if err != nil {
			return nil, nil, err
		}
		record.events = append(record.events, events...)
		data.Total++
		if i < bcfTopicsShown {
			data.Topics = append(data.Topics, bcfTopicEntry{written.GUID, clipped(written.Title), 0})
		}
		c.Progress(float64(i+1), float64(len(chosen)), "topics made")
	}
	return out, record, nil
}

// taskExport holds the record of an export of tasks: the topic that each task was exported as.
type taskExport struct {
	board  *tasktools.Board
	events []tasks.Event
	kept   tasktools.Blobs
}

// chosenTasks returns the tasks that the call asks for.
func chosenTasks(b *tasktools.Board, a *exportBCF) ([]*tasks.Task, error) {
	if a.AllTasks {
		seen := b.Seen(b.Caller)
		if len(seen) > a.MaxTopics {
			return nil, state.Errorf(state.OutOfRange,
				"you see %d tasks, and a file holds max_topics, %d: name them by task_ids", len(seen),
				a.MaxTopics).With("limit", a.MaxTopics)
		}
		return seen, nil
	}
	var out []*tasks.Task
	for _, reference := range a.Tasks {
		id, err := b.Named(string(reference))
		if err != nil {
			return nil, err
		}
		t, err := b.Task(b.Caller, id)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out, nil
}
