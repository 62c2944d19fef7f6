package curved

import (
	"math"

	"github.com/golang/geo/r3"
)

// unroll locates a line in the parameters, each point next to the previous one.
func (c *covering) unroll(line []r3.Vector) (outline, error) {
	first := int32(len(c.points))
	c.points = append(c.points, line...)
	poles := make([]*Pole, len(line))
	start := -1
	for i, p := range line {
		if poles[i] = c.poleAt(p); poles[i] == nil && start < 0 {
			start = i
		}
	}
	if start < 0 { // all points lie at one pole: the line has no length
		return outline{}, nil
	}
	at := c.surface.Locate(line[start], nil)
	w := &walk{covering: c, out: outline{corners: []corner{{at, first + int32(start)}}}}
	for k := 1; k < len(line); k++ {
		i := (start + k) % len(line)
		if poles[i] != nil {
			w.pole, w.point = poles[i], first+int32(i)
			continue
		}
		w.to(line[i], first+int32(i))
	}
	return w.close(line[start]), nil
}

// poleAt returns the pole at a point, or nil.
func (c *covering) poleAt(p r3.Vector) *Pole {
	poles := c.surface.Poles()
	for i := range poles {
		if gap(poles[i].At, p) < samePlace {
			return &poles[i]
		}
	}
	return nil
}

// walk follows a line through the parameters.
type walk struct {
	*covering
	out   outline
	pole  *Pole // that the line has passed since the last corner
	point int32
}

func (w *walk) last() UV { return w.out.corners[len(w.out.corners)-1].at }

// to continues the line to a point that is not at a pole.
func (w *walk) to(p r3.Vector, point int32) {
	w.out.corners = append(w.out.corners, corner{w.next(p), point})
}

// next returns the parameters of a point as seen from the last corner, and adds the corners of a pole between them.
func (w *walk) next(p r3.Vector) UV {
	from := w.last()
	at := w.surface.Locate(p, &from)
	if w.pole == nil {
		return UV{nearby(at.U, from.U, w.periods.U), nearby(at.V, from.V, w.periods.V)}
	}
	at = w.over(from, at)
	w.pole = nil
	return at
}

// over leads the line over a pole. The face is on the left of the line. If the pole is above the line, the line
// therefore continues at a smaller U, at most a period away.
func (w *walk) over(from, at UV) UV {
	if w.pole.AllU {
		rises := w.pole.Value > from.V
		at = UV{around(at.U, from.U, w.periods.U, !rises), nearby(at.V, w.pole.Value, w.periods.V)}
	} else {
		rises := w.pole.Value > from.U
		at = UV{nearby(at.U, w.pole.Value, w.periods.U), around(at.V, from.V, w.periods.V, rises)}
	}
	w.out.corners = append(w.out.corners, w.atPole(w.pole, w.point, from, at)...)
	return at
}

// poleSteps is the number of corners that represent a pole over a whole period. It makes the triangles that end in the
// pole no wider than the triangles around the pole.
const poleSteps = 32

// atPole returns the corners of a pole between two values of its free parameter.
func (c *covering) atPole(pole *Pole, point int32, from, to UV) []corner {
	way, period := to.U-from.U, c.periods.U
	if !pole.AllU {
		way, period = to.V-from.V, c.periods.V
	}
	n := 1
	if period > 0 {
		n = max(1, int(math.Ceil(math.Abs(way)/period*poleSteps)))
	}
	if way == 0 {
		n = 0
	}
	var out []corner
	for i := range n + 1 {
		part := 0.0
		if n > 0 {
			part = float64(way * float64(i) / float64(n))
		}
		at := UV{from.U + part, pole.Value}
		if !pole.AllU {
			at = UV{pole.Value, from.V + part}
		}
		out = append(out, corner{at, point})
	}
	return out
}

// close leads the line back to its first point, and counts how often it has gone round.
func (w *walk) close(p r3.Vector) outline {
	at, begin := w.next(p), w.out.corners[0].at
	w.out.turns = [2]int{turns(at.U-begin.U, w.periods.U), turns(at.V-begin.V, w.periods.V)}
	return w.out
}

func turns(way, period float64) int {
	if period == 0 {
		return 0
	}
	return int(math.Round(way / period))
}

// nearby returns the parameter moved by whole periods so that it is nearest to another one.
func nearby(t, to, period float64) float64 {
	if period == 0 {
		return t
	}
	return t - float64(math.Round((t-to)/period)*period)
}

// around returns the parameter moved by whole periods so that it lies beyond another one, or before it, by at most a
// period.
func around(t, from, period float64, beyond bool) float64 {
	if period == 0 {
		return t
	}
	const same = 1e-6 // of a period: on the same meridian, a whole turn on
	way := (t - from) / period
	way -= math.Floor(way + same)
	if !beyond {
		way--
		if way < -1+2*same {
			way = -1
		}
	} else if way < same {
		way = 1
	}
	return from + float64(way*period)
}
