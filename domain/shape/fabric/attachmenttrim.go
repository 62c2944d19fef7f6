package fabric

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Trim describes how an attached wall or column is cut off. It is a prism over the footprint from Low to High above the
// model's origin, without the parts beyond the cuts.
type Trim struct {
	Low, High geometry.Length
	Cuts      []Cut

	stop geometry.Interrupt // interrupts long work for the caller
}

// Cut removes the part above some planes at a top, or the part below them at a base.
type Cut struct {
	Top    bool
	Whole  bool             // every plane cuts everywhere; otherwise only over its plan
	Facets []geometry.Facet // the normals point up
}

func TrimWall(m *state.Model, e *state.Element, w *Wall, plan WallPlan) (Trim, bool, error) {
	a := w.Attachments()
	if a.None() {
		return Trim{}, false, nil
	}
	base := plan.Frame.Origin.Z
	t, err := TrimOf(m, a, plan.World(), base, base+w.Height)
	return t, true, err
}

// MemberShapePlan returns the section of an upright member in world coordinates.
func MemberShapePlan(s bodyshape.MemberShape) (geometry.Region, error) {
	region, err := s.Profile.Region()
	if err != nil {
		return nil, bodyshape.GeometryError(err)
	}
	return WallPlan{Frame: s.Frame, Region: region}.World(), nil
}

// TrimOf returns how the attachments cut off a prism over a region. z0 and z1 are the heights of the prism's own base
// and top.
func TrimOf(m *state.Model, a state.Attachments, region geometry.Region, z0, z1 geometry.Length) (Trim, error) {
	high, above, err := trimEnd(m, a.Top, region, z1, true)
	if err != nil {
		return Trim{}, err
	}
	low, below, err := trimEnd(m, a.Base, region, z0, false)
	if err != nil {
		return Trim{}, err
	}
	if high <= low {
		return Trim{}, state.Errorf(state.EmptyResult,
			"nothing is left between what the base and the top are attached to, at %s "+
				"and %s mm: detach one of them", low, high).
			With("base", low).With("top", high)
	}
	return Trim{low, high, append(above, below...), m.Stop}, nil
}

// trimEnd returns, for the top or the base of a prism, the height that it reaches before it is cut, and the cuts.
func trimEnd(m *state.Model, to []state.ID, region geometry.Region, own geometry.Length,
	top bool) (geometry.Length, []Cut, error) {
	end := TrimmedEnd{Top: top, Region: region}
	for _, id := range to {
		facets, covered, err := SurfaceOf(m, id, top, region)
		if err != nil {
			return 0, nil, err
		}
		if err := end.Add(facets, covered); err != nil {
			return 0, nil, err
		}
	}
	return end.Result(own)
}

// TrimmedEnd collects the surfaces that cut a prism off at its top or at its base.
type TrimmedEnd struct {
	Top      bool
	Region   geometry.Region
	covered  []geometry.Region // the plans of surfaces that cut only a part of the prism
	whole    bool              // a surface cuts the whole prism
	level    bool              // a level plane at flat cuts the whole prism
	flat     geometry.Length
	farthest geometry.Length // the farthest height at which a cut leaves the prism
	cuts     []Cut
}

// beyond reports whether height a lies farther out than height b: higher at a top, lower at a base.
func (t *TrimmedEnd) beyond(a, b geometry.Length) bool { return (a > b) == t.Top && a != b }

// Add adds a surface and the region that it covers, nil for everywhere.
func (t *TrimmedEnd) Add(facets []geometry.Facet, covered geometry.Region) error {
	var cells, over []geometry.Facet
	for _, f := range facets {
		parts := geometry.Intersect(t.Region, geometry.Region{f.Plan})
		for _, part := range parts {
			cells = append(cells, geometry.Facet{Plan: part, Plane: f.Plane})
		}
		if len(parts) > 0 {
			over = append(over, f)
		}
	}
	if len(cells) == 0 {
		return nil
	}
	cut := Cut{Top: t.Top, Facets: over}
	if covered == nil || covers(covered, t.Region) {
		t.whole = true
		var err error
		if cut.Whole, err = t.foldsOutwards(cells); err != nil {
			return err
		}
	} else {
		t.covered = append(t.covered, covered)
	}
	if cut.Whole && IsLevel(over) {
		t.levelAt(over[0].Plane.Origin.Z)
		return nil
	}
	if cut.Whole {
		cut.Facets = planesOnce(over)
	}
	return t.cut(cut, cells)
}

