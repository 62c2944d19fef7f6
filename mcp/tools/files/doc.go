// Package files holds the tools by which files come in and go out: IFC, IFCX, BCF, GeoJSON, meshes and tables, with the
// list of what was made.
//
// Read [Tools] first. The formats are in packages ifc and projections; package app has folders, names and records of
// files.
package files
