package boundary

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// bounding lists the categories whose elements bound rooms. Where bodies overlap, the earlier category stands behind a
// face.
var bounding = []state.Category{
	state.CategoryWall, state.CategoryCurtainWall, state.CategoryFloor, state.CategoryRoof, state.CategoryCeiling,
	state.CategoryColumn, state.CategoryBeam, state.CategoryFooting, state.CategoryProxy, state.CategoryDoor,
	state.CategoryWindow,
}

// element is an element that may bound rooms. Its body has no openings cut where a void fills them.
type element struct {
	id       state.ID
	category state.Category
	body     geometry.Body // in the world, without frames
	voids    []void
	box      geometry.Box
}

// void is an opening in an element, with the door or window in it.
type void struct {
	opening, filler state.ID
	body            geometry.Body
	box             geometry.Box
}

// listElements lists the elements that may bound rooms, with their bodies.
func (w *work) listElements() {
	var ids []state.ID
	for _, c := range bounding {
		ids = append(ids, w.model.OfCategory(c)...)
	}
	all := make([]element, len(ids))
	w.each(len(ids), func(i int) {
		if e, ok := w.model.Element(ids[i]); ok && !w.stop.Now() {
			all[i] = w.elementOf(e)
		}
	})
	var boxes []geometry.Box
	for _, e := range all {
		if !e.box.Empty() && len(e.body)+len(e.voids) > 0 {
			w.elements, boxes = append(w.elements, e), append(boxes, e.box)
		}
	}
	w.near = newBoxTree(boxes)
}

func (w *work) elementOf(e *state.Element) element {
	out := element{id: e.ID, category: e.Category, box: geometry.EmptyBox()}
	if isFilling(e) && e.HostID != "" {
		return out // a void of its host
	}
	out.body = w.bodyOf(e.ID)
	if len(out.body) > 0 {
		out.box = out.body.Bounds()
	}
	for _, id := range w.model.HostedBy(e.ID) {
		if v, ok := w.voidOf(id); ok {
			out.voids = append(out.voids, v)
			out.box = out.box.Union(v.box)
		}
	}
	return out
}

func isFilling(e *state.Element) bool {
	return e.Category == state.CategoryDoor || e.Category == state.CategoryWindow
}

// voidOf returns the void of an opening, or of a door or window that stands in its host without an opening.
func (w *work) voidOf(id state.ID) (v void, ok bool) {
	e, found := w.model.Element(id)
	if !found {
		return v, false
	}
	o, isOpening := e.Params.(*fabric.Opening)
	switch {
	case isOpening && o.Depth == 0:
		v = void{opening: id, filler: o.FilledBy, body: w.bodyOf(id)}
	case isFilling(e) && e.FillsID == "":
		v = void{filler: id, body: w.bodyOf(id)}
	}
	if len(v.body) == 0 {
		return v, false
	}
	v.box = v.body.Bounds()
	return v, !v.box.Empty()
}

// bodyOf returns the body of an element with world coordinates. It returns nil for an element without a closed body:
// such an element encloses nothing.
func (w *work) bodyOf(id state.ID) geometry.Body {
	body, err := shape.Body(w.model, id)
	if err != nil {
		return nil
	}
	var out geometry.Body
	for _, s := range body {
		if s.Check() == nil && !s.Empty() {
			out = append(out, geometry.Solid{Frame: geometry.World(), Vertices: s.World(), Faces: s.Faces})
		}
	}
	return out
}

// seen is a body in the frame of a face.
type seen struct {
	body geometry.Body
	box  geometry.Box
}

func seenFrom(frame geometry.Placement, body geometry.Body) seen {
	out := seen{box: geometry.EmptyBox()}
	for _, s := range body {
		local := make([]geometry.Point3, len(s.Vertices))
		for i, p := range s.Vertices {
			local[i] = frame.Local(p)
			out.box = out.box.Extend(local[i])
		}
		out.body = append(out.body, geometry.Solid{Frame: geometry.World(), Vertices: local, Faces: s.Faces})
	}
	return out
}

// shade returns the part of a region that the body covers between two heights above it.
func (s seen) shade(stop geometry.Interrupt, region geometry.Region, from, to geometry.Length) geometry.Region {
	if len(region) == 0 || s.box.Empty() || s.box.Max.Z <= from || s.box.Min.Z >= to {
		return nil
	}
	lo, hi := region.Bounds()
	if s.box.Max.X <= lo.X || s.box.Min.X >= hi.X || s.box.Max.Y <= lo.Y || s.box.Min.Y >= hi.Y {
		return nil
	}
	return stop.Intersect(region, s.body.Shadow(from, to))
}
