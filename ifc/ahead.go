package ifc

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/workers"
)

// Most of an export's time goes into what the model works out of the elements' shapes, and none of that depends on what
// was written before. So it is worked out ahead, for one batch of elements after the other, by all processors at once;
// what is written, and its order, is the same for any number of them.

// batch is how many elements are worked out ahead at a time. With what they host they take a few megabytes.
const batch = 256

// worked is what the model works out of one element.
type worked struct {
	id            domain.ID
	plan          domain.WallPlan // of a wall
	planErr       error
	openings      []domain.OpeningRect // of a wall
	room          domain.RoomShape
	roomErr       error
	quantities    []domain.Quantity
	quantitiesErr error
}

// workAhead works out a batch of elements and what they host, and forgets the batch before.
func (x *exporter) workAhead(ids []domain.ID) {
	var all []worked
	for _, id := range ids {
		all = append(all, worked{id: id})
		for _, hosted := range x.model.HostedBy(id) {
			all = append(all, worked{id: hosted})
		}
	}
	workers.Each(len(all), func(i int) { all[i].work(x) })
	clear(x.ahead)
	for i := range all {
		x.ahead[all[i].id] = &all[i]
	}
}

// work works out one element.
func (w *worked) work(x *exporter) {
	e, ok := x.model.Element(w.id)
	if !ok {
		_, err := x.model.Quantities(w.id) // which says that there is no such element
		w.planErr, w.quantitiesErr = err, err
		return
	}
	switch p := e.Params.(type) {
	case *domain.Room:
		x.oneRoom.Lock() // rooms that look alike are worked out once, so one after the other
		w.room, w.roomErr = x.rooms.Shape(e)
		x.oneRoom.Unlock()
		return
	case *domain.Wall:
		if w.plan, w.planErr = x.model.WallPlan(w.id); w.planErr == nil {
			w.openings = x.model.WallOpenings(w.id)
			w.quantities, w.quantitiesErr = p.Quantities(w.plan, w.openings)
		}
		return
	}
	w.quantities, w.quantitiesErr = x.model.Quantities(w.id)
}

// workedOut answers what was worked out of an element; of one that was not foreseen, it is worked out now.
func (x *exporter) workedOut(id domain.ID) *worked {
	if w, ok := x.ahead[id]; ok {
		return w
	}
	w := &worked{id: id}
	w.work(x)
	return w
}

func (x *exporter) quantities(id domain.ID) ([]domain.Quantity, error) {
	w := x.workedOut(id)
	return w.quantities, w.quantitiesErr
}

func (x *exporter) wallPlan(id domain.ID) (domain.WallPlan, error) {
	w := x.workedOut(id)
	return w.plan, w.planErr
}

// keptPlan answers the footprint of a wall that was written before, for the rooms.
func (x *exporter) keptPlan(e *domain.Element) (domain.WallPlan, error) {
	if plan, ok := x.plans[e.ID]; ok {
		return plan, nil
	}
	return x.model.WallPlan(e.ID)
}
