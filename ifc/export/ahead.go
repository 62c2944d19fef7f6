package export

import (
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"

	"github.com/bimstream/bimstream/geometry/processors"
)

// Most of an export's time goes into what the model works out of the elements' shapes, and none of that depends on what
// was written before. So it is worked out ahead, for one batch of elements after the other, by all processors at once,
// and for the next batch while the one before is written; what is written, and its order, is the same for any number of
// them.

// derived is what the model derives from elements: their shapes and quantities.
type derived struct {
	ahead      map[state.ID]*worked
	spare      []worked                     // for the next batch
	used       []worked                     // by the batch in ahead
	plans      map[state.ID]fabric.WallPlan // of the walls that were written
	rooms      func() *room.RoomFinder      // made once, when the first room is worked out
	takers     func() *room.FloorTakers     // likewise
	roomShapes map[state.ID]room.RoomShape  // where their boundaries are written
}

func newDerived() derived {
	return derived{ahead: map[state.ID]*worked{}, plans: map[state.ID]fabric.WallPlan{},
		roomShapes: map[state.ID]room.RoomShape{}}
}

// batch is how many elements are worked out ahead at a time. With what they host they take a few megabytes.
const batch = 256

// worked is what the model works out of one element.
type worked struct {
	id            state.ID
	plan          fabric.WallPlan // of a wall
	planErr       error
	openings      []fabric.OpeningRect // of a wall
	room          room.RoomShape
	roomErr       error
	quantities    []state.Quantity
	quantitiesErr error
}

// foreseen is a batch of elements, and what they host, on the way to being worked out.
type foreseen struct {
	all      []worked
	next     atomic.Int64
	busy     sync.WaitGroup
	panicked atomic.Pointer[any] // value of a panic on another goroutine than the caller's
}

// foresee begins to work out a batch of elements and what they host, beside its caller.
func (x *exporter) foresee(ids []state.ID) *foreseen {
	f := &foreseen{all: x.spare[:0]}
	for _, id := range ids {
		f.all = append(f.all, worked{id: id})
		for _, hosted := range x.model.HostedBy(id) {
			f.all = append(f.all, worked{id: hosted})
		}
	}
	for range min(processors.Count()-1, len(f.all)) {
		f.busy.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					f.panicked.Store(&r)
				}
			}()
			f.work(x)
		})
	}
	return f
}

// work works out what nobody has begun with.
func (f *foreseen) work(x *exporter) {
	for i := f.next.Add(1) - 1; i < int64(len(f.all)) && x.ctx.Err() == nil; i = f.next.Add(1) - 1 {
		f.all[i].work(x)
	}
}

// look waits for a batch and helps with it, and forgets the batch before.
func (x *exporter) look(f *foreseen) {
	f.work(x)
	f.busy.Wait()
	if r := f.panicked.Load(); r != nil {
		panic(*r)
	}
	clear(x.ahead)
	x.spare, x.used = x.used, f.all // what the batch before stands in is free for the next
	for i := range f.all {
		x.ahead[f.all[i].id] = &f.all[i]
	}
}

// work works out one element.
func (w *worked) work(x *exporter) {
	e, ok := x.element(w.id)
	if !ok {
		_, err := elements.Quantities(x.model, w.id) // which says that there is no such element
		w.planErr, w.quantitiesErr = err, err
		return
	}
	switch p := e.Params.(type) {
	case *room.Room:
		if w.room, w.roomErr = x.rooms().Shape(e); w.roomErr == nil && w.room.Bounded {
			w.quantities = x.roomQuantities(w.room)
		}
		return
	case *fabric.Wall:
		if p.Fixed != nil {
			break
		}
		if w.plan, w.planErr = fabric.WallPlanOf(x.model, w.id); w.planErr == nil {
			w.openings = fabric.WallOpenings(x.model, w.id)
			w.quantities, w.quantitiesErr = fabric.WallQuantities(x.model, e, w.plan, w.openings)
		}
		return
	}
	w.quantities, w.quantitiesErr = elements.Quantities(x.model, w.id)
}

// workedOut returns what was worked out of an element; of one that was not foreseen, it is worked out now.
func (x *exporter) workedOut(id state.ID) *worked {
	if w, ok := x.ahead[id]; ok {
		return w
	}
	w := &worked{id: id}
	w.work(x)
	return w
}

func (x *exporter) quantities(id state.ID) ([]state.Quantity, error) {
	w := x.workedOut(id)
	return w.quantities, w.quantitiesErr
}

func (x *exporter) wallPlan(id state.ID) (fabric.WallPlan, error) {
	w := x.workedOut(id)
	return w.plan, w.planErr
}

// findRooms returns what finds the rooms, for all processors; the walls have been written then.
func (x *exporter) findRooms() *room.RoomFinder {
	o := outlines{known: map[string]*outline{}}
	return room.RoomFinderOf(x.model, x.keptPlan).Shared(o.remember)
}

// outlines are those of rooms, each made once: rooms that look alike have the same.
type outlines struct {
	mu    sync.Mutex
	known map[string]*outline
}

type outline struct {
	once   sync.Once
	region geometry.Region
}

func (o *outlines) remember(walls string, make func() geometry.Region) geometry.Region {
	o.mu.Lock()
	one := o.known[walls]
	if one == nil {
		one = new(outline)
		o.known[walls] = one
	}
	o.mu.Unlock()
	one.once.Do(func() { one.region = make() })
	return one.region
}

// keptPlan returns the footprint of a wall that was written before, for the rooms.
func (x *exporter) keptPlan(e *state.Element) (fabric.WallPlan, error) {
	if plan, ok := x.plans[e.ID]; ok {
		return plan, nil
	}
	return fabric.WallPlanOf(x.model, e.ID)
}
