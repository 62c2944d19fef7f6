package ramps

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Bend is the turn of the ramp on the landing between two runs, as seen by a person who goes up.
type Bend string

// The bends.
const (
	Straight  Bend = "straight"
	Left      Bend = "left" // by a quarter turn
	Right     Bend = "right"
	HalfLeft  Bend = "half_left" // back, beside the previous run
	HalfRight Bend = "half_right"
)

// Enum lists the bends.
func (Bend) Enum() []string {
	return []string{string(Straight), string(Left), string(Right), string(HalfLeft), string(HalfRight)}
}

// Half reports whether a bend turns by 180 degrees.
func (b Bend) Half() bool { return b == HalfLeft || b == HalfRight }

// quarter reports whether a bend turns by 90 degrees.
func (b Bend) quarter() bool { return b == Left || b == Right }

// toRight reports whether a bend turns to the right.
func (b Bend) toRight() bool { return b == Right || b == HalfRight }

// Spec describes a ramp. Its foot is at the origin and its first run is along X. The run lies from Z0 to Z1, measured
// to the right of the X axis.
type Spec struct {
	Bends     []Bend // of the landings, one fewer than runs
	Rise      geometry.Length
	Goings    []geometry.Length // of each run in plan
	Z0, Z1    geometry.Length
	Thickness geometry.Length // of runs across their slope, and of landings
	Solid     bool            // down to the foot, instead of a slab
	Landing   geometry.Length // depth
	Well      geometry.Length // between the runs of a half turn
	Kerb      geometry.Length // height; 0: none
	KerbWidth geometry.Length
}

// Run is a straight run. Its side view has its origin at its foot, X along the ascent, Y up.
type Run struct {
	Corner  geometry.Point2 // at its foot, on the right
	Heading int             // quarters of a turn to the left from X
	From    geometry.Length // height of its foot
	Rise    geometry.Length
	Going   geometry.Length
	Width   geometry.Length
	Side    geometry.Ring
}

// Plate is a horizontal part: a landing, or a kerb on a landing.
type Plate struct {
	Outline     geometry.Ring // counter-clockwise rectangle
	Top, Bottom geometry.Length
}

// Layout holds the parts of a ramp, each kind in order from the foot up.
type Layout struct {
	Runs     []Run
	Landings []Plate
	Kerbs    []Plate           // on landings
	KerbOf   []int             // for each kerb, the index of its landing
	Walk     []geometry.Point3 // in the middle of the width, from foot to head
}

// Width returns the width of the runs.
func (s *Spec) Width() geometry.Length { return s.Z1 - s.Z0 }

// Going returns the length of all runs in plan.
func (s *Spec) Going() geometry.Length {
	all := geometry.Length(0)
	for _, g := range s.Goings {
		all += g
	}
	return all
}

// GoingPerRise returns the going of the ramp for each unit of rise: 12 for a slope of 1:12.
func (s *Spec) GoingPerRise() float64 { return float64(s.Going()) / float64(s.Rise) }

// drop returns the vertical distance of the underside of a run below its top.
func (s *Spec) drop() geometry.Length {
	r, g := float64(s.Rise), float64(s.Going())
	return round(float64(s.Thickness) * math.Sqrt(float64(r*r)+float64(g*g)) / g)
}

// deep returns the depth of a landing. A landing that turns by a quarter is square and at least as deep as the width.
func (s *Spec) deep(b Bend) geometry.Length {
	if b.quarter() {
		return max(s.Landing, s.Width())
	}
	return s.Landing
}

func round(v float64) geometry.Length { return geometry.Length(math.Round(v)) }

// ahead returns the unit vector of a heading.
func ahead(heading int) (x, y geometry.Length) {
	return [4]geometry.Length{1, 0, -1, 0}[heading&3], [4]geometry.Length{0, 1, 0, -1}[heading&3]
}

// point returns the point at given distances ahead and to the left of another point, for a heading.
func point(from geometry.Point2, heading int, along, left geometry.Length) geometry.Point2 {
	x, y := ahead(heading)
	return geometry.Point2{X: from.X + along*x - left*y, Y: from.Y + along*y + left*x}
}

// At returns the point at given distances along a run and to the left of its right edge.
func (r *Run) At(along, left geometry.Length) geometry.Point2 {
	return point(r.Corner, r.Heading, along, left)
}

