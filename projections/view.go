package projections

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bimstream/bimstream/domain"
	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
)

// View is a branch of a model at one revision, with everything derived from it. It is immutable and safe for concurrent
// use.
type View struct {
	ModelID  string
	Branch   string
	Model    *state.Model
	Revision uint64          // revision of the last event; for a preview, the revision that the event would have
	Hash     eventstore.Hash // hash of the last event; zero for a preview, whose events have no hash yet
	At       time.Time       // time of the last stored event, in UTC
	LastMeta Meta            // of the last stored event

	next    uint64  // revision of the next event
	history history // of the branch's own events
	origin  *View   // the parent at the fork; nil if the branch has none
	derived *lazy
	hashed  atomic.Pointer[string] // hash of Model, computed on first use
	preview *preview               // set for a view of events that are not stored
	whole   *View                  // the view from which Until made this view; nil for other views
	ctx     context.Context        // context of the request, set by Until; nil for other views

	federation *federation // nil for a view of one model alone

	// forking guards the cloning of source and history, which writes marks into their trees. source is a private clone
	// of Model, so that uses of Model do not interfere. If Model is late, source is made on first use, because a clone
	// makes all indexes.
	forking sync.Mutex
	source  *state.Model
}

// EmptyView returns the view before the first event of a branch, for the preview of a model's creation. Its Revision
// has no meaning.
func EmptyView(modelID, branch string) *View {
	d := &draft{model: newModel(), history: newHistory()}
	return d.publish(modelID, branch, newLazy(d.model))
}

// Decide returns the events of a command on this view, like domain.Decide. In contrast to that function, it is safe to
// run concurrently with other calls on the same view.
func (v *View) Decide(c changing.Command) (changing.Decision, error) {
	c.Revision = state.Revision(v.Revision)
	if c.Enclosed == nil {
		c.Enclosed = v.look().enclosed
	}
	return domain.DecideOn(v.Model, v.fork().model, c)
}

// DecideUntil is Decide with a context. If the context ends first, it returns the context's error and no decision.
func (v *View) DecideUntil(ctx context.Context, c changing.Command) (d changing.Decision, err error) {
	defer processors.Stopped(&err)
	c.Stop, c.Enclosed = processors.Until(ctx), v.derived.lookUntil(ctx).enclosed
	return v.Decide(c)
}

// Until returns the view for one request. When ctx ends, work with the view panics, because most of its methods return
// no error; [processors.Stopped] turns the panic into the error of ctx. Do not keep the returned view longer than the
// request. Data derived with it are cached in the original view.
func (v *View) Until(ctx context.Context) *View {
	if ctx.Done() == nil {
		return v
	}
	whole := v.itself()
	return &View{ModelID: v.ModelID, Branch: v.Branch, Model: whole.Model.Until(processors.Until(ctx)),
		Revision: v.Revision, Hash: v.Hash, At: v.At, LastMeta: v.LastMeta, next: v.next, history: v.history,
		origin: v.origin, derived: v.derived, preview: v.preview, whole: whole, ctx: ctx,
		federation: v.federation}
}

// look returns the derived data for the request of the view.
func (v *View) look() look {
	if v.ctx != nil {
		return v.derived.lookUntil(v.ctx)
	}
	return v.derived.lookUntil(context.Background())
}

// itself returns the view from which Until made this view, or this view itself.
func (v *View) itself() *View {
	if v.whole != nil {
		return v.whole
	}
	return v
}

// Spatial returns the index of places.
func (v *View) Spatial() *Spatial {
	of := v.look()
	return &Spatial{of: &of}
}

// Rooms returns the rooms.
func (v *View) Rooms() *Rooms { return &Rooms{model: v.Model, derived: v.look()} }

// RoomsKept returns the rooms for a caller that queries many of them. It computes the sides of a wall once and keeps
// them as long as the returned value. It is safe for concurrent use.
func (v *View) RoomsKept() *Rooms { return newRoomSides(v.Model, v.look()) }

// Graph returns the relations of elements.
func (v *View) Graph() *Graph { return &Graph{v.Model, v.look()} }

// MeasureOf is Measures().Of for one element. For an element other than a room it derives no other element.
// Measures().Of would derive all elements that a change affects.
func (v *View) MeasureOf(id state.ID) (Measure, error) {
	if it := v.derived.item(id); it != nil {
		return it.measure()
	}
	return v.Measures().Of(id)
}

// BoundsOf returns the box of MeasureOf. It does not make the body of a wall whose plan determines the box. The box is
// empty if the element has none.
func (v *View) BoundsOf(id state.ID) geometry.Box {
	if it := v.derived.item(id); it != nil {
		return it.bounds()
	}
	measure, err := v.Measures().Of(id)
	if err != nil {
		return geometry.EmptyBox()
	}
	return measure.Bounds
}

// QuantitiesOf is Measures().Quantities for one element. It derives nothing unless the element is a room.
func (v *View) QuantitiesOf(id state.ID) ([]state.Quantity, error) {
	if e, ok := v.Model.Element(id); ok && e.Category != state.CategoryRoom {
		return elements.Quantities(v.Model, id)
	}
	return v.Measures().Quantities(id)
}

// Ready derives the geometry of all elements, which takes seconds for a large model. The error is the context's. Bodies
// that were made until then are kept for the next query.
func (v *View) Ready(ctx context.Context) error {
	return v.derived.prepare(ctx, everything())
}

// Measures returns bodies, boxes and quantities.
func (v *View) Measures() *Measures { return &Measures{v.look(), v.Model} }

// StateHash returns the hash of the model, which is computed once and takes a quarter of a second for a large model.
// The error is the context's.
func (v *View) StateHash(ctx context.Context) (string, error) {
	v = v.itself()
	if known := v.hashed.Load(); known != nil {
		return *known, nil
	}
	hash := v.Model.HashWhile(func() bool { return ctx.Err() == nil })
	if hash == "" {
		return "", ctx.Err()
	}
	v.hashed.Store(&hash)
	return hash, nil
}

// fork starts a draft of a later view.
func (v *View) fork() *draft {
	v = v.itself()
	v.forking.Lock()
	defer v.forking.Unlock()
	if v.source == nil {
		v.source = v.Model.Clone()
	}
	return v.later(v.source.Clone())
}

// forkTo starts a draft of a later view whose model is known.
func (v *View) forkTo(m *state.Model) *draft {
	v = v.itself()
	v.forking.Lock()
	defer v.forking.Unlock()
	return v.later(m)
}

func (v *View) later(m *state.Model) *draft {
	return &draft{model: m, history: v.history.clone(), origin: v.origin, next: v.next,
		hash: v.Hash, at: v.At, meta: v.LastMeta}
}
