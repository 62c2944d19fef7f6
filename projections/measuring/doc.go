// Package measuring measures distances and angles between elements, faces and points in a view of a model, as with a
// tape. It also measures the length, area and volume of elements.
//
// Read [Place] and [Between] first, then [Elements] and [Faces], which measure bodies as built, with openings cut and
// joins made, and [Along] for paths of points.
//
// Caveats: faces are numbered in the order of the body's construction, so a number is valid for one revision. Round
// bodies are polyhedra within the chord of their curves; each of their facets is a face. Bodies that touch within the
// rounding of corners in skew positions have distance zero.
package measuring
