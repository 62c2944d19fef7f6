package drawings

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// fixedDoor is a door with a fixed body whose file states how it opens. It holds the parts of the body at the edges of
// the opening, in the building, and the extent of the leaves between them.
type fixedDoor struct {
	lining  geometry.Region
	leaves  leafSpan
	closing bool // the cut area of the leaves is known
}

// leafSpan is the extent of the leaves of a door, in the frame of its filling.
type leafSpan struct{ x0, x1, y0, y1 geometry.Length }

const (
	// liningReach is the largest distance between the edge of the opening and the lining: the joint around it, 10 to 20
	// mm, and a rebate in the wall.
	liningReach = 30 * geometry.Millimetre
	// liningPart is the least ratio of the width of an opening to the width of a lining on one side: 100 mm of the
	// narrowest doors of 400 mm. A wider part is a leaf, or a panel beside it.
	liningPart = 4
	// alongWall is the cosine of the greatest angle between the frame of a door and its wall, 5 degrees. The angle is
	// more than the rounding of placements, and less than the angle of any oblique door.
	alongWall = 0.996
)

// hangs prepares a door with a fixed body and a known operation for its symbol. It turns the filling to the side that
// the door opens to, which is +Y in the frame of its shape. It returns false for all others, and for a door that is
// oblique to its wall.
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

// apart separates the lining of a door from its leaves in the cut area of its body. A lining is narrow and lies at an
// edge of the opening. A leaf in one piece with its lining counts entirely as leaf.
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

// spanOf returns the extent of a ring, given in the building, in the frame of the filling.
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

// operates returns how the leaves of the door move: their range, face and thickness.
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

// drawHung draws a door with a fixed body by the symbol of its operation: its leaves, open, and the paths on which they
// move. Where the scale shows linings, it draws the lining of the body and returns its lines.
func (p *plan) drawHung(b *fixedBody, d fixedDoor, over *index) []segment {
	f, door := *b.at, b.element.Params.(*fabric.Door)
	p.operate(f, door, d.operates(f, door, p.detail.leaf))
	if !p.detail.leaf {
		return nil
	}
	lining := rings(p.region(geometry.Interrupt(p.stop).UnionWithin(geometry.SeamGap, d.lining)))
	return p.drawLines(b, p.fresh(notUnder(lining, over, nearLine), over, sameLine), p.pen(swingLine))
}
