package ifc

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// filling writes the door or window that fills an opening.
func (x *exporter) filling(e *domain.Element, opening step.Ref, at placing, plan domain.WallPlan) error {
	var f filler
	switch p := e.Params.(type) {
	case *domain.Door:
		f = doorFiller(p)
	case *domain.Window:
		f = windowFiller(p)
	default:
		return domain.Errorf(domain.IllegalState, "a %s cannot fill an opening", e.Category).With("element_id", e.ID)
	}
	if err := x.writeFiller(e, f, opening, at, plan); err != nil {
		return of(e, err)
	}
	return nil
}

// filler is a door or a window as IFC sees it.
type filler struct {
	width, height geometry.Length
	turned        bool   // its Y axis points to the wall's exterior
	kind          string // operation of a door, partitioning of a window; the rest of the type's key
	userKind      string // with kind USERDEFINED
	objectType    string
}

// writeFiller writes the filler in a frame at the foot of the opening's middle plane: X along the wall and Y towards the
// interior, or both reversed, so that +Y is the side it opens to.
func (x *exporter) writeFiller(e *domain.Element, f filler, opening step.Ref, in placing, plan domain.WallPlan) error {
	solids, err := x.model.Body(e.ID)
	if err != nil {
		return err
	}
	quantities, err := x.model.Quantities(e.ID)
	if err != nil {
		return err
	}
	local := geometry.World()
	local.Origin.Y = plan.YMin + plan.Thickness()/2
	if f.turned {
		local.Origin.X, local.X = f.width, r3.Vector{X: -1}
	}
	at := x.place(in, local)
	shape, err := x.fillerShape(x.mainMaterial(e), solids, at)
	if err != nil {
		return err
	}
	predefined, kind := step.Value(null), step.Value(null)
	if e.TypeID == "" {
		predefined, kind = step.Enum(classOf(e.Category).predefined), step.Enum(f.kind)
	}
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: at, objectType: f.objectType, shape: shape,
		tail: []step.Value{mm(f.height), mm(f.width), predefined, kind, x.userKind(e, f)}})
	x.rel("IFCRELFILLSELEMENT", string(e.ID), "", opening, ref)
	x.contain(e, ref)
	x.setType(e, ref, f.kind)
	x.useMaterial(e, ref)
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities, volume: solids.Volume()})
	return nil
}

// userKind answers the text that goes with USERDEFINED; with a type it is the type's.
func (x *exporter) userKind(e *domain.Element, f filler) step.Value {
	if e.TypeID != "" {
		return null
	}
	return label(f.userKind)
}
