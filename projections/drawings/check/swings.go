package check

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// hand is the expected position of a door's leaves for a viewer on the side to which the door opens, facing the door.
// It holds the middle of the opening, the direction to the viewer, and the direction to the viewer's left.
type hand struct {
	mx, my       float64
	nx, ny       float64
	leftX, leftY float64
}

func handOf(wall *fabric.Wall, door *fabric.Door) hand {
	mx, my, dx, dy := lineAt(wall, float64(door.Offset)+float64(door.Width)/2)
	h := hand{mx: mx, my: my, nx: -dy, ny: dx} // the interior is on the left of the wall's direction
	if door.Facing == fabric.FacingExterior {
		h.nx, h.ny = dy, -dx
	}
	h.leftX, h.leftY = h.ny, -h.nx // of a viewer who looks against n
	return h
}

// lineAt returns the point at a distance along a wall's line from its start, and the direction of the line there.
func lineAt(wall *fabric.Wall, along float64) (x, y, dx, dy float64) {
	x, y = float64(wall.Start.X), float64(wall.Start.Y)
	dx, dy = float64(wall.End.X)-x, float64(wall.End.Y)-y
	if wall.Mid == nil {
		l := math.Hypot(dx, dy)
		return x + dx/l*along, y + dy/l*along, dx / l, dy / l
	}
	cx, cy := centreOf(wall)
	mx, my := float64(wall.Mid.X)-x, float64(wall.Mid.Y)-y
	turn := 1.0 // to the left if the middle lies to the right of the chord
	if dx*my-dy*mx > 0 {
		turn = -1
	}
	radius := math.Hypot(x-cx, y-cy)
	angle := math.Atan2(y-cy, x-cx) + turn*along/radius
	sin, cos := math.Sincos(angle)
	return cx + radius*cos, cy + radius*sin, -turn * sin, turn * cos
}

// centreOf returns the centre of a curved wall's arc: the intersection of the perpendicular bisectors of the chords
// from its start to its middle and to its end.
func centreOf(wall *fabric.Wall) (x, y float64) {
	sx, sy := float64(wall.Start.X), float64(wall.Start.Y)
	ax, ay := float64(wall.Mid.X)-sx, float64(wall.Mid.Y)-sy
	bx, by := float64(wall.End.X)-sx, float64(wall.End.Y)-sy
	a, b, cross := (ax*ax+ay*ay)/2, (bx*bx+by*by)/2, ax*by-ay*bx
	return sx + (a*by-b*ay)/cross, sy + (b*ax-a*bx)/cross
}

// left returns how far a point is to the left of the viewer, and front how far it is in front of the door.
func (h hand) left(p geometry.Point2) float64 {
	return (float64(p.X)-h.mx)*h.leftX + (float64(p.Y)-h.my)*h.leftY
}

func (h hand) front(p geometry.Point2) float64 {
	return (float64(p.X)-h.mx)*h.nx + (float64(p.Y)-h.my)*h.ny
}

// swung is the swing of a leaf: its hinge, and its tip open and closed.
type swung struct {
	hinge, open, closed geometry.Point2
	tip                 paper.Point // on paper, when it is open
}

// Swings checks the turning leaves of each door of a plan. A leaf must be hung on the right side, open to the right
// side, and end where its swing ends. Swings returns the number of checked doors, which are single, double and swing
// doors in straight or curved walls.
func Swings(v *projections.View, d *paper.Drawing) (faults []string, judged int) {
	add := func(format string, args ...any) { faults = append(faults, d.Name+": "+fmt.Sprintf(format, args...)) }
	arcs, leaves := map[string][]paper.Arc{}, map[string][]paper.Stroke{}
	var doors []string
	for _, i := range d.Items {
		if i.Category != string(state.CategoryDoor) {
			continue
		}
		switch m := i.Mark.(type) {
		case paper.Arc:
			if i.Class == paper.ClassSwing {
				arcs[i.Element] = append(arcs[i.Element], m)
			}
		case paper.Stroke:
			if i.Class == paper.ClassSymbol {
				if len(leaves[i.Element]) == 0 {
					doors = append(doors, i.Element)
				}
				leaves[i.Element] = append(leaves[i.Element], m)
			}
		}
	}
	for _, id := range doors {
		e, _ := v.Model.Element(state.ID(id))
		door := e.Params.(*fabric.Door)
		wall, ok := v.Model.Element(e.HostID)
		if !ok || door.Fixed != nil {
			continue
		}
		w, ok := wall.Params.(*fabric.Wall)
		if glass, is := wall.Params.(*fabric.CurtainWall); is {
			w, ok = &fabric.Wall{Start: glass.Start, End: glass.End}, true
		}
		want := map[fabric.DoorType]int{"single_swing": 1, "double_swing": 2, fabric.DoorDouble: 2}[door.DoorType]
		if !ok || want == 0 {
			continue
		}
		judged++
		h := handOf(w, door)
		if n := len(arcs[id]); n != want {
			add("door %s (%s) has %d swings", e.Name, door.DoorType, n)
			continue
		}
		for n, a := range arcs[id] {
			faults = append(faults, judge(d, e.Name, door, h, swingOf(d, h, a), n, leaves[id])...)
		}
	}
	return faults, judged
}

// swingOf returns the swing that an arc shows. The leaf is open at the end that is farther from the wall's middle.
func swingOf(d *paper.Drawing, h hand, a paper.Arc) swung {
	from, to := a.Ends()
	if math.Abs(h.front(Real(d, from))) < math.Abs(h.front(Real(d, to))) {
		from, to = to, from
	}
	return swung{Real(d, a.Centre), Real(d, from), Real(d, to), from}
}

// judge returns the faults of the nth swing of a door.
func judge(d *paper.Drawing, name string, door *fabric.Door, h hand, s swung, n int,
	leaves []paper.Stroke) (faults []string) {
	add := func(what string) { faults = append(faults, fmt.Sprintf("%s: door %s %s", d.Name, name, what)) }
	side, reach := 1.0, float64(door.Width)*0.7 // the hinge is to the left; how far the leaf reaches out
	double := door.DoorType == fabric.DoorDouble
	switch {
	case double:
		reach /= 2
		if h.left(s.hinge) < 0 {
			side = -1
		}
		if math.Abs(h.left(s.closed)) > float64(door.Width)*0.1 {
			add("has leaves that do not meet in the middle")
		}
	case door.Swing == "right":
		side = -1
	}
	if side*h.left(s.hinge) < float64(door.Width)*0.4 {
		add("is hung on the wrong side")
	}
	if front := h.front(s.open); front < reach && (n == 0 || double) ||
		door.DoorType == "double_swing" && n == 1 && front > -reach {
		add("opens to the wrong side")
	}
	if n == 1 && !double {
		return faults // the leaf of a swing door is drawn once
	}
	for _, l := range leaves {
		for _, p := range l.Points {
			if q := p.Sub(s.tip); math.Hypot(float64(q.X), float64(q.Y)) <= 3 {
				return faults
			}
		}
	}
	add("has a leaf that does not end where its swing does")
	return faults
}
