package rules

import (
	"github.com/bimstream/bimstream/domain/shape/room"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

const (
	// overhead is the height above a floor from which an element hangs over the floor. It lies above counters and
	// handrails, which people see and walk around.
	overhead = 1200 * geometry.Millimetre

	// steppedOn is the greatest height of an element that people step on: the highest riser that a code allows
	// (Approved Document K, private stair).
	steppedOn = 220 * geometry.Millimetre

	// clearEnough is the greatest height at which elements over a way are looked for. Every rule asks for less.
	clearEnough = 2400 * geometry.Millimetre

	// heightTolerance is the precision with which the underside of an element, or the end of a free space, is found. It
	// is a fiftieth of the half millimetre of slack for lengths that are sums.
	heightTolerance = 10 * geometry.Micrometre

	// bump is the least area of an element over a way, 1 cm2. A smaller area is a rounding error of footprints.
	bump = 1e-4 // m2

	// hairline is the area that may be missing from a strip of free floor: 3 m of corners that are rounded to a
	// micrometre.
	hairline = 1e-5 // m2
)

// hanging is the lowest element over a part of a floor.
type hanging struct {
	id   state.ID
	z    geometry.Length // height of its underside
	plan geometry.Region // the part of the floor below the element
}

// lowest returns the lowest element over a region between two heights. It leaves out elements that begin below the
// lower height, because they stand in the region.
func (s *subjects) lowest(region geometry.Region, from, to geometry.Length, except ...state.ID) (hanging, bool) {
	lo, hi := region.Bounds()
	best, found := hanging{z: to}, false
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(from), Max: hi.At(to)}) {
		if hit.Bounds.Min.Z < from || !hit.Category.Material() || contains(except, hit.ID) {
			continue
		}
		body, err := s.body(hit.ID)
		if err != nil {
			continue
		}
		over := func(z geometry.Length) geometry.Region { return s.stop().Intersect(body.Shadow(from, z), region) }
		plan := over(best.z)
		if plan.Area() < bump {
			continue
		}
		low, high := from, best.z
		for high-low > heightTolerance {
			if middle := (low + high) / 2; over(middle).Area() < bump {
				low = middle
			} else {
				high = middle
			}
		}
		best, found = hanging{hit.ID, max(low, hit.Bounds.Min.Z), plan}, true
	}
	return best, found
}

func contains(ids []state.ID, id state.ID) bool {
	for _, other := range ids {
		if other == id {
			return true
		}
	}
	return false
}

// roomHeadroom measures the height of the lowest element that hangs over the floor of a room (IBC 1003.3.1, ADA 307.4):
// beams, ducts, the underside of stairs that do not stand in the room. An element that begins below 1.2 m stands in the
// room, and nobody walks there. So a cupboard over a counter does not count.
func roomHeadroom(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rooms(r, func(e *state.Element) []Measurement {
		shape, ok := s.shape(e)
		if !ok {
			return []Measurement{missing(e, noArea)}
		}
		over := func(region geometry.Region) (hanging, bool) {
			if len(region) == 0 {
				return hanging{}, false
			}
			return s.lowest(region, shape.Base+overhead, shape.Base+clearEnough)
		}
		thing, found := over(shape.Region)
		if found { // the elements that stand below matter only now
			thing, found = over(walked(shape.Region, s.occupied(shape)))
		}
		if !found {
			return []Measurement{of(e, min(shape.Heights().Lowest, clearEnough).MM(),
				"nothing hangs over the floor").in(shape.Region.Centroid().At(shape.Base))}
		}
		m := of(e, (thing.z - shape.Base).MM(), "from the floor to the underside of what hangs lowest").in(
			thing.plan.Centroid().At(thing.z))
		m.Elements = append(m.Elements, thing.id)
		return []Measurement{m}
	})
}

// walked returns the part of a plan that is free of the elements in it. It leaves out gaps between the elements, and
// holes in them, that are too narrow for a person of 610 mm. Narrow parts of the plan itself count as free.
func walked(plan geometry.Region, occupied []geometry.Region) geometry.Region {
	free := geometry.Subtract(plan, occupied...)
	return geometry.Subtract(free, geometry.Subtract(reachOf(plan), reachOf(free)))
}

