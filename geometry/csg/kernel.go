package csg

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/extent"
)

// kernel holds one evaluation. Vertices, planes, pieces and operands are numbered; all coordinates are in the frame of
// the first operand.
type kernel struct {
	stop      geometry.Interrupt
	tolerance float64 // greatest distance of flush faces
	weld      float64 // greatest distance of equal vertices
	rounded   bool    // a face is bent by rounding its corners in a skew position
	frame     Motion
	tree      node
	operands  []solid
	pos       []r3.Vector
	on        incidence
	planes    []plane
	pieces    []piece
	loops     arena
	segments  []segment // grouped by piece
	flush     []pair    // pieces in one plane, grouped by the first
	segFrom   []int32   // of each piece and one beyond: the index of its first segment
	flushAt   []int32   // the same for its flush pairs
	kept      []fragment
	edges     edgeTable
	scratch   scratch
}

// solid is an operand in the kernel: ranges of vertices and pieces.
type solid struct {
	vertexLo, vertexHi int32
	pieceLo, pieceHi   int32
	box                box
	convex             bool
	mates              []int32 // operands whose boxes meet this one, ascending, including itself
	tree               *tree   // tree of its pieces, built on first use in room
	room               tree
	free               []int32 // per vertex: union-find over pieces that no other operand is near
	known              map[int64]state
	bins               *bins
}

// piece is a convex part of a face of an operand.
type piece struct {
	verts []int32
	plane int32
	owner int32
	free  bool // no piece of another operand is near
	box   box
}

// fragment is a part of the result's surface, counter-clockwise as seen from outside. Its signed plane is twice the
// plane's number, plus one if the result lies above the fragment.
type fragment struct {
	verts []int32
	plane int32
	free  bool // part of a piece that no other operand is near
}

// load places the operands in the frame of the first one.
func load(stop geometry.Interrupt, e Expr, tolerance float64) (*kernel, error) {
	tree, operands, err := e.number(nil)
	if err != nil {
		return nil, err
	}
	k := newKernel()
	k.reset(operands)
	k.stop = stop
	k.tolerance, k.weld, k.rounded, k.tree, k.frame = tolerance, fineWeld, false, tree, operands[0].frame()
	for i, o := range operands {
		if err := k.placeOperand(int32(i), o); err != nil {
			k.release()
			return nil, fmt.Errorf("operand %d: %w", i, err)
		}
	}
	if tolerance > PlaneTolerance {
		k.align(operands)
	}
	for i, o := range operands {
		if stop.Now() {
			return nil, geometry.ErrInterrupted
		}
		if err := k.loadFaces(int32(i), o); err != nil {
			k.release()
			return nil, fmt.Errorf("operand %d: %w", i, err)
		}
	}
	return k, nil
}

// placeOperand numbers the vertices of an operand.
func (k *kernel) placeOperand(i int32, o *Operand) error {
	s := &k.operands[i]
	s.convex = o.convex
	s.vertexLo = int32(len(k.pos))
	m := o.place.within(k.frame)
	for _, p := range o.vertices {
		p = onGrid(m.Point(p), gridNoise)
		if !(math.Abs(p.X) < reach && math.Abs(p.Y) < reach && math.Abs(p.Z) < reach) {
			return fmt.Errorf("a vertex at %v um from the first operand: %w", p, ErrOutOfRange)
		}
		k.pos = append(k.pos, p)
	}
	s.vertexHi = int32(len(k.pos))
	return nil
}

// loadFaces cuts the faces of a placed operand into pieces.
func (k *kernel) loadFaces(i int32, o *Operand) error {
	s := &k.operands[i]
	s.pieceLo, s.box = int32(len(k.pieces)), extent.Empty()
	for _, p := range k.pos[s.vertexLo:s.vertexHi] {
		s.box = s.box.Extend(p)
	}
	mirrored := o.place.det() < 0
	for j, f := range o.faces {
		if err := k.loadFace(i, f, mirrored, func() ([][3]int32, bool) { return o.cutFace(j) }); err != nil {
			return fmt.Errorf("face %d: %w", j, err)
		}
	}
	s.pieceHi = int32(len(k.pieces))
	if int(s.pieceHi-s.pieceLo) < len(o.faces) && !k.encloses(s) {
		return ErrDegenerateOperand
	}
	return nil
}

// encloses reports whether the pieces of an operand, some of whose faces lie on a line, enclose a volume.
func (k *kernel) encloses(s *solid) bool {
	sum := 0.0
	for i := s.pieceLo; i < s.pieceHi; i++ {
		sum += sixfold(k.pos, k.pos[s.vertexLo], k.pieces[i].verts)
	}
	return sum > 0
}

