package skeleton

import (
	"container/heap"
	"slices"
)

// event is a foreseen change of a stretch: its length becomes zero, or the corner at its beginning reaches the line of
// an edge.
type event struct {
	z       double
	number  int // in the order in which events were foreseen
	of      *stretch
	changes int // of the stretch when it was foreseen
	line    int // the line that the corner reaches; noLine if the stretch ends
}

// noLine is the line of an event in which a stretch ends.
const noLine = -1

// events is a heap of foreseen events, the lowest first.
type events []event

// Len returns the number of events.
func (e events) Len() int { return len(e) }

// Less orders events by height, and at one height in the order in which they were foreseen.
func (e events) Less(i, j int) bool {
	if e[i].z != e[j].z {
		return e[i].z.less(e[j].z)
	}
	return e[i].number < e[j].number
}

// Swap exchanges two events.
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }

// Push adds an event at the end.
func (e *events) Push(x any) { *e = append(*e, x.(event)) }

// Pop removes the last event and returns it.
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// nextEvent returns the lowest event that is still valid. The event stays in the heap.
func (f *front) nextEvent() (event, bool) {
	for len(f.events) > 0 {
		e := f.events[0]
		changes := e.of.turned
		if e.line == noLine {
			changes = e.of.resized
		}
		if !e.of.gone && e.changes == changes {
			return e, true
		}
		heap.Pop(&f.events)
	}
	return event{}, false
}

func (f *front) push(e event) {
	f.foreseen++
	e.number = f.foreseen
	heap.Push(&f.events, e)
}

// foreseeEnd computes the height at which the length of a stretch becomes zero.
func (f *front) foreseeEnd(s *stretch) {
	if !s.moves || !s.next.moves {
		return // one of its corners is a spike, which is closed before the front rises
	}
	along := f.lines[s.line].along
	shorter := s.way.minus(s.next.way).dot(along)
	if shorter.hi > 0 {
		z := s.next.from.minus(s.from).dot(along).over(shorter)
		f.push(event{z: z, of: s, changes: s.resized, line: noLine})
	}
}

// lookAhead lists the lines that the corner at the beginning of a stretch will reach, if the corner is hollow. Other
// corners need no list, because every line that they reach is also reached by a hollow corner.
func (f *front) lookAhead(s *stretch) {
	s.ahead = nil
	if !f.hollow(s) {
		return
	}
	from := f.z.minus(whole(sameHeight))
	for i := range f.lines {
		l := &f.lines[i]
		if i == f.lines[s.line].first || i == f.lines[s.prev.line].first || len(l.live) == 0 {
			continue
		}
		nearer := l.inward.dot(s.way).minus(l.run)
		if nearer.hi >= 0 {
			continue
		}
		z := l.inward.dot(s.from).minus(l.level).over(nearer.negated())
		if !z.less(from) {
			s.ahead = append(s.ahead, meeting{z, i})
		}
	}
	slices.SortStableFunc(s.ahead, func(a, b meeting) int {
		switch {
		case a.z.less(b.z):
			return -1
		case b.z.less(a.z):
			return 1
		}
		return 0
	})
	f.foreseeMeeting(s)
}

// foreseeMeeting pushes the event of the next line that the corner of a stretch reaches.
func (f *front) foreseeMeeting(s *stretch) {
	if len(s.ahead) > 0 {
		next := s.ahead[0]
		s.ahead = s.ahead[1:]
		f.push(event{z: next.z, of: s, changes: s.turned, line: next.line})
	}
}

// happen carries out an event.
func (f *front) happen(e event) error {
	f.happened++
	if e.line == noLine {
		return f.vanish(e.of)
	}
	if hit := f.stretchAt(e.of, e.line); hit != nil {
		return f.split(e.of, hit)
	}
	f.missed = append(f.missed, e)
	f.foreseeMeeting(e.of)
	return nil
}

// lookAgain checks again the corners that found no stretch of the line that they reached at this height, because
// another stretch may have grown there since. done is true if none of the corners finds a stretch.
func (f *front) lookAgain() (done bool, err error) {
	for _, e := range f.missed {
		if e.of.gone || e.changes != e.of.turned {
			continue
		}
		if hit := f.stretchAt(e.of, e.line); hit != nil {
			return false, f.split(e.of, hit)
		}
	}
	f.missed = f.missed[:0]
	return true, nil
}

// stretchAt returns the stretch of a line, in the loop of a corner, on which the corner lies now, or nil.
func (f *front) stretchAt(s *stretch, line int) *stretch {
	p, along := f.cornerAt(s), f.lines[line].along
	for _, t := range f.lines[line].live {
		if t.loop != s.loop || t == s || t == s.prev {
			continue
		}
		if p.minus(f.cornerAt(t)).dot(along).hi > -samePlace && f.cornerAt(t.next).minus(p).dot(along).hi > -samePlace {
			return t
		}
	}
	return nil
}

// vanish removes a stretch without length from the front.
func (f *front) vanish(s *stretch) error {
	at := f.cornerAt(s)
	node := f.nodeAt(at)
	f.endArc(s, node)
	f.endArc(s.next, node)
	f.remove(s)
	s.next.place = at
	return f.settle(s.next)
}

