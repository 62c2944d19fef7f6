package ways

import (
	"container/heap"
	"math"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
)

// Place is a point on a storey.
type Place struct {
	Storey int
	Point  geometry.Point2
}

// landing is an end of a flight on a floor. Landings 2i and 2i+1 are the foot and the head of flight i.
type landing struct {
	Place
	extra float64 // distance from the end of the flight to the floor, in micrometres
	found bool
	known bool // it was searched for
}

// ends returns the landings with their storeys, -1 for none. Their places on the storeys are found on first use, so
// that a search on one storey does not make the other storeys.
func (b *Building) ends() []landing {
	out := make([]landing, 2*len(b.flights))
	for i, f := range b.flights {
		for k, end := range [...]geometry.Point3{f.Foot, f.Head} {
			storey, ok := b.At(end.Z)
			if !ok {
				out[2*i+k] = landing{Place: Place{Storey: -1}, known: true}
				continue
			}
			out[2*i+k].Storey = storey
		}
	}
	return out
}

// settle finds the place of a landing of a list.
func (b *Building) settle(list []landing, l int) (landing, error) {
	if list[l].known {
		return list[l], nil
	}
	s, err := b.Storey(list[l].Storey)
	if err != nil {
		return landing{}, err
	}
	f := b.flights[l/2]
	end, over := f.Foot, f.down
	if l%2 == 1 {
		end, over = f.Head, f.up
	}
	list[l] = s.meet(list[l].Storey, end.XY(), over)
	list[l].known = true
	return list[l], nil
}

// landings returns the places where flights meet floors. It finds them once.
func (b *Building) landings() ([]landing, error) {
	b.meeting.Lock()
	defer b.meeting.Unlock()
	if b.met != nil {
		return b.met, nil
	}
	out := b.ends()
	for l := range out {
		if _, err := b.settle(out, l); err != nil {
			return nil, err
		}
	}
	b.met = out
	return out, nil
}

// meet returns the first place at which the traveller fits, on the way from the end of a flight outwards.
func (s *Storey) meet(storey int, end, over geometry.Point2) landing {
	const tries = 12
	d := over.Sub(end)
	for k := range geometry.Length(tries + 1) {
		p := end.Add(geometry.Point2{X: d.X * k / tries, Y: d.Y * k / tries})
		if s.floor.Fits(p) == nil {
			return landing{Place: Place{storey, p}, extra: float64(geometry.Distance(end, p)), found: true}
		}
	}
	return landing{Place: Place{Storey: storey}}
}

// across returns the landing at the other end of a flight.
func across(l int) int { return l ^ 1 }

// arrived is an entry of the queue: a landing by its number, or -1 for the start, with its distance.
type arrived struct {
	at int
	so float64
}

type queue []arrived

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].so < q[j].so || q[i].so == q[j].so && q[i].at < q[j].at
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(arrived)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// search looks for the shortest way between two places over floors and flights (Dijkstra over the landings).
type search struct {
	building *Building
	landings []landing
	start    Place
	goal     Place
	so       map[int]float64
	from     map[int]int // the landing before each landing; the start is -1
	fields   map[int]*clearance.Field
	best     float64 // to the goal
	last     int     // landing from which the goal is reached
}

// start is the number of the start among the landings.
const start = -1

func (b *Building) search(from, to Place) (*search, error) {
	s := &search{
		building: b, landings: b.ends(), start: from, goal: to, best: math.Inf(1),
		so: map[int]float64{start: 0}, from: map[int]int{}, fields: map[int]*clearance.Field{},
	}
	open := queue{{start, 0}}
	for len(open) > 0 {
		next := heap.Pop(&open).(arrived)
		if b.stop() {
			return nil, b.ctx.Err()
		}
		if next.so >= s.best {
			break
		}
		if next.so > s.so[next.at] {
			continue
		}
		if err := s.goOn(next, &open); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// goOn takes the flight of a landing, and walks from the landing to the other landings of its storey and to the goal.
func (s *search) goOn(next arrived, open *queue) error {
	reach := func(l int, so float64) {
		if before, known := s.so[l]; !known || so < before {
			s.so[l], s.from[l] = so, next.at
			heap.Push(open, arrived{l, so})
		}
	}
	if next.at != start && next.so+float64(s.building.flights[next.at/2].Length) < s.best {
		over, err := s.building.settle(s.landings, across(next.at))
		if err != nil {
			return err
		}
		if over.found {
			f := s.building.flights[next.at/2]
			reach(across(next.at), next.so+s.landings[next.at].extra+float64(f.Length)+over.extra)
		}
	}
	field, err := s.field(next.at)
	if err != nil {
		return err
	}
	here := s.place(next.at)
	if here.Storey == s.goal.Storey {
		if d := next.so + field.Distance(s.goal.Point); d < s.best {
			s.best, s.last = d, next.at
		}
	}
	for l := range s.landings {
		if s.landings[l].Storey != here.Storey || l == next.at {
			continue
		}
		there, err := s.building.settle(s.landings, l)
		if err != nil {
			return err
		}
		if there.found {
			if d := field.Distance(there.Point); !math.IsInf(d, 1) {
				reach(l, next.so+d)
			}
		}
	}
	return nil
}

func (s *search) place(l int) Place {
	if l == start {
		return s.start
	}
	return s.landings[l].Place
}

// field returns the ways from a landing, or from the start, over its storey.
func (s *search) field(l int) (*clearance.Field, error) {
	if f, ok := s.fields[l]; ok {
		return f, nil
	}
	storey, err := s.building.Storey(s.place(l).Storey)
	if err != nil {
		return nil, err
	}
	f, _ := storey.floor.FieldUntil(s.building.stop, clearance.Source{Point: s.place(l).Point})
	s.fields[l] = f
	return f, s.building.ctx.Err()
}

// stops returns the landings of the found way, beginning with the start.
func (s *search) stops() []int {
	out := []int{s.last}
	for at := s.last; at != start; {
		at = s.from[at]
		out = append(out, at)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// Leg is a part of a route: over a floor, or over a flight.
type Leg struct {
	Storey int
	Level  state.ID // level of the floor, or of the foot of a flight
	Flight *Flight  // nil for a leg over a floor
	Up     bool     // the flight is climbed
	Path   clearance.Path
	Doors  []state.ID // doors and openings on the leg, in order
	Length geometry.Length
}
