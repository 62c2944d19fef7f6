package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/federation"
	"github.com/bimstream/bimstream/projections/validation"
)

// LinkedArguments is the argument of a question that may include linked models. Argument structs embed it.
type LinkedArguments struct {
	Models []string `json:"models,omitempty"`
}

// The values in the argument models that are not the name of a link: the model itself, and all models.
const (
	ownModel  = "own"
	allModels = "all"
)

// LinkState is a link with the state of its linked model, as far as the caller may know it.
type LinkState struct {
	Link     state.ModelLink
	View     *projections.View // nil: not loaded
	Place    state.Transform
	Findings []federation.Finding
	Hidden   bool  // the caller may not read the linked model, so nothing of it is shown
	Problem  error // why it is not loaded, if the caller may know
}

// Loaded reports whether the linked model is available for questions.
func (s *LinkState) Loaded() bool { return s.View != nil && s.Problem == nil }

// LinkStates returns the links of a state, by name. A non-zero past means that own is a past state: live links then use
// the state of the linked model at that time.
func (b *Backend) LinkStates(ctx context.Context, c *mcp.Call, own *projections.View, past time.Time) []LinkState {
	var out []LinkState
	for _, l := range own.Model.ModelLinks() {
		out = append(out, b.LinkState(ctx, c, own, l, past))
	}
	return out
}

func (b *Backend) LinkState(ctx context.Context, c *mcp.Call, own *projections.View, l state.ModelLink,
	past time.Time) LinkState {
	s := LinkState{Link: l}
	r := b.ReaderOf(c.Principal)
	if BoundsOn(c.Principal, own.Branch) != nil || r.Admits(ctx, l.ModelID) != nil {
		s.Hidden = true
		return s
	}
	if r.Bounded(BranchOfLink(l)) {
		s.Hidden = true
		return s
	}
	if s.View, s.Problem = b.StateOfLink(ctx, r, l, past); s.Problem != nil {
		s.View = nil
		return s
	}
	if s.Place, s.Problem = federation.Placing(own.Model, s.View.Model, l); s.Problem != nil {
		return s
	}
	s.Findings = b.composed.check(own, s.View, l, s.Place)
	for _, f := range s.Findings {
		if f.Blocks {
			s.Problem = state.Errorf(state.OutOfModelBounds, "%s: %s", f.Message, f.Suggestion)
			break
		}
	}
	return s
}

// BranchOfLink returns the branch of the linked model that a link refers to.
func BranchOfLink(l state.ModelLink) string {
	if l.Branch == "" {
		return projections.MainBranch
	}
	return l.Branch
}

// StateOfLink returns the state of the linked model that a link refers to.
func (b *Backend) StateOfLink(ctx context.Context, r Reader, l state.ModelLink,
	past time.Time) (*projections.View, error) {
	branch := BranchOfLink(l)
	switch {
	case l.State == shape.LinkLive && !past.IsZero():
		if _, err := r.ViewUnderived(ctx, l.ModelID, branch, ""); err != nil {
			return nil, err
		}
		return b.Live.AtTime(ctx, l.ModelID, branch, past)
	case l.State == shape.LinkLive:
		return r.ViewUnderived(ctx, l.ModelID, branch, "")
	case l.State == shape.LinkDelivery:
		revision, err := uint64(0), error(nil)
		if l.Branch == "" {
			branch, revision, err = b.LastDelivery(ctx, l.ModelID, past)
		} else {
			revision, err = b.lastImport(ctx, l.ModelID, branch, past)
		}
		if err != nil {
			return nil, err
		}
		return r.ViewUnderived(ctx, l.ModelID, branch, strconv.FormatUint(revision, 10))
	}
	return r.ViewUnderived(ctx, l.ModelID, branch, l.State)
}

// lastImport returns the revision at which the last import into a branch was complete. If until is set, later imports
// are ignored.
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
		return 0, state.Errorf(state.NotFound, "no file was imported into branch %q of the model: update_link with "+
			"state live", branch).With("branch", branch)
	}
	return last, nil
}

