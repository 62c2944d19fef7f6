package fabric

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// RoofThickness returns the thickness of a roof across its slope, from its type or from the roof itself.
func RoofThickness(m *state.Model, e *state.Element) geometry.Length {
	return m.LayersThickness(e, e.Params.(*Roof).Thickness)
}

// RoofShape is a roof as planes over its plan, each thickened upwards by Vertical. The planes leave out the openings
// that go vertically through the roof.
type RoofShape struct {
	Facets   []geometry.Facet
	Vertical geometry.Length
}

// RoofShapeOf returns the shape of a roof in world coordinates.
func RoofShapeOf(m *state.Model, e *state.Element) (RoofShape, error) {
	r := e.Params.(*Roof)
	facets, err := r.Facets(m.Stop, bodyshape.ElevationOf(m, e.LevelID)+r.Offset)
	if err != nil {
		return RoofShape{}, err
	}
	return RoofShape{Facets: facetsWithout(m.Stop, facets, planCuts(m, e.ID)),
		Vertical: r.Vertical(RoofThickness(m, e))}, nil
}

// facetsWithout returns the parts of facets outside some regions of the plan.
func facetsWithout(stop geometry.Interrupt, facets []geometry.Facet, cuts []geometry.Region) []geometry.Facet {
	if len(cuts) == 0 {
		return facets
	}
	var out []geometry.Facet
	for _, f := range facets {
		out = append(out, facetsOver(stop.Subtract(geometry.Region{f.Plan}, cuts...), f.Plane)...)
	}
	return out
}

func (r *Roof) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	shape, err := RoofShapeOf(m, e)
	if err != nil {
		return nil, err
	}
	body, err := bodyshape.OneSolid(geometry.RoofShell(shape.Facets, shape.Vertical))
	if err != nil {
		return nil, err
	}
	return carvedPlate(m, e, body)
}

func (r *Roof) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	outline, err := r.Outline()
	if err != nil {
		return nil, err
	}
	shape, err := RoofShapeOf(m, e)
	if err != nil {
		return nil, err
	}
	body, err := r.Body(m, e)
	if err != nil {
		return nil, err
	}
	if hasCarving(m, e.ID) {
		shape.Facets = facetsWithout(m.Stop, shape.Facets, planRegions(m, e.ID, (*Opening).Through))
	}
	gross, net, err := r.sloped(m, shape)
	if err != nil {
		return nil, err
	}
	projected := outline.Area()
	if len(r.Edges) == 0 {
		gross = float64(projected * r.secant())
	}
	return []state.Quantity{
		bodyshape.Area("GrossArea", gross), bodyshape.Area("NetArea", net),
		bodyshape.Area("ProjectedArea", projected),
		bodyshape.Volume("GrossVolume", float64(projected*shape.Vertical.M())),
		bodyshape.Volume("NetVolume", body.Volume()),
	}, nil
}

// secant returns the area of a plane with the slope of the roof, divided by the plane's area in plan.
func (r *Roof) secant() float64 {
	if r.RoofType == RoofFlat {
		return 1
	}
	return 1 / r.Slope.Cos()
}

// sloped returns the areas of the planes of a roof along their slopes, before and after its openings.
func (r *Roof) sloped(m *state.Model, net RoofShape) (grossArea, netArea float64, err error) {
	if len(r.Edges) == 0 {
		for _, f := range net.Facets {
			netArea += f.Plan.Area()
		}
		return 0, float64(netArea * r.secant()), nil
	}
	whole, err := r.Facets(m.Stop, 0)
	if err != nil {
		return 0, 0, err
	}
	along := func(facets []geometry.Facet) (sum float64) {
		for _, f := range facets {
			sum += f.Plan.Area() / f.Plane.Normal.Z
		}
		return sum
	}
	return along(whole), along(net.Facets), nil
}
