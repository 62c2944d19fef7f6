package export

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// roofUse maps the model's roof types to the items of IfcRoofTypeEnum.
var roofUse = map[fabric.RoofType]step.Enum{
	fabric.RoofFlat: "FLAT_ROOF", fabric.RoofShed: "SHED_ROOF",
	fabric.RoofGable: "GABLE_ROOF", fabric.RoofHip: "HIP_ROOF",
}

// roof writes a roof as an assembly without a body, and a slab for each of its planes.
func (x *exporter) roof(e *state.Element) error {
	r := e.Params.(*fabric.Roof)
	shape, err := x.uncut(e)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	openings, err := x.planOpenings(e.ID)
	if err != nil {
		return err
	}
	use, ok := roofUse[r.RoofType]
	if !ok {
		use = notDefined
	}
	local := geometry.World()
	local.Origin = r.Boundary[0].At(r.Offset)
	at := x.place(x.storeys[e.LevelID], local)
	ref := x.buildingElement(product{entity: "IFCROOF", element: e, at: at, tail: []step.Value{use}})
	x.contain(e, ref)
	x.setType(e, ref)
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities, volume: grossVolume(quantities)})
	slabs := roofSlabs{roof: e, at: at, vertical: shape.Vertical, openings: openings, voided: map[state.ID]bool{}}
	for i, facet := range shape.Facets {
		if err := x.roofSlab(&slabs, i, facet); err != nil {
			return err
		}
	}
	x.aggregate(string(e.ID), "slabs", ref, slabs.written...)
	return nil
}

// uncut returns the shape of a roof without its openings. It uses a copy of the roof without an id, which hosts
// nothing.
func (x *exporter) uncut(e *state.Element) (fabric.RoofShape, error) {
	bare := *e
	bare.ID = ""
	return fabric.RoofShapeOf(x.model, &bare)
}

// roofSlabs is the state of a roof while its planes are written.
type roofSlabs struct {
	roof     *state.Element
	at       placing
	vertical geometry.Length
	openings []planOpening
	voided   map[state.ID]bool // openings whose element is already written
	written  []step.Ref
}

// roofSlab writes one plane: its polygon in the plane's own frame, extruded plumb.
func (x *exporter) roofSlab(s *roofSlabs, i int, facet geometry.Facet) error {
	plane := newSlopedFrame(facet)
	at := plane.place(x, s.at)
	profile := x.slopedProfile(plane, facet.Plan)
	body := x.body(x.mainMaterial(s.roof), x.extrusion(profile, x.origin(), x.direction3(plane.plumb), s.vertical))
	part := fmt.Sprintf("slab %d", i)
	name := fmt.Sprintf("%s %d", s.roof.Name, i+1)
	ref := x.buildingElement(product{entity: "IFCSLAB", element: s.roof, part: part, name: name, at: at,
		shape: x.shape(body), tail: []step.Value{step.Enum("ROOF")}})
	s.written = append(s.written, ref)
	thickness := fabric.RoofThickness(x.model, s.roof)
	x.useLayers(s.roof, ref, layerUse{part: part, thickness: thickness, direction: "AXIS3", offset: thickness})
	x.describe(s.roof, ref, x.roofSlabData(part, plane, facet, s.vertical, thickness))
	return x.roofOpenings(s, i, facet, roofPlane{plane, at, ref})
}

func (x *exporter) roofSlabData(part string, plane slopedFrame, facet geometry.Facet, vertical,
	thickness geometry.Length) described {
	projected := facet.Plan.Area()
	d := described{class: roofSlabClass, part: part, volume: float64(projected * vertical.M())}
	d.quantities = []state.Quantity{
		{Name: "Width", Kind: shape.QuantityLength, Value: thickness.M()},
		{Name: "GrossArea", Kind: shape.QuantityArea, Value: projected / plane.plumb.Z},
		{Name: "GrossVolume", Kind: shape.QuantityVolume, Value: d.volume},
	}
	d.add("Pset_SlabCommon", "PitchAngle", geometry.Atan2Degrees(plane.plumb.Y, plane.plumb.Z).Degrees())
	return d
}

// roofPlane is a plane of a roof with the slab that was written for it.
type roofPlane struct {
	frame slopedFrame
	at    placing
	slab  step.Ref
}

// roofOpenings cuts the openings that meet a plane into its slab. The first plane that an opening meets gets the
// element itself, since an opening element is cut into only one element. The other planes get parts of the element.
func (x *exporter) roofOpenings(s *roofSlabs, i int, facet geometry.Facet, plane roofPlane) error {
	bottom, top := facetHeights(facet, s.vertical)
	origin := geometry.Length(math.Round(plane.frame.height))
	for _, o := range s.openings {
		if len(geometry.Intersect(geometry.Region{o.polygon}, geometry.Region{facet.Plan})) == 0 ||
			o.opening.FilledBy != "" && facet.Plan.Contains(shape.Middle(o.polygon.Outer...)) == geometry.Outside {
			continue // a skylight lies in one plane
		}
		part := ""
		if s.voided[o.element.ID] {
			part = facetPart(i)
		}
		s.voided[o.element.ID] = true
		if !o.straightThrough() {
			if err := x.carvedPlane(o, part, plane, s.vertical); err != nil {
				return of(o.element, err)
			}
			continue
		}
		at := plane.frame.plumbPlacing(x, plane.at, o.polygon.Outer[0])
		if err := x.shaft(o, part, plane.slab, at, bottom-origin, top-origin); err != nil {
			return of(o.element, err)
		}
	}
	return nil
}

// facetHeights returns the lowest and the highest level of a plane's slab, rounded outwards.
func facetHeights(f geometry.Facet, vertical geometry.Length) (bottom, top geometry.Length) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range f.Plan.Outer {
		z := heightAt(f.Plane, p)
		low, high = min(low, z), max(high, z)
	}
	return geometry.Length(math.Floor(low)), geometry.Length(math.Ceil(high)) + vertical
}

// heightAt returns the height of a plane over a point in plan, in micrometres.
func heightAt(p geometry.Plane, q geometry.Point2) float64 {
	d := q.Sub(p.Origin.XY())
	return float64(p.Origin.Z) - (float64(p.Normal.X*float64(d.X))+float64(p.Normal.Y*float64(d.Y)))/p.Normal.Z
}
