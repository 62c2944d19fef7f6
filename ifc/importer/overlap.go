package importer

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// overlapping removes the overlaps of openings in one wall, floor or flat roof. Files have such openings, such as a
// window and its shutter case, but the model does not allow them. Each opening keeps the area that the openings before
// it leave, so that the host has the body that it has in the file. If that area is no rectangle, it is divided into
// several pieces. Doors and windows come first, and deeper openings before shallower ones. It returns the drafts that
// keep a part of their area.
func (r *reader) overlapping(drafts []*Draft) []*Draft {
	hosts := map[state.ID][]*Draft{}
	for _, d := range drafts {
		hosts[d.Element.HostID] = append(hosts[d.Element.HostID], d)
	}
	none := map[*Draft]bool{}
	for _, d := range drafts {
		if of := hosts[d.Element.HostID]; len(of) > 1 && !r.Own {
			r.share(of, none)
		}
		delete(hosts, d.Element.HostID) // do not divide the openings of a host twice
	}
	return slices.DeleteFunc(drafts, func(d *Draft) bool { return none[d] })
}

// share reduces each of the openings of a host to the area that the openings before it leave.
func (r *reader) share(drafts []*Draft, none map[*Draft]bool) {
	host := r.hostOf(drafts[0])
	if host == nil {
		return
	}
	if w, ok := host.Params.(*fabric.Wall); ok && w.Mid != nil {
		return // on a curved wall each box lies in its own tangent frame
	}
	voids := make([]void, 0, len(drafts))
	for _, d := range drafts {
		voids = append(voids, voidOf(d))
	}
	slices.SortStableFunc(voids, void.before)
	for i, v := range voids {
		cut := v.near(voids[:i])
		if len(cut) == 0 {
			continue
		}
		rest := geometry.Subtract(v.area, cut...)
		switch {
		case rest.Area() >= v.area.Area(): // the openings only touch
		case v.trim(rest):
		case v.draft.With != nil:
			r.unfill(v)
			fallthrough
		default:
			r.keep(v, rest, none)
		}
	}
}

// near returns the areas of the other voids whose extents meet the extent of a void.
func (v void) near(others []void) []geometry.Region {
	var out []geometry.Region
	lo, hi := v.area.Bounds()
	for _, w := range others {
		if v.depth > 0 && w.depth > 0 && v.below != w.below { // the recesses are on opposite sides
			continue
		}
		if from, to := w.area.Bounds(); from.X < hi.X && lo.X < to.X && from.Y < hi.Y && lo.Y < to.Y {
			out = append(out, w.area)
		}
	}
	return out
}

// hostOf returns the element into which an opening is cut, nil for none.
func (r *reader) hostOf(d *Draft) *state.Element {
	host := r.drafts[d.Product.Host]
	if host == nil {
		host = r.wholeOf(d.Product.Host)
	}
	for _, part := range d.Product.Host.Parts {
		if draft := r.drafts[part]; draft != nil && draft.Element.ID == d.Element.HostID {
			host = draft
		}
	}
	if host == nil {
		return nil
	}
	return host.Element
}

// void is the area that an opening cuts: in the elevation of a wall, or in plan for any other host.
type void struct {
	draft *Draft
	area  geometry.Region
	depth geometry.Length // depth of a recess; 0 for an opening that goes through
	below bool            // whether it is a recess from the underside of a floor
	wall  bool
}

func voidOf(d *Draft) void {
	o := sizeOf(d)
	v := void{draft: d, area: areaOf(&o), depth: o.Depth, below: o.Face == fabric.FaceBottom, wall: len(o.Polygon) == 0}
	for _, piece := range d.Pieces {
		if piece.HostID == d.Element.HostID {
			v.area = geometry.Union(v.area, areaOf(piece.Params.(*fabric.Opening)))
		}
	}
	return v
}

// areaOf returns the area that an opening cuts, in the elevation of its wall or in plan.
func areaOf(o *fabric.Opening) geometry.Region {
	if len(o.Polygon) > 0 {
		return regionOf(o.Polygon)
	}
	if o.Form.Outline() != "" {
		return regionOf(fabric.OpeningRect{Offset: o.Offset, Sill: o.SillHeight, Width: o.Width, Height: o.Height,
			Form: o.Form}.Ring())
	}
	lo := geometry.Point2{X: o.Offset, Y: o.SillHeight}
	return oblong{lo, lo.Add(geometry.Point2{X: o.Width, Y: o.Height})}.region()
}

func regionOf(ring []geometry.Point2) geometry.Region {
	polygon, err := geometry.NewPolygon(ring)
	if err != nil {
		return nil
	}
	return geometry.Region{polygon}
}

