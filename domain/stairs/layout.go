package stairs

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Form is the form of a stair, in the terms of IfcStairTypeEnum.
type Form string

// The forms.
const (
	StraightRun    Form = "straight_run"     // one flight
	TwoStraight    Form = "two_straight_run" // flights in one line, with landings between them
	QuarterTurn    Form = "quarter_turn"     // flights at right angles, with quarter landings
	HalfTurn       Form = "half_turn"        // flights side by side, with half landings
	QuarterWinding Form = "quarter_winding"  // as quarter_turn, with winders in place of the landings
	HalfWinding    Form = "half_winding"     // as half_turn, with winders
	Spiral         Form = "spiral"           // tapered treads about an eye
	CurvedRun      Form = "curved_run"       // tapered treads about a wide eye
)

// Enum lists the forms.
func (Form) Enum() []string {
	return []string{string(StraightRun), string(TwoStraight), string(QuarterTurn), string(HalfTurn),
		string(QuarterWinding), string(HalfWinding), string(Spiral), string(CurvedRun)}
}

// Round reports whether all treads are tapered about one centre.
func (f Form) Round() bool { return f == Spiral || f == CurvedRun }

// winding reports whether the form has winders instead of landings.
func (f Form) winding() bool { return f == QuarterWinding || f == HalfWinding }

// half reports whether each turn of the form is 180 degrees.
func (f Form) half() bool { return f == HalfTurn || f == HalfWinding }

// Side is a side of a stair, as seen by a person who goes up.
type Side string

// The sides.
const (
	Left  Side = "left"
	Right Side = "right"
)

// Enum lists the sides.
func (Side) Enum() []string { return []string{string(Left), string(Right)} }

// Spec describes a stair. The reference line of the first flight passes through the origin along X. The flight lies
// from Z0 to Z1, measured to the right of the line.
type Spec struct {
	Form    Form
	Turn    Side
	Rise    geometry.Length
	Risers  int   // of the whole stair
	Flights []int // risers of each flight, including the one onto the landing or the first winder
	Tread   geometry.Length
	Z0, Z1  geometry.Length
	Waist   geometry.Length // below the steps, across the slope
	Landing geometry.Length // depth of a landing of two_straight_run and half_turn, along the ascent
	Well    geometry.Length // between the flights of a half turn; diameter of the eye that winders turn about
	Winders int             // treads of one turn
}

// Flight is a straight flight. Its side view has its origin at the foot of the first riser, X along the ascent, Y up.
type Flight struct {
	Origin  geometry.Point2 // of its reference line
	Heading int             // quarters of a turn to the left from X
	From    geometry.Length // height of its foot
	Rise    geometry.Length
	Risers  int
	Run     geometry.Length // in plan, from the first riser to the last one
	Side    geometry.Ring
	Z0, Z1  geometry.Length
}

// Plate is a horizontal part: a landing, a winder, or a tread of a round stair.
type Plate struct {
	Outline     geometry.Ring // counter-clockwise
	Top, Bottom geometry.Length
	Inner       geometry.Length // of a tapered tread: going along its narrow side
	Going       geometry.Length // of a tapered tread: going in the middle of the width
}

// Layout holds the parts of a stair, each kind in order from the foot up.
type Layout struct {
	Flights  []Flight
	Landings []Plate
	Winders  []Plate
	Turns    []Turn
	Walk     []geometry.Point3 // in the middle of the width, from the first riser to the last one
}

// Turn is a turn of a stair about a centre, at a landing or winders, or the turn of a whole round stair.
type Turn struct {
	Centre      geometry.Point2
	From, Sweep geometry.Angle  // direction from the centre, and the angle, positive to the left
	Inner       geometry.Length // radius of the eye
	After       int             // number of flights before it
	Foot, Head  geometry.Length // heights of its first and its last tread, or of its landing
}

// Width returns the width of the flights.
func (s *Spec) Width() geometry.Length { return s.Z1 - s.Z0 }

