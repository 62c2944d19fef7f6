package export

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// Cardinal points of a profile (IFC4 ADD2, IfcCardinalPointReference).
const (
	cardinalBottom = 2
	cardinalCentre = 5
	cardinalTop    = 8
)

func (x *exporter) column(e *state.Element) error {
	return x.member(e, cardinalCentre, 0)
}

func (x *exporter) beam(e *state.Element) error {
	shape, err := shape.MemberShapeOf(x.model, e)
	if err != nil {
		return err
	}
	region, err := shape.Profile.Region()
	if err != nil {
		return err
	}
	low, high := region.Bounds()
	switch e.Params.(*member.Beam).Justification {
	case "top":
		return x.member(e, cardinalTop, high.Y)
	case "bottom":
		return x.member(e, cardinalBottom, low.Y)
	}
	return x.member(e, cardinalCentre, 0)
}

// member writes a column or beam: its profile, extruded along its axis, which is Z. The cardinal point of the profile
// lies on the axis, at the given height above the profile's centre.
func (x *exporter) member(e *state.Element, cardinal int, above geometry.Length) error {
	shape, quantities, section, err := x.extruded(e)
	if err != nil {
		return err
	}
	frame := shape.Frame
	frame.Origin = frame.Point(geometry.Point3{Y: above})
	at := x.placeWorld(x.storeys[e.LevelID], frame)
	position := x.axesAt(x.point3(geometry.Point3{Y: -above}), geometry.World().X, geometry.World().Z)
	trim, attached, err := member.Trim(x.model, e)
	if err != nil {
		return err
	}
	var body step.Ref
	if attached {
		body = x.trimmed(x.mainMaterial(e), frame, trim, section.profile)
	} else {
		body = x.body(x.mainMaterial(e), x.extrusion(section.profile, position, x.up(), shape.Length))
	}
	axis := x.axis3(geometry.Point3{}, geometry.Point3{Z: shape.Length})
	predefined := step.Value(null)
	if e.TypeID == "" {
		predefined = step.Enum(classOf(e.Category).predefined)
	}
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: at, shape: x.shape(axis, body),
		tail: []step.Value{predefined}})
	x.contain(e, ref)
	x.setType(e, ref)
	x.useProfile(e, ref, section, cardinal)
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities, volume: grossVolume(quantities)})
	return nil
}
