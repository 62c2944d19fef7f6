package room

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// RoomShape is the derived geometry of a room.
type RoomShape struct {
	Bounded  bool // false: no ring of walls encloses the seed; the other fields are empty
	Region   geometry.Region
	Base     geometry.Length // height of the floor above the model's origin
	Height   geometry.Length // the greatest height
	HeightOf state.ID        // the slab, ceiling, roof or wall that gives the height; "" for the room's own
	Reach    geometry.Length // height above the origin up to which covers are searched; 0 for no search
	Bounding []state.ID      // the walls that bound the room, sorted
	Tops     []state.ID      // the elements that the tops of these walls are attached to, sorted
	Trim     fabric.Trim     // how sloping covers cut the room off; without cuts there are none
	Under    []Overhead      // the sloping covers
	// Unreached lists the sloping roofs over a room without a cover to which none of its walls is attached, sorted.
	Unreached []state.ID

	body   geometry.Body // below sloping covers
	lowest geometry.Length
	volume float64 // m3
}

// firstReach is half the side of the first window in which a room's walls are searched. Few rooms reach further than 4
// m from a point in their middle. The window doubles until the ring lies within it.
const firstReach = 4 * geometry.Metre

// RoomShapeOf returns the shape of a room. It searches growing windows around the seed, so that its cost depends on the
// room's size, not on the level's.
func RoomShapeOf(m *state.Model, e *state.Element, search fabric.WallSearch) (RoomShape, error) {
	return roomShape(m, e, search, hollow)
}

// RoomShapeBy returns the same shape as [RoomShapeOf], with remembered outlines. Rooms with the same walls around their
// seeds, as in repeated storeys, share an outline that is computed once.
func RoomShapeBy(m *state.Model, e *state.Element, search fabric.WallSearch, remember Remember) (RoomShape, error) {
	return roomShape(m, e, search, func(seed geometry.Point2, walls []fabric.WallBounds) geometry.Region {
		return outlineBy(m, seed, walls, remember)
	})
}

func roomShape(m *state.Model, e *state.Element, search fabric.WallSearch, outline outliner) (RoomShape, error) {
	r := e.Params.(*Room)
	shape := RoomShape{Base: bodyshape.ElevationOf(m, e.LevelID), Height: r.Height}
	if r.Seed == nil {
		polygon, err := geometry.NewPolygon(r.Boundary)
		if err != nil {
			return RoomShape{}, bodyshape.GeometryError(err)
		}
		shape.Bounded, shape.Region = true, geometry.Region{polygon}
		shape.bound(search)
		return shape, nil
	}
	region, walls := enclosing(*r.Seed, search, outline)
	if region == nil {
		return shape, nil
	}
	shape.Bounded, shape.Region = true, r.Kept.of(region)
	shape.Bounding = boundingWalls(region, walls)
	bounds := make(map[state.ID]*fabric.WallBounds, len(walls))
	for i := range walls {
		bounds[walls[i].ID] = &walls[i]
	}
	shape.takeHeight(func(wall state.ID) *fabric.WallBounds { return bounds[wall] })
	return shape, nil
}

// WithWallTops returns the shape of a room without a cover after the heights or attachments of its walls have changed.
// In plan the walls must be the same as when the shape was computed.
func (r *Room) WithWallTops(shape RoomShape, bounds func(wall state.ID) *fabric.WallBounds) RoomShape {
	if r.Seed != nil && shape.Bounded {
		shape.Height = r.Height
		shape.takeHeight(bounds)
	}
	return shape
}

// bound finds the walls along a drawn boundary.
func (s *RoomShape) bound(search fabric.WallSearch) {
	lo, hi := s.Region.Bounds()
	margin := geometry.Point2{X: fabric.RoomGap, Y: fabric.RoomGap}
	walls, _ := search(lo.Sub(margin), hi.Add(margin))
	s.Bounding = boundingWalls(s.Region, walls)
}

// takeHeight sets the height of a room without its own height to the height of its lowest bounding wall.
func (s *RoomShape) takeHeight(bounds func(wall state.ID) *fabric.WallBounds) {
	s.HeightOf, s.Reach, s.Tops, s.Unreached = "", 0, nil, nil
	s.Trim, s.Under, s.body, s.lowest, s.volume = fabric.Trim{}, nil, nil, 0, 0
	if s.Height > 0 {
		return
	}
	highest := geometry.Length(0)
	for _, wall := range s.Bounding {
		w := bounds(wall)
		h := w.Height
		s.Tops = append(s.Tops, w.AttachedTop...)
		if s.Height == 0 || h < s.Height {
			s.Height, s.HeightOf = h, wall
		}
		highest = max(highest, w.Highest)
	}
	s.Tops = state.SortedOnce(s.Tops)
	if highest > 0 {
		s.Reach = s.Base + highest + coverReach
	}
}

func (r *Room) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	shape, err := RoomShapeOf(m, e, fabric.WallsOn(m, e.LevelID))
	if err != nil || !shape.Bounded {
		return nil, err
	}
	shape = r.UnderCover(shape, Overheads(m))
	return shape.Body()
}

// Body returns the room's volume as solids.
func (s RoomShape) Body() (geometry.Body, error) {
	if !s.Level() {
		return s.body, nil
	}
	return bodyshape.OneSolid(geometry.Extrude(bodyshape.Horizontal(s.Base), s.Region, 0, s.Height))
}

func (r *Room) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	shape, err := RoomShapeOf(m, e, fabric.WallsOn(m, e.LevelID))
	if err != nil || !shape.Bounded {
		return nil, err
	}
	shape = r.UnderCover(shape, Overheads(m))
	return append(shape.Quantities(), ClearFloorArea(m, shape, floorTakers(m))), nil
}

// Quantities returns the quantities of a room. A room below a sloping cover has no Height (IFC: "only if the space has
// a constant height"). It has the lowest, highest and mean height instead.
func (s RoomShape) Quantities() []state.Quantity {
	heights := s.Heights()
	out := []state.Quantity{bodyshape.Length("Height", s.Height.M())}
	if !s.Level() {
		out = []state.Quantity{bodyshape.Length("LowestHeight", heights.Lowest.M()),
			bodyshape.Length("HighestHeight", heights.Highest.M()),
			bodyshape.Length("MeanHeight", heights.Mean)}
	}
	return append(out, bodyshape.Length("NetPerimeter", s.Region.Perimeter().M()),
		bodyshape.Area("NetFloorArea", s.Region.Area()), bodyshape.Area("GrossFloorArea", s.grossFloor()),
		bodyshape.Volume("NetVolume", s.Volume()))
}

// grossFloor returns the area of the floor in m2 including free-standing elements in the room (IFC4 ADD2,
// Qto_SpaceBaseQuantities.GrossFloorArea: "includes the area covered by elements inside the space").
func (s RoomShape) grossFloor() float64 {
	area := 0.0
	for _, p := range s.Region {
		area += geometry.Polygon{Outer: p.Outer}.Area()
	}
	return area
}
