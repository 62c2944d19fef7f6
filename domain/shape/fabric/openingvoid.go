package fabric

import (
	"math"

	"github.com/golang/geo/r3"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Ring returns the outline of an opening as given, in its wall's elevation: along the wall from its start, and up from
// its base.
func (o OpeningRect) Ring() geometry.Ring {
	ring := o.Form.ring(o.Width, o.Height)
	for i, p := range ring {
		ring[i] = p.Add(geometry.Point2{X: o.Offset, Y: o.Sill})
	}
	return ring
}

// Area returns the area of the outline in m2.
func (o OpeningRect) Area() float64 {
	if o.Form.rectangular() {
		return float64(o.Width.M() * o.Height.M())
	}
	return o.Form.ring(o.Width, o.Height).Area()
}

// Sections returns the outline at each place across the wall where the void of an opening begins, changes direction and
// ends. Outlines are in the frame of the wall at the opening ([WallPlan.At]): X along, Y across, Z up,
// counter-clockwise as seen from the exterior. The void is ruled between them. margin is the length by which the void
// sticks out of the faces that it opens.
func (o OpeningRect) Sections(plan WallPlan, margin geometry.Length) [][]r3.Vector {
	low, high := o.across(plan)
	if !o.inward() {
		low -= margin
	}
	if o.Depth == 0 || !o.Outside {
		high += margin
	}
	at := []float64{float64(low), float64(high)}
	if middle := float64(plan.middle()); o.splay() != 0 && o.Depth == 0 && at[0] < middle && middle < at[1] {
		at = []float64{at[0], middle, at[1]}
	}
	out := make([][]r3.Vector, len(at))
	for i, y := range at {
		out[i] = o.section(plan, y)
	}
	return out
}

// inward reports whether an opening is a recess that opens to the interior.
func (o OpeningRect) inward() bool { return o.Depth > 0 && !o.Outside }

func (o OpeningRect) splay() geometry.Angle {
	if o.Form == nil {
		return 0
	}
	return o.Form.Splay
}

// middle returns the position of a wall's middle plane across it.
func (p WallPlan) middle() geometry.Length { return p.YMin + p.Thickness()/2 }

// section returns the outline at a place across the wall.
func (o OpeningRect) section(plan WallPlan, y float64) []r3.Vector {
	ring := o.Ring()
	out := make([]r3.Vector, len(ring))
	for i, p := range ring {
		out[i] = r3.Vector{X: float64(p.X), Y: y, Z: float64(p.Y)}
	}
	if o.Form == nil {
		return out
	}
	if wide := o.widened(plan, y); wide > 0 {
		widen(out, wide, float64(o.Sill))
	}
	if o.Form.Skew != 0 {
		aside := float64(o.Form.Skew.Tan() * (y - float64(plan.middle())))
		for i := range out {
			out[i].X += aside
		}
	}
	return out
}

// widened returns how far each splayed jamb is moved outward at a place across the wall.
func (o OpeningRect) widened(plan WallPlan, y float64) float64 {
	from := float64(plan.middle())
	switch {
	case o.Depth > 0 && o.Outside:
		y, from = -y, -float64(plan.YMin+o.Depth)
	case o.Depth > 0:
		from = float64(plan.YMax - o.Depth)
	}
	return max(0, float64(o.Form.Splay.Tan()*(y-from)))
}

// widen moves the edges of a ring outward, except the edges along its foot. Each corner moves to the point at which its
// two moved edges meet.
func widen(ring []r3.Vector, by, foot float64) {
	type line struct{ nx, nz, c float64 } // nx x + nz z = c
	n := len(ring)
	lines := make([]line, n)
	for i, p := range ring {
		q := ring[(i+1)%n]
		dx, dz := q.X-p.X, q.Z-p.Z
		long := math.Sqrt(float64(dx*dx) + float64(dz*dz))
		l := line{nx: dz / long, nz: -dx / long}
		l.c = float64(l.nx*p.X) + float64(l.nz*p.Z)
		if p.Z != foot || q.Z != foot {
			l.c += by
		}
		lines[i] = l
	}
	for i := range ring {
		a, b := lines[(i+n-1)%n], lines[i]
		det := float64(a.nx*b.nz) - float64(a.nz*b.nx)
		if math.Abs(det) < leastCorner { // both edges lie on one line
			ring[i].X += float64(b.nx * by)
			ring[i].Z += float64(b.nz * by)
			continue
		}
		ring[i].X = (float64(a.c*b.nz) - float64(b.c*a.nz)) / det
		ring[i].Z = (float64(a.nx*b.c) - float64(b.nx*a.c)) / det
	}
}

// leastCorner is the sine of the angle below which two edges count as one line: over a metre they deviate by a
// micrometre.
const leastCorner = 1e-6

// RingAt returns the outline at a place across the wall, rounded to the grid, in the wall's elevation.
func (o OpeningRect) RingAt(plan WallPlan, y geometry.Length) geometry.Ring {
	section := o.section(plan, float64(y))
	out := make(geometry.Ring, len(section))
	for i, p := range section {
		out[i] = geometry.Point2{X: RoundLength(p.X), Y: RoundLength(p.Z)}
	}
	return out
}

// CutAt returns the opening with the offset and the width that it has at a height above the base of its wall, as a plan
// shows it. An opening with an arch is narrower in the arch than between its jambs.
func (o OpeningRect) CutAt(z geometry.Length) OpeningRect {
	if o.Form.rectangular() || z <= o.Sill || z >= o.Sill+o.Height {
		return o
	}
	line := geometry.Rectangle(geometry.Point2{X: o.Offset, Y: z},
		geometry.Point2{X: o.Offset + o.Width, Y: min(z+geometry.Millimetre, o.Sill+o.Height)})
	if cut := geometry.Intersect(geometry.Region{{Outer: o.Ring()}}, geometry.Region{line}); len(cut) > 0 {
		low, high := cut.Bounds()
		o.Offset, o.Width = low.X, high.X-low.X
	}
	return o
}

// HeadOver returns the clear height of an opening: the least height between its foot and its lining. The width is first
// reduced by fromStart at one end and by fromEnd at the other. Under an arch the height is measured at the lower of the
// two remaining ends.
func (o OpeningRect) HeadOver(fromStart, fromEnd, lining geometry.Length) geometry.Length {
	if o.Form.rectangular() {
		return o.Height - lining
	}
	free := geometry.Region{{Outer: o.Form.ring(o.Width, o.Height)}}
	if lining > 0 {
		free = inset(free, lining, true)
	}
	if fromStart+fromEnd >= o.Width {
		return 0
	}
	strip := geometry.Rectangle(geometry.Point2{X: fromStart}, geometry.Point2{X: o.Width - fromEnd, Y: o.Height})
	head := o.Height
	for _, p := range geometry.Subtract(geometry.Region{strip}, free) {
		low, _ := p.Bounds()
		head = min(head, low.Y)
	}
	return head
}

// reach returns the rectangle around the part of its wall that an opening occupies between the faces.
func (o OpeningRect) reach(plan WallPlan) OpeningRect {
	if o.Form.plain() {
		return o
	}
	lo, hi := geometry.Point2{X: math.MaxInt64, Y: math.MaxInt64}, geometry.Point2{X: math.MinInt64, Y: math.MinInt64}
	for _, section := range o.Sections(plan, 0) {
		for _, p := range section {
			x, z := RoundLength(p.X), RoundLength(p.Z)
			lo = geometry.Point2{X: min(lo.X, x), Y: min(lo.Y, z)}
			hi = geometry.Point2{X: max(hi.X, x), Y: max(hi.Y, z)}
		}
	}
	o.Offset, o.Width, o.Sill, o.Height = lo.X, hi.X-lo.X, lo.Y, hi.Y-lo.Y
	return o
}

// void returns the void of an opening in the frame of its wall there ([WallPlan.At]).
func (o OpeningRect) void(plan WallPlan, margin geometry.Length) (csg.Operand, error) {
	vertices, faces := Ruled(o.Sections(plan, margin))
	operand, err := csg.Polyhedron(vertices, faces)
	if err != nil {
		return operand, state.Errorf(state.DegenerateGeometry, "the opening has no body: %w", err)
	}
	return operand.Moved(csg.Placed(plan.At(o).Frame)), nil
}

// Ruled returns the polyhedron ruled between sections with equally many corners, each counter-clockwise as seen from in
// front of the first.
func Ruled(sections [][]r3.Vector) (vertices []r3.Vector, faces [][]int32) {
	n := int32(len(sections[0]))
	first, last := make([]int32, n), make([]int32, n)
	for i, section := range sections {
		vertices = append(vertices, section...)
		if i == 0 {
			continue
		}
		a, b := int32(i-1)*n, int32(i)*n
		for k := range n {
			next := (k + 1) % n
			faces = append(faces, []int32{a + k, b + k, b + next, a + next})
		}
	}
	for k := range n {
		first[k], last[k] = k, int32(len(vertices))-1-k
	}
	return vertices, append(faces, first, last)
}

// Void returns the void of an opening between the faces of its wall, without a margin.
func (o OpeningRect) Void(m *state.Model, plan WallPlan) (geometry.Body, error) {
	operand, err := o.void(plan, 0)
	if err != nil {
		return nil, err
	}
	shape, err := csg.EvaluateUntil(m.Stop, csg.Of(operand))
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the opening has no body: %w", err)
	}
	return settled(shape)
}

