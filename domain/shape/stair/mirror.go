package stair

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/ramps"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The sides that a mirror image exchanges.
const (
	left  = "left"
	right = "right"
)

// otherSide returns left for right and right for left, and other values unchanged.
func otherSide[T ~string](side T) T {
	switch side {
	case left:
		return right
	case right:
		return left
	}
	return side
}

// Mirrored returns the stair with its turn, its start and its railings on the other side.
func (s *Stair) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *s
	c.Start, c.Toward = by.Point(s.Start), by.Point(s.Toward)
	c.Justification, c.Railings = otherSide(s.Justification), otherSide(s.Railings)
	if form := s.Form(); form != stairs.StraightRun && form != stairs.TwoStraight {
		c.Turn = otherSide(stairs.Side(shape.OrElse(string(s.Turn), string(stairs.Left))))
	}
	return &c, nil
}

// Mirrored returns the ramp with its turns, its start and its railings on the other sides.
func (r *Ramp) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *r
	c.Start, c.Toward = by.Point(r.Start), by.Point(r.Toward)
	c.Justification, c.Railings = otherSide(r.Justification), otherSide(r.Railings)
	c.Bends = slices.Clone(r.Bends)
	for i, b := range r.Bends {
		switch b {
		case ramps.HalfLeft:
			c.Bends[i] = ramps.HalfRight
		case ramps.HalfRight:
			c.Bends[i] = ramps.HalfLeft
		default:
			c.Bends[i] = otherSide(b)
		}
	}
	return &c, nil
}

// Mirrored returns the railing along the mirror image of its path. If a stair or ramp maintains the railing on one
// side, the image of the railing belongs to the other side.
func (r *Railing) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *r
	c.Path = make([]geometry.Point3, len(r.Path))
	for i, p := range r.Path {
		c.Path[i] = shape.MirroredPoint(p, by)
	}
	if part, side, ok := strings.Cut(r.StairPart, " "+left); ok && side == "" {
		c.StairPart = part + " " + right
	} else if part, side, ok := strings.Cut(r.StairPart, " "+right); ok && side == "" {
		c.StairPart = part + " " + left
	}
	return &c, nil
}
