package solids

import (
	"fmt"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Axis is a line in the plane of a profile, directed from From to To.
type Axis struct{ From, To geometry.Point2 }

// Revolve returns the solid that a profile in the XY plane sweeps when it turns about an axis. The turn is right-handed
// for a positive angle, and at most a full one. Every circle has its corners within chord of it. The profile may touch
// the axis with corners and sides. If a full turn makes the solid touch itself in a point of the axis, each part has
// its own vertex.
//
// It returns ErrAcrossAxis, ErrNoVolume (no angle, or no axis), ErrBadChord or geometry.ErrOutOfRange (more than a full
// turn). For an invalid ring it returns the errors of geometry.NewPolygon.
func Revolve(profile geometry.Region, axis Axis, angle geometry.Angle, chord geometry.Length) (csg.Shape, error) {
	switch {
	case axis.From == axis.To || angle == 0:
		return csg.Shape{}, fmt.Errorf("revolved by %v degrees about %v to %v: %w", angle,
			axis.From, axis.To, ErrNoVolume)
	case chord <= 0:
		return csg.Shape{}, fmt.Errorf("%v mm: %w", chord, ErrBadChord)
	case angle > geometry.FullTurn || angle < -geometry.FullTurn:
		return csg.Shape{}, fmt.Errorf("revolved by %v degrees: %w", angle, geometry.ErrOutOfRange)
	}
	side, err := axis.side(profile)
	if err != nil {
		return csg.Shape{}, err
	}
	t := turning{axis: axis, full: angle == geometry.FullTurn || angle == -geometry.FullTurn,
		motions: axis.motions(profile, angle, chord)}
	if err := eachPolygon(profile, t.add); err != nil {
		return csg.Shape{}, err
	}
	// Right of the axis a positive turn leads to negative Z, so that the sections follow each other downwards.
	return t.shape((angle > 0) == (side < 0))
}

// side returns the side of the axis on which the profile lies: 1 for the left, -1 for the right.
func (a Axis) side(profile geometry.Region) (int, error) {
	side := 0
	for _, p := range profile {
		for _, q := range p.Outer {
			o := geometry.Orient(a.From, a.To, q)
			if o*side < 0 {
				return 0, fmt.Errorf("axis from %v to %v mm: %w", a.From, a.To, ErrAcrossAxis)
			}
			side += o * (1 - side*side)
		}
	}
	return side, nil
}

// motions returns the turns of all sections; the first one is no turn.
func (a Axis) motions(profile geometry.Region, angle geometry.Angle, chord geometry.Length) []csg.Motion {
	along := flat(a.To.Sub(a.From))
	radius := 0.0
	for _, p := range profile {
		for _, q := range p.Outer {
			radius = max(radius, along.Cross(flat(q.Sub(a.From))).Norm()/along.Norm())
		}
	}
	n := max(geometry.ArcSides(geometry.Length(radius)+1, chord, angle), minimumSteps)
	out := make([]csg.Motion, n+1)
	for i := range out {
		turn := csg.Rotation(along, angle.Degrees()*float64(i)/float64(n))
		out[i] = csg.Translation(flat(a.From)).After(turn).After(csg.Translation(geometry.Times(flat(a.From), -1)))
	}
	return out
}

// minimumSteps keeps each step below half a turn, at which a face would have no area.
const minimumSteps = 3

// turning is the surface of a revolved solid while it is made.
type turning struct {
	surface
	axis    Axis
	full    bool
	motions []csg.Motion
}

// add adds the faces that the rings of a polygon sweep.
func (t *turning) add(rings []geometry.Ring) error {
	incoming, outgoing := t.onAxis(rings)
	first := t.place(rings, 0, outgoing)
	last, n := first, len(t.motions)-1
	for i := 1; i <= n; i++ {
		next := first
		if i < n || !t.full {
			next = t.place(rings, i, outgoing)
		}
		t.sides(last, next, incoming)
		last = next
	}
	if !t.full {
		t.caps(first, last)
	}
	return nil
}

// onAxis returns the vertices of the corners on the axis, for the side that ends at the corner and for the side that
// starts there. The two vertices of a corner differ if a full turn makes two separate tips there.
func (t *turning) onAxis(rings []geometry.Ring) (incoming, outgoing map[[2]int]int32) {
	incoming, outgoing = map[[2]int]int32{}, map[[2]int]int32{}
	on := func(p geometry.Point2) bool { return geometry.Orient(t.axis.From, t.axis.To, p) == 0 }
	for i, ring := range rings {
		for k, p := range ring {
			if !on(p) {
				continue
			}
			at, n := [2]int{i, k}, len(ring)
			incoming[at] = t.surface.add(flat(p))
			outgoing[at] = incoming[at]
			if t.full && !on(ring[(k+n-1)%n]) && !on(ring[(k+1)%n]) {
				outgoing[at] = t.surface.add(flat(p))
			}
		}
	}
	return incoming, outgoing
}

// place adds the vertices of a section; the vertices on the axis are given.
func (t *turning) place(rings []geometry.Ring, i int, given map[[2]int]int32) section {
	out := make(section, len(rings))
	for r, ring := range rings {
		for k, p := range ring {
			v, known := given[[2]int{r, k}]
			if !known {
				v = t.surface.add(t.motions[i].Point(flat(p)))
			}
			out[r] = append(out[r], v)
		}
	}
	return out
}

// sides adds the faces between two sections. A side ends at the incoming vertex of its corner.
func (t *turning) sides(a, b section, incoming map[[2]int]int32) {
	for i := range a {
		for k := range a[i] {
			n := (k + 1) % len(a[i])
			to, far := a[i][n], b[i][n]
			if v, known := incoming[[2]int{i, n}]; known {
				to, far = v, v
			}
			t.face([]int32{a[i][k], to, far, b[i][k]})
		}
	}
}
