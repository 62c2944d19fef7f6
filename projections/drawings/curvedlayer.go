package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// bands holds the layers of a curved wall, from the interior face outward.
type bands struct {
	wall   fabric.WallPlan
	layers []state.Layer
}

// bands returns the layers of a curved wall of a layered type.
func (v *view) bands(e *state.Element) (bands, bool) {
	t, ok := v.model.Type(e.TypeID)
	if !ok || len(t.Layers) < 2 || e.Category != state.CategoryWall || state.FixedOf(e) != nil {
		return bands{}, false
	}
	plan, err := fabric.WallPlanOf(v.model, e.ID)
	return bands{plan, t.Layers}, err == nil && plan.Curved()
}

// splitRound divides the cut area of a curved wall at the arcs between its layers. The last layer gets the rest of the
// area, so that nothing is lost.
func (v *view) splitRound(b body, cut geometry.Region, of bands) []piece {
	var out []piece
	rest, y, beyond := cut, of.wall.YMax, v.beyondEnds(cut, of.wall)
	for i, l := range of.layers {
		if y -= l.Thickness; i == len(of.layers)-1 {
			break
		}
		inside, err := geometry.NewPolygon(v.inFrame(of.inside(y, beyond)))
		if err != nil {
			return []piece{{b.element, b.material, cut, false}}
		}
		covers := geometry.Region{inside}
		if !v.lookingDown() {
			covers = v.crossed(inside.Outer, cut)
		}
		if own := geometry.Interrupt(v.stop).Intersect(rest, covers); len(own) > 0 {
			out = append(out, piece{b.element, l.MaterialID, own, v.thin(sheet{depth: l.Thickness})})
		}
		rest = geometry.Interrupt(v.stop).Subtract(rest, covers)
	}
	if len(rest) > 0 {
		last := of.layers[len(of.layers)-1]
		out = append(out, piece{b.element, last.MaterialID, rest, v.thin(sheet{depth: last.Thickness})})
	}
	return out
}

// besideFace is how far the area inside a layer's face reaches beyond the interior face of the wall. It is more than
// the deviation of chords from their arc, and less than the least radius of an inner face.
const besideFace = 1 * geometry.Millimetre

// beyondEnds returns how far the cut area of a curved wall reaches beyond the ends of the wall's line, where a join
// stretches it.
func (v *view) beyondEnds(cut geometry.Region, wall fabric.WallPlan) geometry.Length {
	out := geometry.Length(0)
	for _, s := range rings(cut) {
		along, _ := wall.Place(v.frame.Point(s.a.At(0)).XY())
		out = max(out, -along, along-wall.Length)
	}
	return out + besideFace
}

// inside returns the part of a curved wall on the interior side of a place across it, with the straight lines that
// continue the wall. Its corners are on the same radii as the corners of the wall's footprint, so that a layer keeps
// its thickness at the corners.
func (b bands) inside(across, beyond geometry.Length) geometry.Ring {
	outer := b.wall.YMax
	radius, sweep := b.wall.Radius()
	if radius > 0 {
		outer = b.wall.YMin
	}
	n := geometry.ArcSides((radius - outer).Abs(), geometry.ChordTolerance, sweep)
	course := func(y geometry.Length) geometry.Ring {
		ring := geometry.Ring{b.wall.On(-beyond, y)}
		for i := range n + 1 {
			ring = append(ring, b.wall.On(b.wall.Length*geometry.Length(i)/geometry.Length(n), y))
		}
		return append(ring, b.wall.On(b.wall.Length+beyond, y))
	}
	back := course(b.wall.YMax + besideFace)
	slices.Reverse(back)
	return append(course(across), back...)
}

// inFrame returns a plan ring of the world in the coordinates of the view's frame. In a view from the side, Y is the
// distance to the plane.
func (v *view) inFrame(r geometry.Ring) geometry.Ring {
	out := make(geometry.Ring, len(r))
	for i, p := range r {
		local := v.frame.Local(p.At(0))
		if out[i] = local.XY(); !v.lookingDown() {
			out[i].Y = local.Z
		}
	}
	return out
}

// lookingDown reports whether the view is in plan, not from the side.
func (v *view) lookingDown() bool { return v.frame.Z.Z > 0.5 }

// crossed returns where the plane of a view from the side runs through a ring made by inFrame, over the height of the
// cut area.
func (v *view) crossed(r geometry.Ring, cut geometry.Region) geometry.Region {
	var stops []geometry.Length
	for _, s := range rings(geometry.Region{{Outer: r}}) {
		if s.a.Y > 0 == (s.b.Y > 0) {
			continue
		}
		part := float64(s.a.Y) / float64(s.a.Y-s.b.Y)
		stops = append(stops, s.a.X+geometry.Length(round(part*float64(s.b.X-s.a.X))))
	}
	slices.Sort(stops)
	lo, hi := cut.Bounds()
	var out geometry.Region
	for i := 1; i < len(stops); i += 2 {
		if stops[i] > stops[i-1] {
			out = append(out, geometry.Rectangle(geometry.Point2{X: stops[i-1], Y: lo.Y - besideFace},
				geometry.Point2{X: stops[i], Y: hi.Y + besideFace}))
		}
	}
	return out
}
