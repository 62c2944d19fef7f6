package geometry

import (
	"math"

	"github.com/golang/geo/r3"
)

// track is the way of a hollow corner of a ring, as its edges move inwards at one speed. It ends where it meets the
// ring, or the track of a corner that was there before: it crashes. All tracks together are the ring's motorcycle graph
// (D. Eppstein, J. Erickson, Raising roofs, crashing cycles, and playing pool, 1999); the valleys of the roof over the
// ring lie on them. So does the way of the corner between a gable, which stays, and another edge: it runs along the
// gable. Points are in micrometres from the first corner of the ring. A time is how far the edges have moved.
type track struct {
	left, right int // edges: the corner lies between the end of left and the start of right
	from        r3.Vector
	speed       r3.Vector
	begin       float64 // time
	crash       float64 // time, infinite before it is known
}

func (t *track) at(time float64) r3.Vector { return t.from.Add(Times(t.speed, time-t.begin)) }

// meetTolerance is how far apart, in micrometres, two tracks may pass that meet: their corners are rounded to half a
// micrometre, and a mitre carries that farther, by up to the factor of MitreLimit.
const meetTolerance = 10.0

// tracks returns the tracks of all hollow corners, up to where they crash. One that meets nothing, which in a ring only
// rounding can bring about, has no crash.
func (s *skeleton) tracks() []track {
	var out []track
	for i := range s.edges {
		k := (i + len(s.edges) - 1) % len(s.edges)
		if t, ok := s.corner(k, i, s.edges[i].from, 0); ok {
			out = append(out, t)
		}
	}
	// What is known of the next crash of each track is no later than the crash: one that ends meanwhile is met later,
	// or not at all. So the earliest that is known is looked at again, and is the first when it is still the same.
	known := s.nextOfAll(out, 0)
	for !s.stop.Now() {
		first := -1
		for i := range out {
			if math.IsInf(out[i].crash, 1) && (first < 0 || known[i].time < known[first].time) {
				first = i
			}
		}
		if first < 0 || math.IsInf(known[first].time, 1) {
			return out
		}
		if c := s.next(out, first); c.time > known[first].time {
			known[first] = c
			continue
		} else {
			known[first] = c
		}
		out[first].crash = known[first].time
		before := len(out)
		out = s.afterCrash(out, first, known[first])
		if len(out) > before {
			known = append(known, s.nextOfAll(out, before)...)
			for i := range before {
				known[i] = s.nextAmong(out, i, before, known[i])
			}
		}
	}
	return out
}

// nextOfAll returns where the tracks from a number on crash at the earliest, as far as the others are known.
func (s *skeleton) nextOfAll(all []track, from int) (out []crash) {
	for i := from; i < len(all); i++ {
		if s.stop.Now() {
			out = append(out, crash{other: -1, time: math.Inf(1)})
			continue
		}
		out = append(out, s.next(all, i))
	}
	return out
}

// crash is the end of a track: into another track, or, with other -1, into an edge.
type crash struct {
	other, edge int
	time        float64
}

// afterCrash ends the track that another one meets at its own end, and adds those that go on from there.
func (s *skeleton) afterCrash(out []track, first int, c crash) []track {
	if c.other < 0 {
		if s.edges[c.edge].gable {
			return s.goOnAlong(out, first, c.edge)
		}
		return out
	}
	a, b := &out[first], &out[c.other]
	if b.crash <= c.time || gap3(a.at(c.time), b.at(c.time)) > meetTolerance {
		return out
	}
	b.crash = c.time
	return s.goOn(out, *a, *b)
}

// track returns the track of the corner between two edges that lies at a point at a time, if it is hollow there.
func (s *skeleton) track(left, right int, from r3.Vector, begin float64) (track, bool) {
	a, b := &s.edges[left], &s.edges[right]
	spread := 1 + Dot(a.along, b.along)
	if Cross(a.along, b.along).Z >= -sameDirection || spread < sameDirection {
		return track{}, false
	}
	speed := a.inward.Add(b.inward)
	return track{left: left, right: right, from: from, begin: begin, crash: math.Inf(1),
		speed: r3.Vector{X: speed.X / spread, Y: speed.Y / spread}}, true
}

