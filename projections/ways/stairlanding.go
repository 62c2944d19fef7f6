package ways

import (
	"math"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// stairNet holds flights with an end at the height of no storey. A file that describes a stair flight by flight has
// such flights, with a landing between them.
type stairNet struct {
	net
	building *Building
	flights  []Flight
}

// meetsStoreys reports whether both ends of a flight lie at the heights of storeys.
func (b *Building) meetsStoreys(f Flight) bool {
	_, foot := b.At(f.Foot.Z)
	_, head := b.At(f.Head.Z)
	return foot && head
}

// overLandings adds the ways over several flights and the landings between them, from a storey to a storey above. It
// adds flights without such a way to the unread elements.
func (b *Building) overLandings(flights []Flight) {
	n := stairNet{building: b, flights: flights}
	for _, f := range flights {
		n.add(f.Foot, f.Head, f.Length)
	}
	n.joinEnds(n.meet)
	taken := map[state.ID]bool{}
	for from := range n.ends {
		foot, ok := b.At(n.ends[from].Z)
		if !ok {
			continue
		}
		far := n.spread(from)
		for to := range far.so {
			head, ok := b.At(n.ends[to].Z)
			if ok && !math.IsInf(far.so[to], 1) && b.elevation(head) > b.elevation(foot) {
				b.flights = append(b.flights, n.way(from, to, far, taken))
			}
		}
	}
	for _, f := range flights {
		if !taken[f.ID] {
			b.unread = append(b.unread, f.ID)
		}
	}
}

// way returns the way between two ends as one flight, and records the flights that it uses.
func (n *stairNet) way(from, to int, far ridden, taken map[state.ID]bool) Flight {
	out := Flight{ID: n.flights[from/2].ID, Foot: n.ends[from], Head: n.ends[to],
		Length: geometry.Length(math.Round(far.so[to])), down: n.over(from), up: n.over(to)}
	run := -1
	for at := to; ; at = far.before[at] {
		if f := n.flights[at/2]; at/2 != run {
			run, taken[f.ID] = at/2, true
			out.Risers += f.Risers
			if f.Width > 0 && (out.Width == 0 || f.Width < out.Width) {
				out.Width = f.Width
			}
		}
		if at == from {
			return out
		}
	}
}

// over returns the point a little beyond an end.
func (n *stairNet) over(end int) geometry.Point2 {
	if end%2 == 0 {
		return n.flights[end/2].down
	}
	return n.flights[end/2].up
}

// meet reports whether two ends of flights meet directly, or on a floor within a step of both. Ends at the height of a
// storey meet on its floor.
func (n *stairNet) meet(k, l int) bool {
	p, q := n.ends[k], n.ends[l]
	low, high := max(p.Z, q.Z)-walkerStep, min(p.Z, q.Z)+walkerStep
	if low > high {
		return false
	}
	for _, end := range []geometry.Point3{p, q} {
		if _, storey := n.building.At(end.Z); storey {
			return false
		}
	}
	if geometry.Distance(p.XY(), q.XY()) <= rampJoint {
		return true
	}
	for _, part := range n.floorsAbout(p, q, low, high) {
		one := geometry.Region{part}
		if meets(one, n.over(k)) && meets(one, n.over(l)) {
			return true
		}
	}
	return false
}

// floorsAbout returns the floors around two points between two heights.
func (n *stairNet) floorsAbout(p, q geometry.Point3, low, high geometry.Length) geometry.Region {
	box := geometry.EmptyBox().Extend(p).Extend(q)
	box.Min, box.Max = box.Min.Sub(geometry.Point3{X: LongestLanding, Y: LongestLanding}),
		box.Max.Add(geometry.Point3{X: LongestLanding, Y: LongestLanding})
	box.Min.Z, box.Max.Z = low, high
	var parts []geometry.Region
	for _, hit := range n.building.View.Spatial().Intersecting(box, state.CategoryFloor) {
		if body, err := n.building.View.Measures().Body(hit.ID); err == nil {
			parts = append(parts, body.Shadow(low, high))
		}
	}
	return geometry.UnionWithin(gap, parts...)
}
