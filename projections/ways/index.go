package ways

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Index keeps storeys from view to view: a storey is made again only if an element near its floor changed. It is safe
// for concurrent use. A nil Index keeps nothing.
type Index struct {
	mu      sync.Mutex
	entries []*entry // least recently used first
	ramps   map[state.ID]ramp
}

// NewIndex returns an empty index.
func NewIndex() *Index { return &Index{} }

// maxKept is the greatest number of storeys that an index keeps: the storeys of a tower for two travellers.
const maxKept = 64

// entry is a storey with the elements from which it was made, and with its floors for the travellers of past requests.
type entry struct {
	key    string
	near   []witness
	storey *Storey // without a floor
	mu     sync.Mutex
	floors map[geometry.Length]*Storey // by radius
}

// maxFloors is the greatest number of floors that an entry keeps: for a point, a walker, a wheelchair and one other
// traveller.
const maxFloors = 4

// of returns the storey for a radius.
func (e *entry) of(ctx context.Context, radius geometry.Length) (*Storey, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.floors[radius]; s != nil {
		return s, nil
	}
	s, err := e.storey.with(ctx, radius)
	if err != nil {
		return nil, err
	}
	if e.floors == nil || len(e.floors) >= maxFloors {
		e.floors = map[geometry.Length]*Storey{}
	}
	e.floors[radius] = s
	return s, nil
}

// witness records an element near a floor and a value derived from it. Both stay identical until the element changes.
type witness struct {
	element *state.Element
	derived any
}

// ramp holds the runs of a ramp, and the version of the ramp from which they were found.
type ramp struct {
	of   witness
	runs []Run
}

// maxRamps is the greatest number of ramps that an index keeps: more than buildings have.
const maxRamps = 256

// runsOf returns the runs of a ramp, or none if it has no body. It finds them again only if the ramp changed.
func (x *Index) runsOf(v *projections.View, e *state.Element) []Run {
	seen := witness{e, v.Measures().Version(e.ID)}
	if x != nil {
		x.mu.Lock()
		known, ok := x.ramps[e.ID]
		x.mu.Unlock()
		if ok && known.of == seen {
			return known.runs
		}
	}
	runs, err := RunsOfRamp(v, e)
	if err != nil {
		return nil
	}
	if x != nil {
		x.mu.Lock()
		defer x.mu.Unlock()
		if x.ramps == nil || len(x.ramps) >= maxRamps {
			x.ramps = map[state.ID]ramp{}
		}
		x.ramps[e.ID] = ramp{seen, runs}
	}
	return runs
}

// Building prepares the ways of a view for one request, with the storeys of the index.
func (x *Index) Building(ctx context.Context, v *projections.View, t Traveller) (*Building, error) {
	return newBuilding(ctx, v, t, x)
}

// storey returns the floor at the elevation of levels. It returns a kept floor if all elements near it are unchanged.
func (x *Index) storey(ctx context.Context, v *projections.View, t Traveller,
	levels []*state.Element) (*Storey, error) {
	near := v.Spatial().Intersecting(band(shape.Elevation(v.Model, levels[0].ID), t))
	if x == nil {
		s, err := newSurface(ctx, v, t, levels, near)
		if err != nil {
			return nil, err
		}
		return s.with(ctx, t.Radius)
	}
	key, seen := keyOf(v, t, levels), witnesses(v, near)
	e := x.find(key, seen)
	if e == nil {
		s, err := newSurface(ctx, v, t, levels, near)
		if err != nil {
			return nil, err
		}
		e = &entry{key: key, near: seen, storey: s}
		x.keep(e)
	}
	return e.of(ctx, t.Radius)
}

// keyOf returns the key of a floor. The key leaves out the traveller's radius, and which stairs and ramps the traveller
// takes.
func keyOf(v *projections.View, t Traveller, levels []*state.Element) string {
	t.Radius, t.Stairs, t.Run = 0, false, 0
	key := fmt.Sprintf("%s %+v", v.ModelID, t)
	for _, l := range levels {
		key += fmt.Sprintf(" %s %d", l.ID, shape.Elevation(v.Model, l.ID))
	}
	return key
}

func witnesses(v *projections.View, near []projections.Hit) []witness {
	measures := v.Measures()
	out := make([]witness, len(near))
	for i, hit := range near {
		e, _ := v.Model.Element(hit.ID)
		out[i] = witness{e, measures.Version(hit.ID)}
	}
	return out
}

func (x *Index) find(key string, near []witness) *entry {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i, e := range slices.Backward(x.entries) {
		if e.key == key && slices.Equal(e.near, near) {
			x.entries = append(slices.Delete(x.entries, i, i+1), e)
			return e
		}
	}
	return nil
}

// keep adds an entry. It replaces the entry of the same floor, or the least recently used entry if the index is full.
func (x *Index) keep(e *entry) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.entries = slices.DeleteFunc(x.entries, func(old *entry) bool { return old.key == e.key })
	if len(x.entries) == maxKept {
		x.entries = slices.Delete(x.entries, 0, 1)
	}
	x.entries = append(x.entries, e)
}
