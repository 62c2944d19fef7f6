package verify

import (
	"math"

	"github.com/bimstream/bimstream/ifc/express"
)

var geometryRules = []Rule{
	{ID: "BRP001", Title: "The polygons that bound a face do not cross or touch themselves.",
		Severity: Proposition, run: faceCrossings},
	{ID: "BRP002", Title: "The faces of a shell hang together.", Severity: Proposition, run: connectedFaces},
	{ID: "BRP003", Title: "A face with polygons as bounds is planar within the precision of the context.",
		Severity: Proposition, run: planarFaces},
	{ID: "GEM001", Title: "Every edge of a closed shell or face set belongs to two faces that run along it in " +
		"opposite directions.", Severity: Proposition, run: closedEdges},
	{ID: "GEM011", Title: "In the representations of products other than alignments the segments of a composite " +
		"curve are of one entity, and those of a gradient or segmented reference curve are curve segments.",
		Severity: Agreement,
		Schemas:  []string{ifc4x3}, run: segmentEntities},
	{ID: "GEM111", Title: "No point stands twice in a polyloop or polyline; a closed polyline ends in the very point " +
		"with which it begins.", Severity: Agreement, run: polylinePoints},
	{ID: "GEM112", Title: "No two successive points of an indexed curve coincide.", Severity: Agreement,
		Schemas: since4Schemas, run: indexedPoints},
	{ID: "GEM113", Title: "The three points of an arc of an indexed curve are not on one line.", Severity: Agreement,
		Schemas: since4Schemas, run: arcPoints},
	{ID: "SWE001", Title: "The boundaries of an arbitrary closed profile do not cross or touch themselves.",
		Severity: Proposition, run: profileCrossings},
	{ID: "SWE002", Title: "A derived profile does not mirror, except a mirrored one, and tapered sweeps do not " +
		"mirror at all.",
		Severity: Proposition, run: mirroredProfiles},
	// TAS001 and BRP001 are not in force in buildingSMART's validation. The schema's documentation nevertheless forbids
	// the same faults.
	{ID: "TAS001", Title: "The boundaries of the faces of a polygonal face set do not cross or touch themselves.",
		Severity: Proposition, Schemas: since4Schemas, run: tessellatedCrossings},
}

func faceCrossings(c *check) {
	for _, loop := range c.each("IFCPOLYLOOP") {
		c.crosses(loop, "Polygon", c.points(loop, "POLYGON"))
	}
}

// polygons returns the polygonal loops of a face, each in its direction around the face, and whether all loops are
// polygonal.
func (c *check) polygons(face *express.Instance) (loops [][]vector, all bool) {
	all = true
	for _, bound := range c.many(face, "BOUNDS") {
		loop := c.one(bound, "BOUND")
		if !isAny(loop, "IFCPOLYLOOP") {
			all = false
			continue
		}
		points := c.points(loop, "POLYGON")
		if c.get(bound, "ORIENTATION") == express.Value(falseValue) {
			for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
				points[i], points[j] = points[j], points[i]
			}
		}
		loops = append(loops, points)
	}
	return loops, all
}

func connectedFaces(c *check) {
	for _, shell := range c.each("IFCCONNECTEDFACESET") {
		s := newSets()
		judged := true
		for _, face := range c.many(shell, "CFSFACES") {
			loops, all := c.corners(face)
			judged = judged && all
			s.join(loops)
		}
		if n := s.count(); judged && n > 1 {
			c.at(shell, "CfsFaces", "the faces fall into %d parts", n)
		}
	}
}

// corners returns the points of a face's loops, which are polygons, chains of edges or single vertices. all is false if
// a loop has no known points.
func (c *check) corners(face *express.Instance) (loops [][]vector, all bool) {
	all = true
	for _, bound := range c.many(face, "BOUNDS") {
		loop := c.one(bound, "BOUND")
		var points []vector
		switch {
		case isAny(loop, "IFCPOLYLOOP"):
			points = c.points(loop, "POLYGON")
		case isAny(loop, "IFCEDGELOOP"):
			points = c.vertices(loop)
		case isAny(loop, "IFCVERTEXLOOP"):
			points = c.vertex(nil, c.one(loop, "LOOPVERTEX"))
		}
		all = all && len(points) > 0
		loops = append(loops, points)
	}
	return loops, all
}

// vertices returns the ends of the edges of a loop, or nil if a vertex has no point.
func (c *check) vertices(loop *express.Instance) []vector {
	var out []vector
	edges := c.many(loop, "EDGELIST")
	for _, oriented := range edges {
		edge := c.one(oriented, "EDGEELEMENT")
		out = c.vertex(out, c.one(edge, "EDGESTART"))
		out = c.vertex(out, c.one(edge, "EDGEEND"))
	}
	if len(out) != 2*len(edges) {
		return nil
	}
	return out
}

// vertex appends the point of a vertex if it has one.
func (c *check) vertex(to []vector, vertex *express.Instance) []vector {
	if p := c.one(vertex, "VERTEXGEOMETRY"); isAny(p, "IFCCARTESIANPOINT") {
		return append(to, c.point(p))
	}
	return to
}

// sets groups points that faces connect (union-find).
type sets struct {
	number map[vector]int
	parent []int
}

func newSets() *sets { return &sets{number: map[vector]int{}} }

func (s *sets) find(p vector) int {
	i, known := s.number[p]
	if !known {
		i = len(s.parent)
		s.number[p] = i
		s.parent = append(s.parent, i)
	}
	for s.parent[i] != i {
		s.parent[i] = s.parent[s.parent[i]]
		i = s.parent[i]
	}
	return i
}

