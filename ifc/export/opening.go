package export

import (
	"fmt"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/step"
)

// openingMargin is the distance by which the body of an opening projects from its host on either side. Without it,
// readers with tolerances of up to 5 mm leave a skin on the face: an opening that ended 4 mm short was not cut.
const openingMargin = 50 * geometry.Millimetre

// wallOpenings writes the openings of a wall with the doors and windows in them.
func (x *exporter) wallOpenings(wall *state.Element, host step.Ref, at placing, plan fabric.WallPlan) error {
	for _, rect := range x.workedOut(wall.ID).openings {
		e, ok := x.element(rect.ID)
		if !ok {
			continue
		}
		if err := x.wallOpening(e, rect, host, at, plan); err != nil {
			return of(e, err)
		}
	}
	return nil
}

// wallOpening writes one opening of a wall. Its frame is parallel to the frame of the wall, or in a curved wall to the
// tangent at the opening's middle. The origin lies on the reference line, at the foot of the opening's near edge. The
// body of the opening runs through the wall along Y.
func (x *exporter) wallOpening(e *state.Element, rect fabric.OpeningRect, host step.Ref, wall placing,
	plan fabric.WallPlan) error {
	defer x.within(string(e.ID))()
	at := x.place(wall, openingFrame(plan, rect))
	kind := step.Enum("OPENING")
	if rect.Depth > 0 {
		kind = recess
	}
	body, err := x.openingBody(rect, plan)
	if err != nil {
		return of(e, err)
	}
	ref, err := x.void(e, "", at, body, kind, host)
	if err != nil {
		return err
	}
	filler, ok := x.element(rect.Filler)
	if !ok {
		return nil
	}
	return x.filling(filler, ref, at, plan)
}

// openingBody writes the body of an opening in its frame: its outline extruded across the wall. If its jambs are not
// square to the wall, it writes facets.
func (x *exporter) openingBody(rect fabric.OpeningRect, plan fabric.WallPlan) (step.Ref, error) {
	if !rect.Form.Upright() {
		return x.ruledBody(rect, plan)
	}
	left, right := faceRise(plan, rect.Width)
	y0, y1 := plan.YMin-right-openingMargin, plan.YMax+left+openingMargin
	switch {
	case rect.Depth > 0 && rect.Outside:
		y1 = plan.YMin + rect.Depth
	case rect.Depth > 0:
		y0 = plan.YMax - rect.Depth
	}
	// The profile stands in the wall's elevation. Since it is extruded along the wall's Y, its own Y points down.
	var profile step.Ref
	if rect.Form != nil {
		profile = x.outlineProfile(rect)
	} else {
		profile = x.rectangle(geometry.Point2{Y: -rect.Height}, geometry.Point2{X: rect.Width})
	}
	frame := x.axes(geometry.Placement{Origin: geometry.Point3{Y: y0}, X: r3.Vector{X: 1}, Z: r3.Vector{Y: 1}})
	return x.body("", x.extrusion(profile, frame, x.up(), y1-y0)), nil
}

// outlineProfile writes the outline of an opening with its arcs, upside down, since the Y of its profile points down.
func (x *exporter) outlineProfile(rect fabric.OpeningRect) step.Ref {
	down := func(p geometry.Point2) geometry.Point2 { return geometry.Point2{X: p.X, Y: -p.Y} }
	var outer arcOutline
	var ring geometry.Ring
	for _, e := range rect.Form.Edges(rect.Width, rect.Height) {
		edge := arcEdge{from: down(e.From), to: down(e.To)}
		if arc, curved := building.ArcThrough(edge.from.At(0).Vector(), down(e.Middle()).At(0).Vector(),
			edge.to.At(0).Vector()); e.Radius > 0 && curved && arc.Rise() >= leastArcRise {
			edge.arc = &arc
		}
		outer, ring = append(outer, edge), append(ring, edge.from)
	}
	if ring.Area() < 0 { // outlines of areas run counter-clockwise
		slices.Reverse(ring)
		slices.Reverse(outer)
		for i, e := range outer {
			outer[i].from, outer[i].to = e.to, e.from
			if e.arc != nil {
				outer[i].arc = &building.Arc{Start: e.arc.End, End: e.arc.Start, Centre: e.arc.Centre,
					Radius: e.arc.Radius, Sweep: -e.arc.Sweep}
			}
		}
	}
	return x.arcProfile(outer, geometry.Polygon{Outer: ring})
}

