package importer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// parametric maps the classes that the model has parameters for to the functions that read them.
var parametric = map[string]func(*reader, *building.Product) (*Draft, error){
	"IfcWall": (*reader).wall, "IfcWallStandardCase": (*reader).wall,
	"IfcSlab": (*reader).slab, "IfcSlabStandardCase": (*reader).slab,
	"IfcColumn": (*reader).column, "IfcColumnStandardCase": (*reader).column,
	"IfcBeam": (*reader).beam, "IfcBeamStandardCase": (*reader).beam,
	"IfcStair":    (*reader).stair,
	"IfcCovering": (*reader).ceiling, "IfcFooting": (*reader).footing,
	"IfcFlowFitting": (*reader).bend, "IfcDuctFitting": (*reader).bend, "IfcPipeFitting": (*reader).bend,
	"IfcCableCarrierFitting": (*reader).bend,
	"IfcFlowSegment":         (*reader).segment, "IfcDuctSegment": (*reader).segment,
	"IfcPipeSegment":         (*reader).segment,
	"IfcCableCarrierSegment": (*reader).segment,
}

// readProducts reads all products except openings and the doors and windows in them.
func (r *reader) readProducts() {
	r.readPorts()
	r.readSystems()
	var carried []*Draft
	for _, p := range r.b.Products {
		r.src.Hear()
		if c := r.carriedCategoryOf(p); r.Own && c != "" && !r.done[p] {
			carried = append(carried, r.carried(p, c))
		}
	}
	r.readWholes()
	for _, p := range r.b.Products {
		r.src.Hear()
		read := parametric[p.Class]
		if read == nil || r.done[p] || r.partTaken(p) {
			continue
		}
		err := r.shown.why[p.Number]
		var draft *Draft
		if err == nil {
			draft, err = read(r, p)
		}
		if err != nil {
			r.refused[p] = err
			continue
		}
		r.add(draft)
	}
	slices.SortStableFunc(r.Products, func(a, b *Draft) int {
		return cmp.Compare(b2i(a.wall == nil),
			b2i(b.wall == nil))
	})
	slices.SortStableFunc(carried, func(a, b *Draft) int {
		return cmp.Compare(b2i(a.Element.HostID != ""),
			b2i(b.Element.HostID != ""))
	})
	r.Products = append(r.Products, carried...)
	r.attachLast()
}

// attachLast moves the elements to which walls and columns are attached before all others.
func (r *reader) attachLast() {
	to := map[state.ID]bool{}
	for _, d := range r.Products {
		a := state.AttachmentsOf(d.Element)
		for _, id := range slices.Concat(a.Top, a.Base) {
			to[id] = true
		}
	}
	if len(to) > 0 {
		slices.SortStableFunc(r.Products, func(a, b *Draft) int {
			return cmp.Compare(b2i(!to[a.Element.ID]),
				b2i(!to[b.Element.ID]))
		})
	}
}

// b2i returns 0 for false and 1 for true, so that false sorts before true.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// add registers a product as read, with its attributes and styles.
func (r *reader) add(d *Draft) {
	r.keepAttributes(d.Element, d.Product)
	if d.Plain != nil {
		r.keepAttributes(d.Plain, d.Product)
	}
	r.note(d)
	r.Products = append(r.Products, d)
}

func (r *reader) note(d *Draft) {
	r.style(d.Element, d.Product)
	r.keepMaterial(d.Element, d.Product)
	if d.Plain != nil {
		d.Plain.Origin = d.Element.Origin
	}
	r.applyCarried(d.Element, d.Product)
	r.done[d.Product] = true
	r.drafts[d.Product] = d
}

// partTaken reports whether a product is a piece of the body of a whole whose parameters determine that body. The
// pieces of fixed shapes are in partIn.
func (r *reader) partTaken(p *building.Product) bool {
	part := p
	for depth := 0; p.Whole != nil && !p.Nested && depth < maxSteps; depth++ {
		p = p.Whole
		if d := r.drafts[p]; d != nil && followsFromParameters(d.Element) {
			return r.Own && r.isOwnPiece(part, p) || !r.Own && r.makesUp(part, d.Element.Category)
		}
	}
	return false
}

// isOwnPiece reports whether our exporter wrote a product as a piece of a whole and not as an element that is a part of
// that whole. A piece has the id of the whole as its Tag.
func (r *reader) isOwnPiece(part, whole *building.Product) bool {
	id, tagged := given(part.Tag)
	return tagged && id == r.idOf(whole)
}

// followsFromParameters reports whether parameters determine the body of an element. A fixed body is only the body of
// the whole, and its parts are additional.
func followsFromParameters(e *state.Element) bool {
	switch e.Params.(type) {
	case *component.Proxy, *component.Component:
		return false
	}
	return state.FixedOf(e) == nil
}

// bodyClasses lists the classes of parts whose bodies together are the body of their whole, such as the layers of a
// wall; subtypes count. Other parts, such as reinforcement or the railing of a stair, lie in or beside the body.
var bodyClasses = []string{
	"IfcStairFlight", "IfcSlab", "IfcMember", "IfcPlate", "IfcCovering", "IfcBuildingElementPart",
}

