package room

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

const (
	// floorStep is the greatest height of the top of a slab above or below a room's level at which the slab is the
	// floor of the room. It allows for build-ups of floors.
	floorStep = 300 * geometry.Millimetre

	// standingFrom is the height above a room's level from which columns reduce its floor area. An object that lies on
	// the floor, such as a base plate, does not reduce it.
	standingFrom = 50 * geometry.Millimetre

	// podium is the greatest distance of a slab from the level of a room at which it is still a floor of the room: a
	// podium above the level, or a sunken part below it. A higher slab covers the space below it.
	podium = headroom
)

// TakingCategories are the categories whose elements can reduce or enlarge the floor area of a room.
var TakingCategories = []state.Category{state.CategoryColumn, state.CategoryFloor, state.CategoryStair,
	state.CategoryRamp}

// ClearFloorArea returns the area of a room's plan without columns and parts without a floor (voids). Walls and piers
// are no part of the plan. This is the NetFloorArea of Qto_SpaceBaseQuantities as IFC4 defines it ("excludes the area
// covered by elements inside the space (columns, inner walls, built-in's etc.), slab openings"). In the model
// NetFloorArea is the area between the walls. about are the elements that may reduce the area; other elements are
// ignored.
func ClearFloorArea(m *state.Model, shape RoomShape, about []state.ID) state.Quantity {
	area, _ := FloorAreaBy(m, shape, about, AreaNet) // the rule is in the table
	return bodyshape.Area("ClearFloorArea", area.Area)
}

// floorTakers returns the elements of the model that may reduce the floors of rooms.
func floorTakers(m *state.Model) (out []state.ID) {
	for _, c := range TakingCategories {
		out = append(out, m.OfCategory(c)...)
	}
	return out
}

// netFloor holds a room and the elements that affect its floor.
type netFloor struct {
	model           *state.Model
	shape           RoomShape
	lowest, highest geometry.Point2     // the box of its plan
	plates          []geometry.Region   // slabs at the room's level, gross
	holes           [][]geometry.Region // of each plate, the holes near the room
	stepped         []geometry.Region   // slabs a step or a podium above or below the room's level, net
	columns         []geometry.Region
	rising          []geometry.Body // stairs and ramps that come up from below
	standing        []geometry.Body // stairs and ramps that stand in the room
}

// netFloorOf finds the elements that affect the floor of a room. It includes stairs and ramps only if stairs is true.
func netFloorOf(m *state.Model, shape RoomShape, about []state.ID, stairs bool) *netFloor {
	n := &netFloor{model: m, shape: shape}
	n.lowest, n.highest = shape.Region.Bounds()
	for _, id := range about {
		e, ok := m.Element(id)
		if !ok {
			continue
		}
		switch e.Category {
		case state.CategoryColumn:
			if body, err := bodyshape.Body(m, id); err == nil {
				top := shape.Base + max(shape.Height, floorStep)
				n.columns = append(n.columns, body.Shadow(shape.Base+standingFrom, top))
			}
		case state.CategoryFloor:
			n.addPlate(e)
		case state.CategoryStair, state.CategoryRamp:
			if stairs {
				n.addStair(e)
			}
		}
	}
	return n
}

// addPlate records a slab at the height of the room's floor.
func (n *netFloor) addPlate(e *state.Element) {
	top, step := bodyshape.ElevationOf(n.model, e.LevelID), false
	var gross geometry.Region
	if f, ok := e.Params.(*fabric.Floor); ok && f.Fixed == nil {
		top += f.Offset
		off := (top - n.shape.Base).Abs()
		if off > podium {
			return
		}
		gross, _ = f.Outline()
		step = off > floorStep
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
		if o.Opening.Through() {
			rings = n.near(rings, o.Ring)
		}
	}
	if step {
		n.stepped = append(n.stepped, n.model.Stop.Subtract(gross, rings...))
		return
	}
	n.plates, n.holes = append(n.plates, gross), append(n.holes, rings)
}

// near adds a ring to a list if its box meets the box of the room's plan.
func (n *netFloor) near(list []geometry.Region, ring geometry.Ring) []geometry.Region {
	low, high := geometry.Polygon{Outer: ring}.Bounds()
	if low.X >= n.highest.X || high.X <= n.lowest.X || low.Y >= n.highest.Y || high.Y <= n.lowest.Y {
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

// voids returns the parts of the room without a floor. These are the holes of slabs that no other slab covers. If slabs
// lie under more than half of the room, the parts outside all slabs count too. A void at the edge of a slab is a notch
// in its outline, and not a hole.
func (n *netFloor) voids() (out []geometry.Region) {
	for i, holes := range n.holes {
		if len(holes) == 0 {
			continue
		}
		left := n.model.Stop.Subtract(n.model.Stop.Union(holes...), n.stepped...)
		for k, plate := range n.plates {
			if k != i {
				left = n.model.Stop.Subtract(left, n.model.Stop.Subtract(plate, n.holes[k]...))
			}
		}
		out = append(out, left)
	}
	bare := n.model.Stop.Subtract(n.shape.Region, slices.Concat(n.plates, n.stepped)...)
	if bare.Area()*2 >= n.shape.Region.Area() {
		return out
	}
	bare = slices.DeleteFunc(bare, isSliver)
	return append(out, bare)
}
