package solids

import (
	"fmt"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Sweep returns the solid that a profile sweeps along a path, square to the path. Legs meet in mitres; arcs become legs
// within chord. The profile's Z axis points along the path.
//
// With a reference, the profile's X axis lies as near to the reference as possible on every leg (a fixed reference).
// ErrTwist reports that the profile would then turn about the path from one leg to the next, as on a path that leaves a
// plane. Without a reference, Y points as far up as possible on the first leg; if that leg is vertical, X lies along
// the world's X. From leg to leg the profile then turns no more than the path does.
//
// A LegError names the leg of a path that is refused and wraps ErrTightBend, ErrTwist, ErrBadArc or ErrNoVolume. A
// closed path has no caps; it must close without a twist, or it is refused.
func Sweep(profile geometry.Region, path Path, reference r3.Vector, chord geometry.Length) (csg.Shape, error) {
	return sweep(profile, path, reference, chord, true)
}

// sweep does the same as Sweep. If twists is false, the profile looks the same from all sides, so that a twist does not
// matter.
func sweep(profile geometry.Region, path Path, reference r3.Vector, chord geometry.Length,
	twists bool) (csg.Shape, error) {
	if chord <= 0 {
		return csg.Shape{}, fmt.Errorf("%v mm: %w", chord, ErrBadChord)
	}
	joints, err := path.joints(extentOf(profile), chord)
	if err != nil {
		return csg.Shape{}, err
	}
	w, err := newWay(joints, path.closed(), reference, twists)
	if err != nil {
		return csg.Shape{}, err
	}
	var s surface
	if err := eachPolygon(profile, func(rings []geometry.Ring) error { return w.sweep(&s, rings) }); err != nil {
		return csg.Shape{}, err
	}
	return s.shape(false)
}

// extentOf returns how far a profile reaches from its origin.
func extentOf(profile geometry.Region) float64 {
	extent := 0.0
	for _, p := range profile {
		for _, q := range p.Outer {
			extent = max(extent, flat(q).Norm())
		}
	}
	return extent
}

// way is a polyline with the frame of the profile on every leg.
type way struct {
	joints []joint
	closed bool
	legs   []frame
}

// frame is a direction along the way and the profile's axes across it.
type frame struct{ x, y, along r3.Vector }

func (f frame) offset(p geometry.Point2) r3.Vector {
	v := flat(p)
	return geometry.Times(f.x, v.X).Add(geometry.Times(f.y, v.Y))
}

func newWay(joints []joint, closed bool, reference r3.Vector, twists bool) (*way, error) {
	w := &way{joints: joints, closed: closed}
	for i := 0; i+1 < len(joints); i++ {
		along := joints[i+1].at.Sub(joints[i].at)
		if !(along.Norm() > 0) {
			return nil, &LegError{joints[i+1].leg, ErrNoVolume}
		}
		f, err := w.frame(unit(along), reference, twists)
		if err != nil {
			return nil, &LegError{joints[i+1].leg, err}
		}
		w.legs = append(w.legs, f)
	}
	if !closed {
		return w, nil
	}
	first := w.legs[0]
	if again, err := w.frame(first.along, r3.Vector{}, false); err != nil ||
		twists && again.x.Sub(first.x).Norm() > turned {
		return nil, &LegError{0, ErrTwist}
	}
	return w, nil
}

// turned is the angle in radians by which a profile may turn about the path without counting as twisted. A profile of a
// metre then misses itself by less than a micrometre.
const turned = 1e-7

// frame returns the frame of the next leg: the frame of the last leg, turned as the path turns. For the directions d
// and e this takes x to x - (x.e)/(1 + d.e) (d + e).
func (w *way) frame(along, reference r3.Vector, twists bool) (frame, error) {
	given, err := acrossFrom(reference, along)
	if len(w.legs) == 0 {
		if err != nil && twists {
			return frame{}, err
		}
		return frame{given, along.Cross(given), along}, nil
	}
	last := w.legs[len(w.legs)-1]
	cosine := 1 + last.along.Dot(along)
	if cosine < sharpest*sharpest/2 {
		return frame{}, ErrNoVolume
	}
	x := last.x.Sub(geometry.Times(last.along.Add(along), last.x.Dot(along)/cosine))
	x = unit(x.Sub(geometry.Times(along, x.Dot(along))))
	if twists && reference != (r3.Vector{}) && (err != nil || given.Sub(x).Norm() > turned) {
		return frame{}, ErrTwist
	}
	return frame{x, along.Cross(x), along}, nil
}

// acrossFrom returns the unit vector square to a direction that is nearest to the reference. Without a reference it
// returns the one for which Y points up. It returns ErrTwist if the reference lies along the direction.
func acrossFrom(reference, along r3.Vector) (r3.Vector, error) {
	if reference == (r3.Vector{}) {
		if x := (r3.Vector{Z: 1}).Cross(along); x.Norm() > upright {
			return unit(x), nil
		}
		reference = r3.Vector{X: 1}
	}
	x := reference.Sub(geometry.Times(along, reference.Dot(along)))
	if !(x.Norm() > upright*reference.Norm()) {
		return r3.Vector{X: 1}, fmt.Errorf("reference %v along the path: %w", reference, ErrTwist)
	}
	return unit(x), nil
}

// upright is the sine of the angle to the vertical below which a leg counts as vertical. A leg that is meant to be
// vertical deviates far less.
const upright = 1e-3

// sweep adds the faces that the rings of a polygon sweep.
func (w *way) sweep(s *surface, rings []geometry.Ring) error {
	if err := w.checkLegs(rings); err != nil {
		return err
	}
	var first, last section
	n := len(w.joints)
	for i := range n {
		next := first
		if i+1 < n || !w.closed {
			next = s.section(rings, func(p geometry.Point2) r3.Vector { return w.point(p, i) })
		}
		if i == 0 {
			first = next
		} else {
			s.between(last, next)
		}
		last = next
	}
	if !w.closed {
		s.caps(first, last)
	}
	return nil
}

// point returns where the line through a corner of the profile meets the mitre at a joint.
func (w *way) point(p geometry.Point2, i int) r3.Vector {
	before, after := w.around(i)
	if before < 0 {
		return w.joints[i].at.Add(w.legs[after].offset(p))
	}
	f := w.legs[before]
	at := f.offset(p)
	if after >= 0 {
		at = at.Add(geometry.Times(f.along, w.lead(p, i)))
	}
	return w.joints[i].at.Add(at)
}

// around returns the legs before and after a joint, or -1 if there is none.
func (w *way) around(i int) (before, after int) {
	last := len(w.legs) - 1
	switch {
	case i == 0 && w.closed, i > last && w.closed:
		return last, 0
	case i > last:
		return last, -1
	}
	return i - 1, i
}

// lead returns how far beyond a joint the line of a corner meets the mitre, measured along the leg before. On the leg
// after, it meets the mitre as far before the joint.
func (w *way) lead(p geometry.Point2, i int) float64 {
	before, after := w.around(i)
	if before < 0 || after < 0 {
		return 0
	}
	f, g := w.legs[before], w.legs[after]
	normal := f.along.Add(g.along)
	return -f.offset(p).Dot(normal) / f.along.Dot(normal)
}

// checkLegs returns ErrTightBend for a leg on which a corner of the profile would run backwards.
func (w *way) checkLegs(rings []geometry.Ring) error {
	for i := range w.legs {
		length := w.joints[i+1].at.Sub(w.joints[i].at).Norm()
		for _, ring := range rings {
			for _, p := range ring {
				if !(length+w.lead(p, i+1)+w.lead(p, i) > csg.PlaneTolerance) {
					return &LegError{w.joints[i+1].leg, ErrTightBend}
				}
			}
		}
	}
	return nil
}
