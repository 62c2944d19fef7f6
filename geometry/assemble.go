package geometry

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/golang/geo/r3"
)

// assembleSolid makes a solid from faces whose sides already match end to end. It drops vertices that only lie on a
// straight edge. Parts that touch only along an edge or at a vertex are separated. The error is ErrNotClosed if the
// faces do not close a surface.
func assembleSolid(frame Placement, faces []face3) (Solid, error) {
	s := indexFaces(frame, faces)
	s.dropStraightVertices()
	return s.takenApart()
}

// indexFaces numbers the points in the order of their first use.
func indexFaces(frame Placement, faces []face3) Solid {
	s := Solid{Frame: frame, Faces: make([]Face, len(faces))}
	index := map[Point3]int32{}
	for i, f := range faces {
		for _, points := range f {
			loop := make([]int32, len(points))
			for k, p := range points {
				v, known := index[p]
				if !known {
					v = int32(len(s.Vertices))
					index[p] = v
					s.Vertices = append(s.Vertices, p)
				}
				loop[k] = v
			}
			s.Faces[i].Loops = append(s.Faces[i].Loops, loop)
		}
	}
	return s
}

// dropStraightVertices removes from all loops the vertices that have exactly two neighbours, in opposite directions.
// The vertices stay in the list, unused, until the surface is separated.
func (s *Solid) dropStraightVertices() {
	neighbours := make([][]int32, len(s.Vertices))
	s.forSides(func(v, w int32) {
		neighbours[v], neighbours[w] = withMember(neighbours[v], w), withMember(neighbours[w], v)
	})
	needless := make([]bool, len(s.Vertices))
	for v, n := range neighbours {
		needless[v] = len(n) == 2 && s.straight(n[0], int32(v), n[1])
	}
	for _, f := range s.Faces {
		for i := range f.Loops {
			f.Loops[i] = slices.DeleteFunc(f.Loops[i], func(v int32) bool { return needless[v] })
		}
	}
}

// forSides calls visit for every side of every loop, in its direction.
func (s *Solid) forSides(visit func(v, w int32)) {
	for _, f := range s.Faces {
		for _, loop := range f.Loops {
			for i, v := range loop {
				visit(v, loop[(i+1)%len(loop)])
			}
		}
	}
}

// withMember adds v to a list of at most three members, because callers treat three and more members in the same way.
func withMember(list []int32, v int32) []int32 {
	if len(list) > 2 || slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

func (s *Solid) straight(a, v, b int32) bool {
	x, y, z := cross3(s.Vertices[v].Sub(s.Vertices[a]), s.Vertices[b].Sub(s.Vertices[v]))
	return x.sign() == 0 && y.sign() == 0 && z.sign() == 0
}

// side is a directed edge of a face. Its number is also the number of the corner of the face at its start.
type side struct {
	from, to int32
	next     int32 // next side in the loop
	face     int32
}

// takenApart pairs every side with the opposite side along the same edge, joins the corners at both ends of a pair, and
// gives every set of joined corners its own vertex.
func (s Solid) takenApart() (Solid, error) {
	sides := s.sides()
	corners := newPartition(len(sides))
	for _, group := range sidesAlongEdges(sides) {
		if err := s.sortAround(sides, group); err != nil {
			a := sides[group[0]]
			return Solid{}, fmt.Errorf("edge from %v to %v: %w", s.Vertices[a.from], s.Vertices[a.to], err)
		}
		for k := 0; k < len(group); k += 2 {
			c, d := group[k], group[k+1]
			corners.join(c, sides[d].next)
			corners.join(d, sides[c].next)
		}
	}
	return s.renumbered(sides, corners), nil
}

// sidesAlongEdges returns the numbers of the sides along each edge.
func sidesAlongEdges(sides []side) (groups [][]int32) {
	order := make([]int32, len(sides))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := sides[i], sides[j]
		return cmp.Or(cmp.Compare(min(a.from, a.to), min(b.from, b.to)),
			cmp.Compare(max(a.from, a.to), max(b.from, b.to)),
			cmp.Compare(i, j))
	})
	for i := 0; i < len(order); {
		j, a := i, sides[order[i]]
		for j < len(order) && sides[order[j]].between(a.from, a.to) {
			j++
		}
		groups = append(groups, order[i:j])
		i = j
	}
	return groups
}

func (d side) between(v, w int32) bool { return d.from == v && d.to == w || d.from == w && d.to == v }

func (s Solid) sides() []side {
	var out []side
	for i, f := range s.Faces {
		for _, loop := range f.Loops {
			base := len(out)
			for k, v := range loop {
				next := (k + 1) % len(loop)
				out = append(out, side{v, loop[next], int32(base + next), int32(i)})
			}
		}
	}
	return out
}

// sortAround orders the sides along one edge so that each pair encloses the inside between its faces.
func (s Solid) sortAround(sides []side, group []int32) error {
	if len(group) == 2 && sides[group[0]].from == sides[group[1]].to {
		return nil
	}
	lo := min(sides[group[0]].from, sides[group[0]].to)
	angles := make([]float64, 0, len(group))
	var first r3.Vector
	for k, c := range group {
		d := sides[c]
		axis := s.Vertices[d.to].Sub(s.Vertices[d.from]).Vector()
		into := unit(Cross(s.normal(s.Faces[d.face]), axis)) // from the edge into the face
		if d.from != lo {
			axis = Times(axis, -1)
		}
		if k == 0 {
			first = into
		}
		angles = append(angles, pseudoAngle(Dot(first, into), Dot(unit(axis), Cross(first, into))))
	}
	return alternate(sides, group, angles, lo)
}

// alternate sorts a group by angle around the edge, from lo upwards. In that order, the inside comes immediately before
// a face whose side runs upwards. So the side of the previous face must run downwards.
func alternate(sides []side, group []int32, angles []float64, lo int32) error {
	rank := byAngle(angles, func(i int) bool { return sides[group[i]].from == lo })
	sorted := make([]int32, len(group))
	for i, k := range rank {
		sorted[i] = group[k]
	}
	if sides[sorted[0]].from == lo {
		sorted = append(sorted[1:], sorted[0]) // start with a face that runs downwards
	}
	for i, c := range sorted {
		if (sides[c].from == lo) != (i%2 == 1) || len(sorted)%2 == 1 {
			return ErrNotClosed
		}
	}
	copy(group, sorted)
	return nil
}

// pseudoAngle returns a number that grows with the direction of (x, y) from 0 to 4 over a full turn.
func pseudoAngle(x, y float64) float64 {
	r := x / (math.Abs(x) + math.Abs(y))
	if y < 0 {
		return 3 + r
	}
	return 1 - r
}

func unit(v r3.Vector) r3.Vector { return Times(v, 1/norm(v)) }

// renumbered gives every set of corners a vertex, in the order of first use.
func (s Solid) renumbered(sides []side, corners partition) Solid {
	out := Solid{Frame: s.Frame, Faces: make([]Face, len(s.Faces))}
	number := make([]int32, len(sides)) // by set of corners: 1 + its vertex, or 0 if it has none yet
	c := 0
	for i, f := range s.Faces {
		for _, loop := range f.Loops {
			fresh := make([]int32, len(loop))
			for k, v := range loop {
				set := corners.find(int32(c))
				if number[set] == 0 {
					out.Vertices = append(out.Vertices, s.Vertices[v])
					number[set] = int32(len(out.Vertices))
				}
				fresh[k] = number[set] - 1
				c++
			}
			out.Faces[i].Loops = append(out.Faces[i].Loops, fresh)
		}
	}
	return out
}
