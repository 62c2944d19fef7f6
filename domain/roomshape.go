package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// RoomShape is the derived geometry of a room.
type RoomShape struct {
	Bounded  bool // false: no ring of walls encloses the seed; the other fields are empty
	Region   geometry.Region
	Base     geometry.Length // height of the floor above the model's origin
	Height   geometry.Length
	HeightOf ID              // the slab, ceiling, flat roof or wall that the height is of; "" for one of the room's own
	Reach    geometry.Length // up to which height above the origin what covers the room is looked for; 0 for not at all
	Bounding []ID            // the walls that bound it, sorted
}

// roomGap is how far apart walls may be and still close a room. Joined walls are apart by at most 2 micrometres (each
// footprint is rounded once); 5 mm is a drafting slip, not an opening.
const roomGap = 5 * geometry.Millimetre

// firstReach is half the side of the first window searched for a room's walls: few rooms reach further than 4 m from a
// point in their middle. It doubles until the ring lies within.
const firstReach = 4 * geometry.Metre

// RoomShape finds a room's extent. It looks at growing windows about the seed, so that its cost follows the room's
// size, not the level's.
func (m *Model) RoomShape(e *Element, search WallSearch) (RoomShape, error) {
	return m.roomShape(e, search, hollow)
}

// RoomShapeBy is [Model.RoomShape] with outlines that are remembered: rooms with the same walls about their seeds, as
// those of repeated storeys, have one that is computed once.
func (m *Model) RoomShapeBy(e *Element, search WallSearch, remember Remember) (RoomShape, error) {
	return m.roomShape(e, search, func(seed geometry.Point2, walls []WallBounds) geometry.Region {
		return outlineBy(seed, walls, remember)
	})
}

func (m *Model) roomShape(e *Element, search WallSearch, outline outliner) (RoomShape, error) {
	r := e.Params.(*Room)
	shape := RoomShape{Base: m.elevation(e.LevelID), Height: r.Height}
	if r.Seed == nil {
		polygon, err := geometry.NewPolygon(r.Boundary)
		if err != nil {
			return RoomShape{}, geometryError(err)
		}
		shape.Bounded, shape.Region = true, geometry.Region{polygon}
		shape.bound(search)
		return shape, nil
	}
	region, walls := enclosing(*r.Seed, search, outline)
	if region == nil {
		return shape, nil
	}
	shape.Bounded, shape.Region = true, region
	shape.Bounding = boundingWalls(region, walls)
	heights := make(map[ID]geometry.Length, len(walls))
	for _, w := range walls {
		heights[w.ID] = w.Height
	}
	shape.takeHeight(func(wall ID) geometry.Length { return heights[wall] })
	return shape, nil
}

// WithWallHeights returns the shape that a room has when the walls around it have these heights and are otherwise what
// they were when the shape was found.
func (r *Room) WithWallHeights(shape RoomShape, heights func(wall ID) geometry.Length) RoomShape {
	if r.Seed != nil && shape.Bounded {
		shape.Height = r.Height
		shape.takeHeight(heights)
	}
	return shape
}

// bound lists the walls along a drawn boundary.
func (s *RoomShape) bound(search WallSearch) {
	lo, hi := s.Region.Bounds()
	margin := geometry.Point2{X: roomGap, Y: roomGap}
	walls, _ := search(lo.Sub(margin), hi.Add(margin))
	s.Bounding = boundingWalls(s.Region, walls)
}

// takeHeight sets the height of a room without one to that of its lowest bounding wall.
func (s *RoomShape) takeHeight(heights func(wall ID) geometry.Length) {
	s.HeightOf, s.Reach = "", 0
	if s.Height > 0 {
		return
	}
	highest := geometry.Length(0)
	for _, wall := range s.Bounding {
		h := heights(wall)
		if s.Height == 0 || h < s.Height {
			s.Height, s.HeightOf = h, wall
		}
		highest = max(highest, h)
	}
	if highest > 0 {
		s.Reach = s.Base + highest + coverReach
	}
}

func (r *Room) body(m *Model, e *Element) (geometry.Body, error) {
	shape, err := m.RoomShape(e, m.WallsOn(e.LevelID))
	if err != nil || !shape.Bounded {
		return nil, err
	}
	shape = r.UnderCover(shape, m.PlatesOver())
	return shape.Body()
}

// Body returns the room's volume as solids.
func (s RoomShape) Body() (geometry.Body, error) {
	return oneSolid(geometry.Extrude(horizontal(s.Base), s.Region, 0, s.Height))
}

func (r *Room) quantities(m *Model, e *Element) ([]Quantity, error) {
	shape, err := m.RoomShape(e, m.WallsOn(e.LevelID))
	if err != nil || !shape.Bounded {
		return nil, err
	}
	shape = r.UnderCover(shape, m.PlatesOver())
	return shape.Quantities(), nil
}

// Quantities returns what is measured of a room.
func (s RoomShape) Quantities() []Quantity {
	floor, height := s.Region.Area(), s.Height.M()
	return []Quantity{
		length("Height", height), length("NetPerimeter", s.Region.Perimeter().M()),
		area("NetFloorArea", floor), volume("NetVolume", float64(floor*height)),
	}
}