// makesUp reports whether a product has a class of bodyClasses. A column, beam or footing is swept in one piece: plates
// welded to it do not make up its body.
func (r *reader) makesUp(p *building.Product, whole state.Category) bool {
	classes := bodyClasses
	switch whole {
	case state.CategoryColumn, state.CategoryBeam, state.CategoryFooting:
		classes = []string{"IfcBuildingElementPart"}
	}
	return slices.ContainsFunc(classes, func(class string) bool { return r.src.IsKind(p.Number, class) })
}

// element creates the element of a product.
func (r *reader) element(p *building.Product, c state.Category, params state.Params) *state.Element {
	e := &state.Element{Category: c, Params: params}
	r.common(e, p)
	if level := r.levelOf(p); level != nil {
		e.LevelID = level.ID
	}
	r.useType(e, p)
	r.addTypeSets(e, p)
	r.dropSaid(e, p)
	return e
}

// carried reads an element of ours whose data the file carries, such as a roof.
func (r *reader) carried(p *building.Product, c state.Category) *Draft {
	e := shape.BlankElement("", c)
	r.common(e, p)
	e.Psets, e.Codes, e.Origin, e.Name = nil, nil, nil, "" // the carried data restore all these fields
	d := &Draft{Product: p, Element: e}
	r.note(d)
	if state.FixedOf(e) != nil {
		r.carriedFixed(d, p)
	}
	if BodyOf(e) != "" {
		if fixed, err := r.fixedBody(p); err == nil {
			r.stand(p, fixed)
			d.Body, d.Drawn = fixed.Body, fixed.Drawn
		}
	}
	return d
}

// slab reads a slab that is a level plate: a floor, or a flat roof if its predefined type is ROOF.
func (r *reader) slab(p *building.Product) (*Draft, error) {
	b, err := r.upright(p)
	if err != nil {
		return nil, err
	}
	if len(b.region) != 1 {
		return nil, form("its outline is not one area")
	}
	level, outline := r.levelOf(p), b.region[0]
	z := r.world(p).O.Z
	if r.kindOf(p) == "ROOF" {
		roof := &fabric.Roof{Boundary: r.inWorld(p, outline.Outer), RoofType: fabric.RoofFlat,
			Offset: above(z+b.bottom, level)}
		e := r.element(p, state.CategoryRoof, roof)
		r.layer(e, withTypeLayers(p), length(b.top-b.bottom))
		r.ownThickness(e, length(b.top-b.bottom), &roof.Thickness)
		note := b.note
		if note == "" && !r.Own {
			note = "an export writes it as an IfcRoof of slabs, which have its PredefinedType, presentation " +
				"layers and styles"
		}
		return &Draft{Product: p, Element: e, Note: note, Pieces: r.holesOf(p, e, outline)}, nil
	}
	floor := &fabric.Floor{Boundary: r.inWorld(p, outline.Outer), Offset: above(z+b.top, level),
		FloorType: floorUse(r.kindOf(p))}
	for _, hole := range outline.Holes {
		floor.Holes = append(floor.Holes, r.inWorld(p, hole))
	}
	e := r.element(p, state.CategoryFloor, floor)
	r.layer(e, p, length(b.top-b.bottom))
	r.ownThickness(e, length(b.top-b.bottom), &floor.Thickness)
	return &Draft{Product: p, Element: e, Note: b.note}, nil
}

// withTypeLayers returns a product with the layers of its type if the product itself has no layers. In the model slab
// types are types of floors, which a roof cannot have.
func withTypeLayers(p *building.Product) *building.Product {
	if len(p.Use.Layers) > 0 || p.Type == nil || len(p.Type.Use.Layers) == 0 {
		return p
	}
	out := *p
	out.Use = p.Type.Use
	return &out
}

// holesOf returns openings for the holes in the outline of a flat roof, because a roof of the model has no holes.
func (r *reader) holesOf(p *building.Product, roof *state.Element, outline geometry.Polygon) []*state.Element {
	var out []*state.Element
	for i, hole := range outline.Holes {
		out = append(out, &state.Element{ID: state.DeriveID("import hole of roof "+string(roof.ID), i),
			Category: state.CategoryOpening, LevelID: roof.LevelID, HostID: roof.ID,
			Params: &fabric.Opening{Polygon: r.inWorld(p, hole), OpeningType: fabric.OpeningThrough}})
	}
	return out
}

func floorUse(predefined string) fabric.FloorUse {
	use := fabric.FloorUse(strings.ToLower(predefined))
	if slices.Contains(use.Enum(), string(use)) {
		return use
	}
	return "floor"
}

// ownThickness sets the thickness of an element, unless its type has the same thickness. It removes the type if the
// type has a different thickness.
func (r *reader) ownThickness(e *state.Element, thickness geometry.Length, field *geometry.Length) {
	t := r.typesByID[e.TypeID]
	if t == nil || len(t.Layers) == 0 {
		*field = thickness
		return
	}
	if d := t.Thickness() - thickness; d.Abs() > layerSlack {
		*field = thickness
		e.TypeID, e.Psets = "", withSets(e.Psets, t.Psets)
	}
}

// layerSlack is the accepted difference between the thickness of a body and the sum of its type's layers, because
// numbers in the file are rounded.
const layerSlack = 10 * geometry.Micrometre
