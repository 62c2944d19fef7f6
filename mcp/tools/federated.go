package tools

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/federation"
	"github.com/bimstream/bimstream/projections/validation"
)

// linkedArguments let a question be about linked models too. Argument structs embed it.
type linkedArguments struct {
	Models []string `json:"models,omitempty"`
}

// The words that name more, or other, than one link among models.
const (
	ownModel  = "own"
	allModels = "all"
)

// linkState is a link with the state of the model that it looks at, as far as the caller may know of it.
type linkState struct {
	link     domain.ModelLink
	view     *projections.View // nil: not loaded
	place    domain.Transform
	findings []federation.Finding
	hidden   bool  // the caller may not read the linked model: nothing of it is told
	problem  error // why it is not loaded, where the caller may know
}

// loaded reports whether questions can be about the linked model.
func (s *linkState) loaded() bool { return s.view != nil && s.problem == nil }

// linkStates returns the links of a state, by name. past says that the state is one of the past: what is live is then
// looked at as it was at that time.
func (b *Backend) linkStates(ctx context.Context, c *mcp.Call, own *projections.View, past time.Time) []linkState {
	var out []linkState
	for _, l := range own.Model.ModelLinks() {
		out = append(out, b.linkState(ctx, c, own, l, past))
	}
	return out
}

func (b *Backend) linkState(ctx context.Context, c *mcp.Call, own *projections.View, l domain.ModelLink,
	past time.Time) linkState {
	s := linkState{link: l}
	r := b.ReaderOf(c.Principal)
	if boundsOn(c.Principal, own.Branch) != nil || r.Admits(ctx, l.ModelID) != nil {
		s.hidden = true
		return s
	}
	if r.Bounded(branchOfLink(l)) {
		s.hidden = true
		return s
	}
	if s.view, s.problem = b.stateOfLink(ctx, r, l, past); s.problem != nil {
		s.view = nil
		return s
	}
	if s.place, s.problem = federation.Placing(own.Model, s.view.Model, l); s.problem != nil {
		return s
	}
	s.findings = b.composed.check(own, s.view, l, s.place)
	for _, f := range s.findings {
		if f.Blocks {
			s.problem = domain.Errorf(domain.OutOfModelBounds, "%s: %s", f.Message, f.Suggestion)
			break
		}
	}
	return s
}

// branchOfLink returns the branch that a link looks at.
func branchOfLink(l domain.ModelLink) string {
	if l.Branch == "" {
		return projections.MainBranch
	}
	return l.Branch
}

// stateOfLink returns the state of a linked model that a link looks at.
func (b *Backend) stateOfLink(ctx context.Context, r Reader, l domain.ModelLink,
	past time.Time) (*projections.View, error) {
	branch := branchOfLink(l)
	switch {
	case l.State == domain.LinkLive && !past.IsZero():
		if _, err := r.state(ctx, l.ModelID, branch, ""); err != nil {
			return nil, err
		}
		return b.Live.AtTime(ctx, l.ModelID, branch, past)
	case l.State == domain.LinkLive:
		return r.state(ctx, l.ModelID, branch, "")
	case l.State == domain.LinkDelivery:
		revision, err := uint64(0), error(nil)
		if l.Branch == "" {
			branch, revision, err = b.lastDelivery(ctx, l.ModelID, past)
		} else {
			revision, err = b.lastImport(ctx, l.ModelID, branch, past)
		}
		if err != nil {
			return nil, err
		}
		return r.state(ctx, l.ModelID, branch, strconv.FormatUint(revision, 10))
	}
	return r.state(ctx, l.ModelID, branch, l.State)
}

// lastImport returns the revision at which the last import into a branch was complete, until a time where one is given.
func (b *Backend) lastImport(ctx context.Context, model, branch string, until time.Time) (uint64, error) {
	v, err := b.Live.View(ctx, model, branch)
	if err != nil {
		return 0, err
	}
	last, found := uint64(0), false
	for r, err := range b.Store.Read(ctx, projections.StreamName(model, v.Branch), 0) {
		if err != nil {
			return 0, err
		}
		if r.Type != "import.completed" && r.Type != "model.delivered" {
			continue
		}
		if meta, err := projections.DecodeMeta(r.Meta); err == nil && !until.IsZero() && meta.OccurredAt.After(until) {
			break
		}
		last, found = r.Revision, true
	}
	if !found {
		return 0, domain.Errorf(domain.NotFound, "no file was imported into branch %q of the model: update_link with "+
			"state live", branch).With("branch", branch)
	}
	return last, nil
}

