package drawings

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// leaf is a turning door leaf: its hinge and the positions of its tip, closed and open at a right angle, in the frame
// of the filling.
type leaf struct{ hinge, closed, open geometry.Point2 }

// doorLeaves returns the swinging leaves of a door, between two ends of the free opening and from a face y. The swing
// is seen from the side that the door opens to. A door hung on the left therefore has its hinge at the far end of X.
func doorLeaves(d *fabric.Door, from, to, y geometry.Length) []leaf {
	at := func(x, y geometry.Length) geometry.Point2 { return geometry.Point2{X: x, Y: y} }
	swing := func(hinge, tip geometry.Length) leaf {
		return leaf{at(hinge, y), at(tip, y), at(hinge, y+(tip-hinge).Abs())}
	}
	switch d.DoorType {
	case fabric.DoorDouble:
		middle := from + (to-from)/2
		return []leaf{swing(from, middle), swing(to, middle)}
	case "sliding", "folding", "revolving", "rolling_up", "fixed":
		return nil
	}
	if d.Swing == "right" {
		return []leaf{swing(from, to)}
	}
	return []leaf{swing(to, from)}
}

// operation describes how the leaves of a door move: the ends of their range along the opening, their face and their
// thickness.
type operation struct{ from, to, face, leaf geometry.Length }

// door draws the symbol of a door: leaves open at a right angle with their swings, or the symbol of another operation.
func (p *plan) door(f filling, d *fabric.Door) {
	sizes := d.Sizes(f.wall.Thickness())
	o := operation{0, f.rect.Width, sizes.PanelDepth / 2, sizes.PanelDepth}
	if p.detail.leaf {
		o.from, o.to = sizes.LiningThickness, f.rect.Width-sizes.LiningThickness
		half := sizes.LiningDepth / 2
		p.ring(f, p.pen(swingLine), p.box(f, 0, -half, o.from, half))
		p.ring(f, p.pen(swingLine), p.box(f, o.to, -half, f.rect.Width, half))
	}
	p.operate(f, d, o)
}

// operate draws the leaves of a door and the paths on which they move.
func (p *plan) operate(f filling, d *fabric.Door, o operation) {
	for _, l := range doorLeaves(d, o.from, o.to, o.face) {
		p.swing(f, l, o.leaf)
		if d.DoorType == "double_swing" {
			l.open.Y = 2*l.hinge.Y - l.open.Y
			if p.detail.arcs {
				p.arc(f, l)
			}
			p.placer.takeSwing(p.convex(f, l))
		}
	}
	switch d.DoorType {
	case "sliding":
		hung, other := o.ends(d)
		p.sliding(f, hung, other, o.leaf)
	case "folding":
		hung, other := o.ends(d)
		p.folding(f, hung, other)
	case "revolving":
		p.revolving(f, o.from, o.to)
	case "rolling_up":
		p.rolling(f, o.leaf)
	case "fixed":
		p.symbol(f, paper.ClassSymbol, p.pen(symbolEdge), paper.Solid, p.place(f, o.from, 0), p.place(f, o.to, 0))
	}
}

// ends returns the two ends of the opening: first the end at which the door is hung, or to which it slides or folds,
// then the opposite end.
func (o operation) ends(d *fabric.Door) (hung, other geometry.Length) {
	if d.Swing == "right" {
		return o.from, o.to
	}
	return o.to, o.from
}

// swing draws an open leaf, with its thickness where the scale shows it, and the arc of its tip.
func (p *plan) swing(f filling, l leaf, thickness geometry.Length) {
	if p.detail.leaf {
		inward := thickness
		if l.closed.X < l.hinge.X {
			inward = -thickness
		}
		p.ring(f, p.pen(symbolEdge), p.box(f, l.hinge.X, l.hinge.Y, l.hinge.X+inward, l.open.Y))
	} else {
		p.symbol(f, paper.ClassSymbol, p.pen(symbolEdge), paper.Solid, p.place(f, l.hinge.X, l.hinge.Y),
			p.place(f, l.open.X, l.open.Y))
	}
	if p.detail.arcs {
		p.arc(f, l)
	}
	p.placer.takeSwing(p.convex(f, l))
	p.placer.block([]segment{{p.place(f, l.hinge.X, l.hinge.Y), p.place(f, l.open.X, l.open.Y)}})
}

// tangentReach is the distance, in radii, from the centre of a circle to the point where two of its tangents meet. The
// tangents touch the circle 30 degrees apart. The distance is one over the cosine of 15 degrees.
const tangentReach = 1.0353

// convex returns a polygon around the swing, counter-clockwise, that keeps texts out of it. Its corners are the
// intersections of the tangents at the ends of the arc and at two places between them.
func (p *plan) convex(f filling, l leaf) geometry.Ring {
	at := func(part geometry.Angle) paper.Point {
		across, out := tangentReach*part.Cos(), tangentReach*part.Sin()
		return p.place(f, l.hinge.X+geometry.Length(round(float64(l.closed.X-l.hinge.X)*across)),
			l.hinge.Y+geometry.Length(round(float64(l.open.Y-l.hinge.Y)*out)))
	}
	const step = geometry.QuarterTurn / 6
	r := geometry.Ring{p.place(f, l.hinge.X, l.hinge.Y), p.place(f, l.closed.X, l.closed.Y), at(step), at(3 * step),
		at(5 * step), p.place(f, l.open.X, l.open.Y)}
	if r.Area() < 0 {
		slices.Reverse(r)
	}
	return r
}

