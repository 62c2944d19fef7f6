package skeleton

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Tolerances, in micrometres. A double has 32 digits. The coordinates of a plan of 20 km take 11 of them, and two
// corners that turn by a millionth of a radian take 12, so that a precision of some 1e-9 remains.
const (
	// sameHeight is the difference of heights below which two events happen at once.
	sameHeight = 1e-12
	// samePlace is the distance below which two places are the same. A corner of two edges that turn by a millionth of
	// a radian moves a million times as far as the front rises. Within sameHeight that is 1e-6.
	samePlace = 1e-4
	// oneCorner is the distance below which corners are merged on the grid, so that rounding turns no narrow part of
	// the plan inside out. The shell of a roof closes gaps of this width.
	oneCorner = float64(geometry.SeamGap)
)

// outside is the face beyond the eaves and behind gables, where there is no roof.
const outside = -1

// line is the line of an edge, which moves inwards as the front rises.
type line struct {
	along, inward vector
	// The distance of the line along inward is level + run·z.
	level, run double
	face       int        // the first edge with the same plane; outside for a gable
	first      int        // the first line that moves in the same way
	live       []*stretch // of all lines with this first line
}

// stretch is a part of a line that is an edge of the front now. It owns the corner at its beginning.
type stretch struct {
	line       int
	prev, next *stretch
	loop       int
	gone       bool
	resized    int // counts changes of its corners, which invalidate events for its end
	turned     int // counts changes of its first corner, which invalidate meetings of the corner

	// The corner between prev and this stretch came from a node. While it moves, it is at from + z·way.
	node      int
	place     vector // where the corner was when it was made
	from, way vector
	moves     bool
	ahead     []meeting // lines that the corner may reach, the next first
}

// meeting is the height at which a corner reaches the line of an edge.
type meeting struct {
	z    double
	line int
}

// arc is a ridge, hip or valley between two nodes, with the faces on its two sides.
type arc struct{ from, to, left, right int }

// front is the boundary at one height as it moves inwards, in one or more loops.
type front struct {
	stop   geometry.Interrupt
	origin geometry.Point2
	lines  []line
	z      double
	events events
	nodes  []vector
	recent int // the first node of this height
	arcs   []arc
	ridges []arc      // level ridges of this height, not yet among the arcs
	spikes []*stretch // corners whose two edges come from opposite sides
	missed []event    // of this height: corners that reached a line where it has no stretch
	loops  int
	live   int  // stretches
	beyond bool // whether the front began outside of the ring

	foreseen, happened int // events
}

// newFront returns the front at the height from which the planes cover the plan.
func newFront(stop geometry.Interrupt, ring geometry.Ring, edges []Edge) (*front, error) {
	f := &front{stop: stop, origin: ring[0], lines: make([]line, len(ring)), z: start(edges)}
	corner := func(i int) vector {
		d := ring[i%len(ring)].Sub(f.origin)
		return vector{whole(float64(d.X)), whole(float64(d.Y))}
	}
	for i, e := range edges {
		f.beyond = f.beyond || e.Overhang != 0 || e.Eaves != edges[0].Eaves && e.Run > 0
		d := corner(i + 1).minus(corner(i))
		d = d.times(whole(1).over(d.dot(d).root()))
		l := line{along: d, inward: vector{d.y.negated(), d.x}, run: whole(e.Run), face: i}
		l.level = l.inward.dot(corner(i))
		if e.Run == 0 {
			l.face, l.level = outside, l.level.minus(whole(float64(e.Overhang)))
		} else {
			l.level = l.level.minus(l.run.times(whole(float64(e.Eaves))))
		}
		for l.first = 0; l.first < i && !f.lines[l.first].movesAs(&l); {
			l.first++
		}
		if l.first < i && l.face != outside {
			l.face = l.first
		}
		f.lines[i] = l
	}
	return f, f.begin(ring)
}

// movesAs reports whether two lines coincide at all heights.
func (l *line) movesAs(o *line) bool {
	return l.run == o.run && l.along.dot(o.along).hi > 0 && math.Abs(l.along.cross(o.along).hi) < sameDirection &&
		math.Abs(l.level.minus(o.level).hi) < samePlace
}

// sameDirection is the sine of the angle below which two edges count as parallel. Over 20 km, two edges on the grid of
// micrometres that are not parallel differ by a hundred times as much.
const sameDirection = 1e-22

// begin makes the first loop. Its corners lie where the lines meet at the starting height.
func (f *front) begin(ring geometry.Ring) error {
	all := make([]*stretch, len(ring))
	for i := range all {
		all[i] = &stretch{line: i}
		f.addStretch(all[i])
	}
	f.loops = 1
	for i, s := range all {
		s.prev, s.next = all[(i+len(all)-1)%len(all)], all[(i+1)%len(all)]
	}
	for _, s := range all {
		if !f.aim(s) {
			return fmt.Errorf("an edge goes straight on: %w", ErrDivided)
		}
		s.place = f.cornerAt(s)
		s.node = f.nodeAt(s.place)
	}
	corners := make(geometry.Ring, len(all))
	for i, s := range all {
		if f.stop.Now() {
			return geometry.ErrInterrupted
		}
		if f.lengthOf(s) < samePlace {
			return ErrOverhang
		}
		corners[i] = f.toGrid(s.place)
	}
	if p, err := geometry.NewPolygon(corners); err != nil || p.Outer[0] != corners[0] || crossed(corners) {
		return ErrOverhang
	}
	for _, s := range all {
		if f.stop.Now() {
			return geometry.ErrInterrupted
		}
		if face := f.lines[s.line].face; face != outside {
			f.arcs = append(f.arcs, arc{s.node, s.next.node, face, outside})
		}
		f.foreseeEnd(s)
		f.lookAhead(s)
	}
	f.recent = len(f.nodes)
	return nil
}

