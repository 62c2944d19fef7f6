package drawings

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// mostFaces is the number of surfaces of one material on which its name is tried, the largest first.
const mostFaces = 6

// mostNamedFaces is the most materials that an elevation names. A facade with more materials is a fault of the model.
const mostNamedFaces = 30

// surface is a wall or a roof that an elevation looks at, with the material of its outermost layer.
type surface struct {
	element  *state.Element
	material state.ID
	region   geometry.Region // on paper
	depth    float64
	area     float64
}

// surfaceMaterials writes the name of each material on an elevation once, in the largest free part of its surfaces.
func (u *upright) surfaceMaterials() {
	if u.cutting || !u.wants(AnnotateTags) || bandOf(u.scale) > upTo200 {
		return
	}
	byMaterial := map[state.ID][]surface{}
	var order []state.ID
	for _, b := range byElement(u.bodies) {
		u.goOn()
		if s, ok := u.surfaceOf(b); ok {
			if byMaterial[s.material] == nil {
				order = append(order, s.material)
			}
			byMaterial[s.material] = append(byMaterial[s.material], s)
		}
	}
	slices.Sort(order)
	for _, id := range order[:min(len(order), mostNamedFaces)] {
		all := byMaterial[id]
		slices.SortFunc(all, func(a, b surface) int {
			return cmp.Or(cmp.Compare(b.area, a.area), cmp.Compare(a.element.ID, b.element.ID))
		})
		for _, s := range all[:min(len(all), mostFaces)] {
			if u.nameSurface(s) {
				break
			}
		}
	}
}

// surfaceOf returns the surface of a wall that faces an elevation, or of a roof. It returns false unless the surface
// has a material and is visible.
func (u *upright) surfaceOf(solids []body) (surface, bool) {
	e := solids[0].element
	if !u.visible[e.ID] || u.differsAt(e.ID) || e.Category != state.CategoryWall && e.Category != state.CategoryRoof {
		return surface{}, false
	}
	s := surface{element: e, material: coreOf(u.model, e), depth: maxFront(solids, u.frame)}
	t, typed := u.model.Type(e.TypeID)
	layered := typed && e.MaterialID == "" && len(t.Layers) > 0
	if e.Category == state.CategoryWall {
		plan, err := fabric.WallPlanOf(u.model, e.ID)
		if err != nil || math.Abs(geometry.Dot(plan.Frame.X, u.frame.Z)) > alongFront {
			return surface{}, false
		}
		if layered { // from the interior face outward
			if s.material = t.Layers[len(t.Layers)-1].MaterialID; geometry.Dot(plan.Frame.Y(), u.frame.Z) > 0 {
				s.material = t.Layers[0].MaterialID
			}
		}
	} else if layered {
		s.material = t.Layers[0].MaterialID // from the top down
	}
	if _, known := u.model.Material(s.material); !known {
		return surface{}, false
	}
	lo, hi := u.boxOf(solids[0])
	s.area = (hi.X - lo.X).MM() * (hi.Y - lo.Y).MM()
	for _, b := range solids {
		s.region = append(s.region, u.region(u.shadow(b.shape))...)
	}
	return s, len(s.region) > 0
}

// nameSurface writes the name of a surface's material where the surface is visible and free of lines.
func (u *upright) nameSurface(s surface) bool {
	region := s.region
	lo, hi := region.Bounds()
	lo.Y = max(lo.Y, u.length(u.ground))
	if lo.Y >= hi.Y {
		return false
	}
	region = geometry.Intersect(region, geometry.Region{geometry.Rectangle(lo, hi)})
	if hidden := u.before([]segment{{lo, hi}}, s.depth, s.element.ID); len(hidden) > 0 {
		region = geometry.Subtract(region, hidden)
	}
	material, _ := u.model.Material(s.material)
	text := paper.Text{String: material.Name, Height: textSmall, Anchor: paper.Anchor{Across: paper.Centre,
		Up: paper.Middle}}
	for _, part := range region {
		u.goOn()
		if at, ok := u.placeIn(geometry.Region{part}, text.Width(), textSmall, u.placer.clear); ok {
			text.At = at
			u.text(layerOf(s.element.Category)+"-IDEN", s.element, text)
			return true
		}
	}
	return false
}

// behindFacade is the largest distance from the foremost wall to a curtain wall behind it that is still measured as
// part of the facade. The curtain wall may stand within the depth of its wall, or be set back under a slab.
const behindFacade = 1 * geometry.Metre

// curtainHeights returns the foot, the transom axes and the top of each curtain wall that a section cuts, or that is in
// the front of an elevation. It leaves out transoms that are closer together than figures on paper.
func (u *upright) curtainHeights() (out []geometry.Length) {
	nearest := math.Inf(-1)
	for _, b := range u.bodies {
		if c := b.element.Category; c == state.CategoryWall || c == state.CategoryCurtainWall {
			nearest = max(nearest, front(b.shape, u.frame))
		}
	}
	for _, b := range byElement(u.bodies) {
		u.goOn()
		e := b[0].element
		c, ok := e.Params.(*fabric.CurtainWall)
		if !ok || state.FixedOf(e) != nil || u.room != nil {
			continue
		}
		for _, s := range fabric.CurtainShapeOf(u.model, e).Straight() {
			start := u.frame.Local(s.Frame.Origin).Z
			end := u.frame.Local(s.Frame.Point(geometry.Point3{X: s.Length})).Z
			cut := min(start, end) < 0 && max(start, end) > 0
			faces := math.Abs(geometry.Dot(s.Frame.X, u.frame.Z)) < alongFront &&
				float64(start) >= nearest-float64(behindFacade)
			if u.cutting && cut || !u.cutting && faces {
				out = append(out, u.transoms(s, c.Height)...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// transoms returns the heights of a straight curtain wall: its foot, the axes of its transoms, and its top.
func (u *upright) transoms(s fabric.CurtainShape, height geometry.Length) []geometry.Length {
	inner := []geometry.Length{0, height}
	for _, part := range s.Parts {
		low, high := part.Box.Min.Z, part.Box.Max.Z
		if part.Kind == fabric.CurtainTransom && part.Of == "" && high-low == s.Bar && low > 0 && high < height {
			inner = append(inner, (low+high)/2)
		}
	}
	slices.Sort(inner)
	inner = slices.Compact(inner)
	for i := 1; i < len(inner); i++ {
		if u.length(inner[i]-inner[i-1]) < leastSetBack {
			inner = []geometry.Length{0, height}
			break
		}
	}
	for i := range inner {
		inner[i] += s.Frame.Origin.Z
	}
	return inner
}
