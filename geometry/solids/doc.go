// Package solids makes solids from parameters: extruded along any direction, revolved about an axis, swept along a path
// of lines and arcs, and pipes. The result is a [csg.Shape] in the frame in which it was described. The shape has
// measures and triangles, becomes an operand of booleans through [csg.FromShape], and is rounded to the grid by
// [csg.Shape.Solid].
//
// Read [Extrude], [Revolve] and [Sweep] first, then [Path]. Profiles are regions in the XY plane, in micrometres; a
// region of several polygons makes a solid of several parts.
//
// All faces are plane. A curve becomes straight parts within a chord tolerance that the caller gives; profiles use
// [geometry.ChordTolerance]. A revolved body has its corners on the circles, so it lies inside of the round body. For
// the step s, its volume is sin(s)/s of the volume of the round body. A bend of a path becomes legs that touch the arc.
// The ends of the bend are therefore square to the legs beside it, and every leg has the profile itself as its cross
// section. The volume of a bend of n legs over the angle a is tan(s)/s of the volume of the round bend, with s = a/2n.
//
// Caveats: a leg that is too short for its bends is refused. A path that crosses itself gives a surface that runs
// through itself; this is not checked.
package solids