func (t *TrimmedEnd) levelAt(z geometry.Length) {
	if !t.level || t.beyond(t.flat, z) {
		t.flat, t.level = z, true
	}
}

func (t *TrimmedEnd) cut(c Cut, cells []geometry.Facet) error {
	z, err := t.farthestOf(cells)
	if err != nil {
		return err
	}
	if len(t.cuts) == 0 || t.beyond(z, t.farthest) {
		t.farthest = z
	}
	t.cuts = append(t.cuts, c)
	return nil
}

// Result returns the height that the prism reaches, and its cuts. If planes cut the prism, it reaches beyond them, so
// that its end face lies in no cutting plane. A part that no surface covers ends at the element's own height.
func (t *TrimmedEnd) Result(own geometry.Length) (geometry.Length, []Cut, error) {
	switch {
	case len(t.cuts) == 0 && t.level:
		return t.flat, nil, nil
	case len(t.cuts) == 0:
		return own, nil, nil
	case !t.whole:
		if err := t.leave(own); err != nil {
			return 0, nil, err
		}
	}
	height := t.farthest + cutMargin
	if !t.Top {
		height = t.farthest - cutMargin
	}
	if t.level && t.beyond(height, t.flat) {
		height = t.flat
	}
	return height, t.cuts, nil
}

// leave adds a cut at the element's own height for the part that no surface covers.
func (t *TrimmedEnd) leave(own geometry.Length) error {
	lo, hi := t.Region.Bounds()
	margin := geometry.Point2{X: geometry.Metre, Y: geometry.Metre}
	around := geometry.Region{geometry.Rectangle(lo.Sub(margin), hi.Add(margin))}
	left := geometry.Subtract(around, t.covered...)
	if len(geometry.Intersect(left, t.Region)) == 0 {
		return nil
	}
	facets := facetsOver(left, levelPlane(own))
	return t.cut(Cut{Top: t.Top, Facets: facets}, facets)
}

// farthestOf returns the greatest height of cells at a top, or the least at a base.
func (t *TrimmedEnd) farthestOf(cells []geometry.Facet) (out geometry.Length, err error) {
	first := true
	for _, c := range cells {
		for _, p := range c.Plan.Outer {
			z, err := c.Plane.HeightAt(p)
			if err != nil {
				return 0, bodyshape.GeometryError(err)
			}
			if first || t.beyond(z, out) {
				out, first = z, false
			}
		}
	}
	return out, nil
}

// foldsOutwards reports whether the plane of every cell can cut the whole prism. For a top this requires that no plane
// runs below the surface, which is the case under a ridge. For a base no plane may run above the surface.
func (t *TrimmedEnd) foldsOutwards(cells []geometry.Facet) (bool, error) {
	for _, own := range cells {
		for _, p := range own.Plan.Outer {
			z, err := own.Plane.HeightAt(p)
			if err != nil {
				return false, bodyshape.GeometryError(err)
			}
			for _, other := range cells {
				at, err := other.Plane.HeightAt(p)
				if err != nil {
					return false, bodyshape.GeometryError(err)
				}
				if t.beyond(z, at) && (z-at).Abs() > seamHeight {
					return false, nil
				}
			}
		}
	}
	return true, nil
}

// seamHeight is the largest difference between the heights of two planes at a point of the line in which they meet. The
// point is rounded to the grid by up to 0.71 micrometres, and the steepest roof rises by 5.7 times that.
const seamHeight = 10 * geometry.Micrometre

// covers reports whether one region covers another. It ignores uncovered strips that are nowhere wider than RoomGap.
// Otherwise a wall whose face misses the edge of a roof by a drafting slip would get a fin there.
func covers(covered, region geometry.Region) bool {
	for _, polygon := range geometry.Subtract(region, covered) {
		if wide, err := polygon.Offset(-RoomGap / 2); err == nil && len(wide) > 0 {
			return false
		}
	}
	return true
}

// IsLevel reports whether all facets lie in one level plane.
func IsLevel(facets []geometry.Facet) bool {
	for _, f := range facets {
		if f.Plane.Normal.X != 0 || f.Plane.Normal.Y != 0 || f.Plane.Origin.Z != facets[0].Plane.Origin.Z {
			return false
		}
	}
	return true
}

// planesOnce returns one facet for each plane, because several parts of a roof's plan may have the same plane.
func planesOnce(facets []geometry.Facet) []geometry.Facet {
	var out []geometry.Facet
next:
	for _, f := range facets {
		for _, g := range out {
			if f.Plane == g.Plane {
				continue next
			}
		}
		out = append(out, f)
	}
	return out
}
