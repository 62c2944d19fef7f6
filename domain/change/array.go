package change

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateArray defines instances of elements together with the elements that they host: in a row, in rows, around a
// centre, mirrored about a line, or on other levels. The instances follow their originals and the count, spacing and
// line of the array until they are released.
type CreateArray struct {
	ElementIDs []state.ID        `json:"element_ids"`
	Count      int               `json:"count,omitempty" zero:"refused" jsonschema:"members of a row or around the centre, the original among them"`
	Delta      *geometry.Point3  `json:"delta,omitempty" jsonschema:"from one to the next; or center, mirror, level_ids"`
	Rows       int               `json:"rows,omitempty" zero:"refused" jsonschema:"with delta; default 1"`
	RowDelta   *geometry.Point3  `json:"row_delta,omitempty" jsonschema:"from one row to the next"`
	Center     *geometry.Point2  `json:"center,omitempty" jsonschema:"that they are turned about"`
	Angle      geometry.Angle    `json:"angle,omitempty" zero:"refused" jsonschema:"with center: from one to the next, counter-clockwise; default a full turn by count"`
	Mirror     []geometry.Point2 `json:"mirror,omitempty" jsonschema:"two points of a line: one instance, mirrored about it"`
	Levels     []state.ID        `json:"level_ids,omitempty" jsonschema:"an instance on each"`
	Name       string            `json:"name,omitempty"`
}

func (c CreateArray) Decide(t *Transaction) error {
	sources, err := CopyElement{ElementIDs: c.ElementIDs}.sources(t.Model)
	if err != nil {
		return err
	}
	var ids []state.ID
	for _, e := range sources {
		ids = append(ids, e.ID)
	}
	a := &array.Array{Originals: ids, Count: c.Count, Delta: c.Delta, Rows: c.Rows, RowDelta: c.RowDelta,
		Center: c.Center, Angle: c.Angle, Mirror: c.Mirror, Levels: c.Levels}
	return t.create(&state.Element{ID: t.newID(), Category: state.CategoryArray, Name: c.Name, Params: a})
}

// ReleaseArray turns instances of an array into independent elements, which follow the array no longer. If an instance
// is named, all instances at its place are released. If none is named, all instances are released and the array is
// deleted.
type ReleaseArray struct {
	ArrayID    state.ID   `json:"array_id" jsonschema:"id or name"`
	ElementIDs []state.ID `json:"element_ids,omitempty" jsonschema:"instances: all at the same places go with them; default all of the array"`
}

func (c ReleaseArray) Decide(t *Transaction) error {
	e, err := t.Model.FindOf(c.ArrayID, state.CategoryArray)
	if err != nil {
		return err
	}
	a := *e.Params.(*array.Array)
	if len(c.ElementIDs) == 0 {
		return t.DeleteArray(e, nil)
	}
	w, err := t.wanted(e, &a)
	if err != nil {
		return err
	}
	for _, id := range c.ElementIDs {
		place, ok := w.place[id]
		if !ok {
			return state.Errorf(state.NotFound, "%q is no instance of array %q: get_element lists its instances", id,
				e.Name).With("element_id", id)
		}
		if !slices.Contains(a.Released, place) {
			a.Released = append(slices.Clone(a.Released), place)
		}
	}
	slices.Sort(a.Released)
	a.Instances = slices.DeleteFunc(slices.Clone(a.Instances), func(id state.ID) bool {
		return slices.Contains(a.Released, w.place[id])
	})
	if len(a.Instances) == 0 {
		return t.DeleteArray(e, nil)
	}
	return t.setArray(e, &a)
}

// setArray changes the parameters of an array.
func (t *Transaction) setArray(e *state.Element, a *array.Array) error {
	return t.change(e, shape.ParamFacets(state.CategoryArray), func(after *state.Element) { after.Params = a })
}

// DeleteArray deletes an array and the given instances. Its other instances become independent elements.
func (t *Transaction) DeleteArray(e *state.Element, instances []state.ID) error {
	if err := t.deleteAll(instances); err != nil {
		return err
	}
	return t.deleteOne(e)
}

// deleteAll deletes the given elements that exist.
func (t *Transaction) deleteAll(ids []state.ID) error {
	there := slices.DeleteFunc(slices.Clone(ids), func(id state.ID) bool { return !Has(t.Model, id) })
	ordered, err := InDeletionOrder(t.Model, there)
	if err != nil {
		return err
	}
	for _, id := range ordered {
		if e, ok := t.Model.Element(id); ok { // already deleted with an earlier element
			if err := t.Delete(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkCopyOfArray(e *state.Element) error {
	return state.Errorf(state.IllegalState, "an array cannot be copied: create another one of the copied originals").
		With("element_id", e.ID)
}

// checkMoveOfArray refuses a rotation of an array without a centre, because each original would turn about its own
// middle.
func checkMoveOfArray(_ *state.Model, e *state.Element, c MoveElement) error {
	if c.Rotation != 0 && c.About == nil {
		return state.Errorf(state.OutOfRange, "an array is turned as a whole: give about, the point that it turns "+
			"about").With("parameter", "about").With("element_id", e.ID)
	}
	return nil
}

// withOriginals returns the elements to move: for every array among them it adds the originals and drops the instances,
// because instances follow their originals.
func withOriginals(m *state.Model, ids []state.ID) []state.ID {
	moved := map[state.ID]bool{}
	for _, id := range ids {
		if e, ok := m.Element(id); ok && e.Category == state.CategoryArray {
			moved[id] = true
			ids = append(ids, e.Params.(*array.Array).Originals...)
		}
	}
	if len(moved) == 0 {
		return ids
	}
	return slices.DeleteFunc(ids, func(id state.ID) bool {
		by, ok := array.Of(m, id)
		return ok && moved[by.ID]
	})
}
