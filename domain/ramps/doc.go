// Package ramps lays ramps and finds those that a code allows.
//
// A [Spec] says what a ramp is made of: runs, the [Bend] of each landing between two of them, and sizes. [Spec.Lay]
// returns its parts in the frame of its foot: runs, landings, kerbs. [Solve] proposes specs for a rise and a space
// under a [Code], and says what is missing where there is none.
//
// The package knows neither levels nor elements: package domain places what it lays. Read layout.go, then solve.go.
package ramps
