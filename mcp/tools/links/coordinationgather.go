package links

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
	"github.com/bimstream/bimstream/projections/coordination"
	"github.com/bimstream/bimstream/projections/deliveries"
	"github.com/bimstream/bimstream/projections/tasklog"
	"github.com/bimstream/bimstream/projections/validation"
)

// gathering collects the contents of a coordination report.
type gathering struct {
	backend  *Backend
	call     *mcp.Call
	own      *projections.View // the project itself
	checked  *projections.View // the state that the run checked
	record   *validation.Record
	run      *validation.Run
	before   *validation.Run // nil: nothing to compare with
	found    *validation.Found
	pictures int

	tasks     []*tasks.Task
	delivered map[string]app.Delivered // by model, branch and revision
	standing  map[string]app.Delivered // by model id, of a project that is being made
}

// report makes the report of the run.
func (g *gathering) report(ctx context.Context) (*coordination.Report, error) {
	out := &coordination.Report{Project: g.own.Model.Info().Name, At: g.call.Now}
	if g.before != nil {
		out.Since = g.before.At
	}
	board, err := tasklog.New(g.backend.Store).Read(ctx, tasklog.Stream(g.own.ModelID))
	if err != nil {
		return nil, err
	}
	g.tasks = board.Is.Seen(app.TaskCaller(g.call.Principal))
	out.Tasks = g.reportedTasks(out.Since)
	if out.Models, err = g.models(ctx); err != nil {
		return nil, err
	}
	out.Clashes, err = g.clashes(ctx)
	return out, err
}

// reportedTasks returns the open tasks, and the tasks completed since a time, the oldest first.
func (g *gathering) reportedTasks(since time.Time) []coordination.Task {
	out := []coordination.Task{}
	for _, t := range g.tasks {
		done := t.Status.Done()
		if done && (t.Completion == nil || since.IsZero() || timeOf(t.Completion.By.At).Before(since)) {
			continue
		}
		out = append(out, coordination.Task{Title: t.Title, Party: t.Assignee, Status: string(t.Status),
			Priority: string(t.Priority), Created: timeOf(t.Created.At), Due: t.Due, Done: done})
	}
	slices.SortStableFunc(out, func(a, b coordination.Task) int { return a.Created.Compare(b.Created) })
	return out
}

// timeOf parses the time of a stamp that the log wrote.
func timeOf(stamp string) time.Time {
	t, _ := time.Parse(time.RFC3339Nano, stamp)
	return t.UTC()
}

// models returns the models that the run checked, with the changes since the run before. If the project has elements of
// its own, it comes first; the links follow in their order.
func (g *gathering) models(ctx context.Context) ([]coordination.Model, error) {
	var out []coordination.Model
	if own, err := g.ownModel(ctx); err != nil {
		return nil, err
	} else if own.Elements > 0 {
		out = append(out, own)
	}
	for _, l := range g.run.Linked {
		link, ok := g.own.Model.ModelLinkOf(string(l.LinkID))
		if !ok {
			link = state.ModelLink{ID: l.LinkID, Name: "a link that ended"}
		}
		m := coordination.Model{Name: link.Name, Discipline: link.Discipline, Revision: l.Revision, First: true}
		d, came, err := g.deliveredAt(ctx, l)
		if err != nil {
			return nil, err
		}
		if came {
			m.Delivery, m.File, m.Received = cmp.Or(d.Name, "first file"), d.File, d.At
		}
		now, err := g.state(ctx, l)
		if err != nil {
			return nil, err
		}
		m.Elements = now.Model.Len()
		if was, ok := linkedIn(g.before, l.LinkID); ok {
			before, err := g.state(ctx, was)
			if err != nil {
				return nil, err
			}
			m.First = false
			changed(&m, before, now)
		}
		out = append(out, m)
	}
	return out, nil
}

