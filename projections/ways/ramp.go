package ways

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/projections"
)

const (
	// walkerRun and wheelchairRun are the least going per unit of rise of ramps, for people who walk (1:8, IBC 1012.2,
	// ramps that are not ways out) and for wheelchairs (1:12, ADA 405.2).
	walkerRun, wheelchairRun = 8, 12

	// rampReach is the greatest gap between the end of a ramp and the floor that it still meets: the landing that codes
	// require there, 60 in (IBC 1012.6, ADA 405.7.3).
	rampReach = 1525 * geometry.Millimetre

	// rampFlush is the greatest difference in height between the end of a ramp and the level whose floor it meets: the
	// build-up of a floor.
	rampFlush = 100 * geometry.Millimetre

	// rampJoint is the greatest gap in plan between parts of a ramp: joints under covers.
	rampJoint = 100 * geometry.Millimetre

	// LongestLanding is the greatest distance between the ends of two runs on one landing. A longer surface is a floor,
	// and has a level of its own.
	LongestLanding = 6 * geometry.Metre
)

// IsRamp reports whether an element is a ramp, or an imported body of a ramp or ramp flight.
func IsRamp(e *state.Element) bool {
	if e.Category == state.CategoryRamp {
		return true
	}
	p, ok := e.Params.(*component.Proxy)
	return ok && (p.IfcClass == "IfcRamp" || p.IfcClass == "IfcRampFlight")
}

// RampsOf returns the ramps of a model: ramps with parameters, and ramps of imported files.
func RampsOf(m *state.Model) []*state.Element {
	var out []*state.Element
	for _, c := range []state.Category{state.CategoryRamp, state.CategoryProxy} {
		for _, id := range m.OfCategory(c) {
			if e, ok := m.Element(id); ok && IsRamp(e) {
				out = append(out, e)
			}
		}
	}
	return out
}

// RunsOfRamp returns the runs of a ramp. For a ramp with parameters, kerbs and handrails reduce their width. For a
// body, the runs are its sloping plane faces.
func RunsOfRamp(v *projections.View, e *state.Element) ([]Run, error) {
	r, ok := e.Params.(*stair.Ramp)
	if !ok {
		body, err := v.Measures().Body(e.ID)
		if err != nil {
			return nil, err
		}
		return RunsOf(body), nil
	}
	shape, err := stair.RampShapeOf(v.Model, e)
	if err != nil {
		return nil, err
	}
	_, rails := r.Kept()
	width := shape.Spec.Width() - 2*stair.RampEdges(shape.Spec.Kerb, shape.Spec.KerbWidth, rails)
	out := make([]Run, len(shape.Runs))
	for i := range shape.Runs {
		run := &shape.Runs[i]
		at := func(x geometry.Length) geometry.Point3 {
			return shape.Frame.Point(run.At(x, run.Width/2).At(run.Height(x)))
		}
		out[i] = Run{Slope: float64(run.Rise) / float64(run.Going), Going: run.Going, Rise: run.Rise, Width: width,
			Middle: at(run.Going / 2), Foot: at(0), Head: at(run.Going)}
	}
	return out, nil
}

// GoingPerRise returns the going of a run per unit of rise: 12 for a slope of 1:12. It is rounded to a thousandth,
// which is half a millimetre in the rise of a run of 6 m.
func (r Run) GoingPerRise() float64 { return math.Round(1000/r.Slope) / 1000 }

// takes reports whether a traveller can use a run.
func (t Traveller) takes(r Run) bool { return r.GoingPerRise() >= t.Run && r.Width >= 2*t.Radius }

// rampNet holds the runs of ramps that a traveller takes, and the joints between their ends.
type rampNet struct {
	net
	view *projections.View
	runs []Run
	ids  []state.ID // ids of the ramps of the runs
}

