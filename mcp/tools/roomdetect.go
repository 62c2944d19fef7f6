package tools

import (
	"context"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

type detectRooms struct {
	LevelID   domain.ID `json:"level_id"`
	MinAreaM2 *float64  `json:"min_area_m2,omitempty" jsonschema:"leave out smaller ones; default 0.5"`
	All       bool      `json:"all,omitempty" jsonschema:"also those that have a room"`
	mcp.ReadArguments
}

type detectedRooms struct {
	Revision  uint64         `json:"revision"`
	WithRoom  int            `json:"with_room" jsonschema:"enclosed parts that have a room"`
	Enclosed  []detectedRoom `json:"enclosed" jsonschema:"parts of the plan that walls enclose"`
	RoomsOpen []namedRef     `json:"unbounded_rooms" jsonschema:"rooms of the level whose walls do not close"`
	Paging
}

type detectedRoom struct {
	Seed     geometry.Point2    `json:"seed" jsonschema:"for create_room"`
	AreaM2   float64            `json:"area_m2"`
	Box      [2]geometry.Point2 `json:"box" jsonschema:"in plan"`
	Room     *namedRef          `json:"room,omitempty"`
	Bounding []namedRef         `json:"bounding_elements"`
}

// leastRoom is the area below which an enclosed part is a shaft or a gap between walls: half a square metre is a small
// cupboard.
const leastRoom = 0.5 // m2

// mostRoom is larger than any hall: a square kilometre.
const mostRoom = 1e6 // m2

func (b *Backend) detectRooms(ctx context.Context, v *projections.View, a *detectRooms,
	p *page) (detectedRooms, error) {
	if err := checkLevel(v.Model, a.LevelID); err != nil {
		return detectedRooms{}, err
	}
	least := leastRoom
	if a.MinAreaM2 != nil {
		least = *a.MinAreaM2
	}
	if least < 0 || least > mostRoom {
		return detectedRooms{}, domain.Errorf(domain.OutOfRange, "min_area_m2 is %v: give 0 to %v", least,
			mostRoom).With("parameter", "min_area_m2")
	}
	data := detectedRooms{Revision: v.Revision}
	var all []detectedRoom
	enclosures, err := v.Rooms().Enclosures(ctx, a.LevelID, least)
	if err != nil {
		return detectedRooms{}, err
	}
	for _, e := range enclosures {
		if e.Room != "" {
			data.WithRoom++
			if !a.All {
				continue
			}
		}
		lo, hi := e.Region.Bounds()
		found := detectedRoom{Seed: e.Seed, AreaM2: round6(e.Area), Box: [2]geometry.Point2{lo, hi},
			Bounding: refs(v.Model, e.Walls)}
		if e.Room != "" {
			room := refOf(v.Model, e.Room)
			found.Room = &room
		}
		all = append(all, found)
	}
	var open []domain.ID
	for _, id := range v.Rooms().OnLevel(a.LevelID) {
		if shape, err := v.Rooms().Shape(id); err != nil || !shape.Bounded {
			open = append(open, id)
		}
	}
	data.RoomsOpen = refs(v.Model, open)
	data.Enclosed, data.Paging = take(p, all, bytesOf[detectedRoom])
	return data, nil
}
