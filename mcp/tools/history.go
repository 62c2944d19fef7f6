package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/record"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/sessionlog"
)

// EventEntry is an event as history tells it.
type EventEntry struct {
	EventID    string          `json:"event_id"`
	Revision   uint64          `json:"revision"`
	Branch     string          `json:"branch,omitempty" jsonschema:"before the fork: the ancestor it happened on"`
	Type       string          `json:"type"`
	OccurredAt time.Time       `json:"occurred_at"`
	UserID     string          `json:"user_id"`
	AgentID    string          `json:"agent_id,omitempty"`
	Tool       string          `json:"tool"`
	Reasoning  string          `json:"reasoning,omitempty"`
	CommandID  string          `json:"command_id"`
	Touched    []domain.Touch  `json:"touched"`
	Data       json.RawMessage `json:"data,omitempty"`
	Hash       string          `json:"hash,omitempty"`
	Long       []longList      `json:"long_lists,omitempty" jsonschema:"of data, told in part: get_element with at pages them"`
	// Of element_history alone.
	SessionID string         `json:"session_id,omitempty" jsonschema:"of the work that it was part of"`
	Thoughts  []thoughtEntry `json:"thoughts,omitempty" jsonschema:"after which it was done, the last ones"`
	Approved  []approvedBy   `json:"approved,omitempty" jsonschema:"who agreed to it before"`
	followed
}

type listEvents struct {
	From *mcp.Revision `json:"from_revision,omitempty"`
	eventFilter
	Detailed bool `json:"detailed,omitempty" jsonschema:"with the events' data and hashes"`
	mcp.ReadArguments
}

type eventList struct {
	ModelID  string       `json:"model_id"`
	Branch   string       `json:"branch"`
	Revision uint64       `json:"revision"`
	Events   []EventEntry `json:"events"`
	Paging
}

type elementHistory struct {
	ElementID domain.ID `json:"element_id"`
	mcp.ReadArguments
}

type elementHistoryData struct {
	ElementID domain.ID          `json:"element_id"`
	Revision  uint64             `json:"revision"`
	Exists    bool               `json:"exists" jsonschema:"false: it was deleted"`
	Entries   []EventEntry       `json:"entries" jsonschema:"oldest first; derived ones followed from others"`
	InFile    *record.Authorship `json:"in_the_file,omitempty" jsonschema:"who made it in the program it comes from"`
	Since     uint64             `json:"derived_since,omitempty" jsonschema:"derived ones are told of revisions after this one; none: all"`
	Paging
}

type listModels struct {
	Limit  mcp.Limit `json:"limit,omitempty"`
	Cursor string    `json:"cursor,omitempty"`
}

type modelList struct {
	Models []modelEntry `json:"models"`
	Paging
}

type modelEntry struct {
	ModelID     string              `json:"model_id"`
	Name        string              `json:"name"`
	Description string              `json:"description,omitempty"`
	Owner       string              `json:"owner"`
	Access      domain.Access       `json:"access" jsonschema:"what you may do: own, edit, comment or read"`
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
			Input: listEvents{}, Output: eventList{}, Handle: reading(b, b.listEvents)},
		{Name: "element_history", Title: "Element history", Server: "coordination", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "How an element, also a deleted one, came to be: what touched it or followed, who, for " +
				"whom, why, thoughts, who approved.",
			Input: elementHistory{}, Output: elementHistoryData{}, Handle: reading(b, x.elementHistory)},
	}
}

func (b *Backend) listModels(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	p, err := pageOf(c)
	if err != nil {
		return nil, err
	}
	models, err := b.models(ctx, c.Principal)
	if err != nil {
		return nil, err
	}
	entries := make([]modelEntry, len(models))
	for i, m := range models {
		entries[i] = modelEntryOf(m, c.Principal)
	}
	var data modelList
	data.Models, data.Paging, err = takeLive(p, entries, func(e modelEntry) string { return e.ModelID },
		bytesOf[modelEntry])
	return &mcp.Outcome{Data: data}, err
}

