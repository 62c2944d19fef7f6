package room

import (
	"cmp"
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// FloorTakers holds the elements that can reduce the floor areas of rooms, such as columns, with their boxes. With one
// FloorTakers for all rooms of a state, each body is derived only once.
type FloorTakers struct {
	list    []taker // by the height of their feet
	tallest geometry.Length
}

type taker struct {
	id  state.ID
	box geometry.Box
}

// FloorTakersOf returns the elements of a model that can reduce floor areas. It leaves out elements without a body.
func FloorTakersOf(m *state.Model) *FloorTakers {
	t := &FloorTakers{}
	for _, c := range TakingCategories {
		for _, id := range m.OfCategory(c) {
			body, err := bodyshape.Body(m, id)
			if err != nil || len(body) == 0 {
				continue
			}
			box := body.Bounds()
			t.list, t.tallest = append(t.list, taker{id, box}), max(t.tallest, box.Max.Z-box.Min.Z)
		}
	}
	slices.SortFunc(t.list, func(a, b taker) int {
		return cmp.Or(cmp.Compare(a.box.Min.Z, b.box.Min.Z), cmp.Compare(a.id, b.id))
	})
	return t
}

// Near returns the elements that can reduce the floor area of a room with this shape.
func (t *FloorTakers) Near(shape RoomShape) (out []state.ID) {
	low, high := shape.Region.Bounds()
	box := geometry.Box{Min: low.At(shape.Base - podium), Max: high.At(shape.Base + shape.Height)}
	from, _ := slices.BinarySearchFunc(t.list, box.Min.Z-t.tallest, func(e taker, z geometry.Length) int {
		return cmp.Compare(e.box.Min.Z, z)
	})
	for _, e := range t.list[from:] {
		if e.box.Min.Z > box.Max.Z {
			break
		}
		if e.box.Intersects(box) {
			out = append(out, e.id)
		}
	}
	return out
}
