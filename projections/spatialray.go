package projections

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Ray returns the elements whose boxes a ray meets within a reach of its origin, sorted by the distance at which it
// enters the box and then by id. The distance is 0 for boxes that contain the origin. The direction need not have unit
// length; a reach of 0 or less has no limit. The error is DEGENERATE_GEOMETRY for a direction of length zero.
func (s *Spatial) Ray(origin geometry.Point3, direction r3.Vector, reach geometry.Length,
	categories ...state.Category) ([]Hit, error) {
	r, err := newRay(origin, direction, reach)
	if err != nil {
		return nil, err
	}
	var found []candidate
	low, high := r.heights()
	s = s.between(low, high, categories)
	from, to := s.bands.meeting(low, high)
	for i := from; i <= to; i++ {
		s.trees.at(s.bands[i]).Nearby(r.distance, func(_, _ [2]float64, it *item, distance float64) bool {
			if math.IsInf(distance, 1) {
				return false
			}
			first, _ := s.bands.of(it.box)
			if i == max(first, from) && wanted(categories, it) {
				found = append(found, candidate{it, distance})
			}
			return true
		})
	}
	slices.SortFunc(found, compareCandidates)
	out := make([]Hit, len(found))
	for i, c := range found {
		out[i] = Hit{c.it.id, c.it.category, c.it.box, geometry.Length(math.Round(c.distance))}
	}
	return out, nil
}

// ray is a straight line from an origin, in micrometres.
type ray struct {
	origin, direction r3.Vector // the direction has unit length
	reach             float64
}

func newRay(origin geometry.Point3, d r3.Vector, reach geometry.Length) (ray, error) {
	// Scaling by the largest component first prevents overflow and underflow of the squares.
	largest := max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z))
	if !(largest > 0) || math.IsInf(largest, 1) {
		return ray{}, state.Errorf(state.DegenerateGeometry,
			"the ray has no direction: give a vector other than [0, 0, 0]").With("parameter", "direction")
	}
	d = r3.Vector{X: d.X / largest, Y: d.Y / largest, Z: d.Z / largest}
	n := math.Sqrt(float64(d.X*d.X) + float64(d.Y*d.Y) + float64(d.Z*d.Z))
	r := ray{origin.Vector(), r3.Vector{X: d.X / n, Y: d.Y / n, Z: d.Z / n}, float64(geometry.LengthOverflow)}
	if reach > 0 {
		r.reach = float64(reach)
	}
	return r, nil
}

// heights returns the range of heights of the ray, rounded outwards.
func (r ray) heights() (lo, hi geometry.Length) {
	end := r.origin.Z + float64(r.direction.Z*r.reach)
	return geometry.Length(math.Floor(min(r.origin.Z, end))), geometry.Length(math.Ceil(max(r.origin.Z, end)))
}

// distance returns where the ray enters a node in plan, which is a lower bound for its elements, or the box of an
// element in space. It returns infinity if the ray misses.
func (r ray) distance(lo, hi [2]float64, it *item, isItem bool) float64 {
	span := interval{0, r.reach}
	span = span.clip(r.origin.X, r.direction.X, lo[0], hi[0])
	span = span.clip(r.origin.Y, r.direction.Y, lo[1], hi[1])
	if isItem {
		span = span.clip(r.origin.Z, r.direction.Z, float64(it.box.Min.Z), float64(it.box.Max.Z))
	}
	if span.from > span.to {
		return math.Inf(1)
	}
	return span.from
}

// interval is a stretch of a ray; empty when from is greater than to.
type interval struct{ from, to float64 }

// clip returns the part of the stretch between two planes across one axis (the slab method of Kay and Kajiya, 1986).
func (s interval) clip(origin, direction, lo, hi float64) interval {
	if direction == 0 {
		if origin < lo || origin > hi {
			return interval{1, 0}
		}
		return s
	}
	a, b := (lo-origin)/direction, (hi-origin)/direction
	return interval{max(s.from, min(a, b)), min(s.to, max(a, b))}
}
