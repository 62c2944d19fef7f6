package geometry

import (
	"errors"
	"math"

	"github.com/golang/geo/r3"
)

// ErrGable says that a roof cannot end in a gable over an edge.
var ErrGable = errors.New("no gable can stand over this edge")

// leastGableTurn is the least turn at a corner between a gable and an edge with a plane. Where the turn is small, the
// plane's height grows fast along the gable, at 5 degrees 11 times as fast as across the plane; where there is none,
// the roof would end upright across the plan.
const leastGableTurn = 5 * Degree

// checkGables reports the gables that cannot be (ErrGable).
func (ring Ring) checkGables(gable []bool) error {
	sloped := false
	for i, p := range ring {
		k := (i + len(ring) - 1) % len(ring)
		sloped = sloped || !gable[i]
		if !gable[i] && !gable[k] {
			continue
		}
		u, v := Direction(ring[k], p), Direction(p, ring.after(i))
		turn := Atan2Degrees(Cross(u, v).Z, Dot(u, v))
		if turn < 0 || turn < leastGableTurn && gable[i] != gable[k] {
			return ErrGable
		}
	}
	if !sloped {
		return ErrGable
	}
	return nil
}

// corner returns the track of the corner between two edges that lies at a point at a time, if the plane of an edge
// goes on from there beyond what lies straight up from that edge: past a hollow corner, or along a gable.
func (s *skeleton) corner(left, right int, from r3.Vector, begin float64) (track, bool) {
	a, b := &s.edges[left], &s.edges[right]
	switch {
	case a.gable && b.gable:
		return track{}, false
	case a.gable:
		return s.alongGable(left, right, from, begin, b.inward, Times(a.along, -1))
	case b.gable:
		return s.alongGable(left, right, from, begin, a.inward, b.along)
	}
	return s.track(left, right, from, begin)
}

// alongGable returns the track of a corner between a gable, which stays, and an edge that moves inwards: it runs along
// the gable. Where that lies straight up from the edge, or above it, the edge needs no track.
func (s *skeleton) alongGable(left, right int, from r3.Vector, begin float64, inward, along r3.Vector) (track, bool) {
	speed := Dot(inward, along)
	if speed < sameDirection || Dot(s.edges[left].along, s.edges[right].along) < sameDirection {
		return track{}, false
	}
	return track{left: left, right: right, from: from, begin: begin, crash: math.Inf(1),
		speed: Times(along, 1/speed)}, true
}

// goOnAlong adds the tracks along a gable of the edges of a corner that has come to it, unless another corner was at
// the place before.
func (s *skeleton) goOnAlong(out []track, number, gable int) []track {
	t := out[number]
	at := t.at(t.crash)
	for i := range out {
		if i != number && out[i].passed(at, t.crash) {
			return out
		}
	}
	for _, pair := range [][2]int{{t.left, gable}, {gable, t.right}} {
		if pair[0] == pair[1] || len(out) >= mostTracks*len(s.edges) {
			continue
		}
		if next, ok := s.corner(pair[0], pair[1], at, t.crash); ok {
			out = append(out, next)
		}
	}
	return out
}

// passed reports whether a track was at a place before a time.
func (t *track) passed(at r3.Vector, time float64) bool {
	size := norm(t.speed)
	ahead := Dot(at.Sub(t.from), t.speed) / (size * size)
	then := t.begin + ahead
	return ahead >= 0 && then < time && then <= t.crash+meetTolerance/size && gap3(t.at(then), at) <= meetTolerance
}
