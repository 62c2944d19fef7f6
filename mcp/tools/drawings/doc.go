// Package drawings holds the tools that draw: plans, sections, elevations, sheets, the issue of sheets, and pictures.
//
// Read [Tools] first. Package projections/drawings makes the drawings; this package handles arguments, files and
// records.
package drawings
