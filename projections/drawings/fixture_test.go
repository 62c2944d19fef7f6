package drawings

import (
	"context"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tower"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

const testModel = "11111111-1111-4111-8111-111111111111"

// site builds a model by commands and returns views of it.
type site struct {
	t      testing.TB
	model  *state.Model
	events []state.Event
	number int
	id     map[string]state.ID
}

func newSite(t testing.TB) *site {
	s := &site{t: t, model: state.NewModel(), id: map[string]state.ID{}}
	s.do("model", change.CreateModel{ID: testModel, Name: "House", Owner: "ada"})
	return s
}

// do carries out a command and returns the ids of the elements that it made.
func (s *site) do(name string, op change.Operation) []state.ID {
	s.t.Helper()
	made, err := s.try(op)
	if err != nil {
		s.t.Fatalf("%T: %v", op, err)
	}
	if len(made) > 0 {
		s.id[name] = made[0]
	}
	return made
}

func (s *site) try(op change.Operation) ([]state.ID, error) {
	s.number++
	d, err := domain.Decide(s.model, change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", s.number), Do: op})
	if err != nil {
		return nil, err
	}
	s.model = d.After
	s.events = append(s.events, d.Events...)
	var made []state.ID
	for _, e := range d.Events {
		switch e := e.(type) {
		case *state.ElementCreated:
			made = append(made, e.Element.ID)
		case *state.TypeDefined:
			made = append(made, e.ID)
		case *state.MaterialDefined:
			made = append(made, e.ID)
		}
	}
	return made, nil
}

func (s *site) view() *projections.View {
	return projections.EmptyView(testModel, projections.MainBranch).Preview(s.events)
}

func towerOf(t testing.TB, storeys, elements int, seed uint64) *site {
	s := &site{t: t, model: state.NewModel(), id: map[string]state.ID{}}
	if err := tower.Build(tower.Spec{ModelID: testModel, Name: "Tower", Owner: "ada", Storeys: storeys,
		Elements: elements, Seed: seed}, s.try); err != nil {
		t.Fatal(err)
	}
	return s
}

func mm(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

// planOf draws a plan of the nth level.
func planOf(t testing.TB, v *projections.View, n int, scale int64) *View {
	t.Helper()
	drawn, err := Plan(context.Background(), v, PlanSpec{LevelID: shape.Levels(v.Model)[n].ID, Scale: scale})
	if err != nil {
		t.Fatal(err)
	}
	return drawn
}

// BenchmarkPlanOfAStorey draws a storey of 2,000 elements at 1:100, alone and in a model of three. The time should
// depend on the storey, not on the model.
func BenchmarkPlanOfAStorey(b *testing.B) {
	for _, storeys := range []int{1, 3} {
		b.Run(fmt.Sprintf("%d-storeys", storeys), func(b *testing.B) {
			v := towerOf(b, storeys, 2000*storeys, 1).view()
			_ = v.Ready(context.Background())
			for b.Loop() {
				planOf(b, v, 0, 100)
			}
		})
	}
}
