package branches

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections"
)

type MergeData struct {
	Summary    string             `json:"summary" jsonschema:"what it comes to, in words"`
	ModelID    string             `json:"model_id"`
	Branch     string             `json:"branch"`
	Revision   uint64             `json:"revision" jsonschema:"of the branch after the merge"`
	Merged     bool               `json:"merged" jsonschema:"false: open conflicts, or nothing new"`
	WouldMerge bool               `json:"would_merge" jsonschema:"something is new and no conflict open"`
	NeedsHuman []string           `json:"needs_person,omitempty" jsonschema:"what a person has to do"`
	Source     model.PointData    `json:"source"`
	Base       model.PointData    `json:"base"`
	Counts     mergeCounts        `json:"counts" jsonschema:"of all; with open conflicts, where ours wins them"`
	Open       int                `json:"open_conflicts"`
	Conflicts  []conflictData     `json:"conflicts" jsonschema:"open ones first"`
	Automatic  []app.Automatic    `json:"automatic" jsonschema:"decided without asking; detail full lists all"`
	Created    []app.ElementEcho  `json:"created"`
	Modified   []app.ModifiedEcho `json:"modified" jsonschema:"those that follow from others (derived) last"`
	Deleted    []app.DeletedEcho  `json:"deleted"`
	EventCount int                `json:"event_count"`
	Events     []app.EventRef     `json:"events" jsonschema:"the last, which is the merge; with detail full all"`
	More       string             `json:"more,omitempty" jsonschema:"says that a list is cut, and where the rest is"`
}

type mergeCounts struct {
	app.ChangeCounts
	Joins     int `json:"joins" jsonschema:"joins and connections"`
	Links     int `json:"links,omitempty" jsonschema:"to models"`
	Conflicts int `json:"conflicts"`
	Automatic int `json:"automatic"`
}

// conflictData is a conflict with its values in one line and the effects of each choice on other elements.
type conflictData struct {
	Line string `json:"line" jsonschema:"facet: base, ours, theirs"`
	merge.Conflict
	Parts        []conflictPart      `json:"parts,omitempty" jsonschema:"in which the sides of a type or material differ"`
	Consequences map[string][]string `json:"consequences,omitempty" jsonschema:"of a choice, for other elements"`
	Decision     *state.Resolution   `json:"decision,omitempty" jsonschema:"none: open"`
}

// Bounds in bytes of the lists of a merge's reply other than created, modified and deleted.
const (
	conflictsBytes = 8_000
	automaticBytes = 2_000
	valueBytes     = 200 // of one value of a conflict; a name replaces longer values
)

// mergeMore is the note that explains where to find the rest of a cut list.
const mergeMore = "lists are cut, counts count all; diff_branches lists every change a page at a time"

// reply returns the reply that describes the merge; events are nil if the merge is not to be stored.
func (m *merging) reply(c *mcp.Call, a mergeBranch, d *app.Done, events []eventstore.Event) MergeData {
	derived, open := d.Derived(), len(m.Outcome.Undecided())
	counts := m.Outcome.Counts
	data := MergeData{
		ModelID: m.Ours.ModelID, Branch: m.Ours.Branch, Revision: m.Ours.Revision + uint64(len(events)),
		Merged:     len(events) > 0 && !c.DryRun(),
		WouldMerge: len(events) > 0, Source: PointOf(m.Theirs), Open: open,
		Base:       model.PointTold(c.Principal, PointOf(m.Base)),
		Counts:     mergeCounts{d.Counts(len(derived)), counts.Joins, counts.Links, counts.Conflicts, counts.Automatic},
		EventCount: len(events),
	}
	conflicts, automatic := m.conflicts(a.ReplyArguments), a.Automatic(m.Outcome.Automatic)
	created, modified := a.Created(d), a.Modified(d, derived)
	data.Conflicts, data.Automatic = app.WithinBytes(conflicts, conflictsBytes), app.WithinBytes(automatic,
		automaticBytes)
	data.Created, data.Modified, data.Deleted = app.WithinBytes(created, app.CreatedBytes),
		app.WithinBytes(modified, app.ModifiedBytes), app.WithinBytes(d.Deleted, app.DeletedBytes)
	refs := d.Refs(events)
	data.Events = app.WithinBytes(refs[max(0, len(refs)-1):], app.EventsBytes)
	if a.Detail == app.DetailFull {
		data.Events = app.WithinBytes(refs, app.EventsBytes)
	}
	if len(data.Conflicts) < len(conflicts) || len(data.Created) < len(created) || len(data.Modified) < len(modified) ||
		len(data.Deleted) < len(d.Deleted) {
		data.More = mergeMore
	}
	if c.Principal.Kind != mcp.KindHuman && !data.Merged && (open > 0 || len(events) > 0) {
		data.NeedsHuman = []string{"the merge itself: without dry_run it returns the request that a person approves"}
	}
	data.Summary = data.inWords()
	return data
}

