package ways

import (
	"context"
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/geometry/processors"
)

// Remotest is the place of a room from which the way to the nearest exit is longest.
type Remotest struct {
	Place    Place
	Distance geometry.Length
	Bound    geometry.Length   // upper bound of the distance from any place of the room
	Way      []geometry.Point2 // path on the storey of the room: from the exit, or from the stair that leads to it
}

// remotest is the result of the search in a room.
type remotest struct {
	far     Remotest
	reached bool
	err     error
}

// Remotest returns the remotest place of a room. It returns false if no way leads from the room to an exit, or the room
// has no floor.
func (e *Egress) Remotest(roomID state.ID) (Remotest, bool, error) {
	if err := e.Prepare(e.building.ctx, []state.ID{roomID}); err != nil {
		return Remotest{}, false, err
	}
	found := e.remotest[roomID]
	return found.far, found.reached, found.err
}

// Prepare finds the remotest places of rooms on all cores. It leaves out rooms whose place is known. The error is the
// error of a context that ended.
func (e *Egress) Prepare(ctx context.Context, rooms []state.ID) error {
	wanted := map[state.ID]bool{}
	for _, id := range rooms {
		if _, known := e.remotest[id]; !known {
			wanted[id] = true
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	type task struct {
		storey int
		room   room
	}
	var tasks []task
	for i := range e.building.groups {
		s, err := e.building.Storey(i)
		if err != nil {
			return err
		}
		for _, r := range s.rooms {
			if wanted[r.id] {
				delete(wanted, r.id) // the lowest storey of the room counts
				tasks = append(tasks, task{i, r})
			}
		}
	}
	found := make([]remotest, len(tasks))
	processors.Each(len(tasks), func(i int) {
		if ctx.Err() == nil {
			found[i] = e.remotestOf(ctx, tasks[i].storey, tasks[i].room)
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.remotest == nil {
		e.remotest = map[state.ID]remotest{}
	}
	for i, t := range tasks {
		e.remotest[t.room.id] = found[i]
	}
	for id := range wanted {
		e.remotest[id] = remotest{}
	}
	return nil
}

func (e *Egress) remotestOf(ctx context.Context, storey int, r room) remotest {
	field := e.fields[storey]
	if field == nil {
		return remotest{}
	}
	s, err := e.building.Storey(storey)
	if err != nil {
		return remotest{err: err}
	}
	return s.remotestOf(func() bool { return ctx.Err() != nil }, field, storey, r)
}

func remotestIn(stop geometry.Interrupt, field *clearance.Field, storey int, r room) remotest {
	far, ok := field.FarthestUntil(stop, r.region)
	if !ok {
		return remotest{}
	}
	way, _, err := field.Points(far.Point)
	if err != nil {
		return remotest{err: fmt.Errorf("the way to the remotest place of %s: %w", r.id, err)}
	}
	up := func(d float64) geometry.Length { return geometry.Length(math.Round(d)) }
	return remotest{far: Remotest{Place{storey, far.Point}, up(far.Distance), up(far.Bound), way}, reached: true}
}
