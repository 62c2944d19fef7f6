// Package tower makes up buildings of any size out of ordinary commands, for benchmarks and tests: slabs with stair
// holes, outer, party and inner walls of layered types with their joins, openings with doors and windows, columns,
// beams, stairs and rooms, on as many storeys and in as many wings as a number of elements takes; then a history of
// edits. The same [Spec] gives the same commands.
//
// [Build] builds, [Edit] edits; both hand every command to a [Do]. Read build.go, then wing.go and unit.go, which lay out
// a floor.
//
// Services are a seventh of a full wing: an air duct with a branch into every hall, a water main and soil stacks, in three
// systems that rise through all storeys, connected by tees, crosses and bends. On purpose, one of [ClashRate] branches runs
// through a wall beside its opening, and one of as many water mains through beams and columns; which ones is the seed's
// choice. Read services.go.
package tower
