package export

import (
	"github.com/golang/geo/r3"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// curtainWall writes a curtain wall as an assembly without a body. Its parts are members (mullions and transoms),
// plates (panels), and the doors and windows in it.
func (x *exporter) curtainWall(e *state.Element) error {
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	plan, err := fabric.WallPlanOf(x.model, e.ID)
	if err != nil {
		return err
	}
	x.plans[e.ID] = plan
	shape := fabric.CurtainShapeOf(x.model, e)
	at := x.placeWorld(x.storeys[e.LevelID], shape.Frame)
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: at,
		tail: []step.Value{notDefined}})
	x.contain(e, ref)
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities, volume: grossVolume(quantities)})
	parts := make([]step.Ref, len(shape.Parts))
	for i, p := range shape.Parts {
		parts[i] = x.curtainPart(e, p, shape, at)
	}
	fillings, err := x.curtainFillings(e, at, plan)
	if err != nil {
		return err
	}
	parts = append(parts, fillings...)
	x.aggregate(string(e.ID), "parts", ref, parts...)
	return nil
}

// curtainFillings writes the doors and windows in a curtain wall as its parts. They fill no opening, are not contained
// in a storey, and are placed relative to the wall (IFC4, IfcDoor, Product Local Placement 2).
func (x *exporter) curtainFillings(wall *state.Element, at placing, plan fabric.WallPlan) ([]step.Ref, error) {
	var out []step.Ref
	for _, rect := range fabric.WallOpenings(x.model, wall.ID) {
		e, ok := x.element(rect.Filler)
		if !ok {
			continue
		}
		foot := geometry.World()
		foot.Origin = geometry.Point3{X: rect.Offset, Z: rect.Sill}
		here := inWall{at, foot, plan, func(ref step.Ref) { out = append(out, ref) }}
		if err := x.curtainFilling(e, here); err != nil {
			return nil, of(e, err)
		}
	}
	return out, nil
}

func (x *exporter) curtainFilling(e *state.Element, at inWall) error {
	defer x.within(string(e.ID))()
	f, ok := x.fillerOf(e)
	if !ok {
		return state.Errorf(state.IllegalState, "a %s cannot stand in a curtain wall", e.Category).
			With("element_id", e.ID)
	}
	return x.writeFiller(e, f, at)
}

// curtainKinds maps the kinds of parts of a curtain wall to class, predefined type, and the directions of X and Z of
// their frames. Mullions and transoms are thus extruded along their length and panels through their thickness.
var curtainKinds = map[fabric.CurtainPartKind]struct {
	class class
	kind  step.Enum
	x, z  r3.Vector
}{
	fabric.CurtainMullion: {memberClass, "MULLION", r3.Vector{X: 1}, r3.Vector{Z: 1}},
	fabric.CurtainTransom: {memberClass, "MULLION", r3.Vector{Y: 1}, r3.Vector{X: 1}},
	fabric.CurtainPanel:   {plateClass, "CURTAIN_PANEL", r3.Vector{Z: 1}, r3.Vector{Y: 1}},
}

// onFacet returns a frame on a facet of a curtain wall, in the frame of the wall. The frame of the wall is the frame of
// the first facet.
func onFacet(s fabric.CurtainShape, i int, local geometry.Placement) geometry.Placement {
	if i == 0 {
		return local
	}
	return relative(s.Frame, s.Facets[i].Frame).Compose(local)
}

// curtainPart writes a part of a curtain wall in a frame at the corner of its box. A part with a plan, such as a
// mullion between two facets, is extruded from its plan.
func (x *exporter) curtainPart(e *state.Element, p fabric.CurtainPart, shape fabric.CurtainShape,
	wall placing) step.Ref {
	kind := curtainKinds[p.Kind]
	frame := geometry.Placement{Origin: p.Box.Min, X: kind.x, Z: kind.z}
	if p.Plan != nil {
		frame = geometry.World()
		frame.Origin.Z = p.Box.Min.Z
	}
	at := x.place(wall, onFacet(shape, p.Facet, frame))
	far := into(geometry.Placement{X: kind.x, Z: kind.z}, p.Box.Max.Sub(p.Box.Min).Vector())
	size := geometry.Point3{X: geometry.Length(far.X), Y: geometry.Length(far.Y), Z: geometry.Length(far.Z)}
	key, name := p.Name, e.Name+" "+p.Name
	if of, ok := x.element(p.Of); ok {
		key, name = p.Name+" of "+string(p.Of), name+" of "+of.Name
	}
	var profile step.Ref
	if p.Plan == nil {
		profile = x.rectangle(geometry.Point2{}, size.XY())
	} else {
		size.Z = p.Box.Max.Z - p.Box.Min.Z
		profile = x.polygonProfile(geometry.Polygon{Outer: p.Plan})
	}
	material := x.mainMaterial(e)
	objectType := ""
	if p.Kind == fabric.CurtainPanel {
		material = "" // the element's material is the material of its mullions
		if own, ok := bodyshape.MaterialCalled(x.model, p.Cell.Material); ok {
			material = own.ID
		}
		if p.Cell.Kind != fabric.CellGlass {
			objectType = string(p.Cell.Kind)
		}
	}
	body := x.body(material, x.extrusion(profile, x.origin(), x.up(), size.Z))
	ref := x.buildingElement(product{entity: kind.class.entity, element: e, part: key, name: name,
		objectType: objectType, at: at, shape: x.shape(body), tail: []step.Value{kind.kind}})
	if m, ok := x.materials[material]; ok {
		x.associate(string(e.ID), "material of "+key, ref, m)
	}
	x.describe(e, ref, described{class: kind.class, part: key, quantities: p.Quantities(), volume: p.Volume()})
	return ref
}