// ownModel returns the project's own part, without the elements that every model has: site, building and levels.
func (g *gathering) ownModel(ctx context.Context) (coordination.Model, error) {
	v := g.checked.Alone()
	m := coordination.Model{Name: clashes.OwnModel, Revision: v.Revision, First: g.before == nil}
	v.Model.Each(func(e *state.Element) bool {
		if !slices.Contains([]state.Category{state.CategorySite, state.CategoryBuilding, state.CategoryLevel},
			e.Category) {
			m.Elements++
		}
		return true
	})
	if m.Elements == 0 || g.before == nil {
		return m, nil
	}
	before, err := g.backend.Live.At(ctx, v.ModelID, g.before.Branch, g.before.Revision)
	if err == nil {
		changed(&m, before, v)
	}
	return m, err
}

// changed adds to a model the changes since an earlier state.
func changed(m *coordination.Model, before, now *projections.View) {
	if before.ModelID == now.ModelID && before.Branch == now.Branch && before.Revision == now.Revision {
		m.Lines = []string{"as before"}
		return
	}
	changes := deliveries.Compare(before.Model, now.Model)
	count := map[deliveries.Kind]int{}
	for _, c := range changes {
		for _, k := range c.Kinds {
			count[k]++
		}
	}
	m.Changes = coordination.Changes{New: count[deliveries.New], Gone: count[deliveries.Gone],
		Moved: count[deliveries.Moved], Resized: count[deliveries.Resized], Data: count[deliveries.Data]}
	m.Lines = deliveries.Lines(changes)
}

// linkedIn returns the state of a linked model that a run checked.
func linkedIn(run *validation.Run, link state.ID) (validation.Linked, bool) {
	if run == nil {
		return validation.Linked{}, false
	}
	i := slices.IndexFunc(run.Linked, func(l validation.Linked) bool { return l.LinkID == link })
	if i < 0 {
		return validation.Linked{}, false
	}
	return run.Linked[i], true
}

// state returns a state of a linked model, from the checked view if it contains that state.
func (g *gathering) state(ctx context.Context, l validation.Linked) (*projections.View, error) {
	for _, p := range g.checked.Parts() {
		if p.View.ModelID == l.ModelID && p.View.Branch == l.Branch && p.View.Revision == l.Revision {
			return p.View, nil
		}
	}
	return g.backend.Live.At(ctx, l.ModelID, l.Branch, l.Revision)
}

// deliveredAt returns the file from which a state of a linked model was imported.
func (g *gathering) deliveredAt(ctx context.Context, l validation.Linked) (app.Delivered, bool, error) {
	if d, ok := g.standing[l.ModelID]; ok {
		return d, true, nil
	}
	key := fmt.Sprint(l.ModelID, " ", l.Branch, " ", l.Revision)
	if d, known := g.delivered[key]; known {
		return d, d != (app.Delivered{}), nil
	}
	d, ok, err := g.backend.DeliveredAt(ctx, l.ModelID, l.Branch, l.Revision)
	if g.delivered == nil {
		g.delivered = map[string]app.Delivered{}
	}
	g.delivered[key] = d
	return d, ok, err
}

