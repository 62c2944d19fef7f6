package importer

import (
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// maxShadowFaces bounds the number of faces of a body whose outline in plan is computed, because the union of more
// faces takes seconds. Rooms under vaults have some hundred faces.
const maxShadowFaces = 5000

// shadow returns a prism over the outline in plan of a product whose body is no upright prism, from its lowest to its
// highest point.
func (r *reader) shadow(p *building.Product) (prism, error) {
	if !isUp(r.world(p).Z) {
		return prism{}, form("its frame is not upright")
	}
	body, err := r.faces(p)
	if len(body) == 0 {
		return prism{}, err
	}
	parts := facesInPlan(body)
	if len(parts) == 0 || len(parts) > maxShadowFaces {
		return prism{}, form("it has no outline in plan, or one of too many faces")
	}
	box := body.Bounds()
	return prism{
		region: largestFirst(geometry.Union(parts...)), bottom: float64(box.Min.Z), top: float64(box.Max.Z),
		note: "its body is no upright prism: the outline of its plan and its greatest height are kept",
	}, nil
}

// facesInPlan returns the faces of a body as seen from above.
func facesInPlan(body geometry.Body) []geometry.Region {
	var parts []geometry.Region
	for _, s := range body {
		for _, f := range s.Faces {
			if polygon, ok := inPlan(s, f); ok {
				parts = append(parts, geometry.Region{polygon})
			}
		}
	}
	return parts
}

// inPlan returns a face as seen from above; false for a face that is upright.
func inPlan(s geometry.Solid, f geometry.Face) (geometry.Polygon, bool) {
	rings := make([]geometry.Ring, len(f.Loops))
	for i, loop := range f.Loops {
		for _, v := range loop {
			rings[i] = append(rings[i], s.Vertices[v].XY())
		}
	}
	polygon, err := geometry.NewPolygon(rings[0], rings[1:]...)
	return polygon, err == nil
}

// largestFirst moves the polygon with the greatest area to the front.
func largestFirst(region geometry.Region) geometry.Region {
	best := 0
	for i, polygon := range region {
		if polygon.Area() > region[best].Area() {
			best = i
		}
	}
	if best > 0 {
		region[0], region[best] = region[best], region[0]
	}
	return region
}