// federated returns the view that a call is about: with the linked models that it names, or v alone where it names
// none. past is when v was the state, where that is asked for; zero for the current one.
func (b *Backend) federated(ctx context.Context, c *mcp.Call, v *projections.View,
	past time.Time) (*projections.View, error) {
	names := c.Common.Models
	if len(names) == 0 || len(names) == 1 && strings.EqualFold(names[0], ownModel) {
		return v, nil
	}
	states := b.linkStates(ctx, c, v, past)
	chosen, own, err := chooseLinks(states, names)
	if err != nil {
		return nil, err
	}
	var sources []federation.Source
	unloaded := 0
	for _, s := range chosen {
		switch {
		case s.loaded():
			sources = append(sources, federation.Source{Link: s.link, View: s.view, Place: s.place})
		case s.hidden:
			unloaded++
		default:
			noted(ctx).add(mcp.Warning{Code: "LINK_NOT_LOADED",
				Message: fmt.Sprintf("link %q is not loaded: %s", s.link.Name, s.problem),
				Data:    map[string]any{"link_id": s.link.ID}})
		}
	}
	if unloaded > 0 {
		noted(ctx).add(mcp.Warning{Code: "LINK_NOT_LOADED",
			Message: "models are linked that you may not read: nothing of them is in this reply",
			Data:    map[string]any{"links": unloaded}})
	}
	out := b.composed.get(v, sources, own)
	noted(ctx).view = out
	return out, nil
}

// chooseLinks returns the links that are named, and whether the model itself is. A link that the caller may not know is
// there only where all are asked for.
func chooseLinks(states []linkState, names []string) (chosen []linkState, own bool, err error) {
	for _, name := range names {
		switch {
		case strings.EqualFold(name, ownModel):
			own = true
			continue
		case strings.EqualFold(name, allModels):
			return states, true, nil
		}
		found := slices.DeleteFunc(slices.Clone(states), func(s linkState) bool {
			return s.hidden || !s.link.Means(name)
		})
		if len(found) == 0 {
			known := []string{ownModel, allModels}
			for _, s := range states {
				if !s.hidden {
					known = append(known, s.link.Name)
				}
			}
			return nil, false, domain.Errorf(domain.NotFound,
				"models has %q, which is no link or discipline of this branch: list_links names them", name).
				With("parameter", "models").With("known", known)
		}
		for _, s := range found {
			if !slices.ContainsFunc(chosen, func(o linkState) bool { return o.link.ID == s.link.ID }) {
				chosen = append(chosen, s)
			}
		}
	}
	slices.SortFunc(chosen, func(a, b linkState) int { return strings.Compare(a.link.Name, b.link.Name) })
	return chosen, own, nil
}

// callNotes are what is to be said of the linked models that a call looked at.
type callNotes struct {
	view     *projections.View // the composed one; nil where none was asked for
	warnings []mcp.Warning
}

func (n *callNotes) add(w mcp.Warning) { n.warnings = append(n.warnings, w) }

type notesKey struct{}

// noted returns the notes of a call; others than those of a call come to nothing.
func noted(ctx context.Context) *callNotes {
	if n, ok := ctx.Value(notesKey{}).(*callNotes); ok {
		return n
	}
	return new(callNotes)
}

// tellingLinks lets the reply of a tool say which of its elements are of linked models, and what is not loaded.
func tellingLinks(handle func(context.Context, *mcp.Call) (*mcp.Outcome, error)) func(context.Context,
	*mcp.Call) (*mcp.Outcome, error) {
	return func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
		notes := new(callNotes)
		out, err := handle(context.WithValue(ctx, notesKey{}, notes), c)
		if err != nil || out == nil {
			return out, err
		}
		if notes.view != nil {
			notes.warnings = append(notes.warnings, linkedElements(notes.view, out.Data)...)
		}
		out.Warnings = append(out.Warnings, notes.warnings...)
		return out, nil
	}
}

// linkedShown is how many elements of linked models one warning names: what is in a reply of usual length.
const linkedShown = 60

// ofModel are the elements of one linked model in a reply.
type ofModel struct {
	Model      string      `json:"model"`
	Discipline string      `json:"discipline,omitempty"`
	Revision   uint64      `json:"revision"`
	Elements   []domain.ID `json:"element_ids,omitempty"`
	Total      int         `json:"total"`
}

// linkedElements says of the elements of a reply which models they are of, unless they are the model's own.
func linkedElements(v *projections.View, data any) []mcp.Warning {
	parts := v.Parts()
	of := make([]ofModel, len(parts))
	for i, p := range parts {
		of[i] = ofModel{Model: p.Link.Name, Discipline: p.Link.Discipline, Revision: p.View.Revision}
	}
	shown := 0
	for _, id := range idsIn(data) {
		p, _ := v.PartOf(id)
		if p == nil {
			continue
		}
		m := &of[slices.Index(parts, p)]
		if m.Total++; shown < linkedShown {
			shown++
			m.Elements = append(m.Elements, id)
		}
	}
	of = slices.DeleteFunc(of, func(m ofModel) bool { return m.Total == 0 })
	if len(of) == 0 {
		return nil
	}
	return []mcp.Warning{{Code: "LINKED_ELEMENTS",
		Message: "some elements of this reply are of linked models: they are changed there, not here",
		Data:    map[string]any{"models": of}}}
}

