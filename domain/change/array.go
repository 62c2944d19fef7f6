package change

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateArray copies elements in a row, in rows, or around a centre, with what they host, as CopyElement does. The
// members are elements of their own afterwards: no definition stays that would make them anew.
type CreateArray struct {
	ElementIDs []state.ID       `json:"element_ids"`
	Count      int              `json:"count" jsonschema:"members of a row or around the centre, the original among them"`
	Delta      *geometry.Point3 `json:"delta,omitempty" jsonschema:"from one to the next; or center"`
	Rows       int              `json:"rows,omitempty" zero:"refused" jsonschema:"with delta; default 1"`
	RowDelta   *geometry.Point3 `json:"row_delta,omitempty" jsonschema:"from one row to the next"`
	Center     *geometry.Point2 `json:"center,omitempty" jsonschema:"that they are turned about"`
	Angle      geometry.Angle   `json:"angle,omitempty" zero:"refused" jsonschema:"with center: from one to the next, counter-clockwise; default a full turn by count"`
}

func (c CreateArray) Decide(t *Transaction) error {
	sources, err := CopyElement{ElementIDs: c.ElementIDs}.sources(t.Model)
	if err != nil {
		return err
	}
	steps, err := c.steps(t.Model)
	if err != nil {
		return err
	}
	if n := len(steps) * len(sources); n > maxCopied {
		return state.Errorf(state.OperationTooLarge, "%d elements would be copied, at most %d at a time: give fewer "+
			"or a lower count", n, maxCopied).With("parameter", "count")
	}
	r := &copier{Transaction: t, names: namesOf(t.Model), numbered: map[string]int{}}
	for _, step := range steps {
		r.move = step
		if err := r.copyAll(sources); err != nil {
			return err
		}
	}
	return r.checkCopies()
}

// steps returns how each member but the original is moved from it.
func (c CreateArray) steps(m *state.Model) ([]MoveElement, error) {
	refuse := func(parameter, format string, args ...any) ([]MoveElement, error) {
		return nil, state.Errorf(state.OutOfRange, format, args...).With("parameter", parameter)
	}
	rows := max(c.Rows, 1)
	zero := geometry.Point3{}
	switch {
	case (c.Delta == nil) == (c.Center == nil):
		return refuse("delta", "give delta for a row, or center for members around it: one of them")
	case c.Rows < 0 || c.Count < 1 || c.Count > MaxCopies || rows > MaxCopies || c.Count*rows > MaxCopies:
		return refuse("count", "count is %d in %d rows: give 2 to %d members", c.Count, rows, MaxCopies)
	case c.Count*rows < 2:
		return refuse("count", "an array has 2 members or more, the original among them")
	case rows > 1 != (c.RowDelta != nil):
		return refuse("row_delta", "rows and row_delta go together: how many rows, and from one to the next")
	case c.Center != nil && rows > 1:
		return refuse("rows", "members around a center have no rows: leave rows and row_delta out")
	case c.Center == nil && c.Angle != 0:
		return refuse("angle", "angle is from one member to the next around a center: give center")
	}
	if c.Angle > geometry.FullTurn || c.Angle < -geometry.FullTurn {
		return refuse("angle", "angle is %s degrees: give at most a full turn from one member to the next", c.Angle)
	}
	if c.Center != nil {
		return c.around(m)
	}
	if *c.Delta == zero && c.Count > 1 || c.RowDelta != nil && *c.RowDelta == zero {
		return refuse("delta", "the members would lie on each other: give a shift from one to the next")
	}
	var out []MoveElement
	taken := map[geometry.Point3]bool{zero: true}
	for row := range rows {
		for i := range c.Count {
			if row == 0 && i == 0 {
				continue
			}
			by := times(*c.Delta, i)
			if row > 0 {
				by = by.Add(times(*c.RowDelta, row))
			}
			if err := checkDelta(m, by); err != nil {
				return nil, err
			}
			if taken[by] {
				return refuse("row_delta", "member %d of row %d would lie on another one: give delta and row_delta in "+
					"other directions, or a lower count", i+1, row+1)
			}
			taken[by] = true
			out = append(out, MoveElement{Delta: by})
		}
	}
	return out, checkDelta(m, *c.Delta)
}

// around returns the turns of the members about the centre.
func (c CreateArray) around(m *state.Model) ([]MoveElement, error) {
	if err := m.CheckBounds("center", c.Center.At(0)); err != nil {
		return nil, err
	}
	var out []MoveElement
	for i := 1; i < c.Count; i++ {
		turn := c.Angle * geometry.Angle(i)
		if c.Angle == 0 { // each from the start, so that what is left of the division does not add up
			turn = geometry.Angle(int64(geometry.FullTurn) * int64(i) / int64(c.Count))
		}
		if turn %= geometry.FullTurn; turn == 0 {
			return nil, state.Errorf(state.OutOfRange, "member %d would lie on the original: give a lower count or "+
				"another angle", i+1).With("parameter", "angle")
		}
		out = append(out, MoveElement{Rotation: turn, About: c.Center})
	}
	return out, nil
}
