package ways

import (
	"fmt"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// kept is what was found on a storey and holds as long as that does: ways to exits and stairs, the remotest places of
// rooms from them, what is outside, and what others measure of its rooms.
type kept struct {
	mu       sync.Mutex
	fields   map[string]*clearance.Field
	remotest map[remotestKey]remotest
	sizes    map[sizeKey]geometry.Length
	plan     *storeyPlan // of the storey, once it was asked for
	blocks   []Block     // of the storey, once they were asked for
}

type remotestKey struct {
	field *clearance.Field
	room  state.ID
}

type sizeKey struct {
	what string
	room state.ID
}

// maxFields is how many fields a storey keeps: those of its stairs and exits, each of which is some kilobytes. When
// there are more, all are found again.
const maxFields = 128

// field returns the ways from sources; what the interrupt ended is not kept.
func (s *Storey) field(stop geometry.Interrupt, sources ...clearance.Source) *clearance.Field {
	var text strings.Builder
	for _, from := range sources {
		_, _ = fmt.Fprintf(&text, "%d %d %v;", int64(from.Point.X), int64(from.Point.Y), from.Before)
	}
	k := s.kept
	k.mu.Lock()
	field := k.fields[text.String()]
	k.mu.Unlock()
	if field != nil {
		return field
	}
	field, _ = s.floor.FieldUntil(stop, sources...)
	if stop.Now() {
		return field
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fields == nil || len(k.fields) >= maxFields {
		k.fields, k.remotest = map[string]*clearance.Field{}, map[remotestKey]remotest{}
	}
	k.fields[text.String()] = field
	return field
}

// remotestOf returns the remotest place of a room from the sources of a field.
func (s *Storey) remotestOf(stop geometry.Interrupt, field *clearance.Field, storey int, r room) remotest {
	k, key := s.kept, remotestKey{field, r.id}
	k.mu.Lock()
	found, known := k.remotest[key]
	k.mu.Unlock()
	if known {
		found.far.Place.Storey = storey
		return found
	}
	found = remotestIn(stop, field, storey, r)
	if stop.Now() {
		return found
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.remotest == nil {
		k.remotest = map[remotestKey]remotest{}
	}
	k.remotest[key] = found
	return found
}

// Size returns a length that is measured of a room of the storey, and of nothing else: it is measured once, as long as
// nothing near the floor changes.
func (s *Storey) Size(what string, room state.ID, measure func() geometry.Length) geometry.Length {
	k, key := s.kept, sizeKey{what, room}
	k.mu.Lock()
	size, known := k.sizes[key]
	k.mu.Unlock()
	if known {
		return size
	}
	size = measure()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.sizes == nil {
		k.sizes = map[sizeKey]geometry.Length{}
	}
	k.sizes[key] = size
	return size
}
