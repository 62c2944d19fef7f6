package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// RoofType is the shape of a roof: flat, shed, gable or hip.
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
// by slope, which a flat roof ignores. The overhang continues the underside outwards and down. Thickness is measured
// across the slope; ridge and eaves are cut vertically. A shed rises towards +Y (ridge x) or +X (ridge y), turned by
// the ridge angle. If gables are given, a plane rises from each edge that is not a gable, and the ridge has no effect.
// Edges may have their own slope, overhang and eaves height. Thickness is measured across the slope of the roof, and
// planes with another slope have the same vertical thickness.
type Roof struct {
	Boundary       []geometry.Point2 `json:"boundary_points"`
	RoofType       RoofType          `json:"roof_type"`
	Slope          geometry.Angle    `json:"slope,omitempty" jsonschema:"degrees"`
	Thickness      geometry.Length   `json:"thickness,omitempty" rule:"nonnegative" jsonschema:"across the slope"`
	Overhang       geometry.Length   `json:"overhang,omitempty" rule:"nonnegative"`
	RidgeDirection RidgeDirection    `json:"ridge_direction,omitempty" jsonschema:"default: longer side"`
	RidgeAngle     geometry.Angle    `json:"ridge_angle,omitempty" jsonschema:"from ridge_direction"`
	Gables         []geometry.Point2 `json:"gables,omitempty" jsonschema:"a point on each edge with one"`
	Edges          []RoofEdge        `json:"edges,omitempty" jsonschema:"edges unlike the others"`
	Offset         geometry.Length   `json:"offset,omitempty"`
	Fixed          *state.FixedShape `json:"fixed,omitempty" rule:"fixed" input:"-"` // replaces the other parameters
}

// MaxSlope is the steepest slope of a roof. Up to it, the vertical thickness is less than six times the thickness
// measured at right angles to the slope (1/cos 80° = 5.76).
const MaxSlope = 80 * geometry.Degree

func (r *Roof) Check(m *state.Model, e *state.Element) error {
	if r.Slope < 0 {
		return state.Errorf(state.OutOfRange, "slope is %s degrees: it must not be negative", r.Slope).With("parameter",
			"slope")
	}
	if r.RoofType != RoofFlat && (r.Slope <= 0 || r.Slope > MaxSlope) {
		return state.Errorf(state.OutOfRange, "slope is %s degrees: give more than 0 and at most %s", r.Slope,
			MaxSlope).With("parameter", "slope")
	}
	if err := shape.CheckAngle("ridge_angle", r.RidgeAngle); err != nil {
		return err
	}
	if err := m.CheckThickness(e, r.Thickness); err != nil {
		return err
	}
	if err := m.CheckHeights("offset", shape.ElevationOf(m, e.LevelID)+r.Offset); err != nil {
		return err
	}
	if err := shape.CheckOutline("boundary_points", r.Boundary); err != nil {
		return err
	}
	if err := r.checkGables(); err != nil {
		return err
	}
	if err := r.checkEdges(); err != nil {
		return err
	}
	facets, err := r.Facets(m.Stop, 0)
	if err != nil {
		return err
	}
	if err := r.checkCover(facets); err != nil {
		return err
	}
	_, err = geometry.RoofShell(facets, r.Vertical(m.LayersThickness(e, r.Thickness)))
	return shape.GeometryError(err)
}

// Vertical returns the vertical thickness of a roof with the given thickness across its slope.
func (r *Roof) Vertical(thickness geometry.Length) geometry.Length {
	if r.RoofType == RoofFlat {
		return thickness
	}
	return RoundLength(float64(thickness) / r.Slope.Cos())
}

func (r *Roof) Moved(t state.Transform) state.Params {
	c := *r
	c.Boundary, c.Gables = t.Ring(r.Boundary), t.Ring(r.Gables)
	c.Edges = slices.Clone(r.Edges)
	for i, e := range r.Edges {
		c.Edges[i].At = t.Ring([]geometry.Point2{e.At})[0]
	}
	c.Offset += t.Delta.Z
	c.RidgeDirection, c.RidgeAngle = r.TurnedRidge(t.Rotation)
	return &c
}

func (r *Roof) Anchor(*state.Model, *state.Element) geometry.Point3 {
	return r.Boundary[0].At(r.Offset)
}

func (r *Roof) Centre() geometry.Point2 { return shape.Middle(r.Boundary...) }

func (r *Roof) FixedField() **state.FixedShape { return &r.Fixed }

func (r *Roof) Plate(m *state.Model, e *state.Element) (Plate, bool, error) {
	if r.RoofType != RoofFlat {
		return Plate{}, false, nil
	}
	bottom := shape.ElevationOf(m, e.LevelID) + r.Offset
	region, err := regionOf(r.Boundary)
	return Plate{Region: region, Bottom: bottom, Top: bottom + RoofThickness(m, e)}, true, err
}

// gableReach is the largest distance from an edge of a point that identifies the edge. It is a millimetre, the step in
// which plans are drawn.
const gableReach = geometry.Millimetre

// checkGables refuses gables for a form of roof that has none. Otherwise a roof with gables would lose them unnoticed
// when its form changes.
func (r *Roof) checkGables() error {
	if len(r.Gables) == 0 || r.RoofType == RoofGable || r.RoofType == RoofHip {
		return nil
	}
	return state.Errorf(state.OutOfRange, "a %s roof has no gables to choose: leave gables out, or choose gable or hip",
		r.RoofType).With("parameter", "gables")
}

// gableEdges returns the numbers of the edges of the boundary on which the points of the gables lie.
func (r *Roof) gableEdges(ring geometry.Ring) ([]int, error) {
	var out []int
	for _, p := range r.Gables {
		i, ok := edgeAt(ring, p)
		if !ok {
			return nil, noEdge(p, "gables", "which edge of the boundary has a gable")
		}
		out = append(out, i)
	}
	return out, nil
}

// edgeAt returns the number of the edge of a ring on which a point lies. It returns false if the point lies on no edge
// or on two.
func edgeAt(ring geometry.Ring, p geometry.Point2) (number int, ok bool) {
	for i, a := range ring {
		if geometry.Beside(p, a, ring[(i+1)%len(ring)], gableReach) {
			if ok {
				return 0, false
			}
			number, ok = i, true
		}
	}
	return number, ok
}

// noEdge returns the error for a point of a parameter that does not identify an edge.
func noEdge(p geometry.Point2, parameter, what string) error {
	return state.Errorf(state.OutOfRange,
		"(%s, %s) does not tell %s: give the middle of that edge; to change the boundary empty %s first, and give "+
			"them anew after it", p.X, p.Y, what, parameter).With("parameter", parameter)
}