// mostTracks bounds the tracks to so many for each edge. Two that meet leave one at most, unless rounding deceives.
const mostTracks = 2

// goOn adds the tracks of what is left of two corners that have met: where the outer edges of both still make a hollow
// one. What is outside at the one corner, outside at the other, and inside between them fills the turn about the place
// where they met; where it is more, what was inside between them has shrunk to nothing there.
func (s *skeleton) goOn(out []track, a, b track) []track {
	outside := s.turn(a) + s.turn(b)
	for _, pair := range [][2]int{{a.left, b.right}, {b.left, a.right}} {
		if pair[0] == pair[1] {
			continue
		}
		if s.edges[pair[0]].gable || s.edges[pair[1]].gable {
			continue // goOnAlong
		}
		t, hollow := s.track(pair[0], pair[1], a.at(a.crash), a.crash)
		if hollow && outside <= s.turn(t) && len(out) < mostTracks*len(s.edges) {
			out = append(out, t)
		}
	}
	return out
}

// turn returns the angle outside of a hollow corner.
func (s *skeleton) turn(t track) Angle {
	a, b := s.edges[t.left].along, s.edges[t.right].along
	return HalfTurn + Atan2Degrees(Cross(a, b).Z, Dot(a, b))
}

// next returns where a track crashes at the earliest, as far as the others are known.
func (s *skeleton) next(all []track, i int) crash {
	t := &all[i]
	out := crash{other: -1, time: math.Inf(1)}
	for k := range s.edges {
		if k != t.left && k != t.right {
			if at, meets := s.wall(t, k); meets && at < out.time {
				out.edge, out.time = k, at
			}
		}
	}
	return s.nextAmong(all, i, 0, out)
}

// nextAmong is next among the tracks from a number on, unless a crash that is known comes first.
func (s *skeleton) nextAmong(all []track, i, from int, out crash) crash {
	t := &all[i]
	for k := from; k < len(all); k++ {
		if k == i {
			continue
		}
		if at, meets := t.meets(&all[k]); meets && at < out.time {
			out.other, out.time = k, at
		}
	}
	return out
}

// wall returns when a track meets an edge of the ring.
func (s *skeleton) wall(t *track, k int) (time float64, meets bool) {
	e := &s.edges[k]
	approach := -Dot(e.inward, t.speed)
	height := Dot(e.inward, t.from.Sub(e.from))
	if approach <= sameDirection || height < -meetTolerance {
		return 0, false
	}
	ahead := height / approach
	along := Dot(e.along, t.at(t.begin+ahead).Sub(e.from))
	return t.begin + ahead, ahead > 0 && along >= -meetTolerance && along <= e.length+meetTolerance
}

// meets returns when a track comes to where another one was before, or is.
func (t *track) meets(other *track) (time float64, meets bool) {
	between := other.from.Sub(t.from)
	turn := Cross(t.speed, other.speed).Z
	mine, its := norm(t.speed), norm(other.speed)
	if math.Abs(turn) < sameDirection*mine*its {
		return t.meetsHeadOn(other, between, mine, its)
	}
	time = t.begin + Cross(between, other.speed).Z/turn
	then := other.begin + Cross(between, t.speed).Z/turn
	slack := meetTolerance / min(mine, its)
	return time, time > t.begin+slack && then >= other.begin-slack && then <= time+slack && then <= other.crash+slack
}

// meetsHeadOn is meets for a track on the same line.
func (t *track) meetsHeadOn(other *track, between r3.Vector, mine, its float64) (time float64, meets bool) {
	ahead := Dot(between, t.speed) / mine
	if ahead <= 0 || math.Abs(Cross(between, t.speed).Z)/mine > meetTolerance || Dot(t.speed, other.speed) > 0 {
		return 0, false
	}
	// At its begin the other one stands ahead; both come nearer from the later of both begins on.
	late := max(t.begin, other.begin)
	left := ahead - float64(mine*(late-t.begin)) - float64(its*(late-other.begin))
	time = late + left/(mine+its)
	if time > other.crash { // it has ended: the track of it is met where that was
		time = t.begin + (ahead-float64(its*(other.crash-other.begin)))/mine
	}
	return time, time > t.begin
}

func gap3(a, b r3.Vector) float64 { return norm(a.Sub(b)) }
