package ways

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/projections"
)

// Index keeps storeys from view to view: a storey is made again only when something near its floor changed. It is safe
// for concurrent use; a nil Index keeps nothing.
type Index struct {
	mu      sync.Mutex
	entries []*entry // the one used last is the last one
}

// NewIndex returns an index that keeps nothing yet.
func NewIndex() *Index { return &Index{} }

// maxKept is how many storeys an index keeps: those of a tower for two travellers.
const maxKept = 64

// entry is a storey with what it was made from.
type entry struct {
	key    string
	near   []witness
	storey *Storey
}

// witness is an element near a floor as it was: the element and what is derived of it stay the same values until they
// change.
type witness struct {
	element *domain.Element
	derived any
}

// Building prepares the ways of a view with the storeys that the index has, for one question.
func (x *Index) Building(ctx context.Context, v *projections.View, t Traveller) (*Building, error) {
	return newBuilding(ctx, v, t, x)
}

// storey returns the floor at the elevation of levels: one that is kept, if all that is near it is as it was.
func (x *Index) storey(ctx context.Context, v *projections.View, t Traveller, levels []*domain.Element) (*Storey, error) {
	near := v.Spatial().Intersecting(band(v.Model.Elevation(levels[0].ID), t))
	if x == nil {
		return newStorey(ctx, v, t, levels, near)
	}
	key, seen := keyOf(v, t, levels), witnesses(v, near)
	if s := x.find(key, seen); s != nil {
		return s, nil
	}
	s, err := newStorey(ctx, v, t, levels, near)
	if err == nil {
		x.keep(&entry{key, seen, s})
	}
	return s, err
}

func keyOf(v *projections.View, t Traveller, levels []*domain.Element) string {
	key := fmt.Sprintf("%s %+v", v.ModelID, t)
	for _, l := range levels {
		key += fmt.Sprintf(" %s %d", l.ID, v.Model.Elevation(l.ID))
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

func (x *Index) find(key string, near []witness) *Storey {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i, e := range slices.Backward(x.entries) {
		if e.key == key && slices.Equal(e.near, near) {
			x.entries = append(slices.Delete(x.entries, i, i+1), e)
			return e.storey
		}
	}
	return nil
}

// keep adds an entry in place of that of the same floor, or of the one that was not used for the longest time.
func (x *Index) keep(e *entry) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.entries = slices.DeleteFunc(x.entries, func(old *entry) bool { return old.key == e.key })
	if len(x.entries) == maxKept {
		x.entries = slices.Delete(x.entries, 0, 1)
	}
	x.entries = append(x.entries, e)
}