// remove takes a stretch out of its loop. Its beginning becomes the beginning of the next stretch.
func (f *front) remove(s *stretch) {
	s.gone = true
	f.live--
	of := &f.lines[f.lines[s.line].first]
	of.live = slices.DeleteFunc(of.live, func(t *stretch) bool { return t == s })
	s.prev.next, s.next.prev = s.next, s.prev
}

// split divides the front where the corner at the beginning of a stretch reaches another stretch.
func (f *front) split(s, hit *stretch) error {
	at := f.cornerAt(s)
	node := f.nodeAt(at)
	f.endArc(s, node)
	rest := &stretch{line: hit.line, node: node, place: at, next: hit.next, prev: s.prev}
	f.addStretch(rest)
	hit.next.prev, s.prev.next = rest, rest
	hit.next, s.prev = s, hit
	s.place = at
	rest.loop = f.loops
	f.loops++
	for t := rest.next; t != rest; t = t.next {
		t.loop = rest.loop
	}
	if err := f.settle(rest); err != nil {
		return err
	}
	if s.gone {
		return nil
	}
	return f.settle(s)
}

// settle handles a new corner at the beginning of a stretch. It closes the loop, or removes a stretch without length
// beside the corner. If the lines at the corner are not parallel, the corner moves on. Otherwise its two stretches form
// a spike, are joined, or one plane overtakes the other.
func (f *front) settle(s *stretch) error {
	if s.next == s.prev {
		f.closeLoop(s)
		return nil
	}
	s.moves = false
	for _, t := range []*stretch{s, s.prev} {
		if f.cornerAt(t).gap(f.cornerAt(t.next)) < oneCorner {
			return f.vanish(t)
		}
	}
	if f.aim(s) {
		f.foreseeEnd(s.prev)
		f.foreseeEnd(s)
		f.lookAhead(s)
		return nil
	}
	l, r := &f.lines[s.prev.line], &f.lines[s.line]
	switch {
	case l.along.dot(r.along).hi < 0:
		f.spikes = append(f.spikes, s)
		return nil
	case l.first == r.first:
		next := s.next
		next.place = f.cornerAt(next)
		f.remove(s)
		return f.settle(next)
	}
	return f.overtake(s)
}

// overtake continues the flatter of two planes side by side over both. The other plane ends in a level line, like the
// steeper plane of a mansard roof.
func (f *front) overtake(s *stretch) error {
	before, next := s.prev, s.next
	l, r := &f.lines[before.line], &f.lines[s.line]
	tip := f.nodeAt(s.place)
	if l.run.less(r.run) {
		at := f.cornerAt(before)
		node := f.nodeAt(at)
		f.endArc(before, node)
		f.addRidge(node, tip, r.face, l.face)
		f.remove(before)
		s.node, s.place = node, at
		return f.settle(s)
	}
	at := f.cornerAt(next)
	node := f.nodeAt(at)
	f.endArc(next, node)
	f.addRidge(tip, node, l.face, r.face)
	f.remove(s)
	next.place = at
	return f.settle(next)
}

// closeLoop ends a loop of two stretches that lie on each other. They become a ridge, or a peak if they have no length.
func (f *front) closeLoop(a *stretch) {
	b := a.next
	if a == b {
		f.remove(a)
		return
	}
	from, to := f.nodeAt(f.cornerAt(a)), f.nodeAt(f.cornerAt(b))
	f.endArc(a, from)
	f.endArc(b, to)
	f.addRidge(from, to, f.lines[b.line].face, f.lines[a.line].face)
	f.remove(a)
	f.remove(b)
}

// closeSpike removes the parts of two stretches that lie on each other behind a corner at which the front turns back.
// The parts become a ridge.
func (f *front) closeSpike(s *stretch) error {
	if s.gone || s.moves {
		return nil
	}
	before, next := s.prev, s.next
	tip, left, right := f.nodeAt(s.place), f.lines[s.line].face, f.lines[before.line].face
	there, back := f.cornerAt(before), f.cornerAt(next)
	longer := f.cornerAt(before).gap(s.place) - back.gap(s.place)
	switch {
	case there.gap(back) < samePlace: // both end
		node := f.nodeAt(there)
		f.endArc(before, node)
		f.endArc(next, node)
		f.addRidge(node, tip, left, right)
		f.remove(before)
		f.remove(s)
		next.place = there
		return f.settle(next)
	case longer > 0:
		node := f.nodeAt(back)
		f.endArc(next, node)
		f.addRidge(node, tip, left, right)
		f.remove(s)
		next.place = back
		return f.settle(next)
	}
	node := f.nodeAt(there)
	f.endArc(before, node)
	f.addRidge(node, tip, left, right)
	f.remove(before)
	s.node, s.place = node, there
	return f.settle(s)
}

// addRidge records a level ridge between two nodes.
func (f *front) addRidge(from, to, left, right int) {
	if from != to {
		f.ridges = append(f.ridges, arc{from, to, left, right})
	}
}
