// Package files holds the tools that import and export files: IFC, IFCX, BCF, GeoJSON, meshes and tables, with the list
// of the files that were made.
//
// Read [Tools] first. The formats are in packages ifc and projections; package app has folders, names and records of
// files.
package files
