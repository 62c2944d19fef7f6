// Package tower generates buildings of any size from ordinary commands, for benchmarks and tests: slabs with stair
// holes, outer, party and inner walls of layered types with their joins, openings with doors and windows, columns,
// beams, stairs and rooms, on as many storeys and in as many wings as a number of elements takes; then a history of
// edits. The same [Spec] gives the same commands.
//
// [Build] builds, [Edit] edits; both pass every command to a [Do]. Read build.go, then wing.go and unit.go, which lay
// out a floor.
//
// Services are a seventh of a full wing: an air duct with a branch into every hall, a water main and soil stacks, in
// three systems that rise through all storeys, connected by tees, crosses and bends. One of [ClashRate] branches runs
// through a wall beside its opening on purpose, and one of as many water mains through beams and columns; the seed
// chooses which ones. Read services.go.
package tower