// Outline returns the plan of a run between two places along it, counter-clockwise.
func (r *Run) Outline(from, to geometry.Length) geometry.Ring {
	return geometry.Ring{r.At(from, 0), r.At(to, 0), r.At(to, r.Width), r.At(from, r.Width)}
}

// Height returns the height of the top of a run above the ramp's foot, at a distance along it.
func (r *Run) Height(along geometry.Length) geometry.Length {
	return r.From + round(float64(r.Rise)*float64(along)/float64(r.Going))
}

// Underside returns the lowest height of a run above the ramp's foot.
func (r *Run) Underside() geometry.Length {
	low := geometry.Length(0)
	for _, p := range r.Side {
		low = min(low, p.Y)
	}
	return r.From + low
}

// layer lays out the parts of a ramp one after the other.
type layer struct {
	*Spec
	corner  geometry.Point2 // of the next run, on the right
	heading int
	gone    geometry.Length // in plan, so far
	out     Layout
}

// Lay returns the parts of a ramp. There must be one more going than bends, and no going may be zero.
func (s *Spec) Lay() Layout {
	k := layer{Spec: s, corner: geometry.Point2{Y: -s.Z1}}
	for i, going := range s.Goings {
		k.run(going)
		if i < len(s.Bends) {
			k.landing(s.Bends[i])
		}
	}
	return k.out
}

// height returns the height above the foot at the going so far, rounded to the micrometre.
func (k *layer) height() geometry.Length {
	return round(float64(k.Rise) * float64(k.gone) / float64(k.Going()))
}

func (k *layer) run(going geometry.Length) {
	r := Run{Corner: k.corner, Heading: k.heading, From: k.height(), Going: going, Width: k.Width()}
	k.gone += going
	r.Rise = k.height() - r.From
	r.Side = k.side(&r)
	k.walk(r.At(0, r.Width/2), r.From)
	k.walk(r.At(going, r.Width/2), r.From+r.Rise)
	k.out.Runs = append(k.out.Runs, r)
	k.corner = r.At(going, 0)
}

// walk adds a point to the walking line.
func (k *layer) walk(p geometry.Point2, z geometry.Length) {
	if q := p.At(z); len(k.out.Walk) == 0 || k.out.Walk[len(k.out.Walk)-1] != q {
		k.out.Walk = append(k.out.Walk, q)
	}
}

// side returns the side view of a run: a band along the slope that is cut off at the height of the ramp's foot. A solid
// run fills the space down to that height.
func (k *layer) side(r *Run) geometry.Ring {
	drop := k.drop()
	if k.Solid || drop >= r.From+r.Rise { // no underside above the foot
		ring := geometry.Ring{{}, {Y: -r.From}, {X: r.Going, Y: -r.From}, {X: r.Going, Y: r.Rise}}
		if r.From == 0 {
			ring = ring[1:]
		}
		return ring
	}
	ring := geometry.Ring{{}}
	if drop <= r.From {
		ring = append(ring, geometry.Point2{Y: -drop})
	} else { // where the underside comes out of the ground
		if r.From > 0 {
			ring = append(ring, geometry.Point2{Y: -r.From})
		}
		x := round(float64(drop-r.From) * float64(r.Going) / float64(r.Rise))
		if x < r.Going {
			ring = append(ring, geometry.Point2{X: x, Y: -r.From})
		}
	}
	return append(ring, geometry.Point2{X: r.Going, Y: r.Rise - drop}, geometry.Point2{X: r.Going, Y: r.Rise})
}

// turning is the frame of a landing: a corner, the direction ahead, and the side to which the landing lies.
type turning struct {
	corner  geometry.Point2
	heading int
	side    geometry.Length // 1: to the left, -1: to the right
}

func (t turning) at(along, side geometry.Length) geometry.Point2 {
	return point(t.corner, t.heading, along, t.side*side)
}

// rectangle returns the outline between two distances ahead and two distances to the side, counter-clockwise.
func (t turning) rectangle(a0, a1, s0, s1 geometry.Length) geometry.Ring {
	if t.side < 0 {
		s0, s1 = s1, s0
	}
	return geometry.Ring{t.at(a0, s0), t.at(a1, s0), t.at(a1, s1), t.at(a0, s1)}
}

