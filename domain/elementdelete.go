package domain

import (
	"slices"
	"strings"
)

// DeleteElement deletes elements together with what cannot exist without them.
type DeleteElement struct {
	ElementIDs  []ID `json:"element_ids"`
	ExpectedIDs []ID `json:"expected_ids,omitempty"`
}

func (c DeleteElement) decide(t *transaction) error {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) == 0 {
		return Errorf(OutOfRange, "element_ids is empty: name what to delete").With("parameter", "element_ids")
	}
	ordered, err := inDeletionOrder(t.model, ids)
	if err != nil {
		return err
	}
	attached := t.model.attachedToAny(ordered)
	for _, id := range ordered {
		if e, ok := t.model.Element(id); ok { // gone already with an earlier one's cascade
			if err := t.delete(e); err != nil {
				return err
			}
		}
	}
	if err := t.model.checkLeft(attached); err != nil {
		return err
	}
	t.warnOpenPorts()
	return c.checkExpected(t)
}

// inDeletionOrder sorts elements so that levels come after what stands on them, systems after their members, and
// openings after the doors and windows that take them along.
func inDeletionOrder(m *Model, ids []ID) ([]ID, error) {
	var first, openings, levels []ID
	for _, id := range ids {
		e, err := m.find(id)
		if err != nil {
			return nil, err
		}
		switch row := rows[e.Category]; {
		case row.carries:
			levels = append(levels, id)
		case e.Category == CategoryOpening:
			openings = append(openings, id)
		default:
			first = append(first, id)
		}
	}
	return slices.Concat(first, openings, levels), nil
}

func (t *transaction) delete(e *Element) error {
	if before := beforeDelete[e.Category]; before != nil {
		if err := before(t, e); err != nil {
			return err
		}
	}
	event := &ElementDeleted{Element: e, Cascade: t.model.cascade(e), Joins: t.model.JoinsOf(e.ID)}
	event.Connections = t.model.connectionsWith(e, event.Cascade)
	after := t.model.Clone()
	after.stop = t.model.stop
	event.evolve(after)
	event.Unbounded = t.leftUnbounded(after, e)
	t.emit(event)
	for _, id := range event.Unbounded {
		room, _ := t.model.Element(id)
		t.warn("ROOM_UNBOUNDED", map[string]any{"room_id": id},
			"room %q is left without a closed ring of walls; it is not deleted", room.Name)
	}
	return nil
}

// beforeDelete is the table of what happens before an element of a category is deleted: the deletion is refused, or the
// elements that name it are changed first.
var beforeDelete = map[Category]func(t *transaction, e *Element) error{
	CategorySite:     (*transaction).refuseDeletionOfOnly,
	CategoryBuilding: (*transaction).refuseDeletionOfOnly,
	CategoryLevel:    (*transaction).refuseDeletionOfCarrier,
	CategoryFloor:    (*transaction).leaveAttached,
	CategoryRoof:     (*transaction).leaveAttached,
	CategoryCeiling:  (*transaction).leaveAttached,
	CategoryStair:    (*transaction).uncutAll,
	CategoryOpening:  (*transaction).refuseDeletionOfFilled,
	CategoryRoom:     (*transaction).leaveZones,
	CategorySystem:   (*transaction).releaseMembers,
}

func (*transaction) refuseDeletionOfOnly(e *Element) error {
	return Errorf(IllegalState, "the %s is part of the model and cannot be deleted",
		e.Category).With("element_id", e.ID)
}

// cascade returns, sorted by id, what is deleted with an element: what it hosts, the opening that a door or window
// fills, and the constraints about all of them.
func (m *Model) cascade(e *Element) []*Element {
	ids := m.HostedBy(e.ID)
	if e.FillsID != "" {
		ids = append(ids, e.FillsID)
	}
	for _, id := range append(slices.Clone(ids), e.ID) {
		ids = append(ids, m.ConstraintsOf(id)...)
	}
	slices.Sort(ids)
	var out []*Element
	for _, id := range slices.Compact(ids) {
		if c, ok := m.Element(id); ok {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *Element) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return out
}

// checkExpected refuses a deletion that reaches further than the caller expects.
func (c DeleteElement) checkExpected(t *transaction) error {
	if c.ExpectedIDs == nil {
		return nil
	}
	var unexpected []ID
	for _, e := range t.events {
		d, ok := e.(*ElementDeleted)
		if !ok {
			continue
		}
		for _, gone := range append([]*Element{d.Element}, d.Cascade...) {
			if !slices.Contains(c.ExpectedIDs, gone.ID) {
				unexpected = append(unexpected, gone.ID)
			}
		}
	}
	if len(unexpected) > 0 {
		return Errorf(ConstraintViolated,
			"%d elements more than expected_ids would be deleted: look at them, then name them or leave "+
				"expected_ids out", len(unexpected)).
			With("unexpected_ids", unexpected)
	}
	return nil
}
