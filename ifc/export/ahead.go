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

// Most of an export's time is spent on deriving shapes and quantities of elements. They do not depend on the instances
// that were written before. Therefore all processors derive them ahead, one batch of elements at a time. They work on
// the next batch while the previous batch is written. The output and its order are the same for any number of
// processors.

// derived holds the shapes and quantities that the model derives from elements.
type derived struct {
	ahead      map[state.ID]*worked
	spare      []worked                     // memory to use for the next batch
	used       []worked                     // memory that the batch in ahead uses
	plans      map[state.ID]fabric.WallPlan // plans of the walls written so far
	rooms      func() *room.RoomFinder      // created when the first room is worked out
	takers     func() *room.FloorTakers     // created at the first use
	roomShapes map[state.ID]room.RoomShape  // shapes of the rooms whose boundaries are written
}

func newDerived() derived {
	return derived{ahead: map[state.ID]*worked{}, plans: map[state.ID]fabric.WallPlan{},
		roomShapes: map[state.ID]room.RoomShape{}}
}

// batch is the number of elements that are worked out ahead at a time. With the elements that they host they take a few
// megabytes.
const batch = 256

// worked holds the derived values of one element.
type worked struct {
	id            state.ID
	plan          fabric.WallPlan // plan of a wall
	planErr       error
	openings      []fabric.OpeningRect // openings of a wall
	room          room.RoomShape
	roomErr       error
	quantities    []state.Quantity
	quantitiesErr error
}

// foreseen is a batch of elements, with the elements that they host, that is being worked out.
type foreseen struct {
	all      []worked
	next     atomic.Int64
	busy     sync.WaitGroup
	panicked atomic.Pointer[any] // value of a panic in a goroutine other than the caller's goroutine
}

// foresee starts to work out a batch of elements, and the elements that they host, in other goroutines.
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

// work works out the elements of the batch that no goroutine has begun yet.
func (f *foreseen) work(x *exporter) {
	for i := f.next.Add(1) - 1; i < int64(len(f.all)) && x.ctx.Err() == nil; i = f.next.Add(1) - 1 {
		f.all[i].work(x)
	}
}

// look finishes a batch together with the other goroutines, makes its results available, and discards the results of
// the batch before.
func (x *exporter) look(f *foreseen) {
	f.work(x)
	f.busy.Wait()
	if r := f.panicked.Load(); r != nil {
		panic(*r)
	}
	clear(x.ahead)
	x.spare, x.used = x.used, f.all // use the memory of the previous batch again
	for i := range f.all {
		x.ahead[f.all[i].id] = &f.all[i]
	}
}

// work derives shape and quantities of one element.
func (w *worked) work(x *exporter) {
	e, ok := x.element(w.id)
	if !ok {
		_, err := elements.Quantities(x.model, w.id) // the error means that the element does not exist
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

// workedOut returns the derived values of an element. It works them out now if the element was not in the batch.
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

// findRooms returns a room finder that all processors share. It runs after the walls have been written.
func (x *exporter) findRooms() *room.RoomFinder {
	o := outlines{known: map[string]*outline{}}
	return room.RoomFinderOf(x.model, x.keptPlan).Shared(o.remember)
}

// outlines holds the outlines of rooms, each computed once, because rooms with the same walls share their outline.
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

// keptPlan returns the footprint of a wall for the computation of rooms. If the wall has been written, it returns the
// footprint that was kept then.
func (x *exporter) keptPlan(e *state.Element) (fabric.WallPlan, error) {
	if plan, ok := x.plans[e.ID]; ok {
		return plan, nil
	}
	return fabric.WallPlanOf(x.model, e.ID)
}
