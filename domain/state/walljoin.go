package state

import (
	"slices"
)

// JoinKind is how two walls meet in plan.
type JoinKind string

// JoinType is how the bodies share a corner.
type JoinType string

// Enum lists the join types.
func (JoinType) Enum() []string { return []string{"auto", "butt", "mitre"} }

// WallPart is the part of a wall where a join lies.
type WallPart string

const PartSpan WallPart = "span"

// Join is a recorded connection of two walls. A and B are in the order of their ids. Through is the wall that
// continues, and against which the other wall butts; "" for a mitre.
type Join struct {
	ID      ID       `json:"id"`
	Kind    JoinKind `json:"kind"`
	Type    JoinType `json:"type"`
	A       ID       `json:"a"`
	B       ID       `json:"b"`
	APart   WallPart `json:"a_part"`
	BPart   WallPart `json:"b_part"`
	Through ID       `json:"through,omitempty"`
}

func (j *Join) LinkID() ID { return j.ID }

func (j *Join) between() (a, b ID) { return j.A, j.B }

// SameMeeting reports whether two joins of the same two walls belong to one meeting: they share an end of a wall, or
// both are crossings. All crossings of two walls belong to one meeting, because one join cuts them all.
func (j *Join) SameMeeting(k *Join) bool {
	if j.APart == PartSpan && j.BPart == PartSpan {
		return k.APart == PartSpan && k.BPart == PartSpan
	}
	return j.APart != PartSpan && j.APart == k.APart || j.BPart != PartSpan && j.BPart == k.BPart
}

// Other returns the join's other wall.
func (j *Join) Other(id ID) ID {
	if j.A == id {
		return j.B
	}
	return j.A
}

// Part returns the part of the given wall where the join lies.
func (j *Join) Part(id ID) WallPart {
	if j.A == id {
		return j.APart
	}
	return j.BPart
}

// EndIsMade reports whether an end of a wall has a join with any wall except the wall but.
func (m *Model) EndIsMade(wall ID, part WallPart, but ID) bool {
	return slices.ContainsFunc(m.JoinsOf(wall), func(j *Join) bool {
		return j.Part(wall) == part &&
			j.Other(wall) != but
	})
}

// LineWalls are the categories with a line along which doors and windows are measured (LineWall).
var LineWalls = []Category{CategoryWall, CategoryCurtainWall}

// BoundingOn returns the walls and curtain walls of a level in the order of their ids.
func (m *Model) BoundingOn(level ID) []ID {
	var out []ID
	for _, c := range CategoriesThat(func(row *CategoryRow) bool { return row.Bounding }) {
		out = append(out, m.OfCategoryOn(level, c)...)
	}
	slices.Sort(out)
	return out
}

// SortedOnce returns ids in order, each once. For no ids it returns nil, which is the stored form of an empty set.
func SortedOnce(ids []ID) []ID {
	if len(ids) == 0 {
		return nil
	}
	out := slices.Clone(ids)
	slices.Sort(out)
	return slices.Compact(out)
}
