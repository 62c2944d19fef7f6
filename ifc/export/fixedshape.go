package export

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	serviceshape "github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// fixedShape writes an element that has a fixed body in place of its category's parameters. It is written in its class,
// with that body, and aggregates its parts as elements.
func (x *exporter) fixedShape(e *state.Element, f *state.FixedShape) error {
	own := f.FixedPiece
	if t, ok := x.model.Type(e.TypeID); ok && classOf(t.Category).predefined != "" {
		own.PredefinedType = "" // the type has a predefined type
	}
	kind := x.pieceClass(classOf(e.Category), own)
	x.classes[e.ID] = kind.entity
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	overallSize(e, kind.tail)
	x.fixedOperation(e, kind)
	ref, at, err := x.piece(e, f.FixedPiece, described{class: kind.class, quantities: quantities}, kind,
		x.storeys[e.LevelID])
	if err != nil {
		return err
	}
	x.contain(e, ref)
	if len(f.Parts) > 0 {
		parts := make([]step.Ref, len(f.Parts))
		for i, p := range f.Parts {
			if parts[i], err = x.fixedPart(e, p, at); err != nil {
				return err
			}
		}
		x.aggregate(string(e.ID), "parts", ref, parts...)
	}
	if _, fitting := e.Params.(*serviceshape.Fitting); !fitting {
		return nil
	}
	kind.predefined = x.predefinedOf(kind.entity+"TYPE", f.PredefinedType)
	x.serviceType(e, ref, kind.class, "as it is built")
	return x.ports(e, ref, at)
}

// overallSize sets the height and width of a door or window, the first attributes after the Tag.
func overallSize(e *state.Element, tail []step.Value) {
	var width, height geometry.Length
	switch p := e.Params.(type) {
	case *fabric.Door:
		width, height = p.Width, p.Height
	case *fabric.Window:
		width, height = p.Width, p.Height
	}
	if width > 0 && height > 0 {
		tail[0], tail[1] = mm(height), mm(width)
	}
}

// fixedOperation sets the operation of a door among its attributes, unless a type states it. The frame of its shape has
// +Y to the side to which it opens, as in IFC.
func (x *exporter) fixedOperation(e *state.Element, kind occurrence) {
	d, ok := e.Params.(*fabric.Door)
	if !ok || d.DoorType == "" || e.TypeID != "" || kind.entity != "IFCDOOR" {
		return
	}
	const operation = 3 // index after the Tag: height, width, predefined type come first (IFC4 ADD2, IfcDoor)
	f := doorFiller(d)
	kind.tail[operation] = step.Enum(f.kind)
	if f.userKind != "" {
		kind.tail[operation+1] = step.String(f.userKind)
	}
}

// fixedPart writes a part of an element, as an element with a GlobalId of its own, in the frame of the whole.
func (x *exporter) fixedPart(whole *state.Element, p state.FixedPart, at placing) (step.Ref, error) {
	defer x.within(string(p.ID))()
	outer := x.drawn
	defer func() { x.drawn = outer }()
	x.ofParts[p.ID] = p.Origin
	x.looks(p.Origin)
	e := &state.Element{ID: p.ID, Category: state.CategoryProxy, Name: p.Name, LevelID: whole.LevelID,
		MaterialID: p.MaterialID, Psets: p.Psets, Codes: p.Codes, Origin: p.Origin}
	quantities, err := bodyshape.PieceQuantities(x.model, p.FixedPiece)
	if err != nil {
		return 0, err
	}
	kind := x.pieceClass(classOf(e.Category), p.FixedPiece)
	ref, _, err := x.piece(e, p.FixedPiece, described{class: kind.class, quantities: quantities}, kind, at)
	return ref, err
}

// piece writes an element with the body and the placement of a piece, and with its properties and quantities.
func (x *exporter) piece(e *state.Element, p state.FixedPiece, d described, kind occurrence,
	in placing) (step.Ref, placing, error) {
	frame := bodyshape.PieceFrame(x.model, p, e.LevelID)
	solids, err := x.model.PieceSolids(p)
	if err != nil {
		return 0, placing{}, err
	}
	body, frame, err := x.inLibrary(p.BodyID, frame, solids)
	if err != nil {
		return 0, placing{}, err
	}
	shape := x.libraryShape(body, x.mainMaterial(e))
	at := x.placeWorld(in, frame)
	ref := x.buildingElement(product{entity: kind.entity, element: e, objectType: kind.objectType, tag: p.Tag, at: at,
		shape: shape, tail: kind.tail})
	x.useMaterial(e, ref)
	x.setType(e, ref)
	d.volume, _ = bodyshape.QuantityNamed(d.quantities, "NetVolume") // take the volume after the openings are cut
	x.describe(e, ref, d)
	return ref, at, nil
}

// pieceClass returns the occurrence of a piece in the class that it names, otherwise in the given class.
func (x *exporter) pieceClass(usual class, p state.FixedPiece) occurrence {
	predefined := p.PredefinedType
	if usual.isFitting() && x.dialect.servicesByType {
		predefined = "" // the type has a predefined type
	}
	if p.IfcClass != "" {
		return x.occurrenceClass(p.IfcClass, predefined, p.ObjectType)
	}
	out := occurrence{class: usual, objectType: p.ObjectType}
	out.tail = x.occurrenceTail(&out, predefined)
	return out
}

// isFitting reports whether a class is a class of fittings.
func (c class) isFitting() bool {
	switch c.category {
	case state.CategoryDuctFitting, state.CategoryPipeFitting, state.CategoryCableTrayFitting:
		return true
	}
	return false
}

// predefinedOf returns a predefined type if a class has it as an item, otherwise NOTDEFINED.
func (x *exporter) predefinedOf(entity, item string) string {
	target, ok := x.schema.Entity(x.dialect.className(entity))
	if !ok {
		return string(notDefined)
	}
	if a, _, ok := target.Attribute(predefinedType); ok && hasItem(a, item) {
		return item
	}
	return string(notDefined)
}
