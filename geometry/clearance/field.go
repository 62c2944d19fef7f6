package clearance

import (
	"container/heap"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Source is a point from which ways are measured. Before is the length of the way that leads to the point, in
// micrometres. It is added to every way, and is 0 for a destination.
type Source struct {
	Point  geometry.Point2
	Before float64
}

// Field holds the shortest ways from the nearest of several sources to every place of a floor. It is immutable, and
// safe for concurrent use.
type Field struct {
	floor   *Floor
	sources []led
	within  map[int32][]int32 // of triangles: the sources in them
	so      []float64         // of each corner of the net: the length from the nearest source
	before  []int32           // the corner before, or ^s of source s
}

// led is a source that was moved to the nearest place at which the disc fits.
type led struct {
	Source
	at   geometry.Point2
	cost float64 // length up to it, with Before
}

// Field returns the shortest ways from sources. left lists the indexes of the sources at which the disc does not fit,
// which are ignored.
func (f *Floor) Field(sources ...Source) (field *Field, left []int) {
	return f.FieldUntil(nil, sources...)
}

// FieldUntil does the same as Field, but stop can end it. If stop ends it, ways may be missing or may not be the
// shortest.
func (f *Floor) FieldUntil(stop geometry.Interrupt, sources ...Source) (field *Field, left []int) {
	n := f.net
	field = &Field{floor: f, within: map[int32][]int32{}, so: make([]float64, len(n.points)),
		before: make([]int32, len(n.points))}
	for i := range field.so {
		field.so[i] = math.Inf(1)
	}
	for i, s := range sources {
		at, err := f.lead(s.Point)
		if err != nil {
			left = append(left, i)
			continue
		}
		k := int32(len(field.sources))
		field.sources = append(field.sources, led{s, at, s.Before + apart(s.Point, at)})
		for _, t := range n.at(at) {
			field.within[t] = append(field.within[t], k)
		}
	}
	field.spread(stop)
	return field, left
}

// step is a corner in the queue, with its distance.
type step struct {
	corner int32
	so     float64
}

// steps is a heap, the nearest first; ties are broken by corner.
type steps []step

func (s steps) Len() int { return len(s) }
func (s steps) Less(i, j int) bool {
	return s[i].so < s[j].so || s[i].so == s[j].so && s[i].corner < s[j].corner
}
func (s steps) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s *steps) Push(x any)   { *s = append(*s, x.(step)) }
func (s *steps) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

// spread computes the distances of all corners at which ways turn, by Dijkstra's algorithm over the corners that see
// each other.
func (f *Field) spread(stop geometry.Interrupt) {
	n := f.floor.net
	var open steps
	reach := func(j, before int32, so float64) {
		if so < f.so[j] {
			f.so[j], f.before[j] = so, before
			heap.Push(&open, step{j, so})
		}
	}
	for k, s := range f.sources {
		n.look(s.at, n.at(s.at), func(j int32) {
			if len(n.bends[j]) > 0 && n.turns(j, s.at) {
				reach(j, ^int32(k), s.cost+apart(s.at, n.points[j]))
			}
		}, func(int32, cone) {})
	}
	for len(open) > 0 && !stop.Now() {
		at := heap.Pop(&open).(step)
		if at.so > f.so[at.corner] {
			continue
		}
		for _, j := range n.bendsInSight(at.corner) {
			reach(j, at.corner, at.so+apart(n.points[at.corner], n.points[j]))
		}
	}
}

// arrival describes the end of a way by the last corner, or ^s for source s, and the length of the way. The length is
// infinite if there is no way.
type arrival struct {
	over int32
	so   float64
}

// arrive returns the arrival at a place of the free area.
func (f *Field) arrive(p geometry.Point2) arrival {
	n := f.floor.net
	best := arrival{so: math.Inf(1)}
	better := func(over int32, so float64) {
		if so < best.so || so == best.so && over < best.over {
			best = arrival{over, so}
		}
	}
	n.look(p, n.at(p), func(j int32) {
		if !math.IsInf(f.so[j], 1) && n.turns(j, p) {
			better(j, f.so[j]+apart(n.points[j], p))
		}
	}, func(t int32, c cone) {
		for _, s := range f.within[t] {
			if source := &f.sources[s]; c.holds(p, source.at) {
				better(^s, source.cost+apart(source.at, p))
			}
		}
	})
	return best
}

// Distance returns the length of the shortest way to a place in micrometres, or infinity if there is no way or the disc
// does not fit.
func (f *Field) Distance(p geometry.Point2) float64 {
	at, err := f.floor.lead(p)
	if err != nil {
		return math.Inf(1)
	}
	return f.arrive(at).so + apart(p, at)
}

// Way returns the shortest way from the nearest source to a place. The error is ErrOutside if the place is not on the
// floor, and ErrNoPath if the disc does not fit there or there is no way.
func (f *Field) Way(p geometry.Point2) (way Path, source Source, err error) {
	points, source, err := f.Points(p)
	if err != nil {
		return Path{}, Source{}, err
	}
	return f.floor.path(points), source, nil
}

// Points returns the corners of the way of [Field.Way], without computing its narrowest place.
func (f *Field) Points(p geometry.Point2) (points []geometry.Point2, source Source, err error) {
	at, err := f.floor.lead(p)
	if err != nil {
		return nil, Source{}, err
	}
	end := f.arrive(at)
	if math.IsInf(end.so, 1) {
		return nil, Source{}, f.floor.noWay(p)
	}
	points = []geometry.Point2{p, at}
	i := end.over
	for ; i >= 0; i = f.before[i] {
		points = append(points, f.floor.net.points[i])
	}
	s := f.sources[^i]
	return distinct(append(points, s.at, s.Point)), s.Source, nil
}

// distinct returns points from the last to the first, without repetitions.
func distinct(points []geometry.Point2) []geometry.Point2 {
	var out []geometry.Point2
	for i := len(points) - 1; i >= 0; i-- {
		if n := len(out); n == 0 || out[n-1] != points[i] {
			out = append(out, points[i])
		}
	}
	return out
}

// apart returns the distance between two points in micrometres.
func apart(p, q geometry.Point2) float64 { return length(float(q).Sub(float(p))) }
