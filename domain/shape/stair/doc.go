// Package stair holds stairs with their flights and landings, and railings along stairs, floors and paths. What a code
// allows of a stair is solved in package stairs of the domain. Read stair.go, then stairshape.go.
package stair
