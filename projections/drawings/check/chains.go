package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// samePlace is the distance under which a chain measures two places as one.
const samePlace = 1 * geometry.Millimetre

// figure returns the figure of a dimension, or an error if it is no whole number of millimetres.
func figure(m paper.Dimension) (int64, error) { return strconv.ParseInt(m.Text.String, 10, 64) }

// says reports whether the text of a dimension equals its value. A millimetre of difference is allowed, because both
// ends are rounded.
func says(m paper.Dimension) bool {
	mm, err := figure(m)
	return err == nil && math.Abs(float64(mm)-m.Value.MM()) < 1+1e-9
}

// chain holds the dimensions of one line.
type chain []paper.Dimension

// axes reports whether a chain measures grid axes. Its points then lie on the dimension line itself, because the axes
// serve as extension lines.
func (c chain) axes() bool {
	a, _ := c[0].Ends()
	return c[0].From == a
}

// CourtDimensions is the layer of chains in courts, which need not run from end to end.
const CourtDimensions = "A-ANNO-DIMS-CORT"

// chainsOf returns the chains of a plan outside of rooms, in the order of their first dimensions. With courts it
// returns the chains in courts, otherwise those around the building.
func chainsOf(d *paper.Drawing, courts bool) (out []chain) {
	type line struct {
		upright bool
		at      geometry.Length
	}
	places := map[line]int{}
	for _, i := range d.Items {
		m, ok := i.Mark.(paper.Dimension)
		if !ok || i.Layer == RoomDimensions || i.Layer == DoorDimensions || (i.Layer == CourtDimensions) != courts {
			continue
		}
		key := line{m.Upright, m.Line.Y}
		if m.Upright {
			key.at = m.Line.X
		}
		n, known := places[key]
		if !known {
			n = len(out)
			places[key], out = n, append(out, nil)
		}
		out[n] = append(out[n], m)
	}
	return out
}

// Chains checks the dimension chains of a plan. The text of each dimension must be its value, and the parts of a chain
// must follow each other. The parts of each chain from end to end must add up to the overall dimension of their
// direction, both as lengths and as figures.
func Chains(d *paper.Drawing) (faults []string) {
	add := func(format string, args ...any) { faults = append(faults, d.Name+": "+fmt.Sprintf(format, args...)) }
	overall, read := map[bool]geometry.Length{}, map[bool]int64{}
	chains := chainsOf(d, false)
	for _, c := range chains {
		for _, m := range c {
			if n, err := figure(m); err == nil && !c.axes() {
				overall[m.Upright] = max(overall[m.Upright], m.Value)
				read[m.Upright] = max(read[m.Upright], n)
			}
			if !says(m) {
				add("a dimension of %v mm says %q", m.Value, m.Text.String)
			}
		}
	}
	for _, c := range chains {
		sum, figures := geometry.Length(0), int64(0)
		for i, m := range c {
			n, _ := figure(m)
			sum, figures = sum+m.Value, figures+n
			a, _ := m.Ends()
			if i > 0 {
				if _, last := c[i-1].Ends(); last != a {
					add("a chain is broken at %v", a)
				}
			}
		}
		if !c.axes() && sum != overall[c[0].Upright] {
			add("a chain adds up to %v mm, overall it is %v mm", sum, overall[c[0].Upright])
		}
		if !c.axes() && figures != read[c[0].Upright] {
			add("the figures of a chain add up to %d, overall it says %d", figures, read[c[0].Upright])
		}
	}
	return faults
}

// storey is the part of a model that a plan shows.
type storey struct {
	model    *state.Model
	rooms    []geometry.Region
	floors   []geometry.Region // in plan, as if they had no openings
	walls    []*state.Element  // that reach into the storey
	outlines [][2]geometry.Point2
}

// The heights that a plan shows: walls down to belowFloor under its floor, and openings up to aboveCut over its cut.
const (
	belowFloor = 1 * geometry.Metre
	aboveCut   = 1200 * geometry.Millimetre
)

func newStorey(v *projections.View, floor, cut geometry.Length) *storey {
	s := &storey{model: v.Model}
	v.Model.Each(func(e *state.Element) bool {
		if e.Category == state.CategoryRoom {
			facts, err := v.Rooms().Analyse(e.ID)
			if z := shape.Elevation(v.Model, e.LevelID); err == nil && facts.Bounded && z > floor-belowFloor &&
				z < cut {
				s.rooms = append(s.rooms, facts.Region)
			}
		}
		if m, err := v.MeasureOf(e.ID); err == nil && e.Category == state.CategoryFloor &&
			m.Bounds.Max.Z > floor-belowFloor && m.Bounds.Min.Z < cut {
			s.floors = append(s.floors, geometry.Region{geometry.Rectangle(m.Bounds.Min.XY(), m.Bounds.Max.XY())})
		}
		return true
	})
	const reach = geometry.LengthOverflow / 4
	box := geometry.Box{Min: geometry.Point3{X: -reach, Y: -reach, Z: floor - belowFloor},
		Max: geometry.Point3{X: reach, Y: reach, Z: cut}}
	for _, hit := range v.Spatial().Intersecting(box) {
		e, ok := v.Model.Element(hit.ID)
		if ok && hit.Category == state.CategoryCurtainWall && hit.Bounds.Min.Z < cut && hit.Bounds.Max.Z > cut {
			s.addCurtain(e, hit.Bounds)
			s.walls = append(s.walls, e)
		}
		if !ok || hit.Category != state.CategoryWall || hit.Bounds.Min.Z >= cut ||
			hit.Bounds.Max.Z <= floor-belowFloor {
			continue
		}
		plan, err := fabric.WallPlanOf(v.Model, hit.ID)
		if err != nil {
			continue
		}
		s.walls = append(s.walls, e)
		if hit.Bounds.Max.Z > cut { // an opening looks out over a lower wall
			s.addOutlines(plan.World())
		}
	}
	return s
}

