package clearance

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Path is a way through an area: its corners with both ends, how long it is, and the narrowest place on it: the
// shortest line across it between a corner of the area and its boundary, and the ends of that. No place is as wide as
// the area where the width is 0: nothing but one side is near.
type Path struct {
	Points     []geometry.Point2
	Length     geometry.Length
	Width      geometry.Length
	Bottleneck [2]geometry.Point2
}

// ShortestPath returns the shortest way of a disc of the given radius, 0 for a point, between two points of an area;
// the corners that it goes around are polygons within ArcTolerance. A point that is nearer to the boundary than the
// radius is first led to the nearest place where the disc fits, straight and within the area.
//
// ErrOutside says that a point is not in the area, ErrNoPath that the disc does not fit there or has no way through.
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
