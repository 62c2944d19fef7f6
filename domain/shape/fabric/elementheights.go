package fabric

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// planCuts returns the plan regions of the openings that go vertically through a floor or roof.
func planCuts(m *state.Model, host state.ID) []geometry.Region {
	return planRegions(m, host, func(o *Opening) bool { return !o.carves() })
}

// planRegions returns the plan polygons of the openings of a floor or roof that wanted selects.
func planRegions(m *state.Model, host state.ID, wanted func(*Opening) bool) []geometry.Region {
	var out []geometry.Region
	for _, id := range m.HostedBy(host) {
		if e, ok := m.Element(id); ok {
			if _, ok := e.Params.(*Opening); !ok {
				continue
			}
			if o := InPlan(m, e); len(o.Polygon) > 0 && wanted(o) {
				if p, err := geometry.NewPolygon(slices.Clone(o.Polygon)); err == nil {
					out = append(out, geometry.Region{p})
				}
			}
		}
	}
	return out
}

func (w *Wall) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	low = bodyshape.ElevationOf(m, e.LevelID) + w.BaseOffset
	return low, low + w.Height, len(w.AttachedTop) == 0 && len(w.AttachedBase) == 0
}

// rangeInWall returns the heights of an element in a wall above the model's origin, given its sill above the base of
// the wall and its height.
func rangeInWall(m *state.Model, e *state.Element, sill, height geometry.Length) (low, high geometry.Length, ok bool) {
	host, ok := m.Element(e.HostID)
	if !ok {
		return 0, 0, false
	}
	wall, ok := host.Params.(*Wall)
	if !ok || wall.Fixed != nil {
		return 0, 0, false
	}
	low = bodyshape.ElevationOf(m, host.LevelID) + wall.BaseOffset + sill
	return low, low + height, true
}

func (o *Opening) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	if r, is := OpeningRectOf(m, e); is {
		return rangeInWall(m, e, r.Sill, r.Height)
	}
	host, ok := m.Element(e.HostID)
	if !ok || host.Category != state.CategoryFloor {
		return 0, 0, false
	}
	low, high, ok = bodyshape.HeightRange(m, host)
	f, parametric := host.Params.(*Floor)
	switch {
	case o.Depth == 0 || !ok:
	case !parametric || len(f.Falls) > 0: // the bottom of a recess follows the falls
		return 0, 0, false
	case o.Face == FaceBottom:
		high = low + o.Depth
	default:
		low = high - o.Depth
	}
	return low, high, ok
}

func (d *Door) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	return rangeInWall(m, e, d.SillHeight, d.Height)
}

func (w *Window) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	return rangeInWall(m, e, w.SillHeight, w.Height)
}

func (f *Floor) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	high = bodyshape.ElevationOf(m, e.LevelID) + f.Offset
	return high - FloorThickness(m, e), high, true
}

func (c *Ceiling) HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	low = bodyshape.ElevationOf(m, e.LevelID) + c.Height
	return low, low + CeilingThickness(m, e), true
}
