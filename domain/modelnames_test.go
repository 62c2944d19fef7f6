package domain

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"pgregory.net/rapid"
)

// calledBySearch implements Called by visiting everything.
func calledBySearch(m *state.Model, text string) []state.ID {
	var out []state.ID
	m.Each(func(e *state.Element) bool {
		number := state.NumberOf(e)
		if strings.EqualFold(e.Name, text) || number != "" && strings.EqualFold(number, text) {
			out = append(out, e.ID)
		}
		return true
	})
	for _, t := range m.Types() {
		if strings.EqualFold(t.Name, text) {
			out = append(out, t.ID)
		}
	}
	for _, material := range m.Materials() {
		if strings.EqualFold(material.Name, text) {
			out = append(out, material.ID)
		}
	}
	slices.Sort(out)
	return out
}

// knowingNames returns a model that keeps an index of names, like the models of views.
func knowingNames() *state.Model {
	return state.NewModel().Remembering(func() func(func()) {
		var mu sync.Mutex
		return func(f func()) {
			mu.Lock()
			defer mu.Unlock()
			f()
		}
	})
}

var drawnNames = []string{"Wall", "WALL", "wall", "Straße 1", "STRAßE 1", "\u212Aelvin", "kelvin", "a\x00b", "a",
	"K12", "k12"}

// After any history, applied one by one or in a fold, Called finds the same as a search through everything. It does not
// matter which earlier states were queried.
func TestWhatIsCalledSomethingIsFoundAfterAnyHistory(t *testing.T) {
	logs := foldedLogs(t)
	asked := 0
	rapid.Check(t, func(t *rapid.T) {
		events := drawHistory(t, logs)
		ask := func(m *state.Model, text string) {
			asked++
			want := calledBySearch(m, text)
			if got := m.Called(text); !slices.Equal(got, want) {
				t.Fatalf("%q is the name of %v, found %v", text, want, got)
			}
			forgetful := m.Clone()
			forgetful.Names, forgetful.Alone = nil, nil
			if got := forgetful.Called(text); !slices.Equal(got, want) {
				t.Fatalf("without an index %q is the name of %v, found %v", text, want, got)
			}
		}
		states := grownAtRandom(t, events,
			func(m *state.Model) { ask(m, rapid.SampledFrom(drawnNames).Draw(t, "asked for")) })
		states = renamedAtRandom(t, states)
		for range 6 {
			m := rapid.SampledFrom(states).Draw(t, "state")
			ask(m, rapid.SampledFrom(drawnNames).Draw(t, "drawn"))
			if elements := m.Elements.Values(); len(elements) > 0 {
				e := rapid.SampledFrom(elements).Draw(t, "element")
				ask(m, strings.ToUpper(e.Name))
				ask(m, state.NumberOf(e)+"x")
			}
		}
	})
	if asked < 300 {
		t.Errorf("asked %d times: the test says little", asked)
	}
}

// grownAtRandom returns the states of a model as events are applied, one by one or in a fold. Some of the states are
// queried on the way.
func grownAtRandom(t *rapid.T, events []state.Event, ask func(*state.Model)) []*state.Model {
	first := rapid.IntRange(0, len(events)).Draw(t, "before")
	states := []*state.Model{evolved(knowingNames(), events[:first])}
	for i := first; i < len(events); {
		on := states[len(states)-1]
		to := rapid.IntRange(i+1, len(events)).Draw(t, "to")
		if rapid.Bool().Draw(t, "asked") {
			ask(on)
		}
		if rapid.Bool().Draw(t, "folded") {
			states = append(states, on.Clone().Fold(slices.Values(events[i:to]), state.OneByOne))
		} else {
			states = append(states, evolved(on.Clone(), events[i:to]))
		}
		i = to
	}
	return states
}

// renamedAtRandom adds states in which elements have other names, some of them duplicates.
func renamedAtRandom(t *rapid.T, states []*state.Model) []*state.Model {
	for range rapid.IntRange(0, 8).Draw(t, "renames") {
		m := rapid.SampledFrom(states).Draw(t, "of")
		elements := m.Elements.Values()
		if len(elements) == 0 {
			continue
		}
		renamed := *rapid.SampledFrom(elements).Draw(t, "renamed")
		renamed.Name = rapid.SampledFrom(drawnNames).Draw(t, "name")
		next := m.Clone()
		next.Put(&renamed)
		states = append(states, next)
	}
	return states
}

// After a state was queried once, states derived from it update the index and do not visit all names again.
func TestNamesAreFollowedNotGatheredAgain(t *testing.T) {
	m := evolved(knowingNames(), sampleEvents(t))
	if m.Names.Keys != nil {
		t.Error("names are gathered before anybody asks")
	}
	m.Called("Wall")
	next := m.Clone()
	renamed := *m.Elements.Values()[0]
	renamed.Name = "Another name"
	next.Put(&renamed)
	if next.Names.Keys == nil || next.Names == m.Names {
		t.Error("the names of a state that grew from one that was asked are not followed")
	}
	if got := next.Called("another name"); !slices.Equal(got, []state.ID{renamed.ID}) ||
		len(m.Called("another name")) > 0 {
		t.Errorf("found %v in the next state, %v in the one before", got, m.Called("another name"))
	}
}
