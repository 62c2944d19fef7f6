package importer

import (
	"math"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// readOpenings reads the openings of walls, floors and roofs, with the doors and windows in them.
func (r *reader) readOpenings() {
	var drafts []*Draft
	for _, p := range r.b.Products {
		if p.Host == nil || r.done[p] {
			continue
		}
		host := r.drafts[p.Host]
		if host == nil {
			host = r.wholeOf(p.Host)
		}
		if host == nil {
			if d := r.openingInParts(p); d != nil {
				r.done[p], r.drafts[p] = true, d
				drafts = append(drafts, d)
			}
			continue
		}
		if !cuttable[host.Element.Category] || state.FixedOf(host.Element) != nil {
			continue // the opening is cut into a fixed body
		}
		r.done[p] = true
		draft, err := r.opening(p, host, r.fillerOf(p))
		if err != nil {
			r.showCut(p, host, err)
			reason, detail := reasonOf(err)
			r.Report.left(NotTaken, p, reason, detail)
			continue
		}
		if draft != nil {
			drafts = append(drafts, draft)
			r.drafts[p] = draft
		}
	}
	r.Products = append(r.Products, r.overlapping(drafts)...)
}

// fillerOf returns the single product that fills an opening, nil for none. If several doors and windows with bodies
// share an opening, it returns nil, since no body is as wide as the opening; all of them then keep their bodies. If one
// of them has no body, it returns the first of them.
func (r *reader) fillerOf(p *building.Product) *building.Product {
	if len(p.Fillings) == 0 {
		return nil
	}
	if r.sharesOpening(p.Fillings[0]) {
		return nil
	}
	return p.Fillings[0]
}

// sharesOpening reports whether a door or window is one of several in one opening, all of which have bodies.
func (r *reader) sharesOpening(p *building.Product) bool {
	if p.Fills == nil {
		return false
	}
	n := 0
	for _, filler := range p.Fills.Fillings {
		if isFilling(filler) {
			if !r.src.HasBody(filler) {
				return false
			}
			n++
		}
	}
	return n > 1
}

// isFilling reports whether a product is a door or a window.
func isFilling(p *building.Product) bool {
	return p.Is("IfcDoor", "IfcDoorStandardCase", "IfcWindow", "IfcWindowStandardCase")
}

// cuttable lists the categories of elements that can have openings.
var cuttable = map[state.Category]bool{state.CategoryWall: true,
	state.CategoryFloor: true, state.CategoryRoof: true}

// pairFillings attaches doors and windows that were read from carried data to their openings, since both are imported
// together.
func (r *reader) pairFillings() {
	openings := map[state.ID]*Draft{}
	for _, d := range r.Products {
		if d.Element.Category == state.CategoryOpening && d.With == nil {
			openings[d.Element.ID] = d
		}
	}
	r.Products = slices.DeleteFunc(r.Products, func(d *Draft) bool {
		o := openings[d.Element.FillsID]
		if d.Element.FillsID == "" || o == nil || o.With != nil {
			return false
		}
		o.With = d
		o.Element.Params = &fabric.Opening{OpeningType: fabric.OpeningThrough, FilledBy: d.Element.ID}
		return true
	})
}

// wholeOf returns the draft of the whole that a product is a part of, nil for none.
func (r *reader) wholeOf(p *building.Product) *Draft {
	for depth := 0; p.Whole != nil && depth < maxSteps; depth++ {
		p = p.Whole
		if d := r.drafts[p]; d != nil {
			return d
		}
	}
	return nil
}

// opening reads an opening by the category of its host. An opening in several planes of a roof has further parts in the
// file; for these it returns nil.
func (r *reader) opening(p *building.Product, host *Draft, filler *building.Product) (*Draft, error) {
	switch params := host.Element.Params.(type) {
	case *fabric.Wall:
		return r.wallOpening(p, host, params, filler)
	case *fabric.Floor:
		return r.planOpening(p, host, params.Boundary)
	case *fabric.Roof:
		if r.Own && r.carriedCategoryOf(p) == "" && !r.isWholeOpening(p) {
			return nil, nil
		}
		return r.planOpening(p, host, params.Boundary)
	}
	return nil, form("nothing can be cut out of its host")
}

// isWholeOpening reports whether one of our openings represents its element and not a part of it.
func (r *reader) isWholeOpening(p *building.Product) bool {
	id, ok := given(p.Tag)
	own, _ := newIdentities(1).of(p.GlobalID, 0)
	return ok && own == id
}

// boxOf returns the extent of a product's body in a frame of the model, or an error if the body is not a box in that
// frame.
func (r *reader) boxOf(p *building.Product, frame building.Frame) (lo, hi r3.Vector, err error) {
	corners, volume, err := r.cornersOf(p)
	if err != nil {
		return lo, hi, err
	}
	lo, hi = r3.Vector{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)},
		r3.Vector{X: math.Inf(-1), Y: math.Inf(-1), Z: math.Inf(-1)}
	to := frame.Inverse().Compose(r.world(p))
	for _, corner := range corners {
		q := to.Point(corner.Vector())
		lo = r3.Vector{X: min(lo.X, q.X), Y: min(lo.Y, q.Y), Z: min(lo.Z, q.Z)}
		hi = r3.Vector{X: max(hi.X, q.X), Y: max(hi.Y, q.Y), Z: max(hi.Z, q.Z)}
	}
	d := hi.Sub(lo)
	if v := d.X * d.Y * d.Z / 1e18; math.Abs(v-volume) > volumeTolerance*v {
		return lo, hi, form("its body is no box along the wall")
	}
	return lo, hi, nil
}

