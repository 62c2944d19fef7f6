// Package csg evaluates boolean expressions of polyhedra: union, subtraction and intersection of any number of boxes,
// prisms, polyhedra and meshes in one step.
//
// Read [Operand], [Expr] and [Evaluate] first, then [Shape], the closed surface that comes out, and [Shape.Measure].
// [Clip] cuts by a plane; [NewShape] checks a polyhedron that comes from elsewhere; package solids makes shapes of
// parameters.
//
// The evaluation runs in the frame of the first operand (frame.go), where walls, their openings and what adjoins them
// have coordinates without rounding. Every face has the identity of its plane (planes.go): faces that are flush within
// [PlaneTolerance] share one plane, and a corner of a face is on its plane by record, not by arithmetic. Faces are cut
// along the segments in which faces of other operands meet them (segments.go, cut.go), so that every fragment lies
// inside, outside or on each operand. A fragment belongs to the result when the inside of the result differs between
// its two sides (classify.go); that rule is all there is to flush faces. Vertices that are one get one number
// (weld.go), sides are split where others end on them (sew.go), edges and vertices where the result only touches itself
// are taken apart towards the inside (manifold.go), fragments of one plane are joined to faces (trace.go), and every
// result is checked before it is handed out (check.go).
//
// Two computations of one corner differ by more than the weld where planes meet at a small angle. What does not fit
// together for that is narrower than the tolerance: it is sewn within growing distances (sew.go), fragments that fold
// onto their neighbours are paired with them (manifold.go), and no operand is refused for it.
//
// Coordinates are micrometres in double precision. Decisions between "on" and "beside" have a band of one nanometre,
// far above the noise of doubles and far below the micrometre of the model, so they are reproducible and do not drift;
// what comes closer than a micrometre is one vertex. Solid results can be rounded to the grid with [Shape.Solid].
// Operands whose corners were rounded to whole micrometres in a skew position are told by their bent faces, and what is
// square to each other among them is made so again (align.go): then features thinner than [RoundedTolerance] vanish,
// and whether solids touch in an edge or a corner is up to the rounding.
//
// Caveats: operands must be closed and must not intersect themselves; features thinner than [PlaneTolerance] vanish.
// Coordinates within 1 km of the first operand keep the accuracy that is stated here.
package csg
