package tables

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tower"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

const testModel = "11111111-1111-4111-8111-111111111111"

// building returns a tower of two storeys.
func building(t *testing.T) *projections.View {
	t.Helper()
	model, number := state.NewModel(), 0
	var events []state.Event
	err := tower.Build(tower.Spec{ModelID: testModel, Name: "Tower", Owner: "ada", Storeys: 2, Elements: 600, Seed: 1},
		func(op change.Operation) ([]state.ID, error) {
			number++
			d, err := domain.Decide(model, change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", number),
				Do: op})
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
		t.Fatal(err)
	}
	return projections.EmptyView(testModel, projections.MainBranch).Preview(events)
}

func TestEveryQuantityHasARule(t *testing.T) {
	v := building(t)
	v.Model.Each(func(e *state.Element) bool {
		list, err := v.QuantitiesOf(e.ID)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		for _, q := range list {
			if r, ok := ruleOf(e.Category, q.Name); !ok || r.kind != q.Kind {
				t.Errorf("%s of a %s, a %s, has the rule %+v", q.Name, e.Category, q.Kind, r)
			}
		}
		return true
	})
}

// TestGroupingsAgree checks that a category has the same net volume by level, by type and by material, and that it
// equals the sum over its elements.
func TestGroupingsAgree(t *testing.T) {
	v := building(t)
	want := map[string]float64{}
	v.Model.Each(func(e *state.Element) bool {
		list, _ := v.QuantitiesOf(e.ID)
		if volume, ok := shape.QuantityNamed(list, "NetVolume"); ok {
			want[string(e.Category)] += volume
		}
		return true
	})
	for _, by := range []Grouping{ByLevel, ByType, ByMaterial} {
		got, err := Takeoff(context.Background(), v, nil, by, "")
		if err != nil {
			t.Fatal(err)
		}
		checkVolumes(t, string(by), got, want)
	}
}

func checkVolumes(t *testing.T, by string, got *table.Table, want map[string]float64) {
	t.Helper()
	seen := 0
	for _, l := range got.Lines {
		for i, c := range got.Columns {
			volume, ok := l.Cells[i].Number()
			if l.Kind != table.LineSubtotal || l.From == l.To || c.Key != "net_volume" || !ok {
				continue // From and To are equal in the subtotal of a material over all categories
			}
			seen++
			if math.Abs(volume-want[l.Group]) > 1e-9*max(1, volume) {
				t.Errorf("by %s %s has %v m3, its elements have %v", by, l.Group, volume, want[l.Group])
			}
		}
	}
	if seen < 5 {
		t.Errorf("by %s only %d categories have volumes", by, seen)
	}
}

func TestEveryTemplateCanBeMade(t *testing.T) {
	v := building(t)
	for _, name := range Template("").Enum() {
		first, err := Schedule(context.Background(), v, Query{Template: Template(name), GroupBy: []string{"level"}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if rows := len(first.Lines); name != "equipment" && rows == 0 {
			t.Errorf("the %s schedule of a tower is empty", name)
		}
	}
}

// A mark is short enough for a tag.
func TestMarks(t *testing.T) {
	for name, want := range map[string]string{"Door 12": "D12", "D7": "D7", "Entrance": "Entrance",
		"M_Fixed:0915 x 1830mm:359859": "359859", "Family:Type": "Family:Type", "a:": "a:", ":1": ":1"} {
		if got := Mark(&state.Element{Category: state.CategoryDoor, Name: name}); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