// addRamps finds the ways over ramps from storey to storey: runs and the landings between them. It adds the ramps
// without such a way to the unread elements.
func (b *Building) addRamps() {
	n := rampNet{view: b.View}
	var all []state.ID
	for _, e := range RampsOf(b.View.Model) {
		id := e.ID
		all = append(all, id)
		for _, r := range b.index.runsOf(b.View, e) {
			if b.Traveller.takes(r) {
				n.runs, n.ids = append(n.runs, r), append(n.ids, id)
				n.add(r.Foot, r.Head, geometry.Distance3(r.Foot, r.Head))
			}
		}
	}
	taken := map[state.ID]bool{}
	n.join()
	for from := range 2 * len(n.runs) {
		b.overRamps(&n, from, taken)
	}
	for _, id := range all {
		if !taken[id] {
			b.unread = append(b.unread, id)
		}
	}
	b.unread = sortedIDs(b.unread)
}

// overRamps adds the ways from an end of a run on one storey to ends on storeys above it.
func (b *Building) overRamps(n *rampNet, from int, taken map[state.ID]bool) {
	foot, ok := b.Flush(n.ends[from].Z)
	if !ok {
		return
	}
	far := n.spread(from)
	for to := range far.so {
		head, ok := b.Flush(n.ends[to].Z)
		if !ok || math.IsInf(far.so[to], 1) || b.elevation(head) <= b.elevation(foot) {
			continue
		}
		f := Flight{ID: n.ids[from/2], Foot: n.ends[from], Head: n.ends[to], Ramp: true, Width: n.runs[from/2].Width,
			Length: geometry.Length(math.Round(far.so[to])),
			down:   n.outward(from, rampReach), up: n.outward(to, rampReach)}
		for at := to; ; at = far.before[at] {
			run := n.runs[at/2]
			f.Width, f.Slope = min(f.Width, run.Width), max(f.Slope, run.Slope)
			taken[n.ids[at/2]] = true
			if at == from {
				break
			}
		}
		b.flights = append(b.flights, f)
	}
}

// Flush returns the storey whose floor lies at a height.
func (b *Building) Flush(z geometry.Length) (int, bool) {
	i, ok := b.At(z)
	return i, ok && (b.elevation(i)-z).Abs() <= rampFlush
}

// outward returns the point beyond an end of a run, on its line, at the given distance.
func (n *rampNet) outward(k int, by geometry.Length) geometry.Point2 {
	p, q := n.ends[across(k)].XY(), n.ends[k].XY()
	d := geometry.Direction(p, q)
	return q.Add(geometry.Point2{X: geometry.Length(math.Round(float64(d.X * float64(by)))),
		Y: geometry.Length(math.Round(float64(d.Y * float64(by))))})
}

// join joins ends of runs that meet directly or over a landing.
func (n *rampNet) join() {
	n.joinEnds(func(k, l int) bool {
		p, q := n.ends[k], n.ends[l]
		return (p.Z-q.Z).Abs() <= wheelchairStep &&
			(geometry.Distance(p.XY(), q.XY()) <= rampJoint || n.onOneLanding(p, q))
	})
}

// onOneLanding reports whether two ends of runs lie on one level surface, or at its edge.
func (n *rampNet) onOneLanding(p, q geometry.Point3) bool {
	for _, part := range LandingAt(n.view, p, q) {
		one := geometry.Region{part}
		if meets(one, p.XY()) && meets(one, q.XY()) {
			return true
		}
	}
	return false
}

func meets(one geometry.Region, p geometry.Point2) bool {
	return one.Contains(p) != geometry.Outside || clearance.DistanceTo(one, p) <= rampJoint
}

// LandingAt returns the level tops of slabs and ramps around points at the points' height: the tops of landings.
func LandingAt(v *projections.View, points ...geometry.Point3) geometry.Region {
	box := geometry.EmptyBox()
	for _, p := range points {
		box = box.Extend(p)
	}
	reach := geometry.Point3{X: LongestLanding, Y: LongestLanding, Z: wheelchairStep}
	box = geometry.Box{Min: box.Min.Sub(reach), Max: box.Max.Add(reach)}
	var parts []geometry.Region
	for _, hit := range v.Spatial().Intersecting(box, state.CategoryFloor, state.CategoryProxy,
		state.CategoryRamp) {
		e, ok := v.Model.Element(hit.ID)
		if !ok || e.Category == state.CategoryProxy && !IsRamp(e) {
			continue
		}
		if body, err := v.Measures().Body(hit.ID); err == nil {
			parts = append(parts, body.Shadow(box.Min.Z, box.Max.Z))
		}
	}
	return geometry.UnionWithin(gap, parts...)
}
