package rules

import (
	"context"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ways"
)

// known keeps what several rules, or several elements of one, ask for. Its methods find a thing once, and are safe for
// concurrent use; two cores may both find the same thing.
type known struct {
	mu        sync.Mutex
	rooms     *projections.Rooms
	floorsOf  map[state.ID]levelFloors
	flightsAt map[geometry.Length][]geometry.Region
	exits     map[int][]*ways.Egress
	outsides  map[state.ID]geometry.Region
	bodies    map[state.ID]geometry.Body
	shadows   map[band]geometry.Region
	// plans of what guards an edge, wider by what it guards; by the plan at the origin
	widened map[string]geometry.Region
	facts   map[state.ID]analysed
	uses    map[string]used
	windows map[state.ID]windows
	circles map[string]circle // in plans, by the plan
	loads   map[string]storeyLoad
	goes    map[state.ID]onward
	outward map[state.ID]state.ID // of rooms: the next one on a way out, "" where it leads out of this one
}

// analysed is what is known of a room.
type analysed struct {
	facts projections.RoomFacts
	err   error
}

// windows are those of a room that are in outer walls, with its curtain walls.
type windows struct {
	panes   []panesOf
	facades []glassOf
	lacks   string // what is missing so that nothing is known
	unsure  string // what is missing so that there may be more than what is known
}

// circle is the largest one in a plan.
type circle struct {
	clearance.Circle
	err error
}

// band is what of an element stands between two heights.
type band struct {
	id       state.ID
	from, to geometry.Length
}

// keptBodies bounds the bodies, and the shadows, that are kept during a check: those of a storey of a large tower, of
// some kilobytes each. The elements are asked about storey by storey, so one that is forgotten is rarely asked for
// again.
const keptBodies = 8192

// keptFacts bounds what is kept of rooms and their names: a kilobyte each.
const keptFacts = 1 << 17

// recalled returns the value of a key from one of the maps of known, or finds and keeps it.
func recalled[K comparable, V any](k *known, kept *map[K]V, key K, find func() V) V {
	return recalledOf(k, kept, keptBodies, key, find)
}

// recalledOf is recalled from a map that is emptied when it has so many values.
func recalledOf[K comparable, V any](k *known, kept *map[K]V, most int, key K, find func() V) V {
	k.mu.Lock()
	v, ok := (*kept)[key]
	k.mu.Unlock()
	if ok {
		return v
	}
	v = find()
	k.mu.Lock()
	defer k.mu.Unlock()
	if *kept == nil || len(*kept) >= most {
		*kept = map[K]V{}
	}
	(*kept)[key] = v
	return v
}

func (k *known) floors(level state.ID, find func() levelFloors) levelFloors {
	return recalled(k, &k.floorsOf, level, find)
}

func (k *known) flights(z geometry.Length, find func() []geometry.Region) []geometry.Region {
	return recalled(k, &k.flightsAt, z, find)
}

func (k *known) outside(level state.ID, find func() geometry.Region) geometry.Region {
	return recalled(k, &k.outsides, level, find)
}

func (k *known) toExits(storey int, find func() []*ways.Egress) []*ways.Egress {
	return recalled(k, &k.exits, storey, find)
}

// onAllCores calls a function for the numbers from 0 to before n, on all cores. The error is that of a context that
// ended; a panic is raised again here.
func onAllCores(ctx context.Context, n int, f func(i int)) error {
	const few = 64 // for which it is not worth waking others
	if n < few {
		for i := range n {
			if ctx.Err() != nil {
				break
			}
			f(i)
		}
		return ctx.Err()
	}
	processors.Each(n, func(i int) {
		if ctx.Err() == nil {
			f(i)
		}
	})
	return ctx.Err()
}

// stop returns an interrupt that ends long computations when the question is cancelled.
func (s *subjects) stop() geometry.Interrupt { return processors.Until(s.ctx) }

// body returns the body of an element. A slab is asked for by every wall that stands on it.
func (s *subjects) body(id state.ID) (geometry.Body, error) {
	var err error
	body := recalled(&s.known, &s.known.bodies, id, func() (b geometry.Body) {
		b, err = s.view.Measures().Body(id)
		return b
	})
	if err == nil && body == nil { // the error is not kept
		return s.view.Measures().Body(id)
	}
	return body, err
}

// shadow returns the plan of what of an element stands between two heights, empty where it has no body.
func (s *subjects) shadow(id state.ID, from, to geometry.Length) geometry.Region {
	return recalled(&s.known, &s.known.shadows, band{id, from, to}, func() geometry.Region {
		body, err := s.body(id)
		if err != nil {
			return nil
		}
		return body.Shadow(from, to)
	})
}

// beside returns the rooms, with what is on the sides of walls found once.
func (s *subjects) beside() *projections.Rooms {
	s.known.mu.Lock()
	defer s.known.mu.Unlock()
	if s.known.rooms == nil {
		s.known.rooms = s.view.RoomsKept()
	}
	return s.known.rooms
}

// analyse returns what is known of a room, for which several rules ask.
func (s *subjects) analyse(room state.ID) (projections.RoomFacts, error) {
	found := recalledOf(&s.known, &s.known.facts, keptFacts, room, func() (a analysed) {
		a.facts, a.err = s.beside().Analyse(room)
		return a
	})
	return found.facts, found.err
}

// widened returns a plan with 150 mm around it; false where it cannot be had. Buildings repeat what stands in them, and
// an offset moves along with its plan.
func (s *subjects) widened(plan geometry.Polygon) (geometry.Region, bool) {
	at := plan.Outer[0]
	here := geometry.Region{plan}.Moved(geometry.Point2{}.Sub(at))[0]
	wide := recalled(&s.known, &s.known.widened, here.Key(), func() geometry.Region {
		wide, err := here.Offset(besideFlight)
		if err != nil {
			return nil
		}
		return wide
	})
	return wide.Moved(at), len(wide) > 0
}

// largestCircle returns the largest circle in a plan. Storeys repeat each other, and so do the plans of their rooms.
func (s *subjects) largestCircle(plan geometry.Region) (clearance.Circle, error) {
	key := ""
	for _, polygon := range plan {
		key += polygon.Key()
	}
	found := recalled(&s.known, &s.known.circles, key, func() (c circle) {
		c.Circle, c.err = clearance.LargestCircle(plan)
		return c
	})
	return found.Circle, found.err
}
