package export

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// filling writes the door or window that fills an opening.
func (x *exporter) filling(e *state.Element, opening step.Ref, at placing, plan fabric.WallPlan) error {
	defer x.within(string(e.ID))()
	f, ok := x.fillerOf(e)
	if !ok {
		return state.Errorf(state.IllegalState, "a %s cannot fill an opening", e.Category).With("element_id", e.ID)
	}
	fills := func(ref step.Ref) {
		x.rel("IFCRELFILLSELEMENT", string(e.ID), "", opening, ref)
		x.contain(e, ref)
	}
	if err := x.writeFiller(e, f, inWall{at, geometry.World(), plan, fills}); err != nil {
		return of(e, err)
	}
	return nil
}

// inWall is the position of a door or window: the foot of its near edge on the line of its wall. It also has the
// function that relates the door or window to its opening or wall.
type inWall struct {
	in     placing
	foot   geometry.Placement
	plan   fabric.WallPlan
	relate func(ref step.Ref)
}

// filler is a door or a window in the terms of IFC.
type filler struct {
	width, height geometry.Length
	turned        bool   // whether its Y axis points to the wall's exterior
	kind          string // operation of a door, partitioning of a window
	userKind      string // the kind in words, if kind is USERDEFINED
	objectType    string
	panels        []panel
	form          *fabric.OpeningForm
	upstand       geometry.Length // of a skylight
	plumb         r3.Vector       // the vertical in the plane of a skylight whose parts run along it
	shape         interface {     // a fabric.Door or a fabric.Window
		Parts(thickness geometry.Length) []fabric.FillingPart
		Sizes(thickness geometry.Length) fabric.FillingSizes
	}
}

// fillerOf returns a door, window or skylight in the terms of IFC, or false for any other element.
func (x *exporter) fillerOf(e *state.Element) (filler, bool) {
	switch p := e.Params.(type) {
	case *fabric.Door:
		return doorFiller(p), true
	case *fabric.Window:
		return windowFiller(p), true
	case *fabric.Skylight:
		seat, err := fabric.SeatOf(x.model, e)
		return skylightFiller(p, seat), err == nil
	}
	return filler{}, false
}

// writeFiller writes the filler in a frame in the middle plane of its wall. X runs along the wall and Y towards the
// interior, or both are reversed, so that the filler opens to +Y. Its shape is the shape of its type, and only the type
// states how it opens (gherkin rule BLT001).
func (x *exporter) writeFiller(e *state.Element, f filler, at inWall) error {
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	local := at.foot
	local.Origin.Y += at.plan.YMin + at.plan.Thickness()/2
	if f.turned {
		local.Origin.X, local.X = local.Origin.X+f.width, r3.Vector{X: -1}
	}
	t, err := x.fillerTypeOf(e, f)
	if err != nil {
		return err
	}
	_, body := x.mapped(t.mapping)
	ref := x.buildingElement(product{entity: classOf(e.Category).entity, element: e, at: x.place(at.in, local),
		objectType: f.objectType, shape: x.shape(append([]step.Ref{body}, x.libraryCurves(t.body)...)...),
		tail: []step.Value{mm(f.height), mm(f.width), null, null, null}})
	at.relate(ref)
	x.typed.put(x.fillerOwner(t), ref)
	x.useMaterial(e, ref)
	d := described{class: classOf(e.Category), quantities: quantities, volume: t.volume}
	if external, told := x.externalOf(e); told {
		d.add(d.class.common, "IsExternal", external)
	}
	x.describe(e, ref, d)
	return nil
}

// externalOf returns whether a door or window is in an external wall, according to the property of the wall or of the
// wall's type. told is false if neither has the property, or if the type of the door or window has its own.
func (x *exporter) externalOf(e *state.Element) (external, told bool) {
	if t, ok := x.model.Type(e.TypeID); ok {
		if _, has := state.Lookup(t.Psets, classOf(e.Category).common, "IsExternal"); has {
			return false, false
		}
	}
	host, ok := x.model.Element(e.HostID)
	if !ok {
		return false, false
	}
	return shape.IsExternal(x.model, host)
}

// openingKind returns the last attributes of a type of doors or windows that has no elements. They are the operation or
// partitioning, whether its parameters take precedence over its shape, and the user-defined kind.
func openingKind() []step.Value { return []step.Value{notDefined, null, null} }
