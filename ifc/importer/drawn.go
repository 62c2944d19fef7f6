package importer

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// drawn is what a product shows besides its solids, in its own frame.
type drawn struct {
	items  []geometry.Drawn // open surfaces in the order of the items of the body, then curves
	styles []int            // numbers of their styles in the file, 0 for none
	unread []string         // identifiers of representations that have more than curves
}

// drawnOf returns the open surfaces and the curves of a product.
func (r *reader) drawnOf(p *building.Product) drawn {
	var out drawn
	if items := r.body(p).items; !r.closedTogether(items) {
		for _, item := range items {
			if _, err := item.Faces(); err == nil {
				continue
			}
			if open, ok := item.Open(); ok {
				out.items, out.styles = append(out.items, open), append(out.styles, r.src.StyleOf(item))
			}
		}
	}
	curves, unread := r.src.Curves(p)
	for _, c := range curves {
		out.items, out.styles = append(out.items, c.Drawn), append(out.styles, c.Style)
	}
	out.unread = unread
	return out
}

// closedTogether reports whether items that are not closed by themselves close each other.
func (r *reader) closedTogether(items []building.Solid) bool {
	var open []building.Solid
	for _, item := range items {
		solids, err := item.Faces()
		if len(solids) > 0 {
			return false
		}
		if err != nil {
			open = append(open, item)
		}
	}
	_, ok := building.Together(open)
	return ok
}

// drawnKept notes on a draft what its product shows besides solids, and reports whether that includes a part of the
// body.
func (r *reader) drawnKept(d *Draft, p *building.Product) bool {
	of := r.drawnOf(p)
	d.Drawn = of.items
	for _, item := range of.items {
		if id := item.Identifier; !slices.Contains(of.unread, id) {
			r.shapesKept[p.Number] = append(r.shapesKept[p.Number], id)
		}
	}
	r.drawnStyles[p.Number] = of.styles
	return slices.ContainsFunc(of.items, func(g geometry.Drawn) bool { return g.OfBody() })
}

func isBodySurface(g geometry.Drawn) bool { return g.OfBody() && g.IsSurface() }

// isDrawnWhole reports whether every item of a body that is not closed is kept as a surface.
func (r *reader) isDrawnWhole(p *building.Product) bool {
	b := r.body(p)
	return len(b.faults) == 0 && !slices.ContainsFunc(b.items, func(item building.Solid) bool {
		if _, err := item.Faces(); err == nil {
			return false
		}
		_, ok := item.Open()
		return !ok
	})
}

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

// holdDrawn notes what a part shows besides its solids.
func (d *Draft) holdDrawn(id state.ID, items []geometry.Drawn) {
	if len(items) == 0 {
		return
	}
	if d.DrawnParts == nil {
		d.DrawnParts = map[state.ID][]geometry.Drawn{}
	}
	d.DrawnParts[id] = items
}

// drawnBodies returns what a draft and its parts show besides solids, by element or part.
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

// withDrawn changes the body of a draft by a function, and the vertices of what it draws in the same way.
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

// withoutDrawn returns a draft that shows its solids alone, nil for one that shows nothing else. The error says why the
// model refuses the rest.
func (d *Draft) withoutDrawn(err error) *Draft {
	if len(d.Drawn) == 0 && len(d.DrawnParts) == 0 {
		return nil
	}
	bare := *d
	bare.Drawn, bare.DrawnParts = nil, nil
	bare.addNote("its open surfaces and curves are not kept: " + state.CodeOf(err).Name())
	return &bare
}