// join merges the sets of all points of a face.
func (s *sets) join(loops [][]vector) {
	first := -1
	for _, loop := range loops {
		for _, p := range loop {
			i := s.find(p)
			if first < 0 {
				first = i
			}
			s.parent[s.root(i)] = s.root(first)
		}
	}
}

func (s *sets) root(i int) int {
	for s.parent[i] != i {
		i = s.parent[i]
	}
	return i
}

func (s *sets) count() int {
	n := 0
	for i, p := range s.parent {
		if i == p {
			n++
		}
	}
	return n
}

func planarFaces(c *check) {
	for _, face := range c.exactly("IFCFACE") {
		loops, all := c.polygons(face)
		if !all || len(loops) == 0 {
			continue
		}
		if d := offPlane(loops, c.outer(face, loops)); d > c.precisionAt(face) {
			c.at(face, "Bounds", "a point of the face is %.3g off its plane", d)
		}
	}
}

// outer returns the index of the outer loop: the loop marked as outer, otherwise the largest loop.
func (c *check) outer(face *express.Instance, loops [][]vector) int {
	greatest, most := 0, -1.0
	for i, bound := range c.many(face, "BOUNDS") {
		if bound.IsA("IFCFACEOUTERBOUND") {
			return i
		}
		if size := newell(loops[i]).length(); size > most {
			greatest, most = i, size
		}
	}
	return greatest
}

// offPlane returns the greatest distance of a point from the plane of the outer loop. The plane passes through the mean
// of the loop's points and has the loop's normal.
func offPlane(loops [][]vector, outer int) float64 {
	normal := newell(loops[outer])
	length := normal.length()
	if length == 0 {
		return 0
	}
	var mean vector
	for _, p := range loops[outer] {
		mean = mean.plus(p, 1/float64(len(loops[outer])))
	}
	most := 0.0
	for _, loop := range loops {
		for _, p := range loop {
			most = max(most, math.Abs(p.minus(mean).dot(normal))/length)
		}
	}
	return most
}

func segmentEntities(c *check) {
	for _, product := range c.model.Of("IFCPRODUCT") {
		if product.IsA("IFCALIGNMENT") {
			continue
		}
		for _, r := range c.representations(product) {
			for _, item := range c.many(r, "ITEMS") {
				if item.IsA("IFCCOMPOSITECURVE") {
					c.segmentEntity(item)
				}
			}
		}
	}
}

// segmentEntity reports a finding if the segments of a curve differ in their entity. It also requires IfcCurveSegment
// for gradient and segmented reference curves.
func (c *check) segmentEntity(curve *express.Instance) {
	c.applied = true
	segments := c.many(curve, "SEGMENTS")
	for i, s := range segments {
		switch {
		case s.Entity() != segments[0].Entity():
			c.at(curve, "Segments", "segment %d is an %s, the first an %s", i+1, s.Class(), segments[0].Class())
		case isAny(curve, "IFCGRADIENTCURVE", "IFCSEGMENTEDREFERENCECURVE") && !s.IsA("IFCCURVESEGMENT"):
			c.at(curve, "Segments", "segment %d is an %s, not an IfcCurveSegment", i+1, s.Class())
		default:
			continue
		}
		return
	}
}

func polylinePoints(c *check) {
	for _, loop := range c.each("IFCPOLYLOOP") {
		if at, found := duplicate(c.points(loop, "POLYGON"), c.precisionAt(loop), false); found {
			c.at(loop, "Polygon", "the point (%g, %g, %g) stands twice", at[0], at[1], at[2])
		}
	}
	for _, line := range c.each("IFCPOLYLINE") {
		c.polyline(line)
	}
}

func (c *check) polyline(line *express.Instance) {
	refs, points := c.many(line, "POINTS"), c.points(line, "POINTS")
	if len(points) < 2 {
		return
	}
	last, precision := len(points)-1, c.precisionAt(line)
	closed := len(points) > 2 && distance(points[0], points[last]) < precision
	if at, found := duplicate(points, precision, closed); found {
		c.at(line, "Points", "the point (%g, %g, %g) stands twice", at[0], at[1], at[2])
	}
	if closed && refs[0] != refs[last] {
		c.at(line, "Points", "the closed polyline begins with #%d and ends with #%d instead of one point", refs[0].ID,
			refs[last].ID)
	}
}

func mirroredProfiles(c *check) {
	for _, profile := range c.exactly("IFCDERIVEDPROFILEDEF") {
		if c.mirrors(profile) {
			c.at(profile, "Operator", "the operator mirrors: that takes an IfcMirroredProfileDef")
		}
	}
	for _, entity := range []string{"IFCEXTRUDEDAREASOLIDTAPERED", "IFCREVOLVEDAREASOLIDTAPERED"} {
		for _, solid := range c.each(entity) {
			for _, attribute := range []string{"SWEPTAREA", "ENDSWEPTAREA"} {
				if profile := c.one(solid, attribute); isAny(profile, "IFCDERIVEDPROFILEDEF") && c.mirrors(profile) {
					c.at(solid, "", "the profile #%d of a tapered sweep mirrors", profile.ID)
				}
			}
		}
	}
}

// mirrors reports whether a profile is mirrored, by its class or by the axes of its operator.
func (c *check) mirrors(profile *express.Instance) bool {
	if profile.IsA("IFCMIRROREDPROFILEDEF") {
		return true
	}
	axes := c.many(c.one(profile, "OPERATOR"), "U")
	if len(axes) < 2 {
		return false
	}
	u, v := vectorOf(c.get(axes[0], "DIRECTIONRATIOS")), vectorOf(c.get(axes[1], "DIRECTIONRATIOS"))
	return u.cross(v)[2] <= 0
}
