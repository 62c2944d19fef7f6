package rules

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// bandBefore returns the band along a wall between two places across it, over the width of an opening. In a curved wall
// the sides of the band are sequences of chords.
func bandBefore(host fabric.WallPlan, rect fabric.OpeningRect, across [2]geometry.Length) geometry.Region {
	face := across[0]
	if face < host.YMin { // before the exterior face
		face = across[1]
	}
	edges := projections.OpeningEdges(host, rect, face)
	from, to := edges[0].Along, edges[1].Along
	n := 1
	if radius, _ := host.Radius(); host.Curved() {
		turned := geometry.Angle(math.Round(float64(to-from) / math.Abs(float64(radius)) * (180e6 / math.Pi)))
		n = geometry.ArcSides(radius.Abs()+host.Thickness(), geometry.ChordTolerance, turned)
	}
	var ring geometry.Ring
	for i := range n + 1 {
		ring = append(ring, host.On(from+(to-from)*geometry.Length(i)/geometry.Length(n), across[0]))
	}
	for i := range n + 1 {
		ring = append(ring, host.On(to-(to-from)*geometry.Length(i)/geometry.Length(n), across[1]))
	}
	return geometry.Region{{Outer: ring}}
}

// alcoveDepth returns how far the faces of a curved wall lie before an opening at its sides, because the opening stands
// in the tangent. It returns 0 for a straight wall.
func alcoveDepth(host fabric.WallPlan, rect fabric.OpeningRect) geometry.Length {
	deep := geometry.Length(0)
	for _, face := range []geometry.Length{host.YMin, host.YMax} {
		for _, edge := range projections.OpeningEdges(host, rect, face) {
			deep = max(deep, (edge.Across - face).Abs())
		}
	}
	return deep
}
