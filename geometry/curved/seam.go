package curved

import (
	"math"

	"github.com/golang/geo/r3"
)

// cutOpen turns outlines that go round the surface into closed outlines. Two such outlines are joined by a seam; a
// single outline is joined to the pole that it goes round. A face without lines is the whole surface, which must have
// two poles.
func (c *covering) cutOpen(outlines []outline) ([]outline, error) {
	var closed, round []outline
	for _, o := range outlines {
		if o.turns == [2]int{} {
			closed = append(closed, o)
		} else {
			round = append(round, o)
		}
	}
	switch {
	case len(round) == 0 && len(closed) > 0:
		return closed, nil
	case len(outlines) == 0:
		whole, err := c.whole()
		return []outline{whole}, err
	case len(round) == 1:
		joined, err := c.joinPole(round[0], closed)
		return append(closed, joined), err
	case len(round) == 2 && round[0].turns[0] == -round[1].turns[0] && round[0].turns[1] == -round[1].turns[1]:
		joined, err := c.joinTwo(round[0], round[1], closed)
		return append(closed, joined), err
	}
	return nil, ErrUnbounded
}

// from returns the outline of a line that goes round, starting at one of its corners.
func (c *covering) from(o outline, first int) outline {
	u, v := float64(float64(o.turns[0])*c.periods.U), float64(float64(o.turns[1])*c.periods.V)
	out := outline{turns: o.turns}
	out.corners = append(out.corners, o.corners[first:]...)
	for _, p := range o.corners[:first] {
		out.corners = append(out.corners, corner{UV{p.at.U + u, p.at.V + v}, p.point})
	}
	return out
}

// after returns the first corner of a line that goes round, moved by one full round.
func (c *covering) after(o outline) corner {
	p := o.corners[0]
	return corner{UV{p.at.U + float64(float64(o.turns[0])*c.periods.U),
		p.at.V + float64(float64(o.turns[1])*c.periods.V)}, p.point}
}

// tries is about the greatest number of corners from which a seam is tried.
const tries = 64

// joinTwo joins two lines that go round in opposite directions by a seam that meets no other line.
func (c *covering) joinTwo(a, b outline, others []outline) (outline, error) {
	for i := 0; i < len(a.corners); i += 1 + len(a.corners)/tries {
		from := c.from(a, i)
		end := c.after(from)
		to := c.facing(b, end.at)
		if c.isClear(end.at, to.corners[0].at, append(others, from, to)) {
			return c.joined(from, to), nil
		}
	}
	return outline{}, ErrUnbounded
}

// facing returns a line that goes round, starting at its corner nearest to given parameters.
func (c *covering) facing(o outline, at UV) outline {
	best, distance := outline{}, math.Inf(1)
	for i, p := range o.corners {
		u, v := nearby(p.at.U, at.U, c.periods.U)-p.at.U, nearby(p.at.V, at.V, c.periods.V)-p.at.V
		d := 0.0
		if o.turns[0] != 0 {
			d += math.Abs(p.at.U + u - at.U)
		}
		if o.turns[1] != 0 {
			d += math.Abs(p.at.V + v - at.V)
		}
		if d < distance {
			best, distance = c.from(o, i).moved(u, v), d
		}
	}
	return c.beyond(best, at)
}

// beyond moves a line that goes round by a period, if necessary, so that it lies on the left of the line that it faces.
func (c *covering) beyond(o outline, at UV) outline {
	p := o.corners[0].at
	switch {
	case o.turns[0] < 0 && c.periods.V > 0 && p.V < at.V: // the other line runs along U, so its left is at greater V
		return o.moved(0, c.periods.V)
	case o.turns[0] > 0 && c.periods.V > 0 && p.V > at.V:
		return o.moved(0, -c.periods.V)
	case o.turns[1] < 0 && c.periods.U > 0 && p.U > at.U:
		return o.moved(-c.periods.U, 0)
	case o.turns[1] > 0 && c.periods.U > 0 && p.U < at.U:
		return o.moved(c.periods.U, 0)
	}
	return o
}

// joined returns the outline that runs along one line, over the seam, along the other line and back over the seam.
func (c *covering) joined(a, b outline) outline {
	end, back := c.after(a), c.after(b)
	out := append([]corner{}, a.corners...)
	seam := c.seam(end, b.corners[0])
	out = append(append(append(out, end), seam...), b.corners...)
	out = append(out, back)
	return outline{corners: append(out, backOver(seam,
		UV{a.corners[0].at.U - end.at.U, a.corners[0].at.V - end.at.V})...)}
}

// backOver returns a seam in the opposite direction, on the other side of the region.
func backOver(seam []corner, by UV) []corner {
	var out []corner
	for i := range seam {
		p := seam[len(seam)-1-i]
		out = append(out, corner{UV{p.at.U + by.U, p.at.V + by.V}, p.point})
	}
	return out
}

