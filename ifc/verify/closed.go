package verify

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
	for _, set := range append(append([]*express.Instance{}, c.model.Of("IFCTRIANGULATEDFACESET")...),
		c.model.Of("IFCPOLYGONALFACESET")...) {
		if c.get(set, "CLOSED") == express.Value(trueValue) {
			c.applied = true
			c.closed(set, c.faceSet(set))
		}
	}
}

func (c *check) closed(x *express.Instance, use edgeUse) {
	if n := use.faults(); n > 0 {
		c.at(x, "", "%d oriented edges do not belong to exactly two faces that run along them in opposite "+
			"directions", n)
	}
}

// faceSet counts the edges of a tessellated face set.
func (c *check) faceSet(set *express.Instance) edgeUse {
	points := c.facePoints(set)
	use := edgeUse{}
	if set.IsA("IFCTRIANGULATEDFACESET") {
		for _, triangle := range valuesOf(c.get(set, "COORDINDEX")) {
			use.loop(points(triangle))
		}
	}
	for _, face := range c.many(set, "FACES") {
		for _, l := range c.indexedLoops(face) {
			use.loop(points(l))
		}
	}
	return use
}

// facePoints gives the function that looks up the points of a face set by a list of indices; those beyond the list of
// points are left out.
func (c *check) facePoints(set *express.Instance) func(express.Value) []vector {
	points, through := c.pointList(c.one(set, "COORDINATES")), indices(c.get(set, "PNINDEX"))
	return func(v express.Value) []vector {
		var loop []vector
		for _, i := range indices(v) {
			if i >= 1 && i <= len(through) {
				i = through[i-1]
			}
			if i >= 1 && i <= len(points) {
				loop = append(loop, points[i-1])
			}
		}
		return loop
	}
}

// indexedLoops gives the lists of indices of a polygonal face, the outer one first.
func (c *check) indexedLoops(face *express.Instance) []express.Value {
	loops := []express.Value{c.get(face, "COORDINDEX")}
	if face.Has("INNERCOORDINDICES") {
		loops = append(loops, valuesOf(c.get(face, "INNERCOORDINDICES"))...)
	}
	return loops
}

func tessellatedCrossings(c *check) {
	for _, set := range c.each("IFCPOLYGONALFACESET") {
		points := c.facePoints(set)
		for _, face := range c.many(set, "FACES") {
			for i, l := range c.indexedLoops(face) {
				attribute := "CoordIndex"
				if i > 0 {
					attribute = "InnerCoordIndices"
				}
				c.crosses(face, attribute, points(l))
			}
		}
	}
}