// idsIn returns the ids that a reply has, each once, in their order in it.
func idsIn(data any) []domain.ID {
	text := string(mustEncode(data))
	var out []domain.ID
	seen := map[domain.ID]bool{}
	for i := strings.IndexByte(text, '"'); i >= 0 && i+1 < len(text); {
		rest := text[i+1:]
		if len(rest) > uuidBytes && rest[uuidBytes] == '"' && looksLikeID(rest[:uuidBytes]) {
			if id := domain.ID(rest[:uuidBytes]); !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
		next := strings.IndexByte(rest, '"')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return out
}

// refuseSince refuses to compare linked models with an earlier state: a change since then is one of the model itself.
func refuseSince(c *mcp.Call, v *projections.View) error {
	var a struct {
		Since mcp.At `json:"since"`
	}
	if err := c.Decode(&a); err != nil || a.Since == "" || len(v.Parts()) == 0 {
		return nil // what does not decode has no such argument
	}
	return domain.Errorf(domain.InvalidInput, "since compares the model with an earlier state of itself: leave models "+
		"out, or since").With("parameter", "since")
}

// linkedIn returns the linked models of a view as a record of a check has them.
func linkedIn(v *projections.View) []validation.Linked {
	var out []validation.Linked
	for _, p := range v.Parts() {
		out = append(out, validation.Linked{LinkID: p.Link.ID, ModelID: p.View.ModelID, Branch: p.View.Branch,
			Revision: p.View.Revision})
	}
	return out
}

// withoutLinked leaves of an event about a link the id of the link alone, for who may not read a model that it names.
func (b *Backend) withoutLinked(ctx context.Context, p mcp.Principal, r eventstore.Recorded, entry *EventEntry) {
	if !slices.Contains([]string{"model.linked", "model.link_set", "model.unlinked"}, r.Type) {
		return
	}
	var models []string
	e, err := domain.DecodeEvent(r.Type, r.Schema, r.Data)
	switch e := e.(type) {
	case *domain.ModelLinked:
		models = []string{e.ModelID}
	case *domain.ModelLinkSet:
		models = []string{e.From.ModelID, e.To.ModelID}
	case *domain.ModelUnlinked:
		models = []string{e.ModelID}
	}
	if err != nil || !slices.ContainsFunc(models, func(model string) bool {
		return b.ReaderOf(p).Admits(ctx, model) != nil
	}) {
		return
	}
	entry.Reasoning, entry.Long = "", nil
	if entry.Data != nil {
		entry.Data = mustEncode(map[string]any{"link_id": changedLink([]domain.Event{e})})
	}
}

// checkedView returns the state that a run checked, with the linked models that it looked at, each as it was then. The
// caller may read them: other runs are not there for it (readableRuns).
func (b *Backend) checkedView(ctx context.Context, model string, run *validation.Run) (*projections.View, error) {
	v, err := b.Live.At(ctx, model, run.Branch, run.Revision)
	if err != nil || len(run.Linked) == 0 {
		return v, err
	}
	var sources []federation.Source
	for _, l := range run.Linked {
		link, ok := v.Model.ModelLinkOf(string(l.LinkID))
		if !ok {
			continue
		}
		linked, err := b.Live.At(ctx, l.ModelID, l.Branch, l.Revision)
		if err != nil {
			return nil, err
		}
		place, err := federation.Placing(v.Model, linked.Model, link)
		if err != nil {
			return nil, err
		}
		sources = append(sources, federation.Source{Link: link, View: linked, Place: place})
	}
	return b.composed.get(v, sources, true), nil
}

// readableRuns returns the record of checks without those that looked at models that a principal may not read.
func (b *Backend) readableRuns(ctx context.Context, p mcp.Principal, record *validation.Record) *validation.Record {
	r := b.ReaderOf(p)
	known := map[string]bool{}
	readable := func(l validation.Linked) bool {
		may, asked := known[l.ModelID]
		if !asked {
			may = r.Admits(ctx, l.ModelID) == nil && !r.Bounded(l.Branch)
			known[l.ModelID] = may
		}
		return may
	}
	return record.Without(func(run *validation.Run) bool {
		return slices.ContainsFunc(run.Linked, func(l validation.Linked) bool { return !readable(l) })
	})
}

// modelNameOf returns the name of the link that an element comes by, "" for one of the model itself.
func modelNameOf(v *projections.View, id domain.ID) string {
	if p, _ := v.PartOf(id); p != nil {
		return p.Link.Name
	}
	return ""
}