// cornersOf returns the corners of a product's body in its frame and its volume in m3. Nearly every opening is a box;
// for a box it takes both from the extrusion.
func (r *reader) cornersOf(p *building.Product) ([]geometry.Point3, float64, error) {
	if b := r.body(p); len(b.faults) == 0 && len(b.items) == 1 && b.items[0].Extrusion != nil {
		if corners, volume, ok := b.items[0].Extrusion.Box(); ok {
			return corners, volume, nil
		}
	}
	body, err := r.faces(p)
	if err != nil {
		return nil, 0, err
	}
	var out []geometry.Point3
	for _, s := range body {
		out = append(out, s.Vertices...)
	}
	return out, body.Volume(), nil
}

// middleOf returns the mean of the corners of a product's body, in the model.
func (r *reader) middleOf(p *building.Product) (r3.Vector, error) {
	corners, _, err := r.cornersOf(p)
	if err != nil {
		return r3.Vector{}, err
	}
	sum := r3.Vector{}
	for _, c := range corners {
		sum = sum.Add(c.Vector())
	}
	return r.world(p).Point(geometry.Times(sum, 1/float64(max(1, len(corners))))), nil
}

// wallFrame returns the frame of a wall near a point: its origin on the base of the wall, X along the wall, Y to its
// left. The origin is at the start of a straight wall; the frame of a curved wall is tangent to it near the point.
func (r *reader) wallFrame(host *Draft, w *fabric.Wall, near r3.Vector) building.Frame {
	base := w.BaseOffset
	for _, l := range r.Levels {
		if l.ID == host.Element.LevelID {
			base += elevationOf(l)
		}
	}
	start, x := lineAt(host, near)
	return building.Frame{O: r3.Vector{X: start.X, Y: start.Y, Z: float64(base)}, X: x,
		Y: r3.Vector{X: -x.Y, Y: x.X}, Z: r3.Vector{Z: 1}}
}

// wallOpening reads a box that goes through a wall or into it, with the door or window in it.
func (r *reader) wallOpening(p *building.Product, host *Draft, w *fabric.Wall,
	filler *building.Product) (*Draft, error) {
	near := r3.Vector{} // the frame of a straight wall is the same everywhere
	if w.Mid != nil {
		var err error
		if near, err = r.middleOf(p); err != nil {
			return nil, err
		}
	}
	frame := r.wallFrame(host, w, near)
	lo, hi, noBox := r.boxOf(p, frame)
	var o *fabric.Opening
	var err error
	if noBox == nil {
		o, err = r.wallVoid(host, w, lo, hi)
	} else if o, err = r.formedVoid(p, host, w, frame, noBox); err != nil {
		return r.steppedOpening(p, host, w, err)
	}
	if err != nil {
		return nil, err
	}
	d := r.openingDraft(p, host, o)
	if filler != nil && o.Depth == 0 && !r.done[filler] {
		d.With = r.filling(filler, host, o, frame)
	}
	if d.With != nil {
		d.Element.Params = &fabric.Opening{OpeningType: fabric.OpeningThrough, FilledBy: d.With.Element.ID}
		d.With.Element.FillsID = d.Element.ID
	}
	r.keepAttributes(d.Element, p)
	r.applyCarried(d.Element, p)
	return d, nil
}

