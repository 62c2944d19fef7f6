package domain

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// JoinElements joins walls where they meet: every two of them that meet.
type JoinElements struct {
	ElementIDs []ID     `json:"element_ids"`
	JoinType   JoinType `json:"join_type"`
	Priority   ID       `json:"priority,omitempty" jsonschema:"wall that goes on"`
}

func (c JoinElements) decide(t *transaction) error {
	walls, err := c.walls(t.model)
	if err != nil {
		return err
	}
	joined := 0
	for i := range walls {
		for k := i + 1; k < len(walls); k++ {
			join, err := t.model.meeting(walls[i], walls[k], c)
			if err != nil {
				return err
			}
			if join == nil {
				continue
			}
			joined++
			if err := t.join(*join); err != nil {
				return err
			}
		}
	}
	if joined == 0 {
		return Errorf(DegenerateGeometry, "none of these walls meet: extend them so that their lines touch, then join").With("element_ids", c.ElementIDs)
	}
	return nil
}

func (c JoinElements) walls(m *Model) ([]*Element, error) {
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) < 2 {
		return nil, Errorf(OutOfRange, "element_ids names %d wall: joining takes at least two different walls", len(ids)).With("parameter", "element_ids")
	}
	if c.Priority != "" && !slices.Contains(ids, c.Priority) {
		return nil, Errorf(OutOfRange, "priority must be one of element_ids").With("parameter", "priority")
	}
	if !slices.Contains(JoinAuto.Enum(), string(c.JoinType)) {
		return nil, Errorf(OutOfRange, "join_type %q: give one of auto, butt, mitre", c.JoinType).With("allowed", JoinAuto.Enum())
	}
	out := make([]*Element, len(ids))
	for i, id := range ids {
		e, err := m.findOf(id, CategoryWall)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// join records a join unless it is there already, and checks the bodies that follow.
func (t *transaction) join(j Join) error {
	for _, old := range t.model.JoinsOf(j.A) {
		same := *old
		same.ID = j.ID
		if old.Other(j.A) == j.B && same == j {
			return nil
		}
	}
	j.ID = t.newID()
	t.emit(&ElementsJoined{j})
	for _, id := range []ID{j.A, j.B} {
		if _, err := t.model.WallPlan(id); err != nil {
			return Errorf(DegenerateGeometry, "the join would leave wall %s without a proper footprint: %w", id, err).With("element_id", id)
		}
	}
	return nil
}

// meeting answers how two walls meet and are to be joined; nil when they do not meet.
func (m *Model) meeting(a, b *Element, c JoinElements) (*Join, error) {
	if !m.sameHeights(a, b) {
		return nil, nil
	}
	sa, sb := m.strip(a), m.strip(b)
	reach := max(sa.yMax-sa.yMin, sb.yMax-sb.yMin)
	join := &Join{A: a.ID, B: b.ID}
	x, _, ok := own(0).meet(sb.course(sa, 0))
	if !ok {
		return inline(a, b, join)
	}
	y, _, _ := own(0).meet(sa.course(sb, 0))
	partA, onA := sa.partAt(roundLength(x), reach)
	partB, onB := sb.partAt(roundLength(y), reach)
	if !onA || !onB {
		return nil, nil
	}
	join.APart, join.BPart = partA, partB
	return join, join.settle(sa, sb, c)
}

// sameHeights reports whether two walls share a stretch of height.
func (m *Model) sameHeights(a, b *Element) bool {
	wa, wb := a.Params.(*Wall), b.Params.(*Wall)
	za, zb := m.elevation(a.LevelID)+wa.BaseOffset, m.elevation(b.LevelID)+wb.BaseOffset
	return za < zb+wb.Height && zb < za+wa.Height
}

// partAt answers which part of the wall a place on its line belongs to: an end takes what is within reach of it.
func (s strip) partAt(x, reach geometry.Length) (WallPart, bool) {
	nearStart, nearEnd := x.Abs() <= reach, (x-s.length).Abs() <= reach
	switch {
	case nearStart && (!nearEnd || x.Abs() <= (x-s.length).Abs()):
		return PartStart, true
	case nearEnd:
		return PartEnd, true
	}
	return PartSpan, x > 0 && x < s.length
}

// inline records two walls that lie end to end on one line; their bodies touch as they are.
func inline(a, b *Element, join *Join) (*Join, error) {
	wa, wb := a.Params.(*Wall), b.Params.(*Wall)
	ends := []struct {
		a, b   geometry.Point2
		pa, pb WallPart
	}{
		{wa.Start, wb.Start, PartStart, PartStart}, {wa.Start, wb.End, PartStart, PartEnd},
		{wa.End, wb.Start, PartEnd, PartStart}, {wa.End, wb.End, PartEnd, PartEnd},
	}
	for _, e := range ends {
		if geometry.Distance(e.a, e.b) <= roomGap {
			join.Kind, join.Type, join.APart, join.BPart = JoinInline, JoinButt, e.pa, e.pb
			return join, nil
		}
	}
	return nil, nil
}

// minimumMitreSine is the sine of the sharpest angle that is mitred, 10 degrees: a sharper corner runs out to more than
// eleven times the walls' thickness.
const minimumMitreSine = 0.17364817766693033

// settle fixes kind, type and the wall that goes through.
func (j *Join) settle(a, b strip, c JoinElements) error {
	spans := 0
	for _, part := range []WallPart{j.APart, j.BPart} {
		if part == PartSpan {
			spans++
		}
	}
	j.Kind = []JoinKind{JoinL, JoinT, JoinX}[spans]
	j.Type = c.JoinType
	if j.Type == JoinAuto {
		j.Type = JoinButt
		if j.Kind == JoinL {
			j.Type = JoinMitre
		}
	}
	if j.Type == JoinMitre {
		return j.checkMitre(a, b)
	}
	j.Through = j.through(a, b, c.Priority)
	return nil
}

func (j *Join) checkMitre(a, b strip) error {
	if j.Kind != JoinL {
		return Errorf(DegenerateGeometry, "walls %s and %s meet in a %s: only corners are mitred, use butt or auto", j.A, j.B, j.Kind).With("kind", j.Kind)
	}
	l := b.course(a, 0)
	if sine := l.dy; sine > -minimumMitreSine && sine < minimumMitreSine {
		return Errorf(DegenerateGeometry, "walls %s and %s meet at less than 10 degrees: use butt", j.A, j.B)
	}
	return nil
}

// through answers the wall that goes on: in a T the one hit on its course; else the given one, the thicker, or A.
func (j *Join) through(a, b strip, priority ID) ID {
	switch {
	case j.Kind == JoinT && j.APart == PartSpan:
		return j.A
	case j.Kind == JoinT:
		return j.B
	case priority == j.A || priority == j.B:
		return priority
	case cmp.Compare(b.yMax-b.yMin, a.yMax-a.yMin) > 0:
		return j.B
	}
	return j.A
}