// joinPole joins a line that goes round to the pole on its left.
func (c *covering) joinPole(o outline, others []outline) (outline, error) {
	pole := c.poleLeftOf(o)
	if pole == nil {
		return outline{}, ErrUnbounded
	}
	top := c.add(pole.At)
	for i := 0; i < len(o.corners); i += 1 + len(o.corners)/tries {
		from := c.from(o, i)
		end := c.after(from)
		a := UV{end.at.U, pole.Value}
		if !pole.AllU {
			a = UV{pole.Value, end.at.V}
		}
		if c.isClear(end.at, a, append(others, from)) {
			b := UV{a.U + from.corners[0].at.U - end.at.U, a.V + from.corners[0].at.V - end.at.V}
			return c.joined(from, c.poleLine(pole, top, a, b)), nil
		}
	}
	return outline{}, ErrUnbounded
}

// poleLine returns the line that goes round at a pole.
func (c *covering) poleLine(pole *Pole, point int32, from, to UV) outline {
	corners := c.atPole(pole, point, from, to)
	return outline{corners[:len(corners)-1], [2]int{turns(to.U-from.U, c.periods.U), turns(to.V-from.V, c.periods.V)}}
}

// poleLeftOf returns the nearest pole on the left of a line that goes round, or nil.
func (c *covering) poleLeftOf(o outline) *Pole {
	poles := c.surface.Poles()
	best, nearest := (*Pole)(nil), math.Inf(1)
	for i := range poles {
		p := &poles[i]
		way := float64(o.turns[0]) * (p.Value - o.corners[0].at.V)
		if !p.AllU {
			way = float64(-o.turns[1]) * (p.Value - o.corners[0].at.U)
		}
		if way > 0 && way < nearest {
			best, nearest = p, way
		}
	}
	return best
}

// whole returns the outline of a surface with a pole at both ends of V.
func (c *covering) whole() (outline, error) {
	poles := c.surface.Poles()
	if len(poles) != 2 || !poles[0].AllU || !poles[1].AllU || c.periods.U == 0 {
		return outline{}, ErrUnbounded
	}
	low, high := poles[0], poles[1]
	if low.Value > high.Value {
		low, high = high, low
	}
	bottom := c.poleLine(&low, c.add(low.At), UV{0, low.Value}, UV{c.periods.U, low.Value})
	top := c.poleLine(&high, c.add(high.At), UV{c.periods.U, high.Value}, UV{0, high.Value})
	return c.joined(bottom, top), nil
}

// seam returns corners between two others, so close that the chords are within the tolerance of the surface.
func (c *covering) seam(a, b corner) []corner {
	between := func(t float64) UV {
		return UV{a.at.U + float64((b.at.U-a.at.U)*t), a.at.V + float64((b.at.V-a.at.V)*t)}
	}
	n := 1
	for ; n < 1<<maxHalvings; n *= 2 {
		if c.isNear(n, between, c.points[a.point], c.points[b.point]) {
			break
		}
	}
	var out []corner
	for i := 1; i < n; i++ {
		at := between(float64(i) / float64(n))
		out = append(out, corner{at, c.add(c.surface.Point(at))})
	}
	return out
}

// isNear reports whether a seam of n chords is within the tolerance of the surface.
func (c *covering) isNear(n int, between func(float64) UV, first, last r3.Vector) bool {
	at := func(i int) r3.Vector {
		switch i {
		case 0:
			return first
		case n:
			return last
		}
		return c.surface.Point(between(float64(i) / float64(n)))
	}
	for i := range n {
		if c.off(between((float64(i)+0.5)/float64(n)), at(i), at(i+1)) > c.tolerance {
			return false
		}
	}
	return true
}

// isClear reports whether a seam between two places meets no side of the outlines or of their copies in other periods.
// Sides that begin or end at an end of the seam do not count.
func (c *covering) isClear(a, b UV, outlines []outline) bool {
	side := func(p, q, r UV) float64 {
		return float64((q.U-p.U)*(r.V-p.V)) - float64((q.V-p.V)*(r.U-p.U))
	}
	for _, o := range outlines {
		for _, u := range shifts(c.periods.U) {
			for _, v := range shifts(c.periods.V) {
				moved := o.moved(u, v).corners
				for i, p := range moved[:len(moved)-1] {
					q := moved[i+1]
					if p.at == a || p.at == b || q.at == a || q.at == b {
						continue
					}
					if side(a, b, p.at)*side(a, b, q.at) <= 0 && side(p.at, q.at, a)*side(p.at, q.at, b) <= 0 {
						return false
					}
				}
			}
		}
	}
	return true
}
