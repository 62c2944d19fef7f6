package app

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
)

// Done describes all that a change does to a model.
type Done struct {
	Before, After *projections.View
	Events        []state.Event
	definitions   []ElementEcho  // types and materials that were defined
	edited        []ModifiedEcho // types and materials that were defined again
	created       []state.ID     // elements, in the order of the events
	modified      []state.ID     // named by events and not created by them
	changes       map[state.ID][]state.Change
	Deleted       []DeletedEcho
	unbounded     []state.ID
	joins         []JoinedEcho
	Effects       []projections.Effect // on elements in both states, including those that events name
}

// DoneBy computes what events do to a view. after is the view with the events applied. The error is the context's.
func DoneBy(ctx context.Context, before, after *projections.View, events []state.Event) (*Done, error) {
	effects, err := projections.Effects(ctx, before, after)
	if err != nil {
		return nil, err
	}
	d := &Done{Before: before, After: after, Events: events, changes: map[state.ID][]state.Change{}, Effects: effects}
	var touched []state.ID
	touch := func(id state.ID, changes ...state.Change) {
		if _, seen := d.changes[id]; !seen {
			touched = append(touched, id)
		}
		d.changes[id] = append(d.changes[id], changes...)
	}
	for _, event := range events {
		if made, ok := state.CreatedBy(event); ok {
			d.created = append(d.created, made.ID)
		}
		switch e := event.(type) {
		case *state.ElementModified:
			touch(e.ElementID, e.Changes...)
		case *state.ElementMoved:
			touch(e.ElementID, e.Changes...)
		case *state.ElementsJoined:
			touch(e.A)
			touch(e.B)
			if _, stands := after.Model.Join(e.ID); stands { // skips a join that a later event of the call replaced
				d.join(&e.Join)
			}
		case *state.ElementsConnected:
			touch(e.A)
			touch(e.B)
		case *state.ElementsDisconnected:
			touch(e.A)
			touch(e.B)
		case *state.ElementDeleted:
			d.delete(e)
		case *state.TypeDefined:
			d.defineType(&e.Type)
		case *state.MaterialDefined:
			d.defineMaterial(&e.Material)
		}
	}
	d.created = slices.DeleteFunc(d.created, func(id state.ID) bool { return !Has(after.Model, id) })
	d.modified = slices.DeleteFunc(touched, func(id state.ID) bool {
		return !Has(after.Model, id) ||
			slices.Contains(d.created, id)
	})
	return d, nil
}

func (d *Done) defineType(t *state.Type) {
	if was, known := d.Before.Model.Type(t.ID); known {
		d.edited = append(d.edited, ModifiedEcho{ElementID: t.ID, Category: "type",
			Name: t.Name, Changed: change.TypeEdited(t, was)})
		return
	}
	d.definitions = append(d.definitions, ElementEcho{ElementID: t.ID, Category: "type", Name: t.Name})
}

func (d *Done) defineMaterial(m *state.Material) {
	if _, known := d.Before.Model.Material(m.ID); known {
		d.edited = append(d.edited, ModifiedEcho{ElementID: m.ID, Category: "material", Name: m.Name})
		return
	}
	d.definitions = append(d.definitions, ElementEcho{ElementID: m.ID, Category: "material", Name: m.Name})
}

func (d *Done) join(j *state.Join) {
	name := func(id state.ID) string {
		_, name := Named(d.After.Model, id)
		return name
	}
	echo := JoinedEcho{Walls: [2]string{name(j.A), name(j.B)}, Kind: string(j.Kind), Type: string(j.Type)}
	if j.Through != "" {
		echo.Through = name(j.Through)
	}
	d.joins = append(d.joins, echo)
}

func (d *Done) delete(e *state.ElementDeleted) {
	d.Deleted = append(d.Deleted, DeletedEcho{e.Element.ID, string(e.Element.Category), e.Element.Name, false})
	for _, gone := range e.Cascade {
		d.Deleted = append(d.Deleted, DeletedEcho{gone.ID, string(gone.Category), gone.Name, true})
	}
	d.unbounded = append(d.unbounded, e.Unbounded...)
}

// Derived returns the effects on elements that no event names, in the order of their categories and names.
func (d *Done) Derived() []projections.Effect {
	out := slices.Clone(d.Effects)
	out = slices.DeleteFunc(out, func(e projections.Effect) bool { _, named := d.changes[e.ID]; return named })
	slices.SortStableFunc(out, func(a, b projections.Effect) int { return d.compare(a.ID, b.ID) })
	return out
}

func (d *Done) compare(a, b state.ID) int {
	ea, _ := d.After.Model.Element(a)
	eb, _ := d.After.Model.Element(b)
	return compareElements(ea, eb)
}
