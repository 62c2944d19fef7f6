package tools

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// Change is what every mutation replies.
type Change struct {
	ModelID    string         `json:"model_id"`
	Branch     string         `json:"branch"`
	Revision   uint64         `json:"revision" jsonschema:"of the branch after the change"`
	ElementID  string         `json:"element_id,omitempty" jsonschema:"what was asked for, where it is one thing"`
	EventCount int            `json:"event_count"`
	Events     []EventRef     `json:"events,omitempty" jsonschema:"of a change of several elements with detail full"`
	Counts     changeCounts   `json:"counts" jsonschema:"of all, also where the lists are cut"`
	Created    []ElementEcho  `json:"created"`
	Modified   []ModifiedEcho `json:"modified" jsonschema:"those that follow from others (derived) last"`
	Deleted    []DeletedEcho  `json:"deleted" jsonschema:"cascades included"`
	Unbounded  []domain.ID    `json:"unbounded_rooms,omitempty"`
	Joins      []JoinedEcho   `json:"joins,omitempty" jsonschema:"that were made"`
	Steps      []StepEcho     `json:"steps,omitempty" jsonschema:"with detail full, or ref"`
	More       string         `json:"more,omitempty" jsonschema:"says that a list is cut, and where the rest is"`
}

type changeCounts struct {
	Created  int `json:"created"`
	Modified int `json:"modified" jsonschema:"derived ones not counted"`
	Derived  int `json:"derived"`
	Deleted  int `json:"deleted"`
}

// EventRef names an event that a mutation appended.
type EventRef struct {
	EventID   string    `json:"event_id"`
	Type      string    `json:"type"`
	ElementID domain.ID `json:"element_id,omitempty"`
	Revision  uint64    `json:"revision"`
}

// ModifiedEcho says what of an element a change made another: by an event that names it, or derived from others.
type ModifiedEcho struct {
	ElementID domain.ID       `json:"element_id"`
	Category  string          `json:"category"`
	Name      string          `json:"name"`
	Derived   bool            `json:"derived,omitempty" jsonschema:"it follows from what was changed"`
	Changed   []string        `json:"changed,omitempty" jsonschema:"parameters, joins, body, place, relations; of rooms extent, bounds, openings, neighbours"`
	Before    *Figures        `json:"before,omitempty" jsonschema:"with effects figures"`
	After     *Figures        `json:"after,omitempty"`
	Changes   []domain.Change `json:"changes,omitempty" jsonschema:"with detail full"`
}

// Figures are what an element measures.
type Figures struct {
	AreaM2   *float64         `json:"area_m2,omitempty"`
	VolumeM3 *float64         `json:"volume_m3,omitempty"`
	Height   *geometry.Length `json:"height,omitempty" jsonschema:"of the box"`
}

// JoinedEcho says how two walls were joined.
type JoinedEcho struct {
	Walls   [2]string `json:"walls" jsonschema:"names"`
	Kind    string    `json:"kind" jsonschema:"L, T, X or inline"`
	Type    string    `json:"type" jsonschema:"butt or mitre"`
	Through string    `json:"through,omitempty" jsonschema:"the wall that goes on"`
}

// DeletedEcho names an element that went.
type DeletedEcho struct {
	ElementID domain.ID `json:"element_id"`
	Category  string    `json:"category"`
	Name      string    `json:"name"`
	Cascade   bool      `json:"cascade,omitempty" jsonschema:"went because what it depends on went"`
}

// detailLevel is how much a reply tells.
type detailLevel string

// The levels; brief is the default.
const (
	detailBrief detailLevel = "brief"
	detailFull  detailLevel = "full"
)

// Enum lists the levels.
func (detailLevel) Enum() []string { return []string{string(detailBrief), string(detailFull)} }

// effectDetail is what a reply tells of the elements that a change reaches.
type effectDetail string

// effectFigures is the choice that is not the default.
const effectFigures effectDetail = "figures"

// Enum lists the choices; names is the default.
func (effectDetail) Enum() []string { return []string{"names", string(effectFigures)} }

// replyArguments say how much a change replies. Argument structs of mutations with a Change embed it.
type replyArguments struct {
	Detail  detailLevel  `json:"detail,omitempty"`
	Effects effectDetail `json:"effects,omitempty"`
}

func replyAsked(c *mcp.Call) (a replyArguments, err error) {
	if !mayName(c.Arguments, `"detail"`) && !mayName(c.Arguments, `"effects"`) {
		return a, nil
	}
	return a, c.Decode(&a)
}

// mayName is false when no object of a text has a member of this name, which is given with its quotes. Most calls leave
// most arguments out, and a look for one costs a fraction of what decoding them once more does.
func mayName(text json.RawMessage, name string) bool {
	return bytes.Contains(text, []byte(name)) || bytes.IndexByte(text, '\\') >= 0 // a name may be written by escapes
}

// Shares of a reply that its lists may take, in bytes: with the rest of the envelope they stay below maxAnswerBytes.
const (
	createdBytes  = 10_000
	modifiedBytes = 12_000
	deletedBytes  = 6_000
	stepsBytes    = 6_000
	eventsBytes   = 4_000
	joinsBytes    = 4_000
)

// figuresShown is how many created elements a brief reply measures: who draws many at once does not read each.
const figuresShown = 10

// moreNote says where the rest of a cut list is.
const moreNote = "lists are cut, counts count all; diff_revisions lists every change a page at a time"

