package tower

import (
	"encoding/json"
	"fmt"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Editor generates edits of a tower: properties, names, dimensions of doors and windows, heights of partitions, places
// of columns. An edit may be refused. This is not an error, and the caller continues with the next edit.
type Editor struct {
	random                            random
	walls, doors, windows, cols, some []state.ID
}

// NewEditor returns an editor for the elements that the given model contains. The same model and seed give the same
// edits.
func NewEditor(m *state.Model, seed uint64) *Editor {
	e := &Editor{random: random(seed ^ editSeed)}
	e.doors, e.windows, e.cols = m.OfCategory(state.CategoryDoor), m.OfCategory(state.CategoryWindow),
		m.OfCategory(state.CategoryColumn)
	e.walls = m.OfCategory(state.CategoryWall)
	e.some = append(append(append(e.some, e.walls...), m.OfCategory(state.CategoryRoom)...), e.windows...)
	return e
}

// editSeed makes the random numbers of the edits differ from the numbers of the building with the same seed.
const editSeed = 0x6564697473

// Next returns the next edit. Of 100 edits 35 set a property, 10 rename, 25 change a door, 20 change a window and 10
// move a column.
func (e *Editor) Next() change.Operation {
	r := &e.random
	switch n := r.below(100); {
	case n < 35:
		return set(pick(r, e.some), "Planning.Status", choose(r, "draft", "checked", "released", "to be revised"))
	case n < 45:
		return set(pick(r, e.walls), "name", fmt.Sprintf("W-%06d", r.below(1e6)))
	case n < 60:
		return set(pick(r, e.doors), "width", r.mm(700, 900, 50))
	case n < 70:
		return set(pick(r, e.doors), "height", r.mm(2000, 2200, 50))
	case n < 80:
		return set(pick(r, e.windows), "height", r.mm(1000, 1500, 50))
	case n < 90:
		return set(pick(r, e.windows), "sill_height", r.mm(700, 1000, 50))
	}
	by := geometry.Point3{X: r.mm(-200, 200, 50)}
	return change.MoveElement{ElementIDs: []state.ID{pick(r, e.cols)}, Delta: by}
}

func pick(r *random, ids []state.ID) state.ID {
	if len(ids) == 0 {
		return ""
	}
	return ids[r.below(len(ids))]
}

func set(id state.ID, parameter string, value any) change.Operation {
	raw, err := json.Marshal(value)
	if err != nil { // strings and lengths always encode
		panic(fmt.Sprintf("tower: %T does not encode: %v", value, err))
	}
	return change.ModifyParameter{ElementID: id, ParameterName: parameter, Value: raw}
}
