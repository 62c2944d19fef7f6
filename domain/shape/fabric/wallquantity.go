package fabric

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// WallQuantities returns the quantities of a wall with the given footprint and openings. [elements.Quantities] finds
// both itself. Length and the side areas belong to the axis, from start to end, as IFC defines them. BodyLength and the
// side areas of the body are measured midway between the faces, after joins. Multiplied by the thickness, they give the
// plan area and the volume. A recess reduces that volume by its own volume.
func WallQuantities(m *state.Model, e *state.Element, plan WallPlan, openings []OpeningRect) ([]state.Quantity, error) {
	w := e.Params.(*Wall)
	t, attached, err := TrimWall(m, e, w, plan)
	switch {
	case err != nil:
		return nil, err
	case attached:
		return w.trimmedQuantities(t, plan, openings)
	}
	return w.uprightQuantities(plan, openings)
}

// trimmedQuantities returns the quantities of an attached wall. All are measured on its body, and the height is the
// greatest height of the body. The side areas are measured midway between the faces. An opening that cuts the middle
// plane reduces the net side area by its whole depth.
func (w *Wall) trimmedQuantities(t Trim, plan WallPlan, openings []OpeningRect) ([]state.Quantity, error) {
	gross, err := w.cutBody(t, plan, nil)
	if err != nil {
		return nil, err
	}
	net, side := gross, gross
	if len(openings) > 0 {
		if net, err = w.cutBody(t, plan, openings); err != nil {
			return nil, err
		}
		side = net
	}
	if middle := throughMiddle(plan, openings); !slices.Equal(middle, openings) {
		if side, err = w.cutBody(t, plan, middle); err != nil {
			return nil, err
		}
	}
	box, thick := gross.Bounds(), plan.Thickness().M()
	return []state.Quantity{
		shape.Length("Length", plan.Length.M()), shape.Length("Width", thick),
		shape.Length("Height", (box.Max.Z - box.Min.Z).M()),
		shape.Length("BodyLength", plan.Region.Area()/thick),
		shape.Area("GrossFootprintArea", plan.Region.Area()), shape.Area("GrossSideArea", gross.Volume()/thick),
		shape.Area("NetSideArea", side.Volume()/thick),
		shape.Area("BodyGrossSideArea", gross.Volume()/thick), shape.Area("BodyNetSideArea", net.Volume()/thick),
		shape.Volume("GrossVolume", gross.Volume()), shape.Volume("NetVolume", net.Volume()),
	}, nil
}

func (w *Wall) uprightQuantities(plan WallPlan, openings []OpeningRect) ([]state.Quantity, error) {
	footprint := plan.Region.Area()
	side := float64(plan.Length.M() * w.Height.M())
	open := middleArea(plan, throughMiddle(plan, openings))
	gross := float64(footprint * w.Height.M())
	net, err := w.netVolume(plan, openings)
	if err != nil {
		return nil, err
	}
	thick := plan.Thickness().M()
	return []state.Quantity{
		shape.Length("Length", plan.Length.M()), shape.Length("Width", thick), shape.Length("Height", w.Height.M()),
		shape.Length("BodyLength", footprint/thick),
		shape.Area("GrossFootprintArea", footprint), shape.Area("GrossSideArea", side),
		shape.Area("NetSideArea", side-open),
		shape.Area("BodyGrossSideArea", gross/thick), shape.Area("BodyNetSideArea", net/thick),
		shape.Volume("GrossVolume", gross), shape.Volume("NetVolume", net),
	}, nil
}

// throughMiddle returns the openings that cut the middle plane of a wall, as if they went through. Only these reduce
// its net side area, which IFC defines "as viewed by an elevation view of the middle plane" (Qto_WallBaseQuantities).
func throughMiddle(plan WallPlan, openings []OpeningRect) []OpeningRect {
	var out []OpeningRect
	for _, o := range openings {
		if o.Depth == 0 || 2*o.Depth > plan.Thickness() {
			if o.Form.plain() {
				o.Depth = 0
			}
			out = append(out, o)
		}
	}
	return out
}

// middleArea returns the area in m2 that openings remove from the middle plane of a wall. Openings that overlap are one
// hole.
func middleArea(plan WallPlan, openings []OpeningRect) (open float64) {
	if rectanglesApart(openings) {
		for _, o := range openings {
			open += float64(o.Width.M() * o.Height.M())
		}
		return open
	}
	var rings []geometry.Region
	for _, o := range openings {
		if p, err := geometry.NewPolygon(o.RingAt(plan, plan.middle())); err == nil {
			rings = append(rings, geometry.Region{p})
		}
	}
	return geometry.Union(rings...).Area()
}

// rectanglesApart reports whether all openings are rectangles square through their wall and no two of them overlap.
func rectanglesApart(openings []OpeningRect) bool {
	for i, o := range openings {
		if !o.Form.plain() || slices.ContainsFunc(openings[:i], o.overlaps) {
			return false
		}
	}
	return true
}

// netVolume returns the volume in m3 of a wall without its openings. Openings that lie apart, each within the wall's
// faces, are subtracted as boxes. Otherwise the body is computed.
func (w *Wall) netVolume(plan WallPlan, openings []OpeningRect) (float64, error) {
	if !w.cutsApart(plan, openings) {
		body, err := w.solid(nil, plan, openings)
		return body.Volume(), err
	}
	// The sum is in halves of cubic micrometres, so that sums of whole millimetres stay exact.
	net := float64(math.Round(plan.Region.Area()*2/squareMicrometre) * float64(w.Height))
	for _, o := range openings {
		deep := plan.Thickness()
		if o.Depth > 0 {
			deep = min(deep, o.Depth)
		}
		net -= float64(2 * float64(o.Width) * float64(o.Height) * float64(deep))
	}
	return net * squareMicrometre / 2 * geometry.Micrometre.M(), nil
}

// squareMicrometre is the area in m2 of a square whose side is the model's unit.
const squareMicrometre = 1e-12

// cutsApart reports whether the openings lie apart from each other and within the wall. Each must lie between the
// wall's two faces, where these run straight, and between its base and its top.
func (w *Wall) cutsApart(plan WallPlan, openings []OpeningRect) bool {
	for i, o := range openings {
		if !o.Form.plain() || o.Sill < 0 || o.Sill+o.Height > w.Height ||
			!plan.straightOver(o.Offset, o.Offset+o.Width) {
			return false
		}
		for _, p := range openings[:i] {
			if o.Offset < p.Offset+p.Width && p.Offset < o.Offset+o.Width &&
				o.Sill < p.Sill+p.Height && p.Sill < o.Sill+o.Height {
				return false
			}
		}
	}
	return true
}

// straightOver reports whether the footprint between two places along the wall is the rectangle between the wall's
// faces.
func (p WallPlan) straightOver(x0, x1 geometry.Length) bool {
	if p.Curved() || len(p.Region) != 1 || len(p.Region[0].Holes) > 0 {
		return false
	}
	faces := 0
	ring := p.Region[0].Outer
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		switch {
		case max(a.X, b.X) <= x0 || min(a.X, b.X) >= x1:
		case a.Y != b.Y || min(a.X, b.X) > x0 || max(a.X, b.X) < x1 || (a.Y != p.YMin && a.Y != p.YMax):
			return false
		default:
			faces++
		}
	}
	return faces == 2
}
