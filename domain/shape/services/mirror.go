package services

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Mirrored returns the segment along the mirror image of its line.
func (s *Segment) Mirrored(m *state.Model, e *state.Element, by geometry.Mirror) (state.Params, error) {
	profile, err := m.OwnOrTypeProfile(e, s.Profile)
	if err != nil {
		return nil, err
	}
	c := *s
	c.Start, c.End = shape.MirroredPoint(s.Start, by), shape.MirroredPoint(s.End, by)
	rotation, ok := shape.MirroredAlong(profile, s.Start, s.End, ownTurn(profile), s.Rotation, by)
	if !ok {
		return nil, shape.WithoutImage(e)
	}
	c.Rotation = rotation
	return &c, nil
}

// Mirrored returns the fitting with its place and its ports mirrored.
func (f *Fitting) Mirrored(_ *state.Model, e *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *f
	c.Location = shape.MirroredPoint(f.Location, by)
	c.Ports = make([]FittingPort, len(f.Ports))
	for i, p := range f.Ports {
		rotation, ok := shape.MirroredAlong(p.Profile, f.Location, p.At, ownTurn(p.Profile), p.Rotation, by)
		if !ok {
			return nil, shape.WithoutImage(e)
		}
		c.Ports[i] = FittingPort{shape.MirroredPoint(p.At, by), p.Profile, rotation}
	}
	return &c, nil
}
