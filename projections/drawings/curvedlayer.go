package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// bands are the layers of a curved wall, from the interior face outward.
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

// splitRound divides what is cut of a curved wall at the arcs between its layers. The last layer has all that is in no
// other one, so that nothing is lost.
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

// besideFace is by how much what is inside of a layer's face reaches beyond that of the wall: more than chords are off
// their arc, and less than the least radius of an inner face.
const besideFace = 1 * geometry.Millimetre

// beyondEnds returns how far what is cut of a curved wall reaches beyond the ends of its line, where a join stretches
// it.
func (v *view) beyondEnds(cut geometry.Region, wall fabric.WallPlan) geometry.Length {
	out := geometry.Length(0)
	for _, s := range rings(cut) {
		along, _ := wall.Place(v.frame.Point(s.a.At(0)).XY())
		out = max(out, -along, along-wall.Length)
	}
	return out + besideFace
}

// inside returns what of a curved wall, with the straight lines that continue it, lies on the interior side of a place
// across it. Its corners are on the radii of those of the wall's footprint, so that layers are as thick at the corners
// as they are.
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

// inFrame returns a ring of the world in plan as the view's frame has it: from the side, Y is the distance to the
// plane.
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

// lookingDown tells a view in plan from one from the side.
func (v *view) lookingDown() bool { return v.frame.Z.Z > 0.5 }

// crossed returns, over the height of what is cut, where a plane from the side runs through a ring that inFrame has
// made.
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
