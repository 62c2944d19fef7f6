package importer

import (
	"errors"
	"maps"
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// fixedRow maps a class to the category that its products keep, although their body has no parameters.
type fixedRow struct {
	class    string // class of the products; subtypes count
	category state.Category
	reason   form // why the products have no parameters; "" if the attempt to read them gives the reason
	ofParts  bool // parts may make up its body
}

// fixedRows is the table of wholes; classes whose products have parts come first. Fittings are in fitting.go, since
// they have connections.
var fixedRows = []fixedRow{
	{"IfcStair", state.CategoryStair, "it is not one straight flight", true},
	{"IfcCurtainWall", state.CategoryCurtainWall, "its grid is not told, only its members and plates", true},
	{"IfcRailing", state.CategoryRailing, "its path is not told, only its body", true},
	{"IfcStairFlight", state.CategoryStair, "it is a flight without a stair", false},
	{"IfcBeam", state.CategoryBeam, "", false},
	{"IfcColumn", state.CategoryColumn, "", false},
	{"IfcFooting", state.CategoryFooting, "", false},
	{"IfcCovering", state.CategoryCeiling, "", false},
}

// fillingRows is the table of doors and windows that stand in no wall of the model.
var fillingRows = []fixedRow{
	{"IfcDoor", state.CategoryDoor, "it is set in no wall with parameters", false},
	{"IfcWindow", state.CategoryWindow, "it is set in no wall with parameters", false},
}

// shellRows is the table of walls, floors and roofs that are no upright prism or level plate. Examples are walls under
// a roof, ramps of slabs and pitched roofs.
var shellRows = []fixedRow{
	{"IfcWall", state.CategoryWall, "", false},
	{"IfcSlab", state.CategoryFloor, "", false},
	{"IfcRoof", state.CategoryRoof, "", false},
}

// fixedShell reads a wall, floor or roof with its body after its openings are cut; nil for another product.
func (r *reader) fixedShell(p *building.Product) (*Draft, error) {
	for _, row := range shellRows {
		if !r.src.IsKind(p.Number, row.class) {
			continue
		}
		if r.kindOf(p) == "ROOF" && row.category == state.CategoryFloor {
			row.category = state.CategoryRoof
		}
		return r.fixedShape(p, row.category, false)
	}
	return nil, nil
}

// fixedFilling reads a door or window with its body and its overall size; nil for another product.
func (r *reader) fixedFilling(p *building.Product) (*Draft, error) {
	for _, row := range fillingRows {
		if !r.src.IsKind(p.Number, row.class) {
			continue
		}
		d, err := r.fixedShape(p, row.category, false)
		if err != nil {
			return nil, err
		}
		d.Reason = row.reason
		if r.sharesOpening(p) {
			d.Reason = form("it shares its opening with others")
		}
		r.size(d)
		if door, ok := d.Element.Params.(*fabric.Door); ok {
			r.hang(door, p)
		}
		return d, nil
	}
	return nil, nil
}

// size sets the size of a door or window with a fixed shape to its overall size. The attributes are optional, so if
// they are missing in a file of another program, it uses the size of the body.
func (r *reader) size(d *Draft) {
	told, _ := r.src.Length(d.Product, "OverallWidth")
	tall, _ := r.src.Length(d.Product, "OverallHeight")
	w, h := length(told), length(tall)
	if w <= 0 && h <= 0 {
		if w, h = r.sizeOfBody(d); w > 0 && d.Note == "" {
			d.Note = "it tells no size: its size is that of its body"
		}
	}
	if w > 0 && h > 0 && w < farAway && h < farAway {
		d.Element.Params = sized(d.Element, w, h)
	}
}

// sizeOfBody returns the width and height of a body that stands upright and is wider than deep in its frame. For any
// other body it returns zeros, because the size of a dome light or of a leaf drawn open is unknown.
func (r *reader) sizeOfBody(d *Draft) (width, height geometry.Length) {
	if r.Own || len(d.Body) == 0 || !isUp(r.world(d.Product).Z) {
		return 0, 0
	}
	box := d.Body.Bounds()
	if x, y := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y; y < x {
		return x, box.Max.Z - box.Min.Z
	}
	return 0, 0
}

// sized returns the parameters of a door or window of the given size.
func sized(e *state.Element, width, height geometry.Length) state.Params {
	if e.Category == state.CategoryDoor {
		return &fabric.Door{Fixed: state.FixedOf(e), Width: width, Height: height}
	}
	return &fabric.Window{Fixed: state.FixedOf(e), Width: width, Height: height}
}

// hang sets the operation of a door that stands upright. The door opens toward +Y of its frame, which is the frame of
// its fixed shape. Where a fixed panel stands beside the leaf (SWING_FIXED_LEFT and _RIGHT), no attribute states the
// width of the leaf, so the operation is not set.
func (r *reader) hang(door *fabric.Door, p *building.Product) {
	operation := r.operation(p)
	if !isUp(r.world(p).Z) || strings.HasPrefix(operation, "SWING_FIXED") {
		return
	}
	if kind, swing := doorKind(operation); kind != "" {
		door.DoorType, door.Swing = kind, swing
	}
}

// partClasses lists the classes of parts that make up a whole; subtypes count. Parts of other classes, such as the
// railing of a stair or a door in a curtain wall, are separate elements.
var partClasses = []string{
	"IfcStairFlight", "IfcSlab", "IfcMember", "IfcPlate", "IfcBeam", "IfcColumn",
	"IfcCovering", "IfcBuildingElementProxy",
	"IfcElementComponent", "IfcBuildingElementComponent", "IfcElementAssembly",
}

// readWholes reads the products of the table with parameters if possible, otherwise with their bodies and the bodies of
// their parts.
func (r *reader) readWholes() {
	for _, row := range fixedRows {
		for _, p := range r.b.Products {
			if !r.done[p] && !r.partTaken(p) && r.src.IsKind(p.Number, row.class) {
				r.whole(p, row)
			}
		}
	}
}

func (r *reader) whole(p *building.Product, row fixedRow) {
	reason := error(row.reason)
	if read := parametric[p.Class]; read != nil {
		draft, err := read(r, p)
		if err == nil {
			r.add(draft)
			return
		}
		reason = err
	}
	if row.category == state.CategoryCeiling && !isCeiling(p) {
		return // the model has only ceilings
	}
	draft, err := r.fixedShape(p, row.category, row.ofParts)
	if err != nil {
		return // it is reported with all products that no form fits
	}
	draft.Reason = reason
	r.add(draft)
}

// fixedShape reads a product with its body and with the parts that make it up.
func (r *reader) fixedShape(p *building.Product, category state.Category, ofParts bool) (*Draft, error) {
	d, err := r.fixedBody(p)
	if err != nil && !(ofParts && errors.Is(err, errAssembly)) {
		return nil, err
	}
	if err != nil {
		d = &Draft{Product: p}
	}
	shape := &state.FixedShape{FixedPiece: r.piece(p, d, p)}
	if strings.TrimSuffix(shape.IfcClass, "StandardCase") == fixedClasses[category] ||
		shape.IfcClass == "IfcFlowFitting" {
		shape.IfcClass = ""
	}
	if ofParts {
		r.takeParts(d, shape, p)
	}
	if err != nil && len(shape.Parts) == 0 {
		return nil, err
	}
	if d.Body == nil && len(shape.Parts) > 0 && !r.Own && isFar(r.world(p).O) {
		shape.Location = shape.Parts[0].Location // the whole has a far origin; only its parts stand at the building
	}
	for _, part := range d.Parts {
		r.done[part], r.partIn[part] = true, p
	}
	d.Element = bodyshape.BlankElement("", category).WithFixed(shape)
	d.Element = r.element(p, category, d.Element.Params)
	return d, nil
}

// fixedClasses maps categories to the class that their elements have by default, which a fixed shape need not name.
var fixedClasses = map[state.Category]string{
	state.CategoryWall: "IfcWall", state.CategoryFloor: "IfcSlab", state.CategoryRoof: "IfcRoof",
	state.CategoryStair: "IfcStair", state.CategoryCurtainWall: "IfcCurtainWall",
	state.CategoryRailing: "IfcRailing",
	state.CategoryBeam:    "IfcBeam", state.CategoryColumn: "IfcColumn", state.CategoryFooting: "IfcFooting",
	state.CategoryCeiling: "IfcCovering", state.CategoryDoor: "IfcDoor", state.CategoryWindow: "IfcWindow",
	state.CategoryDuctFitting: "IfcDuctFitting", state.CategoryPipeFitting: "IfcPipeFitting",
	state.CategoryCableTrayFitting: "IfcCableCarrierFitting",
}

// piece reads the class of a product with a body, and its position above the level of its whole.
func (r *reader) piece(p *building.Product, d *Draft, whole *building.Product) state.FixedPiece {
	out := state.FixedPiece{IfcClass: p.Class, PredefinedType: predefinedOf(p),
		ObjectType: clipped(p.ObjectType), Tag: r.tagOf(p), GrossVolume: d.gross}
	if p.Class == "IfcBuildingElementProxy" {
		out.IfcClass = ""
	}
	if out.PredefinedType == "" && p.Type != nil && r.types[p.Type] == nil && isItem(p.Type.Predefined) &&
		p.Type.Predefined != "NOTDEFINED" {
		out.PredefinedType = p.Type.Predefined
	}
	out.Location, out.Rotation = r.stand(p, d)
	out.Location.Z += elevationOf(r.levelOf(p)) - elevationOf(r.levelOf(whole))
	return out
}

// takeParts reads the parts that make up a whole, at all levels of decomposition.
func (r *reader) takeParts(d *Draft, shape *state.FixedShape, p *building.Product) {
	for _, part := range p.Parts {
		if r.done[part] || !r.isPiece(part) {
			continue
		}
		body, err := r.fixedBody(part)
		if err == nil {
			d.Parts = append(d.Parts, part)
			shape.Parts = append(shape.Parts, r.part(part, body, d.Product))
			d.hold(shape.Parts[len(shape.Parts)-1].ID, body.Body)
			d.holdDrawn(shape.Parts[len(shape.Parts)-1].ID, body.Drawn)
		}
		if err == nil && body.Note != "" {
			d.Note = "of one of its parts, " + body.Note
		}
		r.takeParts(d, shape, part)
	}
}

func (r *reader) isPiece(p *building.Product) bool {
	for _, class := range partClasses {
		if r.src.IsKind(p.Number, class) {
			return true
		}
	}
	return false
}

// part reads a part of a fixed shape with its properties, classification and material.
func (r *reader) part(p *building.Product, d *Draft, whole *building.Product) state.FixedPart {
	e := &state.Element{}
	r.common(e, p)
	r.addTypeSets(e, p)
	if told := strings.TrimSpace(p.Text); told != "" { // a piece has fields for ObjectType and Tag
		e.Psets = bodyshape.WithAttribute(e.Psets, bodyshape.AttributeDescription, told)
	}
	out := state.FixedPart{ID: e.ID, Name: e.Name, FixedPiece: r.piece(p, d, whole), Psets: e.Psets, Codes: e.Codes,
		Origin: r.ofPart(e, p)}
	if m := r.materialOf(p); m != nil {
		out.MaterialID = m.ID
	}
	return out
}

// hold stores the body of a part.
func (d *Draft) hold(id state.ID, body geometry.Body) {
	if body == nil {
		return
	}
	if d.Bodies == nil {
		d.Bodies = map[state.ID]geometry.Body{}
	}
	d.Bodies[id] = body
}

// bodies returns all fixed bodies of a draft, by the id of the element or part.
func (d *Draft) bodies() map[state.ID]geometry.Body {
	out := maps.Clone(d.Bodies)
	if d.Body == nil {
		return out
	}
	if out == nil {
		out = map[state.ID]geometry.Body{}
	}
	out[d.Element.ID] = d.Body
	return out
}

// carriedFixed reads the bodies of an element, and of its parts, whose fixed shape a file of ours carries.
func (r *reader) carriedFixed(d *Draft, p *building.Product) {
	read, err := r.fixedShape(p, d.Element.Category, true)
	if err != nil {
		return
	}
	d.Body, d.Bodies, d.Parts = read.Body, read.Bodies, read.Parts
	d.Drawn, d.DrawnParts = read.Drawn, read.DrawnParts
}
