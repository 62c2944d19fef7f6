// Package solids makes solids of parameters: extruded along any direction, revolved about an axis, swept along a path
// of lines and arcs, and pipes. What comes out is a [csg.Shape] in the frame in which it was described: it has its
// measures and triangles, is an operand of booleans through [csg.FromShape], and is rounded to the grid by
// [csg.Shape.Solid].
//
// Read [Extrude], [Revolve] and [Sweep] first, then [Path]. Profiles are regions in the XY plane, in micrometres; a
// region of several polygons makes a solid of several parts.
//
// All faces are plane. A curve becomes straight parts within a chord tolerance that the caller gives;
// [geometry.ChordTolerance] is what profiles use. A revolved body has its corners on the circles, so it is inside of
// the round one and its volume is sin(s)/s of that, s being the step. A bend of a path becomes legs that touch the arc,
// so the ends of the bend are square to the legs beside it, and every leg has the profile itself as its cross section;
// the volume of a bend of n legs over the angle a is tan(s)/s of the round one, s = a/2n.
//
// Caveats: a leg that is too short for its bends is refused, but a path that comes back to itself elsewhere gives a
// surface that runs through itself, which is not looked for.
package solids
