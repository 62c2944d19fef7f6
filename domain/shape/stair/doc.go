// Package stair holds stairs with their flights and landings, ramps, and railings along stairs, floors and paths.
// Packages stairs and ramps of the domain find the stairs and ramps that a building code allows. Read stair.go, then
// stairshape.go.
package stair
