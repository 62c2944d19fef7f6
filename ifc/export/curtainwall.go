package export

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// curtainWall writes a curtain wall as an assembly without a body, of members (its mullions and transoms) and plates
// (its panels).
func (x *exporter) curtainWall(e *domain.Element) error {
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	shape := x.model.CurtainShape(e)
	at := x.placeWorld(x.storeys[e.LevelID], shape.Frame)
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: at,
		tail: []step.Value{notDefined}})
	x.contain(e, ref)
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities, volume: grossVolume(quantities)})
	parts := make([]step.Ref, len(shape.Parts))
	for i, p := range shape.Parts {
		parts[i] = x.curtainPart(e, p, at)
	}
	x.aggregate(string(e.ID), "parts", ref, parts...)
	return nil
}

// curtainKinds says what the parts of a curtain wall are: their class, kind, and the directions of X and Z of their
// frames, so that mullions and transoms are extruded along their length and panels through their thickness.
var curtainKinds = map[domain.CurtainPartKind]struct {
	class class
	kind  step.Enum
	x, z  r3.Vector
}{
	domain.CurtainMullion: {memberClass, "MULLION", r3.Vector{X: 1}, r3.Vector{Z: 1}},
	domain.CurtainTransom: {memberClass, "MULLION", r3.Vector{Y: 1}, r3.Vector{X: 1}},
	domain.CurtainPanel:   {plateClass, "CURTAIN_PANEL", r3.Vector{Z: 1}, r3.Vector{Y: 1}},
}

// curtainPart writes a part in a frame at the corner of its box.
func (x *exporter) curtainPart(e *domain.Element, p domain.CurtainPart, wall placing) step.Ref {
	kind := curtainKinds[p.Kind]
	at := x.place(wall, geometry.Placement{Origin: p.Box.Min, X: kind.x, Z: kind.z})
	far := into(geometry.Placement{X: kind.x, Z: kind.z}, p.Box.Max.Sub(p.Box.Min).Vector())
	size := geometry.Point3{X: geometry.Length(far.X), Y: geometry.Length(far.Y), Z: geometry.Length(far.Z)}
	profile := x.rectangle(geometry.Point2{}, size.XY())
	material := x.mainMaterial(e)
	if p.Kind == domain.CurtainPanel {
		material = "" // the element's is that of its mullions
	}
	body := x.body(material, x.extrusion(profile, x.origin(), x.up(), size.Z))
	ref := x.buildingElement(product{entity: kind.class.entity, element: e, part: p.Name, name: e.Name + " " + p.Name,
		at: at, shape: x.shape(body), tail: []step.Value{kind.kind}})
	if m, ok := x.materials[material]; ok {
		x.associate(string(e.ID), "material of "+p.Name, ref, m)
	}
	x.describe(e, ref, described{class: kind.class, part: p.Name, quantities: p.Quantities(), volume: p.Volume()})
	return ref
}
