package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CreateWall adds a wall.
type CreateWall struct {
	LevelID state.ID `json:"level_id"`
	fabric.Wall
	TypeID     state.ID           `json:"type_id,omitempty"`
	Material   string             `json:"material,omitempty" jsonschema:"id or name"`
	Name       string             `json:"name,omitempty"`
	Properties shape.PropertySets `json:"properties,omitempty"`
}

func (c CreateWall) Decide(t *Transaction) error {
	wall := c.Wall
	if wall.LocationLine == "" {
		wall.LocationLine = fabric.LocationCenter
	}
	return t.createMember(&state.Element{ID: t.newID(), Category: state.CategoryWall, Name: c.Name, LevelID: c.LevelID,
		TypeID: c.TypeID, Params: &wall}, c.Material, c.Properties)
}

// warnSecondMeetings warns about pairs of walls, one of them an arc, that overlap or leave a gap despite their joins.
// This happens at a second meeting at which they are not joined, or if the butted end of an oblique arc leaves a corner
// inside the other wall.
func (t *Transaction) warnSecondMeetings(joins []*state.Join) {
	seen := map[Pair]bool{}
	for _, asked := range joins {
		walls := Pair{asked.A, asked.B}
		have := AllBetween(t.Model, walls)
		if len(have) == 0 || seen[walls] {
			continue
		}
		seen[walls] = true
		j := have[0]
		how := "they overlap"
		at, twice := fabric.MeetsTwice(t.Model, j)
		if !twice {
			how = "a gap is left"
			at, twice = fabric.LeavesGap(t.Model, j)
		}
		if !twice {
			continue
		}
		data := map[string]any{"element_ids": []state.ID{j.A, j.B}, "at": []geometry.Length{at.X, at.Y}}
		if len(have) > 1 {
			t.Warn("JOIN_LEFT_OUT", data, "walls %s and %s are joined at two places, and at [%s, %s] %s: join them "+
				"with join_type mitre", shape.NameOf(t.Model, j.A), shape.NameOf(t.Model, j.B), at.X, at.Y, how)
			continue
		}
		t.Warn("JOIN_LEFT_OUT", data,
			"walls %s and %s meet at two places and are joined at one: at [%s, %s] %s. Draw the curved one "+
				"as two walls, one after the other, then join again",
			shape.NameOf(t.Model, j.A), shape.NameOf(t.Model, j.B), at.X, at.Y, how)
	}
}
