package drawings

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// overheadCategories are drawn dashed where they lie above the cut. A plan with services draws services in the same
// way.
var overheadCategories = []state.Category{
	state.CategoryFloor, state.CategoryRoof, state.CategoryBeam, state.CategoryFurniture,
	state.CategoryEquipment, state.CategorySanitary, state.CategorySkylight,
}

// hangs reports whether an element above the cut belongs to this storey, whose top is at a height. Furniture, fixtures
// and services with their middle above that height stand on the next floor. A riser that begins below the top belongs
// to this storey.
func hangs(hit projections.Hit, top geometry.Length) bool {
	if slices.Contains(serviceCategories, hit.Category) && hit.Bounds.Min.Z < top && stands(hit.Bounds) {
		return true
	}
	return !slices.Contains(fixtureCategories, hit.Category) && !slices.Contains(serviceCategories, hit.Category) ||
		hit.Bounds.Min.Z+(hit.Bounds.Max.Z-hit.Bounds.Min.Z)/2 < top
}

// stands reports whether a box is higher than it is wide and deep.
func stands(b geometry.Box) bool {
	return b.Max.Z-b.Min.Z > max(b.Max.X-b.Min.X, b.Max.Y-b.Min.Y)
}

// overhead draws dashed the outlines of everything above the cut, projected down, except over cut areas.
func (p *plan) overhead(over []segment) {
	known, cut := newIndex(over), newAreas(p.cuts)
	for _, e := range byElement(p.above) {
		var parts []geometry.Region
		for _, b := range e {
			parts = append(parts, p.shadow(b.shape))
		}
		outline := rings(p.region(geometry.Interrupt(p.stop).UnionWithin(geometry.SeamGap, parts...)))
		var drawn []segment
		p.goOn()
		for _, s := range cut.outside(p.goOn, notUnder(outline, known, nearLine)) {
			if s.length() >= float64(leastLine) {
				drawn = append(drawn, s)
				known.add(s)
			}
		}
		p.placer.avoid(drawn)
		layer := layerOf(e[0].element.Category)
		if e[0].element.Category == state.CategoryFloor {
			layer = "A-FLOR-OVHD"
		}
		p.lines(layer, paper.ClassOverhead, e[0].element, drawn, p.pen(overheadEdge), paper.Dashed)
	}
}

// shadow returns the outline of a shape seen from above, in the frame of the view.
func (v *view) shadow(s csg.Shape) geometry.Region {
	v.goOn()
	local := s.In(csg.Placed(v.frame))
	var parts []geometry.Region
	for _, f := range local.Faces {
		if local.Sheet && f.Normal.Z < 0 { // seen from both sides
			f.Normal.Z, f.Loops = -f.Normal.Z, [][]int32{slices.Clone(f.Loops[0])}
			slices.Reverse(f.Loops[0])
		}
		if f.Normal.Z <= 1e-6 {
			continue
		}
		polygon := geometry.Polygon{Outer: flat(local.Vertices, f.Loops[0])}
		for _, l := range f.Loops[1:] {
			polygon.Holes = append(polygon.Holes, flat(local.Vertices, l))
		}
		parts = append(parts, geometry.Region{polygon})
	}
	return geometry.Interrupt(v.stop).Union(parts...)
}

func flat(vertices []r3.Vector, loop []int32) geometry.Ring {
	ring := make(geometry.Ring, len(loop))
	for i, n := range loop {
		ring[i] = geometry.Point2{X: geometry.Length(round(vertices[n].X)), Y: geometry.Length(round(vertices[n].Y))}
	}
	return ring
}

func round(f float64) float64 { return math.Round(f) }
