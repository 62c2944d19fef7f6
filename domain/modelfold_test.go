package domain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"pgregory.net/rapid"
)

// evolved applies events one by one to a clone.
func evolved(m *state.Model, events []state.Event) *state.Model {
	m = m.Clone()
	for _, e := range events {
		m.Evolve(e)
	}
	return m
}

// backwards calls tasks in reverse order, the last ones concurrently.
func backwards(tasks ...func()) {
	done := make(chan bool)
	for _, task := range tasks[1:] {
		go func() { task(); done <- true }()
	}
	for range tasks[1:] {
		<-done
	}
	tasks[0]()
}

// foldedLogs returns histories of all kinds of events: of a house, and of services with connections.
func foldedLogs(t tester) [][]state.Event {
	b, _ := network(t)
	return [][]state.Event{sampleEvents(t), slices.Clone(b.log)}
}

// drawHistory draws a history: a log continued by random edits. Some events may be missing, so that others refer to
// missing elements.
func drawHistory(t *rapid.T, logs [][]state.Event) []state.Event {
	events := slices.Clone(rapid.SampledFrom(logs).Draw(t, "log"))
	b := &builder{t: t, model: evolved(state.NewModel(), events), n: 5000}
	h := &house{b, map[string]state.ID{"Ground": b.model.OfCategory(state.CategoryLevel)[0]}}
	for range rapid.IntRange(0, 8).Draw(t, "edits") {
		op := drawOperation(t, h)
		if services := servicesOf(b.model); len(services) > 0 && rapid.Bool().Draw(t, "deleted") {
			op = change.DeleteElement{ElementIDs: []state.ID{rapid.SampledFrom(services).Draw(t, "service")}}
		}
		if d, err := b.try(op); err == nil {
			b.model, events = d.After, append(events, d.Events...)
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "missing") {
		i := rapid.IntRange(0, len(events)-1).Draw(t, "one missing")
		events = slices.Delete(events, i, i+1)
	}
	return events
}

func TestFoldingIsEvolvingOneByOne(t *testing.T) {
	logs := foldedLogs(t)
	rapid.Check(t, func(t *rapid.T) {
		events := drawHistory(t, logs)
		first := rapid.IntRange(0, len(events)).Draw(t, "evolved before")
		second := rapid.IntRange(first, len(events)).Draw(t, "in the first fold")
		start := evolved(state.NewModel(), events[:first])
		hash := start.Hash()
		folded := start.Clone().Fold(slices.Values(events[first:second]), state.OneByOne)
		sameModels(t, folded, evolved(start, events[first:second]))
		sameModels(t, folded.Clone().Fold(slices.Values(events[second:]), backwards),
			evolved(start.Clone(), events[first:]))
		late, err := state.Unpack(start.Pack(), backwards, once)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "asked before") {
			late.OfCategory(state.CategoryWall)
		}
		late.Fold(slices.Values(events[first:second]), backwards)
		if rapid.Bool().Draw(t, "asked between") {
			late.OfCategory(state.CategoryWall)
		}
		sameModels(t, evolved(late.Clone(), events[second:]), evolved(start.Clone(), events[first:]))
		sameModels(t, evolved(late, events[second:]), evolved(start.Clone(), events[first:]))
		if start.Hash() != hash {
			t.Error("the fold of a clone changed the original")
		}
	})
}

// once returns a function that calls f on its first call only.
func once(f func()) func() {
	return func() {
		if f != nil {
			now := f
			f = nil
			now()
		}
	}
}

// During a fold, the model returns the same answers as without one.
func TestAModelIsWholeInAFold(t *testing.T) {
	for i, events := range foldedLogs(t) {
		plain, m := state.NewModel(), state.NewModel()
		n := 0
		m.Fold(func(yield func(state.Event) bool) {
			for _, e := range events {
				if n++; n%7 == 0 {
					sameAnswers(t, fmt.Sprintf("log %d, event %d", i, n), m, plain)
				}
				if n%50 == 0 && m.Clone().Hash() != plain.Hash() {
					t.Errorf("log %d, event %d: the clone is another state", i, n)
				}
				plain.Evolve(e)
				if !yield(e) {
					return
				}
			}
		}, state.OneByOne)
		sameModels(t, m, plain)
	}
}

// sameAnswers compares two models, first by answers about single elements, then by ordered lists.
func sameAnswers(t *testing.T, at string, got, want *state.Model) {
	t.Helper()
	want.Each(func(e *state.Element) bool {
		if g, ok := got.Element(e.ID); !ok || !slices.Equal(state.MustJSON(g), state.MustJSON(e)) {
			t.Errorf("%s: element %s is not the same", at, e.ID)
		}
		if !slices.Equal(state.MustJSON(got.JoinsOf(e.ID)), state.MustJSON(want.JoinsOf(e.ID))) ||
			!slices.Equal(state.MustJSON(got.ConnectionsOf(e.ID)), state.MustJSON(want.ConnectionsOf(e.ID))) {
			t.Errorf("%s: the joins or connections of %s are not the same", at, e.ID)
		}
		return true
	})
	for _, answer := range []func(*state.Model) any{
		func(m *state.Model) any { return m.Joins() }, func(m *state.Model) any { return m.Connections() },
		func(m *state.Model) any { return m.OfCategory(state.CategoryWall) },
		func(m *state.Model) any { return m.Len() },
	} {
		if !slices.Equal(state.MustJSON(answer(got)), state.MustJSON(answer(want))) {
			t.Errorf("%s: %s, want %s", at, state.MustJSON(answer(got)), state.MustJSON(answer(want)))
		}
	}
}

// A join with the id of another one replaces it, also in the index by wall.
func TestAJoinOfTheSameIDReplacesTheOther(t *testing.T) {
	events := []state.Event{&state.ElementsJoined{Join: state.Join{ID: "j", A: "a", B: "b"}},
		&state.ElementsJoined{Join: state.Join{ID: "j", A: "a", B: "c"}}}
	for name, m := range map[string]*state.Model{"evolved": evolved(state.NewModel(), events),
		"folded": state.NewModel().Fold(slices.Values(events), state.OneByOne)} {
		if len(m.JoinsOf("b")) != 0 || len(m.JoinsOf("c")) != 1 {
			t.Errorf("%s: joins of b %v, of c %v", name, m.JoinsOf("b"), m.JoinsOf("c"))
		}
	}
}

func TestInOrderIsTheOrderOfStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"", "a", "b", "\x00", "abcdefgh", "ab", "\xff"})
		m := map[state.ID]int{}
		for n := range rapid.IntRange(0, 40).Draw(t, "entries") {
			m[state.ID(strings.Join(rapid.SliceOfN(part, 0, 4).Draw(t, "id"), ""))] = n
		}
		var got []state.ID
		for id, n := range state.InOrder(m) {
			if m[id] != n {
				t.Errorf("%q has %d, want %d", id, n, m[id])
			}
			got = append(got, id)
		}
		if len(got) != len(m) || !slices.IsSorted(got) {
			t.Errorf("%q of %d", got, len(m))
		}
	})
}
