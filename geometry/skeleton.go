package geometry

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/golang/geo/r3"
)

// MostSlopedEdges is how many edges a ring with hollow corners may have for SlopedFaces. 400 take less than a second in
// common rings, and some seconds where the ridges of all meet in nearly one point.
const MostSlopedEdges = 400

// fewSlopes is up to how many edges the planes of a ring divide each other in the order of the edges. Of more, only
// those that are near are looked at on the grid. The two differ in how corners are rounded.
const fewSlopes = 64

// ErrManyEdges says that a ring has more than MostSlopedEdges edges.
var ErrManyEdges = errors.New("too many edges")

// SlopedFaces divides a plan among the edges of a ring as a roof does whose planes all rise from the edges inwards at
// one slope: by the ring's straight skeleton, continued outwards to the edges of the plan. The plan is the ring with
// an overhang all around, which may be 0. The edges whose numbers are given as gables have no plane: the roof ends
// upright over them. It returns the part of each edge, which is empty for a gable and for one that shares the plane of
// an edge before it. Corners are rounded to the grid, so that neighbours meet within SeamGap. It refuses a ring with
// hollow corners and more than MostSlopedEdges edges (ErrManyEdges), or whose edges meet each other when they are moved
// outwards by the overhang (ErrSelfIntersecting), and gables that leave no plane, begin at a hollow corner, or go on
// straight as an edge with a plane (ErrGable).
func (ring Ring) SlopedFaces(overhang Length, plan Region, gables ...int) ([]Region, error) {
	return Interrupt(nil).SlopedFaces(ring, overhang, plan, gables...)
}

// SlopedFaces is SlopedFaces of a ring, unless it is interrupted: ErrInterrupted.
func (stop Interrupt) SlopedFaces(ring Ring, overhang Length, plan Region, gables ...int) ([]Region, error) {
	key := slopedKey(ring, overhang, plan, gables)
	if known, ok := slopes.recalled(key); ok {
		return copiedRegions(known), nil
	}
	out, err := stop.slopedFaces(ring, len(ring) > fewSlopes, overhang, plan, gables...)
	if err == nil && stop.Now() {
		err = ErrInterrupted
	}
	if err == nil {
		slopes.keep(key, copiedRegions(out))
	}
	return out, err
}

// slopes has the divided plans that were made last: checks, bodies, quantities and what is attached to a roof ask for
// them again and again.
var slopes = recent[[]Region]{most: 32}

func slopedKey(ring Ring, overhang Length, plan Region, gables []int) string {
	b := binary.AppendVarint(make([]byte, 0, 512), int64(overhang))
	b = binary.AppendUvarint(b, uint64(len(gables)))
	for _, g := range gables {
		b = binary.AppendUvarint(b, uint64(g))
	}
	b = appendPlainKey(b, ring)
	for _, p := range plan {
		b = binary.AppendUvarint(b, uint64(len(p.Holes)))
		for _, r := range p.rings() {
			b = appendPlainKey(b, r)
		}
	}
	return string(b)
}

// appendPlainKey appends the points of a ring where they are.
func appendPlainKey(b []byte, r Ring) []byte {
	b = binary.AppendUvarint(b, uint64(len(r)))
	for _, p := range r {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(p.X)), int64(p.Y))
	}
	return b
}

func copiedRegions(all []Region) []Region {
	out := make([]Region, len(all))
	for i, r := range all {
		out[i] = r.Moved(Point2{})
	}
	return out
}

// slopedFaces is SlopedFaces, which looks at near planes only where there are many.
func (stop Interrupt) slopedFaces(ring Ring, many bool, overhang Length, plan Region, gables ...int) ([]Region, error) {
	gable := make([]bool, len(ring))
	for _, i := range gables {
		gable[i] = true
	}
	if err := ring.checkGables(gable); err != nil {
		return nil, err
	}
	if ring.convex() {
		return withOneCorner(ring.nearestFaces(stop, many, plan, gable)), nil
	}
	if len(ring) > MostSlopedEdges {
		return nil, fmt.Errorf("%d edges, at most %d: %w", len(ring), MostSlopedEdges, ErrManyEdges)
	}
	outer, err := ring.eaves(overhang)
	if err != nil {
		return nil, err
	}
	s := newSkeleton(stop, ring, outer, gable, many)
	return withOneCorner(s.faces(plan)), nil
}

