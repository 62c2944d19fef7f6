package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	changing "github.com/bimstream/bimstream/domain/change"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// effects measures the cost of naming all elements that a change affects, compared with the same change without naming
// them: the decision and the derived state. A call also appends and answers, so the share of a call is smaller.
func (b *bench) effects() error {
	h, store, v, err := b.opened(smallModel)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	_ = v.Ready(context.Background())
	for _, c := range []struct {
		name string
		of   func(wall modelstate.ID, i int) changing.Operation
	}{
		{"another height of a wall", higherWall},
		{"a wall moved by 10 mm", movedWall},
	} {
		with, without := b.effectsByTurns(v, h.walls, c.of)
		if without == 0 {
			return fmt.Errorf("the model takes no %s", c.name)
		}
		b.add(Figure{Name: fmt.Sprintf("effects of %s at %d elements", c.name, b.large),
			Value: milliseconds(with), Unit: "ms",
			Floor: "deciding and deriving it, ms", FloorIs: milliseconds(without), Aim: "<= 1.15",
			Note: "medians; the floor is in both"})
	}
	return nil
}

// effectsByTurns returns the median times of a change with and without naming its effects, for one wall after another.
func (b *bench) effectsByTurns(v *projections.View, walls []modelstate.ID,
	of func(modelstate.ID, int) changing.Operation) (with, without time.Duration) {
	var times [2][]time.Duration
	for i, began := 0, time.Now(); time.Since(began) < 2*b.lasting; i++ {
		op := of(walls[i*7919%len(walls)], i)
		for turn := range times {
			named := (i+turn)%2 == 0 // each comes first equally often
			start := time.Now()
			if !tried(v, op, named) {
				break
			}
			side := 1
			if named {
				side = 0
			}
			times[side] = append(times[side], time.Since(start))
		}
	}
	return quantile(times[0], 0.5), quantile(times[1], 0.5)
}

// tried decides a change, derives the state after it, and names its effects if named is set. It reports whether the
// model accepts the change.
func tried(v *projections.View, op changing.Operation, named bool) bool {
	d, err := v.Decide(changing.Command{ID: "00000000-0000-4000-8000-000000000001", Do: op})
	if err != nil {
		return false
	}
	preview := v.Preview(d.Events)
	_ = preview.Ready(context.Background())
	if named {
		_, err = projections.Effects(context.Background(), v, preview)
	}
	return err == nil
}

func higherWall(wall modelstate.ID, i int) changing.Operation {
	value, _ := json.Marshal(geometry.MM(int64(editedHeight + i%editedHeights)))
	return changing.ModifyParameter{ElementID: wall, ParameterName: "height", Value: value}
}

func movedWall(wall modelstate.ID, _ int) changing.Operation {
	return changing.MoveElement{ElementIDs: []modelstate.ID{wall}, Delta: geometry.Point3{X: geometry.MM(10)}}
}
