package clearance

import "github.com/bimstream/bimstream/geometry"

// cone is the part of a triangle that a point sees through the edges between triangles: between the rays through right
// and left, both included. The whole cone has no rays: it is the view of a triangle that contains the point.
type cone struct {
	right, left geometry.Point2
	whole       bool
}

// holds reports whether p sees a point of the cone's triangle.
func (c cone) holds(p, q geometry.Point2) bool {
	return c.whole || geometry.Orient(p, c.right, q) >= 0 && geometry.Orient(p, c.left, q) <= 0
}

// opening is an edge through which a view continues into a triangle.
type opening struct {
	triangle, from int32
	cone           cone
}

// look visits the corners of triangles that a point sees, and each triangle that is at least partly in sight, with the
// cone of the visible part. start lists the triangles that contain the point. A corner may be visited several times.
func (n *net) look(p geometry.Point2, start []int32, corner func(i int32), part func(triangle int32, c cone)) {
	var few [24]opening // enough for most, without an allocation
	open := few[:0]
	for _, i := range start {
		t := &n.triangles[i]
		part(i, cone{whole: true})
		for k := range t.corner {
			corner(t.corner[k])
			a, b := n.points[t.corner[k]], n.points[t.corner[(k+1)%3]]
			if t.beyond[k] >= 0 && geometry.Orient(p, a, b) > 0 {
				open = append(open, opening{t.beyond[k], i, cone{right: a, left: b}})
			}
		}
	}
	for len(open) > 0 {
		o := open[len(open)-1]
		open = n.through(p, o, open[:len(open)-1], corner)
		part(o.triangle, o.cone)
	}
}

// through looks through one edge at the opposite corner of the triangle beyond. It appends the other two edges of that
// triangle as openings, as far as they are in sight.
func (n *net) through(p geometry.Point2, o opening, open []opening, corner func(i int32)) []opening {
	t := &n.triangles[o.triangle]
	k := 0
	for t.beyond[k] != o.from {
		k++
	}
	toRight, toLeft := (k+1)%3, (k+2)%3 // the edges from the right end to the apex, and from the apex to the left end
	apex := t.corner[toLeft]
	at := n.points[apex]
	right, left := geometry.Orient(p, o.cone.right, at), geometry.Orient(p, o.cone.left, at)
	if right >= 0 && left <= 0 {
		corner(apex)
	}
	if right > 0 && t.beyond[toRight] >= 0 {
		c := o.cone
		if left < 0 {
			c.left = at
		}
		open = append(open, opening{t.beyond[toRight], o.triangle, c})
	}
	if left < 0 && t.beyond[toLeft] >= 0 {
		c := o.cone
		if right > 0 {
			c.right = at
		}
		open = append(open, opening{t.beyond[toLeft], o.triangle, c})
	}
	return open
}

// bendsInSight returns the numbers of the bends that point i sees and that a shortest way may connect with it.
func (n *net) bendsInSight(i int32) []int32 {
	if known := n.seen[i].Load(); known != nil {
		return *known
	}
	p := n.points[i]
	out := []int32{}
	had := map[int32]bool{i: true}
	n.look(p, n.around[i], func(j int32) {
		if !had[j] && len(n.bends[j]) > 0 && n.turns(j, p) && n.turns(i, n.points[j]) {
			out = append(out, j)
		}
		had[j] = true
	}, func(int32, cone) {})
	n.seen[i].Store(&out)
	return out
}
