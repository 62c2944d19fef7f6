// Package measuring holds what a person reads off a building with a tape: how far elements, faces and points are apart,
// at what angle they lie, and how long, large and voluminous they are, in a view of a model.
//
// Read [Place] and [Between] first, then [Elements] and [Faces], which measure bodies as they stand, with openings cut
// and joins made, and [Along] for paths of points.
//
// Caveats: faces are numbered in the order of the body's construction, so a number is good for one revision. Round
// bodies are polyhedra within the chord of their curves; each of their facets is a face. What touches within the
// rounding of corners in skew positions is zero apart.
package measuring