// openingDraft creates the draft of an opening.
func (r *reader) openingDraft(p *building.Product, host *Draft, o *fabric.Opening) *Draft {
	e := r.element(p, state.CategoryOpening, o)
	e.LevelID, e.HostID, e.TypeID, e.MaterialID = host.Element.LevelID, host.Element.ID, "", ""
	return &Draft{Product: p, Element: e}
}

// wallVoid returns the opening that a box cuts out of a wall; the box is given in the frame of the wall.
func (r *reader) wallVoid(host *Draft, w *fabric.Wall, lo, hi r3.Vector) (*fabric.Opening, error) {
	y0, y1 := r.facesOf(host, w)
	long, high := longOf(host), w.Height
	if len(w.AttachedTop) > 0 { // the wall ends at the elements to which it is attached
		high = length(hi.Z)
	}
	x0, x1, z0, z1 := max(0, length(lo.X)), min(long, length(hi.X)), max(0, length(lo.Z)), min(high, length(hi.Z))
	if x1 <= x0 || z1 <= z0 || length(hi.Y) <= y0 || length(lo.Y) >= y1 {
		return nil, errMissesWall
	}
	o := &fabric.Opening{Offset: x0, SillHeight: z0, Width: x1 - x0, Height: z1 - z0,
		OpeningType: fabric.OpeningThrough}
	outside, inside := length(lo.Y) > y0+throughSlack, length(hi.Y) < y1-throughSlack
	switch {
	case outside && inside, inside && !r.Own:
		return nil, form("it is a niche that does not begin at the interior face")
	case outside:
		o.Depth, o.OpeningType = y1-length(lo.Y), fabric.OpeningRecess
	case inside:
		o.Depth, o.OpeningType, o.Face = length(hi.Y)-y0, fabric.OpeningRecess, fabric.FaceExterior
	}
	return o, nil
}

// errMissesWall is the error for an opening that does not meet its wall.
const errMissesWall = form("it does not meet its wall")

// throughSlack is the greatest distance between the end of an opening and a face of its host at which the opening still
// counts as through. Readers of IFC remove such thin skins.
const throughSlack = 5 * geometry.Millimetre

// facesOf returns the positions of the exterior and the interior face of a wall in its frame.
func (r *reader) facesOf(host *Draft, w *fabric.Wall) (y0, y1 geometry.Length) {
	if host.wall != nil && host.wall.line != nil {
		return length(host.wall.line.y0), length(host.wall.line.y1)
	}
	thickness := w.Thickness
	if t := r.typesByID[host.Element.TypeID]; t != nil && len(t.Layers) > 0 {
		thickness = t.Thickness()
	}
	switch w.LocationLine {
	case fabric.LocationInterior:
		return -thickness, 0
	case fabric.LocationExterior:
		return 0, thickness
	}
	return -thickness / 2, thickness - thickness/2
}

// filling reads the door or window of an opening; nil for any other product.
func (r *reader) filling(p *building.Product, host *Draft, o *fabric.Opening, wall building.Frame) *Draft {
	var e *state.Element
	inward := r.world(p).Y.Dot(wall.Y) >= 0
	switch {
	case p.Is("IfcDoor", "IfcDoorStandardCase"):
		kind, swing := doorKind(r.operation(p))
		door := &fabric.Door{Offset: o.Offset, Width: o.Width, Height: o.Height, SillHeight: o.SillHeight,
			DoorType: kind, Swing: swing, Facing: "interior", Form: doorForm(o.Form)}
		if !inward {
			door.Facing = "exterior"
		}
		e = r.element(p, state.CategoryDoor, door)
	case p.Is("IfcWindow", "IfcWindowStandardCase"):
		window := &fabric.Window{Offset: o.Offset, Width: o.Width, Height: o.Height, SillHeight: o.SillHeight,
			WindowType: windowKind(r.operation(p), p.ObjectType), Form: o.Form}
		e = r.element(p, state.CategoryWindow, window)
	default:
		return nil
	}
	e.LevelID, e.HostID = host.Element.LevelID, host.Element.ID
	r.keepAttributes(e, p)
	d := &Draft{Product: p, Element: e}
	if r.tellsOtherSize(p, o) {
		d.Note = "it has the size of its opening, not the one that it tells"
	}
	r.keepBody(d, host, o, wall)
	r.applyCarried(e, p)
	if fabric.HasKeptBody(e) {
		e.Params = bodied(e) // the carried parameters replaced the mark of the body
	}
	r.done[p] = true
	r.drafts[p] = d
	return d
}

