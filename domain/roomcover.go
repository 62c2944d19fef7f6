package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// Plate is a level slab between two heights above the model's origin: a floor, a ceiling or a flat roof.
type Plate struct {
	ID          ID
	Region      geometry.Region
	Low, High   geometry.Point2
	Bottom, Top geometry.Length
}

// plate is a category whose elements can be level slabs.
type plate interface {
	// plate returns the plan and the heights of the slab; ok is false for an element that is not level.
	plate(m *Model, e *Element) (p Plate, ok bool, err error)
}

// Plate returns the extent of an element that is a level slab; ok is false for any other one.
func (m *Model) Plate(e *Element) (p Plate, ok bool) {
	if FixedOf(e) != nil {
		return Plate{}, false
	}
	shape, ok := e.Params.(plate)
	if !ok {
		return Plate{}, false
	}
	p, ok, err := shape.plate(m, e)
	if err != nil || !ok {
		return Plate{}, false
	}
	p.ID = e.ID
	p.Low, p.High = p.Region.Bounds()
	return p, true
}

func regionOf(outer geometry.Ring, holes ...geometry.Ring) (geometry.Region, error) {
	polygon, err := geometry.NewPolygon(outer, holes...)
	return geometry.Region{polygon}, err
}

// Meets reports whether a horizontal plane lies in the plate, or within roomGap of it.
func (p Plate) Meets(z geometry.Length) bool { return p.Bottom-roomGap <= z && z <= p.Top+roomGap }

// RoomCover is a part of a room's floor or ceiling under or over one plate, or under or over none.
type RoomCover struct {
	Polygon geometry.Polygon
	Plate   ID // "" for an open part
}

// Cover returns the room's plan at a height, divided into the parts that plates meet and the rest, which is open. Of
// overlapping plates the first one counts. Slivers narrower than roomGap are left out.
func (s RoomShape) Cover(z geometry.Length, plates []Plate) []RoomCover {
	var out []RoomCover
	lo, hi := s.Region.Bounds()
	left := s.Region
	for _, p := range plates {
		if len(left) == 0 || !p.Meets(z) || p.Low.X >= hi.X || p.High.X <= lo.X || p.Low.Y >= hi.Y || p.High.Y <= lo.Y {
			continue
		}
		for _, polygon := range geometry.Intersect(left, p.Region) {
			out = appendCover(out, polygon, p.ID)
		}
		left = geometry.Subtract(left, p.Region)
	}
	for _, polygon := range left {
		out = appendCover(out, polygon, "")
	}
	return out
}

func appendCover(list []RoomCover, polygon geometry.Polygon, plate ID) []RoomCover {
	if polygon.Area() <= float64(roomGap.M()*polygon.Perimeter().M())/2 {
		return list
	}
	return append(list, RoomCover{polygon, plate})
}