// clashes returns the clashes of the run: new ones first, then open ones. The clashes of the previous run that could
// not be judged or were resolved follow.
func (g *gathering) clashes(ctx context.Context) ([]coordination.Clash, error) {
	fates := map[string]coordination.Fate{}
	findings := map[string]validation.Finding{}
	elements := map[string]func(state.ID) (validation.Element, bool){}
	var order []string
	note := func(found *validation.Found, keys []string, fate coordination.Fate) {
		wanted := map[string]bool{}
		for _, k := range keys {
			wanted[k] = true
		}
		for _, f := range found.Findings {
			if wanted[f.Key] {
				fates[f.Key], findings[f.Key], elements[f.Key] = fate, f, found.Elements
				order = append(order, f.Key)
			}
		}
	}
	compared, was, err := g.compared(ctx)
	if err != nil {
		return nil, err
	}
	note(g.found, compared.Added, coordination.New)
	note(g.found, compared.Persistent, coordination.Open)
	if was != nil {
		note(was, compared.Unjudged, coordination.Unjudged)
		note(was, compared.Resolved, coordination.Gone)
	}
	out := make([]coordination.Clash, 0, len(order))
	for _, key := range order {
		c, err := g.clash(ctx, findings[key], fates[key], elements[key])
		if err != nil {
			return nil, err
		}
		if err := g.draw(ctx, &c, findings[key], len(out)); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// compared compares the run with the run before.
func (g *gathering) compared(ctx context.Context) (validation.Comparison, *validation.Found, error) {
	if g.before == nil {
		out := validation.Comparison{}
		for _, f := range g.found.Findings {
			out.Added = append(out.Added, f.Key)
		}
		return out, nil, nil
	}
	was, err := g.backend.Checks().Found(ctx, g.own.ModelID, g.before)
	if err != nil {
		return validation.Comparison{}, nil, err
	}
	unjudged := g.found.Unjudged(was.Findings, func(id state.ID) bool {
		_, there := g.checked.Model.Element(id)
		return there
	})
	return validation.Compare(g.before, g.run, unjudged), was, nil
}

// clash returns the entry of a report for a finding.
func (g *gathering) clash(ctx context.Context, f validation.Finding, fate coordination.Fate,
	element func(state.ID) (validation.Element, bool)) (coordination.Clash, error) {
	var data clashes.Finding
	if err := json.Unmarshal(f.Data, &data); err != nil {
		return coordination.Clash{}, state.Errorf(state.StoreCorrupt, "finding %q does not decode: %w", f.Key, err)
	}
	out := coordination.Clash{Key: f.Key, Fate: fate, Kind: string(data.Kind), At: data.Location, Depth: data.Depth,
		VolumeM3: data.Volume}
	if level, ok := element(f.Level); ok {
		out.Storey = level.Name
	}
	var models []string
	for _, id := range f.Elements {
		e, _ := element(id)
		out.Elements = append(out.Elements, coordination.Party{ID: id, Name: cmp.Or(e.Name, string(id)),
			Category: e.Category, Of: cmp.Or(e.Discipline, e.Model, clashes.OwnModel)})
		models = append(models, e.Model)
	}
	said, _ := g.record.State(g.run.Branch, f.Key, g.call.Now)
	out.Status, out.First = string(said.Status), g.run.At
	first := g.run
	if r, err := g.record.Run(said.First); err == nil {
		first, out.First = r, r.At
	}
	out.Court, out.Task = g.court(f.Key)
	var err error
	out.Delivery, err = g.deliveryOf(ctx, first, models)
	return out, err
}

// court returns the party that has to act on a finding and the title of the task, from the first open task about the
// finding.
func (g *gathering) court(key string) (party, title string) {
	for _, t := range g.tasks {
		about := func(f tasks.Finding) bool { return f.Branch == g.run.Branch && f.Key == key }
		if !t.Status.Done() && slices.ContainsFunc(t.Findings, about) {
			return t.Assignee, t.Title
		}
	}
	return "", ""
}

// deliveryOf returns the name of the latest delivered file, among given models, that a run checked.
func (g *gathering) deliveryOf(ctx context.Context, run *validation.Run, models []string) (string, error) {
	var latest app.Delivered
	name := ""
	for _, l := range run.Linked {
		link, ok := g.own.Model.ModelLinkOf(string(l.LinkID))
		if !ok || !slices.Contains(models, link.Name) {
			continue
		}
		d, came, err := g.deliveredAt(ctx, l)
		if err != nil {
			return "", err
		}
		if came && (name == "" || d.At.After(latest.At)) {
			latest, name = d, strings.TrimSpace(link.Name+" "+cmp.Or(d.Name, "first file"))
		}
	}
	return name, nil
}

// draw draws the place of a new or open clash, for the first clashes of the list.
func (g *gathering) draw(ctx context.Context, c *coordination.Clash, f validation.Finding, place int) error {
	if g.pictures == 0 || c.Status == string(validation.Approved) || c.Fate != coordination.New &&
		c.Fate != coordination.Open {
		return nil
	}
	made, _, _, err := checks.Excerpt(ctx, g.checked, coordination.NumberOf(place)+" "+c.Title(), f)
	if err != nil || made == nil {
		return err
	}
	g.pictures--
	c.Picture = made
	return nil
}
