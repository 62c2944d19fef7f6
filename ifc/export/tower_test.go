package export

import (
	"fmt"
	"testing"

	towers "github.com/bimstream/bimstream/domain/tower"

	"github.com/bimstream/bimstream/domain"
)

// builtTower returns a tower of a thousand elements with services through all its storeys.
func builtTower(t testing.TB) *domain.Model {
	t.Helper()
	m, n := domain.NewModel(), 0
	spec := towers.Spec{ModelID: "11111111-1111-4111-8111-111111111111", Name: "Tower", Owner: "ada",
		Storeys: 3, Elements: 1000, Seed: 3}
	err := towers.Build(spec, func(op domain.Operation) ([]domain.ID, error) {
		n++
		decision, err := domain.Decide(m, domain.Command{ID: fmt.Sprint("command ", n), Do: op})
		if err != nil {
			return nil, err
		}
		m = decision.After
		var made []domain.ID
		for _, e := range decision.Events {
			if id := madeBy([]domain.Event{e}); id != "" {
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