// addCurtain adds the outline of a curtain wall, because an opening behind it need not be in a chain. For a curtain
// wall without parameters it adds the bounding box.
func (s *storey) addCurtain(e *state.Element, box geometry.Box) {
	if bounds, ok := fabric.WallBoundsOf(s.model, e); ok {
		s.addOutlines(bounds.Footprint)
		return
	}
	s.addOutlines(geometry.Region{geometry.Rectangle(box.Min.XY(), box.Max.XY())})
}

func (s *storey) addOutlines(region geometry.Region) {
	for _, p := range region {
		for _, ring := range append([]geometry.Ring{p.Outer}, p.Holes...) {
			for i, a := range ring {
				s.outlines = append(s.outlines, [2]geometry.Point2{a, ring[(i+1)%len(ring)]})
			}
		}
	}
}

// Openings checks that both edges of each opening that looks out of the building or into a court are in a chain. It
// considers openings in straight walls along one of the plan's directions, and returns their number.
func Openings(v *projections.View, d *paper.Drawing, floor, cut geometry.Length) (faults []string, outer int) {
	edges := map[bool][]geometry.Length{}
	for _, c := range append(chainsOf(d, false), chainsOf(d, true)...) {
		for _, m := range c {
			a, b := m.Ends()
			p, q := Real(d, a), Real(d, b)
			if m.Upright {
				edges[true] = append(edges[true], p.Y, q.Y)
			} else {
				edges[false] = append(edges[false], p.X, q.X)
			}
		}
	}
	s := newStorey(v, floor, cut)
	for _, wall := range s.walls {
		plan, err := fabric.WallPlanOf(s.model, wall.ID)
		if err != nil || state.FixedOf(wall) != nil || plan.Curved() {
			continue
		}
		upright := math.Abs(plan.Frame.X.Y) > 0.5
		if math.Abs(plan.Frame.X.X*plan.Frame.X.Y) > 1e-6 {
			continue
		}
		for _, rect := range fabric.WallOpenings(s.model, wall.ID) {
			base := plan.Frame.Origin.Z + rect.Sill
			if !s.has(base, base+rect.Height, floor, cut) || !s.looksOut(plan, rect) && !s.inCourt(plan, rect) {
				continue
			}
			outer++
			for _, x := range []geometry.Length{rect.Offset, rect.Offset + rect.Width} {
				at := plan.Frame.Point(geometry.Point3{X: x})
				want := at.X
				if upright {
					want = at.Y
				}
				if !slices.ContainsFunc(edges[upright],
					func(l geometry.Length) bool { return (l - want).Abs() <= samePlace+geometry.Length(d.Scale) }) {
					faults = append(faults, fmt.Sprintf("%s: the edge at %v of an opening in %s is in no chain", d.Name,
						want, wall.Name))
				}
			}
		}
	}
	return faults, outer
}

// has reports whether a plan must show an opening between two heights. An opening may be missing if it begins high
// above the cut. An opening below the cut may be missing if most of it is below the floor, or if the plan of a lower
// storey cuts it.
func (s *storey) has(base, head, floor, cut geometry.Length) bool {
	if base >= cut+aboveCut {
		return false
	}
	if head >= cut {
		return true
	}
	for _, l := range shape.Levels(s.model) {
		e := shape.Elevation(s.model, l.ID)
		if e < floor && l.Params.(*shape.Level).IsStorey && e+aboveCut >= base && e+aboveCut <= head {
			return false
		}
	}
	return head-floor > floor-base
}

// looksOut reports whether only air lies in front of an opening on one side of its wall. Lines from its edges and its
// middle must not meet the outline of any wall.
func (s *storey) looksOut(plan fabric.WallPlan, rect fabric.OpeningRect) bool {
	const far = 10_000 * geometry.Metre
	for _, side := range [][2]geometry.Length{{plan.YMax + geometry.Millimetre, far},
		{plan.YMin - geometry.Millimetre, -far}} {
		free := true
		for _, x := range []geometry.Length{rect.Offset, rect.Offset + rect.Width/2, rect.Offset + rect.Width} {
			a, b := plan.Frame.Point(geometry.Point3{X: x, Y: side[0]}).XY(),
				plan.Frame.Point(geometry.Point3{X: x, Y: side[1]}).XY()
			free = free && !slices.ContainsFunc(s.outlines, func(l [2]geometry.Point2) bool {
				return geometry.Orient(a, b, l[0])*geometry.Orient(a, b, l[1]) <= 0 &&
					geometry.Orient(l[0], l[1], a)*geometry.Orient(l[0], l[1], b) <= 0
			})
		}
		if free {
			return true
		}
	}
	return false
}

// inCourt reports whether an opening leads from a room to a place without a room and outside of the boxes of all
// floors.
func (s *storey) inCourt(plan fabric.WallPlan, rect fabric.OpeningRect) bool {
	const beside = 100 * geometry.Millimetre
	in := func(regions []geometry.Region, y geometry.Length) bool {
		at := plan.Frame.Point(geometry.Point3{X: rect.Offset + rect.Width/2, Y: y}).XY()
		return slices.ContainsFunc(regions, func(r geometry.Region) bool { return r.Contains(at) == geometry.Inside })
	}
	one, other := plan.YMin-beside, plan.YMax+beside
	if !in(s.rooms, one) {
		one, other = other, one
	}
	return in(s.rooms, one) && !in(s.rooms, other) && !in(s.floors, other)
}