// height returns the height above the foot after a number of risers, rounded to the micrometre.
func (s *Spec) height(risers int) geometry.Length {
	return geometry.Length(math.Round(float64(s.Rise) * float64(risers) / float64(s.Risers)))
}

// riser returns the height of one riser in micrometres.
func (s *Spec) riser() float64 { return float64(s.Rise) / float64(s.Risers) }

// drop returns the vertical distance of the underside of a flight below the line through its inner corners.
func (s *Spec) drop() float64 {
	r, g := s.riser(), float64(s.Tread)
	return float64(s.Waist) * math.Sqrt(float64(r*r)+float64(g*g)) / g
}

// plate returns the thickness of a landing or a winder. A landing is as thick as the waist. A winder extends down to
// the waist below its riser, so that consecutive winders touch.
func (s *Spec) plate() geometry.Length {
	if s.Form.winding() || s.Form.Round() {
		return geometry.Length(math.Ceil(s.riser())) + s.Waist
	}
	return s.Waist
}

// TurnTreads returns the number of treads in one turn, which is 1 for a landing.
func (s *Spec) TurnTreads() int {
	if s.Form.winding() {
		return max(1, s.Winders)
	}
	return 1
}

// Lay returns the parts of a stair. Risers and flights must be consistent. The outlines of the parts need not enclose a
// body.
func (s *Spec) Lay() Layout {
	if s.Form.Round() {
		return s.round()
	}
	k := layer{Spec: s, sign: 1, right: s.Z1, left: s.Z0}
	if s.Turn == Right {
		k.sign, k.right, k.left = -1, -s.Z0, -s.Z1
	}
	k.at = geometry.Point2{}
	for i, risers := range s.Flights {
		last := i == len(s.Flights)-1
		k.flight(risers, i > 0, !last)
		if !last {
			k.turn()
		}
	}
	return k.out
}

// layer lays out the parts of a stair one after the other, as for a stair that turns left. A stair that turns right is
// the mirror image.
type layer struct {
	*Spec
	sign        geometry.Length // 1 for a stair that turns left, -1 for one that turns right
	right, left geometry.Length // edges of the flight, measured to the right of the reference line
	at          geometry.Point2 // reference point of the next flight
	heading     int
	risers      int // number of risers so far
	out         Layout
}

// along returns the unit vector of a heading.
func along(heading int) (x, y geometry.Length) {
	return [4]geometry.Length{1, 0, -1, 0}[heading&3], [4]geometry.Length{0, 1, 0, -1}[heading&3]
}

// point returns the point at given distances ahead and to the left of another point.
func (k *layer) point(from geometry.Point2, ahead, left geometry.Length) geometry.Point2 {
	x, y := along(k.heading)
	return geometry.Point2{X: from.X + ahead*x - left*y, Y: from.Y + ahead*y + left*x}
}

// placed returns a point, mirrored if the stair turns right.
func (k *layer) placed(p geometry.Point2) geometry.Point2 {
	return geometry.Point2{X: p.X, Y: k.sign * p.Y}
}

// ring returns an outline, mirrored if the stair turns right, and counter-clockwise.
func (k *layer) ring(points ...geometry.Point2) geometry.Ring {
	out := make(geometry.Ring, 0, len(points))
	for _, p := range points {
		if q := k.placed(p); len(out) == 0 || out[len(out)-1] != q {
			out = append(out, q)
		}
	}
	if len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	if k.sign < 0 {
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
	}
	return out
}

// flight lays out a flight. from is true if it begins at a landing, and onto is true if it leads onto a landing.
func (k *layer) flight(risers int, from, onto bool) {
	f := Flight{Origin: k.placed(k.at), Heading: k.heading, From: k.height(k.risers), Risers: risers,
		Run: geometry.Length(risers-1) * k.Tread, Z0: k.Z0, Z1: k.Z1}
	if k.sign < 0 {
		f.Heading = -k.heading & 3
	}
	f.Rise = k.height(k.risers+risers) - f.From
	if side := k.side(risers, from, onto); len(side) > 2 {
		f.Side = side
	}
	start, end := k.middle(k.at, 0), k.middle(k.at, f.Run)
	k.walk(start, f.From)
	k.walk(end, f.From+f.Rise)
	k.out.Flights = append(k.out.Flights, f)
	k.risers += risers
	k.at = k.point(k.at, f.Run, 0)
}

