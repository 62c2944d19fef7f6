package room

import (
	"fmt"
	"slices"
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Room is a space on a level. A room with a seed point follows the walls around the seed; a room with a boundary has
// that boundary.
type Room struct {
	Seed     *geometry.Point2  `json:"seed,omitempty"`
	Boundary []geometry.Point2 `json:"boundary_points,omitempty" jsonschema:"instead of seed"`
	Height   geometry.Length   `json:"height,omitempty" rule:"nonnegative" jsonschema:"default: to what is above, else of the walls"`
	Number   string            `json:"number,omitempty"`
	Usage    string            `json:"usage,omitempty"`
	Kept     *KeptOutline      `json:"kept,omitempty" rule:"fixed" input:"-"` // the outline from its file
}

func (r *Room) Check(m *state.Model, _ *state.Element) error {
	if (r.Seed == nil) == (len(r.Boundary) == 0) {
		return state.Errorf(state.OutOfRange, "a room needs either a seed point inside walls or boundary_points").With(
			"parameter", "seed")
	}
	if len(r.Boundary) == 0 {
		return nil
	}
	if r.Height == 0 {
		return state.Errorf(state.DegenerateGeometry,
			"a room with boundary_points needs a height greater than zero").With(
			"parameter", "height")
	}
	return bodyshape.CheckOutline("boundary_points", r.Boundary)
}

// Adjusted clears the boundary if a seed was set, and the seed if a boundary was set.
func (r *Room) Adjusted(parameter string) state.Params {
	c := *r
	c.Number = strings.TrimSpace(c.Number)
	switch {
	case parameter == "seed" && r.Seed != nil:
		c.Boundary, c.Kept = nil, nil
	case parameter == "boundary_points" && len(r.Boundary) > 0:
		c.Seed, c.Kept = nil, nil
	}
	return &c
}

func (r *Room) Moved(t state.Transform) state.Params {
	c := *r
	c.Boundary, c.Kept = t.Ring(r.Boundary), r.Kept.moved(t)
	if r.Seed != nil {
		seed := t.Plan(*r.Seed)
		c.Seed = &seed
	}
	return &c
}

func (r *Room) Anchor(*state.Model, *state.Element) geometry.Point3 {
	if r.Seed != nil {
		return r.Seed.At(0)
	}
	return r.Boundary[0].At(0)
}

func (r *Room) Centre() geometry.Point2 {
	if r.Seed != nil {
		return *r.Seed
	}
	return bodyshape.Middle(r.Boundary...)
}

func (*Room) FixedField() **state.FixedShape { return nil }

func (r *Room) NumberKey() state.ID { return state.ID(r.Number) }

func (r *Room) Label() string { return r.Number }

func (r *Room) Key(*state.Element) (state.Facet, string) { return state.ParamFacet("number"), r.Number }

func (r *Room) Unkeyed() state.Params {
	c := *r
	c.Number = ""
	return &c
}

// WallBoundsSameTop reports whether two walls end at the same heights and have the same attachments at the top.
func WallBoundsSameTop(w *fabric.WallBounds, other *fabric.WallBounds) bool {
	return w.Height == other.Height && w.Highest == other.Highest && slices.Equal(w.AttachedTop, other.AttachedTop)
}

// WallBoundsMisses reports whether a corner of one of two walls lies near an edge of the other wall but not on it. Only
// corners in a box in plan count. Near means within the gap that is closed when the outline of a room is computed.
func WallBoundsMisses(w *fabric.WallBounds, other *fabric.WallBounds, lo, hi geometry.Point2) bool {
	gap := geometry.Point2{X: fabric.RoomGap, Y: fabric.RoomGap}
	lo, hi = fabric.Highest(lo, w.Low, other.Low).Sub(gap), fabric.Lowest(hi, w.High, other.High).Add(gap)
	return lo.X <= hi.X && lo.Y <= hi.Y &&
		(missed(w.Footprint, other.Footprint, lo, hi) || missed(other.Footprint, w.Footprint, lo, hi))
}

// missed reports whether a corner of a region, in a box, lies within RoomGap of a side of another region but not on it.
func missed(corners, of geometry.Region, lo, hi geometry.Point2) bool {
	sides := edges(of)
	for _, corner := range edges(corners) {
		p := corner.a
		if p.X < lo.X || p.X > hi.X || p.Y < lo.Y || p.Y > hi.Y {
			continue
		}
		for _, side := range sides {
			if side.near(segment{p, p}) && geometry.Misses(p, side.a, side.b, fabric.RoomGap) {
				return true
			}
		}
	}
	return false
}

// CheckRoomAlone refuses a room that contains the seed of another room, or whose seed lies in another room's boundary.
func CheckRoomAlone(m *state.Model, e *state.Element, shape RoomShape) error {
	return RefuseSharing(RoomsInPlace(m, e, shape))
}

// RefuseSharing returns an error that names the first of the given rooms, which share the place of a room, or nil if
// there are none.
func RefuseSharing(others []*state.Element) error {
	if len(others) == 0 {
		return nil
	}
	from := ""
	if p, ok := others[0].Params.(*Room); ok && p.Seed != nil {
		from = fmt.Sprintf(", or set its seed, which is at [%s, %s], to the part that it is to be",
			p.Seed.X, p.Seed.Y)
	}
	return state.Errorf(state.AlreadyExists, "room %q is in the same place: use it, or divide the place by a wall%s",
		others[0].Name, from).With("room_id", others[0].ID)
}

// RoomsInPlace returns the rooms whose seed lies in a shape, or whose boundary contains the seed of the shape's room.
func RoomsInPlace(m *state.Model, e *state.Element, shape RoomShape) []*state.Element {
	var out []*state.Element
	self := e.Params.(*Room)
	for _, id := range m.OfCategoryOn(e.LevelID, state.CategoryRoom) {
		other, ok := m.Element(id)
		if !ok || other.ID == e.ID {
			continue
		}
		p := other.Params.(*Room)
		if (p.Seed != nil && shape.Region.Contains(*p.Seed) == geometry.Inside) ||
			(self.Seed != nil && p.drawnAround(*self.Seed)) {
			out = append(out, other)
		}
	}
	return out
}

// drawnAround reports whether the room's own boundary encloses a point.
func (r *Room) drawnAround(p geometry.Point2) bool {
	return len(r.Boundary) > 0 && geometry.Ring(r.Boundary).Contains(p) == geometry.Inside
}

// CheckRoomNumber refuses a number that another room has.
func CheckRoomNumber(m *state.Model, self state.ID, number string) error {
	if number == "" {
		return nil
	}
	for _, id := range m.Members(m.ByNumber, number) {
		e, ok := m.Element(id)
		if ok && e.ID != self && e.Params.(*Room).Number == number {
			return state.Errorf(state.AlreadyExists,
				"room number %q is taken by room %q: numbers are unique in a model", number,
				e.Name).With("room_id", e.ID)
		}
	}
	return nil
}

// PlateMeets reports whether a horizontal plane lies in the plate, or within RoomGap of it.
func PlateMeets(p fabric.Plate, z geometry.Length) bool {
	return p.Bottom-fabric.RoomGap <= z && z <= p.Top+fabric.RoomGap
}

// RoomCover is a part of a room's floor or ceiling, with the plate under or over it if there is one.
type RoomCover struct {
	Polygon geometry.Polygon
	Plate   state.ID // "" for an open part
}

// Cover returns the room's plan at a height, divided into the parts that plates meet and the rest, which is open. If
// plates overlap, the first one counts. Slivers narrower than RoomGap are left out.
func (s RoomShape) Cover(z geometry.Length, plates []fabric.Plate) []RoomCover {
	var out []RoomCover
	lo, hi := s.Region.Bounds()
	left := s.Region
	for _, p := range plates {
		if len(left) == 0 || !PlateMeets(p, z) || p.Low.X >= hi.X || p.High.X <= lo.X || p.Low.Y >= hi.Y ||
			p.High.Y <= lo.Y {
			continue
		}
		for _, polygon := range geometry.Intersect(left, p.Region) {
			out = appendCover(out, polygon, p.ID)
		}
		left = geometry.Subtract(left, p.Region)
	}
	for _, polygon := range left {
		out = appendCover(out, polygon, "")
	}
	return out
}

func appendCover(list []RoomCover, polygon geometry.Polygon, plate state.ID) []RoomCover {
	if isSliver(polygon) {
		return list
	}
	return append(list, RoomCover{polygon, plate})
}

// Enclosed is a room that was enclosed by walls before the command, with the box of its plan.
type Enclosed struct {
	ID        state.ID
	Low, High geometry.Point2
}

// Nearby reports whether a room's box meets a wall's box, within RoomGap.
func (r Enclosed) Nearby(w fabric.WallBounds) bool {
	return r.Low.X <= w.High.X+fabric.RoomGap && w.Low.X <= r.High.X+fabric.RoomGap &&
		r.Low.Y <= w.High.Y+fabric.RoomGap && w.Low.Y <= r.High.Y+fabric.RoomGap
}