// federated returns v composed with the linked models that a call names, or v alone if it names none. past is the time
// of v if the call asks for a past state, otherwise zero.
func (b *Backend) federated(ctx context.Context, c *mcp.Call, v *projections.View,
	past time.Time) (*projections.View, error) {
	names := c.Common.Models
	if len(names) == 0 || len(names) == 1 && strings.EqualFold(names[0], ownModel) {
		return v, nil
	}
	states := b.LinkStates(ctx, c, v, past)
	chosen, own, err := chooseLinks(states, names)
	if err != nil {
		return nil, err
	}
	var sources []federation.Source
	unloaded := 0
	for _, s := range chosen {
		switch {
		case s.Loaded():
			sources = append(sources, federation.Source{Link: s.Link, View: s.View, Place: s.Place})
		case s.Hidden:
			unloaded++
		default:
			noted(ctx).add(mcp.Warning{Code: "LINK_NOT_LOADED",
				Message: fmt.Sprintf("link %q is not loaded: %s", s.Link.Name, s.Problem),
				Data:    map[string]any{"link_id": s.Link.ID}})
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

// chooseLinks returns the links that the names select, and whether they select the model itself. A link to a model that
// the caller may not read is included only if all models are asked for.
func chooseLinks(states []LinkState, names []string) (chosen []LinkState, own bool, err error) {
	for _, name := range names {
		switch {
		case strings.EqualFold(name, ownModel):
			own = true
			continue
		case strings.EqualFold(name, allModels):
			return states, true, nil
		}
		found := slices.DeleteFunc(slices.Clone(states), func(s LinkState) bool {
			return s.Hidden || !s.Link.Means(name)
		})
		if len(found) == 0 {
			known := []string{ownModel, allModels}
			for _, s := range states {
				if !s.Hidden {
					known = append(known, s.Link.Name)
				}
			}
			return nil, false, state.Errorf(state.NotFound,
				"models has %q, which is no link or discipline of this branch: list_links names them", name).
				With("parameter", "models").With("known", known)
		}
		for _, s := range found {
			if !slices.ContainsFunc(chosen, func(o LinkState) bool { return o.Link.ID == s.Link.ID }) {
				chosen = append(chosen, s)
			}
		}
	}
	slices.SortFunc(chosen, func(a, b LinkState) int { return strings.Compare(a.Link.Name, b.Link.Name) })
	return chosen, own, nil
}

// callNotes collects the warnings about the linked models that a call read.
type callNotes struct {
	view     *projections.View // the composed one; nil where none was asked for
	warnings []mcp.Warning
}

func (n *callNotes) add(w mcp.Warning) { n.warnings = append(n.warnings, w) }

type notesKey struct{}

// noted returns the notes of a call. Outside a call it returns new notes, which are discarded.
func noted(ctx context.Context) *callNotes {
	if n, ok := ctx.Value(notesKey{}).(*callNotes); ok {
		return n
	}
	return new(callNotes)
}

// TellingLinks wraps a handler so that the reply states which of its elements belong to linked models, and which models
// are not loaded.
func TellingLinks(handle func(context.Context, *mcp.Call) (*mcp.Outcome, error)) func(context.Context,
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

// linkedShown is how many elements of linked models one warning names: as many as a reply of usual length contains.
const linkedShown = 60

// ofModel lists the elements of one linked model in a reply.
type ofModel struct {
	Model      string     `json:"model"`
	Discipline string     `json:"discipline,omitempty"`
	Revision   uint64     `json:"revision"`
	Elements   []state.ID `json:"element_ids,omitempty"`
	Total      int        `json:"total"`
}

// linkedElements returns warnings that state which linked models the elements of a reply belong to.
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

// idsIn returns the ids that a reply contains, each once, in order of appearance.
func idsIn(data any) []state.ID {
	text := string(MustEncode(data))
	var out []state.ID
	seen := map[state.ID]bool{}
	for i := strings.IndexByte(text, '"'); i >= 0 && i+1 < len(text); {
		rest := text[i+1:]
		if len(rest) > uuidBytes && rest[uuidBytes] == '"' && LooksLikeID(rest[:uuidBytes]) {
			if id := state.ID(rest[:uuidBytes]); !seen[id] {
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

// RefuseSince returns an error if a call with linked models asks for changes since an earlier state, because the
// comparison covers only the model itself.
func RefuseSince(c *mcp.Call, v *projections.View) error {
	var a struct {
		Since mcp.At `json:"since"`
	}
	if err := c.Decode(&a); err != nil || a.Since == "" || len(v.Parts()) == 0 {
		return nil // arguments that do not decode have no since
	}
	return state.Errorf(state.InvalidInput, "since compares the model with an earlier state of itself: leave models "+
		"out, or since").With("parameter", "since")
}

// LinkedIn returns the linked models of a view in the form in which a check record stores them.
func LinkedIn(v *projections.View) []validation.Linked {
	var out []validation.Linked
	for _, p := range v.Parts() {
		out = append(out, validation.Linked{LinkID: p.Link.ID, ModelID: p.View.ModelID, Branch: p.View.Branch,
			Revision: p.View.Revision})
	}
	return out
}

// WithoutLinked removes everything but the link's id from an event about a link, if the principal may not read a model
// that the event names.
func (b *Backend) WithoutLinked(ctx context.Context, p mcp.Principal, r eventstore.Recorded, entry *EventEntry) {
	if !slices.Contains([]string{"model.linked", "model.link_set", "model.unlinked"}, r.Type) {
		return
	}
	var models []string
	e, err := state.DecodeEvent(r.Type, r.Schema, r.Data)
	switch e := e.(type) {
	case *state.ModelLinked:
		models = []string{e.ModelID}
	case *state.ModelLinkSet:
		models = []string{e.From.ModelID, e.To.ModelID}
	case *state.ModelUnlinked:
		models = []string{e.ModelID}
	}
	if err != nil || !slices.ContainsFunc(models, func(model string) bool {
		return b.ReaderOf(p).Admits(ctx, model) != nil
	}) {
		return
	}
	entry.Reasoning, entry.Long = "", nil
	if entry.Data != nil {
		entry.Data = MustEncode(map[string]any{"link_id": ChangedLink([]state.Event{e})})
	}
}

// CheckedView returns the state that a run checked, composed with the linked models as they were then. The caller must
// be allowed to read those models; ReadableRuns filters out other runs.
func (b *Backend) CheckedView(ctx context.Context, model string, run *validation.Run) (*projections.View, error) {
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

// ReadableRuns returns the record of checks without the runs that read linked models which a principal may not read.
func (b *Backend) ReadableRuns(ctx context.Context, p mcp.Principal, record *validation.Record) *validation.Record {
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

// ModelNameOf returns the name of the link that an element belongs to, or "" for an element of the model itself.
func ModelNameOf(v *projections.View, id state.ID) string {
	if p, _ := v.PartOf(id); p != nil {
		return p.Link.Name
	}
	return ""
}
