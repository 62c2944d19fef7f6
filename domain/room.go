package domain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Room is a space on a level. With a seed point it follows the walls around the seed; with a boundary it has that
// boundary.
type Room struct {
	Seed     *geometry.Point2  `json:"seed,omitempty"`
	Boundary []geometry.Point2 `json:"boundary_points,omitempty" jsonschema:"instead of seed"`
	Height   geometry.Length   `json:"height,omitempty" rule:"nonnegative" jsonschema:"default: of the walls"`
	Number   string            `json:"number,omitempty"`
	Usage    string            `json:"usage,omitempty"`
}

func (r *Room) check(m *Model, _ *Element) error {
	if (r.Seed == nil) == (len(r.Boundary) == 0) {
		return Errorf(OutOfRange, "a room needs either a seed point inside walls or boundary_points").With("parameter", "seed")
	}
	if len(r.Boundary) == 0 {
		return nil
	}
	if r.Height == 0 {
		return Errorf(DegenerateGeometry, "a room with boundary_points needs a height greater than zero").With("parameter", "height")
	}
	return checkOutline("boundary_points", r.Boundary)
}

// adjusted clears the boundary where a seed was set, and the other way round.
func (r *Room) adjusted(parameter string) Params {
	c := *r
	c.Number = strings.TrimSpace(c.Number)
	switch {
	case parameter == "seed" && r.Seed != nil:
		c.Boundary = nil
	case parameter == "boundary_points" && len(r.Boundary) > 0:
		c.Seed = nil
	}
	return &c
}

func (r *Room) moved(t Transform) Params {
	c := *r
	c.Boundary = t.ring(r.Boundary)
	if r.Seed != nil {
		seed := t.plan(*r.Seed)
		c.Seed = &seed
	}
	return &c
}

func (r *Room) anchor(*Model, *Element) geometry.Point3 {
	if r.Seed != nil {
		return r.Seed.At(0)
	}
	return r.Boundary[0].At(0)
}

func (r *Room) centre() geometry.Point2 {
	if r.Seed != nil {
		return *r.Seed
	}
	return middle(r.Boundary...)
}

func (*Room) checkMove(_ *Model, e *Element, c MoveElement) error { return checkOnLevel(e, c) }

func (*Room) checkCopy(*Element) error { return nil }

func (*Room) fixed() **FixedShape { return nil }

func (*Room) beforeDelete(t *transaction, e *Element) error { return t.leaveZones(e.ID) }

func (r *Room) checkChanged(t *transaction, e *Element) error { return t.checkChangedRoom(e, r) }

func (*Room) checkImported(t *transaction, e *Element) error { return t.checkImportedRoom(e.ID) }

func (*Room) checkCopied(t *transaction, e *Element) error { return t.checkNewRoom(e) }

func (r *Room) number() ID { return ID(r.Number) }

func (r *Room) key(*Element) (Facet, string) { return paramFacet("number"), r.Number }

func (r *Room) unkeyed() Params {
	c := *r
	c.Number = ""
	return &c
}

// CreateRoom adds a room.
type CreateRoom struct {
	LevelID ID `json:"level_id"`
	Room
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateRoom) decide(t *transaction) error {
	room := c.Room
	room.Number = strings.TrimSpace(room.Number)
	if err := c.Properties.check(); err != nil {
		return err
	}
	if err := t.model.checkRoomNumber("", room.Number); err != nil {
		return err
	}
	e := &Element{ID: t.newID(), Category: CategoryRoom, Name: c.Name, LevelID: c.LevelID, Params: &room, Psets: c.Properties.sorted()}
	if err := t.create(e); err != nil {
		return err
	}
	return t.checkNewRoom(e)
}

// checkNewRoom refuses a seed that no ring of walls encloses, or that lies in another room.
func (t *transaction) checkNewRoom(e *Element) error {
	shape, err := t.model.RoomShape(e, t.model.WallsOn(e.LevelID))
	if err != nil {
		return err
	}
	if !shape.Bounded {
		seed := e.Params.(*Room).Seed
		return Errorf(DegenerateGeometry, "no closed ring of walls around the seed point [%s, %s] on this level: close the walls, or give boundary_points", seed.X, seed.Y).
			With("parameter", "seed")
	}
	return t.model.checkRoomAlone(e, shape)
}

