package export

import (
	"fmt"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// flightPart is the part name of the only flight of a stair.
const flightPart = "flight"

// stair writes a stair as an assembly of its parts. Flights are their side view, extruded across; landings are slabs;
// the winders of each turn are a flight.
func (x *exporter) stair(e *state.Element) error {
	s := e.Params.(*stair.Stair)
	shape, err := stair.StairShapeOf(x.model, e)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	at := x.placeWorld(x.storeys[e.LevelID], shape.Frame)
	ref := x.buildingElement(product{entity: "IFCSTAIR", element: e, at: at, tail: []step.Value{x.stairType(&shape)}})
	x.contain(e, ref)
	x.describe(e, ref, stairData(described{class: classOf(e.Category), volume: grossVolume(quantities)}, s, s.Risers,
		shape.Treads(), shape.Riser))
	w := stairWriter{x, e, s, &shape, at, nil}
	w.flights(quantities)
	w.landings()
	w.winders()
	x.aggregate(string(e.ID), "flights", ref, w.parts...)
	return nil
}

// stairType returns the form of a stair as an item of IfcStairTypeEnum.
func (x *exporter) stairType(shape *stair.StairShape) step.Value {
	name := strings.ToUpper(string(shape.Spec.Form)) + "_STAIR"
	switch turns := len(shape.Layout.Turns); {
	case shape.Spec.Form == stairs.TwoStraight && len(shape.Flights) > 2, turns > 2:
		return notDefined
	case turns == 2 && (shape.Spec.Form == stairs.QuarterTurn || shape.Spec.Form == stairs.QuarterWinding):
		name = "TWO_" + name
	case turns == 2:
		return notDefined
	}
	return step.Enum(name)
}

// stairWriter writes the parts of a stair.
type stairWriter struct {
	*exporter
	e     *state.Element
	s     *stair.Stair
	shape *stair.StairShape
	at    placing
	parts []step.Ref
}

// flights writes the straight flights. If a stair has a single flight, the flight gets all quantities of the stair.
func (w *stairWriter) flights(all []state.Quantity) {
	x, e := w.exporter, w.e
	for i, f := range w.shape.Flights {
		if len(f.Profile.Outer) == 0 {
			continue
		}
		part, name, quantities := flightPart, e.Name+" flight", all
		if len(w.shape.Flights) > 1 {
			part, name = fmt.Sprintf("flight %d", i+1), fmt.Sprintf("%s flight %d", e.Name, i+1)
			quantities = f.Quantities()
		}
		// The flight stands in its own frame: X along its ascent, from the foot of its first riser.
		upright := geometry.Placement{Origin: f.Frame.Origin, X: f.Frame.X, Z: r3.Vector{Z: 1}}
		var at placing
		if len(w.shape.Flights) == 1 {
			at = x.place(w.at, geometry.World())
		} else {
			at = x.placeWorld(w.at, upright)
		}
		// The side view stands upright: since it is swept to the right of the ascent, -Y of the flight, its own Y
		// points up.
		frame := x.axes(geometry.Placement{Origin: geometry.Point3{Y: -f.Z0}, X: r3.Vector{X: 1}, Z: r3.Vector{Y: -1}})
		body := x.body(x.mainMaterial(e), x.extrusion(x.polygonProfile(f.Profile), frame, x.up(), f.Z1-f.Z0))
		ref := x.buildingElement(product{entity: "IFCSTAIRFLIGHT", element: e, part: part, name: name, at: at,
			shape: x.shape(body), tail: append(x.flightSteps(w.s, f.Risers, f.Treads, f.Riser), step.Enum("STRAIGHT"))})
		w.add(ref, stairData(described{class: flightClass, part: part, quantities: quantities,
			volume: grossVolume(quantities)}, w.s, f.Risers, f.Treads, f.Riser))
	}
}

// add adds a part to the stair.
func (w *stairWriter) add(ref step.Ref, d described) {
	w.parts = append(w.parts, ref)
	if d.part == flightPart { // this is the only flight
		w.useMaterial(w.e, ref)
	} else {
		w.usePartMaterial(w.e, d.part, ref)
	}
	w.describe(w.e, ref, d)
}

// plate writes the extrusion of a landing or a winder.
func (w *stairWriter) plate(p stairs.Plate) step.Ref {
	frame := geometry.World()
	frame.Origin.Z = p.Bottom
	outline, err := geometry.NewPolygon(p.Outline)
	if err != nil {
		outline = geometry.Polygon{Outer: p.Outline} // the outline was checked when the stair was created
	}
	return w.extrusion(w.polygonProfile(outline), w.axes(frame), w.up(), p.Top-p.Bottom)
}

func (w *stairWriter) landings() {
	for i, p := range w.shape.Layout.Landings {
		part := fmt.Sprintf("landing %d", i+1)
		quantities := stair.PlateQuantities(p)
		ref := w.buildingElement(product{entity: "IFCSLAB", element: w.e, part: part, name: w.e.Name + " " + part,
			at: w.place(w.at, geometry.World()), shape: w.shapeOf(w.plate(p)),
			tail: []step.Value{step.Enum("LANDING")}})
		w.add(ref, described{class: landingClass, part: part, quantities: quantities, volume: grossVolume(quantities)})
	}
}

func (w *stairWriter) shapeOf(solids ...step.Ref) step.Ref {
	return w.exporter.shape(w.body(w.mainMaterial(w.e), solids...))
}

// winders writes the winders of each turn as one flight. The treads of a round stair are written as winders too.
func (w *stairWriter) winders() {
	all := w.shape.Layout.Winders
	if len(all) == 0 {
		return
	}
	each := len(all) / len(w.shape.Layout.Turns)
	for i := range w.shape.Layout.Turns {
		part := fmt.Sprintf("winders %d", i+1)
		treads := all[i*each : (i+1)*each]
		solids, quantities := make([]step.Ref, each), stair.PlateQuantities(treads...)
		for j, p := range treads {
			solids[j] = w.plate(p)
		}
		kind, risers := "WINDER", each-1
		if w.shape.Spec.Form.Round() {
			kind, risers = "CURVED", w.s.Risers
			if w.shape.Spec.Form == stairs.Spiral {
				kind = "SPIRAL"
			}
		}
		ref := w.buildingElement(product{entity: "IFCSTAIRFLIGHT", element: w.e, part: part,
			name: w.e.Name + " " + part, at: w.place(w.at, geometry.World()), shape: w.shapeOf(solids...),
			tail: append(w.flightSteps(w.s, risers, each, w.shape.Riser), step.Enum(kind))})
		w.add(ref, stairData(described{class: flightClass, part: part, quantities: quantities,
			volume: grossVolume(quantities)}, w.s, risers, each, w.shape.Riser))
	}
}

// flightSteps returns the steps of a flight as attributes: the number of risers and treads, their height and length.
func (x *exporter) flightSteps(s *stair.Stair, risers, treads int, riser float64) []step.Value {
	if !x.dialect.flightByAttribute {
		return []step.Value{null, null, null, null}
	}
	return []step.Value{step.Int(risers), step.Int(treads),
		step.Real(rounded(float64(riser*1000), perMillimetre)), mm(s.Tread)}
}

// stairData adds the properties that have the same names in the sets of a stair and of its flight.
func stairData(d described, s *stair.Stair, risers, treads int, riser float64) described {
	set := d.class.common
	d.add(set, "NumberOfRiser", risers)
	d.add(set, "NumberOfTreads", treads)
	d.add(set, "RiserHeight", rounded(float64(riser*1000), perMillimetre))
	d.add(set, "TreadLength", s.Tread.MM())
	d.add(set, "WaistThickness", s.Waist.MM())
	return d
}
