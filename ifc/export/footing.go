package export

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// footing writes a footing: its plan, extruded downwards from its top.
func (x *exporter) footing(e *state.Element) error {
	f := e.Params.(*fabric.Footing)
	shape := fabric.FootingShapeOf(x.model, e)
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	at := x.placeWorld(x.storeys[e.LevelID], shape.Frame)
	body := x.body(x.mainMaterial(e), x.extrusion(x.polygonProfile(shape.Plan), x.origin(), x.down(), f.Height))
	kind := step.Enum("PAD_FOOTING")
	if f.Strip() {
		kind = "STRIP_FOOTING"
	}
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: at,
		shape: x.shape(body), tail: []step.Value{kind}})
	x.contain(e, ref)
	x.useMaterial(e, ref)
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities, volume: grossVolume(quantities)})
	return nil
}
