package importer

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// drawn holds the open surfaces and curves that a product shows besides its solids, in its own frame.
type drawn struct {
	items  []geometry.Drawn // open surfaces in the order of the items of the body, then curves
	styles []int            // numbers of their styles in the file, 0 for none
	unread []string         // identifiers of representations that have other items than curves

	surfaces int // number of items that are surfaces
}

// drawnOf returns the open surfaces among the given items, and the curves of a product.
func (r *reader) drawnOf(p *building.Product, open []building.Solid) drawn {
	var out drawn
	for _, item := range open {
		if surface, ok := item.Open(); ok {
			out.items, out.styles = append(out.items, surface), append(out.styles, r.src.StyleOf(item))
		}
	}
	out.surfaces = len(out.items)
	curves, unread := r.src.Curves(p)
	for _, c := range curves {
		out.items, out.styles = append(out.items, c.Drawn), append(out.styles, c.Style)
	}
	out.unread = unread
	return out
}

// keepDrawn stores the open surfaces and curves of a product in its draft.
func (r *reader) keepDrawn(d *Draft, of drawn) {
	p := d.Product
	d.Drawn = of.items
	for _, item := range of.items {
		if id := item.Identifier; !slices.Contains(of.unread, id) {
			r.shapesKept[p.Number] = append(r.shapesKept[p.Number], id)
		}
	}
	r.drawnStyles[p.Number] = of.styles
}

// showsBody reports whether any of the open surfaces and curves is part of the body.
func (d drawn) showsBody() bool {
	return slices.ContainsFunc(d.items, func(g geometry.Drawn) bool { return g.OfBody() })
}

func isBodySurface(g geometry.Drawn) bool { return g.OfBody() && g.IsSurface() }

// styleDrawn sets the styles of the open surfaces and curves of an element.
func (r *reader) styleDrawn(e *state.Element, p *building.Product) {
	told := r.drawnStyles[p.Number]
	keys, some := make([]string, len(told)), false
	for i, style := range told {
		if r.Own && r.src.IsOfMaterial(style) {
			continue
		}
		keys[i] = r.key(style)
		some = some || keys[i] != ""
	}
	if !some {
		return
	}
	if isUniform(keys) {
		keys = keys[:1]
	}
	o := state.Origin{}
	if e.Origin != nil {
		o = *e.Origin
	}
	o.DrawnStyles, e.Origin = keys, &o
}

// recordCurveStyles puts the styles of a product's curves into the library.
func (r *reader) recordCurveStyles(p *building.Product) {
	for _, style := range r.src.CurveStyles(p) {
		if !r.Own || !r.src.IsOfMaterial(style) {
			r.record(style, shape.OriginStylePrefix)
		}
	}
}

// holdDrawn stores the open surfaces and curves of a part.
func (d *Draft) holdDrawn(id state.ID, items []geometry.Drawn) {
	if len(items) == 0 {
		return
	}
	if d.DrawnParts == nil {
		d.DrawnParts = map[state.ID][]geometry.Drawn{}
	}
	d.DrawnParts[id] = items
}

// drawnBodies returns the open surfaces and curves of a draft and of its parts, by the id of the element or part.
func (d *Draft) drawnBodies() map[state.ID][]geometry.Drawn {
	out := map[state.ID][]geometry.Drawn{}
	for id, items := range d.DrawnParts {
		out[id] = items
	}
	if len(d.Drawn) > 0 {
		out[d.Element.ID] = d.Drawn
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// withDrawn applies a function to the body of a draft, and to the vertices of its surfaces and curves.
func (d *Draft) withDrawn(change func(geometry.Body) geometry.Body) {
	all := slices.Clone(d.Body)
	for _, item := range d.Drawn {
		all = append(all, geometry.Solid{Frame: geometry.World(), Vertices: item.Vertices})
	}
	all = change(all)
	if d.Body != nil {
		d.Body = all[:len(d.Body):len(d.Body)]
	}
	items := slices.Clone(d.Drawn)
	for i := range items {
		items[i].Vertices = all[len(d.Body)+i].Vertices
		items[i].Flat = items[i].Flat && !slices.ContainsFunc(items[i].Vertices,
			func(p geometry.Point3) bool { return p.Z != 0 })
	}
	d.Drawn = items
}

// withoutDrawn returns a draft with the solids alone, or nil if the draft has no open surfaces and curves. The error is
// the reason why the model refuses the surfaces and curves.
func (d *Draft) withoutDrawn(err error) *Draft {
	if len(d.Drawn) == 0 && len(d.DrawnParts) == 0 {
		return nil
	}
	bare := *d
	bare.Drawn, bare.DrawnParts = nil, nil
	bare.addNote("its open surfaces and curves are not kept: " + state.CodeOf(err).Name())
	return &bare
}