// checkRoomAlone refuses a room that contains another one's seed, or whose seed lies in another one's boundary.
func (m *Model) checkRoomAlone(e *Element, shape RoomShape) error {
	self := e.Params.(*Room)
	for _, id := range m.onLevelOf(e.LevelID, CategoryRoom) {
		other, ok := m.Element(id)
		if !ok || other.ID == e.ID {
			continue
		}
		p := other.Params.(*Room)
		if (p.Seed != nil && shape.Region.Contains(*p.Seed) == geometry.Inside) || (self.Seed != nil && p.drawnAround(*self.Seed)) {
			return Errorf(AlreadyExists, "room %q is in the same place: use it, or divide the place by a wall", other.Name).With("room_id", other.ID)
		}
	}
	return nil
}

// drawnAround reports whether the room's own boundary encloses a point.
func (r *Room) drawnAround(p geometry.Point2) bool {
	return len(r.Boundary) > 0 && geometry.Ring(r.Boundary).Contains(p) == geometry.Inside
}

// checkRoomNumber refuses the number of another room.
func (m *Model) checkRoomNumber(self ID, number string) error {
	if number == "" {
		return nil
	}
	for _, id := range m.members(m.byNumber, number) {
		e, ok := m.Element(id)
		if ok && e.ID != self && e.Params.(*Room).Number == number {
			return Errorf(AlreadyExists, "room number %q is taken by room %q: numbers are unique in a model", number, e.Name).With("room_id", e.ID)
		}
	}
	return nil
}

// RoomShape is the derived geometry of a room.
type RoomShape struct {
	Bounded  bool // false: no ring of walls encloses the seed; the other fields are empty
	Region   geometry.Region
	Base     geometry.Length // height of the floor above the model's origin
	Height   geometry.Length
	Bounding []ID // the walls that bound it, sorted
}

// WallBounds names a wall with its footprint in plan, as a candidate for bounding a room.
type WallBounds struct {
	ID        ID
	Footprint geometry.Region
	Height    geometry.Length
	Low, High geometry.Point2
}

// WallBounds returns the footprint of a wall or curtain wall.
func (m *Model) WallBounds(e *Element) (WallBounds, bool) {
	if b, ok := e.Params.(bounding); ok {
		return b.bounds(m, e)
	}
	return WallBounds{}, false
}

// bounding is a category whose elements can bound a room: walls and curtain walls.
type bounding interface {
	// bounds returns the footprint; ok is false where none follows from the parameters.
	bounds(m *Model, e *Element) (WallBounds, bool)
	// candidate returns a box that contains the footprint.
	candidate(m *Model, e *Element) *candidate
}

func (w *Wall) bounds(m *Model, e *Element) (WallBounds, bool) {
	plan, err := m.WallPlan(e.ID)
	if err != nil || len(plan.Region) == 0 {
		return WallBounds{}, false
	}
	return plan.bounds(e), true
}

func (p WallPlan) bounds(e *Element) WallBounds {
	world := p.World()
	lo, hi := world.Bounds()
	return WallBounds{e.ID, world, e.Params.(*Wall).Height, lo, hi}
}

// WallSearch returns the walls of one level whose footprint boxes meet a box in plan, sorted by id, and whether these are
// all walls of the level.
type WallSearch func(lo, hi geometry.Point2) (found []WallBounds, complete bool)

// roomGap is how far apart walls may be and still close a room. Joined walls are apart by at most 2 micrometres (each
// footprint is rounded once); 5 mm is a drafting slip, not an opening.
const roomGap = 5 * geometry.Millimetre

// firstReach is half the side of the first window searched for a room's walls: few rooms reach further than 4 m from a
// point in their middle. It doubles until the ring lies within.
const firstReach = 4 * geometry.Metre

