package export

import (
	"fmt"
	"math"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/ramps"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// ramp writes a ramp as an assembly of its parts: runs as flights, each with its kerbs, and landings as slabs.
func (x *exporter) ramp(e *state.Element) error {
	shape, err := stair.RampShapeOf(x.model, e)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	at := x.placeWorld(x.storeys[e.LevelID], shape.Frame)
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: at,
		tail: []step.Value{rampType(shape.Spec.Bends)}})
	x.contain(e, ref)
	d := described{class: classOf(e.Category), volume: grossVolume(quantities)}
	d.add(d.class.common, "RequiredSlope", slopeDegrees(&shape.Spec))
	x.describe(e, ref, d)
	var parts []step.Ref
	for i := range shape.Runs {
		parts = append(parts, x.rampRun(e, &shape, at, i))
	}
	for i := range shape.Layout.Landings {
		parts = append(parts, x.rampLanding(e, &shape, at, i))
	}
	x.aggregate(string(e.ID), "flights", ref, parts...)
	return nil
}

// slopeDegrees returns the slope of a ramp in degrees, the unit of plane angles in the model's properties.
func slopeDegrees(s *ramps.Spec) float64 {
	return rounded(math.Atan2(float64(s.Rise), float64(s.Going()))*180/math.Pi, perMillimetre)
}

// rampType returns the form of a ramp as an item of IfcRampTypeEnum.
func rampType(bends []ramps.Bend) step.Value {
	form := ramps.FormOf(bends)
	if form == "" || form != ramps.StraightRun && len(bends) > 1 {
		return notDefined // the items describe only ramps of two runs
	}
	return step.Enum(strings.ToUpper(string(form)) + "_RAMP")
}

// rampRun writes a run: the side views of the run and of its kerbs, swept across it.
func (x *exporter) rampRun(e *state.Element, shape *stair.RampShape, ramp placing, i int) step.Ref {
	run := &shape.Runs[i]
	part := fmt.Sprintf("run %d", i+1)
	at := x.placeWorld(ramp, geometry.Placement{Origin: run.Frame.Origin, X: run.Frame.X, Z: r3.Vector{Z: 1}})
	var solids []step.Ref
	for _, p := range run.Parts(shape.Spec.KerbWidth) {
		frame := x.axes(geometry.Placement{Origin: geometry.Point3{Y: -p.Z0}, X: r3.Vector{X: 1}, Z: r3.Vector{Y: -1}})
		solids = append(solids, x.extrusion(x.polygonProfile(p.Profile), frame, x.up(), p.Z1-p.Z0))
	}
	quantities := run.Quantities(&shape.Spec)
	var tail []step.Value
	if x.dialect.name != SchemaIFC2X3 { // flights of IFC2X3 have no predefined type
		tail = []step.Value{step.Enum("STRAIGHT")}
	}
	ref := x.buildingElement(product{entity: "IFCRAMPFLIGHT", element: e, part: part, name: e.Name + " " + part, at: at,
		shape: x.shape(x.body(x.mainMaterial(e), solids...)), tail: tail})
	x.usePartMaterial(e, part, ref)
	d := described{class: rampFlightClass, part: part, quantities: quantities, volume: grossVolume(quantities)}
	d.add(d.class.common, "Slope", slopeDegrees(&shape.Spec))
	d.add(d.class.common, "ClearWidth", shape.Clear().MM())
	x.describe(e, ref, d)
	return ref
}

// rampLanding writes a landing with its kerbs.
func (x *exporter) rampLanding(e *state.Element, shape *stair.RampShape, ramp placing, i int) step.Ref {
	part := fmt.Sprintf("landing %d", i+1)
	var solids []step.Ref
	for _, p := range shape.Landing(i) {
		frame := geometry.World()
		frame.Origin.Z = p.Bottom
		solids = append(solids, x.extrusion(x.polygonProfile(geometry.Polygon{Outer: p.Outline}), x.axes(frame), x.up(),
			p.Top-p.Bottom))
	}
	quantities := shape.LandingQuantities(i)
	ref := x.buildingElement(product{entity: "IFCSLAB", element: e, part: part, name: e.Name + " " + part,
		at: x.place(ramp, geometry.World()), shape: x.shape(x.body(x.mainMaterial(e), solids...)),
		tail: []step.Value{step.Enum("LANDING")}})
	x.usePartMaterial(e, part, ref)
	x.describe(e, ref, described{class: landingClass, part: part, quantities: quantities,
		volume: grossVolume(quantities)})
	return ref
}