// formed returns the voids of the openings that are not rectangles square through the wall.
func formed(plan WallPlan, openings []OpeningRect) ([]csg.Expr, error) {
	var out []csg.Expr
	for _, o := range openings {
		if o.Form.plain() {
			continue
		}
		operand, err := o.void(plan, cutMargin)
		if err != nil {
			return nil, err
		}
		out = append(out, csg.Of(operand))
	}
	return out, nil
}

// carved returns a solid without the voids.
func carved(stop geometry.Interrupt, solid geometry.Solid, voids []csg.Expr) (geometry.Body, error) {
	operand, err := csg.FromSolid(solid)
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the body cannot be cut: %w", err)
	}
	shape, err := csg.EvaluateUntil(stop, csg.Subtract(append([]csg.Expr{csg.Of(operand)}, voids...)...))
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the body cannot be cut by its openings: %w", err)
	}
	if shape.Empty() {
		return nil, state.Errorf(state.EmptyResult, "nothing is left of the body: its openings take all of it")
	}
	return settled(shape)
}

// settled returns a shape rounded to the grid as a body.
func settled(shape csg.Shape) (geometry.Body, error) {
	solid, err := shape.Solid()
	if err != nil {
		return nil, state.Errorf(state.DegenerateGeometry, "the body cannot be cut: %w", err)
	}
	if solid.CheckFaces() != nil { // rounding made a face touch itself: its triangles are still a surface
		solid = bodyshape.Triangulated(solid, shape)
	}
	return geometry.Body{solid}, nil
}

// common returns the volume in m3 that two openings share between the faces of their wall.
func (o OpeningRect) common(stop geometry.Interrupt, plan WallPlan, p OpeningRect) (float64, error) {
	a, err := o.void(plan, 0)
	if err != nil {
		return 0, err
	}
	b, err := p.void(plan, 0)
	if err != nil {
		return 0, err
	}
	shape, err := csg.EvaluateUntil(stop, csg.Intersect(csg.Of(a), csg.Of(b)))
	if err != nil {
		return 0, state.Errorf(state.DegenerateGeometry, "the openings cannot be held against each other: %w", err)
	}
	return shape.Volume(), nil
}
