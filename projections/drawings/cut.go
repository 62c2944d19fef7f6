package drawings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// piece is the cut area of one material of an element, in the frame of the view. A piece is thin if it is too narrow on
// paper for a hatch and lines of its own.
type piece struct {
	element  *state.Element
	material state.ID
	region   geometry.Region
	thin     bool
}

// group is the cut area of one material drawn with one pen. Pieces that touch form one region without seams.
type group struct {
	key      string // of the material
	thin     bool
	material state.ID
	row      hatchRow
	region   geometry.Region // in the frame of the view
	onPaper  geometry.Region
	pieces   []piece
	layer    string
	heavy    bool
}

// pieces returns the cut area of a body, layer by layer where the scale shows layers.
func (v *view) pieces(b body, cut geometry.Region) []piece {
	if v.parts != nil {
		v.parts[b.element.ID] = geometry.Interrupt(v.stop).Union(v.parts[b.element.ID], cut)
	}
	if v.detail.layers {
		if bands, ok := v.bands(b.element); ok {
			return v.splitRound(b, cut, bands)
		}
		if sheets := v.sheets(b.element); len(sheets) > 0 {
			return v.split(b, cut, sheets)
		}
	}
	return []piece{{b.element, b.material, cut, false}}
}

// sheet is a layer of an element between two parallel planes.
type sheet struct {
	material state.ID
	at       geometry.Point3 // on the plane where the layer begins
	normal   r3.Vector       // into the layer
	depth    geometry.Length
}

// sheets returns the layers of an element with a layered type: of straight walls from the interior face outward, of
// floors from the top down. Roofs are shown with their core at every scale.
func (v *view) sheets(e *state.Element) []sheet {
	t, ok := v.model.Type(e.TypeID)
	if !ok || len(t.Layers) < 2 || state.FixedOf(e) != nil {
		return nil
	}
	var at geometry.Point3
	var normal r3.Vector
	switch p := e.Params.(type) {
	case *fabric.Wall:
		plan, err := fabric.WallPlanOf(v.model, e.ID)
		if err != nil {
			return nil
		}
		at, normal = plan.Frame.Point(geometry.Point3{Y: plan.YMax}), geometry.Times(plan.Frame.Y(), -1)
	case *fabric.Floor:
		at, normal = geometry.Point3{Z: shape.Elevation(v.model, e.LevelID) + p.Offset}, r3.Vector{Z: -1}
	default:
		return nil
	}
	var out []sheet
	for _, l := range t.Layers {
		out = append(out, sheet{l.MaterialID, at, normal, l.Thickness})
		at = along(at, normal, l.Thickness)
	}
	return out
}

// along returns the point at a distance l from p in direction d.
func along(p geometry.Point3, d r3.Vector, l geometry.Length) geometry.Point3 {
	frame := geometry.Placement{Origin: p, X: r3.Vector{X: 1}, Z: r3.Vector{Z: 1}}
	return frame.Point(geometry.Point3{
		X: geometry.FromMM(d.X * l.MM()), Y: geometry.FromMM(d.Y * l.MM()), Z: geometry.FromMM(d.Z * l.MM()),
	})
}

// split divides the cut area of a body at the planes between its layers. The first and the last layer also get the
// areas beyond them, so that nothing is lost.
func (v *view) split(b body, cut geometry.Region, sheets []sheet) []piece {
	var out []piece
	rest := cut
	for i, s := range sheets {
		if i == len(sheets)-1 {
			break
		}
		p, q, ok := v.trace(along(s.at, s.normal, s.depth), s.normal)
		if !ok {
			return []piece{{b.element, b.material, cut, false}}
		}
		if own := geometry.ClipHalfPlane(rest, p, q); len(own) > 0 {
			out = append(out, piece{b.element, s.material, own, v.thin(s)})
		}
		rest = geometry.ClipHalfPlane(rest, q, p)
	}
	if len(rest) > 0 {
		last := sheets[len(sheets)-1]
		out = append(out, piece{b.element, last.material, rest, v.thin(last)})
	}
	return out
}

// thin reports whether a layer is so thin on paper that its lines would run together.
func (v *view) thin(s sheet) bool { return v.length(s.depth) < leastLayer }

// leastLayer is the width on paper under which lines run together.
const leastLayer = 700 * geometry.Micrometre

// trace returns the line in which a plane meets the plane of the view. The side opposite to the plane's normal is on
// the left of the line. It returns false if the planes are parallel.
func (v *view) trace(at geometry.Point3, normal r3.Vector) (p, q geometry.Point2, ok bool) {
	x, y, z := geometry.Dot(normal, v.frame.X), geometry.Dot(normal, v.frame.Y()), geometry.Dot(normal, v.frame.Z)
	square := float64(x*x) + float64(y*y)
	if square < 1e-12 {
		return p, q, false
	}
	local := v.frame.Local(at)
	// A point (x, y, z) of the plane in the frame satisfies x u + y v + z w = x0 u + y0 v + z0 w, with the normal (u,
	// v, w). The view is at z = 0.
	shift := float64(z*float64(local.Z)) / square
	p = geometry.Point2{X: local.X + geometry.Length(round(shift*x)), Y: local.Y + geometry.Length(round(shift*y))}
	const far = 1e9 // micrometres
	return p, p.Add(geometry.Point2{X: geometry.Length(round(-y * far)), Y: geometry.Length(round(x * far))}), true
}

