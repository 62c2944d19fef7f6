package ways

import (
	"fmt"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// kept holds results that stay valid as long as their storey: ways to exits and stairs, the remotest places of rooms,
// the outside, and measured sizes of rooms.
type kept struct {
	mu       sync.Mutex
	fields   map[string]*clearance.Field
	remotest map[remotestKey]remotest
	sizes    map[sizeKey]geometry.Length
	plan     *storeyPlan // plan of the storey, computed on first use
	blocks   []Block     // blocks of the storey, computed on first use
}

type remotestKey struct {
	field *clearance.Field
	room  state.ID
}

type sizeKey struct {
	what string
	room state.ID
}

// maxFields is the greatest number of fields that a storey keeps, for its stairs and exits. Each takes some kilobytes.
// When the limit is reached, all fields are dropped.
const maxFields = 128

// field returns the ways from sources. It does not keep a field that the interrupt ended.
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

// Size returns a measured length that depends only on a room of the storey. It measures once, as long as no element
// near the floor changes.
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
