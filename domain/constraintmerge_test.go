package domain

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// forked makes two sides of a model.
func forked(t tester, b *builder) *fork {
	f := &fork{t: t, name: "option", base: b.model}
	f.ours, f.theirs = newSide(t, b, 1000), newSide(t, b, 2000)
	return f
}

// An element that only ours has follows an element that theirs moved, and the merge reports this.
func TestMergesSolveConstraints(t *testing.T) {
	b, ids := fenced(t)
	f := forked(t, b)
	f.ours.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], ids[1]}})
	f.theirs.do(moving(ids[0], 0, 500))
	out, err := f.merge("")
	if err != nil || len(out.Conflicts) > 0 {
		t.Fatalf("%v, %v", err, out.Conflicts)
	}
	if y := change.PlaceOf(out.Decision.After, change.Element(out.Decision.After, ids[1])).Y; y != geometry.MM(3500) {
		t.Errorf("the second wall is at %v", y)
	}
	if !slices.ContainsFunc(out.Automatic, func(a merge.Automatic) bool {
		return a.ElementID == ids[1] &&
			a.Action == merge.ActionFollowed
	}) {
		t.Errorf("nothing says that it followed: %+v", out.Automatic)
	}
}

// Constraints that cannot be solved are a conflict about the whole chain. Either side may be taken, and then no
// constraint is broken.
func TestMergesThatContradictConstraintsAreConflicts(t *testing.T) {
	for _, policy := range []state.MergePolicy{"ours", "theirs"} {
		b, ids := fenced(t)
		b.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{ids[0], ids[1]},
			Name: "first"})
		f := forked(t, b)
		f.ours.do(change.AddConstraint{Kind: change.ConstraintFixed, ElementIDs: []state.ID{ids[1]}, Name: "second"})
		f.theirs.do(moving(ids[0], 0, 500))
		out, err := f.merge("")
		if err != nil || len(out.Undecided()) == 0 || !strings.Contains(out.Conflicts[0].Message, "would not hold") {
			t.Fatalf("%v, %+v", err, out.Conflicts)
		}
		if out, err = f.merge(policy); err != nil || len(out.Undecided()) > 0 {
			t.Fatalf("%s: %v, %+v", policy, err, out.Undecided())
		}
		m := out.Decision.After
		for _, id := range m.OfCategory(state.CategoryConstraint) {
			if s, err := change.MeasureConstraint(m, change.Element(m, id).Params.(*change.Constraint)); err != nil ||
				!s.Holds {
				t.Errorf("%s: %s, %v", policy, s.Words, err)
			}
		}
	}
}

// After any accepted merge of two branches, every constraint holds and both sides are unchanged. Folding the events
// again gives the same state.
func TestConstraintsHoldAfterAnyMerge(t *testing.T) {
	merged, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b, ids := estate(t)
		var walls []state.ID
		for _, id := range ids {
			if c := change.Element(b.model, id).Category; c == state.CategoryWall || c == state.CategoryProxy {
				walls = append(walls, id)
			}
		}
		act := func(s *side, n int) {
			for range rapid.IntRange(1, n).Draw(t, "commands") {
				op := constrainedOperation(t, s.builder, ids, walls)
				if _, err := s.try(op); err == nil {
					s.do(op)
				}
			}
		}
		before := &side{b, merge.NewTouches()}
		act(before, 4)
		f := forked(t, b)
		act(f.ours, 4)
		act(f.theirs, 4)
		ours, theirs := f.ours.model.Hash(), f.theirs.model.Hash()
		out, err := f.merge(rapid.SampledFrom([]state.MergePolicy{"ours", "theirs"}).Draw(t, "policy"))
		if f.ours.model.Hash() != ours || f.theirs.model.Hash() != theirs {
			t.Fatal("the merge changed a side")
		}
		if err != nil || len(out.Undecided()) > 0 {
			refused++
			return
		}
		merged++
		holdAll(t, out.Decision.After)
		replayed := f.ours.model.Clone()
		for _, e := range out.Decision.Events {
			name, schema := state.EventType(e)
			stored, err := state.DecodeEvent(name, schema, state.EncodeEvent(e))
			if err != nil {
				t.Fatal(err)
			}
			replayed.Evolve(stored)
		}
		if replayed.Hash() != out.Decision.After.Hash() {
			t.Fatal("the replay is another state")
		}
	})
	if merged < refused {
		t.Errorf("%d merges, %d refused: too few are accepted for a test of what they bring", merged, refused)
	}
}
