package export

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// segmentClass returns the class of segments of a profile. The profile determines the predefined type of cable carriers
// only.
func segmentClass(c state.Category, p geometry.Profile) class {
	row := classOf(c)
	if c != state.CategoryCableTray {
		return row
	}
	switch p.Shape {
	case geometry.ProfileCircleHollow:
		row.predefined = "CONDUITSEGMENT"
	case geometry.ProfileRectangleHollow:
		row.predefined = "CABLETRUNKINGSEGMENT"
	}
	return row
}

// segment writes a duct, pipe or cable carrier: its profile along Z, which is its axis, with a port at each end.
func (x *exporter) segment(e *state.Element) error {
	shape, quantities, section, err := x.extruded(e)
	if err != nil {
		return err
	}
	at := x.placeWorld(x.storeys[e.LevelID], shape.Frame)
	body := x.body(x.mainMaterial(e), x.extrusion(section.profile, x.origin(), x.up(), shape.Length))
	axis := x.axis3(geometry.Point3{}, geometry.Point3{Z: shape.Length})
	kind := segmentClass(e.Category, shape.Profile)
	ref := x.serviceElement(e, kind, at, x.shape(axis, body), sectionName(shape.Profile))
	x.useProfile(e, ref, section, cardinalCentre)
	net, _ := bodyshape.QuantityNamed(quantities, "NetVolume")
	x.describe(e, ref, withNominalSizes(described{class: kind, quantities: quantities, volume: net}, e.Category,
		shape.Profile))
	return x.ports(e, ref, at)
}

// serviceElement writes the occurrence of a segment or fitting. In a schema where only the type states the kind, an
// element without a type gets a type of its kind and size.
func (x *exporter) serviceElement(e *state.Element, kind class, at placing, shape step.Ref, size string) step.Ref {
	predefined := step.Value(null)
	if e.TypeID == "" && !x.dialect.servicesByType {
		predefined = step.Enum(kind.predefined)
	}
	ref := x.buildingElement(product{entity: kind.entity, element: e, at: at, shape: shape,
		tail: []step.Value{predefined}})
	x.contain(e, ref)
	x.serviceType(e, ref, kind, size)
	return ref
}

// serviceType registers a segment or fitting as a possible member of systems and gives it its type. In a schema where
// only the type states the kind, an element without a type gets a type of its kind and size.
func (x *exporter) serviceType(e *state.Element, ref step.Ref, kind class, size string) {
	x.services.members[e.ID] = ref
	if e.TypeID != "" || !x.dialect.servicesByType {
		x.setType(e, ref)
		return
	}
	key := "type of " + x.model.Info().ID + " " + kind.entity + " " + kind.predefined + " " + size
	if _, known := x.types[key]; !known {
		defer x.within(key)()
		args := []step.Value{x.history(""), label(kind.predefined + " " + size), null, null, null, null, null,
			null, step.Enum(kind.predefined)}
		x.types[key] = x.addRoot(kind.entity+"TYPE", ifc.DerivedGlobalID(key, "type"), args...)
	}
	x.typed.put(key, ref)
}

// withNominalSizes adds the nominal sizes of a profile as properties.
func withNominalSizes(d described, c state.Category, p geometry.Profile) described {
	switch {
	case c == state.CategoryPipe:
		d.add(d.class.common, "NominalDiameter", p.Diameter.MM())
		d.add(d.class.common, "OuterDiameter", p.Diameter.MM())
		if inner := p.Diameter - 2*p.WallThickness; p.WallThickness > 0 {
			d.add(d.class.common, "InnerDiameter", inner.MM())
		}
	case c == state.CategoryDuct && p.Diameter > 0:
		d.add(d.class.common, "NominalDiameterOrWidth", p.Diameter.MM())
	case c == state.CategoryDuct:
		d.add(d.class.common, "NominalDiameterOrWidth", p.Width.MM())
		d.add(d.class.common, "NominalHeight", p.Depth.MM())
	}
	return d
}
