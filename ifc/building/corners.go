package building

import "github.com/bimstream/bimstream/geometry"

// cornerNoise is the greatest distance, in micrometres along each axis, by which a boolean operation moves a corner.
// The operation computes each corner again from the planes that meet in it, and skew planes are rounded.
const cornerNoise = 2

// keepCorners returns the result of an operation with the original corners of its operands where they differ only by
// rounding. Thus a body that is read repeatedly does not change. Operands and result are on the grid of the world.
func keepCorners(result geometry.Solid, operands geometry.Body) geometry.Solid {
	known := map[geometry.Point3]bool{}
	for _, s := range operands {
		for _, p := range s.World() {
			known[p] = true
		}
	}
	kept := geometry.Solid{Frame: result.Frame, Faces: result.Faces,
		Vertices: make([]geometry.Point3, len(result.Vertices))}
	for i, p := range result.Vertices {
		kept.Vertices[i] = nearestOf(known, p)
	}
	if kept.Check() != nil || kept.CheckFaces() != nil {
		return result
	}
	return kept
}

// nearestOf returns the known point nearest to a place, or the place itself if no known point is within cornerNoise.
func nearestOf(known map[geometry.Point3]bool, p geometry.Point3) geometry.Point3 {
	best, least := p, geometry.Length(3*cornerNoise*cornerNoise+1)
	for x := geometry.Length(-cornerNoise); x <= cornerNoise; x++ {
		for y := geometry.Length(-cornerNoise); y <= cornerNoise; y++ {
			for z := geometry.Length(-cornerNoise); z <= cornerNoise; z++ {
				q := geometry.Point3{X: p.X + x, Y: p.Y + y, Z: p.Z + z}
				if square := x*x + y*y + z*z; square < least && known[q] {
					best, least = q, square
				}
			}
		}
	}
	return best
}
