package model

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/sessions"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/record"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/sessionlog"
)

type listEvents struct {
	From *mcp.Revision `json:"from_revision,omitempty"`
	eventFilter
	Detailed bool `json:"detailed,omitempty" jsonschema:"with the events' data and hashes"`
	mcp.ReadArguments
}

type EventList struct {
	ModelID  string           `json:"model_id"`
	Branch   string           `json:"branch"`
	Revision uint64           `json:"revision"`
	Events   []app.EventEntry `json:"events"`
	app.Paging
}

type elementHistory struct {
	ElementID state.ID `json:"element_id"`
	mcp.ReadArguments
}

type elementHistoryData struct {
	ElementID state.ID         `json:"element_id"`
	Revision  uint64           `json:"revision"`
	Exists    bool             `json:"exists" jsonschema:"false: it was deleted"`
	Entries   []app.EventEntry `json:"entries" jsonschema:"oldest first; derived ones followed from others"`
	InFile    *claimedOrigin   `json:"in_the_file,omitempty" jsonschema:"whom the file it came by names as its authors"`
	Since     uint64           `json:"derived_since,omitempty" jsonschema:"derived ones are told of revisions after this one; none: all"`
	app.Paging
}

type listModels struct {
	Limit  mcp.Limit `json:"limit,omitempty"`
	Cursor string    `json:"cursor,omitempty"`
}

type modelList struct {
	Models []modelEntry `json:"models"`
	app.Paging
}

type modelEntry struct {
	ModelID     string              `json:"model_id"`
	Name        string              `json:"name"`
	Description string              `json:"description,omitempty"`
	Owner       string              `json:"owner"`
	Access      state.Access        `json:"access" jsonschema:"what you may do: own, edit, comment or read"`
	Shared      []projections.Share `json:"shared_with,omitempty" jsonschema:"what others may do"`
	Revision    uint64              `json:"revision,omitempty" jsonschema:"of main, where you may read it"`
	Branches    []string            `json:"branches" jsonschema:"that you may read"`
	UpdatedAt   time.Time           `json:"updated_at,omitzero" jsonschema:"of main, where you may read it"`
}

func historyTools(b *Backend) []mcp.Tool {
	x := &explaining{b, sessionlog.New(b.Store), approving.NewLog(b.Store)}
	return []mcp.Tool{
		{Name: "list_models", Title: "List models", Server: "coordination", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists your models and those shared with you, with who may do what.", Input: listModels{},
			Output: modelList{}, Handle: b.listModels},
		{Name: "list_events", Title: "List events", Server: "coordination", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists a branch's events with who, when and why, oldest first, by type, element, actor " +
				"and time.",
			Input: listEvents{}, Output: EventList{}, Handle: app.Reading(b.Backend, b.listEvents)},
		{Name: "element_history", Title: "Element history", Server: "coordination", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "How an element, deleted or not, came to be: changes to it and what followed, who, for " +
				"whom, why, thoughts, approval.",
			Input: elementHistory{}, Output: elementHistoryData{}, Handle: app.Reading(b.Backend, x.elementHistory)},
	}
}

func (b *Backend) listModels(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	p, err := app.PageOf(c)
	if err != nil {
		return nil, err
	}
	models, err := b.Models(ctx, c.Principal)
	if err != nil {
		return nil, err
	}
	entries := make([]modelEntry, len(models))
	for i, m := range models {
		entries[i] = ModelEntryOf(m, c.Principal)
	}
	var data modelList
	data.Models, data.Paging, err = app.TakeLive(p, entries, func(e modelEntry) string { return e.ModelID },
		app.BytesOf[modelEntry])
	return &mcp.Outcome{Data: data}, err
}

