package export

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// area is the type of all profiles that are swept to solids (IfcProfileTypeEnum).
const area = step.Enum("AREA")

// polygonProfile writes a polygon as the simplest profile that can express it: a rectangle, an outline, or an outline
// with voids.
func (x *exporter) polygonProfile(p geometry.Polygon) step.Ref {
	if lo, hi, ok := asRectangle(p); ok {
		return x.rectangle(lo, hi)
	}
	outer := x.ring(p.Outer)
	if len(p.Holes) == 0 {
		return x.add("IFCARBITRARYCLOSEDPROFILEDEF", area, null, outer)
	}
	voids := make([]step.Ref, len(p.Holes))
	for i, hole := range p.Holes {
		voids[i] = x.ring(hole)
	}
	return x.add("IFCARBITRARYPROFILEDEFWITHVOIDS", area, null, outer, x.refs(voids...))
}

// rectangle writes a rectangle parallel to the axes of its plane.
func (x *exporter) rectangle(lo, hi geometry.Point2) step.Ref {
	width, depth := hi.X-lo.X, hi.Y-lo.Y
	// Twice the centre is on the grid; the centre itself may lie half a micrometre off it.
	centre := x.point(float64(lo.X+hi.X)/2, float64(lo.Y+hi.Y)/2)
	at := x.share("IFCAXIS2PLACEMENT2D", centre, null)
	return x.add("IFCRECTANGLEPROFILEDEF", area, null, at, mm(width), mm(depth))
}

// asRectangle returns the corners of a polygon if it is a rectangle parallel to the axes.
func asRectangle(p geometry.Polygon) (lo, hi geometry.Point2, ok bool) {
	if len(p.Outer) != 4 || len(p.Holes) > 0 {
		return lo, hi, false
	}
	lo, hi = p.Bounds()
	for i, q := range p.Outer {
		next := p.Outer[(i+1)%4]
		if (q.X != lo.X && q.X != hi.X) || (q.Y != lo.Y && q.Y != hi.Y) || (q.X == next.X) == (q.Y == next.Y) {
			return lo, hi, false
		}
	}
	return lo, hi, true
}

// ring writes a closed line, which ends with its first point.
func (x *exporter) ring(r geometry.Ring) step.Ref {
	points := make([]step.Ref, len(r), len(r)+1)
	for i, p := range r {
		points[i] = x.point2(p)
	}
	return x.add("IFCPOLYLINE", x.refs(append(points, points[0])...))
}

// section writes the cross section of a column or beam. In IFC, as in the model, profiles have the centre of their
// bounding box at the origin (IFC4 ADD2, 8.15.3: IfcParameterizedProfileDef).
func (x *exporter) section(p geometry.Profile) (step.Ref, error) {
	if err := p.Validate(); err != nil {
		return 0, err
	}
	name, at := step.String(sectionName(p)), x.axes2(geometry.Point2{})
	switch p.Shape {
	case geometry.ProfileRectangle:
		return x.add("IFCRECTANGLEPROFILEDEF", area, name, at, mm(p.Width), mm(p.Depth)), nil
	case geometry.ProfileCircle:
		return x.add("IFCCIRCLEPROFILEDEF", area, name, at, half(p.Diameter)), nil
	case geometry.ProfileRectangleHollow:
		return x.add("IFCRECTANGLEHOLLOWPROFILEDEF", area, name, at, mm(p.Width), mm(p.Depth),
			mm(p.WallThickness), null, null), nil
	case geometry.ProfileCircleHollow:
		return x.add("IFCCIRCLEHOLLOWPROFILEDEF", area, name, at, half(p.Diameter), mm(p.WallThickness)), nil
	case geometry.ProfileI:
		return x.add("IFCISHAPEPROFILEDEF", area, name, at, mm(p.Width), mm(p.Depth), mm(p.WebThickness),
			mm(p.FlangeThickness), null, null, null), nil
	case geometry.ProfileT:
		return x.add("IFCTSHAPEPROFILEDEF", area, name, at, mm(p.Depth), mm(p.Width), mm(p.WebThickness),
			mm(p.FlangeThickness), null, null, null, null, null), nil
	case geometry.ProfileU:
		return x.add("IFCUSHAPEPROFILEDEF", area, name, at, mm(p.Depth), mm(p.Width), mm(p.WebThickness),
			mm(p.FlangeThickness), null, null, null), nil
	case geometry.ProfileL:
		return x.add("IFCLSHAPEPROFILEDEF", area, name, at, mm(p.Depth), mm(p.Width),
			mm(p.WallThickness), null, null, null), nil
	}
	return 0, state.Errorf(state.Internal, "profiles of shape %q have no form in IFC", p.Shape)
}

// half returns half a length, which need not lie on the grid.
func half(l geometry.Length) step.Real { return step.Real(l.MM() / 2) }

// sectionName names a section by its shape and size.
func sectionName(p geometry.Profile) string {
	name := string(p.Shape)
	for i, d := range []geometry.Length{p.Diameter, p.Width, p.Depth, p.WallThickness,
		p.WebThickness, p.FlangeThickness} {
		if d != 0 {
			separator := "x"
			if name == string(p.Shape) {
				separator = " "
			}
			name += fmt.Sprintf("%s%s%s", separator, d, dimensionMark[i])
		}
	}
	return name
}

// dimensionMark marks thicknesses in a section's name, to distinguish them from overall dimensions.
var dimensionMark = [...]string{"", "", "", "s", "w", "f"}
