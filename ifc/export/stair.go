package export

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// flightPart is a stair's only flight.
const flightPart = "flight"

// stair writes a stair as an assembly of one flight: its side view, extruded across it.
func (x *exporter) stair(e *domain.Element) error {
	s := e.Params.(*domain.Stair)
	shape, err := x.model.FlightShape(e)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	upright := geometry.Placement{Origin: shape.Frame.Origin, X: shape.Frame.X, Z: r3.Vector{Z: 1}}
	at := x.placeWorld(x.storeys[e.LevelID], upright)
	ref := x.buildingElement(product{entity: "IFCSTAIR", element: e, at: at,
		tail: []step.Value{step.Enum("STRAIGHT_RUN_STAIR")}})
	x.contain(e, ref)
	x.describe(e, ref, stairData(described{class: classOf(e.Category), volume: grossVolume(quantities)}, s, shape))
	flightAt := x.place(at, geometry.World())
	// The side view stands upright: swept to the right of the ascent, -Y of the stair, its own Y points up.
	frame := x.axes(geometry.Placement{Origin: geometry.Point3{Y: -shape.Z0}, X: r3.Vector{X: 1}, Z: r3.Vector{Y: -1}})
	body := x.body(x.mainMaterial(e), x.extrusion(x.polygonProfile(shape.Profile), frame, x.up(), shape.Z1-shape.Z0))
	flight := x.buildingElement(product{entity: "IFCSTAIRFLIGHT", element: e, part: flightPart,
		name: e.Name + " flight", at: flightAt, shape: x.shape(body),
		tail: append(x.flightSteps(s, shape), step.Enum("STRAIGHT"))})
	x.aggregate(string(e.ID), "flights", ref, flight)
	x.useMaterial(e, flight)
	x.describe(e, flight, stairData(described{class: flightClass, part: flightPart, quantities: quantities,
		volume: grossVolume(quantities)}, s, shape))
	return nil
}

// flightSteps returns the steps of a flight as attributes: the number of risers and treads, their height and length.
func (x *exporter) flightSteps(s *domain.Stair, shape domain.FlightShape) []step.Value {
	if !x.dialect.flightByAttribute {
		return []step.Value{null, null, null, null}
	}
	return []step.Value{step.Int(s.Risers), step.Int(shape.Treads),
		step.Real(rounded(float64(shape.Riser*1000), perMillimetre)), mm(s.Tread)}
}

// stairData adds the properties that a stair and its flight share by name.
func stairData(d described, s *domain.Stair, shape domain.FlightShape) described {
	set := d.class.common
	d.add(set, "NumberOfRiser", s.Risers)
	d.add(set, "NumberOfTreads", shape.Treads)
	d.add(set, "RiserHeight", rounded(float64(shape.Riser*1000), perMillimetre))
	d.add(set, "TreadLength", s.Tread.MM())
	d.add(set, "WaistThickness", s.Waist.MM())
	return d
}
