package change

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// leaveAttached detaches all walls and columns from an element that is deleted. They then use their own heights.
func (t *Transaction) leaveAttached(gone *state.Element) error {
	for _, id := range fabric.AttachedTo(t.Model, gone.ID) {
		e, ok := t.Model.Element(id)
		if !ok {
			continue
		}
		a := state.AttachmentsOf(e)
		if err := t.setAttachments(e, state.Attachments{Top: room.Without(a.Top, []state.ID{gone.ID}),
			Base: room.Without(a.Base, []state.ID{gone.ID})}); err != nil {
			return err
		}
		t.Warn("ATTACHMENT_LOST", map[string]any{"element_id": id, "from": gone.ID},
			"%s was attached to %s %q, which goes; it has its own height now",
			bodyshape.NameOf(t.Model, id), gone.Category, gone.Name)
	}
	return nil
}

// checkLeft refuses a deletion after which nothing would be left of an attached wall or column, or an opening would lie
// outside its wall. It runs after all deletions of a command, so that it does not check elements that the command also
// deletes.
func checkLeft(m *state.Model, attached []state.ID) error {
	for _, id := range attached {
		e, ok := m.Element(id)
		if !ok {
			continue
		}
		if err := CheckDependents(m, id); err != nil {
			return state.Errorf(state.CodeOf(err),
				"%s %q would lose what it is attached to: attach it to something else first, "+
					"or change what does not stand without it: %w", e.Category, e.Name, err).With("element_id", id)
		}
	}
	return nil
}

// Attach makes the top or the base of walls and columns follow roofs, floors, ceilings and levels, in addition to what
// it already follows.
type Attach struct {
	ElementIDs []state.ID           `json:"element_ids" jsonschema:"walls and columns"`
	To         []state.ID           `json:"to" jsonschema:"roofs, floors, ceilings, levels; of several the lowest counts at a top, the highest at a base"`
	End        fabric.AttachmentEnd `json:"end,omitempty" jsonschema:"default top"`
}

func (c Attach) Decide(t *Transaction) error {
	if len(c.To) == 0 {
		return state.Errorf(state.OutOfRange, "to is empty: name what to attach to").With("parameter", "to")
	}
	end, err := fabric.EndOr(c.End)
	if err != nil {
		return err
	}
	if err := fabric.CheckAttachments(t.Model, state.Attachments{Top: c.To}); err != nil {
		return err
	}
	return t.attach(c.ElementIDs, func(e *state.Element, a *state.Attachments) error {
		list := end.Of(a)
		*list = state.SortedOnce(append(slices.Clone(*list), c.To...))
		return fabric.CheckMeets(t.Model, e, c.To, end)
	})
}

// Detach releases the top or the base of walls and columns from the given elements, or from all elements that they are
// attached to.
type Detach struct {
	ElementIDs []state.ID           `json:"element_ids" jsonschema:"walls and columns"`
	From       []state.ID           `json:"from,omitempty" jsonschema:"default: all"`
	End        fabric.AttachmentEnd `json:"end,omitempty" jsonschema:"default: both"`
}

func (c Detach) Decide(t *Transaction) error {
	ends := []fabric.AttachmentEnd{fabric.AttachTop, fabric.AttachBase}
	if c.End != "" {
		end, err := fabric.EndOr(c.End)
		if err != nil {
			return err
		}
		ends = []fabric.AttachmentEnd{end}
	}
	return t.attach(c.ElementIDs, func(e *state.Element, a *state.Attachments) error {
		before := len(a.Top) + len(a.Base)
		for _, end := range ends {
			list := end.Of(a)
			if *list = room.Without(*list, c.From); len(c.From) == 0 {
				*list = nil
			}
		}
		if len(a.Top)+len(a.Base) == before {
			return state.Errorf(state.IllegalState,
				"%s %q is not attached to that: get_element says what it is attached to",
				e.Category, e.Name).With("element_id", e.ID)
		}
		return nil
	})
}

// attach applies a change to the attachments of walls and columns.
func (t *Transaction) attach(ids []state.ID, change func(*state.Element, *state.Attachments) error) error {
	ids = state.SortedOnce(ids)
	if len(ids) == 0 {
		return state.Errorf(state.OutOfRange, "element_ids is empty: name walls or columns").With("parameter",
			"element_ids")
	}
	for _, id := range ids {
		e, err := t.Model.Find(id)
		if err != nil {
			return err
		}
		p, ok := e.Params.(state.Attachable)
		if !ok || state.FixedOf(e) != nil {
			return state.Errorf(state.IllegalState,
				"%s %q has no top and base to attach: name walls and columns with parameters",
				e.Category, e.Name).With("element_id", id)
		}
		a := p.Attachments()
		a.Top, a.Base = slices.Clone(a.Top), slices.Clone(a.Base)
		if err := change(e, &a); err != nil {
			return err
		}
		if err := t.setAttachments(e, a); err != nil {
			return err
		}
	}
	return t.checkChanged(ids...)
}

func (t *Transaction) setAttachments(e *state.Element, a state.Attachments) error {
	return t.change(e, []state.Facet{state.ParamFacet("attached_top"), state.ParamFacet("attached_base")},
		func(e *state.Element) {
			e.Params = e.Params.(state.Attachable).Attached(a)
		})
}
