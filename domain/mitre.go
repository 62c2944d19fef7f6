package domain

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// ray is one wall of a mitred node, looked at from the node outwards.
type ray struct {
	strip strip
	part  WallPart
}

// direction answers the outward direction in the frame of another wall.
func (r ray) direction(in strip) (dx, dy float64) {
	l := r.strip.course(in, 0)
	if r.part == PartEnd {
		return -l.dx, -l.dy
	}
	return l.dx, l.dy
}

// left and right answer the face on that side, looking outwards.
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

// mitreCap answers the end of a wall at a mitred node: each face runs to the face of its neighbour around the node. Where
// three or more walls meet, the node's centre is a corner of each, so the walls fill the node without gap or overlap.
func (m *Model) mitreCap(s strip, part WallPart, square geometry.Ring) geometry.Ring {
	node := m.mitreNode(s.id, part)
	sortAround(node, s)
	at := slices.IndexFunc(node, func(r ray) bool { return r.strip.id == s.id && r.part == part })
	if len(node) < 2 || at < 0 {
		return square
	}
	self, next, previous := node[at], node[(at+1)%len(node)], node[(at+len(node)-1)%len(node)]
	lx, ly, leftOK := self.left(s).meet(next.right(s))
	rx, ry, rightOK := self.right(s).meet(previous.left(s))
	if !leftOK || !rightOK {
		return square
	}
	left, right := roundPoint(lx, ly), roundPoint(rx, ry)
	corners := geometry.Ring{right, left}
	if len(node) > 2 {
		if centre, ok := nodeCentre(node, s); ok {
			corners = geometry.Ring{right, centre, left}
		}
	}
	if part == PartEnd {
		slices.Reverse(corners)
	}
	return corners
}

// mitreNode answers the walls' ends that meet at a node: all that mitre joins connect, sorted by id.
func (m *Model) mitreNode(id ID, part WallPart) []ray {
	type at struct {
		id   ID
		part WallPart
	}
	queue, seen := []at{{id, part}}, map[at]bool{{id, part}: true}
	var out []ray
	for len(queue) > 0 {
		here := queue[0]
		queue = queue[1:]
		e, ok := m.Element(here.id)
		if !ok {
			continue
		}
		out = append(out, ray{m.strip(e), here.part})
		for _, j := range m.JoinsOf(here.id) {
			other := at{j.Other(here.id), j.Part(j.Other(here.id))}
			if j.Type == JoinMitre && j.Part(here.id) == here.part && !seen[other] {
				seen[other] = true
				queue = append(queue, other)
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

// nodeCentre answers where the lines of the first two walls that are not parallel meet: the same point for every wall of
// the node, whatever the frame.
func nodeCentre(node []ray, in strip) (geometry.Point2, bool) {
	byID := slices.Clone(node)
	slices.SortFunc(byID, func(a, b ray) int { return strings.Compare(string(a.strip.id), string(b.strip.id)) })
	for i := range byID {
		for k := i + 1; k < len(byID); k++ {
			if x, y, ok := byID[i].strip.course(in, 0).meet(byID[k].strip.course(in, 0)); ok {
				return roundPoint(x, y), true
			}
		}
	}
	return geometry.Point2{}, false
}

func roundPoint(x, y float64) geometry.Point2 {
	return geometry.Point2{X: roundLength(x), Y: roundLength(y)}
}
