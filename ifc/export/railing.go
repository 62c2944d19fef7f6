package export

import (
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// railing writes a railing: its rails, posts and infill, each as an extrusion.
func (x *exporter) railing(e *state.Element) error {
	r := e.Params.(*stair.Railing)
	parts, err := stair.RailingShape(x.model, e)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	local := geometry.World()
	local.Origin = r.Path[0]
	at := x.place(x.storeys[e.LevelID], local)
	solids := make([]step.Ref, len(parts))
	for i, p := range parts {
		base := p.Frame.Point(geometry.Point3{Z: p.Z0})
		frame := x.axes(geometry.Placement{Origin: at.frame.Local(base), X: into(at.frame, p.Frame.X),
			Z: into(at.frame, p.Frame.Z)})
		solids[i] = x.extrusion(x.polygonProfile(p.Base), frame, x.up(), p.Z1-p.Z0)
	}
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: at,
		shape: x.shape(x.body(x.mainMaterial(e), solids...)), tail: []step.Value{upperEnum(string(r.RailingType))}})
	x.contain(e, ref)
	x.useMaterial(e, ref)
	d := described{class: classOf(e.Category), quantities: quantities, volume: grossVolume(quantities)}
	d.add(d.class.common, "Height", r.Height.MM())
	x.describe(e, ref, d)
	return nil
}
