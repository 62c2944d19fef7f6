package change

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// fit returns the join of two walls, adapted to their joins with a third wall. Usually the join is unchanged. If two
// ends miss each other and one wall has a nearer corner, the end of the other wall is put on its face. The result is
// nil if a third wall already determines an end and the join would have no effect.
func (t *Transaction) fit(j state.Join, asked state.JoinType) (*state.Join, error) {
	if j.Kind == fabric.JoinT {
		if fabric.Recuts(t.Model, &j) || fabric.IsMoot(t.Model, &j, j.Through,
			fabric.ContactOf(t.Model, &j, j.Through)) {
			return nil, nil
		}
		return &j, nil
	}
	if fabric.IsParted(t.Model, &j) {
		return nil, nil
	}
	if !fabric.IsLoose(t.Model, &j) {
		return t.ofNode(j), nil
	}
	return t.ofLoose(j, asked)
}

// ofLoose adapts a corner of two ends that miss each other, if one or both of the walls have a nearer corner with a
// third wall. If both have one, the wall at whose face the other wall ends runs through.
func (t *Transaction) ofLoose(j state.Join, asked state.JoinType) (*state.Join, error) {
	out, refused := &j, error(nil)
	for _, through := range []state.ID{j.A, j.B} {
		if asked != fabric.JoinMitre && fabric.GoesBetween(t.Model, &j, through) &&
			fabric.ContactOf(t.Model, &j, through).Touches {
			return fabric.JoinAsTee(j, through), nil
		}
	}
	for _, through := range []state.ID{j.A, j.B} {
		corner := fabric.NearerCorner(t.Model, &j, through)
		if corner == "" {
			continue
		}
		fitted, err := t.besideCorner(j, through, corner, asked)
		if fitted != nil {
			return fitted, nil
		}
		if out = nil; refused == nil {
			refused = err
		}
	}
	return out, refused
}

// besideCorner returns the join of two ends that miss each other, if the wall through makes a nearer corner with a
// third wall. The end of the other wall is put on the face of through. The result is nil if that end does not meet this
// face.
func (t *Transaction) besideCorner(j state.Join, through, corner state.ID, asked state.JoinType) (*state.Join, error) {
	butting := j.Other(through)
	reached := fabric.ContactOf(t.Model, &j, through)
	switch {
	case fabric.NearerCorner(t.Model, &j, butting) != "" &&
		!(reached.Touches && fabric.EndsAtAFace(t.Model, butting, j.Part(butting), through)):
		return nil, nil
	case fabric.IsMoot(t.Model, &j, through, reached):
		return nil, nil
	case !reached.Touches:
		return nil, state.Errorf(state.DegenerateGeometry,
			"the %s of wall %s passes the corner of walls %s and %s by %s mm: move it by that across the wall, so "+
				"that it meets the face of one of them, or onto the corner", j.Part(butting),
			shape.NameOf(t.Model, butting),
			shape.NameOf(t.Model, through), shape.NameOf(t.Model, corner), reached.Past).
			With("element_ids", []state.ID{butting, through, corner}).With("end",
			j.Part(butting)).With("distance", reached.Past)
	case asked == fabric.JoinMitre:
		return nil, state.Errorf(state.DegenerateGeometry,
			"wall %s meets the face of wall %s beside its corner with %s: only corners are mitred, use "+
				"butt or auto", shape.NameOf(t.Model, butting), shape.NameOf(t.Model, through),
			shape.NameOf(t.Model, corner)).
			With("kind", fabric.JoinT).With("element_ids", []state.ID{j.A, j.B})
	}
	return fabric.JoinAsTee(j, through), nil
}

// ofNode adapts a join of two ends to the node at which they meet. If a third wall ends at the node too, all ends are
// mitred, because no end could extend to the far face of another wall without overlapping the third wall.
func (t *Transaction) ofNode(j state.Join) *state.Join {
	a, b, ok := fabric.StraightWalls(t.Model, &j)
	if j.Kind != fabric.JoinL || j.Type != fabric.JoinButt || !ok || fabric.Sharp(a, b, j.APart, j.BPart) ||
		!fabric.IsNode(t.Model, &j) {
		return &j
	}
	j.Type, j.Through = fabric.JoinMitre, ""
	return &j
}

// refitRounds is the maximum number of rounds in which joins are fitted to each other. A removed join may make room for
// others in the next round.
const refitRounds = 4

// refit adapts the existing joins of newly joined walls to the new joins, starting with the joins whose walls miss each
// other most. A join that was removed in favour of another join is made again if that other join is removed later. It
// returns the first new join that the others refuse.
func (t *Transaction) refit() (broken []fabric.LeftJoin) {
	var parted []state.Join
	for range refitRounds {
		before := len(t.Events)
		for _, j := range t.besideNew() {
			if old, ok := t.Model.Join(j.ID); !ok || *old != *j {
				continue
			}
			fitted, err := t.fit(*j, fabric.JoinAuto)
			if _, old := t.Before.Join(j.ID); old && err != nil {
				t.part(j, err)
				continue
			}
			switch {
			case err != nil:
				return []fabric.LeftJoin{{Join: *j, Why: err}}
			case fitted == nil:
				t.Emit(&state.ElementsParted{Join: *j})
				parted = append(parted, *j)
			case *fitted != *j:
				t.join(*fitted)
			}
		}
		if len(t.Events) == before {
			break
		}
	}
	t.makeAnew(parted)
	return nil
}

// makeAnew joins walls again whose joins were removed, where the other joins now allow it.
func (t *Transaction) makeAnew(parted []state.Join) {
	for _, j := range parted {
		if fitted, err := t.fit(j, fabric.JoinAuto); err == nil && fitted != nil {
			t.join(*fitted)
		}
	}
}

// part removes a join of two ends that miss each other, because one of the ends now has a nearer corner.
func (t *Transaction) part(j *state.Join, why error) {
	t.Emit(&state.ElementsParted{Join: *j})
	t.Warn("JOIN_UNSATISFIED", map[string]any{"join_id": j.ID, "element_ids": []state.ID{j.A, j.B}},
		"walls %s and %s are joined no more: %v",
		shape.NameOf(t.Model, j.A), shape.NameOf(t.Model, j.B), why)
}

// besideNew returns the corner and T joins of all walls that the command joined.
func (t *Transaction) besideNew() []*state.Join {
	var out []*state.Join
	for _, event := range t.Events {
		made, ok := event.(*state.ElementsJoined)
		if !ok {
			continue
		}
		for _, wall := range []state.ID{made.A, made.B} {
			for _, j := range t.Model.JoinsOf(wall) {
				if (j.Kind == fabric.JoinL || j.Kind == fabric.JoinT) && !slices.Contains(out, j) {
					out = append(out, j)
				}
			}
		}
	}
	slices.SortFunc(out, func(i, k *state.Join) int {
		return cmp.Or(cmp.Compare(fabric.Miss(t.Model, k), fabric.Miss(t.Model, i)), cmp.Compare(i.ID, k.ID))
	})
	return out
}