// groups joins pieces by material, weight and thinness; elements of linked models form groups of their own.
func (v *view) groups(pieces []piece) []group {
	byKey := map[string]*group{}
	parts := map[string][]geometry.Region{}
	var keys []string
	for _, p := range pieces {
		row := hatchOf(v.model, p.material)
		if p.material == "" && (p.element.Category == state.CategoryDoor ||
			p.element.Category == state.CategoryWindow) {
			row = frames
		}
		heavy := bears(v.model, p.element)
		material := row.kind + "/" + string(p.material)
		key := fmt.Sprintf("%s/%t/%t/%t", material, heavy, p.thin, v.own(string(p.element.ID)))
		g := byKey[key]
		if g == nil {
			g = &group{key: material, thin: p.thin, material: p.material, row: row, heavy: heavy,
				layer: layerOf(p.element.Category)}
			byKey[key], keys = g, append(keys, key)
		}
		g.pieces = append(g.pieces, p)
		parts[key] = append(parts[key], p.region)
	}
	slices.Sort(keys)
	slices.Reverse(keys) // the heavy group of a material comes first and keeps the common area
	var out []group
	had := map[string]geometry.Region{}
	for _, k := range keys {
		g := *byKey[k]
		g.region = less(geometry.Interrupt(v.stop).UnionWithin(geometry.SeamGap, parts[k]...), had[g.key])
		if len(g.region) == 0 {
			continue // a heavier group has all of it
		}
		had[g.key] = append(had[g.key], g.region...)
		v.noteArea(g)
		if g.onPaper = v.region(g.region); len(g.onPaper) > 0 { // not smaller than the paper shows
			out = append(out, g)
		}
	}
	return out
}

// less returns a region without another region of the same material. If the two only touch, the region stays as it is.
func less(own, other geometry.Region) geometry.Region {
	if len(other) == 0 || geometry.Intersect(own, other).Area() < sliver {
		return own
	}
	return geometry.Subtract(own, other)
}

// sliver is an area in m2 that no drawing shows: a line of 10 m, as wide as the rounding of coordinates.
const sliver = 1e-5

// noteArea adds the cut area of a group to the total of its material.
func (v *view) noteArea(g group) {
	for i := range v.cutAreas {
		if v.cutAreas[i].MaterialID == g.material {
			v.cutAreas[i].AreaM2 += g.region.Area()
			v.cutAreas[i].shown = v.cutAreas[i].shown || v.wide(g)
			return
		}
	}
	name := strings.ToUpper(g.row.kind[:1]) + g.row.kind[1:]
	if m, ok := v.model.Material(g.material); ok {
		name = m.Name
	}
	v.cutAreas = append(v.cutAreas, CutArea{g.material, name, g.row.kind, g.region.Area(), v.wide(g)})
}

// wide reports whether some part of a group is wide enough on paper for its hatch to be seen. The mean width of a strip
// is twice its area divided by the length of its outline.
func (v *view) wide(g group) bool {
	return !g.thin && slices.ContainsFunc(g.region, func(p geometry.Polygon) bool {
		long := p.Outer.Perimeter()
		for _, h := range p.Holes {
			long += h.Perimeter()
		}
		mean := geometry.Length(round(2e9 * geometry.Region{p}.Area() / max(long.MM(), 1))) // in micrometres
		return v.length(mean) >= leastLayer
	})
}

// drawCut draws the tone, the hatch and the outline of the cut groups, and returns the lines of the outlines. A fine
// line separates two groups that touch, unless they have one material or one of them is thin.
func (v *view) drawCut(groups []group) (outlines []segment) {
	sides := make([][]segment, len(groups))
	owners := v.cutOwners(groups)
	for i, g := range groups {
		sides[i] = rings(g.onPaper)
		v.poche(g)
	}
	var borders []segment
	for i, g := range groups {
		var others, silent []segment
		for k, o := range groups {
			if k == i {
				continue
			}
			others = append(others, sides[k]...)
			if o.key == g.key || o.thin || g.thin {
				silent = append(silent, sides[k]...)
			}
		}
		own := notUnderWhere(sides[i], newIndex(others), sameLine, segment.opposite)
		role := cutLight
		if g.heavy {
			role = cutHeavy
		}
		v.cutLines(g.layer, paper.ClassCut, owners, own, v.pen(role))
		outlines = append(outlines, own...)
		borders = append(borders, notUnder(notUnder(sides[i], newIndex(own), sameLine), newIndex(silent), sameLine)...)
	}
	inner := distinct(borders, sameLine)
	v.cutLines(layers[state.CategoryWall], paper.ClassLayer, owners, inner, v.pen(betweenLayers))
	return append(outlines, inner...)
}

// poche fills the cut area of a group: dark for metal, elsewhere with a pale tone and a hatch, or with a tone alone.
func (v *view) poche(g group) {
	elements := g.elements()
	switch {
	case g.row.solid:
		v.addOf(g.layer, paper.ClassPoche, elements, paper.Fill{Region: g.onPaper,
			Ink: paper.Ink{R: 0x30, G: 0x30, B: 0x30}})
	case v.detail.hatch:
		tone := 0xff - (0xff-g.row.tone)/4 // pale below the hatch
		v.addOf(g.layer, paper.ClassPoche, elements, paper.Fill{Region: g.onPaper,
			Ink: paper.Ink{R: tone, G: tone, B: tone}})
		if len(g.row.families) > 0 && !g.thin {
			for _, h := range hatches(g.onPaper, g.row.families, v.pen(hatching)) {
				v.addOf(layerHatch, paper.ClassHatch, elements, h)
			}
		}
	default:
		v.addOf(g.layer, paper.ClassPoche, elements, paper.Fill{Region: g.onPaper,
			Ink: paper.Ink{R: g.row.tone, G: g.row.tone, B: g.row.tone}})
	}
}
