package app

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/impact"
)

// Reach is the set of all things that a change affects: those that events name, and those whose body, place or extent
// changes as a consequence. Scopes and limits are checked against it.
type Reach struct {
	Before, After *projections.View
	Effects       map[state.ID]mcp.Effect
	wide          []mcp.Reached // things that are not elements and have no place
	events        []state.Event
	changes       map[state.ID][]state.Change // the changes of elements by events; nil until first used
}

// ReachOf returns the reach of events. after is before with the events applied, and effects are the projections.Effects
// between the two.
func ReachOf(before, after *projections.View, events []state.Event, effects []projections.Effect) *Reach {
	r := &Reach{Before: before, After: after, Effects: map[state.ID]mcp.Effect{}, events: events}
	for _, e := range effects {
		if slices.ContainsFunc(e.Aspects, reshapes) {
			r.Effects[e.ID] = mcp.EffectDerived
		}
	}
	for _, event := range events {
		for _, touch := range event.Touched() {
			r.touch(touch.ElementID, event)
		}
		if set, ok := event.(*state.ModelInfoSet); ok {
			r.wide = append(r.wide, mcp.Reached{Effect: mcp.EffectModified, ID: string(set.To.ID), Category: "model",
				Name: set.To.Name})
		}
		if id := ChangedLink([]state.Event{event}); id != "" {
			r.wide = append(r.wide, mcp.Reached{Effect: mcp.EffectModified, ID: string(id), Category: "link"})
		}
	}
	return r
}

// reshapes reports whether an aspect belongs to the element itself rather than to a relation.
func reshapes(a projections.Aspect) bool {
	return a == projections.AspectBody || a == projections.AspectPlace || a == projections.AspectExtent
}

func (r *Reach) touch(id state.ID, by state.Event) {
	was, is := Holds(r.Before.Model, id), Holds(r.After.Model, id)
	switch {
	case was && is && changes(by):
		r.Effects[id] = mcp.EffectModified
	case was && is:
		r.Effects[id] = cmp.Or(r.Effects[id], mcp.EffectDerived)
	case is:
		r.Effects[id] = mcp.EffectCreated
	case was:
		r.Effects[id] = mcp.EffectDeleted
	}
	if was && is && inLibrary(r.Before.Model, id) {
		for _, user := range r.Before.Model.OfType(id) {
			r.Effects[user] = cmp.Or(r.Effects[user], mcp.EffectDerived)
		}
	}
}

// changes reports whether an event changes the elements that it names, rather than their relations to others.
func changes(e state.Event) bool {
	switch e.(type) {
	case *state.ElementModified, *state.ElementMoved, *state.TypeDefined, *state.MaterialDefined:
		return true
	}
	return false
}

func Holds(m *state.Model, id state.ID) bool { return Has(m, id) || inLibrary(m, id) }

// inLibrary reports whether an id is that of a type or material.
func inLibrary(m *state.Model, id state.ID) bool {
	_, isType := m.Type(id)
	_, isMaterial := m.Material(id)
	return isType || isMaterial
}

// List returns the affected things with their places, sorted by id.
func (r *Reach) List() []mcp.Reached {
	out := make([]mcp.Reached, 0, len(r.Effects))
	for id, effect := range r.Effects {
		out = append(out, r.reached(id, effect))
	}
	slices.SortFunc(out, func(a, b mcp.Reached) int { return cmp.Compare(a.ID, b.ID) })
	return append(out, r.wide...)
}

func (r *Reach) reached(id state.ID, effect mcp.Effect) mcp.Reached {
	out := mcp.Reached{Effect: effect, ID: string(id), Change: func() string { return r.words(id, effect) },
		Measured: func() string { return strings.Join(r.measured(id, effect, false), ", ") }}
	for _, v := range []*projections.View{r.Before, r.After} {
		if e, ok := v.Model.Element(id); ok {
			out.Category, out.Name, out.Kind = scopeCategory(v.Model, e), e.Name, ""
			if e.Category == state.CategoryZone || e.Category == state.CategorySystem {
				out.Wording = mcp.WordingGroups
			}
			if own := string(e.Category); own != out.Category {
				out.Kind = own
			}
			out.Places = append(out.Places, placeOf(v, e))
		} else if t, ok := v.Model.Type(id); ok {
			out.Category, out.Name, out.Kind = string(t.Category), t.Name, string(t.Category)+" type"
			out.Wording = mcp.WordingLibrary
		} else if material, ok := v.Model.Material(id); ok {
			out.Category, out.Name, out.Wording = "material", material.Name, mcp.WordingLibrary
		}
	}
	return out
}

// Checks returns the findings of the policy's checks for the elements that a change affects.
func (r *Reach) Checks(ctx context.Context, p approvals.Policy) (*approvals.Checks, error) {
	return impact.Findings(ctx, r.Before, r.After, slices.Sorted(maps.Keys(r.Effects)), p.Checks)
}

