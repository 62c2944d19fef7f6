package export

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	towers "github.com/bimstream/bimstream/domain/tower"

	"github.com/bimstream/bimstream/domain"
)

// builtTower returns a tower of a thousand elements with services through all its storeys.
func builtTower(t testing.TB) *state.Model {
	t.Helper()
	m, n := state.NewModel(), 0
	spec := towers.Spec{ModelID: "11111111-1111-4111-8111-111111111111", Name: "Tower", Owner: "ada",
		Storeys: 3, Elements: 1000, Seed: 3}
	err := towers.Build(spec, func(op change.Operation) ([]state.ID, error) {
		n++
		decision, err := domain.Decide(m, change.Command{ID: fmt.Sprint("command ", n), Do: op})
		if err != nil {
			return nil, err
		}
		m = decision.After
		var made []state.ID
		for _, e := range decision.Events {
			if id := madeBy([]state.Event{e}); id != "" {
				made = append(made, id)
			}
		}
		return made, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
