package rules

import (
	"math"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// apart is the distance at which two ways count as separate ways. It exceeds the widest corridor without beds in IBC
// table 1020.3, 72 in, so that the two sides of a corridor count as one way.
const apart = 1829 * geometry.Millimetre

// toEachExit returns the ways to every exit of a storey, exit by exit: to its doors to the outside, or if it has none,
// to the stairs that lead on. It leaves out exits that no place can reach.
func (s *subjects) toEachExit(to *egress, storey int) []*ways.Egress {
	return s.known.toExits(storey, func() []*ways.Egress {
		var out []*ways.Egress
		for _, x := range to.exits {
			if x.Storey != storey {
				continue
			}
			if one, err := to.building.ToExit(x); err == nil {
				out = append(out, one)
			}
		}
		if len(out) > 0 {
			return out
		}
		for _, x := range s.exitsOf(to, storey) {
			if one, ok, err := to.building.ToFlight(x.id, storey); err == nil && ok {
				out = append(out, one)
			}
		}
		return out
	})
}

// together returns the distance that two ways from one place run together before they are apart, and whether they part
// at all.
func together(a, b []geometry.Point2) (geometry.Length, bool) {
	const step = 100 * geometry.Millimetre
	lengthA, lengthB := pathLength(a), pathLength(b)
	for t := geometry.Length(0); t <= max(lengthA, lengthB); t += step {
		if geometry.Distance(along(a, min(t, lengthA)), along(b, min(t, lengthB))) > apart {
			return t, true
		}
	}
	return min(lengthA, lengthB), false
}

func pathLength(path []geometry.Point2) geometry.Length {
	total := geometry.Length(0)
	for i := 1; i < len(path); i++ {
		total += geometry.Distance(path[i-1], path[i])
	}
	return total
}

// along returns the point of a path at a distance from its start.
func along(path []geometry.Point2, t geometry.Length) geometry.Point2 {
	for i := 1; i < len(path); i++ {
		d := geometry.Distance(path[i-1], path[i])
		if t <= d && d > 0 {
			part := float64(t) / float64(d)
			step := path[i].Sub(path[i-1])
			return path[i-1].Add(geometry.Point2{
				X: geometry.Length(math.Round(float64(step.X) * part)),
				Y: geometry.Length(math.Round(float64(step.Y) * part)),
			})
		}
		t -= d
	}
	return path[len(path)-1]
}

// common is the path from a place to the point where two ways out part.
type common struct {
	length geometry.Length
	way    []geometry.Point2
	choice bool // false if there is no second way, up to an exit or on the storey
}

// commonFrom returns the common path from a place. It compares the ways to all exits pair by pair, and takes the pair
// that parts first.
func (s *subjects) commonFrom(each []*ways.Egress, p ways.Place) (common, bool) {
	var all []ways.WayOut
	for _, e := range each {
		if way, ok := e.WayOut(p); ok {
			all = append(all, way)
		}
	}
	if len(all) == 0 {
		return common{}, false
	}
	out := common{length: all[0].Distance, way: all[0].Points}
	for _, w := range all[1:] {
		if w.Distance < out.length {
			out.length, out.way = w.Distance, w.Points
		}
	}
	for i, a := range all {
		for _, b := range all[i+1:] {
			if d, parted := together(a.Points, b.Points); parted && (!out.choice || d < out.length) {
				out = common{d, a.Points, true}
			}
		}
	}
	return out, true
}

// roomCommonPath measures the common path of egress travel (IBC 1006.2.1, AD B "one way only"). That path runs from the
// place of the room that is remotest from the exits to the point where two ways lie 1.83 m apart. If there is one way
// only, the whole way counts.
func roomCommonPath(s *subjects, r *Rule) ([]Measurement, error) {
	return s.remotest(r, func(e *state.Element, far ways.Remotest, reached bool) []Measurement {
		to, err := s.toExits()
		if err != nil || !reached {
			return []Measurement{missing(e, "a way from the room to an exit")}
		}
		found, ok := s.commonFrom(s.toEachExit(to, far.Place.Storey), far.Place)
		if !ok {
			return []Measurement{missing(e, "a way from the room to an exit")}
		}
		shape, _ := s.shape(e)
		m := of(e, found.length.M(), "from the remotest place until two ways are 1.83 m apart").in(
			far.Place.Point.At(shape.Base))
		if !found.choice {
			m.Value, m.How = far.Distance.M(), "from the remotest place: one way only, all of it to the exit"
		}
		m.Way = found.way
		return []Measurement{m}
	})
}

// corridorDeadEnd measures the longest distance from a corner of a corridor's free floor to the point where two ways
// lead on (IBC 1020.5). A corridor with a way to only one exit has no dead end: the common path measures it.
func corridorDeadEnd(s *subjects, r *Rule) ([]Measurement, error) {
	to, err := s.toExits()
	if err != nil {
		return nil, err
	}
	if len(to.exits) == 0 {
		return nil, &lack{noExits}
	}
	return s.rooms(r, func(e *state.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		i, ok := to.building.At(shape.Base)
		if !ok {
			return nil
		}
		each := s.toEachExit(to, i)
		var worst common
		for _, p := range corners(s.freeOf(to, i, e.ID)) {
			if found, ok := s.commonFrom(each, ways.Place{Storey: i, Point: p}); ok && found.choice &&
				found.length > worst.length {
				worst = found
			}
		}
		if !worst.choice {
			return nil
		}
		m := of(e, worst.length.MM(), "from a corner of the corridor until two ways are 1.83 m apart").in(
			worst.way[0].At(shape.Base))
		m.Way = worst.way
		return []Measurement{m}
	})
}

// freeOf returns the part of a room in which a point can walk.
func (s *subjects) freeOf(to *egress, storey int, room state.ID) geometry.Region {
	at, err := to.building.Storey(storey)
	if err != nil {
		return nil
	}
	return at.FreeOf(room)
}
