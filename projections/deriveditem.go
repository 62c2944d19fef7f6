package projections

import (
	"hash/maphash"
	"math"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// item holds the derived data of one element. All views between two changes of the element's geometry share it, so it
// must not refer to an old model.
type item struct {
	id       state.ID
	category state.Category
	level    state.ID
	placed   bool // has a box and is in the spatial index
	box      geometry.Box
	wall     *fabric.WallBounds // bounds of a wall with a footprint

	making onDone
	make   func() (geometry.Body, error) // makes the body on first use; nil once made
	solids solids                        // measurements of the body

	looking  onDone
	overhead *room.Overhead // underside of a floor, ceiling or roof that may cover rooms, once used

	measuring  onDone
	quantities []state.Quantity
	unmeasured error
}

// onDone runs a function once. Unlike sync.Once it runs the function again if the function panicked, because
// interrupted work ends with a panic.
type onDone struct {
	mu   sync.Mutex
	done atomic.Bool
}

func (o *onDone) do(f func()) {
	if o.done.Load() {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.done.Load() {
		f()
		o.done.Store(true)
	}
}

// solids holds the measurements of the body of an element.
type solids struct {
	volume    float64 // m3
	area      float64 // of the surface, m2
	count     int
	drawn     int             // number of open surfaces and curves
	facetsOff geometry.Length // how far the facets of a round body lie inside of its curves
	digest    uint64          // digest of the solids at any place; equal solids have equal digests within one process
	err       error           // why there is no body
}

// makeItem derives the item of an element other than a room.
func makeItem(m *state.Model, e *state.Element) *item {
	it := &item{id: e.ID, category: e.Category, level: e.LevelID}
	if e.Category.BoundsRooms() {
		if w, ok := fabric.WallBoundsOf(m, e); ok {
			it.wall = &w
		}
	}
	if !e.Category.Physical() {
		return it
	}
	if box, body, ok := fabric.DeferredBody(m, e.ID); ok {
		it.box, it.placed, it.make = box, true, body
		if w, ok := e.Params.(*fabric.Wall); ok && w.Mid != nil {
			it.takeRound(m, e)
		}
		return it
	}
	it.take(shape.Body(m, e.ID))
	it.takeRound(m, e)
	it.takeDrawn(shape.Drawn(m, e))
	return it
}

// takeDrawn adds the open surfaces and curves of an element to its box and to the digest of its body. They have neither
// area nor volume.
func (it *item) takeDrawn(drawn []geometry.Drawn, err error) {
	box := shape.BoundsOfDrawn(drawn)
	if err != nil || box.Empty() {
		return
	}
	if it.placed {
		box = box.Union(it.box)
	}
	it.box, it.placed, it.solids.drawn = box, true, len(drawn)
	for i := range drawn {
		for _, p := range drawn[i].Vertices {
			it.solids.digest += maphash.Comparable(bodyHashSeed, p.Sub(box.Min))
		}
	}
}

// taken returns the measurements of the body. A body whose making was deferred is made on the first call.
func (it *item) taken() *solids {
	it.making.do(func() {
		if it.make != nil {
			off := it.solids.facetsOff // known before the body is made
			it.solids, _ = measured(it.make())
			it.solids.facetsOff = off
			it.make = nil
		}
	})
	return &it.solids
}

// overheadIn returns the underside of a floor, ceiling or roof, computed once, or nil for none. The element in the
// model must be as it was when the item was made.
func (it *item) overheadIn(m *state.Model) *room.Overhead {
	it.looking.do(func() {
		if e, ok := m.Element(it.id); ok {
			if o, ok := room.OverheadOf(m, e); ok {
				it.overhead = &o
			}
		}
	})
	return it.overhead
}

// takeRound measures a round body by its curves instead of its facets.
func (it *item) takeRound(m *state.Model, e *state.Element) {
	if !it.placed {
		return
	}
	if r, ok := elements.Round(m, e); ok {
		it.solids.facetsOff = r.FacetsOff
		if r.Volume > 0 {
			it.solids.volume = r.Volume
		}
		if r.Area > 0 {
			it.solids.area = r.Area
		}
	}
}

// take measures a body and sets the element's place.
func (it *item) take(body geometry.Body, err error) {
	it.solids, it.box = measured(body, err)
	it.placed = it.solids.count > 0 && !it.box.Empty()
}

// measured returns the measurements of a body, and its box.
func measured(body geometry.Body, err error) (solids, geometry.Box) {
	if err != nil || len(body) == 0 {
		return solids{err: err}, geometry.Box{}
	}
	box := body.Bounds()
	return solids{volume: body.Volume(), area: body.Area(), count: len(body), digest: digestOf(body, box.Min)}, box
}

// bodyHashSeed is the seed of all digests of bodies, which are compared within one process only.
var bodyHashSeed = maphash.MakeSeed()

// digestOf returns a number that is equal for bodies with the same vertices, at any place and in any order, and
// practically never equal for different bodies: a sum of 64 bits for each vertex.
func digestOf(body geometry.Body, origin geometry.Point3) uint64 {
	sum := uint64(0)
	for _, solid := range body {
		for _, p := range solid.World() {
			sum += maphash.Comparable(bodyHashSeed, p.Sub(origin))
		}
	}
	return sum
}

// volumeNoise is the greatest difference between the volumes of two bodies with the same vertices that the order of
// summing causes: a cubic millimetre, in m3. Models are smaller than 2e4 m and doubles have 53 bits.
const volumeNoise = 1e-9

// sameBody reports whether two bodies are equal except for their place.
func (it *item) sameBody(other *item) bool {
	if it == other {
		return true
	}
	a, b := it.taken(), other.taken()
	return a.digest == b.digest && a.count == b.count && a.drawn == b.drawn && (a.err == nil) == (b.err == nil) &&
		math.Abs(a.volume-b.volume) <= volumeNoise
}

// measured returns the quantities, computed once.
func (it *item) measured(compute func() ([]state.Quantity, error)) ([]state.Quantity, error) {
	it.measuring.do(func() { it.quantities, it.unmeasured = compute() })
	return it.quantities, it.unmeasured
}

// min and max return the corners of the box in plan, for a tree.
func (it *item) min() [2]float64 { return flat(it.box.Min.XY()) }
func (it *item) max() [2]float64 { return flat(it.box.Max.XY()) }

// flat returns a point in plan for a tree. Coordinates of a model are below 2^53 micrometres, so this is exact.
func flat(p geometry.Point2) [2]float64 { return [2]float64{float64(p.X), float64(p.Y)} }

// equalPlans reports whether two walls have the same footprint, or neither is a wall.
func equalPlans(a, b *fabric.WallBounds) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equalRegions(a.Footprint, b.Footprint)
}