// Related returns the derived elements that only change their relations, such as a room with new neighbours.
func (r *Reach) Related(d *Done) func() []mcp.Reached {
	return func() (out []mcp.Reached) {
		for _, effect := range d.Derived() {
			e, there := r.After.Model.Element(effect.ID)
			if _, reached := r.Effects[effect.ID]; reached || !there {
				continue
			}
			words := "other " + strings.Join(AspectNames(effect.Aspects), ", ")
			out = append(out, mcp.Reached{Effect: mcp.EffectDerived, ID: string(effect.ID), Related: true,
				Category: scopeCategory(r.After.Model, e), Name: e.Name, Change: func() string { return words }})
		}
		return out
	}
}

// scopeCategory returns the category by which scopes judge an element. An opening that a door or window fills counts as
// the door or window, because whoever may place doors may cut their openings.
func scopeCategory(m *state.Model, e *state.Element) string {
	if o, ok := e.Params.(*fabric.Opening); ok && o.FilledBy != "" {
		if filler, ok := m.Element(o.FilledBy); ok {
			return string(filler.Category)
		}
	}
	return string(e.Category)
}

// storeySlack is how far an element may extend beyond the storey of its level without occupying the next storey. Slabs
// and downstand beams hang up to a metre below their level, and walls and parapets rise up to a metre above the next
// level.
const storeySlack = 1 * geometry.Metre

// placeOf returns the place of an element: its storey as schedules show it (elements.StoreyOf), the storeys that
// its box extends into, and its box.
func placeOf(v *projections.View, e *state.Element) mcp.Place {
	place, own := mcp.Place{}, elements.StoreyOf(v.Model, e)
	if box := v.BoundsOf(e.ID); !box.Empty() {
		place.Box = &box
	}
	if e.Category == state.CategoryLevel {
		own = e.ID
	}
	if own != "" {
		place.Levels = [][]string{{string(own)}}
	}
	if place.Box == nil {
		return place
	}
	for _, storey := range storeysOf(v.Model) {
		if slices.Contains(storey.levels, string(own)) {
			if storey.keeps(place.Box) {
				return mcp.Place{Levels: place.Levels[:1], Box: place.Box}
			}
		} else if storey.takes(place.Box) {
			place.Levels = append(place.Levels, storey.levels)
		}
	}
	return place
}

// keeps reports whether a box stays in the storey of its own level: it extends beyond the storey by at most
// storeySlack, and at least half of it is below the next level.
func (s storey) keeps(b *geometry.Box) bool {
	below := min(b.Max.Z, s.to) - b.Min.Z
	return b.Min.Z >= s.from-storeySlack && b.Max.Z <= s.to+storeySlack && b.Min.Z < s.to && 2*below >= b.Max.Z-b.Min.Z
}

// takes reports whether a box occupies the storey of another level: the overlap exceeds storeySlack or half of the
// box's height.
func (s storey) takes(b *geometry.Box) bool {
	if b.Min.Z == b.Max.Z {
		return b.Min.Z >= s.from && b.Min.Z < s.to
	}
	overlap := min(b.Max.Z, s.to) - max(b.Min.Z, s.from)
	return overlap > storeySlack || 2*overlap > b.Max.Z-b.Min.Z
}

// storey is the height between a level and the next higher one, with the levels at its foot.
type storey struct {
	from, to geometry.Length
	levels   []string
}

// storeysOf returns the storeys of a model from the lowest up. The lowest has no lower limit and the highest no upper
// limit.
func storeysOf(m *state.Model) []storey {
	const endless = 1000 * 1000 * geometry.Metre // beyond the bounds of every model
	var out []storey
	for _, level := range shape.Levels(m) {
		from := shape.Elevation(m, level.ID)
		if n := len(out); n > 0 && out[n-1].from == from {
			out[n-1].levels = append(out[n-1].levels, string(level.ID))
			continue
		}
		if n := len(out); n > 0 {
			out[n-1].to = from
		}
		out = append(out, storey{from, endless, []string{string(level.ID)}})
	}
	if len(out) > 0 {
		out[0].from = -endless
	}
	return out
}

// OfFindings returns the reach of decisions about findings.
func OfFindings() []mcp.Reached {
	return []mcp.Reached{{Effect: mcp.EffectDerived, Category: "finding", Wording: mcp.WordingFindings}}
}

// ModelWide returns the reach of a change that touches no element, such as a tag, a share or an issue of sheets.
func ModelWide(effect mcp.Effect, category, name string) func() []mcp.Reached {
	return func() []mcp.Reached { return []mcp.Reached{{Effect: effect, Category: category, Name: name}} }
}

// ReachesNothing returns the empty reach of a change that leaves all existing things unchanged, such as a new branch.
func ReachesNothing() []mcp.Reached { return nil }
