package drawings

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// MainSections returns a section along the building and one across it, near its middle.
func MainSections(v *projections.View) []SectionLine {
	box := buildingBox(v)
	const beyond = 1 * geometry.Metre
	y := sectionPlace(v, box, func(p geometry.Point3) geometry.Length { return p.Y })
	x := sectionPlace(v, box, func(p geometry.Point3) geometry.Length { return p.X })
	return []SectionLine{
		{Name: "A", Start: geometry.Point2{X: box.Min.X - beyond, Y: y},
			End: geometry.Point2{X: box.Max.X + beyond, Y: y}},
		{Name: "B", Start: geometry.Point2{X: x, Y: box.Max.Y + beyond},
			End: geometry.Point2{X: x, Y: box.Min.Y - beyond}},
	}
}

// Sections are tried at two fifths of the building first, beside the middle, where ridges and partitions often are,
// then ever further from there, by a sixtieth to either side. Sixty parts have places between the walls of regular
// plans.
const (
	sectionParts   = 60
	firstSection   = 24
	furthestOthers = 12
)

// Around a section no wall runs along it this near, and a wall of at most this thickness runs along it if it does not
// cross it.
const (
	besideSection = 200 * geometry.Millimetre
	thickestWall  = 800 * geometry.Millimetre
)

// sectionPlace returns where a section cuts, by a coordinate: it runs along no wall, and of such places it is the first
// that crosses the most walls, so that it shows most rooms.
func sectionPlace(v *projections.View, box geometry.Box, of func(geometry.Point3) geometry.Length) geometry.Length {
	lo, size := of(box.Min), of(box.Max)-of(box.Min)
	walls := v.Spatial().Within(v.Model.Bounds(), state.CategoryWall, state.CategoryCurtainWall)
	best, most := lo+size*firstSection/sectionParts, -1
	for i := range geometry.Length(2*furthestOthers + 1) {
		part := firstSection + (i+1)/2
		if i%2 == 0 {
			part = firstSection - i/2
		}
		at, crossed := lo+size*part/sectionParts, 0
		for _, w := range walls {
			from, to := of(w.Bounds.Min), of(w.Bounds.Max)
			if at < from-besideSection || at > to+besideSection {
				continue
			}
			if to-from <= thickestWall {
				crossed = -1
				break
			}
			crossed++
		}
		if crossed > most {
			best, most = at, crossed
		}
	}
	return best
}
