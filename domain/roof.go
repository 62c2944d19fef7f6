package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// RoofType is the form of a roof.
type RoofType string

// The roof types.
const (
	RoofFlat  RoofType = "flat"
	RoofShed  RoofType = "shed"
	RoofGable RoofType = "gable"
	RoofHip   RoofType = "hip"
)

// Enum lists the roof types.
func (RoofType) Enum() []string { return []string{"flat", "shed", "gable", "hip"} }

// Roof is a roof over a boundary in plan. Its underside meets the boundary's eaves at the level plus offset and rises
// by slope, which a flat roof ignores; the overhang continues it outwards and down. Thickness is measured across the
// slope; ridge and eaves are cut vertically. A shed rises towards +Y (ridge x) or +X (ridge y), turned by the ridge
// angle. With gables a plane rises from each edge but those, and the ridge counts no more.
type Roof struct {
	Boundary       []geometry.Point2 `json:"boundary_points"`
	RoofType       RoofType          `json:"roof_type"`
	Slope          geometry.Angle    `json:"slope,omitempty" jsonschema:"degrees"`
	Thickness      geometry.Length   `json:"thickness,omitempty" rule:"nonnegative" jsonschema:"across the slope"`
	Overhang       geometry.Length   `json:"overhang,omitempty" rule:"nonnegative"`
	RidgeDirection RidgeDirection    `json:"ridge_direction,omitempty" jsonschema:"default: longer side"`
	RidgeAngle     geometry.Angle    `json:"ridge_angle,omitempty" jsonschema:"from ridge_direction"`
	Gables         []geometry.Point2 `json:"gables,omitempty" jsonschema:"a point on each edge with one"`
	Offset         geometry.Length   `json:"offset,omitempty"`
	Fixed          *FixedShape       `json:"fixed,omitempty" rule:"fixed" input:"-"` // in place of the others
}

// maxSlope keeps the vertical thickness of a sloped roof below six times its thickness across the slope.
const maxSlope = 80 * geometry.Degree

func (r *Roof) check(m *Model, e *Element) error {
	if r.Slope < 0 {
		return Errorf(OutOfRange, "slope is %s degrees: it must not be negative", r.Slope).With("parameter", "slope")
	}
	if r.RoofType != RoofFlat && (r.Slope <= 0 || r.Slope > maxSlope) {
		return Errorf(OutOfRange, "slope is %s degrees: give more than 0 and at most %s", r.Slope,
			maxSlope).With("parameter", "slope")
	}
	if err := checkAngle("ridge_angle", r.RidgeAngle); err != nil {
		return err
	}
	if err := m.checkThickness(e, r.Thickness); err != nil {
		return err
	}
	if err := m.checkHeights("offset", m.elevation(e.LevelID)+r.Offset); err != nil {
		return err
	}
	if err := checkOutline("boundary_points", r.Boundary); err != nil {
		return err
	}
	if err := r.checkGables(); err != nil {
		return err
	}
	facets, err := r.facets(m.stop, 0)
	if err != nil {
		return err
	}
	if err := r.checkCover(facets); err != nil {
		return err
	}
	_, err = geometry.RoofShell(facets, r.vertical(m.layersThickness(e, r.Thickness)))
	return geometryError(err)
}

// vertical returns the vertical thickness of a roof with the given thickness across its slope.
func (r *Roof) vertical(thickness geometry.Length) geometry.Length {
	if r.RoofType == RoofFlat {
		return thickness
	}
	return roundLength(float64(thickness) / r.Slope.Cos())
}

func (r *Roof) moved(t Transform) Params {
	c := *r
	c.Boundary, c.Gables = t.ring(r.Boundary), t.ring(r.Gables)
	c.Offset += t.Delta.Z
	c.RidgeDirection, c.RidgeAngle = r.turnedRidge(t.Rotation)
	return &c
}

func (r *Roof) anchor(*Model, *Element) geometry.Point3 { return r.Boundary[0].At(r.Offset) }

func (r *Roof) centre() geometry.Point2 { return middle(r.Boundary...) }

func (r *Roof) fixedField() **FixedShape { return &r.Fixed }

func (r *Roof) plate(m *Model, e *Element) (Plate, bool, error) {
	if r.RoofType != RoofFlat {
		return Plate{}, false, nil
	}
	bottom := m.elevation(e.LevelID) + r.Offset
	region, err := regionOf(r.Boundary)
	return Plate{Region: region, Bottom: bottom, Top: bottom + m.RoofThickness(e)}, true, err
}

// CreateRoof adds a roof.
type CreateRoof struct {
	LevelID ID `json:"level_id"`
	Roof
	TypeID     ID           `json:"type_id,omitempty"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateRoof) decide(t *transaction) error {
	roof := c.Roof
	if roof.RoofType == RoofFlat && roof.Slope != 0 {
		return Errorf(OutOfRange, "a flat roof has no slope: leave slope out, or choose shed, gable or hip").With(
			"parameter", "slope")
	}
	if len(roof.Gables) > 0 && (roof.RidgeDirection != "" || roof.RidgeAngle != 0) {
		return Errorf(OutOfRange, "with gables the planes rise from the other edges, and no ridge is chosen: leave "+
			"ridge_direction and ridge_angle out, or gables").With("parameter", "gables")
	}
	if roof.RidgeDirection == "" && roof.hasRidge() && len(roof.Boundary) > 0 {
		roof.RidgeDirection, roof.RidgeAngle = roof.defaultRidge()
	}
	if err := c.Properties.check(); err != nil {
		return err
	}
	return t.create(&Element{ID: t.newID(), Category: CategoryRoof, Name: c.Name, LevelID: c.LevelID, TypeID: c.TypeID,
		Params: &roof, Psets: c.Properties.sorted()})
}