// ModelEntryOf returns the entry of a model for the list of a principal that may see the model.
func ModelEntryOf(m projections.ModelEntry, p mcp.Principal) modelEntry {
	scope, _ := p.Scope(mcp.OpRead)
	out := modelEntry{
		ModelID: m.ID, Name: m.Name, Description: checks.Bounded(m.Description), Owner: m.Owner,
		Access: app.AccessOf(m, app.User(p)), Shared: m.Register.Shares(), Branches: []string{},
	}
	if scope.AllowsBranch(projections.MainBranch) {
		out.Revision, out.UpdatedAt = m.Revision, m.UpdatedAt
	}
	for _, branch := range m.Branches {
		if _, archived := m.Register.Archived(branch.Name); !archived && scope.AllowsBranch(branch.Name) {
			out.Branches = append(out.Branches, branch.Name)
		}
	}
	return out
}

func (b *Backend) listEvents(ctx context.Context, v *projections.View, a *listEvents, p *app.Page) (EventList, error) {
	wanted, err := a.match(v)
	if err != nil {
		return EventList{}, err
	}
	data := EventList{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision}
	var from uint64
	if a.From != nil {
		from = uint64(*a.From)
	}
	if a.all() {
		// Without a filter the page is a contiguous range of revisions, and only that range is read.
		data, err = data.stretch(ctx, b, v, from, a.Detailed, p)
	} else {
		var revisions []uint64
		if revisions, err = b.eventsMeant(ctx, v, wanted, from); err == nil {
			data, err = data.those(ctx, b, revisions, a.Detailed, p)
		}
	}
	if err != nil {
		return data, err
	}
	return data, branchesTold(p.Caller, data.Events)
}

// eventsMeant returns the revisions of the branch's own events that match the filter, from a revision on, ascending.
func (b *Backend) eventsMeant(ctx context.Context, v *projections.View, wanted eventMatch,
	from uint64) ([]uint64, error) {
	var touching []uint64
	if wanted.ElementID != "" {
		touching = v.History(wanted.ElementID)
		first, _ := slices.BinarySearch(touching, from)
		if touching = touching[first:]; wanted.ofElementAlone() {
			return touching, nil
		}
	}
	revisions, err := b.Live.EventsOf(ctx, v.ModelID, v.Branch, wanted.filter(), from, v.Revision)
	if err != nil || wanted.ElementID == "" {
		return revisions, err
	}
	return slices.DeleteFunc(touching, func(revision uint64) bool {
		_, meant := slices.BinarySearch(revisions, revision)
		return !meant
	}), nil
}

// readThrough is how many events that do not match are read on the way to the next matching event. A new query of the
// store would cost as much as reading some twenty events.
const readThrough = 20

// those fills the list with the page's part of the given revisions.
func (d EventList) those(ctx context.Context, b *Backend, revisions []uint64, detailed bool,
	p *app.Page) (EventList, error) {
	d.Events, d.Paging = []app.EventEntry{}, app.Paging{Total: len(revisions)}
	left := revisions[min(p.Offset, len(revisions)):]
	stream, bytes := projections.StreamName(d.ModelID, d.Branch), 0
	for len(left) > 0 && len(d.Events) < p.Size && !d.Cut {
		before := len(left)
		for r, err := range b.Store.Read(ctx, stream, left[0]) {
			if err != nil {
				return d, err
			}
			if r.Revision < left[0] {
				continue
			}
			entry, err := app.EntryOf(r, detailed)
			if err != nil {
				return d, err
			}
			b.WithoutLinked(ctx, p.Caller, r, &entry)
			bytes += app.BytesOf(entry)
			if d.Cut = bytes > app.MaxAnswerBytes && len(d.Events) > 0; d.Cut {
				break
			}
			d.Events, left = append(d.Events, entry), left[1:]
			if len(left) == 0 || len(d.Events) == p.Size || left[0]-r.Revision > readThrough {
				break
			}
		}
		if len(left) == before && !d.Cut {
			return d, app.MissingRevision(d.Branch, left[0])
		}
	}
	if len(left) > 0 {
		d.NextCursor, d.Left = p.Cursor(p.Offset+len(d.Events)), len(left)
	}
	return d, nil
}

