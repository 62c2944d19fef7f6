package fabric

import (
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// ray is a wall of a mitred node, seen outwards from the node.
type ray struct {
	strip Strip // as a straight strip
	part  state.WallPart
	whole Strip // the same wall, not straightened
	chord int   // number, from 1, of the chord that a curved wall's faces follow; 0 beyond the wall's end
}

// through returns the ray with the chord of a curved wall at the place of a point. The point is given in the frame of
// another wall.
func (r ray) through(x, y float64, in Strip) ray {
	if r.whole.Arc.Curved() {
		at := r.whole.frame.Local(in.frame.Point(RoundPoint(x, y).At(0))).XY()
		along, _ := r.whole.Arc.Place(at, r.whole.length)
		r.chord = r.whole.chordAt(along)
	}
	return r
}

// face returns a face of the wall in the frame of another wall.
func (r ray) face(in Strip, across geometry.Length) line {
	if r.chord == 0 {
		return r.strip.course(in, across)
	}
	corner := func(i int) geometry.Point2 {
		return in.frame.Local(r.whole.frame.Point(r.whole.corner(i, across).At(0))).XY()
	}
	a, b := corner(r.chord-1), corner(r.chord)
	d := geometry.Direction(a, b)
	return line{float64(a.X), float64(a.Y), d.X, d.Y}
}

// direction returns the outward direction of the wall in the frame of another wall.
func (r ray) direction(in Strip) (dx, dy float64) {
	l := r.strip.course(in, 0)
	if r.part == PartEnd {
		return -l.dx, -l.dy
	}
	return l.dx, l.dy
}

// left returns the left face of the wall as seen outwards from the node, and right the right face.
func (r ray) left(in Strip) line {
	if r.part == PartEnd {
		return r.face(in, r.strip.yMin)
	}
	return r.face(in, r.strip.yMax)
}

func (r ray) right(in Strip) line {
	if r.part == PartEnd {
		return r.face(in, r.strip.yMax)
	}
	return r.face(in, r.strip.yMin)
}

// mitreCap returns the end of a wall at a mitred node. Each face runs up to the adjacent face of the neighbouring wall
// around the node. If three or more walls meet, or a corner lies on a bisector, the centre of the node is also a corner
// of each wall. So the walls fill the node without gap or overlap.
func mitreCap(m *state.Model, s Strip, part state.WallPart, joins []*state.Join) (geometry.Ring, bool) {
	node := mitreNode(m, s, part, joins)
	sortAround(node, s)
	at := slices.IndexFunc(node, func(r ray) bool { return r.strip.ID == s.ID && r.part == part })
	if len(node) < 2 || at < 0 {
		return nil, false
	}
	self, next, previous := node[at], node[(at+1)%len(node)], node[(at+len(node)-1)%len(node)]
	n := nodeCentre(node, s)
	left := n.corner(ray.left, ray.right, self, next)
	right := n.corner(ray.right, ray.left, self, previous)
	if !left.ok || !right.ok {
		return nil, false
	}
	corners := geometry.Ring{right.at, left.at}
	if len(node) > 2 || left.bisected || right.bisected {
		corners = geometry.Ring{right.at, RoundPoint(n.x, n.y), left.at}
	}
	if part == PartEnd {
		slices.Reverse(corners)
	}
	return corners, true
}

// nodePoint is the centre of a node in the frame of one wall.
type nodePoint struct {
	x, y float64
	in   Strip
}

// nodeCorner is the point where the faces of two neighbours around a node meet.
type nodeCorner struct {
	at geometry.Point2
	// bisected is set if the faces do not meet near the node. The corner is then on the line that halves the angle
	// between the walls.
	bisected bool
	ok       bool
}

// corner returns the point where a face meets the neighbour's face. The faces of curved walls meet where their chords
// meet. Parallel faces, and nearly parallel faces that are apart, do not meet near the node. Both then end at the line
// through the centre that halves the angle.
func (n nodePoint) corner(faceOf, neighbourOf func(ray, Strip) line, self, other ray) nodeCorner {
	limit := float64(stretchOf(self.strip, other.strip))
	face, neighbour := faceOf(self, n.in), neighbourOf(other, n.in)
	for range meetingRounds {
		x, y, ok := face.meet(neighbour)
		if !ok || !self.whole.Arc.Curved() && !other.whole.Arc.Curved() {
			break
		}
		was := [2]line{face, neighbour}
		face, neighbour = faceOf(self.through(x, y, n.in), n.in), neighbourOf(other.through(x, y, n.in), n.in)
		if was == [2]line{face, neighbour} {
			break
		}
	}
	if x, y, ok := face.meet(neighbour); ok && math.Abs(x-n.x) <= limit && math.Abs(y-n.y) <= limit {
		return nodeCorner{RoundPoint(x, y), false, true}
	}
	ux, uy := self.direction(n.in)
	vx, vy := other.direction(n.in)
	wx, wy := ux-vx, uy-vy
	size := math.Sqrt(float64(wx*wx) + float64(wy*wy))
	if size < minimumMitreSine {
		return nodeCorner{}
	}
	x, y, ok := face.meet(line{n.x, n.y, -wy / size, wx / size})
	if !ok || math.Abs(x-n.x) > limit {
		return nodeCorner{}
	}
	return nodeCorner{RoundPoint(x, y), true, true}
}

// wallEndOf identifies one end of a wall.
type wallEndOf struct {
	wall state.ID
	part state.WallPart
}

// mitreNode returns, sorted by id, the ends of walls that meet at a node: all ends connected by mitre joins whose walls
// are near each other.
func mitreNode(m *state.Model, s Strip, part state.WallPart, joins []*state.Join) []ray {
	whole, _ := StripOfOf(m, s.ID)
	out := []ray{{strip: s, part: part, whole: whole}}
	known := map[wallEndOf]bool{{s.ID, part}: true}
	for i := 0; i < len(out); i++ {
		here := out[i]
		if i > 0 {
			joins = m.JoinsOf(here.strip.ID)
		}
		for _, j := range joins {
			if j.Type != JoinMitre || j.Part(here.strip.ID) != here.part {
				continue
			}
			id := j.Other(here.strip.ID)
			end := j.Part(id)
			if known[wallEndOf{id, end}] { // otherwise n walls that all join each other would be looked up n times each
				continue
			}
			if other, ok := StripOfOf(m, id); ok && joinNear(j, here.strip, other) {
				known[wallEndOf{id, end}] = true
				out = append(out, ray{strip: other.tangent(other.endX(end)), part: end, whole: other})
			}
		}
	}
	slices.SortFunc(out, func(a, b ray) int { return strings.Compare(string(a.strip.ID), string(b.strip.ID)) })
	return out
}

// sortAround orders the walls of a node counter-clockwise, in the frame of one wall. Walls with equal directions stay
// ordered by id.
func sortAround(node []ray, in Strip) {
	half := func(dx, dy float64) int {
		if dy > 0 || (dy == 0 && dx > 0) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(node, func(a, b ray) int {
		ax, ay := a.direction(in)
		bx, by := b.direction(in)
		if h := half(ax, ay) - half(bx, by); h != 0 {
			return h
		}
		switch cross := float64(ax*by) - float64(ay*bx); {
		case cross > 0:
			return -1
		case cross < 0:
			return 1
		}
		return 0
	})
}

// centreSine is the sine of the angle between two lines below which the centre of a node is not their intersection. An
// end is rounded by up to 0.7 micrometres, which at 0.001 rad moves the intersection by 1 mm.
const centreSine = 1e-3

// nodeCentre returns the intersection of the lines of the first two walls that are not nearly parallel, or else the end
// of the first wall. It is the same point for every wall of the node, in any frame.
func nodeCentre(node []ray, in Strip) nodePoint {
	byID := slices.Clone(node)
	slices.SortFunc(byID, func(a, b ray) int { return strings.Compare(string(a.strip.ID), string(b.strip.ID)) })
	for i := range byID {
		for k := i + 1; k < len(byID); k++ {
			a, b := byID[i].strip.course(in, 0), byID[k].strip.course(in, 0)
			if sine := float64(a.dx*b.dy) - float64(a.dy*b.dx); math.Abs(sine) < centreSine {
				continue
			}
			if x, y, ok := a.meet(b); ok {
				return nodePoint{x, y, in}
			}
		}
	}
	x, y := byID[0].strip.course(in, 0).at(float64(byID[0].strip.endX(byID[0].part)))
	return nodePoint{x, y, in}
}
