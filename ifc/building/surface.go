package building

import (
	"cmp"
	"errors"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// surface collects the faces of a body. Corners are rounded to the model's grid, and equal corners are shared.
type surface struct {
	places   map[geometry.Point3]int32
	vertices []geometry.Point3
	faces    []geometry.Face
}

func newSurface() *surface { return &surface{places: map[geometry.Point3]int32{}} }

func (b *surface) vertex(p geometry.Point3) int32 {
	at, known := b.places[p]
	if !known {
		at = int32(len(b.vertices))
		b.places[p] = at
		b.vertices = append(b.vertices, p)
	}
	return at
}

// loop returns the corners of a loop without repeats.
func (b *surface) loop(points ...r3.Vector) []int32 {
	out := make([]int32, 0, len(points))
	for _, p := range points {
		out = append(out, b.vertex(Rounded(p)))
	}
	return withoutRepeats(out)
}

func withoutRepeats(loop []int32) []int32 {
	loop = slices.Compact(loop)
	for len(loop) > 1 && loop[0] == loop[len(loop)-1] {
		loop = loop[:len(loop)-1]
	}
	return loop
}

// add adds a face. The loop with the greatest area is the outer loop. The other loops are holes, which are oriented
// against it regardless of the file. Loops that have collapsed on the grid are left out.
func (b *surface) add(loops ...[]int32) {
	if len(loops) == 1 {
		if len(loops[0]) >= 3 {
			b.faces = append(b.faces, geometry.Face{Loops: loops})
		}
		return
	}
	kept := loops[:0:0]
	for _, l := range loops {
		if len(l) >= 3 {
			kept = append(kept, l)
		}
	}
	if len(kept) == 0 {
		return
	}
	normals := make([]r3.Vector, len(kept))
	outer := 0
	for i, l := range kept {
		if normals[i] = b.normal(l); normals[i].Norm() > normals[outer].Norm() {
			outer = i
		}
	}
	for i := range kept {
		if i != outer && geometry.Dot(normals[i], normals[outer]) > 0 {
			kept[i] = slices.Clone(kept[i])
			slices.Reverse(kept[i])
		}
	}
	kept[0], kept[outer] = kept[outer], kept[0]
	b.faces = append(b.faces, geometry.Face{Loops: kept})
}

// normal returns the normal of a loop whose length is twice the area of the loop (Newell).
func (b *surface) normal(loop []int32) r3.Vector {
	var sum r3.Vector
	origin := b.vertices[loop[0]]
	for i := 2; i < len(loop); i++ {
		sum = sum.Add(geometry.Cross(b.vertices[loop[i-1]].Sub(origin).Vector(),
			b.vertices[loop[i]].Sub(origin).Vector()))
	}
	return sum
}

// body returns the surface as one solid if it is closed, otherwise one solid for each connected part. The error is not
// nil if parts are not closed. It repairs surfaces: it turns faces with the wrong orientation, and divides sides on
// which other corners lie. It merges corners that nearly coincide if that closes an open surface.
func (b *surface) body() (geometry.Body, error) {
	if len(b.faces) == 0 {
		return nil, errNoFaces
	}
	if whole := compacted(b.vertices, b.faces); whole.Check() == nil {
		return geometry.Body{whole}, nil
	}
	out, open, fault := b.closedParts()
	for _, within := range weldSteps {
		if fault == nil {
			break
		}
		one := b.welded(within)
		if len(one.vertices) == len(b.vertices) {
			continue
		}
		if more, _, still := one.closedParts(); still == nil && len(more) >= len(out) {
			return more, nil
		}
	}
	if fault == nil || len(out) > 0 || open > 1 {
		return out, fault
	}
	if once := b.onceEach(); len(once.faces) < len(b.faces) {
		return once.closedOnly(fault)
	}
	return nil, fault
}

// closedOnly returns the parts if all are closed, otherwise the given fault of an earlier attempt.
func (b *surface) closedOnly(fault error) (geometry.Body, error) {
	if out, _, err := b.closedParts(); err == nil {
		return out, nil
	}
	return nil, fault
}

// closedParts returns the closed parts, the number of other parts, and the reason why the last part that is open is not
// closed.
func (b *surface) closedParts() (out geometry.Body, open int, fault error) {
	for _, part := range b.parts() {
		solid, err := b.solid(part)
		if err != nil {
			open, fault = open+1, err
			continue
		}
		out = append(out, solid)
	}
	return out, open, fault
}

// solid returns one part as a closed solid that is oriented outwards, or an error that states why the part is not
// closed.
func (b *surface) solid(faces []geometry.Face) (geometry.Solid, error) {
	s := compacted(b.vertices, faces)
	err := s.Check()
	if err == nil {
		return s, nil
	}
	if errors.Is(err, geometry.ErrDegenerateFace) {
		s = withoutDegenerate(s)
		err = s.Check()
	}
	if errors.Is(err, geometry.ErrNotClosed) {
		s.Faces = oriented(s.Faces)
		err = s.Check()
	}
	if errors.Is(err, geometry.ErrNotClosed) {
		if faces, any := divided(s); any {
			s.Faces = oriented(faces)
			err = s.Check()
		}
	}
	if errors.Is(err, geometry.ErrInsideOut) {
		for i := range s.Faces {
			s.Faces[i] = flipped(s.Faces[i])
		}
		err = s.Check()
	}
	return s, err
}

// withoutDegenerate removes faces without area, whose sides belong to their neighbours.
func withoutDegenerate(s geometry.Solid) geometry.Solid {
	kept := s.Faces[:0:0]
	for _, f := range s.Faces {
		one := geometry.Solid{Frame: s.Frame, Vertices: s.Vertices, Faces: []geometry.Face{f}}
		if !errors.Is(one.Check(), geometry.ErrDegenerateFace) {
			kept = append(kept, f)
		}
	}
	s.Faces = kept
	return s
}

func flipped(f geometry.Face) geometry.Face {
	loops := make([][]int32, len(f.Loops))
	for i, l := range f.Loops {
		loops[i] = slices.Clone(l)
		slices.Reverse(loops[i])
	}
	return geometry.Face{Loops: loops}
}

// compacted returns a solid with the faces and only the vertices that they use.
func compacted(vertices []geometry.Point3, faces []geometry.Face) geometry.Solid {
	s := geometry.Solid{Frame: geometry.World()}
	places := map[int32]int32{}
	for _, f := range faces {
		loops := make([][]int32, len(f.Loops))
		for i, l := range f.Loops {
			for _, v := range l {
				at, known := places[v]
				if !known {
					at = int32(len(s.Vertices))
					places[v] = at
					s.Vertices = append(s.Vertices, vertices[v])
				}
				loops[i] = append(loops[i], at)
			}
		}
		s.Faces = append(s.Faces, geometry.Face{Loops: loops})
	}
	return s
}

// parts groups faces that share corners.
func (b *surface) parts() [][]geometry.Face {
	parent := make([]int32, len(b.vertices))
	for i := range parent {
		parent[i] = int32(i)
	}
	find := func(v int32) int32 {
		for parent[v] != v {
			parent[v] = parent[parent[v]]
			v = parent[v]
		}
		return v
	}
	for _, f := range b.faces {
		for _, l := range f.Loops {
			for _, v := range l {
				parent[find(v)] = find(f.Loops[0][0])
			}
		}
	}
	places := map[int32]int{}
	var out [][]geometry.Face
	for _, f := range b.faces {
		root := find(f.Loops[0][0])
		at, known := places[root]
		if !known {
			at = len(out)
			places[root] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], f)
	}
	return out
}

