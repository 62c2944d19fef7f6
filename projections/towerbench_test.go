package projections

import (
	"encoding/json"
	"fmt"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tower"
	"github.com/bimstream/bimstream/geometry"
)

// built is a tower in a memory store.
func built(b testing.TB, storeys, elements int) *site {
	b.Helper()
	s := newSite(b)
	err := tower.Build(tower.Spec{ModelID: testModel, Name: "Tower", Owner: "ada", Storeys: storeys, Elements: elements,
		Seed: 1}, func(op changing.Operation) ([]state.ID, error) {
		if _, ok := op.(changing.CreateModel); ok {
			return nil, nil
		}
		base, d, err := s.decide(op)
		if err != nil {
			return nil, err
		}
		s.append(base, d.Events)
		return madeBy(d.Events), nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// madeBy returns the ids that events create.
func madeBy(events []state.Event) (made []state.ID) {
	for _, e := range events {
		switch e := e.(type) {
		case *state.ElementCreated:
			made = append(made, e.Element.ID)
		case *state.TypeDefined:
			made = append(made, e.ID)
		case *state.MaterialDefined:
			made = append(made, e.ID)
		}
	}
	return made
}

// BenchmarkEditInATower changes the height of one wall after another, as a tool call does: decide, preview, append,
// next view. Its time must not depend on the size of the model.
func BenchmarkEditInATower(b *testing.B) {
	eachTower(b, func(*View, *View) {})
}

// BenchmarkEffectsInATower also computes the effects of each new height.
func BenchmarkEffectsInATower(b *testing.B) {
	eachTower(b, func(base, preview *View) { _, _ = Effects(b.Context(), base, preview) })
}

// eachTower times edits of walls in a small and in a large tower, with a function that runs between the preview and the
// append.
func eachTower(b *testing.B, between func(base, preview *View)) {
	for _, size := range []struct{ storeys, elements int }{{1, 1000}, {10, 10000}} {
		b.Run(fmt.Sprintf("%d-storeys-%d-elements", size.storeys, size.elements), func(b *testing.B) {
			s := built(b, size.storeys, size.elements)
			walls := s.view().Model.OfCategory(state.CategoryWall)
			s.view().derived.get()
			b.ResetTimer()
			for i := 0; b.Loop(); i++ {
				value, _ := json.Marshal(geometry.MM(2800 + int64(i%179)))
				base, d, err := s.decide(changing.ModifyParameter{ElementID: walls[i%len(walls)],
					ParameterName: "height", Value: value})
				if err != nil {
					b.Fatal(err)
				}
				if len(d.Events) == 0 {
					continue // the wall already has that height
				}
				preview := base.Preview(d.Events)
				between(base, preview)
				advance(s.live, preview, s.append(base, d.Events))
				s.view()
			}
		})
	}
}
