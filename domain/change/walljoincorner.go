package change

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// fit returns the join of two walls as the joins of a third one leave it: as it is; of two ends that miss each other
// the end of one on the face of the other; nil when other walls make the end of one already, and it does not meet the
// other's body.
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

// ofLoose returns a corner of two ends that miss each other as the nearer corners of its walls leave it. Either wall
// may be the one that has such a corner, and both: then the one at whose face the other ends goes through.
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

// besideCorner returns the join of two ends that miss each other, where the wall that goes through makes a nearer
// corner with a third one: the other's end on its face, nil where that end has nothing to do with it.
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

// ofNode returns the join of two ends as the node leaves it at which they meet: where a third wall ends there too, no
// end of the three can run on to the far face of another one without lying in the next, so all are mitred.
func (t *Transaction) ofNode(j state.Join) *state.Join {
	a, b, ok := fabric.StraightWalls(t.Model, &j)
	if j.Kind != fabric.JoinL || j.Type != fabric.JoinButt || !ok || fabric.Sharp(a, b, j.APart, j.BPart) ||
		!fabric.IsNode(t.Model, &j) {
		return &j
	}
	j.Type, j.Through = fabric.JoinMitre, ""
	return &j
}

// refitRounds bounds the rounds in which joins are fitted to each other: one that goes may only leave room for fewer.
const refitRounds = 4

// refit gives the joins of walls that were joined now the form that the new ones leave of them, those first that miss
// each other most. One that goes for another that goes after it is made anew. It returns the first join that was made
// now and that the others refuse.
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

// makeAnew joins walls whose joins went, where the others leave something of them now.
func (t *Transaction) makeAnew(parted []state.Join) {
	for _, j := range parted {
		if fitted, err := t.fit(j, fabric.JoinAuto); err == nil && fitted != nil {
			t.join(*fitted)
		}
	}
}

// part ends a join of two ends that miss each other, where one of them has a nearer corner now.
func (t *Transaction) part(j *state.Join, why error) {
	t.Emit(&state.ElementsParted{Join: *j})
	t.Warn("JOIN_UNSATISFIED", map[string]any{"join_id": j.ID, "element_ids": []state.ID{j.A, j.B}},
		"walls %s and %s are joined no more: %v",
		shape.NameOf(t.Model, j.A), shape.NameOf(t.Model, j.B), why)
}

// besideNew returns the joins of all walls that were joined now.
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
