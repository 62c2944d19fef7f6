package change

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
)

// DeleteElement deletes elements, and with them the elements that cannot exist without them.
type DeleteElement struct {
	ElementIDs  []state.ID `json:"element_ids"`
	ExpectedIDs []state.ID `json:"expected_ids,omitempty"`
}

func (c DeleteElement) Decide(t *Transaction) error {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) == 0 {
		return state.Errorf(state.OutOfRange, "element_ids is empty: name what to delete").With("parameter",
			"element_ids")
	}
	ordered, err := InDeletionOrder(t.Model, ids)
	if err != nil {
		return err
	}
	attached := fabric.AttachedToAny(t.Model, ordered)
	for _, id := range ordered {
		if e, ok := t.Model.Element(id); ok { // already deleted by an earlier cascade
			if err := t.Delete(e); err != nil {
				return err
			}
		}
	}
	if err := checkLeft(t.Model, attached); err != nil {
		return err
	}
	t.warnOpenPorts()
	return c.checkExpected(t)
}

// InDeletionOrder returns elements in an order in which they can be deleted one by one. Levels come after the elements
// on them, systems after their members, and templates after the views that use them. Openings come after their doors
// and windows, because deleting a door deletes its opening.
func InDeletionOrder(m *state.Model, ids []state.ID) ([]state.ID, error) {
	var first, openings, levels []state.ID
	for _, id := range ids {
		e, err := m.Find(id)
		if err != nil {
			return nil, err
		}
		switch row := state.Rows[e.Category]; {
		case row.Carries || views.IsTemplate(e):
			levels = append(levels, id)
		case e.Category == state.CategoryOpening:
			openings = append(openings, id)
		default:
			first = append(first, id)
		}
	}
	return slices.Concat(first, openings, levels), nil
}

// Delete deletes an element with the elements that cannot exist without it, or an array with its instances.
func (t *Transaction) Delete(e *state.Element) error {
	if a, ok := e.Params.(*array.Array); ok {
		return t.DeleteArray(e, a.Instances)
	}
	return t.deleteOne(e)
}

func (t *Transaction) deleteOne(e *state.Element) error {
	if before := beforeDelete[e.Category]; before != nil {
		if err := before(t, e); err != nil {
			return err
		}
	}
	event := &state.ElementDeleted{Element: e, Cascade: cascade(t.Model, e), Joins: t.Model.JoinsOf(e.ID)}
	event.Connections = t.Model.ConnectionsWith(e, event.Cascade)
	after := t.Model.Clone()
	after.Stop = t.Model.Stop
	event.Evolve(after)
	event.Unbounded = t.leftUnbounded(after, e)
	t.Emit(event)
	for _, id := range event.Unbounded {
		room, _ := t.Model.Element(id)
		t.Warn("ROOM_UNBOUNDED", map[string]any{"room_id": id},
			"room %q is left without a closed ring of walls; it is not deleted", room.Name)
	}
	return nil
}

// beforeDelete holds the functions to call before an element of a category is deleted. Each function refuses the
// deletion, or first changes the elements that refer to the deleted element.
var beforeDelete = map[state.Category]func(t *Transaction, e *state.Element) error{
	state.CategorySite:     (*Transaction).refuseDeletionOfOnly,
	state.CategoryBuilding: (*Transaction).refuseDeletionOfOnly,
	state.CategoryLevel:    (*Transaction).refuseDeletionOfCarrier,
	state.CategoryFloor:    (*Transaction).leaveAttached,
	state.CategoryRoof:     (*Transaction).leaveAttached,
	state.CategoryCeiling:  (*Transaction).leaveAttached,
	state.CategoryStair:    (*Transaction).uncutAll,
	state.CategoryRamp:     (*Transaction).uncutAll,
	state.CategoryOpening:  (*Transaction).refuseDeletionOfFilled,
	state.CategoryRoom:     (*Transaction).leaveZones,
	state.CategorySystem:   (*Transaction).releaseMembers,
	state.CategorySheet:    (*Transaction).releaseViews,
	state.CategoryView:     (*Transaction).refuseDeletionOfTemplate,
}

func (*Transaction) refuseDeletionOfOnly(e *state.Element) error {
	return state.Errorf(state.IllegalState, "the %s is part of the model and cannot be deleted",
		e.Category).With("element_id", e.ID)
}

// cascade returns the elements that are deleted with an element, sorted by id. These are its hosted elements, the
// opening that a door or window fills, the curtain wall in an opening with its hosted elements, the constraints on all
// these elements, and the views of a level or room.
func cascade(m *state.Model, e *state.Element) []*state.Element {
	ids := m.HostedBy(e.ID)
	if e.FillsID != "" {
		ids = append(ids, e.FillsID)
	}
	for _, id := range append(slices.Clone(ids), e.ID) {
		if by, ok := fabric.CurtainIn(m, id); ok {
			ids = append(append(ids, by.ID), m.HostedBy(by.ID)...)
		}
	}
	for _, id := range append(slices.Clone(ids), e.ID) {
		ids = append(ids, ConstraintsOf(m, id)...)
		ids = append(ids, views.About(m, id)...)
	}
	slices.Sort(ids)
	var out []*state.Element
	for _, id := range slices.Compact(ids) {
		if c, ok := m.Element(id); ok {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *state.Element) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return out
}

// checkExpected refuses a deletion that includes elements which the caller does not expect.
func (c DeleteElement) checkExpected(t *Transaction) error {
	if c.ExpectedIDs == nil {
		return nil
	}
	var unexpected []state.ID
	for _, e := range t.Events {
		d, ok := e.(*state.ElementDeleted)
		if !ok {
			continue
		}
		for _, gone := range append([]*state.Element{d.Element}, d.Cascade...) {
			if !slices.Contains(c.ExpectedIDs, gone.ID) {
				unexpected = append(unexpected, gone.ID)
			}
		}
	}
	if len(unexpected) > 0 {
		return state.Errorf(state.ConstraintViolated,
			"%d elements more than expected_ids would be deleted: look at them, then name them or leave "+
				"expected_ids out", len(unexpected)).
			With("unexpected_ids", unexpected)
	}
	return nil
}
