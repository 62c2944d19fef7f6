package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// FloorUse is what a floor is, in IFC's terms (IfcSlabTypeEnum).
type FloorUse string

// Enum lists the uses.
func (FloorUse) Enum() []string { return []string{"floor", "baseslab", "landing"} }

// Floor is a horizontal slab. Its top lies on the level plus offset.
type Floor struct {
	Boundary  []geometry.Point2 `json:"boundary_points"`
	Holes     []geometry.Ring   `json:"holes,omitempty" jsonschema:"rings of points"`
	Thickness geometry.Length   `json:"thickness,omitempty" rule:"nonnegative" jsonschema:"or type_id"`
	Offset    geometry.Length   `json:"offset,omitempty"`
	FloorType FloorUse          `json:"floor_type,omitempty" jsonschema:"default floor"`
	Fixed     *FixedShape       `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

func (f *Floor) outline() (geometry.Region, error) {
	polygon, err := geometry.NewPolygon(f.Boundary, f.Holes...)
	if err != nil {
		return nil, geometryError(err)
	}
	return geometry.Region{polygon}, nil
}

func (f *Floor) check(m *Model, e *Element) error {
	if err := checkOutline("boundary_points", f.Boundary, f.Holes...); err != nil {
		return err
	}
	top := m.elevation(e.LevelID) + f.Offset
	if err := m.checkHeights("offset", top, top-m.FloorThickness(e)); err != nil {
		return err
	}
	return m.checkThickness(e, f.Thickness)
}

func (f *Floor) moved(t Transform) Params {
	c := *f
	c.Boundary, c.Holes = t.ring(f.Boundary), t.rings(f.Holes)
	c.Offset += t.Delta.Z
	return &c
}

func (f *Floor) anchor(*Model, *Element) geometry.Point3 { return f.Boundary[0].At(f.Offset) }

func (f *Floor) centre() geometry.Point2 { return middle(f.Boundary...) }

func (f *Floor) fixedField() **FixedShape { return &f.Fixed }

func (f *Floor) plate(m *Model, e *Element) (Plate, bool, error) {
	top := m.elevation(e.LevelID) + f.Offset
	region, err := f.outline()
	return Plate{Region: region, Top: top, Bottom: top - m.FloorThickness(e)}, true, err
}

// CreateFloor adds a floor.
type CreateFloor struct {
	LevelID ID `json:"level_id"`
	Floor
	TypeID     ID           `json:"type_id,omitempty"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateFloor) decide(t *transaction) error {
	floor := c.Floor
	floor.FloorType = FloorUse(orElse(string(floor.FloorType), "floor"))
	floor.Boundary, floor.Holes = notched(floor.Boundary, floor.Holes)
	if err := c.Properties.check(); err != nil {
		return err
	}
	return t.create(&Element{ID: t.newID(), Category: CategoryFloor, Name: c.Name, LevelID: c.LevelID, TypeID: c.TypeID,
		Params: &floor, Psets: c.Properties.sorted()})
}

// FloorThickness returns a floor's thickness, from its type or its own.
func (m *Model) FloorThickness(e *Element) geometry.Length {
	return m.layersThickness(e, e.Params.(*Floor).Thickness)
}

func (f *Floor) body(m *Model, e *Element) (geometry.Body, error) {
	outline, err := f.outline()
	if err != nil {
		return nil, err
	}
	net := m.stop.Subtract(outline, m.planCuts(e.ID)...)
	top := m.elevation(e.LevelID) + f.Offset
	return oneSolid(m.stop.Extrude(horizontal(top), net, -m.FloorThickness(e), 0))
}

func (f *Floor) quantities(m *Model, e *Element) ([]Quantity, error) {
	outline, err := f.outline()
	if err != nil {
		return nil, err
	}
	net := m.stop.Subtract(outline, m.planCuts(e.ID)...)
	solid, err := geometry.NewPolygon(f.Boundary)
	if err != nil {
		return nil, geometryError(err)
	}
	thickness := m.FloorThickness(e).M()
	return []Quantity{
		length("Width", thickness), length("Perimeter", solid.Perimeter().M()),
		area("GrossArea", solid.Area()), area("NetArea", net.Area()),
		volume("GrossVolume", float64(solid.Area()*thickness)), volume("NetVolume", float64(net.Area()*thickness)),
	}, nil
}

// leastStrip is the area of a hole, in m2, that may lie outside of the outline as a rounding of its corners.
const leastStrip = 1e-6

// notched returns the outline of a plate and its holes where holes touch the edge or each other: such a hole is a notch
// in the edge, and holes that touch are one. A hole that is not in the outline, and holes that leave nothing or several
// parts, come back as they are, and are refused for that.
func notched(outer []geometry.Point2, holes []geometry.Ring) ([]geometry.Point2, []geometry.Ring) {
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
