package clearance

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Locator finds the areas of a list that contain a point.
type Locator struct {
	areas [][]located
	boxes []areaBox
	reach geometry.Length // the width of the widest box
}

// areaBox is the box around an area; boxes are sorted by their left sides.
type areaBox struct {
	min, max geometry.Point2
	area     int
}

// NewLocator prepares areas for queries.
func NewLocator(areas []geometry.Region) *Locator {
	l := &Locator{areas: make([][]located, len(areas))}
	for i, a := range areas {
		for _, p := range a {
			l.areas[i] = append(l.areas[i], newLocated(p))
		}
		if len(a) == 0 {
			continue
		}
		lo, hi := a.Bounds()
		l.boxes = append(l.boxes, areaBox{lo, hi, i})
		l.reach = max(l.reach, hi.X-lo.X)
	}
	slices.SortStableFunc(l.boxes, func(a, b areaBox) int { return cmp.Compare(a.min.X, b.min.X) })
	return l
}

// At returns the indexes in the list of the areas that contain a point inside or on their boundary, ascending.
func (l *Locator) At(p geometry.Point2) []int {
	var out []int
	from, _ := slices.BinarySearchFunc(l.boxes, p.X-l.reach,
		func(b areaBox, x geometry.Length) int { return cmp.Compare(b.min.X, x) })
	for _, b := range l.boxes[from:] {
		if b.min.X > p.X {
			break
		}
		if p.X <= b.max.X && b.min.Y <= p.Y && p.Y <= b.max.Y &&
			slices.ContainsFunc(l.areas[b.area], func(one located) bool { return one.has(p) }) {
			out = append(out, b.area)
		}
	}
	slices.Sort(out)
	return out
}
