package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// FloorUse is the use of a floor, in IFC's terms (IfcSlabTypeEnum).
type FloorUse string

// Enum lists the uses of floors.
func (FloorUse) Enum() []string { return []string{"floor", "baseslab", "landing"} }

// Floor is a slab. Its top lies on the level plus offset, and its underside is level. Thickness is measured at the
// highest point of the top, which may fall to drains and channels.
type Floor struct {
	Boundary  []geometry.Point2 `json:"boundary_points"`
	Holes     []geometry.Ring   `json:"holes,omitempty" jsonschema:"rings of points"`
	Thickness geometry.Length   `json:"thickness,omitempty" rule:"nonnegative" jsonschema:"or type_id"`
	Offset    geometry.Length   `json:"offset,omitempty"`
	FloorType FloorUse          `json:"floor_type,omitempty" jsonschema:"default floor"`
	Falls     []FloorFall       `json:"falls,omitempty" jsonschema:"of its top, to drains and channels"`
	Fixed     *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // replaces the other parameters
}

func (f *Floor) Outline() (geometry.Region, error) {
	polygon, err := geometry.NewPolygon(f.Boundary, f.Holes...)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	return geometry.Region{polygon}, nil
}

func (f *Floor) Check(m *state.Model, e *state.Element) error {
	if err := shape.CheckOutline("boundary_points", f.Boundary, f.Holes...); err != nil {
		return err
	}
	top := shape.ElevationOf(m, e.LevelID) + f.Offset
	if err := m.CheckHeights("offset", top, top-FloorThickness(m, e)); err != nil {
		return err
	}
	if err := m.CheckThickness(e, f.Thickness); err != nil {
		return err
	}
	return f.checkFalls(FloorThickness(m, e))
}

func (f *Floor) Moved(t state.Transform) state.Params {
	c := *f
	c.Boundary, c.Holes = t.Ring(f.Boundary), t.Rings(f.Holes)
	c.Falls = movedFalls(f.Falls, t.Plan, t.Ring)
	c.Offset += t.Delta.Z
	return &c
}

func (f *Floor) Anchor(*state.Model, *state.Element) geometry.Point3 {
	return f.Boundary[0].At(f.Offset)
}

func (f *Floor) Centre() geometry.Point2 { return shape.Middle(f.Boundary...) }

func (f *Floor) FixedField() **state.FixedShape { return &f.Fixed }

func (f *Floor) Plate(m *state.Model, e *state.Element) (Plate, bool, error) {
	top := shape.ElevationOf(m, e.LevelID) + f.Offset
	region, err := f.Outline()
	return Plate{Region: region, Top: top, Bottom: top - FloorThickness(m, e)}, true, err
}

// FloorThickness returns the thickness of a floor, from its type or from the floor itself.
func FloorThickness(m *state.Model, e *state.Element) geometry.Length {
	return m.LayersThickness(e, e.Params.(*Floor).Thickness)
}

func (f *Floor) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	outline, err := f.Outline()
	if err != nil {
		return nil, err
	}
	net := m.Stop.Subtract(outline, planCuts(m, e.ID)...)
	var body geometry.Body
	if len(f.Falls) > 0 {
		body, err = f.fallenBody(m, e, net)
	} else {
		top := shape.ElevationOf(m, e.LevelID) + f.Offset
		body, err = shape.OneSolid(m.Stop.Extrude(shape.Horizontal(top), net, -FloorThickness(m, e), 0))
	}
	if err != nil {
		return nil, err
	}
	return carvedPlate(m, e, body)
}

func (f *Floor) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	outline, err := f.Outline()
	if err != nil {
		return nil, err
	}
	net := m.Stop.Subtract(outline, planCuts(m, e.ID)...)
	solid, err := geometry.NewPolygon(f.Boundary)
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	thickness := FloorThickness(m, e)
	gross, err := f.VolumeOver(m, geometry.Region{solid}, thickness)
	if err != nil {
		return nil, err
	}
	left, err := f.VolumeOver(m, net, thickness)
	if err != nil {
		return nil, err
	}
	if hasCarving(m, e.ID) {
		body, err := f.Body(m, e)
		if err != nil {
			return nil, err
		}
		left = body.Volume()
		net = m.Stop.Subtract(outline, planRegions(m, e.ID, (*Opening).Through)...)
	}
	return []state.Quantity{
		shape.Length("Width", thickness.M()), shape.Length("Perimeter", solid.Perimeter().M()),
		shape.Area("GrossArea", solid.Area()), shape.Area("NetArea", net.Area()),
		shape.Volume("GrossVolume", gross),
		shape.Volume("NetVolume", left),
	}, nil
}

// leastStrip is the largest area in m2 of a hole that may lie outside the outline, because corners are rounded.
const leastStrip = 1e-6

// Notched returns the outline and the holes of a plate after merging. A hole that touches the edge becomes a notch in
// the edge, and holes that touch each other become one hole. The plate is returned unchanged if a hole is not in the
// outline, or if the holes leave nothing or several parts; the caller then refuses the plate.
func Notched(outer []geometry.Point2, holes []geometry.Ring) ([]geometry.Point2, []geometry.Ring) {
	if _, err := geometry.NewPolygon(outer, holes...); err == nil || len(holes) == 0 {
		return outer, holes
	}
	whole, err := geometry.NewPolygon(outer)
	if err != nil {
		return outer, holes
	}
	var cuts []geometry.Region
	for _, h := range holes {
		ring := slices.Clone(h)
		if ring.Area() < 0 {
			slices.Reverse(ring)
		}
		cut, err := geometry.NewPolygon(ring)
		if err != nil || geometry.Subtract(geometry.Region{cut}, geometry.Region{whole}).Area() > leastStrip {
			return outer, holes
		}
		cuts = append(cuts, geometry.Region{cut})
	}
	left := geometry.Subtract(geometry.Region{whole}, cuts...)
	if len(left) != 1 {
		return outer, holes
	}
	return left[0].Outer, left[0].Holes
}
