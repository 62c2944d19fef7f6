package drawings

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// fixedDoor is a door with a fixed body whose file says how it opens: what its body has at the edges of the opening, in
// the building, and where its leaves are between these.
type fixedDoor struct {
	lining  geometry.Region
	leaves  leafSpan
	closing bool // what is cut of the leaves is known
}

// leafSpan is where the leaves of a door are, in the frame of its filling.
type leafSpan struct{ x0, x1, y0, y1 geometry.Length }

const (
	// liningReach is how far from the edge of the opening a lining begins at most: the joint around it, 10 to 20 mm,
	// and the rebate that it may stand in.
	liningReach = 30 * geometry.Millimetre
	// liningPart is how much of the width of an opening a lining takes at most on one side: 100 mm of the narrowest
	// doors of 400 mm. What is wider is a leaf, or a panel beside it.
	liningPart = 4
	// alongWall is the cosine of the greatest angle between the frame of a door and its wall, 5 degrees: more than the
	// rounding of placements, and less than any door is set askew.
	alongWall = 0.996
)

// hangs prepares a door with a fixed body that opens in a known way to be drawn by its symbol: its filling is turned to
// the side that it opens to, +Y of the frame of its shape. It does not for others, nor for one that is askew to what
// it stands in.
func (p *plan) hangs(b *fixedBody) (fixedDoor, bool) {
	door, ok := b.element.Params.(*fabric.Door)
	if !ok || door.DoorType == "" || door.DoorType == "fixed" || b.at == nil || b.missed || p.spec.Roof {
		return fixedDoor{}, false
	}
	turn := state.FixedOf(b.element).Rotation
	along := float64(b.at.wall.Frame.X.X*turn.Cos()) + float64(b.at.wall.Frame.X.Y*turn.Sin())
	if along < alongWall && along > -alongWall {
		return fixedDoor{}, false
	}
	b.at.turned = along < 0
	return b.apart(), true
}

// apart tells the lining of a door from its leaves in what is cut of its body: the lining lies at an edge of the
// opening and is narrow. A leaf in one piece with its lining counts whole as leaf.
func (b *fixedBody) apart() fixedDoor {
	f := *b.at
	d := fixedDoor{leaves: leafSpan{x0: f.rect.Width, y0: geometry.LengthOverflow, y1: -geometry.LengthOverflow}}
	for _, region := range b.regions {
		for _, polygon := range region {
			s := f.spanOf(polygon.Outer)
			if s.x1-s.x0 <= f.rect.Width/liningPart &&
				(s.x0 <= liningReach || s.x1 >= f.rect.Width-liningReach) {
				d.lining = append(d.lining, polygon)
				continue
			}
			l := &d.leaves
			l.x0, l.x1 = min(l.x0, max(s.x0, 0)), max(l.x1, min(s.x1, f.rect.Width))
			l.y0, l.y1, d.closing = min(l.y0, s.y0), max(l.y1, s.y1), true
		}
	}
	return d
}

// spanOf returns the extent of a ring of the building in the frame of a filling.
func (f filling) spanOf(r geometry.Ring) leafSpan {
	s := leafSpan{geometry.LengthOverflow, -geometry.LengthOverflow, geometry.LengthOverflow, -geometry.LengthOverflow}
	middle := f.wall.YMin + f.wall.Thickness()/2
	for _, q := range r {
		at := f.wall.Frame.Local(geometry.Point3{X: q.X, Y: q.Y, Z: f.wall.Frame.Origin.Z})
		x, y := at.X-f.rect.Offset, at.Y-middle
		if f.turned {
			x, y = f.rect.Width-x, -y
		}
		s = leafSpan{min(s.x0, x), max(s.x1, x), min(s.y0, y), max(s.y1, y)}
	}
	return s
}

// operates returns between what and how thick the leaves of a door with a fixed body move.
func (d fixedDoor) operates(f filling, door *fabric.Door, leaf bool) operation {
	sizes := door.Sizes(f.wall.Thickness())
	o := operation{from: 0, to: f.rect.Width, face: sizes.PanelDepth / 2, leaf: sizes.PanelDepth}
	if !d.closing {
		return o
	}
	if leaf {
		o.from, o.to = d.leaves.x0, d.leaves.x1
	}
	o.face, o.leaf = d.leaves.y1, min(o.leaf, d.leaves.y1-d.leaves.y0)
	return o
}

// drawHung draws a door with a fixed body as others that open as it does: its lining as the body has it, where the
// scale shows linings, its leaves open, and their ways.
func (p *plan) drawHung(b *fixedBody, d fixedDoor, over *index) []segment {
	f, door := *b.at, b.element.Params.(*fabric.Door)
	p.operate(f, door, d.operates(f, door, p.detail.leaf))
	if !p.detail.leaf {
		return nil
	}
	lining := rings(p.region(geometry.Interrupt(p.stop).UnionWithin(geometry.SeamGap, d.lining)))
	return p.drawLines(b, p.fresh(notUnder(lining, over, nearLine), over, sameLine), p.pen(swingLine))
}