// reachOf returns the part of a plan that persons of 610 mm cover if they can stand anywhere in it.
func reachOf(plan geometry.Region) geometry.Region {
	var out []geometry.Region
	for _, polygon := range plan {
		middles, err := polygon.Offset(-ways.Walker().Radius)
		if err != nil {
			continue // too narrow everywhere
		}
		for _, middle := range middles {
			if wide, err := middle.Offset(ways.Walker().Radius); err == nil {
				out = append(out, wide)
			}
		}
	}
	return geometry.Intersect(plan, geometry.Union(out...))
}

// occupied returns the plans of the elements that stand in a room between the heights steppedOn and overhead. It leaves
// out floors and ramps, because people walk on them.
func (s *subjects) occupied(shape room.RoomShape) []geometry.Region {
	lo, hi := shape.Region.Bounds()
	from, to := shape.Base+steppedOn, shape.Base+overhead
	var out []geometry.Region
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(from), Max: hi.At(to)}) {
		e, ok := s.view.Model.Element(hit.ID)
		if ok && hit.Category.Material() && hit.Category != state.CategoryFloor && !ways.IsRamp(e) {
			out = append(out, s.shadow(hit.ID, from, to))
		}
	}
	return out
}

// stairHeadroom measures the least vertical distance between the line of the nosings of a flight and the elements above
// (IBC 1011.3, AD K 1.11). For each tread, it measures at the upper end of the element over the tread.
func stairHeadroom(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.eachStair(func(e *state.Element, _ *stairshape.Stair, shape stairshape.StairShape) []Measurement {
		m := of(e, clearEnough.MM(), "nothing hangs over the stair").in(shape.Frame.Origin)
		for _, f := range shape.Flights {
			s.headroomOver(&m, e, f, shape.Spec.Tread)
		}
		for _, p := range shape.Plates() {
			s.headroomOverPlate(&m, e, shape, p)
		}
		return []Measurement{m}
	})
}

// headroomOver lowers a measurement to the headroom over a flight.
func (s *subjects) headroomOver(m *Measurement, e *state.Element, shape stairshape.FlightShape, tread geometry.Length) {
	riser := shape.Riser * 1e6
	for i := range shape.Treads {
		nosing := shape.Frame.Origin.Z + geometry.Length(riser*float64(i+1))
		x0, x1 := geometry.Length(i)*tread, geometry.Length(i+1)*tread
		thing, found := s.lowest(stripOf(shape, x0, x1), nosing+overhead,
			nosing+clearEnough+geometry.Length(riser), e.ID)
		if !found {
			continue
		}
		end := x0
		for _, p := range corners(thing.plan) {
			end = max(end, min(x1, shape.Frame.Local(p.At(shape.Frame.Origin.Z)).X))
		}
		line := nosing + geometry.Length(riser*float64(end-x0)/float64(tread))
		m.lower(e, thing, line)
	}
}

// headroomOverPlate lowers a measurement to the headroom over a landing or a winder.
func (s *subjects) headroomOverPlate(m *Measurement, e *state.Element, shape stairshape.StairShape, p stairs.Plate) {
	ring := make(geometry.Ring, len(p.Outline))
	for i, q := range p.Outline {
		ring[i] = shape.Frame.Point(q.At(0)).XY()
	}
	top := shape.Frame.Origin.Z + p.Top
	plan := geometry.Union(geometry.Region{{Outer: ring}})
	if thing, found := s.lowest(plan, top+overhead, top+clearEnough, e.ID); found {
		m.lower(e, thing, top)
	}
}

// lower updates the measurement if an element hangs lower over a stair than the lowest one so far.
func (m *Measurement) lower(e *state.Element, thing hanging, line geometry.Length) {
	if free := (thing.z - line).MM(); free < m.Value {
		m.Value, m.How = free, "plumb from the line of the nosings to the underside of what hangs lowest"
		m.Elements = []state.ID{e.ID, thing.id}
		*m = m.in(thing.plan.Centroid().At(thing.z))
	}
}

