package check

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// RoomDimensions is the layer of the dimensions within rooms.
const RoomDimensions = "A-ANNO-DIMS-ROOM"

// DoorDimensions is the layer of the chains along inner walls, which run from corner to corner of a room.
const DoorDimensions = "A-ANNO-DIMS-DOOR"

// Real returns the place in the frame of the view for a place on paper.
func Real(d *paper.Drawing, p paper.Point) geometry.Point2 {
	q := p.Add(d.Origin)
	n := geometry.Length(d.Scale)
	return geometry.Point2{X: q.X * n, Y: q.Y * n}
}

// Stamps checks that each bounded room of a level has a stamp inside of it. A room that a warning of the drawing names
// may have none.
func Stamps(v *projections.View, d *paper.Drawing, level state.ID,
	warned func(state.ID) bool) (faults []string, stamped int) {
	texts := Texts(d)
	for _, id := range v.Rooms().OnLevel(level) {
		facts, err := v.Rooms().Analyse(id)
		if err != nil || !facts.Bounded {
			continue
		}
		found := false
		for _, w := range texts {
			if w.Item.Element != string(id) {
				continue
			}
			found = true
			for _, corner := range w.Box() {
				if facts.Region.Contains(Real(d, corner)) != geometry.Inside {
					faults = append(faults, fmt.Sprintf("%s: %q of room %s is not inside of it",
						d.Name, w.String, facts.Name))
					break
				}
			}
		}
		if found {
			stamped++
		} else if !warned(id) {
			faults = append(faults, fmt.Sprintf("%s: room %s has no stamp, and no warning says so", d.Name, facts.Name))
		}
	}
	return faults, stamped
}

// InRooms checks that each dimension of a room runs inside the room from one side to the other, and that its value is
// the distance of these sides. It returns the number of dimensions.
func InRooms(v *projections.View, d *paper.Drawing) (faults []string, found int) {
	add := func(format string, args ...any) { faults = append(faults, d.Name+": "+fmt.Sprintf(format, args...)) }
	for _, i := range d.Items {
		m, ok := i.Mark.(paper.Dimension)
		if !ok || i.Layer != RoomDimensions {
			continue
		}
		found++
		facts, err := v.Rooms().Analyse(state.ID(i.Element))
		if err != nil {
			add("a dimension of %s, which is no room: %v", i.Element, err)
			continue
		}
		a, b := m.Ends()
		p, q := Real(d, a), Real(d, b)
		long := geometry.Length(math.Hypot(float64(q.X-p.X), float64(q.Y-p.Y)))
		if (long-m.Value).Abs() > geometry.Length(d.Scale)*2 || !says(m) {
			add("a dimension of room %s says %s, its line has %v mm", facts.Name, m.Text.String, long)
		}
		if facts.Region.Contains(geometry.Point2{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}) != geometry.Inside {
			add("a dimension of room %s is not inside of it", facts.Name)
		}
		for _, end := range []geometry.Point2{p, q} {
			if far := fromSides(facts.Region, end); far > float64(d.Scale)*2 {
				add("a dimension of room %s ends %v micrometres off its walls", facts.Name, far)
			}
		}
	}
	return faults, found
}

// fromSides returns the distance of a point from the sides of a region.
func fromSides(r geometry.Region, p geometry.Point2) float64 {
	far := math.Inf(1)
	for _, polygon := range r {
		for _, ring := range append([]geometry.Ring{polygon.Outer}, polygon.Holes...) {
			for i, a := range ring {
				far = min(far, fromLine(a, ring[(i+1)%len(ring)], p))
			}
		}
	}
	return far
}

func fromLine(a, b, p geometry.Point2) float64 {
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	x, y := float64(p.X-a.X), float64(p.Y-a.Y)
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = max(0, min(1, (x*dx+y*dy)/l))
	}
	return math.Hypot(x-t*dx, y-t*dy)
}