func (ring Ring) convex() bool {
	for i, p := range ring {
		if Orient(ring.before(i), p, ring.after(i)) < 0 {
			return false
		}
	}
	return true
}

// nearestFaces divides a plan by which edge of a convex ring is nearest: each plane covers where it is the lowest,
// which is the straight skeleton of a convex polygon.
func (ring Ring) nearestFaces(stop Interrupt, many bool, plan Region, gable []bool) []Region {
	out := make([]Region, len(ring))
	for i := range ring {
		if gable[i] || stop.Now() {
			continue
		}
		var part Region
		if many {
			part = ring.nearestAmongMany(i, plan, gable)
		} else {
			part = ring.nearest(i, plan, gable)
		}
		if part.hasSteps() {
			part = part.withoutSteps()
		}
		out[i] = part
	}
	return out
}

// nearest returns the part of a plan that is nearest to one edge of a convex ring.
func (ring Ring) nearest(i int, part Region, gable []bool) Region {
	for k := range ring {
		if k == i || gable[k] || len(part) == 0 {
			continue
		}
		if a, b, ok := ring.bisector(i, k); ok {
			part = ClipHalfPlane(part, a, b)
		}
	}
	return part
}

// dividing returns the edge that is the n-th to divide the plan with edge i among many: its neighbours first, on both
// sides in turn.
func (ring Ring) dividing(i, n int) int {
	if n%2 == 0 {
		return (i + n/2) % len(ring)
	}
	return (i - (n+1)/2 + len(ring)) % len(ring)
}

// eaves returns the ring with its edges moved outwards, each corner on the mitre of its edges.
func (ring Ring) eaves(overhang Length) (Ring, error) {
	out := make(Ring, len(ring))
	for i, p := range ring {
		u, v := Direction(ring.before(i), p), Direction(p, ring.after(i))
		k := float64(overhang) / (1 + Dot(u, v))
		out[i] = p.Add(roundVector(r3.Vector{X: float64((u.Y + v.Y) * k), Y: -float64((u.X + v.X) * k)}).XY())
	}
	if overhang == 0 {
		return out, nil
	}
	moved, err := NewPolygon(out)
	if err == nil && (len(moved.Outer) != len(out) || out.doubleArea().sign() <= 0) {
		err = ErrSelfIntersecting
	}
	return out, err
}

// bisectorReach is how far apart the two grid points of a bisector are laid, in micrometres: 1 km each way, so that the
// rounding of the points (half a micrometre) turns the line by less than a billionth of a radian.
const bisectorReach = 1e9

// sameDirection is the sine of the angle below which two edges count as parallel. At 1e-6 rad the planes over two edges
// part by 0.1 mm over 100 m of a roof of 45 degrees, which is within SeamTolerance.
const sameDirection = 1e-6

// bisector returns a directed line on whose left side a point is nearer to the line of edge i than to that of edge k,
// both measured inwards. It is false when both run the same way.
func (ring Ring) bisector(i, k int) (a, b Point2, ok bool) {
	if i > k { // one line for both edges, so that their parts of the plan meet to the micrometre
		b, a, ok = ring.bisector(k, i)
		return a, b, ok
	}
	p, q := ring[i], ring[k]
	di, dk := Direction(p, ring.after(i)), Direction(q, ring.after(k))
	// The distance inwards from edge i at x is ni·(x-p) with ni = (-di.Y, di.X); nearer to i: (nk-ni)·x >= nk·q - ni·p.
	nx, ny := di.Y-dk.Y, dk.X-di.X
	size := math.Sqrt(float64(nx*nx) + float64(ny*ny))
	if size < sameDirection {
		return a, b, false
	}
	nx, ny = nx/size, ny/size
	v := q.Sub(p)
	level := (float64(-dk.Y*float64(v.X)) + float64(dk.X*float64(v.Y))) / size
	fx, fy := float64(nx*level), float64(ny*level)
	a = p.Add(roundVector(r3.Vector{X: fx - float64(ny*bisectorReach), Y: fy + float64(nx*bisectorReach)}).XY())
	b = p.Add(roundVector(r3.Vector{X: fx + float64(ny*bisectorReach), Y: fy - float64(nx*bisectorReach)}).XY())
	return a, b, true
}