// oriented orients faces so that neighbours run along their common side in opposite directions, starting with the first
// face of each part.
func oriented(faces []geometry.Face) []geometry.Face {
	type side struct {
		face    int
		forward bool
	}
	sides := map[[2]int32][]side{}
	each := func(f geometry.Face, visit func(key [2]int32, forward bool)) {
		for _, l := range f.Loops {
			for i, v := range l {
				w := l[(i+1)%len(l)]
				visit([2]int32{min(v, w), max(v, w)}, v < w)
			}
		}
	}
	for i, f := range faces {
		each(f, func(key [2]int32, forward bool) { sides[key] = append(sides[key], side{i, forward}) })
	}
	turned, seen := make([]bool, len(faces)), make([]bool, len(faces))
	for start := range faces {
		if seen[start] {
			continue
		}
		seen[start] = true
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			i := queue[0]
			each(faces[i], func(key [2]int32, forward bool) {
				for _, n := range sides[key] {
					if seen[n.face] || len(sides[key]) != 2 {
						continue
					}
					seen[n.face] = true
					turned[n.face] = (n.forward == forward) != turned[i]
					queue = append(queue, n.face)
				}
			})
		}
	}
	out := make([]geometry.Face, len(faces))
	for i, f := range faces {
		out[i] = f
		if turned[i] {
			out[i] = flipped(f)
		}
	}
	return out
}

// divided splits sides at corners of other faces that lie on them, and reports whether it split any side. In some files
// one long side faces two short sides.
func divided(s geometry.Solid) ([]geometry.Face, bool) {
	open := map[[2]int32]int{}
	for _, f := range s.Faces {
		for _, l := range f.Loops {
			for i, v := range l {
				w := l[(i+1)%len(l)]
				open[[2]int32{min(v, w), max(v, w)}]++
			}
		}
	}
	var loose []int32
	for key, n := range open {
		if n%2 == 1 {
			loose = append(loose, key[0], key[1])
		}
	}
	slices.Sort(loose)
	loose = slices.Compact(loose)
	if len(loose) > maxLoose {
		return s.Faces, false
	}
	out, any := make([]geometry.Face, len(s.Faces)), false
	for i, f := range s.Faces {
		for _, l := range f.Loops {
			loop := dividedLoop(s.Vertices, l, loose, open)
			out[i].Loops, any = append(out[i].Loops, loop), any || len(loop) > len(l)
		}
	}
	return out, any
}

// maxLoose bounds the number of corners for which open sides are searched, because a body with more has other faults.
const maxLoose = 2000

func dividedLoop(vertices []geometry.Point3, loop, loose []int32, open map[[2]int32]int) []int32 {
	out := make([]int32, 0, len(loop))
	for i, v := range loop {
		w := loop[(i+1)%len(loop)]
		out = append(out, v)
		if open[[2]int32{min(v, w), max(v, w)}]%2 == 0 {
			continue
		}
		a, b := vertices[v].Vector(), vertices[w].Vector()
		type stop struct {
			t float64
			v int32
		}
		var stops []stop
		for _, c := range loose {
			p := vertices[c].Vector()
			d := b.Sub(a)
			t := geometry.Dot(p.Sub(a), d) / geometry.Dot(d, d)
			if c != v && c != w && t > 0 && t < 1 && a.Add(geometry.Times(d, t)).Sub(p).Norm() <= onSide {
				stops = append(stops, stop{t, c})
			}
		}
		slices.SortFunc(stops, func(x, y stop) int { return cmp.Or(cmp.Compare(x.t, y.t), cmp.Compare(x.v, y.v)) })
		for _, x := range stops {
			out = append(out, x.v)
		}
	}
	return out
}

// onSide is the greatest distance, in micrometres, of a corner from a side on which it lies. The corner and the side
// were rounded to the grid, by up to 0.87 each.
const onSide = 2
