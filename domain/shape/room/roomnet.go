package room

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

const (
	// floorStep is how far the top of a slab may be above or below a room's level and still be the floor of the room:
	// build-ups of floors.
	floorStep = 300 * geometry.Millimetre

	// standingFrom is the height above a room's level from which columns take of its floor: what lies on the floor,
	// such as a base plate, takes none.
	standingFrom = 50 * geometry.Millimetre
)

// TakingCategories are the categories whose elements can take of the floor of a room.
var TakingCategories = []state.Category{state.CategoryColumn, state.CategoryFloor}

// ClearFloorArea returns the area of a room's plan without what takes of its floor: columns, and holes in the floor
// that no other slab covers. Walls and piers are no part of the plan. That is what IFC4 asks of the NetFloorArea of
// Qto_SpaceBaseQuantities ("excludes the area covered by elements inside the space (columns, inner walls, built-in's
// etc.), slab openings"), which is kept for the area between the walls. about are the elements that may take of it;
// others of the model are not looked at.
func ClearFloorArea(m *state.Model, shape RoomShape, about []state.ID) state.Quantity {
	all := shape.Region.Area()
	return bodyshape.Area("ClearFloorArea", all-floorTaken(m, shape, about).Area())
}

func floorTaken(m *state.Model, shape RoomShape, about []state.ID) geometry.Region {
	if !shape.Bounded || len(about) == 0 {
		return nil
	}
	n := netFloor{model: m, shape: shape}
	n.low, n.high = shape.Region.Bounds()
	var taken []geometry.Region
	for _, id := range about {
		e, ok := m.Element(id)
		if !ok {
			continue
		}
		switch e.Category {
		case state.CategoryColumn:
			if body, err := bodyshape.Body(m, id); err == nil {
				taken = append(taken, body.Shadow(shape.Base+standingFrom, shape.Base+max(shape.Height, floorStep)))
			}
		case state.CategoryFloor:
			n.addPlate(e)
		}
	}
	taken = append(taken, n.voids()...)
	return m.Stop.Intersect(shape.Region, m.Stop.Union(taken...))
}

// netFloor is a room whose floor is looked at.
type netFloor struct {
	model     *state.Model
	shape     RoomShape
	low, high geometry.Point2
	plates    []geometry.Region   // slabs at the room's level, net
	holes     [][]geometry.Region // of each plate, those that are near the room
}

// addPlate takes a slab at the height of the room's floor.
func (n *netFloor) addPlate(e *state.Element) {
	top := bodyshape.ElevationOf(n.model, e.LevelID)
	var gross geometry.Region
	if f, ok := e.Params.(*fabric.Floor); ok && f.Fixed == nil {
		top += f.Offset
		if (top - n.shape.Base).Abs() > floorStep {
			return
		}
		gross, _ = f.Outline()
	} else if body, err := bodyshape.Body(n.model, e.ID); err == nil {
		gross = body.Shadow(n.shape.Base-floorStep, n.shape.Base+floorStep)
	}
	var rings []geometry.Region
	for _, polygon := range gross {
		for _, hole := range polygon.Holes {
			rings = n.near(rings, hole)
		}
	}
	for _, o := range fabric.PlanOpenings(n.model, e) {
		rings = n.near(rings, o.Ring)
	}
	n.plates, n.holes = append(n.plates, gross), append(n.holes, rings)
}

// near adds a ring that may have part of the room.
func (n *netFloor) near(list []geometry.Region, ring geometry.Ring) []geometry.Region {
	low, high := geometry.Polygon{Outer: ring}.Bounds()
	if low.X >= n.high.X || high.X <= n.low.X || low.Y >= n.high.Y || high.Y <= n.low.Y {
		return list
	}
	outer := slices.Clone(ring)
	if outer.Area() < 0 {
		slices.Reverse(outer)
	}
	polygon, err := geometry.NewPolygon(outer)
	if err != nil {
		return list
	}
	return append(list, geometry.Region{polygon})
}

// voids returns the holes of the plates, less what another plate covers.
func (n *netFloor) voids() (out []geometry.Region) {
	for i, holes := range n.holes {
		if len(holes) == 0 {
			continue
		}
		left := n.model.Stop.Union(holes...)
		for k, plate := range n.plates {
			if k != i {
				left = n.model.Stop.Subtract(left, n.model.Stop.Subtract(plate, n.holes[k]...))
			}
		}
		out = append(out, left)
	}
	return out
}
