package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// RoofThickness returns a roof's thickness across its slope, from its type or its own.
func (m *Model) RoofThickness(e *Element) geometry.Length {
	return m.layersThickness(e, e.Params.(*Roof).Thickness)
}

// RoofShape is a roof as planes over its plan, net of its openings, each thickened upwards by Vertical.
type RoofShape struct {
	Facets   []geometry.Facet
	Vertical geometry.Length
}

// RoofShape returns the shape of a roof in world coordinates.
func (m *Model) RoofShape(e *Element) (RoofShape, error) {
	r := e.Params.(*Roof)
	facets, err := r.facets(m.stop, m.elevation(e.LevelID)+r.Offset)
	if err != nil {
		return RoofShape{}, err
	}
	shape := RoofShape{Vertical: r.vertical(m.RoofThickness(e))}
	cuts := m.planCuts(e.ID)
	for _, f := range facets {
		if len(cuts) == 0 {
			shape.Facets = append(shape.Facets, f)
			continue
		}
		shape.Facets = append(shape.Facets, facetsOver(m.stop.Subtract(geometry.Region{f.Plan}, cuts...), f.Plane)...)
	}
	return shape, nil
}

func (r *Roof) body(m *Model, e *Element) (geometry.Body, error) {
	shape, err := m.RoofShape(e)
	if err != nil {
		return nil, err
	}
	return oneSolid(geometry.RoofShell(shape.Facets, shape.Vertical))
}

func (r *Roof) quantities(m *Model, e *Element) ([]Quantity, error) {
	outline, err := r.outline()
	if err != nil {
		return nil, err
	}
	shape, err := m.RoofShape(e)
	if err != nil {
		return nil, err
	}
	body, err := r.body(m, e)
	if err != nil {
		return nil, err
	}
	secant := 1.0
	if r.RoofType != RoofFlat {
		secant = 1 / r.Slope.Cos()
	}
	var net float64
	for _, f := range shape.Facets {
		net += f.Plan.Area()
	}
	projected := outline.Area()
	return []Quantity{
		area("GrossArea", float64(projected*secant)), area("NetArea", float64(net*secant)),
		area("ProjectedArea", projected),
		volume("GrossVolume", float64(projected*shape.Vertical.M())), volume("NetVolume", body.Volume()),
	}, nil
}