// inWords returns a sentence that describes the merge, its result first.
func (d *MergeData) inWords() string {
	begin := fmt.Sprintf("would merge %q into %q", d.Source.Branch, d.Branch)
	switch {
	case d.Open > 0:
		begin = fmt.Sprintf("would not merge: %d of %d conflicts are open", d.Open, d.Counts.Conflicts)
	case !d.WouldMerge:
		return fmt.Sprintf("nothing to merge: %q has all of %q", d.Branch, d.Source.Branch)
	case d.Merged:
		begin = fmt.Sprintf("merged %q into %q", d.Source.Branch, d.Branch)
	}
	links := ""
	if d.Counts.Links > 0 {
		links = fmt.Sprintf(", %d links", d.Counts.Links)
	}
	return fmt.Sprintf("%s: %d created, %d modified, %d that follow from these, %d deleted%s; "+
		"%d decided without asking", begin, d.Counts.Created, d.Counts.Modified, d.Counts.Derived, d.Counts.Deleted,
		links, d.Counts.Automatic)
}

// conflicts returns the conflicts, the open ones first.
func (m *merging) conflicts(a app.ReplyArguments) []conflictData {
	decided := map[string]*state.Resolution{}
	for _, r := range m.Outcome.Resolutions {
		decided[r.ConflictID] = &r
	}
	var open, closed []conflictData
	for _, conflict := range m.Outcome.Conflicts {
		data := conflictData{Line: lineOf(conflict), Conflict: conflict, Parts: m.partsOf(conflict),
			Decision: decided[conflict.ID]}
		if len(data.Parts) > 0 {
			data.Line = lineOfParts(conflict, data.Parts)
		}
		if data.Involved == nil {
			data.Involved = []merge.Involved{}
		}
		if a.Detail != app.DetailFull {
			data.Base, data.Ours, data.Theirs = briefValue(data.Base), briefValue(data.Ours), briefValue(data.Theirs)
			for i, p := range data.Parts {
				data.Parts[i] = conflictPart{p.Part, briefValue(p.Base), briefValue(p.Ours), briefValue(p.Theirs)}
			}
		}
		if data.Decision != nil {
			closed = append(closed, data)
		} else {
			open = append(open, data)
		}
	}
	m.weigh(open)
	return append(open, closed...)
}

// lineOf returns one line that describes a conflict.
func lineOf(c merge.Conflict) string {
	facet := cmp.Or(strings.TrimPrefix(string(c.Facet), "param."), string(c.Class))
	return fmt.Sprintf("%s %q %s: base %s, ours %s, theirs %s", c.Category, c.Name, facet, shortValue(c.Base),
		shortValue(c.Ours), shortValue(c.Theirs))
}

// lineForAll returns the line of a conflict for the approvers of the merge. For a link it leaves out the values, which
// not everybody may see.
func lineForAll(c merge.Conflict) string {
	if c.Category == merge.CategoryLink {
		return fmt.Sprintf("link %s: %s", c.ElementID, c.Facet)
	}
	return lineOf(c)
}

// shortValue returns a value of a conflict as a text: the whole value if it is short, else its name, else its
// beginning.
func shortValue(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return "not there"
	}
	if len(raw) <= shortBytes {
		return string(raw)
	}
	var named struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(raw, &named) == nil && named.Name != "" {
		return fmt.Sprintf("%q as it is there", named.Name)
	}
	return string([]rune(string(raw))[:shortBytes]) + " ..."
}

// shortBytes bounds the length of a value in the line of a conflict.
const shortBytes = 60

// briefValue returns a value, or its name if the value is long.
func briefValue(raw json.RawMessage) json.RawMessage {
	if len(raw) <= valueBytes {
		return raw
	}
	return app.MustEncode(shortValue(raw))
}

// Bounds of weighing: only the first open conflicts are weighed, and only if the branches differ little, because each
// choice takes a merge of its own.
const (
	conflictsWeighed = 6
	touchedWeighed   = 500
	consequencesTold = 6
)

