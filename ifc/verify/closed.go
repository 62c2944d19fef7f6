package verify

import "github.com/bimstream/bimstream/ifc/express"

// edgeUse counts how often faces run along an edge in each direction. Points are identified by their coordinates,
// because many programs write a new point for each face.
type edgeUse map[[2]vector]int

func (u edgeUse) loop(points []vector) {
	for i, p := range points {
		u.edge(p, points[(i+1)%len(points)])
	}
}

func (u edgeUse) edge(p, q vector) {
	if p != q {
		u[[2]vector{p, q}]++
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
	for _, shell := range c.model.Of("IFCCLOSEDSHELL") {
		if !c.boundsFacets(shell) {
			continue
		}
		c.applied = true
		use, curved := edgeUse{}, curvedUse{}
		for _, face := range c.many(shell, "CFSFACES") {
			loops, _ := c.polygons(face)
			for _, l := range loops {
				use.loop(l)
			}
			c.edges(face, use, curved)
		}
		c.closed(shell, use.faults()+curved.faults())
	}
	for _, set := range append(append([]*express.Instance{}, c.model.Of("IFCTRIANGULATEDFACESET")...),
		c.model.Of("IFCPOLYGONALFACESET")...) {
		if c.get(set, "CLOSED") == express.Value(trueValue) {
			c.applied = true
			c.closed(set, c.faceSet(set).faults())
		}
	}
}

// boundsFacets reports whether a closed shell is the outer boundary or a void of an IfcFacetedBrep. The rule does not
// apply to other shells: an edge of an IfcAdvancedBrep may be a circle, which begins where it ends.
func (c *check) boundsFacets(shell *express.Instance) bool {
	return len(c.model.Users(shell, "IFCFACETEDBREP", "OUTER")) > 0 ||
		len(c.model.Users(shell, "IFCFACETEDBREPWITHVOIDS", "VOIDS")) > 0
}

// curvedUse counts how often loops run along an edge with a curve, forward and back. Such an edge is identified by its
// instance, because two arcs may have the same ends and a circle has only one end.
type curvedUse map[*express.Instance][2]int

// faults counts the directions of edges that are not used exactly once.
func (u curvedUse) faults() int {
	n := 0
	for _, times := range u {
		for _, t := range times {
			if t != 1 {
				n++
			}
		}
	}
	return n
}

// edges counts the edges in the edge loops of a face.
func (c *check) edges(face *express.Instance, use edgeUse, curved curvedUse) {
	for _, bound := range c.many(face, "BOUNDS") {
		loop := c.one(bound, "BOUND")
		if !isAny(loop, "IFCEDGELOOP") {
			continue
		}
		turned := c.get(bound, "ORIENTATION") == express.Value(falseValue)
		for _, oriented := range c.many(loop, "EDGELIST") {
			edge := c.one(oriented, "EDGEELEMENT")
			back := turned != (c.get(oriented, "ORIENTATION") == express.Value(falseValue))
			ends := c.vertex(c.vertex(nil, c.one(edge, "EDGESTART")), c.one(edge, "EDGEEND"))
			switch {
			case edge == nil:
			case !isExactly(edge, "IFCEDGE") || len(ends) != 2:
				times := curved[edge]
				times[b2i(back)]++
				curved[edge] = times
			case back:
				use.edge(ends[1], ends[0])
			default:
				use.edge(ends[0], ends[1])
			}
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (c *check) closed(x *express.Instance, n int) {
	if n > 0 {
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

// facePoints returns a function that looks up the points of a face set by a list of indices; it skips indices that are
// out of range.
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

// indexedLoops returns the index lists of a polygonal face, the outer loop first.
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
