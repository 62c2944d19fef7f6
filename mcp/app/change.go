package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/projections"
)

// StepEcho describes what one step of a batch created.
type StepEcho struct {
	Step    int        `json:"step"`
	Tool    string     `json:"tool"`
	Ref     string     `json:"ref,omitempty"`
	Created []state.ID `json:"created"`
}

// steps returns the steps that a reply lists: all with detail full, otherwise only the steps with a ref.
func (a ReplyArguments) steps(all []StepEcho) []StepEcho {
	if a.Detail != DetailFull {
		all = slices.DeleteFunc(slices.Clone(all), func(s StepEcho) bool { return s.Ref == "" })
	}
	return WithinBytes(all, stepsBytes)
}

// CommonNames are the arguments that belong to the batch, not to a step.
var CommonNames = []string{"model_id", "branch", "dry_run", "reasoning", "expected_revision", "idempotency_key",
	"approval_id", "detail", "effects"}

func Suggestion(given string, known []string) string {
	if near := schema.Nearest(given, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// Change is the reply to every mutation.
type Change struct {
	ModelID    string         `json:"model_id"`
	Branch     string         `json:"branch"`
	Revision   uint64         `json:"revision" jsonschema:"of the branch after the change"`
	ElementID  string         `json:"element_id,omitempty" jsonschema:"what was asked for, where it is one thing"`
	EventCount int            `json:"event_count"`
	Events     []EventRef     `json:"events,omitempty" jsonschema:"of batches, undo and more than 4 with detail full"`
	Counts     ChangeCounts   `json:"counts" jsonschema:"of all, also where the lists are cut"`
	Created    []ElementEcho  `json:"created"`
	Modified   []ModifiedEcho `json:"modified" jsonschema:"those that follow from others (derived) last"`
	Deleted    []DeletedEcho  `json:"deleted" jsonschema:"cascades included"`
	Unbounded  []state.ID     `json:"unbounded_rooms,omitempty"`
	Joins      []JoinedEcho   `json:"joins,omitempty" jsonschema:"that were made"`
	Steps      []StepEcho     `json:"steps,omitempty" jsonschema:"with detail full, or ref"`
	More       string         `json:"more,omitempty" jsonschema:"says that a list is cut, and where the rest is"`
}

type ChangeCounts struct {
	Created  int `json:"created"`
	Modified int `json:"modified" jsonschema:"derived ones not counted"`
	Derived  int `json:"derived"`
	Deleted  int `json:"deleted"`
}

// EventRef names an event that a mutation appended.
type EventRef struct {
	EventID   string   `json:"event_id"`
	Type      string   `json:"type"`
	ElementID state.ID `json:"element_id,omitempty"`
	Revision  uint64   `json:"revision"`
}

// ModifiedEcho describes what a change did to an existing element, either by an event that names the element or as a
// consequence of other changes.
type ModifiedEcho struct {
	ElementID state.ID       `json:"element_id"`
	Category  string         `json:"category"`
	Name      string         `json:"name"`
	Derived   bool           `json:"derived,omitempty" jsonschema:"it follows from what was changed"`
	Changed   []string       `json:"changed,omitempty" jsonschema:"parameters, joins, body, place, relations; of rooms extent, bounds, openings, neighbours"`
	Before    *Figures       `json:"before,omitempty" jsonschema:"with effects figures"`
	After     *Figures       `json:"after,omitempty"`
	Changes   []state.Change `json:"changes,omitempty" jsonschema:"from and to of each value: in previews, with effects figures or detail full"`
}

// Figures are the measures of an element.
type Figures struct {
	AreaM2   *float64         `json:"area_m2,omitempty"`
	VolumeM3 *float64         `json:"volume_m3,omitempty"`
	Height   *geometry.Length `json:"height,omitempty" jsonschema:"of the box"`
}

// JoinedEcho describes how two walls were joined.
type JoinedEcho struct {
	Walls   [2]string `json:"walls" jsonschema:"names"`
	Kind    string    `json:"kind" jsonschema:"L, T, X or inline"`
	Type    string    `json:"type" jsonschema:"butt or mitre"`
	Through string    `json:"through,omitempty" jsonschema:"the wall that goes on"`
}

// DeletedEcho names a deleted element.
type DeletedEcho struct {
	ElementID state.ID `json:"element_id"`
	Category  string   `json:"category"`
	Name      string   `json:"name"`
	Cascade   bool     `json:"cascade,omitempty" jsonschema:"went because what it depends on went"`
}

// DetailLevel is how much detail a reply contains.
type DetailLevel string

// The detail levels; brief is the default.
const (
	detailBrief DetailLevel = "brief"
	DetailFull  DetailLevel = "full"
)

// Enum lists the levels.
func (DetailLevel) Enum() []string { return []string{string(detailBrief), string(DetailFull)} }

// EffectDetail is how much detail a reply contains about the elements that a change affects.
type EffectDetail string

// effectFigures is the choice that adds the measures of the affected elements; the default gives only their names.
const effectFigures EffectDetail = "figures"

// Enum lists the choices; names is the default.
func (EffectDetail) Enum() []string { return []string{"names", string(effectFigures)} }

// ReplyArguments select how much detail the reply to a change contains. Argument structs of mutations with a Change
// embed it.
type ReplyArguments struct {
	Detail  DetailLevel  `json:"detail,omitempty"`
	Effects EffectDetail `json:"effects,omitempty"`
	preview bool         // nothing is written, so the reply lists what would change
}

// values reports whether a reply lists the old and the new value of each change.
func (a ReplyArguments) values() bool { return a.preview || a.Effects == effectFigures }

// valuesBytes is the space in bytes that the changes of one element may take in a preview. The changes of a long
// outline do not fit and need detail full.
const valuesBytes = 600

func replyAsked(c *mcp.Call) (a ReplyArguments, err error) {
	defer func() { a.preview = c.DryRun() }()
	if !MayName(c.Arguments, `"detail"`) && !MayName(c.Arguments, `"effects"`) {
		return a, nil
	}
	return a, c.Decode(&a)
}

// MayName reports whether an object in a JSON text may have a member of this name, which is given with its quotes. A
// false result is certain, a true one is not. Most calls omit most arguments, and a text search is far cheaper than
// decoding.
func MayName(text json.RawMessage, name string) bool {
	return bytes.Contains(text, []byte(name)) || bytes.IndexByte(text, '\\') >= 0 // a name may be written by escapes
}

// The space in bytes that each list may take in a reply. Together with the rest of the envelope the lists stay below
// MaxAnswerBytes.
const (
	CreatedBytes  = 10_000
	ModifiedBytes = 12_000
	DeletedBytes  = 6_000
	stepsBytes    = 6_000
	EventsBytes   = 4_000
	JoinsBytes    = 4_000
)

// figuresShown is how many created elements a brief reply measures, because a caller who creates many at once does not
// read the figures of each.
const figuresShown = 10

// moreNote states where the rest of a shortened list is.
const moreNote = "lists are cut, counts count all; diff_revisions lists every change a page at a time"

// The maximum numbers of events that a brief reply lists; it counts all events.
const (
	NoEvents     = 0  // of a batch, of an undo, and of a call that joins all walls of a level
	listedEvents = 4  // of several elements; creating a door stores as many
	AllEvents    = -1 // of one element
)

// Change returns the reply that describes a change. events are the events that were stored or would be stored. A brief
// reply lists them only if their number does not exceed most.
func (a ReplyArguments) Change(d *Done, events []eventstore.Event, most int) *Change {
	reply := &Change{
		ModelID: d.Before.ModelID, Branch: d.Before.Branch,
		Revision: d.Before.Revision + uint64(len(events)), EventCount: len(events),
		Unbounded: d.unbounded, Joins: WithinBytes(d.joins, JoinsBytes),
	}
	derived := d.Derived()
	reply.Counts = d.Counts(len(derived))
	created := a.Created(d)
	modified := a.Modified(d, derived)
	reply.Created, reply.Modified, reply.Deleted = WithinBytes(created, CreatedBytes),
		WithinBytes(modified, ModifiedBytes), WithinBytes(d.Deleted, DeletedBytes)
	refs := d.Refs(events)
	if a.Detail == DetailFull || most == AllEvents || len(refs) <= most {
		reply.Events = WithinBytes(refs, EventsBytes)
	}
	if (reply.Events != nil && len(reply.Events) < len(refs)) || len(reply.Created) < len(created) ||
		len(reply.Modified) < len(modified) || len(reply.Deleted) < len(d.Deleted) || len(reply.Joins) < len(d.joins) {
		reply.More = moreNote
	}
	reply.ElementID = d.subject()
	return reply
}

// Counts counts all elements that a change affects, including those that the reply omits.
func (d *Done) Counts(derived int) ChangeCounts {
	return ChangeCounts{len(d.created) + len(d.definitions), len(d.modified) + len(d.edited), derived, len(d.Deleted)}
}

// subject returns the id of the element or definition that the call was mainly about: the first created one, otherwise
// the only modified one.
func (d *Done) subject() string {
	switch {
	case len(d.created) > 0:
		return string(d.created[0])
	case len(d.definitions) > 0:
		return string(d.definitions[len(d.definitions)-1].ElementID)
	case len(d.edited) > 0:
		return string(d.edited[0].ElementID)
	case len(d.modified) == 1:
		return string(d.modified[0])
	}
	return ""
}

// Created describes the created elements. A brief reply omits an opening that a door or window fills.
func (a ReplyArguments) Created(d *Done) []ElementEcho {
	out := slices.Clone(d.definitions)
	for _, id := range d.created {
		e, _ := d.After.Model.Element(id)
		if a.Detail == DetailFull {
			out = append(out, Echo(d.After, e))
			continue
		}
		if opening, ok := e.Params.(*fabric.Opening); ok && opening.FilledBy != "" {
			continue
		}
		out = append(out, briefEcho(d.After, e, len(d.created) <= figuresShown || a.Effects == effectFigures))
	}
	return out
}

// Modified describes the elements that events changed, then the elements that changed as a consequence.
func (a ReplyArguments) Modified(d *Done, derived []projections.Effect) []ModifiedEcho {
	aspects := map[state.ID][]projections.Aspect{}
	for _, e := range d.Effects {
		aspects[e.ID] = e.Aspects
	}
	out := append(make([]ModifiedEcho, 0, len(d.edited)+len(d.modified)+len(derived)), d.edited...)
	for _, id := range d.modified {
		m := a.echoOf(d, id)
		if m.Changed = FacetNames(d.changes[id]); len(m.Changed) == 0 {
			m.Changed = AspectNames(aspects[id])
		}
		if a.Detail == DetailFull || a.values() && BytesOf(d.changes[id]) <= valuesBytes {
			m.Changes = d.changes[id]
		}
		out = append(out, m)
	}
	for _, e := range derived {
		m := a.echoOf(d, e.ID)
		m.Derived, m.Changed = true, AspectNames(e.Aspects)
		out = append(out, m)
	}
	return out
}

func (a ReplyArguments) echoOf(d *Done, id state.ID) ModifiedEcho {
	e, _ := d.After.Model.Element(id)
	m := ModifiedEcho{ElementID: id, Category: string(e.Category), Name: e.Name}
	if a.Effects == effectFigures {
		m.Before, m.After = FiguresOf(d.Before, id), FiguresOf(d.After, id)
	}
	return m
}

// FiguresOf measures an element; nil if it has nothing to measure.
func FiguresOf(v *projections.View, id state.ID) *Figures {
	var f Figures
	f.AreaM2, f.VolumeM3 = Measures(v, id)
	if box := BoxOf(v, id); box != nil {
		height := box.Max.Z - box.Min.Z
		f.Height = &height
	}
	if f == (Figures{}) {
		return nil
	}
	return &f
}

// FacetNames returns the names of the facets that events changed, each once.
func FacetNames(changes []state.Change) []string {
	var out []string
	for _, c := range changes {
		if name := strings.TrimPrefix(string(c.Facet), "param."); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func AspectNames(aspects []projections.Aspect) []string {
	out := make([]string, len(aspects))
	for i, a := range aspects {
		out[i] = string(a)
	}
	return out
}

// Refs returns references to the stored events, each with the first element that the event touches.
func (d *Done) Refs(stored []eventstore.Event) []EventRef {
	out := make([]EventRef, len(stored))
	for i, e := range stored {
		out[i] = EventRef{EventID: e.ID, Type: e.Type, Revision: d.Before.Revision + 1 + uint64(i)}
		if touched := d.Events[i].Touched(); len(touched) > 0 {
			out[i].ElementID = touched[0].ElementID
		}
	}
	return out
}

// WithinBytes returns the longest start of a list that fits into limit bytes, but at least one entry, and never nil.
func WithinBytes[T any](list []T, limit int) []T {
	bytes := 0
	for i, item := range list {
		if bytes += BytesOf(item); bytes > limit && i > 0 {
			return list[:i:i]
		}
	}
	return append([]T{}, list...)
}

// compareElements orders elements by category, name and id.
func compareElements(a, b *state.Element) int {
	return cmp.Or(cmp.Compare(slices.Index(state.Categories, a.Category), slices.Index(state.Categories, b.Category)),
		strings.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}

// Automatic is a decision that a merge made without asking. Its values are included only with detail full.
type Automatic struct {
	ElementID state.ID              `json:"element_id"`
	Name      string                `json:"name"`
	Action    merge.AutomaticAction `json:"action"`
	Facet     state.Facet           `json:"facet,omitempty"`
	From      json.RawMessage       `json:"from,omitempty"`
	To        json.RawMessage       `json:"to,omitempty"`
	Reason    string                `json:"reason,omitempty"`
}

func (a ReplyArguments) Automatic(all []merge.Automatic) []Automatic {
	out := make([]Automatic, 0, len(all))
	for _, d := range all {
		entry := Automatic{ElementID: d.ElementID, Name: d.Name, Action: d.Action, Facet: d.Facet}
		if a.Detail == DetailFull {
			entry.From, entry.To, entry.Reason = d.From, d.To, d.Reason
		}
		out = append(out, entry)
	}
	return out
}
