package model

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// derivedLooked is how many of the last events a history searches for changes that an element followed: each change is
// applied again, in a millisecond or so.
const derivedLooked = 300

// derivedHistory returns the changes that reached an element without naming it, oldest first. It looks at the changes
// since the element was created, within the last derivedLooked events. from is the first revision of the view's branch
// that it looked at, 0 if it looked at all.
func (b *Backend) derivedHistory(ctx context.Context, v *projections.View, id state.ID,
	mentions []projections.EventRef) (entries []app.EventEntry, from uint64, err error) {
	parts, budget := v.Lineage(), uint64(derivedLooked)
	for i := len(parts) - 1; i >= 0 && budget > 0; i-- {
		start, began := uint64(0), mentions[0].Branch == parts[i].Branch
		if began {
			start = mentions[0].Revision
		}
		if length := parts[i].Revision - min(start, parts[i].Revision); length > budget {
			if _, start, err = b.changeOf(ctx, parts[i], parts[i].Revision-budget); err != nil {
				return nil, 0, err
			}
			budget, from = 0, start
		} else {
			budget -= length
		}
		found, err := b.followedIn(ctx, parts[i], id, start)
		if err != nil {
			return nil, 0, err
		}
		if parts[i].Branch != v.Branch {
			for k := range found {
				found[k].Branch = parts[i].Branch
			}
		}
		if entries = append(found, entries...); began {
			break
		}
	}
	return entries, from, nil
}

// followedIn returns the changes between a revision and the revision of a view that reached an element without naming
// it.
func (b *Backend) followedIn(ctx context.Context, part *projections.View, id state.ID,
	start uint64) ([]app.EventEntry, error) {
	if start >= part.Revision {
		return nil, nil
	}
	before, err := b.Live.At(ctx, part.ModelID, part.Branch, start)
	if err != nil {
		return nil, err
	}
	var out []app.EventEntry
	var change []state.Event
	var first eventstore.Recorded
	command := ""
	take := func() error {
		if len(change) == 0 {
			return nil
		}
		after := before.Preview(change)
		defer func() { before, change = after, nil }()
		told, ok, err := follows(ctx, before, after, change, id)
		if !ok {
			return err
		}
		entry, err := app.EntryOf(first, false)
		entry.Followed = told
		out = append(out, entry)
		return err
	}
	err = b.Live.Events(ctx, part.ModelID, part.Branch, start+1, part.Revision,
		func(r eventstore.Recorded, e state.Event) error {
			meta, err := projections.DecodeMeta(r.Meta)
			if err != nil {
				return err
			}
			if len(change) > 0 && meta.CommandID != command {
				if err := take(); err != nil {
					return err
				}
			}
			if len(change) == 0 {
				first, command = r, meta.CommandID
			}
			change = append(change, e)
			return nil
		})
	if err == nil {
		err = take()
	}
	return out, err
}

// follows returns the effect of a change on an element that the change does not name; ok is false if the change had no
// effect on the element. The error is the context's.
func follows(ctx context.Context, before, after *projections.View, change []state.Event,
	id state.ID) (f app.Followed, ok bool, err error) {
	for _, e := range change {
		if slices.ContainsFunc(e.Touched(), func(t state.Touch) bool { return t.ElementID == id }) {
			return f, false, nil
		}
	}
	effects, err := projections.Effects(ctx, before, after)
	if err != nil {
		return f, false, err
	}
	i := slices.IndexFunc(effects, func(e projections.Effect) bool { return e.ID == id })
	if i < 0 {
		return f, false, nil
	}
	f = app.Followed{Derived: true, Changed: app.AspectNames(effects[i].Aspects), Before: app.FiguresOf(before, id),
		After: app.FiguresOf(after, id)}
	f.Cause = causeOf(before, after, change)
	if figures := figureChange(f.Before, f.After); figures != "" {
		f.Cause += ": " + figures
	}
	return f, true, nil
}

// filled reports whether an element is an opening that was created together with its door or window.
func filled(e *state.Element) bool {
	o, ok := e.Params.(*fabric.Opening)
	return ok && o.FilledBy != ""
}

// causeOf describes a change in a few words: its first action with the element's name, and the number of further
// actions.
func causeOf(before, after *projections.View, change []state.Event) string {
	var said []string
	say := func(verb string, ids ...state.ID) {
		var names []string
		for _, id := range ids {
			_, name := app.Named(after.Model, id)
			if name == "" {
				_, name = app.Named(before.Model, id)
			}
			names = append(names, name)
		}
		if words := strings.Join(names, " and ") + " " + verb; !slices.Contains(said, words) {
			said = append(said, words)
		}
	}
	for _, event := range change {
		if made, ok := state.CreatedBy(event); ok && !filled(made) {
			say("created", made.ID)
		}
		switch e := event.(type) {
		case *state.ElementMoved:
			say("moved", e.ElementID)
		case *state.ElementModified:
			say("changed ("+strings.Join(app.FacetNames(e.Changes), ", ")+")", e.ElementID)
		case *state.ElementDeleted:
			say("deleted", e.Element.ID)
		case *state.ElementsJoined:
			say("joined", e.A, e.B)
		case *state.TypeDefined:
			say("edited", e.ID)
		}
	}
	switch len(said) {
	case 0:
		return "a change of others"
	case 1:
		return said[0]
	}
	return fmt.Sprintf("%s, and %d more", said[0], len(said)-1)
}

// figureChange returns the change of an element's area, else of its volume, else of its height; "" if none changed.
func figureChange(before, after *app.Figures) string {
	if before == nil || after == nil {
		return ""
	}
	differ := func(a, b *float64) bool { return a != nil && b != nil && *a != *b }
	switch {
	case differ(before.AreaM2, after.AreaM2):
		return fmt.Sprintf("%g to %g m2", *before.AreaM2, *after.AreaM2)
	case differ(before.VolumeM3, after.VolumeM3):
		return fmt.Sprintf("%g to %g m3", *before.VolumeM3, *after.VolumeM3)
	case before.Height != nil && after.Height != nil && *before.Height != *after.Height:
		return fmt.Sprintf("%s to %s mm high", before.Height, after.Height)
	}
	return ""
}