// middle returns the point at a distance ahead of a reference point, in the middle of the width.
func (k *layer) middle(from geometry.Point2, ahead geometry.Length) geometry.Point2 {
	return k.point(from, ahead, -(k.left+k.right)/2)
}

// walk adds a point to the walking line.
func (k *layer) walk(p geometry.Point2, z geometry.Length) {
	q := k.placed(p).At(z)
	if n := len(k.out.Walk); n == 0 || k.out.Walk[n-1] != q {
		k.out.Walk = append(k.out.Walk, q)
	}
}

// side returns the side view of a flight: up the risers and along the treads, then back along the underside. The
// underside runs parallel to the line through the inner corners, and is cut off where a landing adjoins. A flight of
// one riser between thick plates has no side view.
func (k *layer) side(risers int, from, onto bool) geometry.Ring {
	base := k.height(k.risers)
	ring := geometry.Ring{{}}
	for i := range risers - 1 {
		x, y := geometry.Length(i)*k.Tread, k.height(k.risers+i+1)-base
		ring = append(ring, geometry.Point2{X: x, Y: y}, geometry.Point2{X: x + k.Tread, Y: y})
	}
	if onto {
		soffit := max(k.height(k.risers+risers)-k.plate(), 0) - base
		ring = k.joinAbove(ring, soffit, base+soffit > 0)
	}
	return k.underside(ring, from, base)
}

// underside closes a side view along the underside of the flight, down to the underside of the landing before the
// flight, or to the floor.
func (k *layer) underside(ring geometry.Ring, from bool, base geometry.Length) geometry.Ring {
	riser, tread, drop, low := k.riser(), float64(k.Tread), k.drop(), 0.0
	if from {
		low = -float64(min(k.plate(), base))
	}
	end := ring[len(ring)-1]
	if y := float64(end.X)*riser/tread - drop; y > low {
		ring = append(ring, geometry.Point2{X: end.X, Y: round(y)})
		if x := round((drop + low) * tread / riser); x > 0 {
			ring = append(ring, geometry.Point2{X: x, Y: round(low)})
		} else {
			low = -drop
		}
	} else {
		ring = append(ring, geometry.Point2{X: end.X, Y: round(low)})
	}
	if low != 0 {
		ring = append(ring, geometry.Point2{Y: round(low)})
	}
	return slices.Compact(ring)
}

// joinAbove continues the side view under the next landing, up to the point at which the underside of the flight meets
// the underside of the landing, which is at the height soffit. It ends at the far edge of the landing at the latest. If
// the landing extends down to the floor, the side view does not continue.
func (k *layer) joinAbove(ring geometry.Ring, soffit geometry.Length, above bool) geometry.Ring {
	top := ring[len(ring)-1]
	if len(ring) == 1 && soffit <= 0 {
		ring = geometry.Ring{} // no part of the flight is above its foot
	}
	ring = append(ring, geometry.Point2{X: top.X, Y: soffit})
	meet := min(round((float64(soffit)+k.drop())*float64(k.Tread)/k.riser()), top.X+k.deep())
	if meet > top.X && above {
		ring = append(ring, geometry.Point2{X: meet, Y: soffit})
	}
	return slices.Compact(ring)
}

// deep returns how far a turn extends in the direction of the flight before it.
func (k *layer) deep() geometry.Length {
	switch k.Form {
	case TwoStraight, HalfTurn:
		return k.Landing
	}
	return k.Width() + k.Well/2
}

func round(v float64) geometry.Length { return geometry.Length(math.Round(v)) }

