package geojson

import "github.com/paulmach/orb"

// onGround converts a geometry from the plan to the ground, with outer rings counter-clockwise and holes clockwise (RFC
// 7946, 3.1.6). A region of one part becomes a polygon.
func (c *Collection) onGround(g orb.Geometry) orb.Geometry {
	out := orb.Clone(g)
	if m, ok := out.(orb.MultiPolygon); ok && len(m) == 1 {
		out = m[0]
	}
	eachPart(out, func(points []orb.Point) {
		for i, p := range points {
			points[i] = c.Ground.Of(pointOf(p))
		}
	})
	switch g := out.(type) {
	case orb.Point:
		return c.Ground.Of(pointOf(g))
	case orb.Polygon:
		windRings(g)
	case orb.MultiPolygon:
		for _, p := range g {
			windRings(p)
		}
	}
	return out
}

func windRings(p orb.Polygon) {
	for i, r := range p {
		want := orb.CCW
		if i > 0 {
			want = orb.CW
		}
		if r.Orientation() != want {
			r.Reverse()
		}
	}
}

// eachPart calls f with the points of each line and ring. f may change them.
func eachPart(g orb.Geometry, f func([]orb.Point)) {
	switch g := g.(type) {
	case orb.LineString:
		f(g)
	case orb.MultiLineString:
		for _, l := range g {
			f(l)
		}
	case orb.Polygon:
		for _, r := range g {
			f(r)
		}
	case orb.MultiPolygon:
		for _, p := range g {
			eachPart(p, f)
		}
	}
}

func eachPoint(g orb.Geometry, f func(orb.Point)) {
	if p, ok := g.(orb.Point); ok {
		f(p)
	}
	eachPart(g, func(points []orb.Point) {
		for _, p := range points {
			f(p)
		}
	})
}
