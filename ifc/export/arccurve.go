package export

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/step"
)

// Arcs are segments of an IfcIndexedPolyCurve over three points. Where the schema has no such curve, an arc is an
// IfcTrimmedCurve of an IfcCircle, trimmed by points.

// curvedPrism writes a curved wall's footprint, extruded from its base: one solid for each polygon, with true arcs for
// the wall's faces. It also returns the volume in m3 by which the solids exceed the model's body, whose faces are
// chords.
func (x *exporter) curvedPrism(plan fabric.WallPlan, height geometry.Length) (solids []step.Ref, more float64) {
	faces := faceCircles(plan)
	for _, polygon := range plan.Region {
		outer := arcOutlineOf(polygon.Outer, faces)
		profile := x.arcProfile(outer, polygon)
		solids = append(solids, x.extrusion(profile, x.origin(), x.up(), height))
		if outer.curved() {
			chords := geometry.Polygon{Outer: polygon.Outer}.Area()
			more += float64((outer.area() - chords) * height.M())
		}
	}
	return solids, more
}

// arcProfile writes a polygon as a profile whose outer ring may have arcs.
func (x *exporter) arcProfile(outer arcOutline, p geometry.Polygon) step.Ref {
	if !outer.curved() {
		return x.polygonProfile(p)
	}
	curve := x.arcRing(outer)
	if len(p.Holes) == 0 {
		return x.add("IFCARBITRARYCLOSEDPROFILEDEF", area, null, curve)
	}
	voids := make([]step.Ref, len(p.Holes))
	for i, hole := range p.Holes {
		voids[i] = x.ring(hole)
	}
	return x.add("IFCARBITRARYPROFILEDEFWITHVOIDS", area, null, curve, x.refs(voids...))
}

// arcRing writes a closed line with arcs.
func (x *exporter) arcRing(o arcOutline) step.Ref {
	if !x.dialect.indexedCurves {
		return x.compositeRing(o)
	}
	rows, segments, straight := step.List{}, step.List{}, step.List{}
	number := func(v r3.Vector) step.Int {
		rows = append(rows, onPlane(v))
		return step.Int(len(rows))
	}
	flush := func() {
		if len(straight) > 0 {
			segments, straight = append(segments, step.Typed{Name: "IFCLINEINDEX", Value: straight}), step.List{}
		}
	}
	first := number(o[0].from.At(0).Vector())
	at := first
	for i, e := range o {
		var mid step.Int
		if e.arc != nil {
			mid = number(e.arc.Middle())
		}
		next := first
		if i+1 < len(o) {
			next = number(e.to.At(0).Vector())
		}
		switch {
		case e.arc != nil:
			flush()
			segments = append(segments, step.Typed{Name: "IFCARCINDEX", Value: step.List{at, mid, next}})
		case len(straight) == 0:
			straight = step.List{at, next}
		default:
			straight = append(straight, next)
		}
		at = next
	}
	flush()
	return x.add("IFCINDEXEDPOLYCURVE", x.add("IFCCARTESIANPOINTLIST2D", rows), segments, null)
}

// onPlane returns coordinates in plan in millimetres, rounded to a nanometre.
func onPlane(v r3.Vector) step.List {
	return step.List{step.Real(rounded(v.X/float64(geometry.Millimetre), perMillimetre)),
		step.Real(rounded(v.Y/float64(geometry.Millimetre), perMillimetre))}
}

// compositeRing writes a closed line as an IfcCompositeCurve of polylines and trimmed circles.
func (x *exporter) compositeRing(o arcOutline) step.Ref {
	var segments, straight []step.Ref
	segment := func(curve step.Ref) {
		segments = append(segments, x.add("IFCCOMPOSITECURVESEGMENT", step.Enum("CONTINUOUS"), step.True, curve))
	}
	flush := func() {
		if len(straight) > 0 {
			segment(x.add("IFCPOLYLINE", x.refs(straight...)))
			straight = nil
		}
	}
	for _, e := range o {
		switch {
		case e.arc != nil:
			flush()
			segment(x.trimmedCircle(*e.arc))
		case len(straight) == 0:
			straight = []step.Ref{x.point2(e.from), x.point2(e.to)}
		default:
			straight = append(straight, x.point2(e.to))
		}
	}
	flush()
	return x.add("IFCCOMPOSITECURVE", x.refs(segments...), step.False)
}

// trimmedCircle writes an arc as a part of its circle, between two points.
func (x *exporter) trimmedCircle(a building.Arc) step.Ref {
	at := x.share("IFCAXIS2PLACEMENT2D", x.point(a.Centre.X, a.Centre.Y), null)
	circle := x.add("IFCCIRCLE", at, step.Real(rounded(a.Radius/float64(geometry.Millimetre), perMillimetre)))
	left := step.False
	if a.Sweep > 0 {
		left = step.True
	}
	return x.add("IFCTRIMMEDCURVE", circle, x.refs(x.point(a.Start.X, a.Start.Y)), x.refs(x.point(a.End.X, a.End.Y)),
		left, step.Enum("CARTESIAN"))
}

// wallAxis writes the reference line of a wall in its own frame.
func (x *exporter) wallAxis(w *fabric.Wall, plan fabric.WallPlan) step.Ref {
	arc, ok := lineArc(w, plan)
	if !ok {
		return x.axis2(geometry.Point2{}, geometry.Point2{X: plan.Length})
	}
	var line step.Ref
	if x.dialect.indexedCurves {
		points := x.add("IFCCARTESIANPOINTLIST2D",
			step.List{onPlane(arc.Start), onPlane(arc.Middle()), onPlane(arc.End)})
		line = x.add("IFCINDEXEDPOLYCURVE", points,
			step.List{step.Typed{Name: "IFCARCINDEX", Value: step.List{step.Int(1), step.Int(2), step.Int(3)}}}, null)
	} else {
		line = x.trimmedCircle(arc)
	}
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.planAxis, step.String("Axis"),
		step.String("Curve2D"), x.refs(line))
}

// lineArc returns the reference line of a curved wall in the wall's own frame. It is not rounded, so that an import
// that converts it to world coordinates gets its ends and its middle on the grid again.
func lineArc(w *fabric.Wall, plan fabric.WallPlan) (building.Arc, bool) {
	if !plan.Curved() || w.Mid == nil {
		return building.Arc{}, false
	}
	local := func(p geometry.Point2) r3.Vector {
		return into(plan.Frame, p.Sub(plan.Frame.Origin.XY()).At(0).Vector())
	}
	return building.ArcThrough(r3.Vector{}, local(*w.Mid), local(w.End))
}

// faceRise returns the distance between the inner face of a curved wall and its tangent, over half the width of an
// opening (see fabric.OpeningRect). It returns the distance as left if the wall's line turns left, otherwise as right.
func faceRise(plan fabric.WallPlan, width geometry.Length) (left, right geometry.Length) {
	if !plan.Curved() {
		return 0, 0
	}
	radius, _ := plan.Radius()
	inner := float64(min((radius - plan.YMax).Abs(), (radius - plan.YMin).Abs()))
	half, rise := float64(width)/2, inner
	if half < inner {
		rise -= math.Sqrt(float64(inner*inner) - float64(half*half))
	}
	if radius > 0 {
		return geometry.Length(math.Ceil(rise)), 0
	}
	return 0, geometry.Length(math.Ceil(rise))
}