// reach is the greatest coordinate in the frame of the first operand, 1000 km in micrometres. Beyond that, the
// resolution of doubles is coarser than the band of onPlane.
const reach = 1e12

// loadFace numbers the loops of a face in the kernel and appends its pieces.
func (k *kernel) loadFace(owner int32, f polygon, mirrored bool, cut func() ([][3]int32, bool)) error {
	base := k.operands[owner].vertexLo
	loops := make(polygon, len(f))
	for i, loop := range f {
		own := k.loops.make(len(loop))
		for j := range loop {
			if mirrored {
				own = append(own, base+loop[len(loop)-1-j])
			} else {
				own = append(own, base+loop[j])
			}
		}
		loops[i] = own
	}
	return k.loadLoops(owner, loops, cut)
}

// loadLoops cuts a face into convex pieces, all in one plane. A bent face becomes triangles, each in its own plane. cut
// returns cached triangles of a plane face, with the vertex numbers of the operand. cut may be nil.
func (k *kernel) loadLoops(owner int32, loops polygon, cut func() ([][3]int32, bool)) error {
	p, err := k.planeOf(loops)
	bend := k.bend(p, loops)
	if (err != nil || bend > k.tolerance) && k.isLine(loops) {
		return nil // the adjacent faces close without it: sewing splits their sides at its corners
	}
	if err != nil {
		return err
	}
	id := int32(len(k.planes))
	switch {
	case bend > k.tolerance:
		return k.loadBent(owner, loops)
	case bend > onPlane:
		k.weld, k.rounded = k.tolerance, true // its corners are on the plane by record only
	}
	k.planes = append(k.planes, p)
	if len(loops) == 1 && k.isConvexLoop(loops[0], p.n) {
		k.addPiece(owner, loops[0], id)
		return nil
	}
	if cut != nil {
		if triangles, ok := cut(); ok {
			base := k.operands[owner].vertexLo
			for _, t := range triangles {
				k.addPiece(owner, append(k.loops.make(3), base+t[0], base+t[1], base+t[2]), id)
			}
			return nil
		}
	}
	for _, t := range k.triangulate(loops, p.n) {
		k.addPiece(owner, append(k.loops.make(3), t[:]...), id)
	}
	return nil
}

// isLine reports whether all corners of a face lie on one line within the tolerance.
func (k *kernel) isLine(f polygon) bool {
	a := k.pos[f[0][0]]
	var along r3.Vector
	for _, v := range f[0] {
		if d := k.pos[v].Sub(a); d.Norm2() > along.Norm2() {
			along = d
		}
	}
	for _, loop := range f {
		for _, v := range loop {
			if along.Cross(k.pos[v].Sub(a)).Norm() > k.tolerance*along.Norm() {
				return false
			}
		}
	}
	return true
}

func (k *kernel) loadBent(owner int32, loops polygon) error {
	if len(loops) > 1 {
		return fmt.Errorf("a face with holes: %w", ErrBentFace)
	}
	p, err := k.planeOf(loops)
	if err != nil {
		return err
	}
	for _, t := range k.triangulate(loops, p.n) {
		if err := k.loadLoops(owner, polygon{append(k.loops.make(3), t[:]...)}, nil); err != nil {
			return err
		}
	}
	return nil
}

func (k *kernel) addPiece(owner int32, verts []int32, plane int32) {
	b := extent.Empty()
	for _, v := range verts {
		b = b.Extend(k.pos[v])
	}
	k.pieces = append(k.pieces, piece{verts: verts, plane: plane, owner: owner, free: true, box: b})
}

// isConvexLoop reports whether a loop turns left everywhere about its normal, once around.
func (k *kernel) isConvexLoop(loop []int32, n r3.Vector) bool {
	if len(loop) == 3 {
		return true
	}
	first := k.pos[loop[0]]
	for i := range loop {
		a, b, c := k.pos[loop[i]], k.pos[loop[(i+1)%len(loop)]], k.pos[loop[(i+2)%len(loop)]]
		u, v := b.Sub(a), c.Sub(b)
		if n.Dot(u.Cross(v)) < -onPlane*(u.Norm()+v.Norm()) {
			return false
		}
		if i > 0 && n.Dot(b.Sub(a).Cross(first.Sub(a))) < -onPlane*u.Norm() {
			return false
		}
	}
	return true
}
