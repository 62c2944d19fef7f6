package bench

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/bimstream/bimstream/domain"
	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tower"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
)

// The sizes of the models whose plans are measured.
const (
	plannedStorey  = 2000 // number of elements; at most the size of the large model
	plannedStoreys = 5
	planTurns      = 7
)

// plans measures the plan of a storey: alone in its model, and in a model of several storeys after one of its walls
// moved, in turns. It is compared with the required time of one second. Sheets of the larger model follow.
func (b *bench) plans() error {
	alone, _, err := b.storeys(1)
	if err != nil {
		return err
	}
	whole, move, err := b.storeys(plannedStoreys)
	if err != nil {
		return err
	}
	if _, err := planOf(b.ctx, whole); err != nil {
		return err
	}
	var times [2][]time.Duration
	for n := range planTurns {
		took, err := planOf(b.ctx, alone)
		if err != nil {
			return err
		}
		times[0] = append(times[0], took)
		moved, err := move(n)
		if err != nil {
			return err
		}
		if took, err = planOf(b.ctx, moved); err != nil {
			return err
		}
		times[1] = append(times[1], took)
	}
	single, after := quantile(times[0], 0.5).Seconds(), quantile(times[1], 0.5).Seconds()
	b.add(Figure{Name: fmt.Sprintf("plan of a storey of %d elements, 1:100", b.planned()), Value: 1 / single,
		Unit: "/s", Floor: "asked for, /s", FloorIs: 1})
	b.add(Figure{Name: fmt.Sprintf("the same among %d storeys, after a wall moved", plannedStoreys), Value: 1 / after,
		Unit: "/s", Floor: "alone, /s", FloorIs: 1 / single,
		Note: fmt.Sprintf("takes %.2f times as long; at most 1.2 is asked for", after/single)})
	return b.sheets(whole)
}

func (b *bench) planned() int { return min(plannedStorey, b.large) }

// sheets measures the general arrangement drawings of a model at 1:200 and 1:100: some forty sheets.
func (b *bench) sheets(v *projections.View) error {
	begin, computed := time.Now(), processorTime()
	sheets, _, err := drawings.GeneralSet(b.ctx, v, drawings.SetSpec{Block: drawings.DefaultBlock(v),
		Scales: []int64{200, 100}})
	if err != nil {
		return err
	}
	n := float64(len(sheets))
	each, core := time.Since(begin).Seconds()/n, (processorTime()-computed).Seconds()/n
	b.add(Figure{Name: fmt.Sprintf("sheets of %d elements, 1:200 and 1:100", v.Model.Len()), Value: 1 / each,
		Unit: "/s", Note: fmt.Sprintf("%d sheets: a sheet takes %.0f ms on %d processors, %.0f ms of one core",
			len(sheets), each*1000, runtime.GOMAXPROCS(0), core*1000)})
	return nil
}

// planOf returns the time that the plan of the first level takes.
func planOf(ctx context.Context, v *projections.View) (time.Duration, error) {
	begin := time.Now()
	_, err := drawings.Plan(ctx, v, drawings.PlanSpec{LevelID: shape.Levels(v.Model)[0].ID, Scale: 100})
	return time.Since(begin), err
}

// storeys generates a model of n storeys in memory, and returns a function that moves the nth wall of its first level.
func (b *bench) storeys(n int) (*projections.View, func(n int) (*projections.View, error), error) {
	const id = "11111111-1111-4111-8111-111111111111"
	m, events, number := modelstate.NewModel(), []modelstate.Event(nil), 0
	decide := func(op changing.Operation) ([]modelstate.Event, error) {
		number++
		d, err := domain.Decide(m, changing.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", number), Do: op})
		if err != nil {
			return nil, err
		}
		m = d.After
		return d.Events, nil
	}
	spec := tower.Spec{ModelID: id, Name: "Tower", Owner: "bench", Storeys: n, Elements: b.planned() * n, Seed: 1}
	err := tower.Build(spec, func(op changing.Operation) (made []modelstate.ID, err error) {
		more, err := decide(op)
		events = append(events, more...)
		return madeBy(more), err
	})
	if err != nil {
		return nil, nil, err
	}
	v := projections.EmptyView(id, projections.MainBranch).Preview(events)
	return v, func(n int) (*projections.View, error) {
		var walls []modelstate.ID
		for _, id := range v.Model.OnLevel(shape.Levels(v.Model)[0].ID) {
			if e, ok := v.Model.Element(id); ok && e.Category == modelstate.CategoryWall {
				walls = append(walls, id)
			}
		}
		m = v.Model
		more, err := decide(changing.MoveElement{ElementIDs: walls[n : n+1],
			Delta: geometry.Point3{X: 10 * geometry.Millimetre}})
		return v.Preview(more), err
	}, nil
}

// madeBy returns the ids of the elements, types and materials that events create.
func madeBy(events []modelstate.Event) (made []modelstate.ID) {
	for _, e := range events {
		switch e := e.(type) {
		case *modelstate.ElementCreated:
			made = append(made, e.Element.ID)
		case *modelstate.TypeDefined:
			made = append(made, e.ID)
		case *modelstate.MaterialDefined:
			made = append(made, e.ID)
		}
	}
	return made
}