// stretch fills the list with the page's events.
func (d EventList) stretch(ctx context.Context, b *Backend, v *projections.View, from uint64, detailed bool,
	p *app.Page) (EventList, error) {
	total := 0
	if from <= v.Revision {
		total = int(v.Revision - from + 1)
	}
	d.Events, d.Paging = []app.EventEntry{}, app.Paging{Total: total}
	if p.Offset >= total {
		return d, nil
	}
	stream, bytes := projections.StreamName(v.ModelID, v.Branch), 0
	for r, err := range b.Store.Read(ctx, stream, from+uint64(p.Offset)) {
		if err != nil {
			return d, err
		}
		entry, err := app.EntryOf(r, detailed)
		if err != nil {
			return d, err
		}
		b.WithoutLinked(ctx, p.Caller, r, &entry)
		bytes += app.BytesOf(entry)
		cut := bytes > app.MaxAnswerBytes && len(d.Events) > 0
		if r.Revision > v.Revision || len(d.Events) == p.Size || cut {
			d.Cut = cut && len(d.Events) < p.Size && r.Revision <= v.Revision
			break
		}
		d.Events = append(d.Events, entry)
	}
	if next := p.Offset + len(d.Events); next < total {
		d.NextCursor, d.Left = p.Cursor(next), total-next
	}
	return d, nil
}

func (x *explaining) elementHistory(ctx context.Context, v *projections.View, a *elementHistory,
	p *app.Page) (elementHistoryData, error) {
	mentions := v.Timeline(a.ElementID)
	if len(mentions) == 0 {
		return elementHistoryData{}, NeverThere(a.ElementID)
	}
	e, exists := v.Model.Element(a.ElementID)
	data := elementHistoryData{ElementID: a.ElementID, Revision: v.Revision, Exists: exists}
	if exists && e.Origin != nil {
		kept, _ := v.Model.OriginRecord(e.Origin.History)
		if told := record.AuthorshipOf(kept.Text); told != nil {
			source, err := x.backend.importedFrom(ctx, v.ModelID, mentions[0])
			if err != nil {
				return data, err
			}
			data.InFile = &claimedOrigin{*told, source}
		}
	}
	why, err := x.reasons(ctx, v.ModelID)
	if err != nil {
		return data, err
	}
	entries := make([]app.EventEntry, 0, len(mentions))
	for _, mention := range mentions {
		entry, err := x.backend.EventAt(ctx, v.ModelID, mention)
		if err != nil {
			return data, err
		}
		if mention.Branch != v.Branch {
			entry.Branch = mention.Branch
		}
		why.explain(&entry)
		entries = append(entries, entry)
	}
	derived, since, err := x.backend.derivedHistory(ctx, v, a.ElementID, mentions)
	if err != nil {
		return data, err
	}
	for i := range derived {
		why.explain(&derived[i])
	}
	data.Since = since
	entries = inOrder(v, entries, derived)
	if err := branchesTold(p.Caller, entries); err != nil {
		return data, err
	}
	data.Entries, data.Paging = app.Take(p, entries, app.BytesOf[app.EventEntry])
	return data, nil
}

// inOrder merges the events that name an element and the events that reached it otherwise into chronological order.
func inOrder(v *projections.View, named, derived []app.EventEntry) []app.EventEntry {
	age := map[string]int{"": len(v.Lineage())} // events of the view's own branch have no branch name
	for i, part := range v.Lineage() {
		if part.Branch != v.Branch {
			age[part.Branch] = i
		}
	}
	all := slices.Concat(named, derived)
	slices.SortStableFunc(all, func(a, b app.EventEntry) int {
		return cmp.Or(cmp.Compare(age[a.Branch], age[b.Branch]), cmp.Compare(a.Revision, b.Revision))
	})
	return all
}

func NeverThere(id state.ID) error {
	return state.Errorf(state.NotFound, "no element %q was ever in this branch: list elements with query_elements",
		id).With("element_id", id)
}

func ThoughtEntryOf(eventID string, t sessions.Thought) app.ThoughtEntry {
	return app.ThoughtEntry{SessionID: t.SessionID, ThoughtID: t.ThoughtID, EventID: eventID, Index: t.Index,
		Kind: t.Kind, Thought: t.Text, Elements: t.Elements, At: t.At}
}
