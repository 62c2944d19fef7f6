// Package drawings holds the tools that draw: plans, sections, elevations, sheets, the issue of sheets, and pictures.
//
// Read [Tools] first. What is drawn is decided in package projections/drawings; here are arguments, files and records.
package drawings
