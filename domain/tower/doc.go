// Package tower generates buildings of any size from ordinary commands, for benchmarks and tests, and then a history of
// edits. A building has slabs with stair holes, and outer, party and inner walls of layered types with their joins. It
// has openings with doors and windows, columns, beams, stairs and rooms. The number of elements determines its storeys
// and wings. The same [Spec] gives the same commands.
//
// [Build] passes every command to a [Do], and an [Editor] returns edits. Read build.go, then wing.go and unit.go, which
// lay out a floor.
//
// Services are a seventh of a full wing: an air duct with a branch into every hall, a water main and soil stacks. They
// belong to three systems that rise through all storeys, connected by tees, crosses and bends. On purpose, one branch
// in [ClashRate] runs through a wall beside its opening, and one water main in [ClashRate] runs through beams and
// columns. The seed decides which ones. Read services.go.
package tower
