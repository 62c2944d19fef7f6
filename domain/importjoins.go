package domain

import (
	"slices"
)

// importJoins records joins as given. A join that does not hold leaves its walls' ends square, as in the source.
func (t *transaction) importJoins(joins []Join) error {
	for _, j := range joins {
		for _, id := range []ID{j.A, j.B} {
			if _, err := t.model.findParametric(id, CategoryWall); err != nil {
				return err
			}
		}
		if err := j.checkRecord(t.model); err != nil {
			return err
		}
		t.emit(&ElementsJoined{Join: j, Beside: t.model.between(pair{j.A, j.B}) != nil})
		if held := j; !t.model.JoinHolds(&held) {
			t.warn("JOIN_UNSATISFIED", map[string]any{"join_id": j.ID, "element_ids": []ID{j.A, j.B}},
				"walls %s and %s do not meet where they are joined; their ends are square there",
				t.model.nameOf(j.A), t.model.nameOf(j.B))
		}
	}
	return nil
}

// checkRecord refuses a join that JoinElements could not have made.
func (j Join) checkRecord(m *Model) error {
	if _, taken := m.Join(j.ID); taken || j.ID == "" {
		return takenID(j.ID)
	}
	if old := m.inTheWay(&j); old != nil {
		return Errorf(AlreadyExists, "walls %s and %s are joined there already, and straight walls meet once: leave "+
			"out one of the two", m.nameOf(j.A), m.nameOf(j.B)).
			With("element_ids", []ID{j.A, j.B}).With("join_id", old.ID)
	}
	parts := []WallPart{PartStart, PartEnd, PartSpan}
	switch {
	case j.A >= j.B:
		return Errorf(OutOfRange, "a join names two different walls in the order of their ids").With("element_ids",
			[]ID{j.A, j.B})
	case !slices.Contains([]JoinKind{JoinL, JoinT, JoinX, JoinInline}, j.Kind),
		j.Type != JoinButt && j.Type != JoinMitre,
		!slices.Contains(parts, j.APart), !slices.Contains(parts, j.BPart),
		j.Through != "" && j.Through != j.A && j.Through != j.B:
		return Errorf(OutOfRange, "a join is an L, T, X or inline, of type butt or mitre, at the start, end or span "+
			"of each wall").With("element_ids", []ID{j.A, j.B})
	}
	return nil
}

// inTheWay returns the join of the same two walls that a join would be recorded in place of: of straight walls any, of
// an arc and another wall that of the same meeting.
func (m *Model) inTheWay(j *Join) *Join {
	a, _ := m.stripOf(j.A)
	b, _ := m.stripOf(j.B)
	if !a.arc.curved() && !b.arc.curved() {
		return m.between(pair{j.A, j.B})
	}
	return m.sameMeetingAs(j)
}
