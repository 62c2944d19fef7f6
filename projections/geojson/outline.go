package geojson

import (
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
	"github.com/paulmach/orb/simplify"

	"github.com/bimstream/bimstream/geometry"
)

// add adds a feature, simplified and cut according to the query.
func (c *collecting) add(f Feature) {
	simplified := c.out.Simplified
	if t := c.query.Tolerance; t > 0 {
		f.Geometry = c.simplified(f.Geometry, t.M())
	}
	if c.query.Within != nil {
		cut, whole := c.cut(f.Geometry, boundOf(*c.query.Within))
		switch {
		case cut == nil:
			c.out.Outside++
			c.out.Simplified = simplified
			return
		case !whole:
			c.out.Cut++
		}
		f.Geometry = cut
	}
	c.out.Features = append(c.out.Features, f)
}

// simplified returns a geometry with fewer points whose lines deviate by at most the tolerance. A region that would
// intersect itself or vanish is returned unchanged.
func (c *collecting) simplified(g orb.Geometry, tolerance float64) orb.Geometry {
	before := points(g)
	out := simplify.DouglasPeucker(tolerance).Simplify(orb.Clone(g))
	if m, ok := out.(orb.MultiPolygon); ok {
		region, err := geometry.RegionFromOrb(m)
		if err != nil || len(region) == 0 {
			return g
		}
		out = region.Orb()
	}
	if points(out) < before {
		c.out.Simplified++
	}
	return out
}

func points(g orb.Geometry) (n int) {
	eachPoint(g, func(orb.Point) { n++ })
	return n
}

// cut returns the part of a geometry within a box, nil if there is none, and whether that is the whole geometry.
func (c *collecting) cut(g orb.Geometry, within orb.Bound) (orb.Geometry, bool) {
	if b := g.Bound(); within.Contains(b.Min) && within.Contains(b.Max) {
		return g, true
	} else if !within.Intersects(b) {
		return nil, false
	}
	switch g := g.(type) {
	case orb.LineString:
		parts := clip.LineString(within, g)
		switch len(parts) {
		case 0:
			return nil, false
		case 1:
			return parts[0], false
		}
		return parts, false
	case orb.MultiPolygon:
		return cutRegion(g, within), false
	}
	return nil, false
}

// cutRegion returns the part of a region within a box. Clipping each ring by itself can connect separate parts by edges
// along the box, which is no valid polygon. In that case the region is intersected with the box, which is slower.
func cutRegion(m orb.MultiPolygon, within orb.Bound) orb.Geometry {
	region, err := geometry.RegionFromOrb(clip.MultiPolygon(within, orb.Clone(m).(orb.MultiPolygon)))
	if err != nil {
		whole, failed := geometry.RegionFromOrb(m)
		if failed != nil {
			return nil
		}
		box := geometry.Rectangle(pointOf(within.Min), pointOf(within.Max))
		region = geometry.Intersect(whole, geometry.Region{box})
	}
	if len(region) == 0 {
		return nil
	}
	return region.Orb()
}

func boundOf(b geometry.Box) orb.Bound {
	return orb.Bound{Min: orb.Point{b.Min.X.M(), b.Min.Y.M()}, Max: orb.Point{b.Max.X.M(), b.Max.Y.M()}}
}

func metresOf(points ...geometry.Point2) orb.LineString {
	out := make(orb.LineString, len(points))
	for i, p := range points {
		out[i] = orb.Point{p.X.M(), p.Y.M()}
	}
	return out
}

// pointOf converts a point in metres to a point on the model's grid.
func pointOf(p orb.Point) geometry.Point2 {
	return geometry.Point2{X: geometry.FromMM(p[0] * 1000), Y: geometry.FromMM(p[1] * 1000)}
}