// addStretch adds a stretch to the stretches of its line.
func (f *front) addStretch(s *stretch) {
	of := &f.lines[f.lines[s.line].first]
	of.live = append(of.live, s)
	f.live++
}

// crossed reports whether a ring runs clockwise.
func crossed(ring geometry.Ring) bool {
	var sum float64
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		a, b := p.Sub(ring[0]), q.Sub(ring[0])
		sum += float64(float64(a.X)*float64(b.Y)) - float64(float64(a.Y)*float64(b.X))
	}
	return sum <= 0
}

// aim finds the path of the corner at the beginning of a stretch, which is where its two lines meet at each height. It
// returns false if the lines are parallel.
func (f *front) aim(s *stretch) bool {
	l, r := &f.lines[s.prev.line], &f.lines[s.line]
	turn := l.along.cross(r.along)
	s.turned++
	s.resized++
	s.prev.resized++
	s.moves = turn.size().hi >= sameDirection
	if !s.moves {
		return false
	}
	meet := func(a, b double) vector { // where the distances along inward are a and b
		return vector{a.times(r.inward.y).minus(b.times(l.inward.y)).over(turn),
			b.times(l.inward.x).minus(a.times(r.inward.x)).over(turn)}
	}
	s.from, s.way = meet(l.level, r.level), meet(l.run, r.run)
	return true
}

// hollow reports whether the corner at the beginning of a stretch is hollow.
func (f *front) hollow(s *stretch) bool {
	return f.lines[s.prev.line].along.cross(f.lines[s.line].along).hi < 0
}

// cornerAt returns the place of the corner at the beginning of a stretch at the present height.
func (f *front) cornerAt(s *stretch) vector {
	if !s.moves {
		return s.place
	}
	return s.from.plus(s.way.times(f.z))
}

// lengthOf returns the length of a stretch at the present height.
func (f *front) lengthOf(s *stretch) float64 {
	return f.cornerAt(s.next).minus(f.cornerAt(s)).dot(f.lines[s.line].along).hi
}

// nodeAt returns the node at a place at the present height, which it adds if necessary.
func (f *front) nodeAt(p vector) int {
	for i := f.recent; i < len(f.nodes); i++ {
		if f.nodes[i].gap(p) < oneCorner {
			return i
		}
	}
	f.nodes = append(f.nodes, p)
	return len(f.nodes) - 1
}

// endArc records the arc of the corner at the beginning of a stretch, which ends at a node.
func (f *front) endArc(s *stretch, node int) {
	f.addArc(s.node, node, f.lines[s.prev.line].face, f.lines[s.line].face)
	s.node = node
}

// addArc records an arc, unless it has no length or the same face on both sides.
func (f *front) addArc(from, to, left, right int) {
	if from != to && left != right {
		f.arcs = append(f.arcs, arc{from, to, left, right})
	}
}

// layRidges records the level ridges of this height, divided at nodes, because a valley may end on a ridge.
func (f *front) layRidges() {
	for _, r := range f.ridges {
		from, way := f.nodes[r.from], f.nodes[r.to].minus(f.nodes[r.from])
		size := way.dot(way)
		type stop struct {
			part double
			node int
		}
		stops := []stop{{whole(0), r.from}, {whole(1), r.to}}
		for i := f.recent; i < len(f.nodes); i++ {
			part := f.nodes[i].minus(from).dot(way).over(size)
			if i != r.from && i != r.to && part.hi > 0 && part.hi < 1 &&
				from.plus(way.times(part)).gap(f.nodes[i]) < samePlace {
				stops = append(stops, stop{part, i})
			}
		}
		slices.SortFunc(stops, func(a, b stop) int { return cmp.Compare(a.part.hi, b.part.hi) })
		for i := range stops[1:] {
			f.addArc(stops[i].node, stops[i+1].node, r.left, r.right)
		}
	}
	f.ridges = nil
}

// rise moves the front inwards until nothing is left of it.
func (f *front) rise() error {
	most := 1000 + 4*len(f.lines)*len(f.lines) // each corner may reach each line, and few corners are made
	for f.live > 0 {
		first, ok := f.nextEvent()
		if !ok {
			return fmt.Errorf("a part of the front goes on for ever: %w", ErrDivided)
		}
		f.z, f.recent = first.z, len(f.nodes)
		until := first.z.plus(whole(sameHeight))
		for done := false; !done; {
			var err error
			switch e, more := f.nextEvent(); {
			case f.stop.Now():
				return geometry.ErrInterrupted
			case f.happened > most:
				return fmt.Errorf("%d things happened: %w", f.happened, ErrDivided)
			case more && !until.less(e.z):
				heap.Pop(&f.events)
				err = f.happen(e)
			case len(f.spikes) > 0:
				last := len(f.spikes) - 1
				s := f.spikes[last]
				f.spikes = f.spikes[:last]
				err = f.closeSpike(s)
			default:
				if done, err = f.lookAgain(); done {
					f.layRidges()
				}
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
