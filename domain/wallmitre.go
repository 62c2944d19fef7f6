package domain

import (
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// ray is one wall of a mitred node, seen outwards from the node.
type ray struct {
	strip strip
	part  WallPart
}

// direction returns the outward direction in the frame of another wall.
func (r ray) direction(in strip) (dx, dy float64) {
	l := r.strip.course(in, 0)
	if r.part == PartEnd {
		return -l.dx, -l.dy
	}
	return l.dx, l.dy
}

// left and right return the face on that side, looking outwards.
func (r ray) left(in strip) line {
	if r.part == PartEnd {
		return r.strip.course(in, r.strip.yMin)
	}
	return r.strip.course(in, r.strip.yMax)
}

func (r ray) right(in strip) line {
	if r.part == PartEnd {
		return r.strip.course(in, r.strip.yMax)
	}
	return r.strip.course(in, r.strip.yMin)
}

// mitreCap returns the end of a wall at a mitred node: each face runs to the face of its neighbour around the node. If
// three or more walls meet, or a corner lies on a bisector, the node's centre is a corner of each, so that the walls
// fill the node without gap or overlap.
func (m *Model) mitreCap(s strip, part WallPart, joins []*Join) (geometry.Ring, bool) {
	node := m.mitreNode(s, part, joins)
	sortAround(node, s)
	at := slices.IndexFunc(node, func(r ray) bool { return r.strip.id == s.id && r.part == part })
	if len(node) < 2 || at < 0 {
		return nil, false
	}
	self, next, previous := node[at], node[(at+1)%len(node)], node[(at+len(node)-1)%len(node)]
	n := nodeCentre(node, s)
	left := n.corner(self.left(s), next.right(s), self, next)
	right := n.corner(self.right(s), previous.left(s), self, previous)
	if !left.ok || !right.ok {
		return nil, false
	}
	corners := geometry.Ring{right.at, left.at}
	if len(node) > 2 || left.bisected || right.bisected {
		corners = geometry.Ring{right.at, roundPoint(n.x, n.y), left.at}
	}
	if part == PartEnd {
		slices.Reverse(corners)
	}
	return corners, true
}

// nodePoint is the centre of a node in the frame of one wall.
type nodePoint struct {
	x, y float64
	in   strip
}

// nodeCorner is where two neighbours around a node meet.
type nodeCorner struct {
	at geometry.Point2
	// the faces do not meet near the node: the corner is on the line that halves the angle between the walls
	bisected bool
	ok       bool
}

// corner returns the point where a face meets the neighbour's face. Parallel faces, and nearly parallel ones that are
// apart, do not meet near the node; both then end at the line through the centre that halves the angle.
func (n nodePoint) corner(face, neighbour line, self, other ray) nodeCorner {
	limit := float64(stretchOf(self.strip, other.strip))
	if x, y, ok := face.meet(neighbour); ok && math.Abs(x-n.x) <= limit && math.Abs(y-n.y) <= limit {
		return nodeCorner{roundPoint(x, y), false, true}
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
	return nodeCorner{roundPoint(x, y), true, true}
}

// mitreNode returns, sorted by id, the ends of walls that meet at a node: all ends connected by mitre joins whose walls
// are near each other.
func (m *Model) mitreNode(s strip, part WallPart, joins []*Join) []ray {
	out := []ray{{s, part}}
	for i := 0; i < len(out); i++ {
		here := out[i]
		if i > 0 {
			joins = m.JoinsOf(here.strip.id)
		}
		for _, j := range joins {
			if j.Type != JoinMitre || j.Part(here.strip.id) != here.part {
				continue
			}
			other, ok := m.stripOf(j.Other(here.strip.id))
			if !ok || !j.near(here.strip, other) {
				continue
			}
			end := j.Part(other.id)
			if !slices.ContainsFunc(out, func(r ray) bool { return r.strip.id == other.id && r.part == end }) {
				out = append(out, ray{other.tangent(other.endX(end)), end})
			}
		}
	}
	slices.SortFunc(out, func(a, b ray) int { return strings.Compare(string(a.strip.id), string(b.strip.id)) })
	return out
}

// sortAround orders the walls of a node counter-clockwise, seen in one wall's frame; equal directions by id.
func sortAround(node []ray, in strip) {
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

// centreSine is the sine of the angle below which the centre of a node is an end of a wall instead of the intersection
// of two lines. An end is rounded by up to 0.7 micrometres, which at 0.001 rad moves the intersection by 1 mm.
const centreSine = 1e-3

// nodeCentre returns the intersection of the lines of the first two walls that are not nearly parallel, or else the end
// of the first wall. It is the same point for every wall of the node, in any frame.
func nodeCentre(node []ray, in strip) nodePoint {
	byID := slices.Clone(node)
	slices.SortFunc(byID, func(a, b ray) int { return strings.Compare(string(a.strip.id), string(b.strip.id)) })
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