// RoomShape finds a room's extent. It looks at growing windows about the seed, so that its cost follows the room's size,
// not the level's.
func (m *Model) RoomShape(e *Element, search WallSearch) (RoomShape, error) {
	return m.roomShape(e, search, hollow)
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
	shape.takeHeight(walls)
	return shape, nil
}

// bound lists the walls along a drawn boundary.
func (s *RoomShape) bound(search WallSearch) {
	lo, hi := s.Region.Bounds()
	margin := geometry.Point2{X: roomGap, Y: roomGap}
	walls, _ := search(lo.Sub(margin), hi.Add(margin))
	s.Bounding = boundingWalls(s.Region, walls)
}

// takeHeight sets the height of a room without one to that of its lowest bounding wall.
func (s *RoomShape) takeHeight(walls []WallBounds) {
	if s.Height > 0 {
		return
	}
	for _, w := range walls {
		if slices.Contains(s.Bounding, w.ID) && (s.Height == 0 || w.Height < s.Height) {
			s.Height = w.Height
		}
	}
}

// boundingWalls returns the walls whose faces the region's edges run along, sorted.
func boundingWalls(region geometry.Region, walls []WallBounds) []ID {
	var out []ID
	for _, w := range walls {
		if touches(region, w.Footprint) {
			out = append(out, w.ID)
		}
	}
	slices.SortFunc(out, func(a, b ID) int { return cmp.Compare(a, b) })
	return slices.Compact(out)
}

// touches reports whether an edge of the region runs along an edge of the footprint for more than the gap.
func touches(region, footprint geometry.Region) bool {
	faces := edges(footprint)
	for _, edge := range edges(region) {
		for _, face := range faces {
			if edge.near(face) && shared(edge, face) > roomGap {
				return true
			}
		}
	}
	return false
}

// segment is a straight edge in plan.
type segment struct{ a, b geometry.Point2 }

// near reports whether the boxes of two segments are within twice the gap of each other. Only then can the segments run
// along each other within the gap, however their directions are rounded.
func (s segment) near(t segment) bool {
	const slack = 2 * roomGap
	return min(s.a.X, s.b.X)-slack <= max(t.a.X, t.b.X) && min(t.a.X, t.b.X)-slack <= max(s.a.X, s.b.X) &&
		min(s.a.Y, s.b.Y)-slack <= max(t.a.Y, t.b.Y) && min(t.a.Y, t.b.Y)-slack <= max(s.a.Y, s.b.Y)
}

func edges(r geometry.Region) []segment {
	n := 0
	for _, p := range r {
		n += len(p.Outer)
	}
	out := make([]segment, 0, n) // more with holes, which few have
	add := func(ring geometry.Ring) {
		for i := range ring {
			out = append(out, segment{ring[i], ring[(i+1)%len(ring)]})
		}
	}
	for _, p := range r {
		add(p.Outer)
		for _, h := range p.Holes {
			add(h)
		}
	}
	return out
}

// shared returns the length over which two segments run along each other within the gap.
func shared(s, t segment) geometry.Length {
	d, n := geometry.Direction(s.a, s.b), geometry.Distance(s.a, s.b)
	along := func(p geometry.Point2) (x, y geometry.Length) {
		v := p.Sub(s.a)
		return roundLength(float64(d.X*float64(v.X)) + float64(d.Y*float64(v.Y))), roundLength(float64(d.X*float64(v.Y)) - float64(d.Y*float64(v.X)))
	}
	x0, y0 := along(t.a)
	x1, y1 := along(t.b)
	if y0.Abs() > roomGap || y1.Abs() > roomGap {
		return 0
	}
	return max(0, min(n, max(x0, x1))-max(0, min(x0, x1)))
}

func (r *Room) body(m *Model, e *Element) (geometry.Body, error) {
	shape, err := m.RoomShape(e, m.WallsOn(e.LevelID))
	if err != nil || !shape.Bounded {
		return nil, err
	}
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