// modelEntryOf returns what a principal is told of a model that it may see.
func modelEntryOf(m projections.ModelEntry, p mcp.Principal) modelEntry {
	scope, _ := p.Scope(mcp.OpRead)
	out := modelEntry{
		ModelID: m.ID, Name: m.Name, Description: bounded(m.Description), Owner: m.Owner,
		Access: accessOf(m, user(p)), Shared: m.Register.Shares(), Branches: []string{},
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

func (b *Backend) listEvents(ctx context.Context, v *projections.View, a *listEvents, p *page) (eventList, error) {
	wanted, err := a.match(v)
	if err != nil {
		return eventList{}, err
	}
	data := eventList{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision}
	var from uint64
	if a.From != nil {
		from = uint64(*a.From)
	}
	if a.all() {
		// Without a filter the page is a stretch of revisions, and only that is read.
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
	return data, branchesTold(p.caller, data.Events)
}

// eventsMeant returns the revisions of the branch's own events that are meant, from one on, ascending.
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

// readThrough is how many events that are not wanted are read to come to the next one that is: a question to the store
// costs as much as reading some twenty events.
const readThrough = 20

// those fills the list with the page of some events.
func (d eventList) those(ctx context.Context, b *Backend, revisions []uint64, detailed bool,
	p *page) (eventList, error) {
	d.Events, d.Paging = []EventEntry{}, Paging{Total: len(revisions)}
	left := revisions[min(p.offset, len(revisions)):]
	stream, bytes := projections.StreamName(d.ModelID, d.Branch), 0
	for len(left) > 0 && len(d.Events) < p.size && !d.Cut {
		before := len(left)
		for r, err := range b.Store.Read(ctx, stream, left[0]) {
			if err != nil {
				return d, err
			}
			if r.Revision < left[0] {
				continue
			}
			entry, err := entryOf(r, detailed)
			if err != nil {
				return d, err
			}
			b.withoutLinked(ctx, p.caller, r, &entry)
			bytes += bytesOf(entry)
			if d.Cut = bytes > maxAnswerBytes && len(d.Events) > 0; d.Cut {
				break
			}
			d.Events, left = append(d.Events, entry), left[1:]
			if len(left) == 0 || len(d.Events) == p.size || left[0]-r.Revision > readThrough {
				break
			}
		}
		if len(left) == before && !d.Cut {
			return d, missingRevision(d.Branch, left[0])
		}
	}
	if len(left) > 0 {
		d.NextCursor, d.Left = p.cursor(p.offset+len(d.Events)), len(left)
	}
	return d, nil
}

// stretch fills the list with the page's events.
func (d eventList) stretch(ctx context.Context, b *Backend, v *projections.View, from uint64, detailed bool,
	p *page) (eventList, error) {
	total := 0
	if from <= v.Revision {
		total = int(v.Revision - from + 1)
	}
	d.Events, d.Paging = []EventEntry{}, Paging{Total: total}
	if p.offset >= total {
		return d, nil
	}
	stream, bytes := projections.StreamName(v.ModelID, v.Branch), 0
	for r, err := range b.Store.Read(ctx, stream, from+uint64(p.offset)) {
		if err != nil {
			return d, err
		}
		entry, err := entryOf(r, detailed)
		if err != nil {
			return d, err
		}
		b.withoutLinked(ctx, p.caller, r, &entry)
		bytes += bytesOf(entry)
		cut := bytes > maxAnswerBytes && len(d.Events) > 0
		if r.Revision > v.Revision || len(d.Events) == p.size || cut {
			d.Cut = cut && len(d.Events) < p.size && r.Revision <= v.Revision
			break
		}
		d.Events = append(d.Events, entry)
	}
	if next := p.offset + len(d.Events); next < total {
		d.NextCursor, d.Left = p.cursor(next), total-next
	}
	return d, nil
}

func (x *explaining) elementHistory(ctx context.Context, v *projections.View, a *elementHistory,
	p *page) (elementHistoryData, error) {
	mentions := v.Timeline(a.ElementID)
	if len(mentions) == 0 {
		return elementHistoryData{}, neverThere(a.ElementID)
	}
	e, exists := v.Model.Element(a.ElementID)
	data := elementHistoryData{ElementID: a.ElementID, Revision: v.Revision, Exists: exists}
	if exists && e.Origin != nil {
		kept, _ := v.Model.OriginRecord(e.Origin.History)
		data.InFile = record.AuthorshipOf(kept.Text)
	}
	why, err := x.reasons(ctx, v.ModelID)
	if err != nil {
		return data, err
	}
	entries := make([]EventEntry, 0, len(mentions))
	for _, mention := range mentions {
		entry, err := x.backend.eventAt(ctx, v.ModelID, mention)
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
	if err := branchesTold(p.caller, entries); err != nil {
		return data, err
	}
	data.Entries, data.Paging = take(p, entries, bytesOf[EventEntry])
	return data, nil
}

// inOrder puts the events that name an element and those that it followed from into the order in which they happened.
func inOrder(v *projections.View, named, derived []EventEntry) []EventEntry {
	age := map[string]int{"": len(v.Lineage())} // of the view's own branch no name is told
	for i, part := range v.Lineage() {
		if part.Branch != v.Branch {
			age[part.Branch] = i
		}
	}
	all := slices.Concat(named, derived)
	slices.SortStableFunc(all, func(a, b EventEntry) int {
		return cmp.Or(cmp.Compare(age[a.Branch], age[b.Branch]), cmp.Compare(a.Revision, b.Revision))
	})
	return all
}

func neverThere(id domain.ID) error {
	return domain.Errorf(domain.NotFound, "no element %q was ever in this branch: list elements with query_elements",
		id).With("element_id", id)
}

func (b *Backend) eventAt(ctx context.Context, modelID string, at projections.EventRef) (EventEntry, error) {
	for r, err := range b.Store.Read(ctx, projections.StreamName(modelID, at.Branch), at.Revision) {
		if err != nil {
			return EventEntry{}, err
		}
		return entryOf(r, true)
	}
	return EventEntry{}, missingRevision(at.Branch, at.Revision)
}

func missingRevision(branch string, revision uint64) error {
	return domain.Errorf(domain.StoreCorrupt, "revision %d of branch %q is not in the store", revision, branch)
}

func entryOf(r eventstore.Recorded, detailed bool) (EventEntry, error) {
	meta, err := projections.DecodeMeta(r.Meta)
	if err != nil {
		return EventEntry{}, domain.Errorf(domain.StoreCorrupt,
			"the metadata of event %s does not decode: %w", r.ID, err)
	}
	entry := EventEntry{
		EventID: r.ID, Revision: r.Revision, Type: r.Type, OccurredAt: meta.OccurredAt,
		UserID: meta.UserID, AgentID: meta.AgentID,
		Tool: meta.Tool, Reasoning: meta.Reasoning, CommandID: meta.CommandID, Touched: meta.Touched,
	}
	if detailed {
		entry.Hash = hexOf(r.Hash)
		entry.Data, entry.Long, err = beginnings(r.Data, longListBytes)
	}
	return entry, err
}
