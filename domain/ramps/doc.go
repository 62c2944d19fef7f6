// Package ramps lays out ramps and finds ramps that a code allows.
//
// A [Spec] describes a ramp: runs, the [Bend] of each landing between two of them, and sizes. [Spec.Lay] returns its
// parts in the frame of its foot: runs, landings, kerbs. [Solve] proposes specs for a rise and a space under a [Code],
// and reports what is missing if there are none.
//
// The package knows neither levels nor elements: package domain places the ramps. Read layout.go, then solve.go.
package ramps
