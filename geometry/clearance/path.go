package clearance

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Path is a way through an area: its corners with both ends, its length, and its narrowest place. The narrowest place
// is the shortest line across the way between a corner of the area and its boundary, given by its ends and its width.
// The width is 0 if the boundary is near on one side only.
type Path struct {
	Points     []geometry.Point2
	Length     geometry.Length
	Width      geometry.Length
	Bottleneck [2]geometry.Point2
}

// ShortestPath returns the shortest way of a disc of the given radius, 0 for a point, between two points of an area.
// The arcs around corners are polygons within ArcTolerance. A point that is nearer to the boundary than the radius is
// first moved straight to the nearest place where the disc fits, within the area.
//
// The error is ErrOutside if a point is not in the area, and ErrNoPath if the disc does not fit there or there is no
// way.
func ShortestPath(area geometry.Region, from, to geometry.Point2, radius geometry.Length) (Path, error) {
	floor, err := NewFloor(area, radius)
	if err != nil {
		return Path{}, err
	}
	return floor.Path(from, to)
}

func lengthOf(points []geometry.Point2) geometry.Length {
	sum := 0.0
	for i := 1; i < len(points); i++ {
		sum += length(float(points[i]).Sub(float(points[i-1])))
	}
	return geometry.Length(math.Round(sum))
}
