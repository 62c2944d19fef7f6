package projections

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// edgeGap is the greatest distance at which a room's edge and a wall's face count as coinciding, and the least length
// of a contact. It is the drafting slip that closes a room (5 mm): gaps up to this length were closed when the room was
// found.
const edgeGap = 5 * geometry.Millimetre

// contact is a stretch of a wall's face along which a room lies.
type contact struct {
	interior bool            // the contact is on the interior face, which is on the left of the wall's direction
	from, to geometry.Length // distances along the wall from its start
}

// along reports whether a stretch of the wall runs along the contact.
func (c contact) along(from, to geometry.Length) bool {
	return min(c.to, to)-max(c.from, from) > edgeGap
}

// contactsOf returns the contacts of a room along a wall and its joins, which end within a thickness of the wall's
// ends.
func contactsOf(room geometry.Region, line fabric.WallPlan) []contact {
	if line.Curved() {
		return contactsAlongArc(room, line)
	}
	var out []contact
	first, last := -line.Thickness(), line.Length+line.Thickness()
	for _, e := range edgesOf(room) {
		a := line.Frame.Local(e.a.At(line.Frame.Origin.Z))
		b := line.Frame.Local(e.b.At(line.Frame.Origin.Z))
		c := contact{from: max(min(a.X, b.X), first), to: min(max(a.X, b.X), last)}
		switch {
		case onFace(a, b, line.YMax):
			c.interior = true
		case !onFace(a, b, line.YMin):
			continue
		}
		if c.to-c.from > edgeGap {
			out = append(out, c)
		}
	}
	return out
}

func onFace(a, b geometry.Point3, y geometry.Length) bool {
	return (a.Y-y).Abs() <= edgeGap && (b.Y-y).Abs() <= edgeGap
}

// opening is an opening of a wall that bounds rooms.
type opening struct {
	fabric.OpeningRect
	low   geometry.Length // height of its sill above the model's origin
	edges [2][2]FacePlace // places of its sides, at the exterior and at the interior face
}

func newOpening(line fabric.WallPlan, rect fabric.OpeningRect) opening {
	return opening{rect, line.Frame.Origin.Z + rect.Sill, [2][2]FacePlace{OpeningEdges(line, rect, line.YMin),
		OpeningEdges(line, rect, line.YMax)}}
}

// besideOf reports whether the opening lies at a contact, on the face of the contact.
func (o opening) besideOf(c contact) bool {
	edges := o.edges[0]
	if c.interior {
		edges = o.edges[1]
	}
	return c.along(edges[0].Along, edges[1].Along)
}

// onto reports whether the opening opens onto a room with the given contacts, base and height. A recess opens to the
// interior face only.
func (o opening) onto(contacts []contact, base, height geometry.Length) bool {
	if o.low+o.Height <= base || o.low >= base+height {
		return false
	}
	for _, c := range contacts {
		if (o.Depth == 0 || c.interior != o.Outside) && o.besideOf(c) {
			return true
		}
	}
	return false
}

// opposite reports whether two rooms lie on opposite sides of the same stretch of a wall.
func opposite(a, b []contact) bool {
	for _, c := range a {
		for _, d := range b {
			if c.interior != d.interior && c.along(d.from, d.to) {
				return true
			}
		}
	}
	return false
}
