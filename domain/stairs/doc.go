// Package stairs lays out stairs and finds stairs that a code allows.
//
// A [Spec] describes a stair: a [Form], risers, treads and widths. [Spec.Lay] returns its parts in the frame of its
// first riser: flights, landings, winders. [Solve] proposes specs for a rise and a space under a [Code], and reports
// what is missing if there are none.
//
// The package knows neither levels nor elements: package domain places the stairs. Read layout.go, then solve.go.
package stairs
