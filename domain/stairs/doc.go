// Package stairs lays stairs and finds those that a code allows.
//
// A [Spec] says what a stair is made of: a [Form], risers, treads and widths. [Spec.Lay] returns its parts in the frame
// of its first riser: flights, landings, winders. [Solve] proposes specs for a rise and a space under a [Code],
// and says what is missing where there is none.
//
// The package knows neither levels nor elements: package domain places what it lays. Read layout.go, then solve.go.
package stairs
