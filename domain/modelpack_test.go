package domain

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/btree"
)

// sampleModel is a house with properties, a type, columns, a deleted wall.
func sampleModel(t tester) *Model {
	m := NewModel()
	for _, e := range sampleEvents(t) {
		m.Evolve(e)
	}
	return m
}

func TestAPackedModelIsTheModel(t *testing.T) {
	for name, m := range map[string]*Model{"nothing": NewModel(), "a house": sampleModel(t)} {
		packed := m.Pack()
		back, err := Unpack(packed, OneByOne, nil)
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
func sameModels(t tester, got, want *Model) {
	t.Helper()
	if got.Hash() != want.Hash() {
		t.Error("the states have different hashes")
	}
	got.indexed()
	want.indexed()
	for name, index := range map[string]func(*Model) *btree.Set[string]{
		"level":    func(m *Model) *btree.Set[string] { return m.byLevel },
		"host":     func(m *Model) *btree.Set[string] { return m.byHost },
		"type":     func(m *Model) *btree.Set[string] { return m.byType },
		"category": func(m *Model) *btree.Set[string] { return m.byCategory },
		"mention":  func(m *Model) *btree.Set[string] { return m.byMention },
		"place":    func(m *Model) *btree.Set[string] { return m.byPlace },
		"number":   func(m *Model) *btree.Set[string] { return m.byNumber },
	} {
		if !slices.Equal(index(got).Keys(), index(want).Keys()) {
			t.Errorf("the index by %s differs", name)
		}
	}
	sameLinks(t, got.joins, want.joins)
	sameLinks(t, got.connections, want.connections)
	for _, id := range want.elements.Keys() {
		a, _ := got.Element(id)
		b, _ := want.Element(id)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("element %s: %+v, want %+v", id, a, b)
		}
	}
}

// sameLinks compares the links of two states. By its ends each is the very one that it is by its id.
func sameLinks[T link](t tester, got, want links[T]) {
	t.Helper()
	if !slices.Equal(got.byEnd.Keys(), want.byEnd.Keys()) {
		t.Errorf("the ends of links are %v, want %v", got.byEnd.Keys(), want.byEnd.Keys())
	}
	for _, l := range []links[T]{got, want} {
		l.byEnd.Scan(func(k string, v T) bool {
			if kept, ok := l.byID.Get(v.linkID()); !ok || kept != v {
				t.Errorf("the link at %s is another one by its id", k)
			}
			return true
		})
	}
}

// An unpacked model goes on as the model would have.
func TestAnUnpackedModelEvolves(t *testing.T) {
	events := sampleEvents(t)
	for _, at := range []int{0, 1, len(events) / 3, len(events) - 1} {
		m := NewModel()
		for _, e := range events[:at] {
			m.Evolve(e)
		}
		back, err := Unpack(m.Pack(), OneByOne, nil)
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

// Damaged bytes are refused or give some state; they neither panic nor ask for much memory.
func TestDamagedPackedModels(t *testing.T) {
	packed := sampleModel(t).Pack()
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		damaged := changedTexts(r, packed)
		if m, err := Unpack(damaged, OneByOne, nil); err == nil && m == nil {
			t.Fatal("neither a model nor an error")
		}
	}
	for n := range 50 {
		if _, err := Unpack(packed[:len(packed)-1-n], OneByOne, nil); CodeOf(err) != StoreCorrupt {
			t.Fatalf("%d bytes short: %v", n+1, err)
		}
	}
}

func TestReducerVersionNamesTheShapeOfTheState(t *testing.T) {
	shape := func(v any) string {
		var b bytes.Buffer
		describe(b.Write, reflect.TypeOf(v))
		return b.String()
	}
	type same struct{ A []*int }
	if shape(struct{ A int }{}) == shape(struct{ B int }{}) || shape(struct{ A int }{}) == shape(struct{ A string }{}) {
		t.Error("different shapes are described alike")
	}
	first, second := shape(same{}), shape(same{})
	if first != second || !strings.HasPrefix(ReducerVersion(), stateVersion) {
		t.Errorf("one shape is described as %s and %s, the version is %s", first, second, ReducerVersion())
	}
}

func BenchmarkUnpack(b *testing.B) {
	m := sampleModel(b)
	packed := m.Pack()
	b.ReportMetric(float64(len(packed))/float64(m.Len()), "B/element")
	for b.Loop() {
		if _, err := Unpack(packed, OneByOne, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*m.Len()), "ns/element")
}