// sizeOf returns an opening with its size. If a door or window fills the opening, the size comes from it.
func sizeOf(d *Draft) fabric.Opening {
	if d.With == nil {
		return *d.Element.Params.(*fabric.Opening)
	}
	o := fabric.Opening{OpeningType: fabric.OpeningThrough}
	switch p := d.With.Element.Params.(type) {
	case *fabric.Door:
		o.Offset, o.SillHeight, o.Width, o.Height, o.Form = p.Offset, p.SillHeight, p.Width, p.Height, p.Form
	case *fabric.Window:
		o.Offset, o.SillHeight, o.Width, o.Height, o.Form = p.Offset, p.SillHeight, p.Width, p.Height, p.Form
	}
	return o
}

// before compares voids: doors and windows come first, then openings that go through, then deeper openings, then larger
// openings.
func (v void) before(w void) int {
	rank := func(v void) int {
		switch {
		case v.draft.With != nil:
			return 0
		case v.depth == 0:
			return 1
		}
		return 2
	}
	return cmp.Or(cmp.Compare(rank(v), rank(w)), cmp.Compare(w.depth, v.depth),
		cmp.Compare(w.area.Area(), v.area.Area()))
}

// trim reduces a door or window that other openings overlap by no more than toldSlack, such as one of two adjacent
// windows whose positions were rounded. It returns false for any other void.
func (v void) trim(rest geometry.Region) bool {
	left := boxes(rest)
	if v.draft.With == nil || len(left) != 1 || sizeOf(v.draft).Form.Outline() != "" {
		return false
	}
	o, box := sizeOf(v.draft), left[0]
	x, z := box.hi.X-box.lo.X, box.hi.Y-box.lo.Y
	if o.Width-x > toldSlack || o.Height-z > toldSlack {
		return false
	}
	switch p := v.draft.With.Element.Params.(type) {
	case *fabric.Door:
		p.Offset, p.SillHeight, p.Width, p.Height = box.lo.X, box.lo.Y, x, z
	case *fabric.Window:
		p.Offset, p.SillHeight, p.Width, p.Height = box.lo.X, box.lo.Y, x, z
	}
	return true
}

// unfill separates a door or window from its opening, because another opening cuts that opening. The door or window
// then keeps its body.
func (r *reader) unfill(v void) {
	d := v.draft
	size := sizeOf(d)
	d.Element.Params = &size
	delete(r.done, d.With.Product)
	delete(r.drafts, d.With.Product)
	d.With = nil
}

// leastPiece is the smallest size of a piece of an opening. Files write sizes to a tenth of a millimetre at worst, so
// smaller pieces come from rounding.
const leastPiece = 100 * geometry.Micrometre

// keep reduces an opening to the area that the other openings leave.
func (r *reader) keep(v void, rest geometry.Region, none map[*Draft]bool) {
	pieces := v.piecesOf(rest)
	if len(pieces) == 0 {
		none[v.draft] = true
		r.Report.left(NotTaken, v.draft.Product, "what it cuts is cut by other openings of its host", "")
		return
	}
	v.draft.Note = "it overlaps other openings of its host: it is what they leave of it"
	v.draft.Pieces = slices.DeleteFunc(v.draft.Pieces, func(e *state.Element) bool {
		return e.HostID == v.draft.Element.HostID // the new pieces replace the old ones
	})
	for i := range pieces {
		if i == 0 {
			v.draft.Element.Params = &pieces[0]
			continue
		}
		e := *v.draft.Element
		e.ID, e.Params = state.DeriveID("import rest of opening "+string(e.ID), i), &pieces[i]
		v.draft.Pieces = append(v.draft.Pieces, &e)
	}
}

// piecesOf returns openings that cut a part of a void.
func (v void) piecesOf(rest geometry.Region) []fabric.Opening {
	var out []fabric.Opening
	whole := sizeOf(v.draft)
	if !v.wall {
		for _, polygon := range simple(rest) {
			piece := whole
			piece.Polygon = polygon.Outer
			out = append(out, piece)
		}
		return out
	}
	rects := boxes(rest)
	area := 0.0
	for _, box := range rects {
		area += box.region().Area()
	}
	if area < rest.Area()*(1-volumeTolerance) { // arcs or slanted edges bound the area
		return polygonsOf(whole, rest)
	}
	whole.Form = nil
	for _, box := range rects {
		piece := whole
		piece.Offset, piece.Width = box.lo.X, box.hi.X-box.lo.X
		piece.SillHeight, piece.Height = box.lo.Y, box.hi.Y-box.lo.Y
		out = append(out, piece)
	}
	return out
}

// polygonsOf returns copies of an opening in a wall, one for each part of a region in the wall's elevation.
func polygonsOf(whole fabric.Opening, rest geometry.Region) []fabric.Opening {
	var out []fabric.Opening
	for _, polygon := range simple(rest) {
		form := &fabric.OpeningForm{Shape: fabric.OutlinePolygon}
		for _, p := range polygon.Outer {
			form.Points = append(form.Points, fabric.OutlinePoint{At: p})
		}
		piece := whole
		moved, low, size, ok := form.FromZero()
		if !ok {
			continue
		}
		piece.Form, piece.Offset, piece.SillHeight = moved, low.X, low.Y
		piece.Width, piece.Height = size.X, size.Y
		out = append(out, piece)
	}
	return out
}
