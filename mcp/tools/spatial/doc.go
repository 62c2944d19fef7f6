// Package spatial holds the tools that query elements and places: elements and levels, the spatial index, distances,
// relations, rooms and ways between them, schedules and take-off.
//
// Read [Tools] first: its rows name the use cases, and each has a file of its name.
package spatial
