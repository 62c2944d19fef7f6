package domain

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// quantities returns the quantities of segments: the gross section is the area within the outline, the net section that
// of the wall.
func (s *Segment) quantities(m *Model, e *Element) ([]Quantity, error) {
	shape, err := s.shape(m, e)
	if err != nil {
		return nil, err
	}
	net, err := shape.Profile.Area()
	if err != nil {
		return nil, geometryError(err)
	}
	outline, err := outlineOf(shape.Profile)
	if err != nil {
		return nil, err
	}
	gross, err := outline.Area()
	if err != nil {
		return nil, geometryError(err)
	}
	around, err := perimeter(outline)
	if err != nil {
		return nil, err
	}
	l := shape.Length.M()
	return []Quantity{
		length("Length", l), area("CrossSectionArea", net), area("GrossCrossSectionArea", gross),
		area("NetCrossSectionArea", net),
		area("OuterSurfaceArea", float64(around*l)), volume("GrossVolume", float64(gross*l)),
		volume("NetVolume", float64(net*l)),
	}, nil
}

// outlineOf returns the solid profile within the outline of a hollow one.
func outlineOf(p geometry.Profile) (geometry.Profile, error) {
	switch p.Shape {
	case geometry.ProfileCircleHollow:
		return geometry.Profile{Shape: geometry.ProfileCircle, Diameter: p.Diameter}, nil
	case geometry.ProfileRectangleHollow:
		return geometry.Profile{Shape: geometry.ProfileRectangle, Width: p.Width, Depth: p.Depth}, nil
	}
	return p, p.Validate()
}

// perimeter returns the length around a profile in m.
func perimeter(p geometry.Profile) (float64, error) {
	if round(p) {
		return float64(math.Pi * p.Diameter.M()), nil
	}
	region, err := p.Region()
	if err != nil {
		return 0, geometryError(err)
	}
	return region.Perimeter().M(), nil
}
