// Package geojson writes the plan of a view as GeoJSON (RFC 7946) for maps and geographic information systems, and
// reads outlines of such files into the coordinates of a model.
//
// The main types: [Ground] places a model on the earth or on a map, [Query] selects what is written, [Collection] has
// the features of a file, [Outline] is a feature that was read. Read ground.go first, then export.go and read.go.
//
// Coordinates are longitude and latitude in WGS 84, as RFC 7946 requires, or coordinates of the site's reference
// system. In the latter case the file names the system by the member "crs" of the specification of 2008 (GeoJSON 1.0,
// clause 3), which RFC 7946 removed and GDAL and QGIS still read.
//
// Caveats: outlines are plane, and heights are properties. A model across the antimeridian is not cut there. The
// package does not know map projections, so it converts nothing between map and WGS 84.
package geojson
