package member

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Mirrored returns the column at the mirror image of its place, turned so that its section is the image of its section.
func (c *Column) Mirrored(m *state.Model, e *state.Element, by geometry.Mirror) (state.Params, error) {
	profile, err := m.OwnOrTypeProfile(e, c.Profile)
	if err != nil {
		return nil, err
	}
	k := *c
	k.Location = by.Point(c.Location)
	rotation, ok := shape.MirroredSection(profile, c.Rotation, by.Angle())
	if !ok {
		return nil, shape.WithoutImage(e)
	}
	k.Rotation = rotation
	return &k, nil
}

// Mirrored returns the beam along the mirror image of its line. A beam that is turned, or whose line runs along its top
// or bottom, has an image only if its section is symmetric left to right.
func (b *Beam) Mirrored(m *state.Model, e *state.Element, by geometry.Mirror) (state.Params, error) {
	profile, err := m.OwnOrTypeProfile(e, b.Profile)
	if err != nil {
		return nil, err
	}
	c := *b
	c.Start, c.End = shape.MirroredPoint(b.Start, by), shape.MirroredPoint(b.End, by)
	rotation, ok := shape.MirroredAlong(profile, b.Start, b.End, 0, b.Rotation, by)
	centred := b.Justification == "" || b.Justification == "center"
	if upright := (geometry.FullTurn - rotation%geometry.FullTurn) % geometry.FullTurn; ok && !centred &&
		!shape.Round(profile) && upright != b.Rotation%geometry.FullTurn {
		ok = false
	}
	if !ok {
		return nil, shape.WithoutImage(e)
	}
	c.Rotation = rotation
	return &c, nil
}