// turn lays out a landing or winders, and moves to the foot of the next flight.
func (k *layer) turn() {
	width, eye := k.Width(), k.Well/2
	inner, outer := -k.left, -k.right // to the left of the reference point
	start := k.at
	t := Turn{After: len(k.out.Flights), Inner: eye, Foot: k.height(k.risers)}
	switch {
	case k.Form == TwoStraight:
		k.plates(k.ring(k.point(start, 0, outer), k.point(start, k.Landing, outer), k.point(start, k.Landing, inner),
			k.point(start, 0, inner)))
		k.at = k.point(start, k.Landing, 0)
		return
	case k.Form == HalfTurn:
		half := min(k.Landing, width) / 2
		k.walk(k.middle(start, half), k.height(k.risers))
		k.walk(k.point(k.middle(start, half), 0, 2*eye+width), k.height(k.risers))
		far := inner + 2*eye + width
		k.plates(k.ring(k.point(start, 0, outer), k.point(start, k.Landing, outer), k.point(start, k.Landing, far),
			k.point(start, 0, far)))
	case k.Form == QuarterTurn:
		k.walk(k.middle(start, eye+width/2), k.height(k.risers))
		k.plates(k.ring(k.point(start, 0, outer), k.point(start, width+eye, outer),
			k.point(start, width+eye, inner+eye), k.point(start, 0, inner+eye)))
	}
	centre := k.point(start, 0, inner+eye)
	t.Centre, t.From = k.placed(centre), geometry.Angle(k.heading-1)*geometry.QuarterTurn
	t.Sweep = geometry.QuarterTurn
	if k.Form.half() {
		t.Sweep = geometry.HalfTurn
	}
	if k.Form.winding() {
		k.winders(centre, t.Sweep)
	}
	t.Head = k.height(k.risers)
	if k.sign < 0 {
		t.From, t.Sweep = -t.From, -t.Sweep
	}
	k.out.Turns = append(k.out.Turns, t)
	if k.Form.half() {
		k.at = k.point(start, 0, 2*inner+2*eye)
		k.heading += 2
	} else {
		// The inner edge of the next flight begins straight ahead of the centre, at the distance of the eye's radius.
		k.at = k.point(centre, eye-k.left, 0)
		k.heading++
	}
}

func (k *layer) plates(outline geometry.Ring) {
	top := k.height(k.risers)
	k.out.Landings = append(k.out.Landings, Plate{Outline: outline, Top: top, Bottom: max(0, top-k.plate())})
}

// winders lays out the winders of one turn, between rays from a centre, from the eye to the outer edges of the flights.
func (k *layer) winders(centre geometry.Point2, sweep geometry.Angle) {
	n, eye, reach := k.TurnTreads(), k.Well/2, k.Width()+k.Well/2
	at := func(i int) geometry.Angle { return sweep * geometry.Angle(i) / geometry.Angle(n) }
	// The angle of a ray is measured from the direction to the right of the heading: straight ahead is a quarter turn.
	on := func(a geometry.Angle, radius geometry.Length) geometry.Point2 {
		return k.point(centre, round(float64(a.Sin()*float64(radius))), -round(float64(a.Cos()*float64(radius))))
	}
	edge := func(a geometry.Angle) geometry.Point2 {
		far := max(math.Abs(a.Sin()), math.Abs(a.Cos()))
		return k.point(centre, round(a.Sin()/far*float64(reach)), -round(a.Cos()/far*float64(reach)))
	}
	for i := range n {
		a, b := at(i), at(i+1)
		points := []geometry.Point2{on(a, eye), edge(a)}
		for _, corner := range []geometry.Angle{geometry.QuarterTurn / 2, 3 * geometry.QuarterTurn / 2} {
			if corner > a && corner < b {
				points = append(points, edge(corner))
			}
		}
		points = append(points, edge(b), on(b, eye))
		if i > 0 {
			k.risers++
		}
		top := k.height(k.risers)
		if i > 0 {
			k.walk(on(a, eye+k.Width()/2), top)
		}
		step := (b - a).Degrees() * math.Pi / 180
		k.out.Winders = append(k.out.Winders, Plate{Outline: k.ring(points...), Top: top, Bottom: max(0, top-k.plate()),
			Inner: round(float64(step * float64(eye))), Going: round(float64(step * float64(eye+k.Width()/2)))})
	}
}
