// Package csg evaluates boolean expressions of polyhedra: union, subtraction and intersection of any number of boxes,
// prisms, polyhedra and meshes in one step.
//
// Read [Operand], [Expr] and [Evaluate] first, then [Shape], the closed surface that results, and [Shape.Measure].
// [Clip] cuts by a plane; [NewShape] checks a polyhedron from elsewhere; package solids makes shapes from parameters.
//
// The evaluation runs in the frame of the first operand (frame.go), in which walls, their openings and adjoining parts
// have coordinates without rounding. Every face has the identity of its plane (planes.go): faces that are flush within
// [PlaneTolerance] share one plane. The corners of a face are recorded as lying on its plane, so that no arithmetic has
// to decide it. Faces are cut along the segments in which faces of other operands meet them (segments.go, cut.go), so
// that every fragment lies inside, outside or on each operand. A fragment belongs to the result if the result lies on
// one side of it and not on the other (classify.go). Flush faces need no other rule. Equal vertices get one number
// (weld.go), and sides are split where others end on them (sew.go). Edges and vertices where the result only touches
// itself are separated towards the inside (manifold.go). Fragments of one plane are joined to faces (trace.go), and
// every result is checked before it is returned (check.go).
//
// If planes meet at a small angle, two computations of one corner differ by more than the weld distance. The resulting
// gaps are narrower than the tolerance and are sewn within growing distances (sew.go). Fragments that fold onto their
// neighbours are paired with them (manifold.go). No operand is refused because of such gaps.
//
// Coordinates are micrometres in double precision. Decisions between "on" and "beside" have a band of one nanometre,
// far above the noise of doubles and far below the micrometre of the model. So they are reproducible and do not drift.
// Points closer than a micrometre are one vertex. Solid results can be rounded to the grid with [Shape.Solid]. Operands
// whose corners were rounded to whole micrometres in a skew position are recognized by their bent faces, and their
// perpendicular parts are made exact again (align.go). Features thinner than [RoundedTolerance] then vanish, and
// rounding decides whether solids touch in an edge or a corner.
//
// Caveats: operands must be closed and must not intersect themselves; features thinner than [PlaneTolerance] vanish.
// Coordinates within 1 km of the first operand keep the accuracy that is stated here.
package csg
