package skeleton

import (
	"errors"
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Edge says what rises over an edge of a boundary.
type Edge struct {
	// Run is how far the plane over the edge goes inwards while it rises by one: the cotangent of its slope. 0 is a
	// gable: the roof ends upright over the edge.
	Run float64
	// Overhang is how far the roof goes on outwards from the edge.
	Overhang geometry.Length
	// Eaves is the height of the plane over the edge.
	Eaves geometry.Length
}

// Errors of boundaries that have no roof of planes.
var (
	// ErrGable says that no gable can stand over an edge: at a hollow corner, straight beside an edge with a plane, or
	// over all edges.
	ErrGable = errors.New("no gable can stand over this edge")
	// ErrSlopes says that two planes lie side by side over one line, so that the roof would need an upright step.
	ErrSlopes = errors.New("planes of different slopes meet side by side")
	// ErrOverhang says that edges meet each other when they are moved outwards.
	ErrOverhang = errors.New("the overhang closes a recess of the boundary")
	// ErrDivided says that the plan cannot be divided: rounding of corners to the grid would turn a part inside out.
	ErrDivided = errors.New("the plan cannot be divided among the edges")
)

// leastTurn is the least turn at a corner of edges with different slopes, a gable among them. The ridge or valley from
// there runs nearly along the edges, at 5 degrees 11 times as far as across; without a turn the roof would need an
// upright step.
const leastTurn = 5 * geometry.Degree

// Faces divides a plan among the edges of a ring, which is simple and runs counterclockwise: edge i begins at corner i.
// The plan is the ring with its overhangs. It returns the part of each edge, which is empty for a gable and for an edge
// that shares the plane of one before it. Neighbouring parts share their corners to the micrometre. It refuses with
// ErrGable, ErrSlopes, ErrOverhang and ErrDivided, and ends with geometry.ErrInterrupted.
func Faces(stop geometry.Interrupt, ring geometry.Ring, edges []Edge, plan geometry.Region) ([]geometry.Region, error) {
	if err := checkTurns(ring, edges); err != nil {
		return nil, err
	}
	f, err := newFront(stop, ring, edges)
	if err != nil {
		return nil, err
	}
	if err := f.rise(); err != nil {
		return nil, err
	}
	return f.parts(plan, len(ring))
}

// checkTurns refuses edges with different slopes that go on nearly straight, and gables at hollow corners.
func checkTurns(ring geometry.Ring, edges []Edge) error {
	sloped := false
	for i, p := range ring {
		before := (i + len(ring) - 1) % len(ring)
		sloped = sloped || edges[i].Run > 0
		u, v := geometry.Direction(ring[before], p), geometry.Direction(p, ring[(i+1)%len(ring)])
		turn := geometry.Atan2Degrees(geometry.Cross(u, v).Z, geometry.Dot(u, v))
		gables := edges[i].Run == 0 && edges[before].Run == 0
		alike := gables || edges[i].Run == edges[before].Run && edges[i].Eaves == edges[before].Eaves
		switch {
		case alike && (turn >= 0 || !gables):
		case (edges[i].Run == 0 || edges[before].Run == 0) && turn < leastTurn:
			return fmt.Errorf("corner %d turns by %v: %w", i, turn, ErrGable)
		case max(turn, -turn) < leastTurn:
			return fmt.Errorf("corner %d turns by %v: %w", i, turn, ErrSlopes)
		}
	}
	if !sloped {
		return fmt.Errorf("all edges: %w", ErrGable)
	}
	return nil
}

// start returns the height from which the planes cover the plan: where each is as far outside of its edge as its
// overhang. Without an overhang and with eaves at one height it is that height.
func start(edges []Edge) double {
	out := whole(math.Inf(1))
	for _, e := range edges {
		if e.Run == 0 {
			continue
		}
		low := whole(float64(e.Eaves)).minus(whole(float64(e.Overhang)).over(whole(e.Run)))
		if low.less(out) {
			out = low
		}
	}
	return out
}
