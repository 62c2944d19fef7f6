// Package tower makes up buildings of any size out of ordinary commands, for benchmarks and tests: slabs with stair
// holes, outer, party and inner walls of layered types with their joins, openings with doors and windows, columns,
// beams, stairs and rooms, on as many storeys and in as many wings as a number of elements takes; then a history of
// edits. The same [Spec] gives the same commands.
//
// [Build] builds, [Edit] edits; both hand every command to a [Do]. Read build.go, then wing.go and unit.go, which lay out
// a floor.
//
// Ducts and pipes are left out: there are no such categories.
package tower
