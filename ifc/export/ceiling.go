package export

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// ceiling writes a ceiling as a covering: its outline with its holes, extruded downwards from its top, where its layers
// begin.
func (x *exporter) ceiling(e *state.Element) error {
	c := e.Params.(*fabric.Ceiling)
	outline, err := geometry.NewPolygon(c.Boundary, c.Holes...)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	thickness, corner := fabric.CeilingThickness(x.model, e), outline.Outer[0]
	local := geometry.World()
	local.Origin = corner.At(c.Height + thickness)
	at := x.place(x.storeys[e.LevelID], local)
	body := x.body(x.mainMaterial(e), x.extrusion(x.polygonProfile(shifted(outline, corner)),
		x.origin(), x.down(), thickness))
	var predefined step.Value = null
	if e.TypeID == "" {
		predefined = step.Enum(classOf(e.Category).predefined)
	}
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: at, shape: x.shape(body),
		tail: []step.Value{predefined}})
	x.contain(e, ref)
	x.setType(e, ref)
	x.useLayers(e, ref, layerUse{thickness: thickness, direction: "AXIS3"})
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities, volume: grossVolume(quantities)})
	return nil
}
