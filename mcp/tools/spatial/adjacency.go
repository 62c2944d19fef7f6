package spatial

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// adjacencyRelation is the relation by which two rooms count as adjacent.
type adjacencyRelation string

// Enum lists the relations.
func (adjacencyRelation) Enum() []string { return []string{"wall", "door", "opening", "any"} }

type adjacencyMatrix struct {
	LevelID  state.ID          `json:"level_id"`
	Relation adjacencyRelation `json:"relation,omitempty" jsonschema:"default any; opening: without a door or window"`
	app.LinkedArguments
	mcp.ReadArguments
}

// adjacencies is the adjacency matrix of a level, with a row for each pair of adjacent rooms.
type adjacencies struct {
	Revision uint64         `json:"revision"`
	Rooms    int            `json:"rooms" jsonschema:"on the level"`
	Open     []NamedRef     `json:"unbounded" jsonschema:"rooms without closed walls: not compared"`
	Alone    []NamedRef     `json:"alone" jsonschema:"rooms that are next to none by this relation"`
	Pairs    []adjacentPair `json:"pairs"`
	app.Paging
}

type adjacentPair struct {
	Room     NamedRef   `json:"room"`
	Other    NamedRef   `json:"other"`
	Walls    []NamedRef `json:"walls"`
	Doors    []NamedRef `json:"doors"`
	Openings []NamedRef `json:"openings"`
}

// by reports whether two rooms are adjacent by a relation.
func (r adjacencyRelation) by(a projections.Adjacency) bool {
	switch r {
	case "door":
		return len(a.Doors) > 0
	case "opening":
		return len(a.Openings) > 0
	case "wall":
		return len(a.Walls) > 0
	}
	return true
}

func (b *Backend) adjacencyMatrix(_ context.Context, v *projections.View, a *adjacencyMatrix,
	p *app.Page) (adjacencies, error) {
	if err := checkLevel(v.Model, a.LevelID); err != nil {
		return adjacencies{}, err
	}
	rooms := v.Rooms().OnLevel(a.LevelID)
	data := adjacencies{Revision: v.Revision, Rooms: len(rooms)}
	var open, alone []state.ID
	var all []adjacentPair
	for _, id := range rooms {
		facts, err := v.Rooms().Analyse(id)
		if err != nil || !facts.Bounded {
			open = append(open, id)
			continue
		}
		next := 0
		for _, other := range facts.Adjacent {
			if !a.Relation.by(other) {
				continue
			}
			next++
			if id < other.RoomID {
				all = append(all, adjacentPair{RefOf(v.Model, id), RefOf(v.Model, other.RoomID),
					refs(v.Model, other.Walls), refs(v.Model, other.Doors), refs(v.Model, other.Openings)})
			}
		}
		if next == 0 {
			alone = append(alone, id)
		}
	}
	data.Open, data.Alone = refs(v.Model, open), refs(v.Model, alone)
	data.Pairs, data.Paging = app.Take(p, all, app.BytesOf[adjacentPair])
	return data, nil
}

func RefOf(m *state.Model, id state.ID) NamedRef {
	category, name := app.Named(m, id)
	return NamedRef{id, category, name}
}

// checkLevel refuses an id that is not the id of a level.
func checkLevel(m *state.Model, id state.ID) error {
	if e, ok := m.Element(id); ok && e.Category == state.CategoryLevel {
		return nil
	}
	return state.Errorf(state.NotFound, "no level %q in this model and branch: list levels with model_overview",
		id).With("level_id", id)
}
