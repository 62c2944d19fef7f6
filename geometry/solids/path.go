package solids

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Path is a line in space, in micrometres. A path that ends where it starts is closed.
type Path struct {
	Start r3.Vector
	Legs  []Leg
}

// Leg is a part of a path up to a point: straight, or along the circular arc through another point.
type Leg struct {
	To      r3.Vector
	Through *r3.Vector
}

// Polyline returns the path through points. Its corners are bends of the given radius in micrometres, or sharp without
// a radius. Points on a straight line need no bend. A LegError counts the points from 0. It wraps ErrTightBend if two
// bends overlap or a bend overlaps an end, and ErrNoVolume if two points coincide or the path turns back.
func Polyline(points []r3.Vector, radius float64) (Path, error) {
	if len(points) < 2 {
		return Path{}, fmt.Errorf("a path of %d points: %w", len(points), ErrNoVolume)
	}
	p := Path{Start: points[0]}
	used := 0.0 // the length of the leg to point i that the bend before it uses
	for i := 1; i < len(points); i++ {
		leg := points[i].Sub(points[i-1]).Norm()
		if !(leg > 0) {
			return Path{}, &LegError{i, ErrNoVolume}
		}
		if i+1 == len(points) {
			if used < leg || used == 0 {
				p.Legs = append(p.Legs, Leg{To: points[i]})
			} else if used > leg*(1+roundOff) {
				return Path{}, &LegError{i, ErrTightBend}
			}
			break
		}
		b, err := bendAt(points[i-1], points[i], points[i+1], radius)
		if err != nil {
			return Path{}, &LegError{i, err}
		}
		if used+b.tangent > leg*(1+roundOff) {
			return Path{}, &LegError{i, ErrTightBend}
		}
		if used+b.tangent < leg*(1-roundOff) {
			p.Legs = append(p.Legs, Leg{To: b.from})
		}
		if b.tangent > 0 {
			p.Legs = append(p.Legs, Leg{To: b.to, Through: &b.through})
		}
		used = b.tangent
	}
	return p, nil
}

// roundOff is the relative difference of lengths of one leg that were computed in different ways: a few last digits.
const roundOff = 1e-12

// bend is an arc that rounds a corner; tangent is the length by which it shortens each leg.
type bend struct {
	from, through, to r3.Vector
	tangent           float64
}

// bendAt returns the bend at b on the way from a to c. With the directions u and v of the legs, the tangents have the
// length r
//
// v-u
//
// /
//
// v+u
//
// . The centre lies at 2r /
//
// v+u
//
// in the direction of v-u.
func bendAt(a, b, c r3.Vector, radius float64) (bend, error) {
	u, v := unit(b.Sub(a)), unit(c.Sub(b))
	sum, difference := v.Add(u).Norm(), v.Sub(u).Norm()
	switch {
	case sum < sharpest:
		return bend{}, ErrNoVolume
	case difference <= straightAngle || radius <= 0:
		return bend{from: b, to: b}, nil
	}
	t := radius * difference / sum
	inward := geometry.Times(v.Sub(u), 1/difference)
	return bend{
		from: b.Sub(geometry.Times(u, t)), to: b.Add(geometry.Times(v, t)), tangent: t,
		through: b.Add(geometry.Times(inward, float64(2*radius/sum)-radius)),
	}, nil
}

const (
	// straightAngle is the angle in radians below which two legs count as one. It equals csg.ParallelTolerance, below
	// which their faces are flush.
	straightAngle = 1e-9

	// sharpest is the least length of the sum of the directions of two legs, which is twice the sine of half the angle
	// between them. At 1e-3, 0.06 degrees, a mitre is two thousand times as long as the profile is wide. A path that
	// turns back more sharply has no mitre.
	sharpest = 1e-3
)

func unit(v r3.Vector) r3.Vector { return geometry.Times(v, 1/v.Norm()) }

// joint is a corner of the polyline of a path, with the leg of the path that ends there.
type joint struct {
	at  r3.Vector
	leg int
}

// joints returns the polyline of a path for a profile with the given extent. An arc becomes legs that touch it and
// deviate by at most chord on the outside of the profile. Straight joints are dropped.
func (p Path) joints(extent float64, chord geometry.Length) ([]joint, error) {
	if len(p.Legs) == 0 {
		return nil, fmt.Errorf("a path without legs: %w", ErrNoVolume)
	}
	out := []joint{{p.Start, 0}}
	at := p.Start
	for i, leg := range p.Legs {
		if leg.Through != nil {
			a, err := arcThrough(at, *leg.Through, leg.To)
			if err != nil {
				return nil, &LegError{i, err}
			}
			for _, q := range a.tangentCorners(extent, chord) {
				out = append(out, joint{q, i})
			}
		} else if at == leg.To {
			return nil, &LegError{i, ErrNoVolume}
		}
		out = append(out, joint{leg.To, i})
		at = leg.To
	}
	return withoutStraight(out), nil
}

// closed reports whether the path ends where it starts.
func (p Path) closed() bool {
	return len(p.Legs) > 1 && p.Legs[len(p.Legs)-1].To.Sub(p.Start).Norm() <= samePoint
}

// samePoint is the distance in micrometres below which two ends of a path are one point. It is a nanometre, below which
// the kernel merges vertices.
const samePoint = 1e-3

// withoutStraight drops inner joints at which the polyline continues straight.
func withoutStraight(all []joint) []joint {
	out := all[:1]
	for i := 1; i < len(all); i++ {
		if i+1 < len(all) {
			u, v := unit(all[i].at.Sub(out[len(out)-1].at)), unit(all[i+1].at.Sub(all[i].at))
			if u.Sub(v).Norm() <= straightAngle {
				continue
			}
		}
		out = append(out, all[i])
	}
	return out
}

// Length returns the length of the path in micrometres. It returns a LegError for an arc whose points lie on one line.
func (p Path) Length() (float64, error) {
	sum, at := 0.0, p.Start
	for i, leg := range p.Legs {
		if leg.Through == nil {
			sum += leg.To.Sub(at).Norm()
		} else {
			a, err := arcThrough(at, *leg.Through, leg.To)
			if err != nil {
				return 0, &LegError{i, err}
			}
			sum += float64(a.radius() * a.degrees * (math.Pi / 180))
		}
		at = leg.To
	}
	return sum, nil
}