// arc draws the arc of a leaf's tip between the open and the closed position.
func (p *plan) arc(f filling, l leaf) {
	centre, open, closed := p.place(f, l.hinge.X, l.hinge.Y), p.place(f, l.open.X, l.open.Y),
		p.place(f, l.closed.X, l.closed.Y)
	from, sweep := open, geometry.QuarterTurn
	if geometry.Orient(centre, open, closed) < 0 {
		from = closed
	}
	angle := geometry.Atan2Degrees(float64(from.Y-centre.Y), float64(from.X-centre.X))
	if angle < 0 {
		angle += geometry.FullTurn
	}
	radius := geometry.Length(math.Round(segment{centre, open}.length()))
	p.add(layerOf(f.element.Category)+"-SWNG", paper.ClassSwing, f.element,
		paper.Arc{Centre: centre, Radius: radius, From: angle, Sweep: sweep, Pen: p.pen(swingLine)})
}

// runTogether is the distance on paper under which two lines look like one. ISO 128 keeps parallel lines 0.7 mm apart.
const runTogether = 700 * geometry.Micrometre

// sliding draws the leaf half open, before the face of the wall along which it slides. An arrow points in the direction
// of the end to, to which the leaf slides. A leaf that is drawn as one line keeps clear of the wider line of the wall's
// face.
func (p *plan) sliding(f filling, to, from, thickness geometry.Length) {
	face := f.wall.Thickness() / 2
	half := (from - to) / 2
	y := face + thickness
	if p.detail.leaf {
		p.ring(f, p.pen(symbolEdge), p.box(f, to-half, face, to+half, y))
	} else {
		y = face + p.real(runTogether)
		p.symbol(f, paper.ClassSymbol, p.pen(symbolEdge), paper.Solid, p.place(f, to-half, y), p.place(f, to+half, y))
	}
	if !p.detail.arcs {
		return
	}
	y += p.real(1200)
	tip := to - half/2
	p.symbol(f, paper.ClassSwing, p.pen(swingLine), paper.Solid, p.place(f, to+half, y), p.place(f, tip, y))
	back, side := p.real(1200), p.real(500)
	if to > from {
		back = -back
	}
	p.symbol(f, paper.ClassSwing, p.pen(swingLine), paper.Solid, p.place(f, tip+back, y+side), p.place(f, tip, y),
		p.place(f, tip+back, y-side))
	around := p.box(f, to-half, face, to+half, y+side)
	if around.Area() < 0 {
		slices.Reverse(around)
	}
	p.placer.takeSwing(around)
}

// folding draws two folded leaves in a zigzag at the end from of the opening.
func (p *plan) folding(f filling, from, to geometry.Length) {
	quarter := (to - from) / 4
	out := quarter.Abs()
	p.symbol(f, paper.ClassSymbol, p.pen(symbolEdge), paper.Solid,
		p.place(f, from, 0), p.place(f, from+quarter/2, out), p.place(f, from+quarter, 0),
		p.place(f, from+3*quarter/2, out), p.place(f, from+2*quarter, 0))
	p.symbol(f, paper.ClassSwing, p.pen(swingLine), paper.Dashed, p.place(f, from+2*quarter, 0), p.place(f, to, 0))
}

// revolving draws the drum with its four leaves.
func (p *plan) revolving(f filling, from, to geometry.Length) {
	centre, radius := p.place(f, (from+to)/2, 0), p.length((to-from)/2)
	p.add(layerOf(f.element.Category)+"-SWNG", paper.ClassSwing, f.element,
		paper.Arc{Centre: centre, Radius: radius, Sweep: geometry.FullTurn, Pen: p.pen(swingLine)})
	var around geometry.Ring // twelve corners outside of the drum
	for n := range 12 {
		turn := geometry.FullTurn * geometry.Angle(n) / 12
		around = append(around, move(centre, tangentReach*float64(radius)*turn.Cos(),
			tangentReach*float64(radius)*turn.Sin()))
	}
	p.placer.takeSwing(around)
	part := geometry.Length(math.Round(float64((to-from)/2) * math.Sqrt2 / 2))
	middle := (from + to) / 2
	for _, s := range []geometry.Length{1, -1} {
		p.symbol(f, paper.ClassSymbol, p.pen(symbolEdge), paper.Solid, p.place(f, middle-part, -s*part),
			p.place(f, middle+part, s*part))
	}
}

// rolling draws the closed curtain as two thin lines, or as one line where they would run together. The rolled-up
// curtain is a dashed line at the face of the wall.
func (p *plan) rolling(f filling, thickness geometry.Length) {
	sides := []geometry.Length{-thickness / 2, thickness / 2}
	if p.length(thickness) < runTogether {
		sides = []geometry.Length{0}
	}
	for _, y := range sides {
		p.symbol(f, paper.ClassSwing, p.pen(swingLine), paper.Solid, p.place(f, 0, y), p.place(f, f.rect.Width, y))
	}
	face := f.wall.Thickness() / 2
	p.symbol(f, paper.ClassOverhead, p.pen(overheadEdge), paper.Dashed, p.place(f, 0, face),
		p.place(f, f.rect.Width, face))
}