// landing lays out a landing with its kerbs, and moves to the foot of the next run.
func (k *layer) landing(b Bend) {
	width, deep, z := k.Width(), k.deep(b), k.height()
	t := turning{k.corner, k.heading, 1}
	if b.toRight() {
		t.corner, t.side = point(k.corner, k.heading, 0, width), -1
	}
	across := width
	switch {
	case b.quarter():
		across = deep
		k.walk(t.at(deep-width/2, width/2), z)
		k.corner = t.at(deep, deep)
		k.heading += int(t.side)
		if b == Right {
			k.corner = point(k.corner, k.heading, 0, -width)
		}
	case b.Half():
		across = 2*width + k.Well
		k.walk(t.at(deep/2, width/2), z)
		k.walk(t.at(deep/2, across-width/2), z)
		k.corner = t.at(0, across)
		if b == HalfRight {
			k.corner = t.at(0, width+k.Well)
		}
		k.heading += 2
	default:
		k.corner = t.at(deep, 0)
	}
	bottom := max(z-k.Thickness, 0)
	if k.Solid {
		bottom = 0
	}
	k.out.Landings = append(k.out.Landings, Plate{t.rectangle(0, deep, 0, across), z, bottom})
	k.kerbs(t, b, deep, across)
}

// kerbs lays out the kerbs of a landing along the edges at which no run begins or ends.
func (k *layer) kerbs(t turning, b Bend, deep, across geometry.Length) {
	if k.Kerb == 0 {
		return
	}
	width, w, z := k.Width(), k.KerbWidth, k.height()
	add := func(a0, a1, s0, s1 geometry.Length) {
		if a1 > a0 && s1 > s0 {
			k.out.Kerbs = append(k.out.Kerbs, Plate{t.rectangle(a0, a1, s0, s1), z + k.Kerb, z})
			k.out.KerbOf = append(k.out.KerbOf, len(k.out.Landings)-1)
		}
	}
	switch {
	case b.quarter(): // along the outside, and beside the runs where the landing is wider
		add(0, deep, 0, w)
		add(deep-w, deep, w, deep)
		add(0, min(w, deep-width), width, deep)
		add(w, deep-width, deep-w, deep)
	case b.Half():
		add(0, deep, 0, w)
		add(deep-w, deep, w, across-w)
		add(0, deep, across-w, across)
		add(0, w, width, width+k.Well)
	default:
		add(0, deep, 0, w)
		add(0, deep, width-w, width)
	}
}

// Bounds returns the lowest and the highest corner of a layout in plan.
func (l *Layout) Bounds() (low, high geometry.Point2) {
	low = l.Runs[0].Corner
	high = low
	for _, ring := range l.outlines() {
		for _, p := range ring {
			low = geometry.Point2{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
			high = geometry.Point2{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
		}
	}
	return low, high
}

// outlines returns the plans of runs and landings, in order from the foot up.
func (l *Layout) outlines() []geometry.Ring {
	var out []geometry.Ring
	for i := range l.Runs {
		out = append(out, l.Runs[i].Outline(0, l.Runs[i].Going))
		if i < len(l.Landings) {
			out = append(out, l.Landings[i].Outline)
		}
	}
	return out
}

// Crossing returns two parts of a layout that share space, or false if there are none. Parts are counted from the foot,
// with runs and landings in turn.
func (l *Layout) Crossing() (a, b int, crosses bool) {
	type part struct{ low, high geometry.Point3 }
	var parts []part
	for i, ring := range l.outlines() {
		lo, hi := (geometry.Polygon{Outer: ring}).Bounds()
		if i%2 == 0 {
			r := &l.Runs[i/2]
			parts = append(parts, part{lo.At(r.Underside()), hi.At(r.From + r.Rise)})
			continue
		}
		parts = append(parts, part{lo.At(l.Landings[i/2].Bottom), hi.At(l.Landings[i/2].Top)})
	}
	for i := range parts {
		for j := i + 1; j < len(parts); j++ {
			p, q := parts[i], parts[j]
			if p.low.X < q.high.X && q.low.X < p.high.X && p.low.Y < q.high.Y && q.low.Y < p.high.Y &&
				p.low.Z < q.high.Z && q.low.Z < p.high.Z {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}