// stripOf returns the plan of a part of a flight, between two distances from its first riser.
func stripOf(shape stairshape.FlightShape, x0, x1 geometry.Length) geometry.Region {
	at := func(x, z geometry.Length) geometry.Point2 { return shape.Frame.Point(geometry.Point3{X: x, Z: z}).XY() }
	ring := geometry.Ring{at(x0, shape.Z0), at(x1, shape.Z0), at(x1, shape.Z1), at(x0, shape.Z1)}
	return geometry.Union(geometry.Region{{Outer: ring}}) // Union orients the ring as an outer ring
}

// These are the missing facts if a stair has no floor at its end: inside, and on the ground beside the building.
const (
	noStairLanding  = "landing of the stair (no floor found there)"
	noGroundLanding = "landing of the stair outside (too little floor is modelled on the ground there)"
)

// stairLanding measures the least free depth before the first riser and after the last riser of a flight, over its
// width (IBC 1011.6, AD K 1.20). The rule requires a depth of the flight's width, up to a limit, and only that depth is
// measured. At an end on the ground outside the free depth beyond the model is not known.
func stairLanding(s *subjects, r *Rule) ([]Measurement, error) {
	to, err := s.toExits()
	if err != nil {
		return nil, err
	}
	return s.eachStair(func(e *state.Element, stair *stairshape.Stair, shape stairshape.StairShape) []Measurement {
		wanted := geometry.Length(r.Low * 1e3)
		if r.condition("landing") != nil {
			wanted = min(wanted, stair.Width)
		}
		ends := to.ground[e.ID]
		depth, unknown := wanted, false
		if within := shape.TurnDepth(); within > 0 {
			depth = min(depth, within)
		}
		first, last := shape.Foot(), shape.Head()
		for _, end := range []struct {
			flight     stairshape.FlightShape
			from, sign geometry.Length
			level      state.ID
			outside    bool
		}{{first, 0, -1, e.LevelID, ends.Foot}, {last, last.Run, 1, stair.TopLevel, ends.Head}} {
			i, err := to.building.OfLevel(end.level)
			if err != nil {
				return []Measurement{missing(e, noStairLanding)}
			}
			storey, err := to.building.Storey(i)
			if err != nil {
				return []Measurement{missing(e, noStairLanding)}
			}
			free := freeDepth(storey.Area, wanted, func(d geometry.Length) geometry.Region {
				return stripOf(end.flight, min(end.from, end.from+end.sign*d), max(end.from, end.from+end.sign*d))
			})
			if end.outside && free < wanted {
				unknown = true
				continue
			}
			depth = min(depth, free)
		}
		if whole := (depth + geometry.Millimetre/2) / geometry.Millimetre * geometry.Millimetre; whole < wanted {
			depth = whole // bisection is off by some micrometres
		}
		if unknown && depth == wanted {
			return []Measurement{missing(e, noGroundLanding)}
		}
		m := of(e, depth.MM(), "free floor before the first and after the last riser, over the width, or a landing").in(
			shape.Frame.Origin)
		if depth == wanted {
			m.Value, m.How = r.Low, "free floor at both ends is as deep as the flight is wide, or as the rule asks for"
		}
		return []Measurement{m}
	})
}

// freeDepth returns the greatest depth of a strip of free floor, up to a limit. A hairline at its edges does not count.
func freeDepth(area geometry.Region, limit geometry.Length,
	strip func(d geometry.Length) geometry.Region) geometry.Length {
	whole := strip(limit)
	there := geometry.Intersect(whole, partsNear(area, whole)) // the whole strip contains all shallower strips
	free := func(d geometry.Length) bool { return geometry.Subtract(strip(d), there).Area() < hairline }
	if free(limit) {
		return limit
	}
	low, high := geometry.Length(0), limit
	for high-low > heightTolerance {
		if middle := (low + high) / 2; free(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// partsNear returns the parts of a region whose boxes meet the box of another region.
func partsNear(region, other geometry.Region) geometry.Region {
	if len(other) == 0 {
		return nil
	}
	lo, hi := other.Bounds()
	var out geometry.Region
	for i := range region {
		if a, b := region[i : i+1].Bounds(); a.X <= hi.X && lo.X <= b.X && a.Y <= hi.Y && lo.Y <= b.Y {
			out = append(out, region[i])
		}
	}
	return out
}
