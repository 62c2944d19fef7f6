package spatial

import (
	"cmp"
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

type detectRooms struct {
	LevelID   state.ID `json:"level_id,omitempty" jsonschema:"default all levels"`
	MinAreaM2 *float64 `json:"min_area_m2,omitempty" jsonschema:"leave out smaller ones; default 0.5"`
	All       bool     `json:"all,omitempty" jsonschema:"also those that have a room"`
	app.LinkedArguments
	mcp.ReadArguments
}

type detectedRooms struct {
	Revision  uint64         `json:"revision"`
	WithRoom  int            `json:"with_room" jsonschema:"enclosed parts that have a room"`
	Enclosed  []detectedRoom `json:"enclosed" jsonschema:"parts of the plan that walls enclose"`
	RoomsOpen []NamedRef     `json:"unbounded_rooms" jsonschema:"rooms whose walls do not close"`
	app.Paging
}

type detectedRoom struct {
	LevelID  state.ID           `json:"level_id"`
	Level    string             `json:"level"`
	Seed     geometry.Point2    `json:"seed" jsonschema:"for create_room"`
	AreaM2   float64            `json:"area_m2"`
	Box      [2]geometry.Point2 `json:"box" jsonschema:"in plan"`
	Room     *NamedRef          `json:"room,omitempty"`
	Bounding []NamedRef         `json:"bounding_elements"`
}

// leastRoom is the area below which an enclosed part is taken for a shaft or a gap between walls: half a square metre
// is a small cupboard.
const leastRoom = 0.5 // m2

// mostRoom is larger than any hall: a square kilometre.
const mostRoom = 1e6 // m2

func (b *Backend) detectRooms(ctx context.Context, v *projections.View, a *detectRooms,
	p *app.Page) (detectedRooms, error) {
	levels := []state.ID{a.LevelID}
	if a.LevelID == "" {
		levels = levelsUpward(v.Model)
	} else if err := checkLevel(v.Model, a.LevelID); err != nil {
		return detectedRooms{}, err
	}
	least := leastRoom
	if a.MinAreaM2 != nil {
		least = *a.MinAreaM2
	}
	if least < 0 || least > mostRoom {
		return detectedRooms{}, state.Errorf(state.OutOfRange, "min_area_m2 is %v: give 0 to %v", least,
			mostRoom).With("parameter", "min_area_m2")
	}
	data := detectedRooms{Revision: v.Revision}
	var all []detectedRoom
	var open []state.ID
	for _, level := range levels {
		found, err := data.enclosedOn(ctx, v, level, least, a.All)
		if err != nil {
			return detectedRooms{}, err
		}
		all = append(all, found...)
		for _, id := range v.Rooms().OnLevel(level) {
			if shape, err := v.Rooms().Shape(id); err != nil || !shape.Bounded {
				open = append(open, id)
			}
		}
	}
	data.RoomsOpen = refs(v.Model, open)
	data.Enclosed, data.Paging = app.Take(p, all, app.BytesOf[detectedRoom])
	return data, nil
}

// levelsUpward returns the levels of a model, the lowest first.
func levelsUpward(m *state.Model) []state.ID {
	elevation := func(id state.ID) geometry.Length {
		e, _ := m.Element(id)
		return e.Params.(*shape.Level).Elevation
	}
	return slices.SortedStableFunc(slices.Values(m.OfCategory(state.CategoryLevel)), func(a, b state.ID) int {
		return cmp.Or(cmp.Compare(elevation(a), elevation(b)), cmp.Compare(a, b))
	})
}

// enclosedOn counts the enclosed parts of a level that have a room. It returns the parts without a room, or all parts
// if whole is set.
func (d *detectedRooms) enclosedOn(ctx context.Context, v *projections.View, level state.ID, least float64,
	whole bool) ([]detectedRoom, error) {
	enclosures, err := v.Rooms().Enclosures(ctx, level, least)
	if err != nil {
		return nil, err
	}
	on := RefOf(v.Model, level)
	var all []detectedRoom
	for _, e := range enclosures {
		if e.Room != "" {
			d.WithRoom++
			if !whole {
				continue
			}
		}
		lo, hi := e.Region.Bounds()
		found := detectedRoom{LevelID: level, Level: on.Name, Seed: e.Seed, AreaM2: app.Round6(e.Area),
			Box: [2]geometry.Point2{lo, hi}, Bounding: refs(v.Model, e.Walls)}
		if e.Room != "" {
			room := RefOf(v.Model, e.Room)
			found.Room = &room
		}
		all = append(all, found)
	}
	return all, nil
}