// weigh adds to open conflicts the effects of each choice on other elements. It computes the merge with each choice,
// decides the other open conflicts for ours, and compares the results.
func (m *merging) weigh(open []conflictData) {
	if len(m.OursTouched.IDs())+len(m.TheirsTouched.IDs()) > touchedWeighed {
		return
	}
	for i := range open[:min(len(open), conflictsWeighed)] {
		ours, theirs := m.taking(open[i].Conflict, merge.TakeOurs), m.taking(open[i].Conflict, merge.TakeTheirs)
		if ours == nil || theirs == nil {
			continue
		}
		touched := append(touchedOf(ours.Events), touchedOf(theirs.Events)...)
		about := open[i].ElementID
		open[i].Consequences = map[string][]string{
			string(merge.TakeOurs):   consequences(theirs.After, ours.After, touched, about),
			string(merge.TakeTheirs): consequences(ours.After, theirs.After, touched, about),
		}
	}
}

// taking returns the effect of the merge with one conflict decided and the other open ones decided for ours. It returns
// nil if that merge is not possible.
func (m *merging) taking(c merge.Conflict, take state.Choice) *app.Done {
	if !slices.Contains(c.Choices, take) {
		return nil
	}
	decisions := map[string]state.Resolution{}
	for _, r := range m.Outcome.Resolutions {
		decisions[r.ConflictID] = r
	}
	decisions[c.ID] = state.Resolution{ConflictID: c.ID, Take: take, By: merge.ByDecision}
	out, err := m.Merge(m.seed, merge.PolicyOurs, decisions)
	if err != nil {
		return nil
	}
	return &app.Done{Before: m.Ours, After: m.Ours.Preview(out.Decision.Events), Events: out.Decision.Events}
}

func touchedOf(events []state.Event) []state.ID {
	touches := merge.NewTouches()
	for _, e := range events {
		touches.Note(e)
	}
	return touches.IDs()
}

// consequences describes what one choice does to other elements, compared with the other choice: lost, new and changed
// elements.
func consequences(other, this *projections.View, touched []state.ID, about state.ID) []string {
	out := []string{}
	difference := merge.Diff(other.Model, this.Model, touched)
	listed := map[state.ID]bool{about: true}
	tell := func(id state.ID, words string) {
		if !listed[id] {
			out = append(out, words)
		}
		listed[id] = true
	}
	for _, e := range difference.Deleted {
		tell(e.ElementID, fmt.Sprintf("loses %s %q", e.Category, e.Name))
		for _, through := range throughOpening(other, e.ElementID) {
			tell(through.ID, fmt.Sprintf("%s %q would lose its opening and run into what it went through",
				through.Category, through.Name))
		}
	}
	for _, e := range difference.Added {
		tell(e.ElementID, fmt.Sprintf("keeps %s %q", e.Category, e.Name))
	}
	for _, e := range difference.Modified {
		tell(e.ElementID, fmt.Sprintf("%s %q has another %s", e.Category, e.Name,
			strings.Join(app.FacetNames(e.Changes), ", ")))
	}
	// few elements, so no cancellation is needed
	effects, _ := projections.EffectsBetween(context.Background(), other, this, touched)
	for _, e := range effects {
		if element, ok := this.Model.Element(e.ID); ok {
			tell(e.ID, fmt.Sprintf("%s %q has another %s%s", element.Category, element.Name,
				strings.Join(app.AspectNames(e.Aspects), ", "), areaIn(this, element)))
		}
	}
	if more := len(out) - consequencesTold; more > 0 {
		out = append(out[:consequencesTold], fmt.Sprintf("and %d more", more))
	}
	return out
}

// areaIn returns the area of a room as a text, "" for other elements.
func areaIn(v *projections.View, e *state.Element) string {
	if area, _ := app.Measures(v, e.ID); e.Category == state.CategoryRoom && area != nil {
		return fmt.Sprintf(" (%g m2)", *area)
	}
	return ""
}

// throughOpening returns the ducts, pipes and cable trays that run through an opening.
func throughOpening(v *projections.View, opening state.ID) []*state.Element {
	e, ok := v.Model.Element(opening)
	box := app.BoxOf(v, opening)
	if !ok || e.Category != state.CategoryOpening || box == nil {
		return nil
	}
	var out []*state.Element
	for _, hit := range v.Spatial().Intersecting(*box, state.CategoryDuct,
		state.CategoryPipe, state.CategoryCableTray) {
		if through, ok := v.Model.Element(hit.ID); ok {
			out = append(out, through)
		}
	}
	return out
}
