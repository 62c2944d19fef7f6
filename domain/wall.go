package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// LocationLine is the position of the wall's body relative to its start-end line. The interior is on the left of the
// direction from start to end.
type LocationLine string

// The location lines.
const (
	LocationCenter   LocationLine = "center"
	LocationInterior LocationLine = "interior" // the line is the interior face
	LocationExterior LocationLine = "exterior" // the line is the exterior face
)

// Enum lists the location lines.
func (LocationLine) Enum() []string { return []string{"center", "interior", "exterior"} }

// WallUse is the use of a wall, in IFC's terms (IfcWallTypeEnum).
type WallUse string

// Enum lists the uses.
func (WallUse) Enum() []string {
	return []string{"solid", "partitioning", "shear", "parapet", "plumbing", "movable"}
}

// Wall is a vertical wall along a straight line, or along the arc through Mid.
type Wall struct {
	Start geometry.Point2 `json:"start"`
	End   geometry.Point2 `json:"end"`
	// Mid is a point of the arc between the ends; nil for a straight wall.
	Mid          *geometry.Point2 `json:"mid,omitempty" jsonschema:"makes an arc through it"`
	Height       geometry.Length  `json:"height" rule:"positive"`
	Thickness    geometry.Length  `json:"thickness,omitempty" rule:"nonnegative" jsonschema:"or type_id"`
	BaseOffset   geometry.Length  `json:"base_offset,omitempty" jsonschema:"above the level"`
	LocationLine LocationLine     `json:"location_line,omitempty" jsonschema:"default center"`
	WallType     WallUse          `json:"wall_type,omitempty"`
	// roofs, floors, ceilings, levels
	AttachedTop  []ID        `json:"attached_top,omitempty" rule:"set" input:"-"`
	AttachedBase []ID        `json:"attached_base,omitempty" rule:"set" input:"-"` // the same
	Fixed        *FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"`       // in place of the others
}

func (w *Wall) check(m *Model, e *Element) error {
	if geometry.Distance(w.Start, w.End) < minimumExtent {
		return Errorf(DegenerateGeometry, "the wall starts where it ends: start and end must differ").With(
			"parameter", "end")
	}
	if err := w.checkArc(m, e); err != nil {
		return err
	}
	s := m.strip(e)
	if err := m.checkHeights("height", s.z0, s.z1); err != nil {
		return err
	}
	if err := m.checkAttachments(w.attachments()); err != nil {
		return err
	}
	return m.checkThickness(e, w.Thickness)
}

func (w *Wall) moved(t Transform) Params {
	c := *w
	c.Start, c.End = t.plan(w.Start), t.plan(w.End)
	if w.Mid != nil {
		mid := t.plan(*w.Mid)
		c.Mid = &mid
	}
	c.BaseOffset += t.Delta.Z
	return &c
}

func (w *Wall) anchor(*Model, *Element) geometry.Point3 { return w.Start.At(w.BaseOffset) }

func (w *Wall) centre() geometry.Point2 {
	if w.Mid != nil {
		return middle(middle(w.Start, w.End), *w.Mid)
	}
	return middle(w.Start, w.End)
}

func (w *Wall) fixedField() **FixedShape { return &w.Fixed }

// CreateWall adds a wall.
type CreateWall struct {
	LevelID ID `json:"level_id"`
	Wall
	TypeID     ID           `json:"type_id,omitempty"`
	Name       string       `json:"name,omitempty"`
	Properties PropertySets `json:"properties,omitempty"`
}

func (c CreateWall) decide(t *transaction) error {
	wall := c.Wall
	if wall.LocationLine == "" {
		wall.LocationLine = LocationCenter
	}
	if err := c.Properties.check(); err != nil {
		return err
	}
	return t.create(&Element{ID: t.newID(), Category: CategoryWall, Name: c.Name, LevelID: c.LevelID, TypeID: c.TypeID,
		Params: &wall, Psets: c.Properties.sorted()})
}

func (w *Wall) body(m *Model, e *Element) (geometry.Body, error) {
	plan, err := m.WallPlan(e.ID)
	if err != nil {
		return nil, err
	}
	t, attached, err := m.trimWall(e, w, plan)
	switch {
	case err != nil:
		return nil, err
	case attached:
		return w.cutBody(t, plan, m.WallOpenings(e.ID))
	}
	return w.solid(plan, m.WallOpenings(e.ID))
}

// solid returns the wall over a footprint, with its openings cut.
func (w *Wall) solid(plan WallPlan, openings []OpeningRect) (geometry.Body, error) {
	return oneSolid(geometry.SubtractPrisms(plan.Frame, plan.Region, 0, w.Height, cutsOf(plan, openings)))
}

// cutsOf returns the openings of a wall as what is cut out of it, in its frame.
func cutsOf(plan WallPlan, openings []OpeningRect) []geometry.Layer {
	var cuts []geometry.Layer
	for _, o := range openings {
		cuts = append(cuts, geometry.Layer{Base: geometry.Region{o.cut(plan)}, Z0: o.Sill, Z1: o.Sill + o.Height})
	}
	return cuts
}

func (w *Wall) quantities(m *Model, e *Element) ([]Quantity, error) {
	plan, err := m.WallPlan(e.ID)
	if err != nil {
		return nil, err
	}
	return m.WallQuantities(e, plan, m.WallOpenings(e.ID))
}
