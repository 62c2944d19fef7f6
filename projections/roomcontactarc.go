package projections

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// contactsAlongArc is contactsOf for a curved wall. The chords of a face may be shorter than the least contact, so it
// first merges consecutive stretches.
func contactsAlongArc(room geometry.Region, line fabric.WallPlan) []contact {
	var out []contact
	first, last := -line.Thickness(), line.Length+line.Thickness()
	var before arcPlace
	for i, e := range edgesOf(room) {
		a := before
		if i == 0 || e.a != a.point {
			a = placeOn(line, e.a)
		}
		b := placeOn(line, e.b)
		before = b
		c := contact{from: max(min(a.along, b.along), first), to: min(max(a.along, b.along), last)}
		switch {
		case a.onFace(line.YMax) && b.onFace(line.YMax):
			c.interior = true
		case !a.onFace(line.YMin) || !b.onFace(line.YMin):
			continue
		}
		// a straight wall may connect two points of the face, as across a half disc
		middle := geometry.Point2{X: e.a.X + (e.b.X-e.a.X)/2, Y: e.a.Y + (e.b.Y-e.a.Y)/2}
		face := line.YMin
		if c.interior {
			face = line.YMax
		}
		if c.to > c.from && placeOn(line, middle).onFace(face) {
			out = append(out, c)
		}
	}
	return slices.DeleteFunc(merged(out), func(c contact) bool { return c.to-c.from <= edgeGap })
}

// arcPlace is a point and its place along and across a wall.
type arcPlace struct {
	point         geometry.Point2
	along, across geometry.Length
}

func placeOn(line fabric.WallPlan, p geometry.Point2) arcPlace {
	along, across := line.Place(p)
	return arcPlace{p, along, across}
}

func (p arcPlace) onFace(y geometry.Length) bool { return (p.across - y).Abs() <= edgeGap }

// merged merges contacts that touch or overlap on one face. It returns the contacts of the exterior face first, in
// order.
func merged(all []contact) []contact {
	slices.SortFunc(all, func(a, b contact) int {
		if a.interior != b.interior {
			if b.interior {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	var out []contact
	for _, c := range all {
		if n := len(out) - 1; n >= 0 && out[n].interior == c.interior && c.from <= out[n].to {
			out[n].to = max(out[n].to, c.to)
			continue
		}
		out = append(out, c)
	}
	return out
}
