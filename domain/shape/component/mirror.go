package component

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Mirrored returns the component at the mirror image of its place, with its front turned to the image of its front. A
// component has no mirror image if it is not symmetric left to right, or if its body is fixed.
func (c *Component) Mirrored(m *state.Model, e *state.Element, by geometry.Mirror) (state.Params, error) {
	if c.BodyID != "" {
		return nil, state.Errorf(state.IllegalState, "%s %q has a fixed body, which is not mirrored: leave it out, or "+
			"place it by a type", e.Category, e.Name).With("element_id", e.ID)
	}
	parts, err := componentParts(m, e, c)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		image := p
		image.At.X = -p.At.X
		if _, ok := shape.MirroredSection(p.Profile, 0, geometry.QuarterTurn); !ok || !slices.Contains(parts, image) {
			return nil, state.Errorf(state.IllegalState, "the parts of %s %q differ on its left and right, so its "+
				"mirror image is of another type: leave it out, and place one of that type", e.Category, e.Name).
				With("element_id", e.ID)
		}
	}
	k := *c
	k.Location = shape.MirroredPoint(c.Location, by)
	if k.Rotation = (by.Turned(c.Rotation) + geometry.HalfTurn) % geometry.FullTurn; c.round(parts) {
		k.Rotation = c.Rotation
	}
	return &k, nil
}

// round reports whether all parts are round about the middle, because such a component has no front.
func (c *Component) round(parts []state.ComponentPart) bool {
	return !slices.ContainsFunc(parts, func(p state.ComponentPart) bool {
		return !shape.Round(p.Profile) || p.At.X != 0 || p.At.Y != 0
	})
}
