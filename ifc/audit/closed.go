package audit

import "github.com/bimstream/bimstream/ifc/express"

// edgeUse counts how often faces run along an edge in each direction. Points are known by their coordinates, since many
// programs write a point anew for each face.
type edgeUse map[[2]vector]int

func (u edgeUse) loop(points []vector) {
	for i, p := range points {
		if q := points[(i+1)%len(points)]; p != q {
			u[[2]vector{p, q}]++
		}
	}
}

// faults counts the edges that are not used once in each direction.
func (u edgeUse) faults() int {
	n := 0
	for e, times := range u {
		if times != 1 || u[[2]vector{e[1], e[0]}] != 1 {
			n++
		}
	}
	return n
}

func closedEdges(c *check) {
	for _, brep := range c.each("IFCFACETEDBREP") {
		for _, shell := range append(c.many(brep, "OUTER"), c.many(brep, "VOIDS")...) {
			use := edgeUse{}
			for _, face := range c.many(shell, "CFSFACES") {
				loops, _ := c.polygons(face)
				for _, l := range loops {
					use.loop(l)
				}
			}
			c.closed(shell, use)
		}
	}
	for _, set := range append(append([]*express.Instance{}, c.model.Of("IFCTRIANGULATEDFACESET")...), c.model.Of("IFCPOLYGONALFACESET")...) {
		if c.get(set, "CLOSED") == express.Value(trueValue) {
			c.applied = true
			c.closed(set, c.faceSet(set))
		}
	}
}

func (c *check) closed(x *express.Instance, use edgeUse) {
	if n := use.faults(); n > 0 {
		c.at(x, "", "%d oriented edges do not belong to exactly two faces that run along them in opposite directions", n)
	}
}

// faceSet counts the edges of a tessellated face set.
func (c *check) faceSet(set *express.Instance) edgeUse {
	points := c.pointList(c.one(set, "COORDINATES"))
	through := indices(c.get(set, "PNINDEX"))
	use := edgeUse{}
	add := func(v express.Value) {
		var loop []vector
		for _, i := range indices(v) {
			if i >= 1 && i <= len(through) {
				i = through[i-1]
			}
			if i >= 1 && i <= len(points) {
				loop = append(loop, points[i-1])
			}
		}
		use.loop(loop)
	}
	if set.IsA("IFCTRIANGULATEDFACESET") {
		for _, triangle := range valuesOf(c.get(set, "COORDINDEX")) {
			add(triangle)
		}
	}
	for _, face := range c.many(set, "FACES") {
		add(c.get(face, "COORDINDEX"))
		if face.Has("INNERCOORDINDICES") {
			for _, inner := range valuesOf(c.get(face, "INNERCOORDINDICES")) {
				add(inner)
			}
		}
	}
	return use
}