// doorForm returns the form of an opening if a door can have it, otherwise nil. A door needs two jambs.
func doorForm(f *fabric.OpeningForm) *fabric.OpeningForm {
	if f == nil || f.Shape == fabric.OutlineArch || f.Shape == fabric.OutlinePointed {
		return f
	}
	return nil
}

// toldSlack is the accepted difference between the overall size of a door or window and the size of its opening. The
// difference comes from sizes that are written in whole millimetres.
const toldSlack = geometry.Millimetre

// tellsOtherSize reports whether a door or window has an overall size that differs from its opening. That may be the
// size of its leaf, or the opening may continue beside the door. The checks of the model then use the size of the
// opening.
func (r *reader) tellsOtherSize(p *building.Product, o *fabric.Opening) bool {
	other := func(attribute string, size geometry.Length) bool {
		told, ok := r.src.Length(p, attribute)
		return ok && told > 0 && (length(told)-size).Abs() > toldSlack
	}
	return other("OverallWidth", o.Width) || other("OverallHeight", o.Height)
}

// operation returns the operation of a door or the partitioning of a window, from its type or from itself.
func (r *reader) operation(p *building.Product) string {
	if p.Type != nil && p.Type.Operation != "" && p.Type.Operation != "NOTDEFINED" {
		return p.Type.Operation
	}
	own := orElse(r.src.Text(p, "OperationType"), r.src.Text(p, "PartitioningType"))
	if own == "USERDEFINED" {
		own += " " + orElse(r.src.Text(p, "UserDefinedOperationType"), r.src.Text(p, "UserDefinedPartitioningType"))
	}
	return own
}

// doorKind returns the type and swing of a door in the model's terms. IFC names the hand as seen by a person who passes
// through the door in the direction in which it opens. The model names it as seen from the side to which the door
// opens.
func doorKind(operation string) (fabric.DoorType, fabric.Swing) {
	name, own, _ := strings.Cut(operation, " ")
	swing := fabric.Swing("left")
	if strings.HasSuffix(name, "_LEFT") {
		swing = "right"
	}
	switch {
	case name == "USERDEFINED":
		for _, item := range fabric.DoorType("").Enum() {
			if item == own {
				return fabric.DoorType(item), swing
			}
		}
		return "", swing
	case strings.HasPrefix(name, "SINGLE_SWING"), strings.HasPrefix(name, "SWING_FIXED"):
		return "single_swing", swing
	case strings.HasPrefix(name, "DOUBLE_SWING"):
		return "double_swing", swing
	case name == "DOUBLE_DOOR_SLIDING": // the term states how the leaves open, not their number
		return "sliding", swing
	case name == "DOUBLE_DOOR_FOLDING":
		return "folding", swing
	case strings.HasPrefix(name, "DOUBLE_DOOR"):
		return "double_door", swing
	case strings.HasPrefix(name, "SLIDING"):
		return "sliding", swing
	case strings.HasPrefix(name, "FOLDING"):
		return "folding", swing
	case name == "REVOLVING":
		return "revolving", swing
	case name == "ROLLINGUP":
		return "rolling_up", swing
	}
	return "", swing
}

// windowKind returns the type of a window in the model's terms, "" if the model has no such type.
func windowKind(partitioning, objectType string) fabric.WindowType {
	kind := fabric.WindowType(strings.ToLower(partitioning))
	if kind == "single_panel" && objectType == "fixed" {
		return "fixed"
	}
	for _, item := range kind.Enum() {
		if item == string(kind) {
			return kind
		}
	}
	return ""
}
