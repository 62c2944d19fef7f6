package geometry

import (
	"fmt"

	"github.com/paulmach/orb"
)

// Orb returns the polygon in metres, with closed rings, as package orb requires.
func (p Polygon) Orb() orb.Polygon {
	out := make(orb.Polygon, 0, 1+len(p.Holes))
	for _, r := range p.rings() {
		out = append(out, r.orb())
	}
	return out
}

// Orb returns the region in metres.
func (r Region) Orb() orb.MultiPolygon {
	out := make(orb.MultiPolygon, 0, len(r))
	for _, p := range r {
		out = append(out, p.Orb())
	}
	return out
}

func (r Ring) orb() orb.Ring {
	out := make(orb.Ring, 0, len(r)+1)
	for i := range len(r) + 1 {
		p := r[i%len(r)]
		out = append(out, orb.Point{p.X.M(), p.Y.M()})
	}
	return out
}

// PolygonFromOrb rounds a polygon in metres to the grid and checks it as NewPolygon does.
func PolygonFromOrb(p orb.Polygon) (Polygon, error) {
	if len(p) == 0 {
		return Polygon{}, fmt.Errorf("polygon without rings: %w", ErrTooFewPoints)
	}
	rings := make([]Ring, len(p))
	for i, r := range p {
		for _, q := range r {
			rings[i] = append(rings[i], Point2{FromMM(q[0] * 1000), FromMM(q[1] * 1000)})
		}
	}
	return NewPolygon(rings[0], rings[1:]...)
}

// RegionFromOrb rounds polygons in metres to the grid, checks each and returns their union.
func RegionFromOrb(m orb.MultiPolygon) (Region, error) {
	var parts []Region
	for i, p := range m {
		polygon, err := PolygonFromOrb(p)
		if err != nil {
			return nil, fmt.Errorf("polygon %d: %w", i, err)
		}
		parts = append(parts, Region{polygon})
	}
	return Union(parts...), nil
}
