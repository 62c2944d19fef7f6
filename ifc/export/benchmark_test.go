package export

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

func BenchmarkExportHouse(b *testing.B) {
	m := house(b).model
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Write(b.Context(), io.Discard, m, defaults()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkExportTower exports copies of the house on storeys of their own, 10,000 elements in all. For more elements
// the time grows in proportion to their number.
func BenchmarkExportTower(b *testing.B) {
	m := tower(b, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		summary, err := Write(b.Context(), io.Discard, m, defaults())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(summary.Instances), "instances")
		b.SetBytes(summary.Size)
	}
}

// uuids matches the ids in a stored event.
var uuids = regexp.MustCompile(`"([0-9a-f]{8})(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"`)

// tower returns a model of at least the given number of elements. It consists of copies of the house, each with its own
// storeys but with shared types and materials.
func tower(t testing.TB, elements int) *state.Model {
	t.Helper()
	s := house(t)
	m := s.model.Clone()
	for copied := uint64(1); m.Len() < elements; copied++ {
		for _, event := range s.log {
			switch event.(type) {
			case *state.ModelCreated, *state.TypeDefined, *state.MaterialDefined:
				continue
			}
			if made, ok := event.(*state.ElementCreated); ok &&
				(made.Element.Category == state.CategorySite || made.Element.Category == state.CategoryBuilding) {
				continue
			}
			m = m.Evolve(ofCopy(t, m, event, copied))
		}
	}
	return m
}

// ofCopy returns an event of the house for a copy, with other ids except for types and materials.
func ofCopy(t testing.TB, m *state.Model, event state.Event, copied uint64) state.Event {
	t.Helper()
	data := uuids.ReplaceAllStringFunc(string(state.EncodeEvent(event)), func(quoted string) string {
		id := state.ID(quoted[1 : len(quoted)-1])
		_, isType := m.Type(id)
		if _, isMaterial := m.Material(id); isType || isMaterial {
			return quoted
		}
		head, err := strconv.ParseUint(string(id[:8]), 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("\"%08x%s\"", uint32(head+copied*2654435761), id[8:])
	})
	name, version := state.EventType(event)
	out, err := state.DecodeEvent(name, version, []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return out
}
