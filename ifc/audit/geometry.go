package audit

import (
	"math"

	"github.com/bimstream/bimstream/ifc/express"
)

var geometryRules = []Rule{
	{ID: "BRP001", Title: "The polygons that bound a face do not cross or touch themselves.", Severity: Proposition, run: faceCrossings},
	{ID: "BRP002", Title: "The faces of a shell hang together.", Severity: Proposition, run: connectedFaces},
	{ID: "BRP003", Title: "A face with polygons as bounds is planar within the precision of the context.",
		Severity: Proposition, run: planarFaces},
	{ID: "GEM001", Title: "Every edge of a closed shell or face set belongs to two faces that run along it in opposite " +
		"directions.", Severity: Proposition, run: closedEdges},
	{ID: "GEM011", Title: "The segments of a composite curve are of one entity; a gradient or segmented reference curve has " +
		"curve segments.", Severity: Agreement, Schemas: []string{ifc4x3}, run: segmentEntities},
	{ID: "GEM111", Title: "No point stands twice in a polyloop or polyline; a closed polyline ends in the very point with " +
		"which it begins.", Severity: Agreement, run: polylinePoints},
	{ID: "GEM112", Title: "No two successive points of an indexed curve coincide.", Severity: Agreement,
		Schemas: since4Schemas, run: indexedPoints},
	{ID: "GEM113", Title: "The three points of an arc of an indexed curve are not on one line.", Severity: Agreement,
		Schemas: since4Schemas, run: arcPoints},
	{ID: "SWE001", Title: "The boundaries of an arbitrary closed profile do not cross or touch themselves.",
		Severity: Proposition, run: profileCrossings},
	{ID: "SWE002", Title: "A derived profile does not mirror, except a mirrored one, and tapered sweeps do not mirror at all.",
		Severity: Proposition, run: mirroredProfiles},
}

func faceCrossings(c *check) {
	for _, loop := range c.each("IFCPOLYLOOP") {
		c.crosses(loop, "Polygon", c.points(loop, "POLYGON"))
	}
}

// polygons gives the loops of a face that are polygons, each in the direction in which it bounds the face.
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
			loops, all := c.polygons(face)
			judged = judged && all
			s.join(loops)
		}
		if n := s.count(); judged && n > 1 {
			c.at(shell, "CfsFaces", "the faces fall into %d parts", n)
		}
	}
}

// sets joins points that hang together (union-find).
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

// join makes one set of all points of a face.
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
		if d := offPlane(loops); d > c.precisionOf() {
			c.at(face, "Bounds", "a point of the face is %.3g off its plane", d)
		}
	}
}

// offPlane gives the greatest distance of a point from the plane through the loops' mean point, normal to the greatest of
// the loops.
func offPlane(loops [][]vector) float64 {
	var normal, mean vector
	n := 0
	for _, loop := range loops {
		if len(loop) == 0 {
			continue
		}
		if candidate := newell(loop); candidate.length() > normal.length() {
			normal = candidate
		}
		for _, p := range loop {
			mean = mean.plus(p, 1)
			n++
		}
	}
	length := normal.length()
	if length == 0 {
		return 0
	}
	mean = vector{}.plus(mean, 1/float64(n))
	most := 0.0
	for _, loop := range loops {
		for _, p := range loop {
			most = max(most, math.Abs(p.minus(mean).dot(normal))/length)
		}
	}
	return most
}

func segmentEntities(c *check) {
	for _, curve := range c.each("IFCCOMPOSITECURVE") {
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
			break
		}
	}
}

func polylinePoints(c *check) {
	for _, loop := range c.each("IFCPOLYLOOP") {
		if at, found := duplicate(c.points(loop, "POLYGON"), c.precisionOf(), false); found {
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
	last := len(points) - 1
	closed := len(points) > 2 && distance(points[0], points[last]) < c.precisionOf()
	if at, found := duplicate(points, c.precisionOf(), closed); found {
		c.at(line, "Points", "the point (%g, %g, %g) stands twice", at[0], at[1], at[2])
	}
	if closed && refs[0] != refs[last] {
		c.at(line, "Points", "the closed polyline begins with #%d and ends with #%d instead of one point", refs[0].ID, refs[last].ID)
	}
}

func profileCrossings(c *check) {
	for _, profile := range c.each("IFCARBITRARYCLOSEDPROFILEDEF") {
		curves := append(c.many(profile, "OUTERCURVE"), c.many(profile, "INNERCURVES")...)
		for _, curve := range curves {
			points, ok := c.flattened(curve)
			if !ok {
				c.reason = "a boundary is of a kind of curve that is not judged, such as " + curve.Class()
				continue
			}
			c.crosses(curve, "", points)
		}
	}
}

// flattened gives the points of a polyline, or of an indexed curve with its arcs as chords.
func (c *check) flattened(curve *express.Instance) ([]vector, bool) {
	switch {
	case curve.IsA("IFCPOLYLINE"):
		return c.points(curve, "POINTS"), true
	case curve.IsA("IFCINDEXEDPOLYCURVE"):
		points := c.pointList(c.one(curve, "POINTS"))
		if !c.has(curve, "SEGMENTS") {
			return points, true
		}
		var out []vector
		for _, s := range c.segmentsOf(curve) {
			out = append(out, s.flattened(points)...)
		}
		return out, true
	case isAny(curve, "IFCCIRCLE", "IFCELLIPSE"):
		return nil, true // cannot cross themselves
	}
	return nil, false
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

// mirrors tells whether the axes of a profile's operator turn the wrong way round.
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
