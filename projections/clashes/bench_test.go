package clashes

import (
	"context"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tower"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// towerView returns a generated building with services.
func towerView(b testing.TB, storeys, elements int) *projections.View {
	b.Helper()
	model, n := state.NewModel(), 0
	var events []state.Event
	err := tower.Build(tower.Spec{ModelID: testModel, Name: "Tower", Owner: "ada", Storeys: storeys, Elements: elements,
		Seed: 1}, func(op change.Operation) ([]state.ID, error) {
		n++
		d, err := domain.Decide(model, change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", n), Do: op})
		if err != nil {
			return nil, err
		}
		model, events = d.After, append(events, d.Events...)
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
	})
	if err != nil {
		b.Fatal(err)
	}
	return projections.EmptyView(testModel, projections.MainBranch).Preview(events)
}

func BenchmarkTower(b *testing.B) {
	v := towerView(b, 4, 4000)
	for name, test := range map[string]Test{"overlaps": {Mode: ModeHard},
		"gaps": {Mode: ModeAll, Clearance: 50 * geometry.Millimetre}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				report, err := Find(context.Background(), v, test, nil)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(report.Compared), "pairs")
				b.ReportMetric(float64(len(report.Findings)), "findings")
			}
		})
	}
}
