package domain

import (
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Room is a space on a level. With a seed point it follows the walls around the seed; with a boundary it has that
// boundary.
type Room struct {
	Seed     *geometry.Point2  `json:"seed,omitempty"`
	Boundary []geometry.Point2 `json:"boundary_points,omitempty" jsonschema:"instead of seed"`
	Height   geometry.Length   `json:"height,omitempty" rule:"nonnegative" jsonschema:"default: to what is above, else of the walls"`
	Number   string            `json:"number,omitempty"`
	Usage    string            `json:"usage,omitempty"`
}

func (r *Room) check(m *Model, _ *Element) error {
	if (r.Seed == nil) == (len(r.Boundary) == 0) {
		return Errorf(OutOfRange, "a room needs either a seed point inside walls or boundary_points").With(
			"parameter", "seed")
	}
	if len(r.Boundary) == 0 {
		return nil
	}
	if r.Height == 0 {
		return Errorf(DegenerateGeometry, "a room with boundary_points needs a height greater than zero").With(
			"parameter", "height")
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

func (*Room) fixedField() **FixedShape { return nil }

func (r *Room) numberKey() ID { return ID(r.Number) }

func (r *Room) label() string { return r.Number }

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
	e := &Element{ID: t.newID(), Category: CategoryRoom, Name: c.Name, LevelID: c.LevelID, Params: &room,
		Psets: c.Properties.sorted()}
	if err := t.create(e); err != nil {
		return err
	}
	return t.checkNewRoom(e)
}
