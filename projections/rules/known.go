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

// known caches facts that several rules, or several elements of one rule, need. Its methods are safe for concurrent
// use. They compute a fact once, unless two cores need it at the same time.
type known struct {
	mu        sync.Mutex
	rooms     *projections.Rooms
	floorsOf  map[state.ID]levelFloors
	flightsAt map[geometry.Length][]geometry.Region
	exits     map[int][]*ways.Egress
	outsides  map[state.ID]geometry.Region
	bodies    map[state.ID]geometry.Body
	shadows   map[band]geometry.Region
	// enlarged plans of the guards of edges, by the original plan moved to the origin
	widened map[string]geometry.Region
	facts   map[state.ID]analysed
	uses    map[string]used
	windows map[state.ID]windows
	circles map[string]circle // largest circles in plans, by the plan
	loads   map[string]storeyLoad
	goes    map[state.ID]onward
	outward map[state.ID]state.ID // the next room on a way out of a room, "" if a way leads out of the room itself
}

// analysed holds the facts about a room, or the error.
type analysed struct {
	facts projections.RoomFacts
	err   error
}

// windows holds the windows of a room in outer walls, and its curtain walls.
type windows struct {
	panes   []panesOf
	facades []glassOf
	lacks   string // the missing fact, if nothing is known of the windows
	unsure  string // the missing fact, if the room may have more windows
}

// circle is the largest circle in a plan.
type circle struct {
	clearance.Circle
	err error
}

// band identifies the part of an element between two heights.
type band struct {
	id       state.ID
	from, to geometry.Length
}

// keptBodies is the greatest number of bodies, and of shadows, that a check keeps: as many as a storey of a large tower
// has, of some kilobytes each. Elements are checked storey by storey, so a dropped body is rarely needed again.
const keptBodies = 8192

// keptFacts is the greatest number of cached facts about rooms and their names: a kilobyte each.
const keptFacts = 1 << 17

// recalled returns the value of a key from one of the maps of known. It computes and keeps the value if the map has
// none.
func recalled[K comparable, V any](k *known, kept *map[K]V, key K, find func() V) V {
	return recalledOf(k, kept, keptBodies, key, find)
}

// recalledOf is recalled for a map of bounded size: it empties a full map.
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

// onAllCores calls a function for the numbers from 0 to n-1 on all cores. It returns the error of a context that ended,
// and raises a panic of the function again.
func onAllCores(ctx context.Context, n int, f func(i int)) error {
	const few = 64 // so few are not worth starting other cores
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

// stop returns an interrupt that ends long computations when the request is cancelled.
func (s *subjects) stop() geometry.Interrupt { return processors.Until(s.ctx) }

// body returns the body of an element. It keeps bodies, because every wall on a slab needs the body of the slab.
func (s *subjects) body(id state.ID) (geometry.Body, error) {
	var err error
	body := recalled(&s.known, &s.known.bodies, id, func() (b geometry.Body) {
		b, err = s.view.Measures().Body(id)
		return b
	})
	if err == nil && body == nil { // errors are not kept
		return s.view.Measures().Body(id)
	}
	return body, err
}

// shadow returns the plan of the part of an element between two heights, empty if the element has no body.
func (s *subjects) shadow(id state.ID, from, to geometry.Length) geometry.Region {
	return recalled(&s.known, &s.known.shadows, band{id, from, to}, func() geometry.Region {
		body, err := s.body(id)
		if err != nil {
			return nil
		}
		return body.Shadow(from, to)
	})
}

// beside returns the rooms of the view, with a cache of the rooms on the sides of walls.
func (s *subjects) beside() *projections.Rooms {
	s.known.mu.Lock()
	defer s.known.mu.Unlock()
	if s.known.rooms == nil {
		s.known.rooms = s.view.RoomsKept()
	}
	return s.known.rooms
}

// analyse returns the facts about a room, which several rules need.
func (s *subjects) analyse(room state.ID) (projections.RoomFacts, error) {
	found := recalledOf(&s.known, &s.known.facts, keptFacts, room, func() (a analysed) {
		a.facts, a.err = s.beside().Analyse(room)
		return a
	})
	return found.facts, found.err
}

// widened returns a plan enlarged by 150 mm, or false if it cannot be enlarged. Buildings repeat their elements, so it
// keeps one enlarged plan for all positions of the same plan.
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

// largestCircle returns the largest circle in a plan. It keeps the circles, because storeys and their rooms repeat.
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