// ruledBody writes the body of an opening with splayed or skew jambs by its facets.
func (x *exporter) ruledBody(rect fabric.OpeningRect, plan fabric.WallPlan) (step.Ref, error) {
	foot := r3.Vector{X: float64(rect.Offset), Z: float64(rect.Sill)}
	sections := rect.Sections(plan, openingMargin)
	for _, section := range sections {
		for i := range section {
			section[i] = section[i].Sub(foot)
		}
	}
	vertices, faces := fabric.Ruled(sections)
	operand, err := csg.Polyhedron(vertices, faces)
	if err != nil {
		return 0, err
	}
	shape, err := csg.Evaluate(csg.Of(operand))
	if err != nil {
		return 0, err
	}
	solid, err := shape.Solid()
	if err != nil {
		return 0, err
	}
	return x.add("IFCSHAPEREPRESENTATION", x.contexts.body, step.String("Body"), step.String("Brep"),
		x.refs(x.facetedBrep(solid.WithSimpleLoops()))), nil
}

// openingFrame returns the frame of an opening, in the frame of its wall.
func openingFrame(plan fabric.WallPlan, rect fabric.OpeningRect) geometry.Placement {
	out := geometry.World()
	foot := geometry.Point3{X: rect.Offset, Z: rect.Sill}
	if !plan.Curved() {
		out.Origin = foot
		return out
	}
	at := plan.At(rect).Frame
	out.Origin, out.X = plan.Frame.Local(at.Point(foot)), into(plan.Frame, at.X)
	return out
}

// recess is the type of an opening that does not go through its host (IfcOpeningElementTypeEnum).
const recess = step.Enum("RECESS")

// void writes an opening element and its relation to the host into which it is cut.
func (x *exporter) void(e *state.Element, part string, at placing, body step.Ref, kind step.Enum,
	host step.Ref) (step.Ref, error) {
	objectType, predefined := "", step.Value(kind)
	if kind == recess && x.dialect.recessAsType {
		objectType, predefined = "Recess", null
	}
	ref := x.buildingElement(product{entity: "IFCOPENINGELEMENT", element: e, part: part, at: at,
		objectType: objectType, shape: x.shape(body), tail: []step.Value{predefined}})
	x.rel("IFCRELVOIDSELEMENT", string(e.ID), part, host, ref)
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return 0, err
	}
	if part != "" {
		quantities = nil
	}
	x.describe(e, ref, described{class: classOf(e.Category), part: part, quantities: quantities})
	return ref, nil
}

// planOpening is an opening in a floor or roof: a polygon in plan.
type planOpening struct {
	element *state.Element
	opening *fabric.Opening
	polygon geometry.Polygon
}

// planOpenings returns the openings of a floor or roof in the order of their ids.
func (x *exporter) planOpenings(host state.ID) ([]planOpening, error) {
	var out []planOpening
	for _, id := range x.model.HostedBy(host) {
		e, ok := x.element(id)
		if !ok {
			continue
		}
		if _, ok := e.Params.(*fabric.Opening); !ok {
			continue
		}
		o := fabric.InPlan(x.model, e)
		polygon, err := geometry.NewPolygon(o.Polygon)
		if err != nil {
			return nil, of(e, err)
		}
		out = append(out, planOpening{e, o, polygon})
	}
	return out, nil
}

// shaft writes an opening as a plumb shaft between two heights in its own frame. The origin of the frame is the first
// corner of its polygon.
func (x *exporter) shaft(o planOpening, part string, host step.Ref, at placing, bottom, top geometry.Length) error {
	defer x.within(string(o.element.ID) + part)()
	region := geometry.Region{shifted(o.polygon, o.polygon.Outer[0])}
	body := x.body("", x.prism(region, bottom-openingMargin, top-bottom+2*openingMargin)...)
	ref, err := x.void(o.element, part, at, body, "OPENING", host)
	if err != nil {
		return err
	}
	return x.skylightIn(o, ref, at)
}

// shifted returns a polygon in the parallel frame whose origin is the given point.
func shifted(p geometry.Polygon, origin geometry.Point2) geometry.Polygon {
	move := func(r geometry.Ring) geometry.Ring {
		out := make(geometry.Ring, len(r))
		for i, q := range r {
			out[i] = q.Sub(origin)
		}
		return out
	}
	out := geometry.Polygon{Outer: move(p.Outer)}
	for _, hole := range p.Holes {
		out.Holes = append(out.Holes, move(hole))
	}
	return out
}

// facetPart returns the part name of an opening for a plane of a roof other than the first plane.
func facetPart(facet int) string { return fmt.Sprintf("facet %d", facet) }
