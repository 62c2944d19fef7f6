package skeleton

import (
	"errors"
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Edge describes the roof plane over an edge of a boundary.
type Edge struct {
	// Run is the distance that the plane over the edge extends inwards for each unit that it rises: the cotangent of
	// its slope. 0 means a gable, where the roof ends vertically over the edge.
	Run float64
	// Overhang is the distance by which the roof extends outwards from the edge.
	Overhang geometry.Length
	// Eaves is the height of the plane over the edge.
	Eaves geometry.Length
}

// The errors of boundaries without a roof of planes.
var (
	// ErrGable reports that no gable can stand over an edge: at a hollow corner, straight beside an edge with a plane,
	// or over all edges.
	ErrGable = errors.New("no gable can stand over this edge")
	// ErrSlopes reports that two planes lie side by side over one line, so that the roof would need an upright step.
	ErrSlopes = errors.New("planes of different slopes meet side by side")
	// ErrOverhang reports that edges meet when they are moved outwards by their overhangs.
	ErrOverhang = errors.New("the overhang closes a recess of the boundary")
	// ErrDivided reports that the plan cannot be divided, because rounding of corners to the grid would turn a part
	// inside out.
	ErrDivided = errors.New("the plan cannot be divided among the edges")
)

// leastTurn is the least turn at a corner between edges with different slopes or with one gable. At smaller turns the
// ridge or valley from the corner runs nearly along the edges; at 5 degrees it runs 11 times as far along them as
// across. Without a turn the roof would need an upright step.
const leastTurn = 5 * geometry.Degree

// Faces divides a plan among the edges of a simple, counterclockwise ring; edge i begins at corner i. The plan is the
// ring with its overhangs. It returns the part of each edge, which is empty for a gable and for an edge that shares the
// plane of an earlier edge. Neighbouring parts share their corners to the micrometre. It returns ErrGable, ErrSlopes,
// ErrOverhang or ErrDivided, and geometry.ErrInterrupted if it is stopped.
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

// checkTurns refuses neighbouring edges with different slopes that are nearly in line, and gables at hollow corners.
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

// start returns the lowest height of a plane at the outer end of its overhang. From that height on, the planes cover
// the plan. Without overhangs it is the height of the lowest eaves.
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