// change describes what a change did. Events are those stored, or to be stored; of a batch they are counted, and listed
// on request.
func (a replyArguments) change(d *done, events []eventstore.Event, batch bool) *Change {
	reply := &Change{
		ModelID: d.before.ModelID, Branch: d.before.Branch,
		Revision: d.before.Revision + uint64(len(events)), EventCount: len(events),
		Unbounded: d.unbounded, Joins: withinBytes(d.joins, joinsBytes),
	}
	derived := d.derived()
	reply.Counts = d.counts(len(derived))
	created := a.created(d)
	modified := a.modified(d, derived)
	reply.Created, reply.Modified, reply.Deleted = withinBytes(created, createdBytes),
		withinBytes(modified, modifiedBytes), withinBytes(d.deleted, deletedBytes)
	refs := d.refs(events)
	if a.Detail == detailFull || !batch {
		reply.Events = withinBytes(refs, eventsBytes)
	}
	if (reply.Events != nil && len(reply.Events) < len(refs)) || len(reply.Created) < len(created) ||
		len(reply.Modified) < len(modified) || len(reply.Deleted) < len(d.deleted) || len(reply.Joins) < len(d.joins) {
		reply.More = moreNote
	}
	reply.ElementID = d.subject()
	return reply
}

// counts counts all that a change does, whatever of it is listed.
func (d *done) counts(derived int) changeCounts {
	return changeCounts{len(d.created) + len(d.definitions), len(d.modified) + len(d.edited), derived, len(d.deleted)}
}

// subject is the one thing that was asked for: the first that was made, else the only one that was modified.
func (d *done) subject() string {
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

// created describes what was made. Brief, an opening goes without saying where a door or window fills it.
func (a replyArguments) created(d *done) []ElementEcho {
	out := slices.Clone(d.definitions)
	for _, id := range d.created {
		e, _ := d.after.Model.Element(id)
		if a.Detail == detailFull {
			out = append(out, echo(d.after, e))
			continue
		}
		if opening, ok := e.Params.(*domain.Opening); ok && opening.FilledBy != "" {
			continue
		}
		out = append(out, briefEcho(d.after, e, len(d.created) <= figuresShown || a.Effects == effectFigures))
	}
	return out
}

// modified describes what events changed and then what followed from it.
func (a replyArguments) modified(d *done, derived []projections.Effect) []ModifiedEcho {
	aspects := map[domain.ID][]projections.Aspect{}
	for _, e := range d.effects {
		aspects[e.ID] = e.Aspects
	}
	out := append(make([]ModifiedEcho, 0, len(d.edited)+len(d.modified)+len(derived)), d.edited...)
	for _, id := range d.modified {
		m := a.echoOf(d, id)
		if m.Changed = facetNames(d.changes[id]); len(m.Changed) == 0 {
			m.Changed = aspectNames(aspects[id])
		}
		if a.Detail == detailFull {
			m.Changes = d.changes[id]
		}
		out = append(out, m)
	}
	for _, e := range derived {
		m := a.echoOf(d, e.ID)
		m.Derived, m.Changed = true, aspectNames(e.Aspects)
		out = append(out, m)
	}
	return out
}

func (a replyArguments) echoOf(d *done, id domain.ID) ModifiedEcho {
	e, _ := d.after.Model.Element(id)
	m := ModifiedEcho{ElementID: id, Category: string(e.Category), Name: e.Name}
	if a.Effects == effectFigures {
		m.Before, m.After = figuresOf(d.before, id), figuresOf(d.after, id)
	}
	return m
}

// figuresOf measures an element, nil where there is nothing to measure.
func figuresOf(v *projections.View, id domain.ID) *Figures {
	var f Figures
	f.AreaM2, f.VolumeM3 = measures(v, id)
	if box := boxOf(v, id); box != nil {
		height := box.Max.Z - box.Min.Z
		f.Height = &height
	}
	if f == (Figures{}) {
		return nil
	}
	return &f
}

// facetNames names what events changed of an element, each once.
func facetNames(changes []domain.Change) []string {
	var out []string
	for _, c := range changes {
		if name := strings.TrimPrefix(string(c.Facet), "param."); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func aspectNames(aspects []projections.Aspect) []string {
	out := make([]string, len(aspects))
	for i, a := range aspects {
		out[i] = string(a)
	}
	return out
}

// refs names the events in the form in which they are stored, with the first element that each touches.
func (d *done) refs(stored []eventstore.Event) []EventRef {
	out := make([]EventRef, len(stored))
	for i, e := range stored {
		out[i] = EventRef{EventID: e.ID, Type: e.Type, Revision: d.before.Revision + 1 + uint64(i)}
		if touched := d.events[i].Touched(); len(touched) > 0 {
			out[i].ElementID = touched[0].ElementID
		}
	}
	return out
}

// withinBytes returns as much of a list as a number of bytes holds, one entry at least, and never nil.
func withinBytes[T any](list []T, limit int) []T {
	bytes := 0
	for i, item := range list {
		if bytes += bytesOf(item); bytes > limit && i > 0 {
			return list[:i:i]
		}
	}
	return append([]T{}, list...)
}

// compareElements orders elements by category, name and id.
func compareElements(a, b *domain.Element) int {
	return cmp.Or(cmp.Compare(slices.Index(domain.Categories, a.Category), slices.Index(domain.Categories, b.Category)),
		strings.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}
