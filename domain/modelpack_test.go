package domain

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/tidwall/btree"
)

// sampleModel returns a house with properties, a type, columns and a deleted wall.
func sampleModel(t tester) *state.Model {
	m := state.NewModel()
	for _, e := range sampleEvents(t) {
		m.Evolve(e)
	}
	return m
}

func TestAPackedModelIsTheModel(t *testing.T) {
	for name, m := range map[string]*state.Model{"nothing": state.NewModel(), "a house": sampleModel(t)} {
		packed := m.Pack()
		back, err := state.Unpack(packed, state.OneByOne, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		sameModels(t, back, m)
		if !bytes.Equal(back.Pack(), packed) || !bytes.Equal(m.Clone().Pack(), packed) {
			t.Errorf("%s is not always packed in the same way", name)
		}
	}
}

// sameModels compares two states with their indexes.
func sameModels(t tester, got, want *state.Model) {
	t.Helper()
	if got.Hash() != want.Hash() {
		t.Error("the states have different hashes")
	}
	got.Indexed()
	want.Indexed()
	for name, index := range map[string]func(*state.Model) *btree.Set[string]{
		"level":    func(m *state.Model) *btree.Set[string] { return m.ByLevel },
		"host":     func(m *state.Model) *btree.Set[string] { return m.ByHost },
		"type":     func(m *state.Model) *btree.Set[string] { return m.ByType },
		"category": func(m *state.Model) *btree.Set[string] { return m.ByCategory },
		"mention":  func(m *state.Model) *btree.Set[string] { return m.ByMention },
		"place":    func(m *state.Model) *btree.Set[string] { return m.ByPlace },
		"number":   func(m *state.Model) *btree.Set[string] { return m.ByNumber },
	} {
		if !slices.Equal(index(got).Keys(), index(want).Keys()) {
			t.Errorf("the index by %s differs", name)
		}
	}
	sameLinks(t, got.JoinIndex, want.JoinIndex)
	sameLinks(t, got.ConnectionIndex, want.ConnectionIndex)
	for _, id := range want.Elements.Keys() {
		a, _ := got.Element(id)
		b, _ := want.Element(id)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("element %s: %+v, want %+v", id, a, b)
		}
	}
}

// sameLinks compares the links of two states. The index by end must hold the same pointers as the index by id.
func sameLinks[T state.Link](t tester, got, want state.Links[T]) {
	t.Helper()
	if !slices.Equal(got.ByEnd.Keys(), want.ByEnd.Keys()) {
		t.Errorf("the ends of links are %v, want %v", got.ByEnd.Keys(), want.ByEnd.Keys())
	}
	for _, l := range []state.Links[T]{got, want} {
		l.ByEnd.Scan(func(k string, v T) bool {
			if kept, ok := l.ByID.Get(v.LinkID()); !ok || kept != v {
				t.Errorf("the link at %s is another one by its id", k)
			}
			return true
		})
	}
}

// An unpacked model evolves like the original.
func TestAnUnpackedModelEvolves(t *testing.T) {
	events := sampleEvents(t)
	for _, at := range []int{0, 1, len(events) / 3, len(events) - 1} {
		m := state.NewModel()
		for _, e := range events[:at] {
			m.Evolve(e)
		}
		back, err := state.Unpack(m.Pack(), state.OneByOne, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events[at:] {
			m.Evolve(e)
			back.Evolve(e)
		}
		sameModels(t, back, m)
	}
}

// Damaged bytes are refused or give some state. They neither panic nor allocate much memory.
func TestDamagedPackedModels(t *testing.T) {
	packed := sampleModel(t).Pack()
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		damaged := changedTexts(r, packed)
		if m, err := state.Unpack(damaged, state.OneByOne, nil); err == nil && m == nil {
			t.Fatal("neither a model nor an error")
		}
	}
	for n := range 50 {
		if _, err := state.Unpack(packed[:len(packed)-1-n], state.OneByOne,
			nil); state.CodeOf(err) != state.StoreCorrupt {
			t.Fatalf("%d bytes short: %v", n+1, err)
		}
	}
}

func TestReducerVersionNamesTheShapeOfTheState(t *testing.T) {
	shape := func(v any) string {
		var b bytes.Buffer
		state.Describe(b.Write, reflect.TypeOf(v))
		return b.String()
	}
	type same struct{ A []*int }
	if shape(struct{ A int }{}) == shape(struct{ B int }{}) || shape(struct{ A int }{}) == shape(struct{ A string }{}) {
		t.Error("different shapes are described alike")
	}
	first, second := shape(same{}), shape(same{})
	if first != second || !strings.HasPrefix(state.ReducerVersion(), state.StateVersion) {
		t.Errorf("one shape is described as %s and %s, the version is %s", first, second, state.ReducerVersion())
	}
}

func BenchmarkUnpack(b *testing.B) {
	m := sampleModel(b)
	packed := m.Pack()
	b.ReportMetric(float64(len(packed))/float64(m.Len()), "B/element")
	for b.Loop() {
		if _, err := state.Unpack(packed, state.OneByOne, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*m.Len()), "ns/element")
}
