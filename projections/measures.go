package projections

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
)

// Measures holds the bodies, boxes and quantities of the elements of one view. A computed value is kept until the
// geometry of its element changes.
type Measures struct {
	derived look
	model   *state.Model // interrupted when the request ends
}

// Measure holds the measurements of a body. Elements without a body have no solids and an empty box.
type Measure struct {
	Bounds geometry.Box // in world coordinates
	Volume float64      // m3
	Area   float64      // of the surface, m2
	Solids int
	// for a round body, which is measured by its curves: the distance of its facets from the curves
	FacetsOff geometry.Length
}

// Of returns the measure of an element. The error is NOT_FOUND if there is no such element, or the reason why it has no
// body.
func (m *Measures) Of(id state.ID) (Measure, error) {
	it, err := m.item(id)
	if err != nil {
		return Measure{}, err
	}
	return it.measure()
}

func (it *item) measure() (Measure, error) {
	s := it.taken()
	if !it.placed || s.err != nil {
		return Measure{Bounds: geometry.EmptyBox()}, s.err
	}
	return Measure{it.box, s.volume, s.area, s.count, s.facetsOff}, nil
}

// bounds returns the box, empty if the element has none.
func (it *item) bounds() geometry.Box {
	if !it.placed {
		return geometry.EmptyBox()
	}
	return it.box
}

// Quantities returns the same as elements.Quantities.
func (m *Measures) Quantities(id state.ID) ([]state.Quantity, error) {
	it, err := m.item(id)
	if err != nil {
		return nil, err
	}
	if r := m.derived.room(id); r != nil {
		return m.ofRoom(r)
	}
	list, err := it.measured(func() ([]state.Quantity, error) { return elements.Quantities(m.model, id) })
	return slices.Clone(list), err
}

// Body returns the same as shape.Body. Bodies are not kept.
func (m *Measures) Body(id state.ID) (geometry.Body, error) {
	it, err := m.item(id)
	if err != nil {
		return nil, err
	}
	if !it.placed {
		return nil, it.taken().err
	}
	if r := m.derived.room(id); r != nil {
		return r.shape.Body()
	}
	return shape.Body(m.model, id)
}

// Drawn returns the same as shape.Drawn.
func (m *Measures) Drawn(id state.ID) ([]geometry.Drawn, error) {
	e, ok := m.model.Element(id)
	if !ok {
		return nil, noElement(id)
	}
	return shape.Drawn(m.model, e)
}

// Matter returns all solids of an element as one body for clash tests, or nil if the element has no solids.
func (m *Measures) Matter(id state.ID) (*clash.Body, error) {
	solids, err := m.Body(id)
	if err != nil || len(solids) == 0 {
		return nil, err
	}
	return clash.BodyOf(solids)
}

func (m *Measures) item(id state.ID) (*item, error) {
	if it := m.derived.itemOf(id); it != nil {
		return it, nil
	}
	return nil, noElement(id)
}

func noElement(id state.ID) error {
	return state.Errorf(state.NotFound, "no element %q in this model and branch: list elements with query_elements",
		id).With("element_id", id)
}

// ofRoom returns the quantities of a room, or nothing if the room is not bounded. They are not kept, because columns
// and slabs, which reduce its floor, change without the room.
func (m *Measures) ofRoom(r *roomEntry) ([]state.Quantity, error) {
	if r.err != nil || !r.shape.Bounded {
		return nil, r.err
	}
	return append(r.shape.Quantities(), room.ClearFloorArea(m.model, r.shape, m.aboutFloor(r.shape))), nil
}

// aboutFloor returns the elements that can reduce or enlarge the floor area of a room.
func (m *Measures) aboutFloor(shape room.RoomShape) []state.ID {
	low, high := shape.Region.Bounds()
	var about []state.ID
	for _, hit := range m.derived.intersecting(geometry.Box{Min: low.At(shape.Base - underFloor),
		Max: high.At(shape.Base + shape.Height)}, room.TakingCategories...) {
		about = append(about, hit.ID)
	}
	return about
}

// FloorArea returns the floor area of a room by a rule. The error is NOT_FOUND if there is no such room, OUT_OF_RANGE
// if there is no such rule, or the reason why the room has no shape. A room that is not bounded has no area.
func (m *Measures) FloorArea(id state.ID, rule room.AreaRule) (room.FloorArea, error) {
	r := m.derived.room(id)
	if r == nil {
		return room.FloorArea{}, noRoom(id)
	}
	if r.err != nil {
		return room.FloorArea{}, r.err
	}
	if !r.shape.Bounded {
		text, err := rule.Described()
		return room.FloorArea{Rule: text}, err
	}
	return room.FloorAreaBy(m.model, r.shape, m.aboutFloor(r.shape), rule)
}

// underFloor is the distance below the level of a room within which elements are looked for.
const underFloor = geometry.Metre

// Version returns a value that stays equal as long as the derived data of an element do not change: its body, its place
// and its measures. The value is comparable, and nil if there is no such element.
func (m *Measures) Version(id state.ID) any {
	if it := m.derived.itemOf(id); it != nil {
		return it
	}
	return nil
}
