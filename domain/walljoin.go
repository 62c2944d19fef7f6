package domain

// JoinKind says how two walls meet in plan.
type JoinKind string

// The kinds of joins.
const (
	JoinL      JoinKind = "L"      // an end of each
	JoinT      JoinKind = "T"      // an end of one on the course of the other
	JoinX      JoinKind = "X"      // both cross
	JoinInline JoinKind = "inline" // end to end on one line
)

// JoinType is the way in which the bodies share a corner.
type JoinType string

// The join types.
const (
	JoinAuto  JoinType = "auto"
	JoinButt  JoinType = "butt"
	JoinMitre JoinType = "mitre"
)

// Enum lists the join types.
func (JoinType) Enum() []string { return []string{"auto", "butt", "mitre"} }

// WallPart is the part of a wall at which a join is.
type WallPart string

// The parts of a wall.
const (
	PartStart WallPart = "start"
	PartEnd   WallPart = "end"
	PartSpan  WallPart = "span"
)

// Join is a recorded connection of two walls. A and B are in the order of their ids. Through is the wall that continues
// where the other one butts against it; "" for a mitre.
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

func (j *Join) linkID() ID         { return j.ID }
func (j *Join) between() (a, b ID) { return j.A, j.B }

// SameMeeting reports whether two joins of the same two walls are of one meeting: they have an end of a wall in common,
// or are both crossings, of which one cuts all.
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

// Part returns the part of the given wall at which the join is.
func (j *Join) Part(id ID) WallPart {
	if j.A == id {
		return j.APart
	}
	return j.BPart
}
