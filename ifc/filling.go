package ifc

import (
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// filling writes the door or window that fills an opening.
func (x *exporter) filling(e *domain.Element, opening step.Ref, at placing, plan domain.WallPlan) error {
	defer x.within(string(e.ID))()
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
	solids, err := x.fillerBody(e.ID)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
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
	if e.TypeID == "" && !x.dialect.opensByStyle {
		predefined, kind = step.Enum(classOf(e.Category).predefined), step.Enum(f.kind)
	}
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: at, objectType: f.objectType, shape: shape,
		tail: []step.Value{mm(f.height), mm(f.width), predefined, kind, x.userKind(e, f)}})
	x.rel("IFCRELFILLSELEMENT", string(e.ID), "", opening, ref)
	x.contain(e, ref)
	x.setFillerType(e, ref, f)
	x.useMaterial(e, ref)
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities, volume: solids.Volume()})
	return nil
}

// userKind answers the text that goes with USERDEFINED; with a type it is the type's.
func (x *exporter) userKind(e *domain.Element, f filler) step.Value {
	if e.TypeID != "" || x.dialect.opensByStyle {
		return null
	}
	return label(f.userKind)
}

// setFillerType remembers the type of a door or window. In a schema that tells the way of opening by the type alone, one
// without a type gets a style of its kind.
func (x *exporter) setFillerType(e *domain.Element, ref step.Ref, f filler) {
	if e.TypeID != "" || !x.dialect.opensByStyle {
		x.setType(e, ref, f.kind)
		return
	}
	key := "style of " + x.model.Info().ID + " " + string(e.Category) + " " + f.kind + f.userKind
	if _, known := x.types[key]; !known {
		defer x.within(key)()
		name := strings.TrimSpace(f.kind + " " + f.userKind)
		args := []step.Value{x.history(""), label(name), null, null, null, null, null, null, notDefined}
		x.types[key] = x.addRoot(classOf(e.Category).typeEntity, derivedGlobalID(key, "type"), append(args, openingKind(f)...)...)
	}
	x.typed.put(key, ref)
}

// openingKind answers what the type of a door or window ends with: how it opens or is divided, whether its parameters win
// over its shape, and the user's word for it.
func openingKind(f filler) []step.Value {
	return []step.Value{step.Enum(orElse(f.kind, string(notDefined))), null, label(f.userKind)}
}
